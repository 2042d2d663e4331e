package geometry

// The edges of a mesh, and the triangles that have them.

import (
	"cmp"
	"slices"
)

// edges are those of a mesh, by their points.
type edges struct {
	points [][2]int32 // the lower number first
	first  []int32    // where an edge's sides begin; one more at the end
	sides  []side     // in the order of triangles
	of     [][3]int32 // the edges of the triangles
}

// side is that of a triangle from corner k to k+1.
type side struct{ triangle, k int32 }

// triangles that have edge i.
func (e *edges) at(i int) []side { return e.sides[e.first[i]:e.first[i+1]] }

// edges are sorted by counting: a map of millions of them would take longer than all else.
func (m *Mesh) edges() *edges {
	ends := func(i, k int) (low, high int32) {
		c := &m.corners[i]
		p, q := c[k], c[(k+1)%3]
		return min(p, q), max(p, q)
	}
	begin := make([]int32, len(m.points)+1)
	for i := range m.corners {
		for k := range 3 {
			low, _ := ends(i, k)
			begin[low+1]++
		}
	}
	for p := range m.points {
		begin[p+1] += begin[p]
	}
	type half struct {
		high int32
		side
	}
	halves, next := make([]half, 3*len(m.corners)), slices.Clone(begin)
	for i := range m.corners {
		for k := range 3 {
			low, high := ends(i, k)
			halves[next[low]] = half{high, side{int32(i), int32(k)}}
			next[low]++
		}
	}
	e := &edges{of: make([][3]int32, len(m.corners)), sides: make([]side, 0, len(halves))}
	for p := range m.points {
		some := halves[begin[p]:begin[p+1]]
		slices.SortStableFunc(some, func(a, b half) int { return cmp.Compare(a.high, b.high) })
		for i, h := range some {
			if i == 0 || h.high != some[i-1].high {
				e.points = append(e.points, [2]int32{int32(p), h.high})
				e.first = append(e.first, int32(len(e.sides)))
			}
			e.of[h.triangle][h.k] = int32(len(e.points) - 1)
			e.sides = append(e.sides, h.side)
		}
	}
	e.first = append(e.first, int32(len(e.sides)))
	return e
}
