package convert

// Zones that are turned, and those of several parts.

import (
	"math"
	"slices"
)

// turnZone turns a rectangle about an axis.
func (r *reader) turnZone(z *zoneIn, e *element) error {
	m, err := r.zoneTurn(e)
	if err != nil {
		return err
	}
	turned := func(v vec) vec { return minus(m.of(v), m.of(vec{})) }
	width := turned(z.across(r.plane)[0])
	z.centre, z.along = tidied(m.of(z.centre)), tidied(turned(z.along))
	level := z.across(r.plane)[0]
	z.turn = 180 / math.Pi * math.Atan2(dot(cross(z.along, level), width), dot(level, width))
	if z.turn = math.Remainder(z.turn, 180); math.Abs(z.turn) < 1e-6 {
		z.turn = 0
	}
	box := z.reach(0, 0, r.plane)
	z.low, z.high = tidy(box.low[2]), tidy(box.high[2])
	return nil
}

// zoneTurn is how a zone is turned, clockwise for a viewer who looks against the axis.
func (r *reader) zoneTurn(e *element) (affine, error) {
	angle, err := r.number(e, "angle")
	if err != nil {
		return affine{}, err
	}
	from, err := r.point(e.child("point1"))
	if err != nil {
		return affine{}, err
	}
	to, err := r.point(e.child("point2"))
	if err != nil {
		return affine{}, err
	}
	return turned(from, minus(to, from), -angle*angleUnit(e)*180/math.Pi)
}

// partsOf is a zone for each part of one, with the same values. A discharge is that of all parts,
// so such a zone stays as it is.
func (r *reader) partsOf(e *element) (all []*element) {
	name := map[bool]string{true: "zone2d", false: "zone3d"}[r.plane]
	place := slices.IndexFunc(e.children, func(c *element) bool { return c.name == name })
	if place < 0 || len(e.children[place].children) < 2 ||
		e.child("imposevelocity").child("flowvelocity") != nil {
		return []*element{e}
	}
	for _, part := range e.children[place].children {
		one, at := *e, *e.children[place]
		at.children = []*element{part}
		one.children = slices.Clone(e.children)
		one.children[place] = &at
		all = append(all, &one)
	}
	return all
}
