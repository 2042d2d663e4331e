package geometry

// Walls and gaps of a mesh that are thinner than a length.

import (
	"math"
	"slices"
)

// thinness is where opposite faces are close.
type thinness struct {
	count int
	least float64
	where []Vec // the thinnest first
}

// thin looks from points of all triangles, about a length apart, along their normals: back for
// walls, forward for gaps. Of faces at an edge only those count that nearly face each other.
func (m *Mesh) thin(length float64) (walls, gaps thinness) {
	type place struct {
		at    Vec
		width float64
	}
	const opposite = -0.7
	var found [2][]place
	var buffer [32]hit
	for i := range m.corners {
		t, n := m.triangle(i), m.normals[i]
		longest := max(distance(t[0], t[1]), distance(t[1], t[2]), distance(t[2], t[0]))
		parts := int(min(math.Ceil(longest/length), 16))
		for u := range parts {
			for v := range parts - u {
				p, q := (float64(u)+1.0/3)/float64(parts), (float64(v)+1.0/3)/float64(parts)
				x := along(along(t[0], p, sub(t[1], t[0])), q, sub(t[2], t[0]))
				least := [2]float64{length, length}
				for _, h := range m.hits(x, n, buffer[:0]) {
					if int(h.triangle) == i || dot(m.normals[h.triangle], n) > opposite {
						continue
					}
					if h.t > 0 {
						least[1] = min(least[1], h.t)
					} else {
						least[0] = min(least[0], -h.t)
					}
				}
				for k := range 2 {
					if least[k] < length {
						found[k] = append(found[k], place{x, least[k]})
					}
				}
			}
		}
	}
	for k, to := range [2]*thinness{&walls, &gaps} {
		slices.SortStableFunc(found[k], func(a, b place) int {
			switch {
			case a.width < b.width:
				return -1
			case a.width > b.width:
				return 1
			}
			return 0
		})
		to.count = len(found[k])
		for _, p := range found[k][:min(len(found[k]), places)] {
			to.where = append(to.where, p.at)
		}
		if len(found[k]) > 0 {
			to.least = found[k][0].width
		}
	}
	return walls, gaps
}
