package engine

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/features/tension"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// begun is when each step of a flow began that was done, as its samples tell, and which steps were
// rejected once.
func begun(t *testing.T, c *sph.Case, steps int) (times []float64, rejected []int) {
	t.Helper()
	s := start(t, c, Options{System: open(t, 1), SampleInterval: c.Params.DtMax() / 50})
	for int(s.clock.Step) < steps {
		if _, err := s.Advance(steps - int(s.clock.Step)); err != nil {
			t.Fatal(err)
		}
		d := s.domains[0]
		for place := range d.steps {
			m := s.publishedMoments()
			step, time := m.Step(place)
			if !m.IsDue(place) {
				continue
			}
			if step < int(s.clock.Step) {
				times = append(times, time)
			} else {
				rejected = append(rejected, step)
			}
		}
	}
	if len(times) != steps {
		t.Fatalf("%d of %d steps have times", len(times), steps)
	}
	return append(times, s.clock.Time), rejected
}

// nearest are the steps that begin nearest to the multiples of an interval, each once, of those
// before the last.
func nearest(times []float64, interval float64) (steps []int) {
	for k := 1; ; k++ {
		best := 0
		for step, time := range times {
			if math.Abs(time-float64(k)*interval) < math.Abs(times[best]-float64(k)*interval)-1e-12 {
				best = step
			}
		}
		if best == len(times)-1 {
			return steps
		}
		if !slices.Contains(steps, best) {
			steps = append(steps, best)
		}
	}
}

// captured is what a flow captures in some steps, and its hash behind them.
func captured(t *testing.T, c *sph.Case, o Options, steps int) (all []*sph.Snapshot, s *Simulation, end string) {
	t.Helper()
	o.Stripe = 100
	s = start(t, c, o)
	take := func(rest bool) {
		captures, err := s.StateCopies(rest)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range captures {
			all = append(all, c.Snapshot())
		}
	}
	for int(s.clock.Step) < steps {
		if _, err := s.Advance(steps - int(s.clock.Step)); err != nil {
			t.Fatal(err)
		}
		take(false)
	}
	take(true)
	return all, s, hash(t, s)
}

// tense is a column of two fluids whose surface tension limits the step to a part of what all else
// allows.
func tense() *sph.Case {
	c := column(0.05)
	p := &c.Params
	p.Gravity = [3]float64{}
	// 0.25 √(ρ h³/(2π σ)), see features/tension
	sigma := p.Rho0 * p.H * p.H * p.H / (2 * math.Pi) * math.Pow(0.25/(0.6*p.DefaultStep()), 2)
	c.Mix([]sph.Material{{Name: "left", Mass: p.Mass, Properties: sph.Properties{Kind: "left"}},
		{Name: "right", Mass: p.Mass, Properties: sph.Properties{Kind: "right"}}})
	tension.Give(c, []tension.Tension{{Between: [2]string{"left", "right"}, Sigma: sigma, Angle: 90}})
	c.Particles.Material = make([]uint8, c.Particles.Len())
	for i, x := range c.Particles.Position {
		c.Particles.Velocity[i] = [3]float32{} // so that lists last for long
		if c.Particles.Type[i] == sph.Fluid && x[0] > 0.2 {
			c.Particles.Material[i] = 1
		}
	}
	return c
}

// No step is longer than is planned for, where surface tension limits it, too: what is measured and
// copied depends on that. A checkpoint of steps that were longer changes nothing of this.
func TestStepsAreBounded(t *testing.T) {
	c := tense()
	s := start(t, c, Options{System: open(t, 1)})
	long := c.Params.LongestStep()
	check := func(s *Simulation) {
		t.Helper()
		for range 6 {
			p, err := s.Advance(1)
			if err != nil {
				t.Fatal(err)
			}
			// forces have limited the third for the first time
			if p.Dt > long || p.Steps > 0 && p.Step > 2 && p.Limit.String() != tension.Name {
				t.Errorf("step %d takes %g s by %v, longer than %g s by surface tension", p.Step, p.Dt,
					p.Limit, long)
			}
		}
	}
	check(s)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	clock, err := clockOf(k)
	if err != nil {
		t.Fatal(err)
	}
	for i := range clock.Allowed {
		clock.Allowed[i] *= 1.5
	}
	k.SetGlobal(sph.Globals[sph.ClockGlobal].Name, clock.Bytes())
	again := start(t, tense(), Options{System: open(t, 1)})
	if err := again.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	p, err := again.Advance(2)
	if err != nil || p.Dt > (1+1e-6)*long {
		t.Errorf("after a checkpoint a step takes %g s, longer than %g s: %v", p.Dt, long, err)
	}
}

// Each step is copied, and each copy is the state of its step, however many steps are between two
// lists.
func TestCopiesOfEachStep(t *testing.T) {
	onOneDevice(t)
	const steps = 14
	for name, flow := range map[string]func() *sph.Case{"tension": tense, "column": func() *sph.Case {
		return column(0.05)
	}} {
		for _, rebuild := range []int{1, 2, 5, 20, 40} {
			made := func() *sph.Case {
				c := flow()
				c.Params.RebuildEvery = rebuild
				return c
			}
			o := Options{System: open(t, 1), CopyInterval: 0.3 * made().Params.DefaultStep()}
			all, _, _ := captured(t, made(), o, steps)
			for k, got := range all {
				if got.Step != k {
					t.Fatalf("%s, lists for %d steps: copy %d is of step %d", name, rebuild, k, got.Step)
				}
			}
			if len(all) < steps-1 {
				t.Errorf("%s, lists for %d steps: %d copies of %d steps", name, rebuild, len(all), steps)
			}
			for _, k := range []int{2, 9} {
				_, other, _ := captured(t, made(), Options{System: open(t, 1)}, k)
				want, err := other.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if got := all[k]; got.SHA256 != want.SHA256 || got.Time != want.Time {
					t.Errorf("%s, lists for %d steps: the copy of step %d at %g s has the hash %s, not %s "+
						"at %g s", name, rebuild, got.Step, got.Time, got.SHA256, want.SHA256, want.Time)
				}
			}
		}
	}
}

// Copies at times further apart than a list lasts are of the steps nearest to these, where surface
// tension limits steps.
func TestCopiesBetweenLists(t *testing.T) {
	onOneDevice(t)
	const steps = 60
	times, _ := begun(t, tense(), steps)
	for _, apart := range []float64{3.7, 5.3, 7.1, 9.9, 13} {
		interval := apart * tense().Params.DefaultStep()
		all, _, _ := captured(t, tense(), Options{System: open(t, 1), CopyInterval: interval}, steps)
		var got []int
		for _, s := range all {
			got = append(got, s.Step)
		}
		if want := nearest(times, interval); !slices.Equal(got, want) {
			t.Errorf("each %g s: the steps %v are copied, not %v", interval, got, want)
		}
	}
}

// A copy that the device has not made, and one that is missing, end the flow with an error.
func TestWrongCopiesEndTheFlow(t *testing.T) {
	onOneDevice(t)
	for name, test := range map[string]struct {
		spoil func(s *Simulation)
		want  string
	}{
		// each copy has the stamp of the one before
		"stale":   {func(s *Simulation) { s.measures.Fields.Kept = nil }, "has copied the particles"},
		"missing": {func(s *Simulation) { s.measures.Places = 1 }, "copies of its state"},
	} {
		c := column(0.05)
		s := start(t, c, Options{System: open(t, 1), CopyInterval: 3 * c.Params.DtMax()})
		advance(t, s, 10)
		test.spoil(s)
		var err error
		for k := 0; k < 4 && err == nil; k++ {
			if _, err = s.Advance(20); err == nil {
				_, err = s.StateCopies(true)
			}
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// captureFlows are one whose walls have no state, which rejects steps, one whose walls have, with
// steps of a fixed length and a further field that steps do not change at walls, and one whose
// walls are given a state in each step; and with walls that move.
var captureFlows = map[string]func() *sph.Case{
	"rejected":       fast,
	"tension":        tense,
	"mdbc":           func() *sph.Case { return measuredWalls(column(0.05)) },
	"moving":         func() *sph.Case { return stirred(sph.Dummy) },
	"moving of mdbc": func() *sph.Case { return stirred(sph.MDBC) },
	"fixed": func() *sph.Case {
		c := withScalar(column(0.05), 0.01)
		c.Params.Boundary, c.Params.Dt = sph.Dynamic, 0.5*c.Params.DtMax()
		for i, t := range c.Particles.Type {
			if t == sph.Wall {
				c.Particles.Extra["Scalar"][i] = float32(i)
			}
		}
		return c
	},
}

// Captures are of the steps that begin nearest to the times asked for, whether these are closer
// than steps or not, where steps are rejected, and with fixed steps, where a time may be in the
// middle of one. They change no bit, and are the same however many devices there are, and if slices
// move.
func TestCapturesAtAskedTimes(t *testing.T) {
	const steps = 30
	for name, flow := range captureFlows {
		times, rejected := begun(t, flow(), steps)
		_, _, plain := captured(t, flow(), Options{System: open(t, 1)}, steps)
		dt := times[steps] / steps
		intervals := []float64{0.4 * dt, 2.5 * dt, 11 * dt}
		if name == "rejected" {
			if len(rejected) == 0 {
				t.Fatal("no step is rejected: the test shows nothing")
			}
			k := rejected[len(rejected)-1] // times just before and behind the middles around where it begins
			for _, middle := range []float64{(times[k-1] + times[k]) / 2, (times[k] + times[k+1]) / 2} {
				intervals = append(intervals, middle-0.01*dt, middle+0.01*dt)
			}
		}
		if underRace {
			intervals = intervals[1:2] // the devices do the same for all of them
		}
		for i, interval := range intervals {
			want := nearest(times, interval)
			var first []*sph.Snapshot
			for _, devices := range []int{1, 3, 6} {
				if i > 0 && devices%2 == 0 {
					continue
				}
				o := Options{System: open(t, devices), CopyInterval: interval, Exchange: []exchange.Mode{exchange.Direct, exchange.Overlap}[devices%2]}
				if devices == 3 {
					o.Balance = &shaker{}
				}
				all, _, end := captured(t, flow(), o, steps)
				if end != plain {
					t.Errorf("%s, each %g s, %d devices: captures change the flow", name, interval, devices)
				}
				var got []int
				for _, s := range all {
					if s.Time != times[s.Step] {
						t.Errorf("%s, each %g s, %d devices: step %d is captured at %g s, not %g", name, interval, devices, s.Step, s.Time, times[s.Step])
					}
					got = append(got, s.Step)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, each %g s, %d devices: the steps %v are captured, want %v", name, interval, devices, got, want)
				}
				if first == nil {
					first = all
				} else if !slices.EqualFunc(all, first, func(a, b *sph.Snapshot) bool { return a.SHA256 == b.SHA256 && slices.Equal(a.Pressure, b.Pressure) }) {
					t.Errorf("%s, each %g s: captures are others on %d devices", name, interval, devices)
				}
			}
		}
	}
}

// What is captured inside a period is what the same flow has that ends with this step.
func TestCapturesAreOfTheirStep(t *testing.T) {
	for name, flow := range captureFlows {
		c := flow()
		all, s, _ := captured(t, c, Options{System: open(t, 3), CopyInterval: 1.7 * c.Params.DtMax()}, 16)
		for _, got := range all[:min(4, len(all))] {
			_, other, _ := captured(t, flow(), Options{System: open(t, 1)}, got.Step)
			want, err := other.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if got.SHA256 != want.SHA256 || got.Time != want.Time || got.Step != want.Step || got.Len() != want.Len() {
				t.Errorf("%s: the capture of step %d is of %g s and has the hash %s, want %g s and %s", name, got.Step, got.Time, got.SHA256, want.Time, want.SHA256)
			}
			if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) {
				t.Errorf("%s: the capture of step %d has other particles", name, got.Step)
			}
			scale := s.Case.Params.Rho0 * 9.81 * 0.4
			for i := range got.Pressure {
				if off := math.Abs(float64(got.Pressure[i] - want.Pressure[i])); off > 1e-3*scale {
					t.Fatalf("%s, step %d: the pressure at particle %d is %g Pa, want %g", name, got.Step, i, got.Pressure[i], want.Pressure[i])
				}
			}
		}
	}
}

// The state that a flow ends with stands for the time at which it was to end, wherever in the last
// step that is. Times before have the step that is nearest, but for those that this state is
// nearest to.
func TestCapturesAtEnd(t *testing.T) {
	const steps = 12
	times, _ := begun(t, column(0.05), steps)
	last, dt := times[steps-1], times[steps]-times[steps-1]
	// of the last step, at which the flow is to end
	for _, part := range []float64{0.1, 0.4, 0.6, 0.9} {
		for _, before := range []float64{0, 0.2, 0.7} { // steps before that, the time asked for
			c := column(0.05)
			c.End = last + part*dt
			interval := c.End - before*dt
			var want []int
			if at := part - before; before > 0 && at < 0.5 {
				want = []int{steps - 1 + int(math.Round(at))}
			}
			all, s, _ := captured(t, c, Options{System: open(t, 1), CopyInterval: interval}, steps)
			var got []int
			for _, c := range all {
				got = append(got, c.Step)
			}
			if int(s.clock.Step) != steps || s.clock.Time < c.End || !slices.Equal(got, want) {
				t.Errorf("a flow that ends %g of a step behind the last captures the steps %v at the time %g steps before that, want %v; it ends with step %d", part, got, before, want, s.clock.Step)
			}
		}
	}
}

// Room for copies grows with that for particles, and copies that are not on the host yet are kept.
func TestCopiesGrow(t *testing.T) {
	const steps = 60
	interval := 9 * column(0.05).Params.DtMax()
	want, _, _ := captured(t, column(0.05), Options{System: open(t, 1), CopyInterval: interval}, steps)
	s := start(t, column(0.05), Options{System: open(t, 3), CopyInterval: interval, Balance: &boundJumper{}})
	var before, after []int
	for _, d := range s.domains {
		before = append(before, d.recorder.Room())
	}
	advance(t, s, steps)
	for _, d := range s.domains {
		after = append(after, d.recorder.Room())
	}
	if slices.Equal(before, after) {
		t.Error("no room grows: the test shows nothing")
	}
	got, err := s.StateCopies(true)
	if err != nil || len(got) != len(want) {
		t.Fatalf("there are %d captures, want %d: %v", len(got), len(want), err)
	}
	for i, c := range got {
		if c.Snapshot().SHA256 != want[i].SHA256 {
			t.Errorf("the capture of step %d is another where devices have had to make room", c.Step())
		}
	}
}

// A flow that goes back to a checkpoint captures the same again, and nothing of what it leaves
// behind.
func TestCapturesAfterResume(t *testing.T) {
	c := column(0.05)
	s := start(t, c, Options{System: open(t, 2), Stripe: 100, CopyInterval: 3 * c.Params.DtMax()})
	advance(t, s, 10)
	point, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	after := func() (hashes []string) {
		advance(t, s, 15)
		all, err := s.StateCopies(true)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			if c.Step() >= point.Step {
				hashes = append(hashes, c.Snapshot().SHA256)
			}
		}
		return hashes
	}
	first := after()
	advance(t, s, 10) // these are left behind
	if err := s.Resume(point, point.Bounds, nil); err != nil {
		t.Fatal(err)
	}
	if again := after(); !slices.Equal(again, first) || len(first) < 4 {
		t.Errorf("after the checkpoint there are %v and then %v", first, again)
	}
}

// Kernels for captures run only in periods that a time asked for is near. Copies take the memory
// that is said.
func TestCostOfCaptures(t *testing.T) {
	plain := start(t, column(0.05), Options{System: open(t, 1)}).BytesPerParticle()
	for interval, copies := range map[float64]bool{0: false, 0.5: false, 1e-3: true} {
		o := Options{System: open(t, 1), CopyInterval: interval}
		o.Trace = gpu.NewTrace(o.System)
		s := start(t, column(0.05), o)
		p := &s.Case.Params
		if got, want := s.BytesPerParticle()-plain, p.CopyBytes(interval); got != want || interval > 0 && want < p.StateCopyBytes() {
			t.Errorf("each %g s, copies take %d bytes of a particle, want %d", interval, got, want)
		}
		if err := o.Trace.Start(); err != nil {
			t.Fatal(err)
		}
		advance(t, s, 10)
		tracks, err := o.Trace.Stop()
		if err != nil {
			t.Fatal(err)
		}
		launched := 0
		for _, track := range tracks {
			for _, span := range track.Spans {
				if slices.Contains([]string{string(cuda.AtMoment), string(cuda.Copy), string(cuda.WallPressure)}, span.Name) {
					launched++
				}
			}
		}
		if (launched > 0) != copies {
			t.Errorf("each %g s, %d kernels are launched in 10 steps", interval, launched)
		}
	}
	p := &column(0.05).Params
	for places := 1; places <= p.RebuildEvery; places++ {
		bytes := places * p.StateCopyBytes()
		if at := p.CopyInterval(float64(bytes)); p.CopyBytes(at) > bytes || places < p.RebuildEvery && p.CopyBytes(0.99*at) <= bytes {
			t.Errorf("in %d bytes of a particle captures may be %g s apart, and take %d bytes", bytes, at, p.CopyBytes(at))
		}
	}
}
