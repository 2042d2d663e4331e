package problems

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gpusph/problems/scene"
	"gpusph/sph"
)

func TestProblems(t *testing.T) {
	if underRace {
		t.Skip("what it looks at is the same to the race detector in the tests of surfaces, and here it takes minutes")
	}
	for _, flow := range flows {
		for _, boundary := range sph.Boundaries {
			for _, deltaP := range flow.deltaP {
				name := fmt.Sprintf("%s %v %s %g", flow.name, flow.args, boundary, deltaP)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					c := setup(t, flow.name, deltaP, append([]string{"--boundary", boundary}, flow.args...)...)
					if err := c.Check(); err != nil {
						t.Fatal(err)
					}
					p, dp := &c.Particles, c.Params.DeltaP
					checkMass(t, c, flow.volume)
					checkApart(t, c, 0.7*dp)

					tank := scene.Box{Max: flow.tank}
					count := make([]int, flow.bodies+1)
					if len(c.Bodies) != flow.bodies {
						t.Fatalf("there are %d bodies, not %d", len(c.Bodies), flow.bodies)
					}
					for i, x := range p.Position {
						count[p.Body[i]]++
						in := flow.inside(x) && tank.Distance(x) == 0
						switch p.Type[i] {
						case sph.Fluid:
							for a := range 3 {
								if x[a] < 0.4*dp || x[a] > flow.tank[a]-0.4*dp {
									t.Fatalf("fluid at %v is too close to the tank's wall", x)
								}
							}
							for _, s := range flow.solids {
								if s.Distance(x) < 0.4*dp {
									t.Fatalf("fluid at %v is too close to a solid", x)
								}
							}
							if in {
								t.Fatalf("there is fluid in a solid at %v", x)
							}
						case sph.Wall:
							if tank.Distance(x) == 0 && !in {
								t.Fatalf("there is a wall particle in the open at %v", x)
							}
							if p.Body[i] > 0 && !in {
								t.Fatalf("a particle of body %d is out of it at %v", p.Body[i], x)
							}
						}
					}
					for i, n := range count[1:] {
						if n == 0 {
							t.Errorf("body %d has no particles", i+1)
						}
					}

					greatest := greatestStep(tank, dp)
					same := func(x [3]float64) [3]float64 { return x }
					checkClosed(t, c, tank, 0.9*greatest, same, func(axis int, top bool) bool { return flow.open && axis == 2 && top })
					for _, s := range flow.solids {
						greatest := greatestStep(s.Box, dp)
						checkClosed(t, c, s.Box, 0.9*max(dp, greatest), s.Frame().Out, func(int, bool) bool { return false })
					}
					checkRest(t, c, tank, flow.surface)
					checkRoom(t, c, tank, flow.open)
				})
			}
		}
	}
}

// greatestStep is the greatest spacing along an axis of the sites of a box, which are a whole
// number [m].
func greatestStep(b scene.Box, deltaP float64) (step float64) {
	for a := range 3 {
		step = max(step, b.Size(a)/max(1, math.Round(b.Size(a)/deltaP)))
	}
	return step
}

// checkRoom fails unless the domain reaches one support beyond the walls.
func checkRoom(t *testing.T, c *sph.Case, tank scene.Box, open bool) {
	p := &c.Params
	for a := range 3 {
		lo, hi := tank.Min[a], tank.Max[a]
		for _, x := range c.Particles.Position {
			lo, hi = min(lo, x[a]), max(hi, x[a])
		}
		if p.Min[a] > lo-p.Support() || p.Max[a] < hi+p.Support() {
			t.Errorf("the domain is from %g to %g along %v, the particles from %g to %g", p.Min[a], p.Max[a], sph.Axis(a), lo, hi)
		}
	}
	if open && p.Max[2] < tank.Max[2]*1.2 {
		t.Errorf("there is no room above the open tank: %g", p.Max[2])
	}
}

// Every problem as a user meets it first.
func TestDefaults(t *testing.T) {
	for _, create := range All {
		for _, boundary := range sph.Boundaries {
			p := create()
			usual := byDefault(p.Name())
			spacing := 1.3 * p.DeltaP() // which costs half as much
			if boundary == usual.Params.Boundary.String() {
				spacing = p.DeltaP()
			}
			c, err := trySetup(p.Name(), spacing, "--boundary", boundary)
			if carriesNone(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			// they drag nothing along
			if err := c.Check(); err != nil && !(boundary == "lennard-jones" && strings.Contains(err.Error(), "walls that move")) {
				t.Error(err)
			}
			if c.Name != p.Name() || c.Params.DeltaP != spacing || p.Summary() == "" || strings.Contains(p.Summary(), "\n") {
				t.Errorf("%s calls itself %q, with deltap %g and the summary %q", p.Name(), c.Name, c.Params.DeltaP, p.Summary())
			}
			for _, q := range c.Probes {
				if (scene.Box{Min: c.Params.Min, Max: c.Params.Max}).Distance(q.Position) > 0 {
					t.Errorf("probe %s of %s is out of the domain", q.Name, p.Name())
				}
			}
			if len(c.Gauges)+len(c.Probes) == 0 || len(c.Notes) == 0 || !(c.End > 0) {
				t.Errorf("%s has %d gauges, %d probes and %d notes, and ends at %g s", p.Name(), len(c.Gauges), len(c.Probes), len(c.Notes), c.End)
			}
			if boundary == usual.Params.Boundary.String() {
				t.Logf("%s: %d fluid, %d wall: %q", p.Name(), c.Particles.Count(sph.Fluid), c.Particles.Count(sph.Wall), c.Notes)
				// It was made without flags, as other packages' tests do.
				faces := usual.FaceOf
				c.FaceOf, usual.FaceOf = nil, nil // functions are never equal
				if !reflect.DeepEqual(c, usual) {
					t.Errorf("%s is not the same the second time", p.Name())
				}
				usual.FaceOf = faces
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, v := range []struct {
		name        string
		deltaP      float64
		least, most int // fluid
	}{
		{"DamBreak3D", 0.01, 107000, 107500},
		{"BoreInABox", boreDeltaP, 1584000, 1616000},
	} {
		c := setup(t, v.name, v.deltaP)
		n := c.Particles.Count(sph.Fluid)
		t.Logf("%s at deltap %g: %d fluid, %d wall", v.name, v.deltaP, n, c.Particles.Count(sph.Wall))
		if n < v.least || n > v.most {
			t.Errorf("%s at deltap %g has %d fluid particles, not %d to %d", v.name, v.deltaP, n, v.least, v.most)
		}
		if len(c.Particles.Position) != cap(c.Particles.Position) && v.name == "BoreInABox" {
			t.Errorf("%d particles were counted, but %d added", cap(c.Particles.Position), len(c.Particles.Position))
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, v := range []struct {
		name   string
		deltaP float64
		args   string
		want   []string // parts of the sentence
	}{
		{"DamBreak3D", 0, "--kernel wendlant", []string{"--kernel", "wendland, cubic or quintic", "did you mean wendland?"}},
		{"DamBreak3D", 0, "--diffusion molteni", []string{"--diffusion", "did you mean molteni-colagrossi?"}},
		{"DamBreak3D", 0, "--boundary dinamic", []string{"--boundary", "lennard-jones, dynamic, dummy or mdbc", "did you mean dynamic?"}},
		{"DamBreak3D", 0, "--boundary dbc", []string{"--boundary", "did you mean dynamic?"}},
		{"DamBreak3D", 0, "--boundary=", []string{"--boundary"}},
		{"DamBreak3D", 0, "--h-factor 0.5", []string{"--h-factor is 0.5", "from 0.8 to 4", "1.5"}},
		{"DamBreak3D", 0, "--h-factor NaN", []string{"--h-factor is NaN"}},
		{"DamBreak3D", 0, "--c0 2", []string{"--c0 is 2", "from 7.9", "19.8"}},
		{"DamBreak3D", 0, "--c0 -1", []string{"--c0 is -1"}},
		{"DamBreak3D", 0, "--c0 Inf", []string{"--c0 is +Inf", "1500"}},
		{"DamBreak3D", 0, "--alpha -0.1", []string{"--alpha is -0.1", "0.02 to 0.1"}},
		{"DamBreak3D", 0, "--nu -1e-6", []string{"--nu is -1e-6"}},
		{"DamBreak3D", 0, "--xi 2", []string{"--xi is 2", "from 0 to 1"}},
		{"DamBreak3D", 0, "--cfl 0", []string{"--cfl is 0", "0.3"}},
		{"DamBreak3D", 0, "--cfl 1.5", []string{"--cfl is 1.5"}},
		{"DamBreak3D", 0, "--wet-bed 0.5", []string{"--wet-bed is 0.5", "from 0 to 0.4"}},
		{"DamBreak3D", 0, "--wet-bed -1", []string{"--wet-bed is -1"}},
		{"DamBreak3D", 0, "--wet-bed 0.01", []string{"--deltap is 0.02 m", "wet bed", "0.005 m"}},
		{"DamBreak3D", 0, "--obstacles 4", []string{"--obstacles is 4", "from 0 to 3"}},
		{"DamBreak3D", 0, "--obstacles -1", []string{"--obstacles is -1"}},
		{"DamBreak3D", 0.1, "", []string{"--deltap is 0.1 m", "obstacle", "0.06 m"}},
		{"DamBreak3D", 1e-9, "", []string{"--deltap is 1e-9 m", "particles"}},
		{"DamBreak3D", 1e-300, "", []string{"--deltap is 1e-300 m", "at least 1e-9 m"}},
		{"DamBreak3D", math.NaN(), "", []string{"--deltap is NaN", "positive", "0.02"}},
		{"DamBreak3D", math.Inf(1), "", []string{"--deltap is +Inf"}},
		{"BoreInABox", 0, "--variant coridor", []string{"--variant", "wall or corridor", "did you mean corridor?"}},
		{"BoreInABox", 0.1, "", []string{"--deltap is 0.1 m, but must be at most 0.0666 m", "inner walls"}},
		{"Hydrostatic", 0, "--depth 0.6", []string{"--depth is 0.6", "0.5", "--height"}},
		{"Hydrostatic", 0, "--depth 0", []string{"--depth is 0"}},
		{"Hydrostatic", 0, "--length -1", []string{"--length is -1"}},
		{"Hydrostatic", 0, "--width NaN", []string{"--width is NaN"}},
		{"Hydrostatic", 0, "--height 1e9", []string{"--height is 1e9"}},
		{"Hydrostatic", 0, "--depth 0.03", []string{"--deltap is 0.025 m", "water", "0.015 m"}},
		{"DamBreak3D", 0, "--widths 0", []string{"--widths is 0", "from 1 to 1000", "1 is usual"}},
		{"BoreInABox", 0, "--widths -2", []string{"--widths is -2"}},
		{"Hydrostatic", 0, "--widths 1001", []string{"--widths is 1001"}},
		{"Spheric2", 0.1, "", []string{"--deltap is 0.1 m", "box", "0.0805 m"}},
		{"TaylorGreen", 0.12, "", []string{"--deltap is 0.12 m", "at most 0.0666 m", "along x", "its own image"}},
		{"TaylorGreen", 0.08, "--h-factor 2", []string{"--deltap is 0.08 m", "its own image"}},
		{"ShearWave3D", 0, "--drift -1", []string{"--drift is -1", "from 0 to 5"}},
		{"ShearWave3D", 1e-9, "", []string{"--deltap is 1e-9 m", "particles"}},
		{"ShearWave3D", 1e-10, "", []string{"--deltap is 1e-10 m", "at least 1e-9 m"}},
		{"Poiseuille", 1e-3, "", []string{"--deltap is 0.001 m", "at most 0.0005 m", "along z", "side by side"}},
		{"Poiseuille", 0, "--re 0", []string{"--re is 0"}},
		{"LidDrivenCavity", 0.6, "", []string{"--deltap is 0.6 m", "at most 0.5 m", "side by side"}},
		{"LidDrivenCavity", 0, "--speed 0", []string{"--speed is 0"}},
		{"Couette", 0, "--c0 1e-5", []string{"--c0 is 1e-5", "from 5e-5"}},
	} {
		c, err := trySetup(v.name, v.deltaP, strings.Fields(v.args)...)
		if err == nil || c != nil {
			t.Errorf("%s %s at %g is not refused", v.name, v.args, v.deltaP)
			continue
		}
		for _, part := range v.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s %s at %g: %q does not say %q", v.name, v.args, v.deltaP, err, part)
			}
		}
		if testing.Verbose() {
			t.Log(err)
		}
	}
}

func TestOptionsReachParams(t *testing.T) {
	p := setup(t, "damBREAK3d", 0.04, strings.Fields("--kernel Cubic --h-factor 1.5 --c0 0 --alpha 0.2 --nu 1e-6 --laminar monaghan-gingold --diffusion molteni-colagrossi --xi 0.05 --boundary lennard-jones --cfl 0.2")...).Params
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	if p.Kernel != sph.CubicSpline || !near(p.H, 0.06) || !near(p.C0, 10*math.Sqrt(9.81*0.4)) || p.Alpha != 0.2 || p.Nu != 1e-6 || p.Laminar != sph.MonaghanGingold ||
		p.Diffusion != sph.MolteniColagrossi || p.Xi != 0.05 || p.Boundary != sph.LennardJones || p.CFL != 0.2 ||
		!near(p.LJForce, 5*9.81*0.4) || !near(p.Skin, 0.5*p.H) {
		t.Errorf("the options did not arrive: %+v", p)
	}
}

// Walls that are thinner than the support at a coarse spacing are thickened.
func TestThickWalls(t *testing.T) {
	c := setup(t, "BoreInABox", 0.06)
	if !strings.Contains(strings.Join(c.Notes, "\n"), "0.18 m thick") {
		t.Errorf("no note tells that the walls are thicker: %q", c.Notes)
	}
	c = setup(t, "DamBreak3D", 0.05)
	if !strings.Contains(strings.Join(c.Warnings, "\n"), "the obstacle is 2.4 spacings thick (0.12 m, as ") {
		t.Errorf("no warning of the thin obstacle: %q", c.Warnings)
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"dambreak": "DamBreak3D", "DamBrake3D": "DamBreak3D", "bore": "BoreInABox", "hydro": "Hydrostatic", "spheric": "Spheric2", "Hydrostatik": "Hydrostatic",
	} {
		_, err := Find(name)
		if err == nil || !strings.Contains(err.Error(), "did you mean "+want+"?") || !strings.Contains(err.Error(), "gpusph problems") {
			t.Errorf("Find(%q) says %v", name, err)
		}
	}
	seen := make(map[string]bool)
	for _, create := range All {
		name := create().Name()
		for _, spelt := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			if p, err := Find(spelt); err != nil || p.Name() != name {
				t.Errorf("Find(%q) is %v, %v", spelt, p, err)
			}
		}
		if seen[name] {
			t.Errorf("two problems are called %s", name)
		}
		seen[name] = true
	}
}

func ExampleFind() {
	_, err := Find("DamBrake")
	fmt.Println(err)
	// Output: there is no problem "DamBrake"; did you mean DamBreak3D? gpusph problems lists them all
}

func BenchmarkBoreInABox(b *testing.B) {
	for range b.N {
		c := setup(b, "BoreInABox", boreDeltaP)
		b.ReportMetric(float64(c.Particles.Len()), "particles")
	}
}

// The largest spacing that the error names does not depend on the one asked for, and is accepted.
func TestSpacingRange(t *testing.T) {
	for _, v := range []struct {
		problem string
		most    float64
		wanted  string
	}{
		{"DamBreak3D", 0.06, "must be at most 0.06 m"},
		{"BoreInABox", 0.0666, "must be at most 0.0666 m"},
		{"Spheric2", 0.0805, "must be at most 0.0805 m"},
		{"Hydrostatic", 0.2, "must be at most 0.2 m"},
	} {
		for _, deltaP := range []float64{0.3, 0.35, 10, 1e6} {
			p, err := Find(v.problem)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Setup(deltaP); err == nil || !strings.Contains(err.Error(), v.wanted) {
				t.Errorf("%s at %g m: %v", v.problem, deltaP, err)
			}
		}
		setup(t, v.problem, v.most)
		if _, err := trySetup(v.problem, -0.1); err == nil || !strings.Contains(err.Error(), "must be at least 1e-9 m") {
			t.Errorf("%s at -0.1 m: %v", v.problem, err)
		}
	}
}
