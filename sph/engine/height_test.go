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
	floor := func(x, y, z float64) bool { return z < 0 }
	edge := func(x, y, z float64) bool { return z < 0 && x < 0 }
	corner := func(x, y, z float64) bool { return z < 0 && x < 0 && y < 0 }
	inEdge := func(x, y, z float64) bool { return z < 0 || x < 0 }
	inCorner := func(x, y, z float64) bool { return z < 0 || x < 0 || y < 0 }
	for _, test := range []struct {
		name   string
		wall   func(x, y, z float64) bool
		at     [3]float64
		pushed bool
	}{
		{"floor", floor, at(0.5, 0.5, 0.5), false},
		{"floor", floor, at(0.5, 0.5, 0.15), true},
		{"last row of an edge", edge, at(-0.5, 0.5, 0.5), false},
		{"last row of an edge", edge, at(-0.5, 0.5, 0.15), true},
		{"last row but one", edge, at(-1.5, 0.5, 0.6), false},
		{"beside an edge", edge, at(0.25, 0.5, 0.5), false},
		{"corner that sticks out", corner, at(-0.5, -0.5, 0.5), false},
		{"corner that sticks out", corner, at(-0.5, -0.5, 0.1), true},
		{"in an edge", inEdge, at(0.8, 0.5, 0.8), false},
		{"in an edge", inEdge, at(0.1, 0.5, 0.1), true},
		{"steps of a drum", drum, at(0.5, 0.5, 0.5), false},
		{"steps of a slope", slope, at(0.5, 0.5, 0.5), false},
		{"steps of a slope", slope, at(0.5, 0.5, 0.05), true},
		{"in a corner", inCorner, at(0.1, 0.1, 0.1), true},
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
				// its wide support takes the particle for half a spacing higher than it is
				place[2] -= 0.4 * dp
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
				t.Errorf("%s, %v, %d dimensions: at %.3g m its speed becomes %g m/s, so it is pushed: %v",
					test.name, kernel, p.Dim, place, speed, pushed)
			}
		}
	}
}

// On a lattice at rest the spring of dummy walls pushes nothing, whatever the shape of the wall,
// the kernel and how far it reaches: without it fluid without weight and pressure stays at rest.
func TestSpringsAreAtRestOnLattices(t *testing.T) {
	onOneDevice(t)
	const dp = 0.01
	shapes := map[string]func(x, z float64) bool{
		"edge":              func(x, z float64) bool { return x < 0 && z < 0 },
		"in an edge":        func(x, z float64) bool { return x < 0 || z < 0 },
		"plate":             func(_, z float64) bool { return z > 0 && z < 1 },
		"end of two layers": func(x, z float64) bool { return x < 0 && z > 0 && z < 2 },
		"step":              func(x, z float64) bool { return z < 0 || x < 0 && z < 1 },
		"slope":             func(x, z float64) bool { return z < x/2 },
		"disc":              func(x, z float64) bool { return x*x+z*z < 27 },
	}
	for name, wall := range shapes {
		for k, reach := range []float64{1.3, 1.5, 2, 2.5} {
			kernel := sph.Kernel(k % len(sph.Kernels))
			c := &sph.Case{Name: name, Params: sph.Defaults(dp), End: 1}
			p := &c.Params
			p.C0, p.Gravity, p.Kernel, p.H, p.Alpha = 40, [3]float64{}, kernel, reach*dp, 0
			p.Boundary = sph.Dummy
			p.Min, p.Max = [3]float64{-0.12, 0, -0.12}, [3]float64{0.12, 0.01, 0.12}
			for x := -11.5; x < 12; x++ {
				for z := -11.5; z < 12; z++ {
					kind := sph.Fluid
					if wall(x, z) {
						kind = sph.Wall
					}
					c.Particles.Add([3]float64{x * dp, 0.5 * dp, z * dp}, kind, 0)
				}
			}
			inPlane(c, 0)
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 1)
			snapshot, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			fastest := 0.0
			for i, v := range snapshot.Velocity {
				if snapshot.Type[i] == sph.Fluid {
					fastest = max(fastest, math.Hypot(float64(v[0]), float64(v[2])))
				}
			}
			// the spring at a height of 0; positions are rounded
			most := snapshot.Time * math.Pow(p.C0/2/dp, 2) * dp / 4
			if !(fastest < 1e-4*most) {
				t.Errorf("%s, %v, h/dp %g: a particle is pushed to %g m/s, a spring may to %g m/s", name,
					kernel, reach, fastest, most)
			}
		}
	}
}

// heightByNearest is the least height over a face at a distance from the nearest wall particle.
func (o *oracle) heightByNearest(r float64) float64 {
	dp := o.p.DeltaP
	return math.Sqrt(max(r*r-3./8*dp*dp, 0)) - dp/2
}

// height is that over the face of a wall, by Σ -∇W, by Σ -r W' and by the mean of r² in this. Where
// the wall has less around than a flat one, the size of the first counts, too.
func (o *oracle) height(size, all, mean float64) float64 {
	half := o.p.DeltaP / 2
	if o.flat == nil {
		o.flat = []flatWall{o.flatWall(0), o.flatWall(half)}
	}
	at, above := o.flat[0], o.flat[1]
	byMean := (mean - at.mean) / (above.mean - at.mean) * half
	bySize := (at.size - size) / (at.size - above.size) * half
	return byMean + max(1-all/at.all, 0)*max(bySize-byMean, 0)
}
