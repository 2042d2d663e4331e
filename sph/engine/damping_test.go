package engine

import (
	"math"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/damping"
	"gpusph/sph"
)

// drifting is particles out of each other's reach that move alike through a periodic box without
// gravity.
func drifting(velocity [3]float32, zones ...damping.Zone) *sph.Case {
	const dp = 0.02
	c := &sph.Case{Name: "drift", Params: sph.Defaults(dp), End: 0.5}
	p := &c.Params
	p.Min, p.Max, p.Gravity = [3]float64{}, [3]float64{1, 0.4, 0.4}, [3]float64{}
	p.Mass, p.C0, p.Alpha = p.Rho0*dp*dp*dp, 10, 0
	for x := range 8 {
		c.Particles.Add([3]float64{0.06 + 0.12*float64(x), 0.2, 0.2}, sph.Fluid, 0)
		c.Particles.Velocity[x] = velocity
	}
	damping.Give(c, zones)
	return c
}

// everywhere damps as much at each place, since its ramp ends before the domain begins.
func everywhere(rate float64, components [3]bool) damping.Zone {
	return damping.Zone{
		Name: "all", Min: [3]float64{-1, -1, -1}, Max: [3]float64{2, 2, 2}, From: -0.5, To: -0.4,
		Rate: rate, Components: components,
	}
}

// Velocities of a uniform flow fall as e^(-β t), also where a step has β Δt of one half: those
// components that the zone damps.
func TestDampingFollowsExponential(t *testing.T) {
	for _, rate := range []float64{10, 200} {
		c := drifting([3]float32{0.1, 0.05, -0.1}, everywhere(rate, [3]bool{true, false, true}))
		c.End = 2 / rate
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 100_000)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		left := math.Exp(-rate * snap.Time)
		s6 := math.Pow(rate*c.Params.DtMax(), 2) / 6 * rate * snap.Time // of the series
		for i, v := range snap.Velocity {
			for a, want := range [3]float64{0.1 * left, 0.05, -0.1 * left} {
				if off := math.Abs(float64(v[a])/want - 1); !(off < 1.5*s6+1e-5) || snap.Time < c.End {
					t.Errorf("β %g: particle %d has %g m/s along %v at %g s, not %g: off by %.2g, the series "+
						"by %.2g",
						rate, i, v[a], sph.Axis(a), snap.Time, want, off, s6)
				}
			}
		}
	}
}

// The rate rises with the square of the distance from where the ramp begins, in either direction,
// and ends at the corners of the zone. So it does at the far end of domains of any length, whose
// positions may take all of 32 bits.
func TestDampingRamp(t *testing.T) {
	onOneDevice(t)
	for _, length := range []float64{1, 80, 150} {
		for _, z := range []struct {
			from, to, min, max float64
		}{
			{0.31, 0.7, 0.31, 0.7}, {0.7, 0.31, 0.31, 0.92}, {0.5, 0.9, 0, 2}, {0.5, 0.9, -1e6, 1e6},
		} {
			at := length - 1
			c := drifting([3]float32{0, 0.1, 0}, damping.Zone{
				Name: "ramp", Min: [3]float64{at + z.min, -1, -1}, Max: [3]float64{at + z.max, 2, 2},
				From: at + z.from, To: at + z.to, Rate: 20, Components: [3]bool{true, true, true},
			})
			c.Params.Max[0], c.End = length, 0.1
			for i := range c.Particles.Position {
				c.Particles.Position[i][0] += at
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 100_000)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range c.Particles.Position {
				r := max(0, min(1, (x[0]-at-z.from)/(z.to-z.from)))
				if x[0]-at < z.min || x[0]-at > z.max {
					r = 0
				}
				want := 0.1 * math.Exp(-20*r*r*snap.Time)
				if v := float64(snap.Velocity[i][1]); math.Abs(v-want) > 1e-4*want {
					t.Errorf("domain of %g m, ramp from %g to %g: at %g m the velocity is %g m/s, not %g",
						length, z.from, z.to, x[0]-at, v, want)
				}
			}
		}
	}
}

// A zone with its ramp along any axis, and with any one component, damps that component alone, in
// its box alone, and takes the energy ½ m (v0² - v²) of it, v = v0 e^(-β r² t), also of particles
// with other masses.
func TestDampingOfEachAxis(t *testing.T) {
	for ramp := range sph.Axis(3) {
		for damped := range 3 {
			z := damping.Zone{
				Name: "zone", Axis: ramp, Min: [3]float64{0.25, 0.2, 0.14}, Max: [3]float64{0.8, 0.6, 0.5},
				From: 0.3 - 0.08*float64(ramp), To: 0.72 - 0.12*float64(ramp), Rate: 40,
			}
			z.Components[damped] = true
			c := scattered(z)
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 100_000)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			last, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			taken, partly := 0.0, 0
			for i, x := range c.Particles.Position {
				r := max(0, min(1, (x[ramp]-z.From)/(z.To-z.From)))
				if outside(&z, x) {
					r = 0
				} else if r > 0 && r < 1 {
					partly++
				}
				want := c.Particles.Velocity[i]
				was := float64(want[damped])
				is := was * math.Exp(-z.Rate*r*r*snap.Time)
				want[damped] = float32(is)
				taken += 0.5 * c.MassOf(i) * (was*was - is*is)
				for a, v := range snap.Velocity[i] {
					if off := math.Abs(float64(v - want[a])); !(off < 2e-3*math.Abs(float64(want[a]))) {
						t.Errorf("ramp along %v, component %v: at %v m the velocity along %v is %g m/s, not %g",
							ramp, sph.Axis(damped), x, sph.Axis(a), v, want[a])
					}
				}
			}
			if !(math.Abs(damping.Taken(c, &last)-taken) < 2e-3*taken) || partly < 3 {
				t.Errorf("ramp along %v, component %v: the zone has taken %g J, not %g; %d particles in "+
					"the ramp", ramp, sph.Axis(damped), damping.Taken(c, &last), taken, partly)
			}
		}
	}
}

func outside(z *damping.Zone, x [3]float64) bool {
	for a := range x {
		if x[a] < z.Min[a] || x[a] > z.Max[a] {
			return true
		}
	}
	return false
}

// scattered is particles of two masses, out of each other's reach, that hardly move in a time of
// which damping needs a part, in a domain that begins at no round place.
func scattered(z damping.Zone) *sph.Case {
	const dp = 0.02
	c := &sph.Case{Name: "scattered", Params: sph.Defaults(dp), End: 0.05}
	p := &c.Params
	p.Min, p.Max, p.Gravity = [3]float64{-0.11, -0.07, -0.05}, [3]float64{1, 0.8, 0.7}, [3]float64{}
	p.Mass, p.C0, p.Alpha = p.Rho0*dp*dp*dp, 10, 0
	for k := range 27 {
		x, y, z := float64(k%3), float64(k/3%3), float64(k/9)
		c.Particles.Add([3]float64{0.2 + 0.31*x + 0.03*y, 0.11 + 0.23*y + 0.02*z, 0.13 + 0.2*z + 0.02*x},
			sph.Fluid, 0)
		c.Particles.Velocity[k] = [3]float32{1e-3, -2e-3, 3e-3}
		c.Particles.Material = append(c.Particles.Material, uint8(k%2))
	}
	c.Materials = []sph.Material{{Name: "light", Mass: p.Mass}, {Name: "heavy", Mass: 1.8 * p.Mass}}
	damping.Give(c, []damping.Zone{z})
	return c
}

// dampedColumn is a column of water of which a part is damped.
func dampedColumn() *sph.Case {
	c := column(0.05)
	damping.Give(c, []damping.Zone{
		{Name: "x", Min: [3]float64{-1, -1, -1}, Max: [3]float64{2, 2, 2}, From: 0.1, To: 0.5, Rate: 10,
			Components: [3]bool{true, true, true}},
		{Name: "z", Axis: 2, Min: [3]float64{0, -1, -1}, Max: [3]float64{0.3, 2, 2}, From: 0.4, To: 0,
			Rate: 30, Components: [3]bool{2: true}},
	})
	return c
}

// A flow with damping zones has the same bits on any number of devices.
func TestDampingOnDevices(t *testing.T) {
	if caseOnDevices(t, dampedColumn) == onDevices(t, func(*sph.Params) {}) {
		t.Error("damping makes no difference")
	}
	smoothed := func() *sph.Case { c := dampedColumn(); c.Params.Further.XSPH = 0.5; return c }
	if caseOnDevices(t, smoothed) == caseOnDevices(t, dampedColumn) {
		t.Error("XSPH makes no difference")
	}
}

// No pair is missed where damping is the greatest acceleration: velocities fall within some steps
// of a list.
func TestNoPairIsMissedByDamping(t *testing.T) {
	for name, c := range map[string]*sph.Case{"falls": fast(), "meets": meet(0, 0, 0.13, false)} {
		t.Run("water that "+name, func(t *testing.T) {
			z := everywhere(300, [3]bool{true, true, true})
			z.From, z.To = c.Params.Min[0], c.Params.Max[0]
			damping.Give(c, []damping.Zone{z})
			if used := pairsMissed(t, c, 60); used < 0.3 {
				t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
			}
		})
	}
}

// Zones that cannot be are refused.
func TestDampingRefused(t *testing.T) {
	for want, change := range map[string]func(z *damping.Zone){
		"is not in the domain":  func(z *damping.Zone) { z.Min[1], z.Max[1] = 3, 4 },
		"it must have a length": func(z *damping.Zone) { z.To = z.From },
		"far from the domain":   func(z *damping.Zone) { z.From = -100 },
		"no component":          func(z *damping.Zone) { z.Components = [3]bool{} },
		"must be above 0":       func(z *damping.Zone) { z.Rate = 0 },
		"stop the fluid within": func(z *damping.Zone) { z.Rate = 1e5 },
		"a ramp along axis 3":   func(z *damping.Zone) { z.Axis = 3 },
	} {
		c := dampedColumn()
		change(&damping.Of(c)[0])
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
