package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// massive gives a case three materials, and each particle of fluid one of them.
func massive(c *sph.Case, ratios ...float64) *sph.Case {
	c.Materials, c.Particles.Material = nil, make([]uint8, c.Particles.Len())
	for k, ratio := range ratios {
		c.Materials = append(c.Materials, sph.Material{Name: fmt.Sprint("fluid ", k), Mass: ratio * c.Params.Mass})
	}
	for i := range c.Particles.Material {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Material[i] = uint8((i*i + i/7) % len(ratios))
		}
	}
	return c
}

// manyMaterials are the names of options that reach each kernel of flows with more than one
// material.
var manyMaterials = map[string]func(*sph.Params){
	"dynamic":       func(p *sph.Params) { p.Boundary = sph.Dynamic },
	"dummy":         func(p *sph.Params) { p.Boundary, p.Nu = sph.Dummy, 0.02 },
	"mdbc":          func(p *sph.Params) { p.Boundary, p.Nu = sph.MDBC, 0.02 },
	"lennard-jones": func(p *sph.Params) { p.Boundary = sph.LennardJones },
	"quintic":       func(p *sph.Params) { p.Kernel, p.Boundary = sph.Quintic, sph.MDBC },
	"antuono":       func(p *sph.Params) { p.Diffusion = sph.Antuono },
	"correction":    func(p *sph.Params) { p.Boundary, p.Further.Correction = sph.Dynamic, true },
	"smagorinsky":   func(p *sph.Params) { p.Further.Smagorinsky = 2 },
	"scalar":        func(p *sph.Params) { p.Further.Scalar = 0.05 },
	"xsph":          func(p *sph.Params) { p.Further.XSPH = 0.5 },
	"shifting":      func(p *sph.Params) { p.Further.Shifting = 2 },
}

// With particles of different masses a step is what the equations say, with the mass of each
// neighbour, for each pass and kernel that has a form of its own.
func TestMaterialsAgainstOracle(t *testing.T) {
	for name, change := range manyMaterials {
		t.Run(name, func(t *testing.T) {
			for form, system := range forms {
				c := massive(corner(1), 1, 0.87, 1.2)
				change(&c.Params)
				if c.Params.Further.Scalar > 0 {
					values := make([]float32, c.Particles.Len())
					for i := range values {
						if c.Particles.Type[i] == sph.Fluid {
							values[i] = float32(i % 5)
						}
					}
					c.Particles.Extra = map[string][]float32{"Scalar": values}
				}
				s := start(t, c, Options{System: system(t, 1)})
				o := newOracle(t, s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				tolerance := oneStep(c.Params.Boundary)
				if c.Params.Further.Shifting > 0 {
					tolerance.quanta = 6 // as in TestShiftingAgainstOracle
				}
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
					t.Errorf("%s: %+v, tolerated %+v", form, d, tolerance)
				}
				o = newOracle(t, s)
				for i := range o.masses {
					if c.Particles.Material[i] == 2 {
						o.masses[i] *= 1.01
					}
				}
				o.step()
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 3) {
					t.Errorf("%s: other masses are not seen: %+v", form, d)
				}
			}
		})
	}
}

// Materials of one mass, in the strict kernels that know masses, are one material, to the last bit.
func TestEqualMaterials(t *testing.T) {
	moving := stirred(sph.Dummy)
	for name, change := range manyMaterials {
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			change(&c.Params)
			equalMaterials(t, c)
		})
	}
	t.Run("moving", func(t *testing.T) { equalMaterials(t, moving) })
}

func equalMaterials(t *testing.T, c *sph.Case) {
	t.Helper()
	after := func(ratios ...float64) string {
		other := *c
		if ratios != nil {
			massive(&other, ratios...)
		}
		s := start(t, &other, Options{System: openStrict(t, 1)})
		advance(t, s, 10)
		snapshot, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return snapshot.SHA256
	}
	if one, same := after(), after(1, 1); one != same {
		t.Errorf("two equal materials give %s, one gives %s", same, one)
	}
	if one, other := after(), after(1, 1.2); one == other {
		t.Error("other masses make no difference")
	}
}

// What i does to j is what j does to i, whatever their masses: Σ m v of fluid by itself stays, to
// the rounding of velocities, as in TestMassAndMomentum. So does the sum of its energies without
// viscosity and diffusion, as in TestEnergyIsKept.
func TestMaterialsKeepMomentum(t *testing.T) {
	for _, name := range []string{"dynamic", "dummy", "antuono", "correction", "smagorinsky"} {
		t.Run(name, func(t *testing.T) {
			c := massive(blob(8), 1, 0.87, 1.2)
			manyMaterials[name](&c.Params)
			s := start(t, c, Options{System: open(t, 2), Stripe: 100})
			sum := func() (momentum vector, size float64) {
				for i, q := range held(t, s) {
					v := vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}
					momentum, size = momentum.plus(v, c.MassOf(int(i))), size+c.MassOf(int(i))*v.norm()
				}
				return momentum, size
			}
			before, _ := sum()
			advance(t, s, 100)
			after, size := sum()
			drift := after.plus(before, -1).norm() / size
			t.Logf("momentum drifts by %.1e", drift)
			if !(drift < 5e-7) {
				t.Errorf("momentum drifts by %.2g of Σ m|v|, tolerated 5e-7", drift)
			}
		})
	}
	c := massive(blob(8), 1, 0.87, 1.2)
	c.Params.Alpha, c.Params.Diffusion = 0, sph.NoDiffusion
	if gain := energiesAfter(t, c, 100)[9] - 1; math.Abs(gain) > 0.01 {
		t.Errorf("energy gains %.2g", gain)
	}
}

// Flows with more than one material have the same bits on any number of devices and from a
// checkpoint on, and snapshots have the masses.
func TestMaterialsOnDevices(t *testing.T) {
	for name, flow := range map[string]func() *sph.Case{
		"dummy": func() *sph.Case { return column(0.05) }, "mdbc": func() *sph.Case { c := withSurfaces(column(0.05)); c.Params.Boundary = sph.MDBC; return c },
		"moving": func() *sph.Case { return stirred(sph.Dummy) },
	} {
		t.Run(name, func(t *testing.T) {
			one := ""
			for _, n := range []int{1, 3} {
				c := massive(flow(), 1, 0.87, 1.2)
				s := start(t, c, Options{System: open(t, n), Stripe: 100})
				goOn(t, s, 30)
				middle, err := s.Checkpoint()
				if err != nil {
					t.Fatal(err)
				}
				end := goOn(t, s, 30)
				if one == "" {
					one = end
				} else if end != one {
					t.Errorf("%d devices: %s, one: %s", n, end, one)
				}
				resumed := start(t, c, Options{System: open(t, 4-n), Stripe: 100})
				if err := resumed.Resume(middle, nil, nil); err != nil {
					t.Fatal(err)
				}
				if again := goOn(t, resumed, 30); again != end {
					t.Errorf("from a checkpoint of %d devices: %s, want %s", n, again, end)
				}
				snapshot, err := resumed.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				masses := snapshot.Masses()
				if len(masses) != snapshot.Len() || !slices.ContainsFunc(masses, func(m float32) bool { return m == float32(1.2*c.Params.Mass) }) {
					t.Fatalf("%d masses of %d particles", len(masses), snapshot.Len())
				}
				for i, id := range snapshot.ID {
					if masses[i] != float32(c.MassOf(int(id))) {
						t.Fatalf("particle %d has %g kg, want %g kg", id, masses[i], c.MassOf(int(id)))
					}
				}
			}
		})
	}
}

// Energies and the forces on bodies are those of particles with their masses, and so is what probes
// and gauges read: as in TestForceOnBody and TestStillAsTheRun.
func TestMaterialsAreMeasured(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.MDBC} {
		c := massive(corner(5), 1, 0.87, 1.2)
		c.Params.Boundary = boundary
		centre := [3]float64{0.1, -0.05, 0.2}
		twoBodies(c, centre)
		s := start(t, c, Options{System: open(t, 2), Stripe: 100})
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		o := newOracle(t, s)
		force, _, size := o.onWalls(centre)
		all := vector(m.Force[0]).plus(m.Force[1], 1)
		if off := all.plus(force, -1).norm(); !(off <= 1e-5*size) || force.norm() < 1e-3*size {
			t.Errorf("%v: the force is %v, want %v", boundary, all, force)
		}
		if off := all.plus(byForces(t, s), 1).norm(); !(off <= 1e-5*size) {
			t.Errorf("%v: the force by Forces is off by %g of %g N", boundary, off, size)
		}
		var kinetic, potential, internal float64
		for i, v := range o.now.v {
			if o.fluid[i] {
				x := o.now.rho[i] / c.Params.Rho0
				kinetic += c.MassOf(i) * v.dot(v) / 2
				potential -= c.MassOf(i) * vector(c.Params.Gravity).dot(o.now.x[i])
				internal += c.MassOf(i) * c.Params.C0 * c.Params.C0 / 7 * ((math.Pow(x, 6)-1)/6 + 1/x - 1)
			}
		}
		for k, want := range []float64{kinetic, potential, internal} {
			if got := m.Energy[[]int{sph.Kinetic, sph.Potential, sph.Internal}[k]]; math.Abs(got/want-1) > 1e-5 {
				t.Errorf("%v: energy %d is %g J, want %g J", boundary, k, got, want)
			}
		}
	}
	c := massive(damBreak(t, 3, sph.Wendland), 1, 0.87, 1.2)
	s := start(t, c, Options{System: open(t, 1), End: c.End})
	advance(t, s, 20)
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	still, err := sph.NewSnapshotProbe(snapshot, c.Params)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Probes {
		if got, want := still.Pressure(&c.Probes[i]), m.Pressure[i]; math.Abs(got-want) > 0.02 {
			t.Errorf("the probe %s has %g Pa in the snapshot, not %g Pa", c.Probes[i].Name, got, want)
		}
	}
	for i := range c.Gauges {
		if got, want := still.Height(&c.Gauges[i]), m.Height[i]; math.Abs(got-want) > 1e-5*c.Params.DeltaP {
			t.Errorf("the gauge %s has %g m in the snapshot, not %g m", c.Gauges[i].Name, got, want)
		}
	}
	weights := 0.0
	for i := range c.Particles.Type {
		if c.Particles.Type[i] == sph.Fluid {
			weights += c.MassOf(i)
		}
	}
	if got := c.FluidMass(); math.Abs(got/weights-1) > 1e-12 {
		t.Errorf("the fluid has %g kg, want %g kg", got, weights)
	}
}

// restingTank is a plane tank 0.8 m long with water 0.3 m deep, in two halves with lattices of
// their own. Their particles have the mass that fills a cell, if they have masses, or else the
// mean.
func restingTank(boundary sph.Boundary, masses bool, n [2][2]int) *sph.Case {
	const dp, length, depth = 0.0125, 0.8, 0.3
	c := &sph.Case{Name: "tank", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Dim, p.H, p.C0, p.Alpha, p.Boundary = 2, 1.5*dp, 10*math.Sqrt(9.81*depth), 0.06, boundary
	p.Min, p.Max = [3]float64{-4 * dp, -p.H / 2, -4 * dp}, [3]float64{length + 4*dp, p.H / 2, 0.6}
	p.Mass = p.Rho0 * dp * dp
	p.Skin = 0.4 * p.H
	var surfaces []float32
	for side, sites := range n {
		step := [2]float64{length / 2 / float64(sites[0]), depth / float64(sites[1])}
		mass := p.Rho0 * step[0] * step[1]
		c.Materials = append(c.Materials, sph.Material{Name: fmt.Sprint(side), Mass: mass})
		for i := range sites[0] * sites[1] {
			x := [3]float64{float64(side)*length/2 + (float64(i/sites[1])+0.5)*step[0], 0, (float64(i%sites[1]) + 0.5) * step[1]}
			c.Particles.Add(x, sph.Fluid, 0)
			c.Particles.RelDensity[c.Particles.Len()-1] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (depth - x[2])))
			c.Particles.Material = append(c.Particles.Material, uint8(side+1))
			surfaces = append(surfaces, 0, 0, 0, 0)
		}
	}
	c.Materials = append([]sph.Material{{Name: "walls", Mass: p.Mass}}, c.Materials...)
	if !masses {
		p.Mass = p.Rho0 * length * depth / float64(c.Particles.Len())
		c.Materials = nil
	}
	for i := -4; i < 68; i++ {
		for k := -4; k < 40; k++ {
			x := [3]float64{(float64(i) + 0.5) * dp, 0, (float64(k) + 0.5) * dp}
			if i >= 0 && i < 64 && k >= 0 {
				continue
			}
			c.Particles.Add(x, sph.Wall, 0)
			c.Particles.Material = append(c.Particles.Material, 0)
			to := vector{max(-x[0], 0) - max(x[0]-length, 0), 0, max(-x[2], 0)}
			far := to.norm()
			surfaces = append(surfaces, float32(to[0]/far), 0, float32(to[2]/far), float32(far))
		}
	}
	if !masses {
		c.Particles.Material = nil
	}
	if boundary == sph.MDBC {
		p.Further.Surfaces = true
		c.Particles.Extra = map[string][]float32{"Surface": surfaces}
	}
	return c
}

// Two fluids at rest whose particles differ by a sixth in mass stay at rest about as well as one
// does. With one mass for both they do not: the halves weigh +7 and -6 % of what their pressure
// bears.
func TestMaterialsAtRest(t *testing.T) {
	onOneDevice(t)
	one, two := [2][2]int{{32, 24}, {32, 24}}, [2][2]int{{31, 24}, {34, 26}}
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		// unrest is the mean speed after a second [m/s], and the mean error of pressure, over ρ g H.
		unrest := func(masses bool, n [2][2]int) (speed, pressure float64) {
			c := restingTank(boundary, masses, n)
			s := start(t, c, Options{System: open(t, 1), End: c.End})
			for done := false; !done; {
				p, err := s.Advance(100)
				if err != nil {
					t.Fatal(err)
				}
				done = p.Done
			}
			snapshot, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			count := 0.0
			for i, v := range snapshot.Velocity {
				if snapshot.Type[i] == sph.Fluid {
					u := vector{float64(v[0]), float64(v[1]), float64(v[2])}
					want := c.Params.Rho0 * 9.81 * (0.3 - float64(snapshot.Position[i][2]))
					speed, count = speed+u.dot(u), count+1
					pressure += math.Pow((float64(snapshot.Pressure[i])-want)/(c.Params.Rho0*9.81*0.3), 2)
				}
			}
			return math.Sqrt(speed / count), math.Sqrt(pressure / count)
		}
		speed, pressure := unrest(false, one)
		speeds, pressures := unrest(true, two)
		t.Logf("%v: one fluid %.2g m/s, %.2g %%; two masses %.2g m/s, %.2g %%",
			boundary, speed, 100*pressure, speeds, 100*pressures)
		if speeds > 2*speed+0.002 || pressures > 1.5*pressure+0.002 {
			t.Errorf("%v: two fluids move at %.2g m/s and are %.2g %% off, one fluid at %.2g m/s and %.2g %%", boundary, speeds, 100*pressures, speed, 100*pressure)
		}
	}
}

// Cases that say of materials what cannot be are refused.
func TestMaterialsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*sph.Case){
		"17 materials, but at most 16":    func(c *sph.Case) { massive(c, slices.Repeat([]float64{1}, 17)...) },
		"first material has the mass of":  func(c *sph.Case) { massive(c, 1.1, 1) },
		"a ratio of at most 2":            func(c *sph.Case) { massive(c, 1, 2.1) },
		"positions, but 1 materials":      func(c *sph.Case) { c.Particles.Material = make([]uint8, 1) },
		"has material 3, but there are 2": func(c *sph.Case) { massive(c, 1, 1.1).Particles.Material[200] = 3 },
		"walls have the first":            func(c *sph.Case) { massive(c, 1, 1.1).Particles.Material[0] = 1 },
		"has material 1, but there are 0": func(c *sph.Case) { massive(c, 1, 1.1).Materials = nil },
		"have 0 m³, but those of walls":   func(c *sph.Case) { massive(c, 1, 0) },
	} {
		c := corner(1)
		change(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
