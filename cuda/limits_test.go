package cuda_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
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

// Gather loads each word of each neighbour: what it makes of them changes for
// those particles that have another in reach of which one bit changes, and for no
// others.
func TestGather(t *testing.T) {
	const n = 300
	random := rand.New(rand.NewPCG(5, 5))
	for _, f := range forms {
		s := newScene(t, f, [3]float64{8, 8, 8}, crowd(n, random))
		before, _ := s.forces(cuda.Gather, s.withWalls(1))
		place := make([]int, n) // of a particle on the device
		for i, id := range s.order {
			place[id] = i
		}
		for range 40 {
			j := random.IntN(n)
			at := s.p.Vel + gpu.Ptr(16*place[j]+4*random.IntN(4))
			if random.IntN(3) == 0 {
				at = s.packed + gpu.Ptr(8*place[j]+4*random.IntN(2))
			}
			var word uint32
			s.download(&word, at)
			s.put(at, word^1<<20)
			after, _ := s.forces(cuda.Gather, s.withWalls(1))
			s.put(at, word)
			for i, p := range s.particles {
				q := s.particles[j]
				apart := math.Hypot(math.Hypot(p.at[0]-q.at[0], p.at[1]-q.at[1]), p.at[2]-q.at[2])
				want := apart < reach && !(p.wall && q.wall)
				if changed := math.Float32bits(before[i][0]) != math.Float32bits(after[i][0]); i != j && changed != want {
					t.Fatalf("%v: a word of particle %d, %.3f m from %d, is loaded for it: %v, want %v", f, j, apart, i, changed, want)
				}
			}
		}
		// Walls that have no state look at nobody, and only their places are loaded.
		same := func(a, b [4]float32) bool { return math.Float32bits(a[0]) == math.Float32bits(b[0]) }
		for _, kind := range []int32{0, 2} {
			before, _ := s.forces(cuda.Gather, s.withWalls(kind))
			for j, p := range s.particles {
				if !p.wall {
					continue
				}
				if before[j][0] != 0 {
					t.Fatalf("%v: a wall of kind %d loads neighbours", f, kind)
				}
				s.put(s.p.Vel+gpu.Ptr(16*place[j]), 1<<20)
			}
			after, _ := s.forces(cuda.Gather, s.withWalls(kind))
			if !slices.EqualFunc(before, after, same) {
				t.Fatalf("%v: velocities of walls of kind %d are loaded", f, kind)
			}
			for j, p := range s.particles {
				if p.wall {
					s.put(s.packed+gpu.Ptr(8*place[j]), 1<<20+uint32(kind)<<12)
				}
			}
			after, _ = s.forces(cuda.Gather, s.withWalls(kind))
			if slices.EqualFunc(before, after, same) {
				t.Fatalf("%v: places of walls of kind %d are not loaded", f, kind)
			}
		}
	}
}

// put writes a word.
func (s *scene) put(at gpu.Ptr, word uint32) {
	s.stream.Upload(at, []byte{byte(word), byte(word >> 8), byte(word >> 16), byte(word >> 24)})
}

// withWalls is physics with a kind of walls, as Physics has it.
func (s *scene) withWalls(wall int32) cuda.Physics {
	p := s.physics("wendland")
	p.Wall = wall
	return p
}

// Arithmetic loads no neighbour: nothing that happens to one changes its sums,
// which are over as many all the same.
func TestArithmetic(t *testing.T) {
	const n = 300
	for _, boundary := range []string{"dynamic", "dummy", "lennard-jones"} {
		kernel := cuda.Arithmetic("wendland", true, boundary)
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
