package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// A particle at rest feels nothing half a spacing above a wall, also over edges and corners that
// stick out, and where a curved wall has steps. Nearer than a quarter it is pushed off.
func TestHeightOverWalls(t *testing.T) {
	onOneDevice(t)
	const dp = 0.01
	at := func(x, y, z float64) [3]float64 { return [3]float64{x * dp, y * dp, z * dp} }
	drum := func(x, y, z float64) bool { return math.Hypot(x-27, z+13) > 30 }
	slope := func(x, y, z float64) bool { return z < 0.4*x }
	for _, test := range []struct {
		name   string
		wall   func(x, y, z float64) bool
		at     [3]float64
		pushed bool
	}{
		{"floor", func(x, y, z float64) bool { return z < 0 }, at(0.5, 0.5, 0.5), false},
		{"floor", func(x, y, z float64) bool { return z < 0 }, at(0.5, 0.5, 0.15), true},
		{"last row of an edge", func(x, y, z float64) bool { return z < 0 && x < 0 }, at(-0.5, 0.5, 0.5), false},
		{"last row of an edge", func(x, y, z float64) bool { return z < 0 && x < 0 }, at(-0.5, 0.5, 0.15), true},
		{"last row but one", func(x, y, z float64) bool { return z < 0 && x < 0 }, at(-1.5, 0.5, 0.6), false},
		{"beside an edge", func(x, y, z float64) bool { return z < 0 && x < 0 }, at(0.25, 0.5, 0.5), false},
		{"corner that sticks out", func(x, y, z float64) bool { return z < 0 && x < 0 && y < 0 }, at(-0.5, -0.5, 0.5), false},
		{"corner that sticks out", func(x, y, z float64) bool { return z < 0 && x < 0 && y < 0 }, at(-0.5, -0.5, 0.1), true},
		{"in an edge", func(x, y, z float64) bool { return z < 0 || x < 0 }, at(0.8, 0.5, 0.8), false},
		{"in an edge", func(x, y, z float64) bool { return z < 0 || x < 0 }, at(0.1, 0.5, 0.1), true},
		{"steps of a drum", drum, at(0.5, 0.5, 0.5), false},
		{"steps of a slope", slope, at(0.5, 0.5, 0.5), false},
		{"steps of a slope", slope, at(0.5, 0.5, 0.05), true},
		{"in a corner", func(x, y, z float64) bool { return z < 0 || x < 0 || y < 0 }, at(0.1, 0.1, 0.1), true},
	} {
		for k := range 2 * len(sph.Kernels) {
			kernel, plane := sph.Kernel(k/2), k%2 == 1
			if plane && test.at[1] < 0 {
				continue // an edge in a plane is none of these
			}
			c := &sph.Case{Name: test.name, Params: sph.Defaults(dp), End: 1}
			p := &c.Params
			p.C0, p.Gravity, p.Kernel = 40, [3]float64{}, kernel
			p.Min, p.Max = at(-8, -8, -8), at(8, 8, 8)
			p.Mass = p.Rho0 * dp * dp * dp
			for x := -5.5; x < 6; x++ {
				for y := -5.5; y < 6; y++ {
					for z := -5.5; z < 6; z++ {
						if test.wall(x, y, z) {
							c.Particles.Add(at(x, y, z), sph.Wall, 0)
						}
					}
				}
			}
			place := test.at
			if kernel == sph.Quintic && test.pushed && test.name == "corner that sticks out" {
				place[2] -= 0.4 * dp // its wide support takes the particle for half a spacing higher than it is
			}
			c.Particles.Add(place, sph.Fluid, 0)
			if plane {
				inPlane(c, 0)
			}
			s := start(t, c, Options{System: open(t, 1)})
			if _, err := s.Advance(1); err != nil {
				t.Fatal(err)
			}
			snapshot, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			speed := 0.0
			for i, v := range snapshot.Velocity {
				if snapshot.Type[i] == sph.Fluid {
					speed = math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2]))
				}
			}
			if pushed := speed > 0; pushed != test.pushed {
				t.Errorf("%s, %v, %d dimensions: at %.3g m its speed becomes %g m/s, so it is pushed: %v", test.name, kernel, p.Dim, place, speed, pushed)
			}
		}
	}
}
