package start

import (
	"math"
	"strings"
	"testing"

	_ "gpusph/features" // of case files
	"gpusph/internal/casefile"
	"gpusph/problems"
	"gpusph/sph"
)

const dam = `name = "Dam"
spacing = 0.02
end = 0.3
[domain]
min = [0, 0, 0]
max = [1.6, 0.2, 0.6]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.8, 0.2, 0.32] }
`

// setup is a case at a spacing.
func setup(t *testing.T, text string, deltaP float64) *sph.Case {
	t.Helper()
	file, err := casefile.Parse([]byte(text), "case.toml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problems.FromCase(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// of is a case as a source, whose particles are moved and have velocities.
func of(c *sph.Case, move func(x [3]float64) (y, v [3]float64)) *Source {
	s := &Source{Path: "before", Params: c.Params}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall {
			continue
		}
		y, v := move(x)
		rel := 9.81 * (0.256 - y[2]) / (c.Params.C0 * c.Params.C0)
		s.Fluid = append(s.Fluid, Particle{At: y, Velocity: v, Rel: rel})
	}
	return s
}

// sunken is fluid that has become longer and less deep, and turns. Its particles are on no lattice
// of the flow.
func sunken(x [3]float64) (y, v [3]float64) {
	y = [3]float64{1.25 * x[0], x[1], x[2] / 1.25}
	return y, speed(y)
}

func speed(x [3]float64) [3]float64 {
	return [3]float64{1 + x[2], 0.2 * x[0], math.Sin(3 * x[0])}
}

// At half, the same and twice the spacing mass, energy and the centre of mass are kept, and values
// are those of the source.
func TestSpacings(t *testing.T) {
	coarse := setup(t, dam, 0.02)
	s := of(coarse, sunken)
	s.Params.Mass *= 1.1 // of another volume than Δp³, as where a problem gives the fluid's volume
	before := sumsOf(s.Fluid, s.Params.Mass, s.Params.Gravity)
	for deltaP, worst := range map[float64]float64{0.01: 1, 0.02: 1, 0.04: 3} {
		c := setup(t, dam, deltaP)
		walls := c.Particles.Count(sph.Wall)
		note, err := s.Begin(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil || c.Particles.Count(sph.Wall) != walls {
			t.Fatalf("%v; %d walls, not %d", err, c.Particles.Count(sph.Wall), walls)
		}
		var now []Particle
		off := 0.0
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Wall {
				continue
			}
			f := Particle{At: x, Rel: float64(c.Particles.RelDensity[i])}
			want := speed(x)
			for a := range 3 {
				f.Velocity[a] = float64(c.Particles.Velocity[i][a])
				off = max(off, math.Abs(f.Velocity[a]-want[a]))
			}
			now = append(now, f)
		}
		after := sumsOf(now, c.Params.Mass, c.Params.Gravity)
		mass := 100 * math.Abs(after.mass/before.mass-1)
		energy := 100 * math.Abs((after.kinetic+after.falling)/(before.kinetic+before.falling)-1)
		centre := 0.0
		for a, size := range []float64{1, 0.2, 0.256} {
			centre = max(centre, 100*math.Abs(after.centre[a]-before.centre[a])/math.Hypot(1, size))
		}
		t.Logf("%g m: mass %.3f, energy %.3f, centre %.3f %%, velocity %.3f m/s; %s", deltaP, mass,
			energy, centre, off, note)
		if mass > 0.1*worst || energy > worst || centre > 0.1*worst || off > 0.08*worst {
			t.Errorf("%g m: more than 0.1, 1, 0.1 %% and 0.08 m/s", deltaP)
		}
		if want := 6400 * math.Pow(0.02/deltaP, 3); math.Abs(float64(len(now))/want-1) > 1e-3 {
			t.Errorf("%g m: %d particles, want %g", deltaP, len(now), want)
		}
	}
}

// Fluid in a wall of the flow, or where its own cannot come to, is lost and reported.
func TestOtherWalls(t *testing.T) {
	s := of(setup(t, dam, 0.04), func(x [3]float64) (y, v [3]float64) { return x, v })
	const block = `[[wall]]
name = "block"
box = { min = [0.4, 0, 0], max = [0.8, 0.2, 0.6] }
`
	c := setup(t, strings.Replace(dam, "max = [0.8, 0.2, 0.32]", "max = [0.2, 0.2, 0.32]", 1)+block,
		0.04)
	note, err := s.Begin(c)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && x[0] > 0.4 {
			t.Fatalf("fluid at %v, in the block; %s", x, note)
		}
	}
	lost := strings.Join(c.Warnings, "; ")
	if mass := c.Params.Mass * float64(c.Particles.Count(sph.Fluid)); math.Abs(mass/25.6-1) > 0.06 ||
		!strings.Contains(lost, " % of the mass of before is in walls") {
		t.Errorf("%g kg; %s", mass, lost)
	}
}

// A flow that cannot begin so is refused.
func TestRefuses(t *testing.T) {
	s := of(setup(t, dam, 0.04), sunken)
	plane := strings.NewReplacer(", 0.2, ", ", ", "[0, 0, 0]", "[0, 0]")
	flat := "dimension = 2\n" + plane.Replace(dam)
	for text, why := range map[string]string{
		flat:                               "before has 3 dimensions, but the flow has 2",
		dam + "[physics]\nscalar = 1e-4\n": "has the field Scalar",
		dam + "[physics]\nrho0 = 900\n":    "the density 1000 kg/m³, but the flow has 900",
	} {
		_, err := s.Begin(setup(t, text, 0.04))
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, not %s", err, why)
		}
	}
}
