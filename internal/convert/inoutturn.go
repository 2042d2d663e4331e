package convert

// Turned zones.

import "math"

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
