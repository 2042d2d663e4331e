package engine

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// tabulate is a table of gravity up to an end.
func tabulate(interval, end float64, gravity func(time float64) [3]float64) sph.GravityTable {
	t := sph.GravityTable{Interval: interval}
	for k := 0; float64(k-1)*interval < end; k++ {
		t.Values = append(t.Values, gravity(float64(k)*interval))
	}
	return t
}

// shaken is gravity that changes its size and its direction within some steps, and all at once
// after 40 ms.
func shaken(time float64) [3]float64 {
	down := -9.81
	if time > 0.04 {
		down = -60
	}
	return [3]float64{8 * math.Sin(300*time), 5 * math.Cos(200*time), down}
}

// lone is a particle by itself in the middle of a large domain.
func lone(end float64) *sph.Case {
	c := &sph.Case{Name: "lone", Params: sph.Defaults(0.02), End: end}
	p := &c.Params
	p.Min, p.Max, p.Mass = [3]float64{-1, -1, -1}, [3]float64{1, 1, 1}, p.Rho0*0.02*0.02*0.02
	c.Particles.Add([3]float64{}, sph.Fluid, 0)
	return c
}

// A particle by itself goes where gravity that swings takes it, which two integrals say.
func TestGravitySwings(t *testing.T) {
	onOneDevice(t)
	const omega = 10.0
	c := lone(0.5)
	c.Gravity = tabulate(0.002, c.End, func(time float64) [3]float64 {
		return [3]float64{20 * math.Cos(omega*time), 0, 10 * math.Sin(omega*time)}
	})
	s := start(t, c, Options{System: open(t, 1)})
	p := advance(t, s, 100_000)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	end := p.Time
	if !p.Done {
		t.Fatalf("the flow stands at %g s", end)
	}
	sin, cos := math.Sincos(omega * end)
	v := [3]float64{20 / omega * sin, 0, 10 / omega * (1 - cos)}
	x := [3]float64{20 / (omega * omega) * (1 - cos), 0, 10/omega*end - 10/(omega*omega)*sin}
	for a := range 3 {
		if dv, dx := float64(snap.Velocity[0][a])-v[a], float64(snap.Position[0][a])-x[a]; math.Abs(dv) > 1e-4 || math.Abs(dx) > 1e-4 {
			t.Errorf("along %v the speed is %g m/s off %g, the place %g m off %g", sph.Axis(a), dv, v[a], dx, x[a])
		}
	}
}

// All that gravity acts on takes that of the moment: fluid, the image of it in dummy walls, the
// hydrostatic part that diffusion leaves out. In each step the oracle is given gravity anew. One
// that keeps it over a step disagrees.
func TestGravityAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic} {
		t.Run(boundary.String(), func(t *testing.T) {
			c := corner(1)
			c.Params.Boundary = boundary
			c.End = 0.05
			c.Gravity = tabulate(1e-5, c.End, shaken)
			c.Params.Gravity = [3]float64{1e9, 1e9, 1e9} // is not used
			sims := make(map[string]*Simulation)
			var right, wrong *oracle
			for form, system := range forms {
				sims[form] = start(t, c, Options{System: system(t, 1)})
				right, wrong = newOracle(t, sims[form]), newOracle(t, sims[form])
			}
			right.gravity = shaken
			wrong.gravity = func(float64) [3]float64 { return shaken(wrong.time) }
			begun := right.now
			for range 4 {
				right.step()
				wrong.step()
			}
			for form, s := range sims {
				dt := advance(t, s, 4).Dt
				if d := compare(t, s, right, begun, dt); !(d.worst(afterManySteps) < 1) {
					t.Errorf("%s: %+v, tolerated %+v", form, d, afterManySteps)
				}
				if d := compare(t, s, wrong, begun, dt); !(d.worst(afterManySteps) > 10) {
					t.Errorf("%s: a wrong oracle is off by %+v only", form, d)
				}
			}
		})
	}
}

// Where gravity changes there are the same bits and the same measurements on any number of devices,
// and whether the host is early or late, also where steps are rejected.
func TestDevicesAgreeOnGravity(t *testing.T) {
	rejected := 0
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		c := column(0.05)
		c.Params.Boundary = boundary
		c.Gravity = tabulate(0.003, c.End, shaken)
		want := ""
		for _, n := range []int{1, 2, 3, 6} {
			s := start(t, c, Options{System: open(t, n), Stripe: 500, Balance: &shaker{}})
			s.late = n == 3
			for s.clock.Step < 150 {
				if _, err := s.Advance(20); err != nil {
					t.Fatal(err)
				}
				if s.clock.Halt != 0 {
					rejected++
				}
			}
			got := goOn(t, s, 20)
			if want == "" {
				want = got
			} else if got != want {
				t.Errorf("%v, %d devices: %s, want %s", boundary, n, got, want)
			}
		}
	}
	if rejected == 0 {
		t.Error("no step is rejected: the test does not test it")
	}
}

// Samples of steps have the potential energy in gravity of their time, whether steps are even or
// odd.
func TestSamplesFollowGravity(t *testing.T) {
	const end = 0.05
	c := lone(end)
	x := [3]float64{0.3, 0.1, 0.4}
	c.Particles.Position[0] = x
	from, rate := [3]float64{1, -2, -3}, [3]float64{200, 300, -400}
	c.Gravity = tabulate(0.01, end, func(time float64) (g [3]float64) {
		for a := range g {
			g[a] = from[a] + rate[a]*time
		}
		return g
	})
	s := start(t, c, Options{System: open(t, 1), SampleInterval: 0.001})
	advance(t, s, 100_000)
	rows := s.Samples()
	if len(rows) < 49 {
		t.Fatalf("there are %d samples", len(rows))
	}
	for _, row := range rows {
		want := 0.0
		for a := range 3 {
			t := row.Time
			want -= c.Params.Mass * (from[a] + rate[a]*t) * (x[a] + from[a]*t*t/2 + rate[a]*t*t*t/6)
		}
		if math.Abs(row.Energy[sph.Potential]-want) > 1e-3*math.Abs(want) {
			t.Errorf("at %g s the potential energy is %g J, want %g J", row.Time, row.Energy[sph.Potential], want)
		}
	}
}

// still is water at rest, 0.2 m deep, in a tank of 0.12 m, with a probe 50 mm over the floor.
func still(end float64) *sph.Case {
	const dp, side, depth = 0.02, 0.12, 0.2
	c := &sph.Case{Name: "still", Params: sph.Defaults(dp), End: end}
	p := &c.Params
	p.Min, p.Max, p.Mass = [3]float64{-3 * dp, -3 * dp, -3 * dp}, [3]float64{side + 3*dp, side + 3*dp, 2 * depth}, p.Rho0*dp*dp*dp
	for x := -3; x < 9; x++ {
		for y := -3; y < 9; y++ {
			for z := -3; z < 13; z++ {
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				if x < 0 || x > 5 || y < 0 || y > 5 || z < 0 {
					c.Particles.Add(at, sph.Wall, 0)
				} else if z < 10 {
					c.Particles.Add(at, sph.Fluid, 0)
					c.Particles.RelDensity[c.Particles.Len()-1] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (depth - at[2])))
				}
			}
		}
	}
	c.Probes = []sph.Probe{{Name: "low", Position: [3]float64{side / 2, side / 2, 0.05}}}
	return c
}

// inFloor is the pressure [Pa] of a particle of the floor of that tank, 10 mm below its face.
func inFloor(t *testing.T, s *Simulation) float64 {
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range snap.Position {
		if math.Abs(float64(x[0])-0.05) < 1e-3 && math.Abs(float64(x[1])-0.05) < 1e-3 && math.Abs(float64(x[2])+0.01) < 1e-3 {
			return float64(snap.Pressure[i])
		}
	}
	t.Fatal("the floor has no such particle")
	return 0
}

// Pressure, at a probe and at the floor, and potential energy follow gravity that grows slowly.
func TestHydrostaticPressureFollows(t *testing.T) {
	onOneDevice(t)
	const depth, end = 0.2, 0.4
	c := still(end)
	p := &c.Params
	down := func(time float64) float64 { return 9.81 * (1 + time/end) }
	c.Gravity = tabulate(0.1, end, func(time float64) [3]float64 { return [3]float64{0, 0, -down(time)} })
	s := start(t, c, Options{System: open(t, 1)})
	first, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for _, time := range []float64{end / 2, end} {
		for s.clock.Time < time {
			advance(t, s, 10)
		}
		sample, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		g := down(sample.Time)
		if want := p.Rho0 * g * (depth - 0.05); math.Abs(sample.Pressure[0]-want) > 0.05*want {
			t.Errorf("at %g s the pressure is %.0f Pa, want %.0f Pa", sample.Time, sample.Pressure[0], want)
		}
		if want := first.Energy[sph.Potential] * g / 9.81; math.Abs(sample.Energy[sph.Potential]-want) > 0.01*want {
			t.Errorf("at %g s the potential energy is %g J, want %g J", sample.Time, sample.Energy[sph.Potential], want)
		}
		if got, want := inFloor(t, s), p.Rho0*g*(depth+0.01); math.Abs(got-want) > 0.05*want {
			t.Errorf("at %g s the pressure in the floor is %.0f Pa, want %.0f Pa", sample.Time, got, want)
		}
	}
}

// A table that says nothing, or not enough, is refused at the start.
func TestGravityRefused(t *testing.T) {
	good := tabulate(0.1, 1, shaken)
	for want, change := range map[string]func(*sph.Case){
		"interval":      func(c *sph.Case) { c.Gravity.Interval = 0 },
		"at 0.2 s":      func(c *sph.Case) { c.Gravity.Values[2][1] = math.NaN() },
		"ends at 0.9 s": func(c *sph.Case) { c.Gravity.Values = c.Gravity.Values[:10] },
	} {
		c := lone(1)
		c.Gravity = sph.GravityTable{Interval: good.Interval, Values: append([][3]float64(nil), good.Values...)}
		change(c)
		if _, err := New(c, Options{System: open(t, 1)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
}
