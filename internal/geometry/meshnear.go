package geometry

// The triangle of a mesh that is nearest to a point, and the sign of the distance there.

import "math"

// deepest is how deep trees are at most: each level has a stack of its own.
const deepest = 96

// near is the nearest point of a mesh.
type near struct {
	at       Vec
	triangle int
	where    int // as nearestOfTriangle says
	away     float64
}

// closest is the nearest point within a distance.
func (m *Mesh) closest(x Vec, within float64) (near, bool) {
	best := within * within
	found := near{triangle: -1}
	type entry struct {
		node int32
		away float64
	}
	var buffer [deepest]entry
	stack := append(buffer[:0], entry{0, squareAway(&m.nodes[0].box, x)})
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if e.away > best {
			continue
		}
		n := &m.nodes[e.node]
		if n.leaf() {
			for i := int(n.first); i < int(n.last); i++ {
				c := &m.corners[i]
				p, where := nearestOfTriangle(x, m.points[c[0]], m.points[c[1]], m.points[c[2]])
				d := sub(x, p)
				if s := dot(d, d); s < best || s == best && found.triangle < 0 {
					best = s
					found = near{at: p, triangle: i, where: where}
				}
			}
			continue
		}
		left, right := entry{node: e.node + 1}, entry{node: n.right}
		left.away, right.away = squareAway(&m.nodes[left.node].box, x),
			squareAway(&m.nodes[right.node].box, x)
		if left.away < right.away {
			left, right = right, left
		}
		if left.away <= best {
			stack = append(stack, left)
		}
		if right.away <= best {
			stack = append(stack, right)
		}
	}
	if found.triangle < 0 {
		return found, false
	}
	found.away = math.Sqrt(best)
	return found, true
}

func squareAway(b *Box, x Vec) float64 {
	u := max(b.Min[0]-x[0], x[0]-b.Max[0], 0)
	v := max(b.Min[1]-x[1], x[1]-b.Max[1], 0)
	w := max(b.Min[2]-x[2], x[2]-b.Max[2], 0)
	return u*u + v*v + w*w
}

// normalAt is the normal of a triangle's inside, edge or corner, such that its side is that of the
// mesh.
func (m *Mesh) normalAt(n near) Vec {
	switch {
	case n.where == 0:
		return m.normals[n.triangle]
	case n.where <= 3:
		if other := m.beside[n.triangle][n.where-1]; other >= 0 {
			if s := add(m.normals[n.triangle], m.normals[other]); norm(s) > 1e-9 {
				return unit(s)
			}
		}
		return m.normals[n.triangle]
	}
	if s := m.around[m.corners[n.triangle][n.where-4]]; norm(s) > 1e-9 {
		return unit(s)
	}
	return m.normals[n.triangle]
}

// Nearest has its sign from the normal at the nearest point (Bærentzen & Aanæs 2005).
func (m *Mesh) Nearest(x Vec, within float64) (Surface, bool) {
	n, ok := m.closest(x, within)
	if !ok {
		return Surface{}, false
	}
	normal := m.normalAt(n)
	inside := dot(normal, sub(x, n.at)) <= 0
	if n.where == 0 {
		if inside {
			n.away = -n.away
		}
		return Surface{n.away, n.at, normal}, true
	}
	return towards(x, n.at, inside, normal), true
}

func (m *Mesh) faces(x Vec, within float64, dst []face) []face {
	var buffer [deepest]int32
	stack := append(buffer[:0], 0)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &m.nodes[at]
		if n.box.away(x) > within {
			continue
		}
		if !n.leaf() {
			stack = append(stack, n.right, at+1)
			continue
		}
		for i := int(n.first); i < int(n.last); i++ {
			t := m.triangle(i)
			if p, _ := nearestOfTriangle(x, t[0], t[1], t[2]); distance(x, p) <= within {
				dst = append(dst, face{kind: triangle, o: t[0], b: t[1], c: t[2], n: m.normals[i]})
			}
		}
	}
	return dst
}
