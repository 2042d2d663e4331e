package cuda_test

import (
	"math"
	"testing"

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

// used is maxima of a device that has used up a part of the skin, across of one
// whose slices have come as far forwards and backwards [m].
func used(part float32) cuda.Maxima { return cuda.Maxima{Used: math.Float32bits(part)} }

func across(forwards, backwards float32) cuda.Maxima {
	return cuda.Maxima{Forwards: math.Float32bits(forwards), Backwards: math.Float32bits(backwards)}
}

func shorten(a *cuda.MinimumScanArgs) { a.Shorten = 1 }
func over(a *cuda.MinimumScanArgs)    { a.Over = 1 }

// scan runs minimumscan, and check check. By default the sound limits the time step to
// 0.3 · 0.05 m / 15 m/s = 1 ms.
func scan(t *testing.T, clock cuda.Clock, change func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) cuda.Clock {
	t.Helper()
	return united(t, cuda.MinimumScan, clock, change, devices)
}

func check(t *testing.T, clock cuda.Clock, change func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) cuda.Clock {
	t.Helper()
	return united(t, cuda.Check, clock, change, devices)
}

func united(t *testing.T, kernel cuda.KernelOf[cuda.MinimumScanArgs], clock cuda.Clock, change func(*cuda.MinimumScanArgs), devices []cuda.Maxima) cuda.Clock {
	t.Helper()
	d := open(t, strict)
	args := cuda.MinimumScanArgs{
		Clock: d.upload(clock), Maxima: d.upload(devices), Devices: int32(len(devices)),
		End: 1, Cfl: 0.3, H: 0.05, C0: 15, Longest: 1e-3, MostSkin: 0.02,
	}
	if change != nil {
		change(&args)
	}
	gpu.Launch(d.stream, kernel, args, 0, 1)
	d.download(&clock, args.Clock)
	return clock
}

// The time step is the least that any device's maxima of the step before allow; what
// is not a number stops the flow, and so does the end.
func TestMinimumScan(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	first := cuda.Clock{DtNext: 2e-4} // no step before
	after := cuda.Clock{Begun: 1, Step: 6, Time: 0.5, Dt: 1e-3, DtNext: 2e-4}
	usedUp := after
	usedUp.Used = 1.25
	near := cuda.Clock{Begun: 1, Time: 0.9988, Dt: 1e-3}
	tests := []struct {
		name    string
		clock   cuda.Clock
		change  func(*cuda.MinimumScanArgs)
		devices []cuda.Maxima
		halt    int32
		dt      float64 // 0 where it does not matter
		steps   int32   // that end
	}{
		{"the first", first, nil, []cuda.Maxima{maxima(0, 1, 0)}, cuda.Running, 2e-4, 0},
		{"sound", after, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3, 1},
		{"sound in compressed fluid", after, nil, []cuda.Maxima{maxima(1, 1, 0.1)}, cuda.Running, 1e-3 / (1.1 * 1.1 * 1.1), 1},
		{"acceleration", after, nil, []cuda.Maxima{maxima(1e4, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4), 1},
		{"of the second device", after, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(1e4, 1, 0), maxima(9, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4), 1},
		{"no acceleration", after, nil, []cuda.Maxima{maxima(0, 0, 0)}, cuda.Running, 1e-3, 1},
		{"viscosity", after, func(a *cuda.MinimumScanArgs) { a.DtViscous = 1e-5 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-5, 1},
		{"fixed", after, func(a *cuda.MinimumScanArgs) { a.DtFixed = 2e-3 }, []cuda.Maxima{maxima(1e6, 1, 0.5)}, cuda.Running, 2e-3, 1},
		{"a fixed one that is the first", first, func(a *cuda.MinimumScanArgs) { a.DtFixed = 2e-3 }, []cuda.Maxima{maxima(0, 1, 0)}, cuda.Running, 2e-3, 0},
		{"the end comes first", near, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-4, 1},
		{"the end of a fixed step", near, func(a *cuda.MinimumScanArgs) { a.DtFixed = 1e-3 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-4, 1},
		{"at the end", cuda.Clock{Time: 1, DtNext: 1e-3}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.EndReached, 0, 0},
		{"at the end of a step", cuda.Clock{Begun: 1, Time: 0.999, Dt: 1e-3, Last: 1}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.EndReached, 0, 1},
		{"a is not a number", after, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(nan, 1, 0)}, cuda.NotANumber, 0, 0},
		{"v is not a number", after, nil, []cuda.Maxima{maxima(1, nan, 0), maxima(1, 1, 0)}, cuda.NotANumber, 0, 0},
		{"rho is not a number", after, nil, []cuda.Maxima{maxima(1, 1, nan)}, cuda.NotANumber, 0, 0},
		{"a is infinite", after, nil, []cuda.Maxima{maxima(inf, 1, 0)}, cuda.NotANumber, 0, 0},
		{"not a number at the end", cuda.Clock{Begun: 1, Time: 0.999, Last: 1}, nil, []cuda.Maxima{maxima(nan, 1, 0)}, cuda.NotANumber, 0, 0},
		{"not a number in a step that is not followed", after, over, []cuda.Maxima{maxima(nan, 1, 0)}, cuda.NotANumber, 0, 0},
		{"a particle is thrown too far", after, nil, []cuda.Maxima{maxima(1, 1, 0), {Thrown: 1}}, cuda.StepTooLong, 0, 0},
		{"thrown by what is not a number", after, nil, []cuda.Maxima{maxima(nan, 1, 0), {Thrown: 1}}, cuda.NotANumber, 0, 0},
		{"a longer step than the lists allow", usedUp, shorten, []cuda.Maxima{maxima(1, 25, 0)}, cuda.Running, 0.999e-3 / 1.25, 1},
		{"what is used decides later", usedUp, nil, []cuda.Maxima{maxima(1, 25, 0)}, cuda.Running, 1e-3, 1},
		{"a fixed step that is too long", usedUp, func(a *cuda.MinimumScanArgs) { a.DtFixed, a.Shorten = 1e-3, 1 }, []cuda.Maxima{maxima(1, 25, 0)}, cuda.StepTooLong, 0, 1},
		{"no step follows, whatever is used", usedUp, over, []cuda.Maxima{maxima(1e4, 1, 0)}, cuda.Running, 1e-3, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := scan(t, test.clock, test.change, test.devices...)
			if got.Halt != test.halt {
				t.Errorf("halt is %d, want %d", got.Halt, test.halt)
			}
			if test.dt > 0 && math.Abs(float64(got.Dt)-test.dt) > 1e-6*test.dt {
				t.Errorf("dt is %g s, want %g s", got.Dt, test.dt)
			}
			want := test.clock.Time
			if test.steps > 0 {
				want += float64(test.clock.Dt)
			}
			if got.Step != test.clock.Step+test.steps || math.Abs(got.Time-want) > 1e-9 {
				t.Errorf("%d steps should end, and the clock goes from %+v to %+v", test.steps, test.clock, got)
			}
			follows := test.halt == cuda.Running
			if test.change != nil {
				args := cuda.MinimumScanArgs{}
				test.change(&args)
				follows = follows && args.Over == 0
			}
			if (got.Begun == 1) != follows {
				t.Errorf("a step has begun: %d, with halt %d", got.Begun, got.Halt)
			}
			// What has halted stays so, whatever follows.
			if test.halt != cuda.Running {
				for _, change := range []func(*cuda.MinimumScanArgs){nil, over} {
					if again := scan(t, got, change, maxima(1, 1, 0)); again != got {
						t.Errorf("a halted clock becomes %+v, was %+v", again, got)
					}
				}
			}
		})
	}
}

// A step that would use the lists up is put off, unless it is shortened.
func TestCheck(t *testing.T) {
	begun := cuda.Clock{Begun: 1, Step: 6, Time: 0.5, Dt: 1e-3, DtNext: 2e-4}
	for _, test := range []struct {
		name    string
		change  func(*cuda.MinimumScanArgs)
		devices []cuda.Maxima
		halt    int32
		used    float32
	}{
		{"the skin is used", nil, []cuda.Maxima{used(0.5), used(1.01)}, cuda.SkinUsed, 1.01},
		{"the skin suffices", nil, []cuda.Maxima{used(0.99), used(0.5)}, cuda.Running, 0.99},
		{"slices come too close", nil, []cuda.Maxima{across(0.013, 0), across(0.001, 0.008)}, cuda.SkinUsed, 0},
		{"not too close", nil, []cuda.Maxima{across(0.013, 0), across(0.001, 0.006)}, cuda.Running, 0},
		{"it will be shortened", shorten, []cuda.Maxima{used(1.5)}, cuda.Running, 1.5},
	} {
		got := check(t, begun, test.change, test.devices...)
		want := begun
		want.Used, want.Closing, want.Halt = test.used, got.Closing, test.halt
		if test.halt != cuda.Running {
			want.Begun = 0
			if again := check(t, got, nil, used(0.1)); again != got {
				t.Errorf("%s: a halted clock becomes %+v, was %+v", test.name, again, got)
			}
		}
		if got != want {
			t.Errorf("%s: the clock becomes %+v, want %+v", test.name, got, want)
		}
	}
	// What slices have come closer counts, too, when a step is shortened.
	clock := check(t, cuda.Clock{DtNext: 1e-3}, shorten, across(0.02, 0.005))
	if clock = scan(t, clock, shorten, maxima(0, 0, 0)); math.Abs(float64(clock.Dt)-0.999e-3/1.25) > 1e-9 {
		t.Errorf("the step is %g s", clock.Dt)
	}
}

// What a step allows the next is not forgotten when lists are built between them.
func TestTimeStepOutlastsPeriod(t *testing.T) {
	clock := scan(t, cuda.Clock{Begun: 1, Dt: 1e-3}, over, maxima(1e4, 1, 0))
	clock = scan(t, clock, nil, maxima(0, 0, 0))
	if want := 0.3 * math.Sqrt(0.05/1e4); math.Abs(float64(clock.Dt)-want) > 1e-6*want || clock.Step != 1 {
		t.Errorf("a period begins with %+v, want a step of %g s", clock, want)
	}
}

// A period begins: nothing of the skin is used, and what had halted for it goes on.
func TestBegin(t *testing.T) {
	for _, halt := range []int32{cuda.Running, cuda.SkinUsed, cuda.EndReached, cuda.NotANumber, cuda.StepTooLong} {
		d := open(t, strict)
		clock := cuda.Clock{Time: 0.5, Dt: 1e-3, DtNext: 2e-3, Step: 7, Used: 1.1, Closing: 0.01, Longest: 90, Halt: halt}
		at := d.upload(clock)
		gpu.Launch(d.stream, cuda.Begin, cuda.BeginArgs{Clock: at}, 0, 1)
		want := cuda.Clock{Time: 0.5, Dt: 1e-3, DtNext: 2e-3, Step: 7, Halt: halt}
		if halt == cuda.SkinUsed {
			want.Halt = cuda.Running
		}
		if d.download(&clock, at); clock != want {
			t.Errorf("halt %d: a period begins with %+v, want %+v", halt, clock, want)
		}
	}
}

// Euler does not let a force throw a particle to where nobody looks for it, nor one
// that is not a number: it stays, and MinimumScan hears of it.
func TestThrownTooFar(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			accel  float32
			thrown bool
		}{{0, false}, {89, false}, {91, true}, {-109, false}, {-111, true}, {float32(math.NaN()), true}, {float32(math.Inf(1)), true}} {
			d := open(t, f)
			pos, vel, maxima := d.alloc(16), d.alloc(16), d.alloc(64)
			in := [4]int32{1000, 1000, 1000, 0}
			gpu.Launch(d.stream, cuda.Euler, cuda.EulerArgs{
				Pos: d.upload(in), Vel: d.upload([4]float32{1, 0, 0, 0}), Force: d.upload([4]float32{test.accel, 0, 0, 0}),
				PosOut: pos, VelOut: vel, Packed: d.alloc(8), Clock: d.upload(cuda.Clock{Dt: 0.1}), Maxima: maxima,
				PerQuantum: 200, Most: 100, Half: 1, Shift: 19, // v + a Δt beyond 10 m/s is too fast
			}, 0, 1)
			var at [4]int32
			var v [4]float32
			var m cuda.Maxima
			d.download(&at, pos)
			d.download(&v, vel)
			d.download(&m, maxima)
			wantAt, wantV := in, [4]float32{1, 0, 0, 0}
			if !test.thrown {
				wantV[0] += test.accel * 0.1
				wantAt[0] += int32(math.RoundToEven(float64((1 + wantV[0]) * 10)))
			}
			if at != wantAt || math.Abs(float64(v[0]-wantV[0])) > 1e-5 || (m.Thrown == 1) != test.thrown {
				t.Errorf("%g m/s² bring it to %v at %v, thrown: %d; want %v at %v, %v", test.accel, at, v, m.Thrown, wantAt, wantV, test.thrown)
			}
		}
	})
}

// The last step ends at the very end.
func TestLastStep(t *testing.T) {
	end := func(a *cuda.MinimumScanArgs) { a.End = 0.7001 }
	clock := scan(t, cuda.Clock{Time: 0.7, DtNext: 1e-3}, end, maxima(0, 1, 0))
	if clock.Last != 1 || math.Abs(float64(clock.Dt)-1e-4) > 1e-9 {
		t.Fatalf("the last step is %+v", clock)
	}
	clock = scan(t, clock, end, maxima(1, 1, 0))
	if clock.Time != 0.7001 || clock.Step != 1 || clock.Halt != cuda.EndReached {
		t.Errorf("the last step ends at %.17g s with %+v, want 0.7001 s", clock.Time, clock)
	}
}
