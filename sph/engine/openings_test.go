package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// river is water of a depth in a channel along x whose ends are openings, with the speed of what is
// prescribed at the first. In three dimensions it is some spacings wide, between walls.
func river(dim int, dp, length, depth, speed float64, boundary sph.Boundary, wide int) *sph.Case {
	c := &sph.Case{Name: "river", Params: sph.Defaults(dp), End: 100, Drains: true}
	p := &c.Params
	p.Dim, p.C0, p.Alpha, p.Boundary = dim, 10*math.Sqrt(9.81*depth), 0.05, boundary
	if dim == 2 {
		wide = 1
	}
	width := float64(wide) * dp
	p.Min, p.Max = [3]float64{-dp / 4, -width/2 - 4*dp, -4 * dp}, [3]float64{length + dp/4,
		width/2 + 4*dp, 2 * depth}
	if dim == 2 {
		p.Min[1], p.Max[1] = -p.H/2, p.H/2
	}
	p.Mass = p.Rho0 * p.Volume(dp)
	p.Skin = 0.4 * p.H
	deep := openings.Layers(p.Support(), dp)
	end := func(x, way float64) openings.Opening {
		return openings.Opening{
			Name: "end", Inlet: way > 0, Centre: [3]float64{x, 0, depth}, Normal: [3]float64{way, 0,
				0},
			Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}}, Half: [2]float64{width / 2, depth},
		}
	}
	thick := float64(deep) * dp
	openings.Open(c, []openings.Opening{end(thick, 1), end(length-thick, -1)})
	openings.Of(c)[0].Velocity = timeseries.Constant(speed)
	openings.Of(c)[1].Level = timeseries.Constant(depth)
	n, high, layers := int(math.Round(length/dp)), int(math.Round(depth/dp)), 4
	for i := range n {
		for j := -layers; j < wide+layers; j++ {
			for k := -layers; k < 3*high/2; k++ {
				x := [3]float64{(float64(i) + 0.5) * dp, (float64(j)+0.5)*dp - width/2,
					(float64(k) + 0.5) * dp}
				switch inside := j >= 0 && j < wide; {
				case dim == 2 && !inside:
				case k < 0 || !inside:
					c.Particles.Add(x, sph.Wall, 0)
				case k < high:
					c.Particles.Add(x, sph.Fluid, 0)
					last := c.Particles.Len() - 1
					c.Particles.RelDensity[last] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (depth - x[2])))
					c.Particles.Velocity[last] = [3]float32{float32(speed), 0, 0}
				}
			}
		}
	}
	return c
}

// swaying is a river whose inflow changes its way: in, out and in again.
func swaying(dim int, boundary sph.Boundary) *sph.Case {
	c := river(dim, 0.03, 0.9, 0.24, 1.2, boundary, 8)
	openings.Of(c)[0].Velocity = &timeseries.Series{
		Times: []float64{0, 0.04, 0.06, 0.2, 0.22}, Values: []float64{1.2, 1.2, -0.6, -0.6, 1.2},
	}
	return c
}

// Births and removals are the same on any number of devices whose slices move, in every kind of
// wall and both numbers of dimensions.
func TestOpeningsOnDevices(t *testing.T) {
	for k, test := range []struct {
		dim      int
		boundary sph.Boundary
		axis     sph.Axis
	}{{3, sph.Dummy, 0}, {3, sph.MDBC, 1}, {2, sph.Dynamic, 0}, {2, sph.Dummy, 2}} {
		if underRace && k > 0 {
			break // devices exchange the same with other walls
		}
		var first string
		for _, devices := range []int{1, 3, 6} {
			c := swaying(test.dim, test.boundary)
			if c.Params.SplitAxis = test.axis; k > 0 && devices == 6 {
				continue
			}
			o := Options{System: open(t, devices), Stripe: 500, End: 0.26}
			if devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			all := toEnd(t, s)
			last := all[len(all)-1]
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(snap.SHA256, " ", last.Crossings)
			if first == "" {
				first = got
				t.Log(got)
			} else if got != first {
				t.Errorf("%+v on %d devices: %s, on one %s", test, devices, got, first)
			}
			in := last.Crossings[0]
			if in.In == 0 || in.Out == 0 || in.Born == 0 || in.Removed == 0 {
				t.Errorf("%+v: %+v at the first opening: the test does not test it", test, in)
			}
		}
	}
}

// Columns cross the plane as what is prescribed moves them: after n + 1/2 spacings n + 1 layers
// have entered, whenever lists are built, and no particle is lost or doubled.
func TestEnteredIsPrescribed(t *testing.T) {
	const depth = 0.24
	c := river(2, 0.03, 1.2, depth, 1.2, sph.Dummy, 1)
	openings.Of(c)[0].Velocity, openings.Of(c)[0].Discharge = nil, &timeseries.Series{
		Times: []float64{0, 0.3, 0.4}, Values: []float64{1.2 * depth, 1.2 * depth, 0.4 * depth},
	}
	all := c.Particles.Count(sph.Fluid)
	s := start(t, c, Options{System: open(t, 2), End: 0.6})
	built := 0.0 // when the last lists were
	for _, p := range toEnd(t, s) {
		in, out := p.Crossings[0], p.Crossings[1]
		moved := openings.Of(c)[0].Discharge.Integral(built) / depth / c.Params.DeltaP
		layers := float64(in.In-in.Out) / 8
		if math.Abs(layers-moved) > 0.51 {
			t.Errorf("at %.3f s %.2f layers have entered, want %.2f", built, layers, moved)
		}
		built = p.Time
		removed := in.Removed + out.Removed
		want := all + in.Born + out.Born - removed
		if got := p.Particles - c.Particles.Count(sph.Wall); got != want || p.Lost != removed {
			t.Fatalf("at %.3f s there are %d particles of fluid, want %d; %d are gone, %d removed", p.Time,
				got, want, p.Lost, removed)
		}
	}
}

// What is given in time is followed with lists of two steps as with longer ones, and so is the
// level before a paddle. Lists of one step, in which neither is looked at, are refused.
func TestListsOfFewSteps(t *testing.T) {
	const depth = 0.24
	flows := map[string]func() *sph.Case{
		"inlets and outlets": func() *sph.Case {
			c := river(2, 0.03, 0.9, depth, 1.2, sph.Dummy, 1)
			openings.Of(c)[0].Velocity, openings.Of(c)[0].Discharge = nil, &timeseries.Series{
				Times: []float64{0, 0.05, 0.1}, Values: []float64{1.2 * depth, 1.2 * depth, 0.4 * depth},
			}
			return c
		},
		"wave makers that absorb": func() *sph.Case { return absorbing(sph.Dummy) },
	}
	for what, flow := range flows {
		var last [2]sph.Sample
		for i, every := range []int{2, 20} {
			c := flow()
			c.Params.RebuildEvery = every
			s := start(t, c, Options{System: open(t, 1)})
			for s.clock.Time < 0.12 {
				advance(t, s, every)
			}
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			last[i] = m
		}
		c := flow()
		if through := openings.Samples(c, &last[0]); len(through) > 0 {
			if q, r := through[0].Discharge, 0.4*depth; math.Abs(q-r) > 1e-3*r {
				t.Errorf("lists of 2 steps: %g m²/s come in, not %g", q, r)
			}
		} else if a, b := last[0].Corrections[0][0], last[1].Corrections[0][0]; !(math.Abs(a-b) <
			0.1*math.Abs(b)) {
			t.Errorf("lists of 2 steps: the correction is %g m, with 20 steps %g m", a, b)
		}
		if c.Params.RebuildEvery = 1; c.Check() == nil || !strings.Contains(c.Check().Error(), what) {
			t.Errorf("lists of one step with %s: %v", what, c.Check())
		}
	}
}

// From a checkpoint between two births, at an odd or an even step, the same follows, on other
// devices too.
func TestOpeningsResume(t *testing.T) {
	for dim, steps := range map[int]int{2: 301, 3: 80} {
		flow := func() *sph.Case { return swaying(dim, sph.MDBC) }
		s := start(t, flow(), Options{System: open(t, 3), Stripe: 500, Balance: &shaker{}})
		advance(t, s, steps)
		if int(s.clock.Step) != steps {
			t.Fatalf("the checkpoint is of step %d, want %d", s.clock.Step, steps)
		}
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		end := func(s *Simulation) string {
			var last sph.Progress
			for range 5 {
				if last, err = s.Advance(20); err != nil {
					t.Fatal(err)
				}
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			_, of := openingStates(t, s)
			return fmt.Sprint(last.Step, snap.SHA256, last.Crossings, last.Born, last.Lost, of)
		}
		want := end(s)
		for _, devices := range []int{1, 3} {
			again := start(t, flow(), Options{System: open(t, devices)})
			if devices == 3 {
				again = s // back to it
			}
			if err := again.Resume(k, nil, nil); err != nil {
				t.Fatal(err)
			}
			if got := end(again); got != want {
				t.Errorf("%d dimensions, step %d: %d devices come to %s, want %s", dim, steps, devices, got,
					want)
			}
		}
	}
}
