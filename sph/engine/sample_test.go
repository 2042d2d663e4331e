package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// A sample tells how far densities of the fluid go, not those of walls, and how many particles have
// one that is far off.
func TestDensities(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic} {
		for _, devices := range []int{1, 3} {
			c := column(0.05)
			c.Params.Boundary = boundary
			q := &c.Particles
			fluid := 0
			for i := range q.Type {
				if q.Type[i] == sph.Wall {
					q.RelDensity[i] = 3
					continue
				}
				q.RelDensity[i] = []float32{0.19, -0.19, 0.21, -0.25, 0.1}[fluid%5]
				fluid++
			}
			s := start(t, c, Options{System: open(t, devices), Stripe: 100})
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			if want := 2 * fluid / 5; math.Abs(float64(m.Stray-want)) > 1 {
				t.Errorf("%v, %d devices: %d densities are far off, want %d of %d", boundary, devices, m.Stray, want, fluid)
			}
			if math.Abs(m.Density[0]-750) > 1e-3 || math.Abs(m.Density[1]-1210) > 1e-3 {
				t.Errorf("%v, %d devices: densities are between %v, want 750 and 1210", boundary, devices, m.Density)
			}
		}
	}
}

// The front is half a spacing before the particle of fluid with the greatest x, on any number of
// devices.
func TestFront(t *testing.T) {
	for _, c := range []*sph.Case{column(0.05), inPlane(column(0.05), 0.2)} {
		want := math.Inf(-1)
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Fluid {
				want = max(want, x[0]+c.Params.DeltaP/2)
			}
		}
		for _, devices := range []int{1, 3} {
			m, err := start(t, c, Options{System: open(t, devices)}).Sample()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(m.Front-want) > 1e-6 {
				t.Errorf("%d dimensions, %d devices: the front is at %g m, not %g m", c.Params.Dim, devices, m.Front, want)
			}
		}
	}
}
