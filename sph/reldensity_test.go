package sph

import (
	"math"
	"testing"
)

// TestRelDensities: each particle is compared with the density of its own fluid.
func TestRelDensities(t *testing.T) {
	c := &Case{Params: Defaults(0.1)}
	c.Params.Mass = 1
	c.Materials = []Material{{Mass: 1, Properties: Properties{Kind: "water"}},
		{Mass: 0.001, Properties: Properties{Kind: "air", Rho0: 1}}}
	for range 2 {
		c.Particles.Add([3]float64{}, Fluid, 0)
	}
	c.Particles.Material = []uint8{0, 1}
	c.Particles.RelDensity = []float32{0.01, -0.02}
	off := c.Snapshot().RelDensities()
	for i, want := range c.Particles.RelDensity {
		if got := off(i); math.Abs(got-float64(want)) > 1e-6 {
			t.Errorf("particle %d is off by %g, want %g", i, got, want)
		}
	}
}
