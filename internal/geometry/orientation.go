package geometry

// Which triangles of a mesh are inside out.

import (
	"cmp"
	"math"
	"slices"
)

// body is triangles that hang together by edges.
type body struct {
	triangles []int32
	closed    bool
}

// orientation sorts the triangles to bodies, and finds those that differ from most of their body in
// the order of their corners.
func (m *Mesh) orientation(e *edges) (bodies []body, inverted []int32) {
	next := m.neighbours(e)
	turned := make([]int8, len(m.corners)) // 0: not seen yet, 1 as the first of its body, -1 not
	for i := range m.corners {
		if turned[i] != 0 {
			continue
		}
		turned[i] = 1
		b := body{triangles: []int32{int32(i)}, closed: true}
		var area [2]float64 // of those with 1, with -1
		for n := 0; n < len(b.triangles); n++ {
			t := b.triangles[n]
			c := m.corners[t]
			if a := m.triangle(int(t)); turned[t] > 0 {
				area[0] += norm(cross(sub(a[1], a[0]), sub(a[2], a[0])))
			} else {
				area[1] += norm(cross(sub(a[1], a[0]), sub(a[2], a[0])))
			}
			for k := range 3 {
				p, q := c[k], c[(k+1)%3]
				other := next[t][k]
				if other < 0 {
					b.closed = b.closed && len(e.at(int(e.of[t][k]))) > 1
					continue
				}
				if turned[other] != 0 {
					continue
				}
				turned[other] = turned[t]
				if m.runs(other, p, q) { // neighbours should have their edge the other way
					turned[other] = -turned[t]
				}
				b.triangles = append(b.triangles, other)
			}
		}
		few := int8(-1)
		if area[1] > area[0] {
			few = 1
		}
		for _, t := range b.triangles {
			if turned[t] == few {
				inverted = append(inverted, t)
			}
		}
		bodies = append(bodies, b)
	}
	return bodies, inverted
}

// neighbours are the triangles beyond the three edges of each, or -1. At an edge with four or more,
// as where two bodies touch, they are those with the solid between them.
func (m *Mesh) neighbours(e *edges) [][3]int32 {
	next := make([][3]int32, len(m.corners))
	for i := range next {
		next[i] = [3]int32{-1, -1, -1}
	}
	for i := range e.points {
		at := e.at(i)
		if len(at) > 2 {
			at = m.wedges(e.points[i], at)
		}
		for k := 0; k+1 < len(at); k += 2 {
			a, b := at[k], at[k+1]
			next[a.triangle][a.k], next[b.triangle][b.k] = b.triangle, a.triangle
		}
	}
	return next
}

// wedges sorts the sides of triangles at an edge to pairs that have the solid between them, or to
// nothing if half of them do not run the other way.
func (m *Mesh) wedges(edge [2]int32, at []side) []side {
	const same = 1e-6 // angle of triangles that lie on each other
	type blade struct {
		side
		angle   float64
		forward bool // runs along the edge: the solid is at lower angles
	}
	from := m.points[edge[0]]
	axis := unit(sub(m.points[edge[1]], from))
	u, v := across(axis)
	blades, ahead := make([]blade, len(at)), 0
	for i, s := range at {
		c := m.corners[s.triangle]
		d := sub(m.points[c[(s.k+2)%3]], from)
		blades[i] = blade{s, fullTurn(math.Atan2(dot(d, v), dot(d, u))), c[s.k] == edge[0]}
		if blades[i].forward {
			ahead++
		}
	}
	if 2*ahead != len(at) {
		return nil
	}
	slices.SortStableFunc(blades, func(a, b blade) int { return cmp.Compare(a.angle, b.angle) })
	for i := 1; i < len(blades); i++ { // one angle for those that lie on each other
		if blades[i].angle-blades[i-1].angle < same {
			blades[i].angle = blades[i-1].angle
		}
	}
	for i := len(blades) - 1; i > 0 && blades[i].angle > 2*math.Pi-same+blades[0].angle; i-- {
		blades[i].angle = blades[0].angle
	}
	slices.SortStableFunc(blades, func(a, b blade) int {
		if c := cmp.Compare(a.angle, b.angle); c != 0 || a.forward == b.forward {
			return c
		}
		if a.forward {
			return -1 // a wedge ends before the next one begins
		}
		return 1
	})
	// Each wedge begins with a blade that runs back and ends with the next one that runs along.
	begin := slices.IndexFunc(blades, func(b blade) bool { return !b.forward })
	var open, pairs []side
	for i := range 2 * len(blades) {
		switch b := blades[(begin+i)%len(blades)]; {
		case !b.forward && i < len(blades):
			open = append(open, b.side)
		case b.forward && len(open) > 0 && !slices.Contains(pairs, b.side):
			pairs = append(pairs, open[len(open)-1], b.side)
			open = open[:len(open)-1]
		}
	}
	return pairs
}

// runs reports whether a triangle has an edge from p to q.
func (m *Mesh) runs(triangle, p, q int32) bool {
	c := m.corners[triangle]
	for k := range 3 {
		if c[k] == p && c[(k+1)%3] == q {
			return true
		}
	}
	return false
}
