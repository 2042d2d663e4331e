package cuda_test

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// maxima of a device: the greatest |a|, |v| and ρ/ρ0 - 1, with lists whose skin of
// 20 mm two particles use up that meet at v each, by half a longest step.
func maxima(a, v, rel float32) cuda.Maxima {
	return cuda.Maxima{
		Accel2: math.Float32bits(a * a), Speed2: math.Float32bits(v * v), Rel: math.Float32bits(rel),
		Used: math.Float32bits(v * 1e-3 / 0.02),
	}
}

// used is maxima of a device that has used up a part of the skin, closer of one
// whose layers out of reach have come closer [m].
func used(part float32) cuda.Maxima { return cuda.Maxima{Used: math.Float32bits(part)} }

func closer(by float32) cuda.Maxima { return cuda.Maxima{Approach: math.Float32bits(by)} }

func shorten(a *cuda.MinimumScanArgs) { a.Shorten = 1 }
func over(a *cuda.MinimumScanArgs)    { a.Over = 1 }

// united runs a kernel that unites maxima. By default the sound limits the time step to
// 0.3 · 0.05 m / 15 m/s = 1 ms.
func united(t *testing.T, kernel cuda.KernelOf[cuda.MinimumScanArgs], clock cuda.Clock, change func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) cuda.Clock {
	t.Helper()
	d := open(t, strict)
	args := cuda.MinimumScanArgs{
		Clock: d.upload(clock), Maxima: d.upload(devices), Devices: int32(len(devices)),
		End: 1, Cfl: 0.3, H: 0.05, C0: 15, DtMax: 1e-3, SkinMax: 0.02, Step: 4, VerifiedSteps: 3,
		Records: d.alloc(int(unsafe.Sizeof([2]cuda.StepRecord{}))), Forcing: cuda.ForcingTable{At: d.upload(cuda.Forcing{}), Count: 1},
	}
	if change != nil {
		change(&args)
	}
	gpu.Launch(d.stream, kernel, args, 0, 1)
	d.download(&clock, args.Clock)
	return clock
}

// atStep is a clock in the fourth step of a period, which is 1 ms long, as is the one
// that follows.
func atStep(time float64) cuda.Clock {
	return cuda.Clock{Time: time, Step: 10, First: 6, Limit: math.MaxInt32, Dt: 2e-3, Allowed: [2]float32{1e-3, 3e-3}, Length: [2]float32{1e-3, 2e-3}, Accel: 8}
}

// The step that follows is as long as any device's maxima allow; what is not a number
// stops the flow, and so does the end.
func TestMinimumScan(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	now, near, last := atStep(0.5), atStep(0.9988), atStep(0.999)
	ends := now.Time + float64(now.Length[0])
	tests := []struct {
		name    string
		clock   cuda.Clock
		change  func(*cuda.MinimumScanArgs)
		devices []cuda.Maxima
		halt    int32
		dt      float64 // 0 where it does not matter
	}{
		{"sound", now, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
		{"sound in compressed fluid", now, nil, []cuda.Maxima{maxima(1, 1, 0.1)}, cuda.Running, 1e-3 / (1.1 * 1.1 * 1.1)},
		{"acceleration", now, nil, []cuda.Maxima{maxima(1e4, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4)},
		{"of the second device", now, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(1e4, 1, 0), maxima(9, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4)},
		{"no acceleration", now, nil, []cuda.Maxima{maxima(0, 0, 0)}, cuda.Running, 1e-3},
		{"viscosity", now, func(a *cuda.MinimumScanArgs) { a.DtViscous = 1e-5 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-5},
		{"fixed", now, func(a *cuda.MinimumScanArgs) { a.DtFixed = 2e-3 }, []cuda.Maxima{maxima(1e6, 1, 0.5)}, cuda.Running, 2e-3},
		{"the end is in it", near, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
		{"the end is in a fixed step", near, func(a *cuda.MinimumScanArgs) { a.DtFixed = 2e-3 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-3},
		{"it begins just before the end", now, func(a *cuda.MinimumScanArgs) { a.End = math.Nextafter(ends, 1) }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
		{"it begins at the end", now, func(a *cuda.MinimumScanArgs) { a.End = ends }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.EndReached, 0},
		{"after the last", last, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.EndReached, 0},
		{"a is not a number", now, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(nan, 1, 0)}, cuda.NotANumber, 0},
		{"v is not a number", now, nil, []cuda.Maxima{maxima(1, nan, 0), maxima(1, 1, 0)}, cuda.NotANumber, 0},
		{"rho is not a number", now, nil, []cuda.Maxima{maxima(1, 1, nan)}, cuda.NotANumber, 0},
		{"a is infinite", now, nil, []cuda.Maxima{maxima(inf, 1, 0)}, cuda.NotANumber, 0},
		{"not a number in the last", last, nil, []cuda.Maxima{maxima(nan, 1, 0)}, cuda.NotANumber, 0},
		{"a displacement is over the limit", now, nil, []cuda.Maxima{maxima(1, 1, 0), {OverLimit: 1}}, cuda.StepTooLong, 0},
		{"one in the last step of all", now, over, []cuda.Maxima{{OverLimit: 1}, {}}, cuda.StepTooLong, 0},
		{"one by what is not a number", now, nil, []cuda.Maxima{maxima(nan, 1, 0), {OverLimit: 1}}, cuda.NotANumber, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := united(t, cuda.MinimumScan, test.clock, test.change, test.devices...)
			if got.Halt != test.halt {
				t.Errorf("halt is %d, want %d", got.Halt, test.halt)
			}
			if test.dt > 0 && math.Abs(float64(got.Length[1])-test.dt) > 1e-6*test.dt {
				t.Errorf("dt is %g s, want %g s", got.Length[1], test.dt)
			}
			if got.Step != test.clock.Step || got.Time != test.clock.Time || got.Length[0] != test.clock.Length[0] || got.Allowed[0] != test.clock.Allowed[0] {
				t.Errorf("the step under way goes from %+v to %+v", test.clock, got)
			}
			switch limit := got.Limit; {
			case test.halt == cuda.Running && limit != math.MaxInt32, test.halt == cuda.EndReached && limit != 5,
				test.halt != cuda.Running && test.halt != cuda.EndReached && limit != -1:
				t.Errorf("with halt %d, steps from %d on are not done", test.halt, limit)
			}
			if test.halt == cuda.Running || test.halt == cuda.EndReached {
				return
			}
			// What has ended stays so, whatever follows.
			for _, kernel := range []cuda.KernelOf[cuda.MinimumScanArgs]{cuda.MinimumScan, cuda.Check, cuda.Begin} {
				if again := united(t, kernel, got, nil, maxima(1, 1, 0)); again != got {
					t.Errorf("%s makes %+v of a halted clock, which was %+v", kernel, again, got)
				}
			}
		})
	}
	// What lists have asked for is the most of any device.
	if got := united(t, cuda.MinimumScan, now, nil, cuda.Maxima{EntriesNeeded: 40, Unlisted: 3}, cuda.Maxima{EntriesNeeded: 48, Unlisted: 2}); got.EntriesNeeded != 48 || got.Unlisted != 3 {
		t.Errorf("lists need 48 entries and 3 particles have none, but the clock is %+v", got)
	}
	// After the last step of a period, and at the end, what is allowed is kept for later.
	end := now
	end.Limit, end.Halt = 4, cuda.EndReached
	for _, test := range []struct {
		clock  cuda.Clock
		change func(*cuda.MinimumScanArgs)
	}{{now, over}, {end, nil}} {
		want := test.clock
		want.Allowed[1], want.Speed, want.Accel = float32(0.3*math.Sqrt(0.05/1e4)), 1, 1e4
		want.LimitedBy = 1 << 8 // odd steps, by forces
		got := united(t, cuda.MinimumScan, test.clock, test.change, maxima(1e4, 1, 0))
		if math.Abs(float64(got.Allowed[1]-want.Allowed[1])) > 1e-9 {
			t.Errorf("after a period the clock becomes %+v, want %+v", got, want)
		}
		if got.Allowed = want.Allowed; got != want {
			t.Errorf("after a period the clock becomes %+v, want %+v", got, want)
		}
	}
	if got := united(t, cuda.MinimumScan, end, nil, cuda.Maxima{OverLimit: 1}); got.Halt != cuda.StepTooLong {
		t.Errorf("a displacement over the limit in the last step gives halt %d", got.Halt)
	}
	// And what a rejected step has done does not count.
	end.Limit, end.Halt = 3, cuda.SkinUsed
	if got := united(t, cuda.MinimumScan, end, nil, cuda.Maxima{OverLimit: 1}); got != end {
		t.Errorf("after a rejected step the clock becomes %+v, was %+v", got, end)
	}
}

// A step is done if the lists were good for it, unless it was shortened; else it is
// postponed, with its length.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(*cuda.MinimumScanArgs)
		devices []cuda.Maxima
		halt    int32
		used    float32
	}{
		{"the skin is used", nil, []cuda.Maxima{used(0.5), used(1.01)}, cuda.SkinUsed, 1.01},
		{"the skin suffices", nil, []cuda.Maxima{used(0.99), used(0.5)}, cuda.Running, 0.99},
		{"slices come too close", nil, []cuda.Maxima{closer(0.013), closer(0.021)}, cuda.SkinUsed, 0},
		{"not too close", nil, []cuda.Maxima{closer(0.013), closer(0.019)}, cuda.Running, 0},
		{"it has been shortened", shorten, []cuda.Maxima{used(1.5)}, cuda.Running, 1.5},
	} {
		before := atStep(0.5)
		got := united(t, cuda.Check, before, test.change, test.devices...)
		want := before
		want.Used, want.LayerApproach, want.Halt, want.VerifiedUntil, want.AccelerationBound = test.used, got.LayerApproach, test.halt, 7, 16
		if test.halt == cuda.Running {
			want.Step, want.Time, want.Dt = 11, 0.5+float64(float32(1e-3)), 1e-3
		} else {
			want.Limit = 4
			for _, step := range []int32{4, 5} {
				again := united(t, cuda.Check, got, func(a *cuda.MinimumScanArgs) { a.Step = step }, used(0.1))
				if again != got {
					t.Errorf("%s: a halted clock becomes %+v, was %+v", test.name, again, got)
				}
			}
		}
		if got != want {
			t.Errorf("%s: the clock becomes %+v, want %+v", test.name, got, want)
		}
	}
	last := atStep(0.9995) // passes the end
	if got := united(t, cuda.Check, last, nil, used(0.5)); got.Time != last.Time+float64(last.Length[0]) {
		t.Errorf("the last step ends at %.17g s", got.Time)
	}
	// The end was thought to be reached, but the last step is rejected.
	last.Limit, last.Halt = 5, cuda.EndReached
	if got := united(t, cuda.Check, last, nil, used(1.5)); got.Halt != cuda.SkinUsed || got.Limit != 4 || got.Time != last.Time {
		t.Errorf("a rejected last step leaves %+v", got)
	}
}

// A step that is looked at before it begins is not done, or rejected as it would be. Its own check
// comes to the same as without.
func TestLook(t *testing.T) {
	look := func(a *cuda.MinimumScanArgs) { a.Over = 1 }
	for _, m := range []cuda.Maxima{used(0.5), used(1.5), closer(0.021),
		{Used: math.Float32bits(0.9), UsedAhead: math.Float32bits(1.1)}} {
		before := atStep(0.5)
		want := united(t, cuda.Check, before, nil, m)
		looked := united(t, cuda.Check, before, look, m)
		if looked.Step != before.Step || looked.Time != before.Time || looked.Halt != want.Halt {
			t.Errorf("%+v: a look leaves %+v", m, looked)
		}
		if got := united(t, cuda.Check, looked, nil, cuda.Maxima{}); got != want {
			t.Errorf("%+v: behind a look the clock becomes %+v, want %+v", m, got, want)
		}
	}
}

// Lists that are good for the steps that follow are not measured in these, and a step that
// is not measured is done, unless accelerations grow: then the step is measured.
func TestAhead(t *testing.T) {
	ahead := func(used, approach float32) cuda.Maxima {
		return cuda.Maxima{UsedAhead: math.Float32bits(used), ApproachAhead: math.Float32bits(approach)}
	}
	for _, test := range []struct {
		maxima   cuda.Maxima
		verified int32
	}{{ahead(0.99, 0.0199), 7}, {ahead(1.01, 0), 5}, {ahead(0.5, 0.021), 5}} {
		if got := united(t, cuda.Check, atStep(0.5), nil, test.maxima, cuda.Maxima{}); got.VerifiedUntil != test.verified || got.Halt != cuda.Running {
			t.Errorf("%+v: steps are verified up to %d with halt %d, want %d", test.maxima, got.VerifiedUntil, got.Halt, test.verified)
		}
	}
	clock := atStep(0.5)
	clock.VerifiedUntil, clock.AccelerationBound, clock.Used = 5, 16, 0.7
	if got := united(t, cuda.Check, clock, nil, cuda.Maxima{}); got.Step != 11 || got.Used != 0.7 || got.VerifiedUntil != 5 || got.AccelerationBound != 16 {
		t.Errorf("after a step that is not measured the clock is %+v", got)
	}
	for accel, verified := range map[float32]int32{15: 5, 17: 4} {
		if got := united(t, cuda.MinimumScan, clock, nil, maxima(accel, 1, 0)); got.VerifiedUntil != verified || got.Accel != accel {
			t.Errorf("with %g m/s² steps are verified up to %d, want %d", accel, got.VerifiedUntil, verified)
		}
	}
}

// A period begins: nothing of the skin is used, so that the lists need not be measured at first, what had halted for it goes on, and the
// first step is as long as the last forces have allowed, or the lists.
func TestBegin(t *testing.T) {
	begun := func(change func(*cuda.Clock), args func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) (before, after cuda.Clock) {
		before = cuda.Clock{Time: 0.5, Dt: 1e-3, Allowed: [2]float32{4e-3, 2e-3}, Step: 7, First: 2, Used: 1.1, LayerApproach: 0.01, EntriesNeeded: 90, Unlisted: 3, Limit: 5, VerifiedUntil: 5, Halt: cuda.SkinUsed}
		change(&before)
		return before, united(t, cuda.Begin, before, args, devices...)
	}
	first := func(a *cuda.MinimumScanArgs) { a.Step = 0 }
	for _, halt := range []int32{cuda.Running, cuda.SkinUsed} {
		before, got := begun(func(c *cuda.Clock) { c.Halt, c.Accel = halt, 8 }, first)
		want := before
		want.First, want.Used, want.LayerApproach, want.EntriesNeeded, want.Unlisted, want.Limit, want.Halt, want.VerifiedUntil, want.AccelerationBound = 7, 0, 0, 0, 0, math.MaxInt32, cuda.Running, 3, 16
		want.Allowed = [2]float32{2e-3, 4e-3} // after an odd number of steps
		want.Length = want.Allowed
		if got != want {
			t.Errorf("halt %d: a period begins with %+v, want %+v", halt, got, want)
		}
	}
	for _, m := range []cuda.Maxima{{UsedAhead: used(1.01).Used}, {ApproachAhead: used(0.021).Used}} {
		if _, got := begun(func(*cuda.Clock) {}, first, m); got.VerifiedUntil != 0 || got.Halt != cuda.Running {
			t.Errorf("lists that are good for now only begin with %+v", got)
		}
	}
	if before, got := begun(func(c *cuda.Clock) { c.First = 3 }, nil); got.Length != before.Allowed || got.Allowed != before.Allowed {
		t.Errorf("after an even number of steps a period begins with %+v", got)
	}
	if _, got := begun(func(c *cuda.Clock) { c.Time, c.Halt = 1, cuda.EndReached }, nil); got.Halt != cuda.EndReached || got.Limit != 0 {
		t.Errorf("at the end a period begins with %+v", got)
	}
	if _, got := begun(func(c *cuda.Clock) { c.Time = 0.999 }, nil); got.Limit != 1 || got.Halt != cuda.EndReached || got.Length[0] != got.Allowed[0] {
		t.Errorf("before the end a period begins with %+v", got)
	}
	for _, m := range []cuda.Maxima{used(1.25), closer(0.025)} {
		if _, got := begun(func(*cuda.Clock) {}, shorten, m); got.Halt != cuda.Running || math.Abs(float64(got.Length[0])-0.999e-3/1.25) > 1e-9 {
			t.Errorf("a step that must not be rejected begins with %+v", got)
		}
	}
	// Lists that are used up at once are good for no step; the next period begins as if there had been none.
	for _, test := range []struct {
		maxima []cuda.Maxima
		usedUp bool
	}{{[]cuda.Maxima{used(0.5), used(1.01)}, true}, {[]cuda.Maxima{used(0.99), used(0.5)}, false}, {[]cuda.Maxima{closer(0.013), closer(0.021)}, true}} {
		before, got := begun(func(*cuda.Clock) {}, nil, test.maxima...)
		if usedUp := got.Limit == 0 && got.Halt == cuda.SkinUsed; usedUp != test.usedUp || got.Step != before.Step || got.Time != before.Time {
			t.Errorf("%+v: a period begins with %+v", test.maxima, got)
		}
		if again := united(t, cuda.Begin, got, nil, used(0)); again.Allowed != [2]float32{2e-3, 4e-3} || again.Length != again.Allowed || again.Halt != cuda.Running {
			t.Errorf("%+v: the period after begins with %+v", test.maxima, again)
		}
	}
	fixed := func(a *cuda.MinimumScanArgs) { a.DtFixed, a.Shorten = 1e-3, 1 }
	if _, got := begun(func(*cuda.Clock) {}, fixed, used(1.25)); got.Halt != cuda.StepTooLong || got.Limit != -1 {
		t.Errorf("a fixed step that is too long begins with %+v", got)
	}
}

// Euler does not let a force throw a particle to where no list finds it, nor one
// that is not a number: it stays, and MinimumScan hears of it.
func TestDisplacementLimit(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			accel     float32
			overLimit bool
		}{{0, false}, {89, false}, {91, true}, {-109, false}, {-111, true}, {float32(math.NaN()), true}, {float32(math.Inf(1)), true}} {
			d := open(t, f)
			in := [4]int32{1000, 1000, 1000, 0}
			args := alone(d, [4]float32{1, 0, 0, 0}, in, [3]float32{test.accel}) // v + a Δt beyond 10 m/s is too fast
			args.Euler.Half = 1
			gpu.Launch(d.stream, cuda.Forces("wendland", false, "dynamic"), args, 0, 1)
			var at [4]int32
			var v [4]float32
			var m cuda.Maxima
			d.download(&at, args.Euler.To.Pos)
			d.download(&v, args.Euler.To.Vel)
			d.download(&m, args.Maxima)
			wantAt, wantV := in, [4]float32{1, 0, 0, 0}
			if !test.overLimit {
				wantV[0] += test.accel * 0.1
				wantAt[0] += int32(math.RoundToEven(float64((1 + wantV[0]) * 10)))
			}
			if at != wantAt || math.Abs(float64(v[0]-wantV[0])) > 1e-5 || (m.OverLimit == 1) != test.overLimit {
				t.Errorf("%g m/s² bring it to %v at %v, over the limit: %d; want %v at %v, %v", test.accel, at, v, m.OverLimit, wantAt, wantV, test.overLimit)
			}
		}
	})
}

// What limits a step is noted with the length that it allows, and goes with it to the step.
func TestLimitOfStep(t *testing.T) {
	dt := [2]float32{1e-3, 1e-3}
	clock := cuda.Clock{Limit: math.MaxInt32, Allowed: dt, Length: dt}
	for by, test := range []struct {
		accel, most float32 // that of particles; the step that diffusion allows [s], or 0
	}{{1, 0}, {1e4, 0}, {1, 1e-5}} {
		got := united(t, cuda.MinimumScan, clock, func(a *cuda.MinimumScanArgs) {
			a.Step, a.DtViscous = 0, test.most
		}, maxima(test.accel, 1, 0))
		if got.LimitedBy != int32(by)<<8 {
			t.Errorf("with %+v: %#x", test, got.LimitedBy)
		}
		done := united(t, cuda.Check, got, func(a *cuda.MinimumScanArgs) { a.Step = 1 }, cuda.Maxima{})
		if done.LimitedBy>>16 != int32(by) {
			t.Errorf("the step is limited by %d, want %d", done.LimitedBy>>16, by)
		}
	}
}
