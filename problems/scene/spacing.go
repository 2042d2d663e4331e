package scene

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// finest is a spacing [m] at which sites can still be counted.
const finest = 1e-9

// checkSpacing refuses spacings at which the lattices would be far from Δp. Whether there is memory
// for fine ones is not asked here.
func (s *Scene) checkSpacing(p *sph.Params) error {
	deltaP := p.DeltaP
	if !(deltaP >= finest) {
		return fmt.Errorf("--deltap is %s m, but must be at least %s m", text.Short(deltaP), text.Number(finest))
	}
	if most, why := s.coarsest(p.Axes()); deltaP > most*(1+Tolerance) {
		return fmt.Errorf("--deltap is %s m, but must be at most %s m: %s", text.Short(deltaP), text.Limit(most, math.Floor), why)
	}
	for _, a := range p.Axes() {
		if most := s.Tank.Size(int(a)) / (Period(p) / deltaP); s.Periodic[a] && deltaP > most*(1+Tolerance) {
			return fmt.Errorf("--deltap is %s m, but must be at most %s m: the flow is only %s m long along %v, along which it is periodic, and particles would meet their own images",
				text.Short(deltaP), text.Limit(most, math.Floor), text.Number(s.Tank.Size(int(a))), a)
		}
	}
	return nil
}

// coarsest is the greatest spacing [m], and why it is not greater: two particles go into
// each box.
func (s *Scene) coarsest(axes []sph.Axis) (most float64, why string) {
	most = math.Inf(1)
	if s.MaxSpacing > 0 {
		most, why = s.MaxSpacing, "coarser ones make the inner walls, which are as thick as the support of the kernel, too thick"
	}
	fits := func(name string, b Box) {
		for _, a := range axes {
			if size := b.Size(int(a)); size/2 < most {
				most, why = size/2, fmt.Sprintf("%s is only %s m along %v", name, text.Number(size), a)
			}
		}
	}
	fits("the "+s.called(), s.Tank)
	for _, w := range s.Pools {
		fits((&Solid{Name: w.Name, Path: w.Path}).called(), w.Box)
	}
	for i := range s.Solids {
		if o := &s.Solids[i]; !o.Thickens {
			fits(o.called(), o.Box)
		}
	}
	return most, why
}
