package problems

import (
	"math"
	"slices"
	"testing"

	"gpusph/sph"
)

// setup makes the named problem's case with options as the command line has
// them.
func setup(t testing.TB, name string, deltaP float64, args ...string) *sph.Case {
	t.Helper()
	c, err := trySetup(name, deltaP, args...)
	if err != nil {
		t.Fatalf("%s %v at deltap %g: %v", name, args, deltaP, err)
	}
	return c
}

// grid finds particles near a point.
type grid struct {
	side  float64
	at    [][3]float64
	cells map[int64][]int32
}

// newGrid holds the particles for which keep is true.
func newGrid(p *sph.Particles, side float64, keep func(i int) bool) *grid {
	g := &grid{side: side, at: p.Position, cells: make(map[int64][]int32, p.Len()/4)}
	for i, x := range p.Position {
		if keep(i) {
			k := cellNumber(g.key(x))
			g.cells[k] = append(g.cells[k], int32(i))
		}
	}
	return g
}

func (g *grid) key(x [3]float64) (k [3]int32) {
	for a := range 3 {
		k[a] = int32(math.Floor(x[a] / g.side))
	}
	return k
}

// cellNumber is a cell's own, as long as there are less than a million along each axis.
func cellNumber(k [3]int32) int64 { return int64(k[0])<<42 + int64(k[1])<<21 + int64(k[2]) }

// nearest is the distance from x to the nearest particle other than not, if it
// is less than side.
func (g *grid) nearest(x [3]float64, not int) float64 {
	k, least := g.key(x), math.Inf(1)
	for i := int32(-1); i <= 1; i++ {
		for j := int32(-1); j <= 1; j++ {
			for l := int32(-1); l <= 1; l++ {
				for _, n := range g.cells[cellNumber([3]int32{k[0] + i, k[1] + j, k[2] + l})] {
					if int(n) != not {
						least = min(least, length(x, g.at[n]))
					}
				}
			}
		}
	}
	return least
}

func length(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// checkApart fails where two particles are closer than least, or fluid is
// closer than that to a wall particle with Lennard-Jones walls that pushes at
// once, but for what its weight compresses it.
func checkApart(t testing.TB, c *sph.Case, least float64) {
	t.Helper()
	p := &c.Particles
	g := newGrid(p, c.Params.DeltaP, func(int) bool { return true })
	for i, x := range p.Position {
		if d := g.nearest(x, i); d < least {
			t.Fatalf("particle %d at %v is %g dp from another", i, x, d/c.Params.DeltaP)
		}
	}
	if c.Params.Boundary != sph.LennardJones {
		return
	}
	g = newGrid(p, c.Params.DeltaP, func(i int) bool { return p.Type[i] == sph.Wall })
	for i, x := range p.Position {
		if p.Type[i] == sph.Fluid && g.nearest(x, i) < 0.99*c.Params.LJRadius {
			t.Fatalf("fluid at %v is %g dp from a wall particle, whose force begins at %g dp", x, g.nearest(x, i)/c.Params.DeltaP, c.Params.LJRadius/c.Params.DeltaP)
		}
	}
}

// checkClosed fails where a point of the faces of a box has no wall particle
// within reach. out takes the points to the tank's axes; skip leaves some out.
func checkClosed(t testing.TB, c *sph.Case, b box, reach float64, out func([3]float64) [3]float64, skip func(axis int, top bool) bool) {
	t.Helper()
	p := &c.Particles
	g := newGrid(p, reach, func(i int) bool { return p.Type[i] == sph.Wall })
	points := func(axis int) []float64 {
		n := int(math.Ceil(b.size(axis) / (0.45 * c.Params.DeltaP)))
		x := make([]float64, n+1)
		for i := range x {
			x[i] = b.min[axis] + b.size(axis)*float64(i)/float64(n)
		}
		return x
	}
	for a := range 3 {
		u, v := (a+1)%3, (a+2)%3
		for _, top := range []bool{false, true} {
			if skip(a, top) {
				continue
			}
			var x [3]float64
			x[a] = b.min[a]
			if top {
				x[a] = b.max[a]
			}
			for _, x[u] = range points(u) {
				for _, x[v] = range points(v) {
					if y := out(x); g.nearest(y, -1) > reach {
						t.Fatalf("there is a hole in the face of %v at %v: no wall particle within %g dp", b, y, reach/c.Params.DeltaP)
					}
				}
			}
		}
	}
}

// checkMass fails unless the fluid has the mass of volume.
func checkMass(t testing.TB, c *sph.Case, volume float64) {
	t.Helper()
	mass := c.Params.Mass * float64(c.Particles.Count(sph.Fluid))
	if want := c.Params.Rho0 * volume; math.Abs(mass/want-1) > 1e-12 {
		t.Errorf("the fluid has %.15g kg, not %.15g", mass, want)
	}
}

// restPressure is what dp/dz = -ρ g comes to at a height [m], with p = ρ0 g level at the floor, z = 0, since the water there
// carries the mass of so much; 0 above the surface [Pa].
func restPressure(p *sph.Params, level, z float64) float64 {
	const steps = 20
	at, step := p.Rho0*9.81*level, z/steps
	falls := func(at float64) float64 { return -p.Rho0 * (1 + p.RelativeDensity(max(0, at))) * 9.81 }
	for range steps {
		half := at + step/2*falls(at)
		at += step * falls(half)
	}
	return max(0, at)
}

// checkRest fails unless the pressure of the fluid is hydrostatic below
// level, and that of the walls either hydrostatic below some level or 0.
func checkRest(t testing.TB, c *sph.Case, tank box, level func(x [3]float64) float64) {
	t.Helper()
	p := &c.Particles
	near := newGrid(p, c.Params.Support(), func(i int) bool { return p.Type[i] == sph.Fluid })
	known := map[[2]float64]float64{} // pressures, by level and height
	let := *c                         // with the pressures of the depth, and then let go
	let.Particles.Rel = slices.Clone(p.Rel)
	for i, x := range p.Position {
		if p.Type[i] == sph.Fluid || p.Rel[i] != 0 {
			let.Particles.Rel[i] = float32(c.Params.RelativeDensity(restPressure(&c.Params, level(tank.nearest(x)), x[2])))
		}
	}
	release(&let)
	for i, x := range p.Position {
		q := tank.nearest(x) // what a particle in the tank's wall lies behind
		at := [2]float64{level(q), x[2]}
		want, ok := known[at]
		if !ok {
			want = restPressure(&c.Params, at[0], at[1])
			known[at] = want
		}
		got := c.Params.Pressure(float64(p.Rel[i]))
		if p.Velocity[i] != [3]float32{} {
			t.Fatalf("particle at %v moves", x)
		}
		if p.Type[i] == sph.Wall {
			if !c.Params.Boundary.HasState() || near.nearest(q, -1) > 2.5*c.Params.H && level(q) == 0 {
				want = 0
			} else if level(q) == 0 {
				continue // beside the water's free side: either is right
			}
		}
		if want != 0 {
			want = c.Params.Pressure(float64(let.Particles.Rel[i]))
		}
		if math.Abs(got-want) > 1e-4*want+0.05 {
			t.Fatalf("the pressure of a %v particle at %v is %g Pa, not %g", p.Type[i], x, got, want)
		}
	}
}
