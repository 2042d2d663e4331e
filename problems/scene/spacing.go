package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/opening"
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

// leastAcross are the spacings across an opening at least.
const leastAcross = 5

// checkSites refuses an opening of which walls leave little.
func (f *openingFill) checkSites(o *opening.Opening, l *opening.Layout, all int) error {
	p := &f.c.Params
	least := leastAcross
	if p.Dim == 3 {
		least *= leastAcross
	}
	where := f.s.Origin.Metres(o.Centre)
	switch n := len(l.Sites); {
	case n == 0:
		return fmt.Errorf("the %s %q is inside a wall: none of its %d sites around %s is free; move it "+
			"into the fluid, with %s m behind its plane for its buffer", o.Kind(), o.Name, all, where,
			text.Number(l.Thickness()))
	case n < least || 4*n < all:
		return fmt.Errorf("the %s %q is inside a wall: walls take the place of %d of its %d sites "+
			"around %s, or of the %s m behind them; move it, or let it be smaller", o.Kind(), o.Name,
			all-n, all, where, text.Number(l.Thickness()))
	}
	return nil
}

// checkDry refuses an inlet that nothing says where to be wet.
func (f *openingFill) checkDry(o *opening.Opening, wet int, low float64) error {
	at := f.s.Origin
	switch {
	case wet > 0:
		return nil
	case o.Level != nil && highest(o.Level) <= low:
		return fmt.Errorf("the %s %q is dry: its level is %s m at most, but its lowest edge is at %s m; "+
			"use a higher level, or an opening that reaches lower", o.Kind(), o.Name,
			at.Number(2, highest(o.Level)), at.Number(2, low))
	case o.Level == nil && o.Inlet:
		return fmt.Errorf("the inlet %q is dry: no fluid is at it at first, so nothing says how deep "+
			"the water is that comes in; use level, or a fluid up to it", o.Name)
	}
	return nil
}

// highest is the greatest value of a series.
func highest(s *opening.Series) float64 { return slices.Max(s.Values) }
