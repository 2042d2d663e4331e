package geometry

// Which triangles of a mesh are inside out.

// body is triangles that hang together by edges.
type body struct {
	triangles []int32
	closed    bool
}

// orientation sorts the triangles to bodies, and finds those that differ from most of their body in the order of their corners.
func (m *Mesh) orientation(e *edges) (bodies []body, inverted []int32) {
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
				of := e.at(int(e.of[t][k]))
				if len(of) != 2 {
					b.closed = b.closed && len(of) > 1
					continue
				}
				other := of[0].triangle + of[1].triangle - t
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

// runs says whether a triangle has an edge from p to q.
func (m *Mesh) runs(triangle, p, q int32) bool {
	c := m.corners[triangle]
	for k := range 3 {
		if c[k] == p && c[(k+1)%3] == q {
			return true
		}
	}
	return false
}

// winding is how often the surface goes around x.
func (m *Mesh) winding(x Vec) (n int) {
	var buffer [32]hit
	for _, h := range m.hits(x, Vec{0, 0, 1}, buffer[:0]) {
		if h.t > 0 {
			n -= h.in
		}
	}
	return n
}

// insideOut are points of closed bodies whose triangles do not have the outside in front of them: most of those that are looked at.
func (m *Mesh) insideOut(bodies []body) (where []Vec) {
	const looks = 15
	if len(bodies) == 1 {
		return nil // turned by its volume
	}
	for _, b := range bodies {
		if !b.closed {
			continue
		}
		wrong, n := 0, 0
		for i := 0; i < len(b.triangles); i += max(1, len(b.triangles)/looks) {
			t := b.triangles[i]
			n++
			if m.winding(along(m.centre(t), 1e-7*m.size, m.normals[t])) != 0 {
				wrong++
			}
		}
		if 2*wrong > n {
			where = append(where, m.centre(b.triangles[0]))
		}
	}
	return where
}
