package scene

import (
	"fmt"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph/opening"
)

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
