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

// scan runs minimumscan. By default the sound limits the time step to
// 0.3 · 0.05 m / 15 m/s = 1 ms.
func scan(t *testing.T, clock cuda.Clock, half int32, change func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) cuda.Clock {
	t.Helper()
	d := open(t, strict)
	args := cuda.MinimumScanArgs{
		Clock: d.upload(clock), Maxima: d.upload(devices), Devices: int32(len(devices)), Half: half,
		End: 1, Cfl: 0.3, H: 0.05, C0: 15, Longest: 1e-3, MostSkin: 0.02, Cell: 0.06,
	}
	if change != nil {
		change(&args)
	}
	gpu.Launch(d.stream, cuda.MinimumScan, args, 0, 1)
	d.download(&clock, args.Clock)
	return clock
}

// The time step is the least that any device's maxima allow, and the last
// corrector's; what is not a number stops the flow, and so does the end.
func TestMinimumScan(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	tests := []struct {
		name    string
		clock   cuda.Clock
		change  func(*cuda.MinimumScanArgs)
		devices []cuda.Maxima
		halt    int32
		dt      float64 // 0 where it does not matter
	}{
		{"sound", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
		{"sound in compressed fluid", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, 0.1)}, cuda.Running, 1e-3 / (1.1 * 1.1 * 1.1)},
		{"acceleration", cuda.Clock{}, nil, []cuda.Maxima{maxima(1e4, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4)},
		{"of the second device", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(1e4, 1, 0), maxima(9, 1, 0)}, cuda.Running, 0.3 * math.Sqrt(0.05/1e4)},
		{"no acceleration", cuda.Clock{}, nil, []cuda.Maxima{maxima(0, 0, 0)}, cuda.Running, 1e-3},
		{"viscosity", cuda.Clock{}, func(a *cuda.MinimumScanArgs) { a.DtViscous = 1e-5 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-5},
		{"fixed", cuda.Clock{}, func(a *cuda.MinimumScanArgs) { a.DtFixed = 2e-3 }, []cuda.Maxima{maxima(1e6, 1, 0.5)}, cuda.Running, 2e-3},
		{"the last corrector", cuda.Clock{Step: 4, DtNext: 2e-4}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-4},
		{"no corrector before the first step", cuda.Clock{DtNext: 2e-4}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
		{"the end comes first", cuda.Clock{Time: 0.9998, Step: 4, DtNext: 1}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-4},
		{"the end of a fixed step", cuda.Clock{Time: 0.9998}, func(a *cuda.MinimumScanArgs) { a.DtFixed = 1e-3 }, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 2e-4},
		{"at the end", cuda.Clock{Time: 1}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.EndReached, 0},
		{"a is not a number", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, 0), maxima(nan, 1, 0)}, cuda.NotANumber, 0},
		{"v is not a number", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, nan, 0), maxima(1, 1, 0)}, cuda.NotANumber, 0},
		{"rho is not a number", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, nan)}, cuda.NotANumber, 0},
		{"a is infinite", cuda.Clock{}, nil, []cuda.Maxima{maxima(inf, 1, 0)}, cuda.NotANumber, 0},
		{"not a number at the end", cuda.Clock{Time: 1}, nil, []cuda.Maxima{maxima(nan, 1, 0)}, cuda.NotANumber, 0},
		{"the skin is used", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 1, 0), used(1.01)}, cuda.SkinUsed, 0},
		{"a longer step than the lists allow", cuda.Clock{}, shorten, []cuda.Maxima{maxima(1, 25, 0)}, cuda.Running, 0.999e-3 / 1.25},
		{"than these lists, but longer ones would", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 25, 0)}, cuda.SkinUsed, 0},
		{"a fixed step that is too long", cuda.Clock{}, func(a *cuda.MinimumScanArgs) { a.DtFixed, a.Shorten = 1e-3, 1 }, []cuda.Maxima{maxima(1, 25, 0)}, cuda.StepTooLong, 0},
		{"slices come too close", cuda.Clock{}, nil, []cuda.Maxima{across(0.013, 0), across(0.001, 0.008)}, cuda.SkinUsed, 0},
		{"too close in a step", cuda.Clock{}, shorten, []cuda.Maxima{across(0.02, 0.005)}, cuda.Running, 0.999e-3 / 1.25},
		{"not too close", cuda.Clock{}, nil, []cuda.Maxima{across(0.013, 0), across(0.001, 0.006)}, cuda.Running, 1e-3},
		{"the skin suffices", cuda.Clock{}, nil, []cuda.Maxima{used(0.99), maxima(1, 1, 0)}, cuda.Running, 1e-3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := scan(t, test.clock, 0, test.change, test.devices...)
			if got.Halt != test.halt {
				t.Errorf("halt is %d, want %d", got.Halt, test.halt)
			}
			if test.dt > 0 && math.Abs(float64(got.Dt)-test.dt) > 1e-6*test.dt {
				t.Errorf("dt is %g s, want %g s", got.Dt, test.dt)
			}
			if test.halt != cuda.Running && (got.Step != test.clock.Step || got.Time != test.clock.Time) {
				t.Errorf("a step that is not taken moves the clock from %+v to %+v", test.clock, got)
			}
			// What has halted stays so, whatever follows.
			if test.halt != cuda.Running {
				for half := range int32(2) {
					if again := scan(t, got, half, nil, maxima(1, 1, 0)); again != got {
						t.Errorf("a halted clock becomes %+v, was %+v", again, got)
					}
				}
			}
		})
	}
}

// A period begins: nothing of the skin is used, and what had halted for it goes on.
func TestBegin(t *testing.T) {
	for _, halt := range []int32{cuda.Running, cuda.SkinUsed, cuda.EndReached, cuda.NotANumber, cuda.StepTooLong} {
		d := open(t, strict)
		clock := cuda.Clock{Time: 0.5, Dt: 1e-3, Step: 7, Used: 1.1, Closing: 0.01, Longest: 90, Halt: halt}
		at := d.upload(clock)
		gpu.Launch(d.stream, cuda.Begin, cuda.BeginArgs{Clock: at}, 0, 1)
		want := cuda.Clock{Time: 0.5, Dt: 1e-3, Step: 7, Halt: halt}
		if halt == cuda.SkinUsed {
			want.Halt = cuda.Running
		}
		if d.download(&clock, at); clock != want {
			t.Errorf("halt %d: a period begins with %+v, want %+v", halt, clock, want)
		}
	}
}

// A step that would throw a particle further than a sixth of a cell is not ended.
func TestThrownTooFar(t *testing.T) {
	clock := cuda.Clock{Dt: 1e-3, Speed: 10}
	for accel, halt := range map[float32]int32{9e3: cuda.Running, 9.4e3: cuda.StepTooLong} { // 5 mm and 4.5 or 4.7 of 9.6
		got := scan(t, clock, 1, nil, maxima(accel, 1, 0))
		if got.Halt != halt || (got.Step == 1) != (halt == cuda.Running) {
			t.Errorf("with %g m/s² the clock becomes %+v, want halt %d", accel, got, halt)
		}
	}
}

// The corrector ends the step: at the very end if it is the last.
func TestLastStep(t *testing.T) {
	clock := scan(t, cuda.Clock{Time: 0.7}, 0, func(a *cuda.MinimumScanArgs) { a.End = 0.7001 }, maxima(1, 1, 0))
	if clock.Last != 1 || math.Abs(float64(clock.Dt)-1e-4) > 1e-9 {
		t.Fatalf("the last step is %+v", clock)
	}
	clock = scan(t, clock, 1, func(a *cuda.MinimumScanArgs) { a.End = 0.7001 }, maxima(1, 1, 0))
	if clock.Time != 0.7001 || clock.Step != 1 {
		t.Errorf("the last step ends at %.17g s, want 0.7001 s", clock.Time)
	}
}
