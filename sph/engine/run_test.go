package engine

import (
	"math"
	"strings"
	"testing"
	"time"

	"gpusph/sph"
)

// toEnd advances until the simulated time is over.
func toEnd(t testing.TB, s *Simulation) (periods []sph.Progress) {
	t.Helper()
	for range 10000 {
		p, err := s.Advance(10)
		if err != nil {
			t.Fatal(err)
		}
		periods = append(periods, p)
		if p.Done {
			return periods
		}
	}
	t.Fatal("the end is not reached in 10000 periods")
	return nil
}

// The flow ends with the first step that comes to the end of the simulated time, whether it is the
// case's or an option; nothing happens after it. No step is shortened for it: at each step it is
// the flow that goes on.
func TestEnd(t *testing.T) {
	tests := []struct {
		name      string
		end, dt   float64
		wantSteps int // 0: any
	}{
		{"adaptive", 0.0123, 0, 0},
		{"fixed, not a multiple", 0.01, 3e-4, 34},

		{"fixed, a power of two", 1.0 / 128, 1.0 / 1024, 8},
		{"shorter than a step", 1e-5, 0, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, option := range []bool{false, true} {
				c := column(0.05)
				c.Params.Dt = test.dt
				c.End = test.end
				o := Options{System: open(t, 2), Stripe: 100}
				if option {
					c.End, o.End = 5, test.end
				}
				s := start(t, c, o)
				periods := toEnd(t, s)
				last := periods[len(periods)-1]
				if last.Time < test.end || last.Time-last.Dt >= test.end {
					t.Errorf("the run ends at %.17g s with a step of %g s, want the first that comes to %.17g s", last.Time, last.Dt, test.end)
				}
				if test.wantSteps > 0 && last.Step != test.wantSteps {
					t.Errorf("the run takes %d steps, want %d", last.Step, test.wantSteps)
				}
				before, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				p, err := s.Advance(10)
				if err != nil || p.Steps != 0 || !p.Done || p.Time != last.Time {
					t.Errorf("after the end Advance returns %+v, %v", p, err)
				}
				if after, err := s.Snapshot(); err != nil || after.SHA256 != before.SHA256 || after.Time != last.Time {
					t.Errorf("after the end the flow changes, at %g s: %v", after.Time, err)
				}
				c.End, o.End = 5, 0
				o.System = open(t, 2)
				on := start(t, c, o)
				for int(on.clock.Step) < last.Step {
					if p, err = on.Advance(min(10, last.Step-int(on.clock.Step))); err != nil {
						t.Fatal(err)
					}
				}
				if p.Time != last.Time || p.Dt != last.Dt {
					t.Errorf("step %d of a flow that goes on takes it by %.17g to %.17g s, of one that ends by %.17g to %.17g s", p.Step, p.Dt, p.Time, last.Dt, last.Time)
				}
			}
		})
	}
}

// A fixed time step is every step's, and time is their sum.
func TestFixedTimeStep(t *testing.T) {
	c := column(0.05)
	c.Params.Dt = 2.5e-4
	s := start(t, c, Options{System: open(t, 1)})
	for s.clock.Step < 40 {
		p, err := s.Advance(10)
		if err != nil {
			t.Fatal(err)
		}
		if p.Dt != float64(float32(2.5e-4)) {
			t.Errorf("step %d: dt is %g s, want 2.5e-4 s", p.Step, p.Dt)
		}
		if want := 2.5e-4 * float64(p.Step); math.Abs(p.Time-want) > 1e-7*want {
			t.Errorf("step %d: the time is %.12g s, want %.12g s", p.Step, p.Time, want)
		}
	}
}

// Steps, times and particles add up over the periods.
func TestProgress(t *testing.T) {
	c := column(0.05)
	c.End = 0.05
	s := start(t, c, Options{System: open(t, 3), Stripe: 100, Balance: &shaker{}})
	steps, before := 0, 0.0
	last, begun := time.Now(), time.Time{} // of the calls before this and this
	for p := (sph.Progress{}); !p.Done; last = begun {
		begun = time.Now()
		var err error
		if p, err = s.Advance(10); err != nil {
			t.Fatal(err)
		}
		steps += p.Steps
		if p.Step != steps {
			t.Fatalf("after %d steps Step is %d", steps, p.Step)
		}
		if p.Steps > 0 && !(p.Time > before) {
			t.Fatalf("time goes from %g to %g s in %d steps", before, p.Time, p.Steps)
		}
		before = p.Time
		particles, slices := 0, 0
		for i, d := range p.Devices {
			particles += d.Particles
			if first, _ := s.grid.Inner(); d.Slices < s.MinSlices() || d.FirstSlice != first+slices {
				t.Fatalf("device %d owns %d slices from %d on, want some from %d on", i, d.Slices, d.FirstSlice, first+slices)
			}
			slices += d.Slices
			if len(d.Work) != d.Slices {
				t.Fatalf("device %d owns %d slices and tells the work of %d", i, d.Slices, len(d.Work))
			}
			for phase, seconds := range d.Seconds {
				most := p.Wall
				if sph.Phase(phase) == sph.BuildNeibs { // is queued in the call before
					most = time.Since(last).Seconds()
				}
				if seconds < 0 || seconds > most {
					t.Errorf("%v takes %g s of %g s", sph.Phase(phase), seconds, most)
				}
			}
		}
		if particles != p.Particles || particles+p.Lost != c.Particles.Len() {
			t.Fatalf("the devices have %d particles, the flow %d, and %d of %d are lost", particles, p.Particles, p.Lost, c.Particles.Len())
		}
		if from, to := s.grid.Inner(); slices != to-from {
			t.Fatalf("the devices have %d slices of %d", slices, to-from)
		}
	}
}

// Dt is the last step's that was taken: not of one that was rejected because the
// skin is used up, and not of one that the end has postponed.
func TestDtOfLastStep(t *testing.T) {
	for _, devices := range []int{1, 2} {
		c := column(0.05)
		c.End = 0.05
		c.Params.RebuildEvery = 20
		s := start(t, c, Options{System: open(t, devices), Stripe: 100})
		before := 0.0
		for {
			p, err := s.Advance(20)
			if err != nil {
				t.Fatal(err)
			}
			if p.Steps == 1 && math.Abs(p.Dt-(p.Time-before)) > 1e-6*p.Dt {
				t.Errorf("the step took %g s, but Dt is %g s", p.Time-before, p.Dt)
			}
			if !(p.Dt > 0) {
				t.Errorf("%d devices: Dt is %g s after %d steps to %g s", devices, p.Dt, p.Steps, p.Time)
			}
			before = p.Time
			if p.Done {
				break
			}
		}
	}
}

// What cannot go on says why, in the same words on one device and on three, and
// again when it is asked to go on.
func TestHalts(t *testing.T) {
	nan := float32(math.NaN())
	tests := []struct {
		name   string
		change func(c *sph.Case, fluid int) // fluid is a particle of fluid
		want   []string
	}{
		{"velocity", func(c *sph.Case, i int) { c.Particles.Velocity[i][1] = nan },
			[]string{"the flow blew up in step 1 at ", "is not a number", "smaller cfl"}},
		{"density", func(c *sph.Case, i int) { c.Particles.RelDensity[i] = nan }, []string{"the flow blew up in step 1 at "}},
		{"infinite velocity", func(c *sph.Case, i int) { c.Particles.Velocity[i][2] = float32(math.Inf(-1)) }, []string{"the flow blew up in step 1 at "}},
		{"blast", func(c *sph.Case, i int) { c.Particles.RelDensity[i] = 1e9 }, []string{"the flow blew up in step 1 at "}},
		{"time step", func(c *sph.Case, i int) { c.Params.Dt = 0.003; c.Particles.Velocity[i] = [3]float32{50, 0, 0} },
			[]string{"the fixed time step dt = 0.003 s", "0.15 m in one step", "skin of 0.026 m", "use a smaller dt or a larger skin"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var said string
			for _, devices := range []int{1, 3} {
				c := column(0.05)
				fluid := 0
				for c.Particles.Type[fluid] != sph.Fluid {
					fluid++
				}
				test.change(c, fluid)
				s := start(t, c, Options{System: open(t, devices), Stripe: 100})
				for range 2 {
					_, err := s.Advance(10)
					for k := 0; k < 3 && err == nil; k++ { // lists of another skin may be built first
						_, err = s.Advance(10)
					}
					if err == nil || s.clock.Step > 1 {
						t.Fatalf("%d devices go on, to step %d", devices, s.clock.Step)
					}
					for _, want := range test.want {
						if !strings.Contains(err.Error(), want) {
							t.Errorf("%d devices say %q, without %q", devices, err, want)
						}
					}
					if said == "" {
						said = err.Error()
					} else if err.Error() != said {
						t.Errorf("%d devices say %q, before it was %q", devices, err, said)
					}
				}
			}
		})
	}
}

// A fixed step that takes particles less far than the skin is taken, however
// small the skin of the lists was made for the speed that was known.
func TestFixedStepWithinSkin(t *testing.T) {
	c := column(0.05)
	c.Params.Dt = 1e-3
	for i := range c.Particles.Velocity {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Velocity[i] = [3]float32{2, 0, 0} // 2 mm a step
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	for s.clock.Step < 3 {
		if _, err := s.Advance(1); err != nil {
			t.Fatalf("the skin is %g m, and Advance says %v", c.Params.Skin, err)
		}
	}
}

// Nor does an adaptive step depend on how far lists reach.
func TestFirstStepOfFastFlow(t *testing.T) {
	c := corner(3)
	for i := range c.Particles.Velocity {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Velocity[i][0] += 3
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	want := newOracle(t, s)
	want.step()
	if p := advance(t, s, 1); math.Abs(p.Dt-want.dt) > 2e-6*want.dt {
		t.Errorf("the first step is %g s, but sound and acceleration allow %g s, in which a particle moves a %.2g-th of the skin", p.Dt, want.dt, 3.5*want.dt/c.Params.Skin)
	}
}

// A step in which forces throw particles further than a slice, as a fixed one may
// or one whose corrector meets a wall that its predictor did not, is refused with
// the same words by any number of devices: several would lose the particles.
func TestStepOverSlices(t *testing.T) {
	var said string
	for _, devices := range []int{1, 3} {
		c := column(0.05)
		c.Params.Dt = 1e-3
		c.Params.Gravity = [3]float64{6e5, 0, 0} // 0.3 m in the first step
		s := start(t, c, Options{System: open(t, devices), Stripe: 100})
		var err error
		for range 3 {
			if _, err = s.Advance(10); err != nil {
				break
			}
		}
		if err == nil || strings.Contains(err.Error(), "this is a bug") || said != "" && err.Error() != said {
			t.Fatalf("%d devices say %v, before it was %q", devices, err, said)
		}
		said = err.Error()
	}
}

// All of the fluid takes part, of walls with a state those that have water near, of others none;
// and no particle twice, on however many devices.
func TestActive(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic} {
		var active []int
		for _, devices := range []int{1, 3} {
			c := column(0.05)
			c.Params.Boundary = boundary
			s := start(t, c, Options{System: open(t, devices)})
			active = append(active, advance(t, s, 10).Active)
		}
		c := column(0.05)
		fluid, all := c.Particles.Count(sph.Fluid), c.Particles.Len()
		if active[0] != active[1] || (boundary == sph.Dummy) != (active[0] == fluid) || active[0] < fluid || active[0] >= all {
			t.Errorf("%v walls: of %d particles, %d of fluid, %d take part on one device and on three", boundary, all, fluid, active)
		}
	}
}

// Progress has what has limited the last step: the clock's third byte. The bytes before it are
// those of steps to come.
func TestLimitIsOfLastStep(t *testing.T) {
	s := start(t, column(0.1), Options{System: open(t, 1)})
	advance(t, s, 1)
	for limit := range sph.StepLimit(sph.StepLimits()) {
		if limit == sph.ByDiffusion {
			continue // for which Progress looks at what is constant
		}
		for next := range sph.StepLimit(sph.StepLimits()) { // of an even or an odd step
			for _, shift := range []int{0, 8} {
				s.clock.LimitedBy = int32(next)<<shift | int32(limit)<<16
				if got := s.progress(1).Limit; got != limit {
					t.Errorf("the last step is limited by %v, not %v, where %v is to limit one", got, limit, next)
				}
			}
		}
	}
}
