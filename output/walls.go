package output

import (
	"math"

	"gpusph/sph"
)

// surfel is a piece of a wall's surface that looks into the domain, half a spacing
// from a particle.
type surfel struct {
	position, normal vec
}

// maxCells is how many places are looked at, at most, to find the surface of
// walls; a bit each.
const maxCells = 1 << 32

// surface are the particles of walls that are of no body and have, on the
// lattice of the given spacing, a free place beside them that is between walls;
// normals point there. Its box is from low to high.
func surface(s *sph.Snapshot, spacing float64) (surfels []surfel, low, high vec) {
	var walls []int32 // indices
	for i, x := range s.Position {
		if s.Type[i] != sph.Wall || s.Body[i] != 0 {
			continue
		}
		p := point(x)
		if len(walls) == 0 {
			low, high = p, p
		}
		for a := range 3 {
			low[a], high[a] = min(low[a], p[a]), max(high[a], p[a])
		}
		walls = append(walls, int32(i))
	}
	if len(walls) == 0 {
		return nil, low, high
	}
	// One cell per place, and around them some that count as full.
	var size [3]int
	cells := 1.0
	for a := range 3 {
		n := math.Round((high[a]-low[a])/spacing) + 3
		size[a] = int(n)
		cells *= n
	}
	if !(cells < maxCells) {
		return nil, low, high
	}
	stride := [3]int{1, size[0], size[0] * size[1]}
	full := make([]uint64, int(cells)/64+1)
	fill := func(i int) { full[i/64] |= 1 << (i % 64) }
	for a := range 3 {
		b, c := (a+1)%3, (a+2)%3
		for i := range size[b] {
			for j := range size[c] {
				first := i*stride[b] + j*stride[c]
				fill(first)
				fill(first + (size[a]-1)*stride[a])
			}
		}
	}
	place := func(p vec) (i int) {
		for a := range 3 {
			i += stride[a] * int((p[a]-low[a])/spacing+1.5)
		}
		return i
	}
	for _, i := range walls {
		fill(place(point(s.Position[i])))
	}
	for _, i := range walls {
		var normal vec
		p := point(s.Position[i])
		at := place(p)
		for a := range 3 {
			for side := -1; side <= 1; side += 2 {
				if n := at + side*stride[a]; full[n/64]>>(n%64)&1 == 0 {
					normal[a] += float64(side)
				}
			}
		}
		if normal != (vec{}) {
			normal = normal.unit()
			surfels = append(surfels, surfel{p.plus(normal.times(spacing / 2)), normal})
		}
	}
	for i, q := range surfels {
		if i == 0 {
			low, high = q.position, q.position
		}
		for a := range 3 {
			low[a], high[a] = min(low[a], q.position[a]), max(high[a], q.position[a])
		}
	}
	return surfels, low, high
}
