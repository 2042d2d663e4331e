package geometry

import (
	"errors"
	"fmt"
	"math"
)

// Side is where the solid of a sheet is: behind its triangles, before them, whose normals are right
// handed, or on both sides alike.
type Side int

const (
	Behind Side = iota
	Before
	BothSides
)

// longestMitre is how much longer than the thickness edges of a solid may be at folds of a sheet.
const longestMitre = 3

// sheet is triangles that go around no volume, with the ways of their corners.
type sheet struct {
	points  []Vec
	corners [][3]int32
	turned  bool  // some triangles were
	ways    []Vec // of points, of length 1 at right angles to level triangles
}

// Thicken makes triangles around the solid of a thickness on a side of an open sheet. Triangles
// that are turned the other way than their neighbours are turned round; the first of a connected
// sheet says which side is which.
func Thicken(triangles []Triangle, thickness float64, side Side) (solid []Triangle, turned bool,
	err error) {
	b := nowhere
	for _, t := range triangles {
		for _, p := range t {
			b = b.with(Box{p, p})
		}
	}
	s := &sheet{}
	var all [][3]int32
	s.points, all = welded(triangles, weldedAt*b.size())
	for _, c := range all {
		if c[0] != c[1] && c[1] != c[2] && c[2] != c[0] {
			s.corners = append(s.corners, c)
		}
	}
	if len(s.corners) == 0 {
		return nil, false, errors.New("the sheet has no triangles")
	}
	if err := s.turn(); err != nil {
		return nil, false, err
	}
	s.findWays()
	front, back := 0.0, -thickness
	switch side {
	case Before:
		front, back = thickness, 0
	case BothSides:
		front, back = thickness/2, -thickness/2
	}
	return s.solid(front, back), s.turned, nil
}

// edge is two points of a sheet, the lower number first.
func edge(i, j int32) [2]int32 { return [2]int32{min(i, j), max(i, j)} }

// turn lets neighbours be turned alike.
func (s *sheet) turn() error {
	around := map[[2]int32][]int{}
	for n, c := range s.corners {
		for k := range 3 {
			e := edge(c[k], c[(k+1)%3])
			around[e] = append(around[e], n)
		}
	}
	for e, some := range around {
		if len(some) > 2 {
			p := s.points[e[0]]
			return fmt.Errorf("%d triangles of the sheet meet in one edge, as at (%.4g, %.4g, %.4g); cut "+
				"it into sheets of which none branches", len(some), p[0], p[1], p[2])
		}
	}
	forward := func(n int, e [2]int32) bool { // from the lower number on
		c := s.corners[n]
		for k := range 3 {
			if c[k] == e[0] && c[(k+1)%3] == e[1] {
				return true
			}
		}
		return false
	}
	known := make([]bool, len(s.corners))
	for first := range s.corners {
		if known[first] {
			continue
		}
		known[first] = true
		for next := []int{first}; len(next) > 0; {
			n := next[len(next)-1]
			next = next[:len(next)-1]
			c := s.corners[n]
			for k := range 3 {
				e := edge(c[k], c[(k+1)%3])
				for _, m := range around[e] {
					alike := m == n || forward(m, e) != forward(n, e)
					switch {
					case known[m] && !alike:
						p := s.points[e[0]]
						return fmt.Errorf("the sheet has one side only, like a Möbius strip, as at (%.4g, "+
							"%.4g, %.4g)", p[0], p[1], p[2])
					case known[m]:
						continue
					case !alike:
						s.corners[m][1], s.corners[m][2] = s.corners[m][2], s.corners[m][1]
						s.turned = true
					}
					known[m] = true
					next = append(next, m)
				}
			}
		}
	}
	return nil
}

// findWays finds how points go to a parallel sheet at the distance 1: with the mean of the normals
// around, weighted with angles, and as much longer as folds need.
func (s *sheet) findWays() {
	normals := make([]Vec, len(s.corners))
	mean := make([]Vec, len(s.points))
	for n, c := range s.corners {
		t := Triangle{s.points[c[0]], s.points[c[1]], s.points[c[2]]}
		normals[n] = unit(cross(sub(t[1], t[0]), sub(t[2], t[0])))
		for k := range 3 {
			u, v := unit(sub(t[(k+1)%3], t[k])), unit(sub(t[(k+2)%3], t[k]))
			mean[c[k]] = along(mean[c[k]], math.Atan2(norm(cross(u, v)), dot(u, v)), normals[n])
		}
	}
	least := make([]float64, len(s.points))
	for i := range least {
		mean[i], least[i] = unit(mean[i]), 1
	}
	for n, c := range s.corners {
		for _, i := range c {
			least[i] = min(least[i], dot(mean[i], normals[n]))
		}
	}
	s.ways = make([]Vec, len(s.points))
	for i := range s.ways {
		s.ways[i] = along(Vec{}, 1/max(least[i], 1.0/longestMitre), mean[i])
	}
}

// solid is what is between two parallel sheets.
func (s *sheet) solid(front, back float64) (all []Triangle) {
	at := func(i int32, by float64) Vec { return along(s.points[i], by, s.ways[i]) }
	open := map[[2]int32][2]int32{} // edges of one triangle, as it goes around
	for _, c := range s.corners {
		all = append(all, Triangle{at(c[0], front), at(c[1], front), at(c[2], front)},
			Triangle{at(c[0], back), at(c[2], back), at(c[1], back)})
		for k := range 3 {
			i, j := c[k], c[(k+1)%3]
			if _, ok := open[edge(i, j)]; ok {
				delete(open, edge(i, j))
			} else {
				open[edge(i, j)] = [2]int32{i, j}
			}
		}
	}
	for _, c := range s.corners { // in their order
		for k := range 3 {
			i, j := c[k], c[(k+1)%3]
			if e, ok := open[edge(i, j)]; ok && e == [2]int32{i, j} {
				all = append(all, Triangle{at(j, front), at(i, front), at(i, back)},
					Triangle{at(j, front), at(i, back), at(j, back)})
			}
		}
	}
	return all
}
