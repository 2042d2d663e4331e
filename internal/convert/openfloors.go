package convert

// Holes in the sides of a tank, where water falls out.

import (
	"math"
	"slices"

	"gpusph/features/openings"
)

// hole is a face of a void in a face that was drawn before.
type hole struct {
	from *element
	in   *item
	side int // of the box of the item
	rect extent
}

// pierce finds the face that the only face of a void lies in.
func (r *reader) pierce(i *item) (h hole, is bool) {
	k := slices.Index([]face{1, 2, 4, 8, 16, 32}, i.skin.faces)
	if k < 0 || i.shape.Box == nil || i.skin.matrix != identity {
		return h, false
	}
	rect := i.skin.box
	*side(&rect, k^1) = *side(&rect, k)
	for _, before := range r.painter.items {
		s := before.skin
		if s == nil || before.stuff != bound || s.box == (extent{}) || s.matrix != identity {
			continue
		}
		for of := range 6 {
			plate := s.box
			*side(&plate, of^1) = *side(&plate, of)
			if s.faces>>of&1 == 1 && of/2 == k/2 && rect.inside(plate, 0.5*r.dp) {
				return hole{i.from, before, of, rect}, true
			}
		}
	}
	return h, false
}

// openHoles makes holes in the sides of the tank free outfalls, for which the domain becomes
// longer.
func (r *reader) openHoles() {
	depth := math.Ceil(2*r.hFactor()-1e-9) * r.dp
	var longer [6]bool
	for n, h := range r.painter.holes {
		k := h.side
		if r.tank == nil || !slices.Contains(r.tank.parts, h.in) || r.tank.faces>>k&1 == 0 {
			r.skip(h.from, "it opens a part of a face that is no side of the tank; draw the faces around it")
			continue
		}
		if !longer[k] {
			longer[k] = true
			at := side(&r.domain, k)
			*at = tidy(*at + outwards(k)*depth)
		}
		low, high := [3]float64(r.domain.low), [3]float64(r.domain.high)
		for a := range 3 { // the next particles of the wall are a spacing beside those of the void
			if a != k/2 && !(r.plane && a == 1) {
				low[a] = tidy(max(low[a], h.rect.low[a]-0.5*r.dp))
				high[a] = tidy(min(high[a], h.rect.high[a]+0.5*r.dp))
			}
		}
		o := openings.Outlet{Name: plain("hole", "", map[string]bool{}), Side: sides[k], Min: &low,
			Max: &high, Free: true}
		if n > 0 {
			o.Name = plain("hole", "", map[string]bool{"hole": true})
		}
		openings.Add(r.c, o, false)
	}
	r.c.Domain.Min, r.c.Domain.Max = r.domain.low, r.domain.high
}
