package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/features/heat"
	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// layered is a river of salt water under fresh water, each with an inlet of its own, whose inflow
// changes its way. The salt water is warm, and what comes in is warmer.
func layered(dim int, boundary sph.Boundary, warm bool) *sph.Case {
	const depth = 0.24
	c := swaying(dim, boundary)
	p, q := &c.Params, &c.Particles
	velocity, out := openings.Of(c)[0], openings.Of(c)[1]
	lower, upper := velocity, velocity
	lower.Name, lower.Centre[2], lower.Half[1], lower.Material = "salt", depth/4, depth/4, 1
	upper.Name, upper.Centre[2], upper.Half[1], upper.Material = "fresh", depth*5/4, depth*3/4, 2
	c.Materials = []sph.Material{
		{Name: "salt", Mass: p.Mass, Properties: sph.Properties{Kind: "salt"}},
		{Name: "fresh", Mass: 0.8 * p.Mass,
			Properties: sph.Properties{Kind: "fresh", Rho0: 0.8 * p.Rho0, C0: 1.2 * p.C0, Gamma: 3}},
	}
	q.Material = make([]uint8, q.Len())
	for i, x := range q.Position {
		if q.Type[i] == sph.Fluid && x[2] > depth/2 {
			q.Material[i] = 1
			pressure := 0.8 * p.Rho0 * 9.81 * (depth - x[2])
			e := p.EquationOf(&c.Materials[1].Properties)
			q.RelDensity[i] = float32(e.RelativeDensity(pressure))
		}
	}
	c.Mix(c.Materials)
	if warm {
		lower.Carried = &openings.Carried{Name: "temperature", Series: *timeseries.Constant(30)}
		upper.Carried = &openings.Carried{Name: "temperature",
			Series: timeseries.Series{Times: []float64{0, 0.4}, Values: []float64{10, 20}}}
		temperatures := make([]float32, q.Len())
		for i := range temperatures {
			temperatures[i] = 20
		}
		fluids := make([]heat.Thermal, len(c.Materials))
		for k := range fluids {
			fluids[k] = heat.Thermal{Conductivity: 100, HeatCapacity: 4, T0: 20, Expansion: 1e-4}
		}
		q.Extra = map[string][]float32{"Temperature": temperatures,
			"HeatFace": make([]float32, 4*q.Len())}
		(&heat.Given{Fluids: fluids}).Fill(c)
	}
	openings.Open(c, []openings.Opening{lower, upper, out})
	return c
}

// fluidOfKinds is how much of each material a snapshot has.
func fluidOfKinds(snap *sph.Snapshot) (n [2]int) {
	for i, k := range snap.Kinds() {
		if snap.Type[i] == sph.Fluid {
			n[int(k)-1]++
		}
	}
	return n
}

// What comes in and leaves of each material is counted exactly, at all times, and is the same on
// any number of devices, in every kind of wall that flows of several fluids have.
func TestMaterialsThroughOpenings(t *testing.T) {
	for k, test := range []struct {
		dim      int
		boundary sph.Boundary
		axis     sph.Axis
		heat     bool
	}{{3, sph.Dummy, 0, true}, {2, sph.MDBC, 2, false}, {2, sph.Dummy, 0, true}} {
		var first string
		for _, devices := range []int{1, 3, 6} {
			c := layered(test.dim, test.boundary, test.heat)
			if c.Params.SplitAxis = test.axis; k > 0 && devices == 6 {
				continue
			}
			began := c.FluidOfMaterials()
			o := Options{System: open(t, devices), Stripe: 500, End: 0.26}
			if devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			toEnd(t, s)
			snap, err := s.Snapshot() // which counts what there is as it builds lists
			if err != nil {
				t.Fatal(err)
			}
			counts := s.crossings()
			for k, is := range fluidOfKinds(snap) {
				want := began[k]
				for _, o := range counts {
					want += o.Materials[k].Born - o.Materials[k].Removed
				}
				if is != want {
					t.Errorf("%+v on %d devices: %d particles of %s, want %d by %+v", test, devices, is,
						c.Materials[k].Name, want, counts)
				}
			}
			got := fmt.Sprint(snap.SHA256, " ", counts)
			if first == "" {
				first = got
				t.Log(got)
			} else if got != first {
				t.Errorf("%+v on %d devices: %s, on one %s", test, devices, got, first)
			}
			for k := range 2 {
				in := counts[k].Materials
				if in[k].In == 0 || in[k].Removed == 0 || in[k].Born == 0 || in[1-k].Born != 0 {
					t.Errorf("%+v: %+v at %s: the test does not test it, or the wrong fluid came in", test, in,
						openings.Of(c)[k].Name)
				}
			}
		}
	}
}

// From a checkpoint between two births the same follows.
func TestMaterialsThroughOpeningsResume(t *testing.T) {
	flow := func() *sph.Case { return layered(2, sph.Dummy, true) }
	s := start(t, flow(), Options{System: open(t, 3), Stripe: 500, Balance: &shaker{}})
	advance(t, s, 300)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	end := func(s *Simulation) string {
		var last sph.Progress
		for range 12 {
			if last, err = s.Advance(20); err != nil {
				t.Fatal(err)
			}
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(last.Step, snap.SHA256, last.Crossings, last.Born, last.Lost)
	}
	want := end(s)
	again := start(t, flow(), Options{System: open(t, 1)})
	if err := again.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	if got := end(again); got != want {
		t.Errorf("resumed it comes to %s, want %s", got, want)
	}
}

// Layers of fluid at rest between an inlet that is given nothing and an outlet with a level stay at
// rest: buffers have the weight of the fluids over each place.
func TestLayersRestBeforeOpenings(t *testing.T) {
	for _, given := range []string{"level", "pressure"} {
		c := layered(2, sph.Dummy, false)
		openings.Of(c)[0].Velocity, openings.Of(c)[1].Velocity = nil, nil
		if out := &openings.Of(c)[2]; given == "pressure" { // at 0.24 m, the surface
			out.Level, out.Pressure = nil, timeseries.Constant(0)
		}
		for i := range c.Particles.Velocity {
			c.Particles.Velocity[i] = [3]float32{}
			x := c.Particles.Position[i]
			if c.Particles.Type[i] == sph.Fluid && x[2] < 0.12 {
				pressure := c.Params.Rho0 * 9.81 * (0.8*0.12 + 0.12 - x[2])
				c.Particles.RelDensity[i] = float32(c.Params.RelativeDensity(pressure))
			}
		}
		c.Params.Alpha = 0.2
		s := start(t, c, Options{System: open(t, 2), End: 1})
		toEnd(t, s)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0.0
		for i, v := range snap.Velocity {
			if snap.Type[i] == sph.Fluid {
				sum, n = sum+float64(v[0]*v[0]+v[2]*v[2]), n+1
			}
		}
		// with the weight of salt water alone over the outlet it is 0.048 m/s
		if rms := math.Sqrt(sum / n); rms > 0.03 {
			t.Errorf("%s given: the fluid moves with %.3g m/s", given, rms)
		} else {
			t.Logf("%s given: %.3g m/s", given, rms)
		}
	}
}

// Inflow has the temperature that is given, and outflow takes its own with it: the mean temperature
// of a channel becomes that of its inlet.
func TestInflowHasItsTemperature(t *testing.T) {
	c := layered(2, sph.Dummy, true)
	for k := range 2 {
		openings.Of(c)[k].Velocity = timeseries.Constant(1.2)
	}
	openings.Of(c)[1].Carried = &openings.Carried{Name: "temperature",
		Series: *timeseries.Constant(30)}
	s := start(t, c, Options{System: open(t, 2), End: 1.5})
	toEnd(t, s)
	snap, temperatures := temperaturesOf(t, s)
	for i, at := range temperatures {
		if snap.Type[i] == sph.Fluid && math.Abs(float64(at)-30) > 0.01 {
			t.Fatalf("a particle at %v has %g after two passages of the channel, want 30",
				snap.Position[i], at)
		}
	}
}
