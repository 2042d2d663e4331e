package convert

// Walls that slide along themselves: they move on, and come back in on the other side.

import (
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// slides gives walls that move on along an axis that was periodic their velocity instead of a
// motion, and reports whether it did. DualSPHysics takes their particles from one side to the
// other; here zones close the axis, and such walls would leave the flow.
func (r *reader) slides(e *element, m *casefile.Motion, ref int) bool {
	axis := r.onAlong(m)
	if axis < 0 {
		return false
	}
	last := len(m.Times) - 1
	speed := tidy(m.Displacements[last][axis] / m.Times[last])
	found := false
	for k := range r.c.Walls {
		if r.wallMarks[k] != ref {
			continue
		}
		shape, known := bounds(r.c.Walls[k].Shape)
		if !known || shape.low[axis] > r.domain.low[axis]+1.5*r.dp ||
			shape.high[axis] < r.domain.high[axis]-1.5*r.dp {
			return false
		}
		found = true
	}
	for k := range r.c.Walls {
		if found && r.wallMarks[k] == ref {
			v := [3]float64{}
			v[axis] = speed
			r.c.Walls[k].Velocity = &v
		}
	}
	if found {
		r.inform(e, "the walls slide along themselves at %s m/s: particles that leave at the one "+
			"end would come in at the other", text.Exact(speed))
	}
	return found
}

// onAlong is the axis that zones have closed along which a motion goes on evenly from the start to
// the end, or -1.
func (r *reader) onAlong(m *casefile.Motion) int {
	last := len(m.Times) - 1
	for axis := range 3 {
		if !r.zoned[axis] || m.Displacements[last][axis] == 0 {
			continue
		}
		for k, t := range m.Times {
			even := vec{}
			even[axis] = m.Displacements[last][axis] * t / m.Times[last]
			for i, x := range m.Displacements[k] {
				if math.Abs(x-even[i]) > 1e-6*r.dp {
					return -1
				}
			}
		}
		return axis
	}
	return -1
}
