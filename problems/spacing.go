package problems

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// finest is a spacing [m] at which sites can still be counted.
const finest = 1e-9

// checkSpacing refuses spacings at which the lattices would be far from Δp. Whether there is memory for fine ones is not asked
// here.
func (s *scene) checkSpacing(p *sph.Params) error {
	deltaP := p.DeltaP
	if !(deltaP >= finest) {
		return fmt.Errorf("--deltap is %s m, but must be at least %s m", text.Short(deltaP), text.Number(finest))
	}
	if most, why := s.coarsest(p.Axes()); deltaP > most*(1+tolerance) {
		return fmt.Errorf("--deltap is %s m, but must be at most %s m: %s", text.Short(deltaP), text.Limit(most, math.Floor), why)
	}
	for _, a := range p.Axes() {
		if most := s.tank.size(int(a)) / (period(p) / deltaP); s.periodic[a] && deltaP > most*(1+tolerance) {
			return fmt.Errorf("--deltap is %s m, but must be at most %s m: the flow is only %s m long along %v, along which it is periodic, and particles would meet their own images",
				text.Short(deltaP), text.Limit(most, math.Floor), text.Number(s.tank.size(int(a))), a)
		}
	}
	return nil
}

// coarsest is the greatest spacing [m], and why it is not greater: two particles go into
// each box.
func (s *scene) coarsest(axes []sph.Axis) (most float64, why string) {
	most = math.Inf(1)
	if s.supports > 0 {
		most, why = s.supports, "coarser ones make the inner walls, which are as thick as the support of the kernel, too thick"
	}
	fits := func(name string, b box) {
		for _, a := range axes {
			if size := b.size(int(a)); size/2 < most {
				most, why = size/2, fmt.Sprintf("%s is only %s m along %v", name, text.Number(size), a)
			}
		}
	}
	fits("the "+s.called(), s.tank)
	for _, w := range s.water {
		fits((&solid{name: w.name, path: w.path}).called(), w.box)
	}
	for i := range s.solids {
		if o := &s.solids[i]; !o.thickens {
			fits(o.called(), o.box)
		}
	}
	return most, why
}
