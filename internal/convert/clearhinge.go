package convert

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Clearance of a body that is hinged on a wall: the sine of the angle to which it turns freely.
const freeTurn = 0.35

// clearHinge lifts a box that is hinged on a wall off it. Without collisions in the definition the
// box turns about the hinge through the wall; here the wall would hold it, as if it were clamped.
func (r *reader) clearHinge(e *element, b *casefile.Body) {
	if b.Box == nil || b.Hinge == nil || r.rigid {
		return
	}
	about := axisOf(b.Hinge.Axis)
	box := extent{b.Box.Min, b.Box.Max}
	for k := range 6 {
		axis := k / 2
		face := *side(&box, k)
		if about < 0 || axis == about || math.Abs(b.Hinge.At[axis]-face) > r.dp/2 ||
			!r.wallAt(k, b.Hinge.At) {
			continue
		}
		wide := 3 - axis - about // the third axis
		gap := tidy(min(r.dp, freeTurn*(box.high[wide]-box.low[wide])/2))
		high := box.high[axis] - box.low[axis]
		if gap > high/4 {
			continue
		}
		if b.Density != nil {
			denser := *b.Density * high / (high - gap)
			b.Density = &denser
		}
		*side(&box, k) -= outwards(k) * gap
		b.Box.Min, b.Box.Max = tidied(box.low), tidied(box.high)
		r.near(e, "the body %q begins %s m off the wall that it is hinged on, as bodies do not turn "+
			"through walls here; it is as heavy as before", b.Name, text.Exact(gap))
	}
}

// wallAt reports whether a wall is at a point of the side k of a body.
func (r *reader) wallAt(k int, x vec) bool {
	if !slices.Contains(r.c.Domain.Open, sides[k]) && !r.periodic[k/2] &&
		math.Abs(x[k/2]-*side(&r.domain, k)) < r.dp {
		return true
	}
	for i := range r.c.Walls {
		shape, known := bounds(r.c.Walls[i].Shape)
		if !known {
			continue
		}
		within := true
		for a := range 3 {
			within = within && x[a] > shape.low[a]-r.dp && x[a] < shape.high[a]+r.dp
		}
		if within {
			return true
		}
	}
	return false
}
