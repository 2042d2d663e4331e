package cuda_test

import (
	"math/rand/v2"
	"testing"

	"gpusph/cuda"
)

// crowd is random particles, a third of them walls, at rest or not.
func crowd(n int, random *rand.Rand) []particle {
	var all []particle
	for range n {
		p := particle{wall: random.IntN(3) == 0, rel: 0.01 * random.Float32()}
		for a := range 3 {
			p.at[a] = 0.5 + 7*random.Float64()
			p.vel[a] = random.Float32() - 0.5
		}
		all = append(all, p)
	}
	return all
}

// Arithmetic loads no neighbour: nothing that happens to one changes its sums,
// which are over as many all the same.
func TestArithmetic(t *testing.T) {
	const n = 600
	for _, boundary := range []string{"dynamic", "dummy"} {
		kernel := cuda.Arithmetic(boundary)
		for _, f := range forms {
			s := newScene(t, f, [3]float64{8, 8, 8}, crowd(n, rand.New(rand.NewPCG(6, 6))))
			p := everything(s.physics("wendland"))
			before, _ := s.forces(kernel, p)
			s.stream.Fill(s.p.Vel, 0, 16*n/2) // of the first half
			s.stream.Fill(s.packed, 0, 8*n/2)
			after, _ := s.forces(kernel, p)
			for _, id := range s.order[n/2:] {
				if before[id] != after[id] {
					t.Fatalf("%s, %v: %v became %v with another's velocity", kernel, f, before[id], after[id])
				}
				if !s.particles[id].wall && before[id] == ([4]float32{}) {
					t.Fatalf("%s, %v: no sum over the neighbours of particle %d", kernel, f, id)
				}
			}
		}
	}
}
