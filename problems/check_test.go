package problems

import (
	"math"
	"testing"

	"gpusph/problems/scene"
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
func checkClosed(t testing.TB, c *sph.Case, b scene.Box, reach float64, out func([3]float64) [3]float64, skip func(axis int, top bool) bool) {
	t.Helper()
	p := &c.Particles
	g := newGrid(p, reach, func(i int) bool { return p.Type[i] == sph.Wall })
	points := func(axis int) []float64 {
		n := int(math.Ceil(b.Size(axis) / (0.45 * c.Params.DeltaP)))
		x := make([]float64, n+1)
		for i := range x {
			x[i] = b.Min[axis] + b.Size(axis)*float64(i)/float64(n)
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
			x[a] = b.Min[a]
			if top {
				x[a] = b.Max[a]
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

// checkMass fails unless the fluid has the mass of volume at the mean of its densities, or at ρ0
// where it has materials.
func checkMass(t testing.TB, c *sph.Case, volume float64) {
	t.Helper()
	n, mean := float64(c.Particles.Count(sph.Fluid)), 0.0
	for i, kind := range c.Particles.Type {
		if kind == sph.Fluid {
			mean += float64(c.Particles.RelDensity[i]) / n
		}
	}
	if len(c.Materials) > 0 {
		mean = 0
	}
	mass := c.FluidMass()
	if want := c.Params.Rho0 * volume * (1 + mean); math.Abs(mass/want-1) > 3e-5 {
		t.Errorf("the fluid has %.15g kg, not %.15g", mass, want)
	}
}

// restPressure is the pressure at a depth in still water, by Tait's equation of state and dp/dz =
// -ρ g; 0 above the surface [Pa].
func restPressure(p *sph.Params, depth float64) float64 {
	ratio := math.Pow(1+6*9.81*max(0, depth)/(p.C0*p.C0), 1.0/6) // of densities
	return p.Rho0 * p.C0 * p.C0 / 7 * (math.Pow(ratio, 7) - 1)
}

// checkRest fails unless the fluid below one level begins with the pressure of rest, that of
// several levels, or with a free side, with no more than at the highest level, and walls before
// fluid with the pressure that continues the fluid's.
func checkRest(t testing.TB, c *sph.Case, tank scene.Box, level func(x [3]float64) float64) {
	t.Helper()
	p := &c.Particles
	highest, lowest := 0.0, math.Inf(1)
	for u := range 20 {
		for v := range 20 {
			x := [3]float64{tank.Max[0] * (float64(u) + 0.5) / 20, tank.Max[1] * (float64(v) + 0.5) / 20}
			highest, lowest = max(highest, level(x)), min(lowest, level(x))
		}
	}
	rests := highest == lowest && len(c.RotatingFrame.Angles) == 0
	near := newGrid(p, c.Params.Support(), func(i int) bool { return p.Type[i] == sph.Fluid })
	for i, x := range p.Position {
		if p.Velocity[i] != [3]float32{} {
			t.Fatalf("particle at %v moves", x)
		}
		got, want := c.Params.Pressure(float64(p.RelDensity[i])), restPressure(&c.Params, highest-x[2])
		off := 1e-4*want + 0.05
		if !rests {
			off += 1e-3 * restPressure(&c.Params, highest)
		}
		switch q := tank.Nearest(x); {
		case p.Type[i] == sph.Wall && (!c.Params.Boundary.HasState() || near.nearest(q, -1) > 2.5*c.Params.H && level(q) == 0):
			if got != 0 && !c.Params.Boundary.HasState() {
				t.Fatalf("a wall without a state has %g Pa at %v", got, x)
			}
		case rests && math.Abs(got-want) > off, got > 1.1*want+off && len(c.RotatingFrame.Angles) > 0, got > want+off && len(c.RotatingFrame.Angles) == 0, got < 0:
			t.Fatalf("the pressure of a %v particle at %v is %g Pa, where that of rest is %g", p.Type[i], x, got, want)
		}
	}
}
