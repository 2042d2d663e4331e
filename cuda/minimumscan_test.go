package cuda_test

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// maxima of a device: the greatest |a|, |v| and ρ/ρ0 - 1, with two particles that
// meet at v each.
func maxima(a, v, rel float32) cuda.Maxima {
	return cuda.Maxima{
		Accel2: math.Float32bits(a * a), Speed2: math.Float32bits(v * v), Rel: math.Float32bits(rel),
		Spread2: math.Float32bits(4 * v * v),
	}
}

// scan runs minimumscan. By default the sound limits the time step to
// 0.3 · 0.05 m / 15 m/s = 1 ms.
func scan(t *testing.T, clock cuda.Clock, half int32, change func(*cuda.MinimumScanArgs), devices ...cuda.Maxima) cuda.Clock {
	t.Helper()
	d := open(t, strict)
	args := cuda.MinimumScanArgs{
		Clock: d.upload(clock), Maxima: d.upload(devices), Devices: int32(len(devices)), Half: half,
		End: 1, Cfl: 0.3, H: 0.05, C0: 15, Skin: 0.02, MostSkin: 0.02, Cell: 0.06,
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
		{"the skin is used", cuda.Clock{Travel: 0.0192}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.SkinUsed, 0},
		{"the last step used the skin", cuda.Clock{Pending: 2e-3, Speed: 6, Spread: 12}, nil, []cuda.Maxima{maxima(1, 4, 0)}, cuda.SkinUsed, 0},
		{"a longer step than the lists allow", cuda.Clock{}, nil, []cuda.Maxima{maxima(1, 25, 0)}, cuda.Running, 0.01 / 25},
		{"than these lists, but longer ones would", cuda.Clock{}, func(a *cuda.MinimumScanArgs) { a.MostSkin = 0.03 }, []cuda.Maxima{maxima(1, 25, 0)}, cuda.SkinUsed, 0},
		{"a fixed step that is too long", cuda.Clock{}, func(a *cuda.MinimumScanArgs) { a.DtFixed = 1e-3 }, []cuda.Maxima{maxima(1, 25, 0)}, cuda.StepTooLong, 0},
		{"a particle may leave the cells next to its own", cuda.Clock{Moved: 0.0535}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.SkinUsed, 0},
		{"the skin suffices", cuda.Clock{Travel: 0.0188, Moved: 0.0525}, nil, []cuda.Maxima{maxima(1, 1, 0)}, cuda.Running, 1e-3},
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

// The ways since the lists were built add up, of particles and relative to each
// other: in a step no particle is faster than at its beginning and its end, which
// is when it is known.
func TestTravel(t *testing.T) {
	clock := cuda.Clock{}
	want := 0.0
	speeds := []float32{1, 1.5, 0.5, 2}
	for k, speed := range speeds {
		clock = scan(t, clock, 0, nil, maxima(1, speed, 0))
		if k > 0 {
			want += 0.5 * float64(speeds[k-1]+speed) * 1e-3
		}
		if math.Abs(float64(clock.Moved)-want) > 1e-8 || math.Abs(float64(clock.Travel)-2*want) > 1e-8 {
			t.Errorf("before step %d the ways are %g m and relative %g m, want %g m and twice that", k, clock.Moved, clock.Travel, want)
		}
		clock = scan(t, clock, 1, nil, maxima(1, 1, 0))
		if int(clock.Step) != k+1 || math.Abs(clock.Time-1e-3*float64(k+1)) > 1e-9 {
			t.Errorf("after step %d the clock says %+v", k, clock)
		}
	}
	// New lists: the way begins anew, and what had halted for it goes on.
	for _, halt := range []int32{cuda.Running, cuda.SkinUsed, cuda.EndReached, cuda.NotANumber, cuda.StepTooLong} {
		clock.Halt = halt
		d := open(t, strict)
		at := d.upload(clock)
		gpu.Launch(d.stream, cuda.Begin, cuda.BeginArgs{Clock: at}, 0, 1)
		var begun cuda.Clock
		d.download(&begun, at)
		want := halt
		if halt == cuda.SkinUsed {
			want = cuda.Running
		}
		if begun.Travel != 0 || begun.Moved != 0 || begun.Pending != 0 || begun.Halt != want {
			t.Errorf("halt %d: a period begins with %+v", halt, begun)
		}
	}
}

// A step that would throw a particle further than a cell is not ended.
func TestThrownTooFar(t *testing.T) {
	clock := cuda.Clock{Dt: 1e-3, Pending: 1e-3, Speed: 10, Moved: 0.005}
	for accel, halt := range map[float32]int32{8e4: cuda.Running, 1e5: cuda.StepTooLong} { // 5 + 10 + 40 and 50 mm of 60
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
