package engine

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/features/porous"
	"gpusph/gpu"
	"gpusph/sph"
)

// openStrict opens n host devices with strict kernels, whose text GPUs run too;
// those that open opens use vectors where the processor has them. The strict ones
// add neighbours one by one, so that which others are in a list, too far away to
// count, changes no bit.
func openStrict(t testing.TB, n int) *gpu.System { return openAs(t, n, gpu.Options{Strict: true}) }

// openEight opens n with vectors of eight lanes at most.
func openEight(t testing.TB, n int) *gpu.System { return openAs(t, n, gpu.Options{Lanes: 8}) }

func openAs(t testing.TB, n int, o gpu.Options) *gpu.System {
	t.Helper()
	system, err := gpu.Open(slices.Repeat([]string{"host"}, n), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	return system
}

// forms are both.
var forms = map[string]func(testing.TB, int) *gpu.System{"strict": openStrict, "fast": open}

// particle is what a device holds of one: position in quanta, velocity [m/s],
// ρ/ρ0 - 1.
type particle struct {
	Pos [3]int32
	W   uint32
	Vel [3]float32
	Rel float32
}

// held is the particles as the devices hold them, by id; those that have left
// the domain are missing. Snapshot's densities have too few digits left of
// ρ/ρ0 - 1 to be compared with anything.
func held(t testing.TB, s *Simulation) map[uint32]particle {
	t.Helper()
	c, err := s.CopyState()
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[uint32]particle)
	for _, part := range c.Parts {
		for i := range len(part.Of[sph.IDField]) / 4 {
			var p particle
			record := append(append([]byte(nil), part.Of[sph.PositionField][16*i:16*i+16]...), part.Of[sph.VelocityField][16*i:16*i+16]...)
			if _, err := binary.Decode(record, binary.LittleEndian, &p); err != nil {
				t.Fatal(err)
			}
			if cuda.IsImage(p.W) {
				continue
			}
			all[binary.LittleEndian.Uint32(part.Of[sph.IDField][4*i:])] = p
		}
	}
	return all
}

// advance takes a number of steps.
func advance(t testing.TB, s *Simulation, steps int) (last sph.Progress) {
	t.Helper()
	for to := int(s.clock.Step) + steps; int(s.clock.Step) < to; {
		p, err := s.Advance(to - int(s.clock.Step))
		if err != nil {
			t.Fatal(err)
		}
		if p.Steps > 0 {
			last = p
		}
		if p.Done {
			break
		}
	}
	return last
}

// corner is a small block of fluid on a floor and at a wall. All about the particles is random:
// places, off a lattice by up to a tenth of a spacing; velocities, up to 0.5 m/s along each axis;
// densities, from -0.5 to 2 %, and of walls from 0 (half of them) to 1 %.
func corner(seed uint64) *sph.Case {
	const dp = 0.04
	random := rand.New(rand.NewPCG(seed, 1))
	about := func(size float64) float64 { return size * (2*random.Float64() - 1) }
	c := &sph.Case{Name: "corner", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Min, p.Max = [3]float64{-4 * dp, -4 * dp, -4 * dp}, [3]float64{11 * dp, 11 * dp, 11 * dp}
	p.Mass = p.Rho0 * dp * dp * dp
	p.Gravity = [3]float64{1.5, -2.5, -9.81}
	p.LJForce = 0.5
	for x := -3; x < 5; x++ {
		for y := range 6 {
			for z := -3; z < 6; z++ {
				if x >= 0 && z == 5 {
					continue
				}
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				for a := range at {
					at[a] += about(0.1 * dp)
				}
				kind := sph.Fluid
				if x < 0 || z < 0 {
					kind = sph.Wall
				}
				c.Particles.Add(at, kind, 0)
				i := c.Particles.Len() - 1
				if kind == sph.Wall {
					c.Particles.RelDensity[i] = float32(max(0, about(0.01)))
					continue
				}
				c.Particles.RelDensity[i] = float32(0.0075 + about(0.0125))
				for a := range 3 {
					c.Particles.Velocity[i][a] = float32(about(0.5))
				}
			}
		}
	}
	return c
}

// withOracle skips a test that has an oracle under the race detector: the oracle is serial, and ten
// times slower there.
func withOracle(t testing.TB) {
	if underRace {
		t.Skip("nothing in the oracle can race")
	}
}

// onOneDevice skips a test of a flow on one device under the race detector: it has no goroutines
// that the tests on several devices lack.
func onOneDevice(t testing.TB) {
	if underRace {
		t.Skip("tests on several devices have the same goroutines")
	}
}

// newOracle starts where s does: at the case's particles, at the positions that
// s rounds to.
func newOracle(t testing.TB, s *Simulation) *oracle {
	withOracle(t)
	c := s.Case
	o := &oracle{p: c.Params}
	if porous.Of(c) != nil {
		o.porous = &oraclePorous{}
	}
	for i, x := range c.Particles.Position {
		v := c.Particles.Velocity[i]
		o.fluid = append(o.fluid, c.Particles.Type[i] == sph.Fluid)
		o.masses = append(o.masses, c.MassOf(i))
		o.now.x = append(o.now.x, s.grid.Position(s.grid.Fixed(x)))
		o.now.v = append(o.now.v, vector{float64(v[0]), float64(v[1]), float64(v[2])})
		o.now.rho = append(o.now.rho, c.Params.Rho0*(1+float64(c.Particles.RelDensity[i])))
		o.now.c = append(o.now.c, 0)
		if values := c.Particles.Extra["Surface"]; values != nil {
			n := values[4*i:]
			o.surfaces = append(o.surfaces, oracleSurface{vector{float64(n[0]), float64(n[1]), float64(n[2])}, float64(n[3])})
		}
		if values := c.Particles.Extra["Scalar"]; values != nil {
			o.now.c[i] = float64(values[i])
		}
	}
	o.soak(&o.now, o.now.x, 0)
	o.now.opens = nil // files do not have it, and flows begin with 0
	return o
}

// variants are all combinations of kernel, laminar viscosity and boundary with Molteni-Colagrossi
// diffusion, and each other diffusion and form of laminar viscosity with one of them.
func variants() map[string]func(*sph.Params) {
	all := make(map[string]func(*sph.Params))
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for boundary := range sph.Boundary(len(sph.Boundaries)) {
			for _, nu := range []float64{0, 0.02} {
				all[fmt.Sprintf("%v, %v, nu %g", kernel, boundary, nu)] = func(p *sph.Params) {
					p.Kernel, p.Boundary, p.Nu = kernel, boundary, nu
				}
			}
		}
	}
	for _, diffusion := range []sph.Diffusion{sph.NoDiffusion, sph.Fourtakas} {
		all["diffusion "+diffusion.String()] = func(p *sph.Params) { p.Diffusion = diffusion }
	}
	all["diffusion antuono"] = func(p *sph.Params) { p.Diffusion = sph.Antuono }
	all["correction"] = func(p *sph.Params) { p.Boundary, p.Further.Correction = sph.Dynamic, true }
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		all["monaghan-gingold, "+boundary.String()] = func(p *sph.Params) { p.Boundary, p.Nu, p.Laminar = boundary, 0.02, sph.MonaghanGingold }
	}
	return all
}

// A time step is what the equations say, for every force kernel there is and
// every diffusion, in the strict form and in the fast one. Any error of a term, a
// sign, a factor, of the order in which walls' values are used or of the time
// step's rule shows.
func TestStepAgainstOracle(t *testing.T) {
	all := variants()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			all[name](&c.Params)
			stepsAgainstOracle(t, c)
		})
	}
}

// stepsAgainstOracle takes steps of a case, in each form of the kernels.
func stepsAgainstOracle(t *testing.T, c *sph.Case) {
	var o *oracle
	var begun oracleState
	sims := make(map[string]*Simulation)
	for form, system := range forms {
		sims[form] = start(t, c, Options{System: system(t, 1)})
		o = newOracle(t, sims[form])
		begun = o.now
	}
	for _, test := range []struct {
		steps, until int
		tolerance    disagreement
	}{{1, 1, oneStep(c.Params.Boundary)}, {7, 8, afterManySteps}} {
		for range test.steps {
			o.step()
		}
		for form, s := range sims {
			dt := advance(t, s, test.steps).Dt
			if d := compare(t, s, o, begun, dt); !(d.worst(test.tolerance) < 1) {
				t.Errorf("%s, after %d steps: %+v, tolerated %+v", form, test.until, d, test.tolerance)
			} else {
				t.Logf("%s, after %d steps: %.1e", form, test.until, d)
			}
		}
	}
}

// Each limit of the time step, in a flow in which it is the least, and a fixed
// one. What the forces of the step before the last allow is not what those of now do.
func TestTimeStepAgainstOracle(t *testing.T) {
	withOracle(t)
	var less, more int
	tests := []struct {
		name   string
		change func(*sph.Params)
		steps  int
		limit  func(p *sph.Params, force, greatest float64) float64
	}{
		{"sound", func(p *sph.Params) {}, 20, func(p *sph.Params, _, rho float64) float64 {
			return p.CFL * p.H / (p.C0 * math.Pow(rho/p.Rho0, 3))
		}},
		{"acceleration", func(p *sph.Params) { p.Gravity[2] = 1.5e4 }, 3, func(p *sph.Params, force, _ float64) float64 {
			return p.CFL * math.Sqrt(p.H/force)
		}},
		{"viscosity", func(p *sph.Params) { p.Nu, p.Alpha = 2, 0 }, 10, func(p *sph.Params, _, _ float64) float64 {
			return 0.125 * p.H * p.H / p.Nu
		}},
		{"viscosity along pairs", func(p *sph.Params) { p.Nu, p.Alpha, p.Laminar = 2, 0, sph.MonaghanGingold }, 10, func(p *sph.Params, _, _ float64) float64 {
			return 7. / 18 * 0.125 * p.H * p.H / p.Nu
		}},
		{"artificial viscosity", func(p *sph.Params) { p.Alpha = 10 }, 10, func(p *sph.Params, _, _ float64) float64 {
			return 0.75 * p.H / (p.Alpha * p.C0)
		}},
		{"both viscosities", func(p *sph.Params) { p.Alpha, p.Nu = 4, 2 }, 10, func(p *sph.Params, _, _ float64) float64 {
			return 0.125 * p.H * p.H / (p.Nu + p.Alpha*p.C0*p.H/6)
		}},
		{"density diffusion", func(p *sph.Params) { p.Xi = 1 }, 10, func(p *sph.Params, _, _ float64) float64 {
			return 0.125 * p.H / (p.Xi * p.C0)
		}},
		{"fixed", func(p *sph.Params) { p.Dt = 1e-4 }, 10, func(p *sph.Params, _, _ float64) float64 { return 1e-4 }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := corner(2)
			test.change(&c.Params)
			s := start(t, c, Options{System: open(t, 1)})
			o := newOracle(t, s)
			first := o.rates(o.now, predictor)
			greatest := 0.0
			for i, rho := range o.now.rho {
				if o.fluid[i] {
					greatest = max(greatest, rho)
				}
			}
			if want := test.limit(&c.Params, first.force, greatest); c.Params.Dt == 0 && math.Abs(first.dt-want) > 1e-12*want {
				t.Fatalf("the time step is %g s, but %s would make it %g s: the test does not test it", first.dt, test.name, want)
			}
			for step := range test.steps {
				if own := o.rates(o.now, predictor).dt; step > 0 && own < o.dtNext*(1-1e-5) {
					less++
				} else if step > 0 && own > o.dtNext*(1+1e-5) {
					more++
				}
				o.step()
				if p := advance(t, s, 1); math.Abs(p.Dt-o.dt) > 2e-6*o.dt {
					t.Errorf("step %d: dt is %.9g s, want %.9g s", step, p.Dt, o.dt)
				}
			}
		})
	}
	if less == 0 || more == 0 {
		t.Errorf("the own forces of %d steps would make them shorter, of %d longer: the test does not tell them apart", less, more)
	}
}

// The comparison is worth something: an oracle with 1 % more of a term, or with
// another option, disagrees by far more than what is tolerated.
func TestOracleSeesErrors(t *testing.T) {
	onePercent := func(p *float64) { *p *= 1.01 }
	tests := []struct {
		name   string
		change func(*sph.Params) // of both
		mutate func(*sph.Params) // of the oracle
	}{
		{"alpha", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.Alpha) }},
		{"nu", func(p *sph.Params) { p.Nu = 0.02 }, func(p *sph.Params) { onePercent(&p.Nu) }},
		{"nu along pairs", func(p *sph.Params) { p.Nu, p.Laminar = 0.02, sph.MonaghanGingold }, func(p *sph.Params) { onePercent(&p.Nu) }},
		{"form of the laminar viscosity", func(p *sph.Params) { p.Nu, p.Laminar = 0.02, sph.MonaghanGingold }, func(p *sph.Params) { p.Laminar = sph.Morris }},
		{"xi", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.Xi) }},
		{"mass", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.Mass) }},
		{"h", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.H) }},
		{"c0", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.C0) }},
		{"gravity", func(p *sph.Params) { p.Gravity[0] *= 10 }, func(p *sph.Params) { onePercent(&p.Gravity[0]) }},
		{"cfl", func(p *sph.Params) {}, func(p *sph.Params) { onePercent(&p.CFL) }},
		{"gravity of fourtakas", func(p *sph.Params) { p.Diffusion = sph.Fourtakas }, func(p *sph.Params) { p.Diffusion = sph.MolteniColagrossi }},
		{"gravity of dummy walls", func(p *sph.Params) { p.Boundary = sph.Dummy }, func(p *sph.Params) { onePercent(&p.Gravity[2]) }},
		{"lennard-jones force", func(p *sph.Params) { p.Boundary = sph.LennardJones }, func(p *sph.Params) { onePercent(&p.LJForce) }},
		{"lennard-jones radius", func(p *sph.Params) { p.Boundary = sph.LennardJones }, func(p *sph.Params) { onePercent(&p.LJRadius) }},
		{"kernel", func(p *sph.Params) {}, func(p *sph.Params) { p.Kernel = sph.CubicSpline }},
		{"quintic kernel", func(p *sph.Params) { p.Kernel = sph.Quintic }, func(p *sph.Params) { p.Kernel = sph.Wendland }},
		{"h of the quintic kernel", func(p *sph.Params) { p.Kernel = sph.Quintic }, func(p *sph.Params) { onePercent(&p.H) }},
		{"limiter", limited(sph.Dynamic), func(p *sph.Params) { onePercent(&p.Further.Limiter) }},
		{"floor of the limiter", limited(sph.Dynamic), func(p *sph.Params) { p.Further.LimiterFloor += 0.01 }},
		{"limiter at dummy walls", limited(sph.Dummy), func(p *sph.Params) { onePercent(&p.Further.Limiter) }},
		{"walls", func(p *sph.Params) { p.Boundary = sph.Dummy }, func(p *sph.Params) { p.Boundary = sph.Dynamic }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := corner(1)
			test.change(&c.Params)
			s := start(t, c, Options{System: open(t, 1)})
			o := newOracle(t, s)
			begun := o.now
			o.step()
			p := advance(t, s, 1)
			tolerance := oneStep(c.Params.Boundary)
			if d := compare(t, s, o, begun, p.Dt); !(d.worst(tolerance) < 1) {
				t.Fatalf("without an error: %+v", d)
			}
			o = newOracle(t, s)
			o.masses = nil
			test.mutate(&o.p)
			o.step()
			d := compare(t, s, o, begun, p.Dt)
			if worst := d.worst(tolerance); !(worst > 10) {
				t.Errorf("the error is not seen: %+v, tolerated %+v", d, tolerance)
			} else {
				t.Logf("%.0f times what is tolerated", worst)
			}
		})
	}
}
