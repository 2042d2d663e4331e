package measure

import (
	"math"
	"math/rand/v2"

	"gpusph/sph"
)

// slicePairs counts the pairs whose forces each slice computes, as the neighbour
// lists have them: a fluid particle's with all in reach, a wall particle's with
// fluid. Of a large flow, it looks at a random part of the fluid only. slice tells
// the slice of a particle, out of all slices.
func slicePairs(s *sph.Snapshot, slice func(i int) int, slices int) []float64 {
	const enough = 200_000 // fluid particles
	pairs := make([]float64, slices)
	reach := s.Case.Params.Support()
	cell := func(i int) (c [3]int32) {
		for a, x := range s.Position[i] {
			c[a] = int32(math.Floor(float64(x) / reach))
		}
		return c
	}
	cells, fluid := map[[3]int32][]int32{}, 0
	for i := range s.Position {
		c := cell(i)
		cells[c] = append(cells[c], int32(i))
		if s.Type[i] == sph.Fluid {
			fluid++
		}
	}
	random, part := rand.New(rand.NewPCG(1, 2)), enough/float64(max(fluid, 1))
	for i, x := range s.Position {
		if s.Type[i] != sph.Fluid || random.Float64() > part {
			continue
		}
		own, c := slice(i), cell(i)
		for k := range int32(27) {
			for _, j := range cells[[3]int32{c[0] + k%3 - 1, c[1] + k/3%3 - 1, c[2] + k/9 - 1}] {
				y, r2 := s.Position[j], 0.0
				for a := range 3 {
					r2 += float64(x[a]-y[a]) * float64(x[a]-y[a])
				}
				if r2 >= reach*reach || int(j) == i {
					continue
				}
				pairs[own]++
				if s.Type[j] != sph.Fluid {
					pairs[slice(int(j))]++
				}
			}
		}
	}
	return pairs
}
