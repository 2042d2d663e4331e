package problems

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// A drop is as round as its lattice lets it be, has its mass but for that of half a row, and as
// much room as it needs.
func TestDropFits(t *testing.T) {
	for _, v := range []struct {
		deltaP  float64
		args    string
		r       float64 // [m]
		longest float64 // semi-axis that is ever reached [m]
		sound   float64 // [m/s]
	}{
		{0.02, "", 1, math.Sqrt2, 10 * math.Sqrt(0.625)},
		{0.003, "--radius 0.1 --rate 3 --omega 3", 0.1, 0.1 * math.Sqrt(2+math.Sqrt(3)), 3 * math.Sqrt2},
		{0.05, "--rate 100 --omega 0", 1, 1.9445, 1000 * math.Sqrt2},
	} {
		c := setup(t, "OscillatingDrop", v.deltaP, strings.Fields(v.args)...)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		p, q := &c.Params, &c.Particles
		if want := p.Rho0 * math.Pi * v.r * v.r; math.Abs(p.Mass*float64(q.Len())-want) > want*v.deltaP/v.r/4 || math.Abs(p.C0-v.sound) > 1e-9*v.sound {
			t.Errorf("%s: %g kg, not %g; sound has %g m/s, not %g", v.args, p.Mass*float64(q.Len()), want, p.C0, v.sound)
		}
		far := 0.0
		for i, x := range q.Position {
			far = max(far, math.Hypot(x[0], x[2]))
			if q.Type[i] != sph.Fluid || x[1] != 0 {
				t.Fatalf("there is a %v at %v", q.Type[i], x)
			}
		}
		if far > v.r || far < v.r-v.deltaP || p.Max[0] < v.longest+p.Support() || p.Min[2] > -v.longest-p.Support() || p.Max[0] > 3*v.longest+p.Support() {
			t.Errorf("%s: the drop reaches to %g m, the domain to %g m", v.args, far, p.Max[0])
		}
	}
}

// A drop begins with the velocities and the pressure at the head of its file.
func TestDropBegins(t *testing.T) {
	c := setup(t, "OscillatingDrop", 0.02, "--rate=2", "--omega=3")
	for i, x := range c.Particles.Position {
		v, pressure := c.Particles.Velocity[i], c.Params.Pressure(float64(c.Particles.RelDensity[i]))
		if want := 1000 * 6.5 * (1 - x[0]*x[0] - x[2]*x[2]); math.Abs(pressure-want) > 0.5 || math.Abs(float64(v[0])-2*x[0]) > 1e-6 || v[1] != 0 || math.Abs(float64(v[2])+2*x[2]) > 1e-6 {
			t.Fatalf("%v has %v m/s and %g Pa, not %g", x, v, pressure, want)
		}
	}
	if f := c.Params.Central; f != (sph.CentralForce{Omega: 3}) {
		t.Errorf("the force is %+v", f)
	}
}

// A square has its mass, turns like a solid, and has the pressure of a double series elsewhere.
func TestSquareBegins(t *testing.T) {
	c := setup(t, "RotatingSquare", 0.05, "--side=2", "--omega=3")
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	p, q := &c.Params, &c.Particles
	if mass := p.Mass * float64(q.Len()); q.Count(sph.Fluid) != 1600 || q.Len() != 1600 || math.Abs(mass-4000) > 1e-6 || math.Abs(p.C0-30*math.Sqrt2) > 1e-9 {
		t.Errorf("%d particles of %g kg in all, sound has %g m/s", q.Len(), mass, p.C0)
	}
	for i, x := range q.Position {
		v, pressure := q.Velocity[i], p.Pressure(float64(q.RelDensity[i]))
		if math.Abs(float64(v[0])-3*x[2]) > 1e-5 || v[1] != 0 || math.Abs(float64(v[2])+3*x[0]) > 1e-5 {
			t.Fatalf("%v has %v m/s", x, v)
		}
		if want := 1000 * 9 * 4 * squarePressure(x[0]/2+0.5, x[2]/2+0.5); math.Abs(pressure-want) > 2 {
			t.Fatalf("%v has %g Pa, not %g", x, pressure, want)
		}
	}
	for _, v := range [][3]float64{{0.5, 0.5, -0.147343}, {0.025, 0.5, -0.0162661}, {0.5, 0.075, -0.0452573}, {0, 0.3, 0}, {0.7, 1, 0}} {
		if got := squarePressure(v[0], v[1]); math.Abs(got-v[2]) > 2e-6 {
			t.Errorf("at %g, %g the pressure is %g, not %g", v[0], v[1], got, v[2])
		}
	}
}
