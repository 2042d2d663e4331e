package bodies

import (
	"math/rand/v2"
	"testing"

	"gpusph/sph"
)

// TestBallsAroundParticles compares nodes with the nearest of all particles.
func TestBallsAroundParticles(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, dim := range []int{2, 3} {
		c := flow{&sph.Case{Params: sph.Params{Dim: dim, DeltaP: 0.1}}}
		var inside [][3]float64
		for range 40 {
			x := [3]float64{random.Float64(), 0, random.Float64()}
			if dim == 3 {
				x[1] = random.Float64()
			}
			inside = append(inside, x)
		}
		g, near := c.gridAround(inside, 0.05)
		if len(near) < 100 {
			t.Fatalf("only %d nodes are near", len(near))
		}
		for node, got := range g.Of {
			y, want := g.at(node), float32(0.2)
			for _, x := range inside {
				if dim == 2 {
					y[sph.PlaneAxis] = x[sph.PlaneAxis]
				}
				r := sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
				want = min(want, float32(r-0.1/2))
			}
			if got != want {
				t.Errorf("%d dimensions, node %d: %g, not %g", dim, node, got, want)
			}
		}
	}
}
