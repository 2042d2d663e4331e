package geometry

// Triangles of a mesh that go through each other.

// crossings counts the pairs of triangles of which an edge of one goes through the other, and tells
// where.
func (m *Mesh) crossings() (count int, where []Vec) {
	type pair struct{ a, b int32 }
	stack := []pair{{0, 0}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b := &m.nodes[p.a], &m.nodes[p.b]
		if !overlap(&a.box, &b.box) {
			continue
		}
		switch {
		case a.leaf() && b.leaf():
			for i := a.first; i < a.last; i++ {
				first := b.first
				if p.a == p.b {
					first = i + 1
				}
				for j := first; j < b.last; j++ {
					if x, ok := m.crosses(i, j); ok {
						count++
						if len(where) < places {
							where = append(where, x)
						}
					}
				}
			}
		case p.a == p.b:
			stack = append(stack, pair{a.right, a.right}, pair{p.a + 1, a.right}, pair{p.a + 1, p.a + 1})
		case b.leaf() || !a.leaf() && a.last-a.first > b.last-b.first:
			stack = append(stack, pair{a.right, p.b}, pair{p.a + 1, p.b})
		default:
			stack = append(stack, pair{p.a, b.right}, pair{p.a, p.b + 1})
		}
	}
	return count, where
}

func overlap(a, b *Box) bool {
	for i := range 3 {
		if a.Max[i] < b.Min[i] || b.Max[i] < a.Min[i] {
			return false
		}
	}
	return true
}

// crosses reports whether an edge of triangle i goes through j, or the other way. Edges that end at
// a corner of the other do not count.
func (m *Mesh) crosses(i, j int32) (Vec, bool) {
	c, d := m.corners[i], m.corners[j]
	for range 2 {
		for k := range 3 {
			p, q := c[k], c[(k+1)%3]
			if p == d[0] || p == d[1] || p == d[2] || q == d[0] || q == d[1] || q == d[2] {
				continue
			}
			if x, ok := m.through(m.points[p], m.points[q], j); ok {
				return x, true
			}
		}
		c, d, i, j = d, c, j, i
	}
	return Vec{}, false
}

// through is where the line from p to q goes through the inside of a triangle.
func (m *Mesh) through(p, q Vec, triangle int32) (Vec, bool) {
	t, n := m.triangle(int(triangle)), m.normals[triangle]
	h, g := dot(n, sub(p, t[0])), dot(n, sub(q, t[0]))
	little := 1e-9 * m.size // what only touches does not go through
	if min(h, g) > -little || max(h, g) < little {
		return Vec{}, false
	}
	x := along(p, h/(h-g), sub(q, p))
	for k := range 3 {
		a, b := t[k], t[(k+1)%3]
		if dot(n, cross(sub(b, a), sub(x, a))) <= little*distance(a, b) {
			return Vec{}, false
		}
	}
	return x, true
}
