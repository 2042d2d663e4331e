package problems

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// The column has its mass per metre of width, whatever its size and the spacing. It lies in one
// plane, as do the walls, which have none in front and behind.
func TestDambreakColumn(t *testing.T) {
	for _, v := range []struct {
		args          string
		deltaP        float64
		width, height float64
		c0            float64 // [m/s]
		wide, high    int     // particles of fluid
	}{
		{"", 0, 0.05715, 0.1143, 10.59, 40, 80},
		{"--ratio 4 --column 0.028575", 0, 0.028575, 0.1143, 10.59, 40, 160},
		{"--ratio 1 --column 1", 0.06, 1, 1, 31.32, 17, 17},
		{"--ratio 1 --column 1 --h-factor 0.8", 0.03, 1, 1, 31.32, 33, 33},
	} {
		for boundary, layers := range map[string]func(support float64) int{
			"dummy": func(support float64) int { return int(math.Ceil(support - 1e-9)) }, "lennard-jones": func(float64) int { return 1 },
		} {
			c := setup(t, "DambreakColumn", v.deltaP, append(strings.Fields(v.args), "--boundary", boundary)...)
			if err := c.Check(); err != nil {
				t.Fatal(err)
			}
			p, q := &c.Params, &c.Particles
			fluid := q.Count(sph.Fluid)
			if fluid != v.wide*v.high {
				t.Errorf("%q: there are %d particles of %g kg/m, not %d x %d", v.args, fluid, p.Mass, v.wide, v.high)
			}
			if p.Dim != 2 || math.Abs(p.C0-v.c0) > 0.01 || math.Abs(c.End-7.5*math.Sqrt(v.width/9.81)) > 1e-9 {
				t.Errorf("%q: %d dimensions, c0 %g m/s, until %g s", v.args, p.Dim, p.C0, c.End)
			}
			checkMass(t, c, v.width*v.height)
			nx, nz := math.Round(15*v.width/p.DeltaP), math.Round(2*v.height/p.DeltaP)
			n := layers(p.Support() / (15 * v.width / nx))
			if walls := q.Count(sph.Wall); walls != (int(nx)+2*n)*n+2*n*int(nz) {
				t.Errorf("%q, %s: there are %d wall particles in %d layers", v.args, boundary, walls, n)
			}
			for i, x := range q.Position {
				if x[1] != 0 {
					t.Fatalf("%q: particle %d is at %v", v.args, i, x)
				}
				inside := x[0] > 0 && x[2] > 0 && x[0] < v.width && x[2] < v.height
				if inside != (q.Type[i] == sph.Fluid) {
					t.Fatalf("%q: particle %d at %v is of type %d", v.args, i, x, q.Type[i])
				}
				corner := columnPressure(v.width, v.height, 0, 0)
				if off := p.Pressure(float64(q.RelDensity[i]))/(p.Rho0*gravity) - columnPressure(v.width, v.height, x[0], x[2]); inside && math.Abs(off) > 1.5/float64(v.wide)*corner {
					t.Fatalf("%q: the pressure of particle %d at %v is %.2g m of water off, where the most is %.2g", v.args, i, x, off, corner)
				}
			}
		}
	}
	for args, want := range map[string]string{"--ratio 0": "--ratio is 0", "--column -1": "--column is -1", "--c0 1": "--c0 is 1"} {
		if _, err := trySetup("DambreakColumn", 0, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if _, err := trySetup("DambreakColumn", 0.03); err == nil || !strings.Contains(err.Error(), "must be at most 0.0285 m: the column is only 0.05715 m along x") {
		t.Error(err)
	}
}

// The tank of Lobovsky et al.: a wall at 1.61 m, with sensors 3, 15, 30 and 80 mm over the floor.
func TestFarWall(t *testing.T) {
	c := setup(t, "DambreakColumn", 0.01, "--ratio", "0.5", "--column", "0.6", "--far-wall", "1.61")
	if n := c.Particles.Count(sph.Fluid); n != 60*30 {
		t.Errorf("there are %d particles of fluid", n)
	}
	for i, x := range c.Particles.Position {
		if inside := x[0] > 0 && x[0] < 1.61 && x[2] > 0; inside != (c.Particles.Type[i] == sph.Fluid) {
			t.Fatalf("particle %d at %v is of type %d", i, x, c.Particles.Type[i])
		}
	}
	for k, z := range []float64{0.003, 0.015, 0.03, 0.08} {
		if at := c.Probes[k].Position; math.Abs(at[0]-1.61) > 1e-9 || math.Abs(at[2]-z) > 1e-9 {
			t.Errorf("sensor %s is at %v, not %g m over the floor", c.Probes[k].Name, at, z)
		}
	}
	if len(c.Gauges) != 3 {
		t.Errorf("there are %d gauges in the tank", len(c.Gauges))
	}
	if _, err := trySetup("DambreakColumn", 0.01, "--ratio", "0.5", "--column", "0.6", "--far-wall", "0.7"); err == nil || !strings.Contains(err.Error(), "--far-wall is 0.7") {
		t.Error(err)
	}
}
