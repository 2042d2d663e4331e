package engine

import (
	"math"
	"reflect"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/relaxation"
	"gpusph/sph"
)

// linearCells hold u = a0 + a·(t, along, across, z), each component with factors of its own.
func linearCells(of [3][5]float64) relaxation.Cells {
	c := relaxation.Cells{Count: [4]int{3, 4, 2, 3}, Start: -0.1, Interval: 0.4,
		Origin: [3]float64{-0.6, -0.8, -0.2}, Step: [3]float64{0.9, 2, 0.7}, Across: true}
	for n := range c.Count[0] {
		for i := range c.Count[1] {
			for j := range c.Count[2] {
				for k := range c.Count[3] {
					at := [5]float64{1, c.Start + float64(n)*c.Interval,
						c.Origin[0] + float64(i)*c.Step[0], c.Origin[1] + float64(j)*c.Step[1],
						c.Origin[2] + float64(k)*c.Step[2]}
					for _, q := range []int{0, 2, 1} { // along, upwards, across
						c.Values = append(c.Values, float32(linear(of[q], at)))
					}
				}
			}
		}
	}
	return c
}

func metres(x [3]float32) [3]float64 {
	return [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
}

func linear(of, at [5]float64) (sum float64) {
	for k := range of {
		sum += of[k] * at[k]
	}
	return sum
}

// A zone of a high rate gives particles the velocity of its table at their place and time: along
// any way, with the weight of the ramp, in its box alone. What it takes is the kinetic energy.
func TestRelaxationTakesTable(t *testing.T) {
	of := [3][5]float64{{0.02, 0.05, 0.03, -0.02, 0.04}, {-0.01, 0.03, 0.02, 0.05, -0.03},
		{0.03, -0.04, 0.01, 0.02, 0.05}}
	for _, way := range [][2]float64{{1, 0}, {0.6, -0.8}} {
		for _, ramp := range []float64{0, 0.2} {
			c := drifting([3]float32{0.01, -0.02, 0.03})
			c.End = 0.1
			relaxation.Give(c, []relaxation.Zone{{
				Name: "zone", Min: [3]float64{0.15, -1, -1}, Max: [3]float64{2, 1, 1}, From: 0.2, To: 0.8,
				Rate: 300, Power: 2, Components: [3]bool{true, true, true}, Way: way, Ramp: ramp,
				Cells: linearCells(of),
			}})
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 100_000)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			relaxed := 0
			for i := range snap.Position {
				x := metres(snap.Position[i])
				chi := max(0, min(1, (x[0]-0.2)/0.6))
				rate := 300 * math.Expm1(chi*chi) / (math.E - 1)
				time := snap.Time - 1/rate // by which the fluid is behind
				at := [5]float64{1, time, x[0]*way[0] + x[1]*way[1], x[1]*way[0] - x[0]*way[1], x[2]}
				along, across, up := linear(of[0], at), linear(of[1], at), linear(of[2], at)
				want := [3]float64{along*way[0] - across*way[1], along*way[1] + across*way[0], up}
				if ramp > 0 {
					r := time / ramp
					for a := range want {
						want[a] *= r * r * (3 - 2*r)
					}
				}
				switch {
				case x[0] < 0.15:
					want = [3]float64{0.01, -0.02, 0.03}
				case rate < 60: // not there yet
					continue
				default:
					relaxed++
				}
				for a := range want {
					if v := float64(snap.Velocity[i][a]); math.Abs(v-want[a]) > 1e-3 {
						t.Errorf("way %v, ramp %g: at %v m the velocity along %v is %g m/s, not %g", way, ramp,
							x, sph.Axis(a), v, want[a])
					}
				}
			}
			if relaxed < 4 {
				t.Errorf("%d particles are in the zone", relaxed)
			}
		}
	}
}

// Velocities come to those of the waves as e^(-β t), and the zone takes the kinetic energy that the
// fluid loses.
func TestRelaxationFollowsExponential(t *testing.T) {
	c := drifting([3]float32{0.1, 0.05, -0.1})
	relaxation.Give(c, []relaxation.Zone{uniformWaves(20, 0.3)})
	c.End = 0.1
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
	left, taken := math.Exp(-20*snap.Time), 0.0
	for i, v := range snap.Velocity {
		want := [3]float64{0.3 + (0.1-0.3)*left, 0.05 * left, 0.15 + (-0.1-0.15)*left}
		for a := range want {
			if math.Abs(float64(v[a])-want[a]) > 1e-5 {
				t.Errorf("particle %d has %g m/s along %v, not %g", i, v[a], sph.Axis(a), want[a])
			}
			was := float64(c.Particles.Velocity[i][a])
			taken += 0.5 * c.MassOf(i) * (was*was - want[a]*want[a])
		}
	}
	if got := relaxation.Taken(c, &last); !(math.Abs(got-taken) < 1e-3*math.Abs(taken)) {
		t.Errorf("the zone has taken %g J, not %g", got, taken)
	}
}

// uniformWaves is a zone that is everywhere, with a velocity along x, and half of it along z [m/s].
func uniformWaves(rate, speed float64) relaxation.Zone {
	return relaxation.Zone{Name: "all", Min: [3]float64{-1, -1, -1}, Max: [3]float64{2, 2, 2},
		From: -0.5, To: -0.4, Rate: rate, Power: 2, Components: [3]bool{true, true, true},
		Way: [2]float64{1, 0}, Cells: relaxation.Cells{Count: [4]int{1, 1, 1, 1},
			Step: [3]float64{1, 1, 1}, Values: []float32{float32(speed), float32(speed / 2)}}}
}

// wavyCells are a wave of sines along the way and in time, which repeats.
func wavyCells() relaxation.Cells {
	const n = 64
	c := relaxation.Cells{Count: [4]int{n, 1, 1, 2}, Interval: 0.5 / n, Step: [3]float64{1, 1, 0.5},
		Repeats: true, Slowness: 0.8}
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / n)
		c.Values = append(c.Values, float32(0.3*cos), 0, float32(0.4*cos), float32(-0.3*sin))
	}
	return c
}

// A wave that repeats is where its slowness takes it.
func TestRelaxationWaveRuns(t *testing.T) {
	c := drifting([3]float32{})
	z := uniformWaves(400, 0)
	z.Cells = wavyCells()
	relaxation.Give(c, []relaxation.Zone{z})
	c.End = 1.3
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 100_000)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i := range snap.Position {
		x := metres(snap.Position[i])
		// the fluid is behind by 1/β
		sin, cos := math.Sincos(2 * math.Pi * (snap.Time - 1./400 - 0.8*x[0]) / 0.5)
		up := x[2] / 0.5
		if off := float64(snap.Velocity[i][0]) - (0.3+0.1*up)*cos; math.Abs(off) > 4e-3 {
			t.Errorf("at %g m the velocity is off by %g m/s", x[0], off)
		}
		if off := float64(snap.Velocity[i][2]) + 0.3*up*sin; math.Abs(off) > 4e-3 {
			t.Errorf("at %g m the velocity upwards is off by %g m/s", x[0], off)
		}
	}
}

// relaxedColumn is a column of water of which a part takes the velocities of waves.
func relaxedColumn() *sph.Case {
	c := column(0.05)
	relaxation.Give(c, []relaxation.Zone{
		{Name: "waves", Min: [3]float64{-1, -1, -1}, Max: [3]float64{2, 2, 2}, From: 0.4, To: 0, Rate: 30,
			Power: 2, Components: [3]bool{true, true, true}, Way: [2]float64{0.8, 0.6}, Ramp: 0.02,
			Cells: wavyCells()},
		{Name: "still", Axis: 1, Min: [3]float64{0, -1, -1}, Max: [3]float64{0.3, 2, 2}, From: 0.1,
			To: 0.4, Rate: 20, Power: 3.5, Components: [3]bool{true, true, false}, Way: [2]float64{1, 0},
			Cells: uniformWaves(1, 0).Cells},
	})
	return c
}

// A flow with relaxation zones has the same bits on any number of devices.
func TestRelaxationOnDevices(t *testing.T) {
	if caseOnDevices(t, relaxedColumn) == onDevices(t, func(*sph.Params) {}) {
		t.Error("relaxation makes no difference")
	}
}

// It continues from a checkpoint with the same bits, on other devices, too.
func TestRelaxationResumes(t *testing.T) {
	s := start(t, relaxedColumn(), Options{System: open(t, 3), Stripe: 500, Balance: &shaker{}})
	advance(t, s, 30)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	of := func(s *Simulation) (string, []float64) {
		advance(t, s, 60)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		return snap.SHA256, m.Sums
	}
	hash, sums := of(s)
	again := start(t, relaxedColumn(), Options{System: open(t, 1)})
	if err := again.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	if h, got := of(again); h != hash || !reflect.DeepEqual(got, sums) || sums[0] == 0 {
		t.Errorf("%s and %v, want %s and %v", h, got, hash, sums)
	}
}

// Waves of another phase are another flow: no checkpoint of the one continues the other.
func TestRelaxationIsInHash(t *testing.T) {
	want := relaxedColumn().TableHashes(math.Inf(1))
	for what, change := range map[string]func(z *relaxation.Zone){
		"velocity": func(z *relaxation.Zone) { z.Cells.Values[2] += 1e-6 },
		"interval": func(z *relaxation.Zone) { z.Cells.Interval *= 1.01 },
		"power":    func(z *relaxation.Zone) { z.Power = 3 },
		"ramp":     func(z *relaxation.Zone) { z.Ramp = 1 },
	} {
		c := relaxedColumn()
		change(&relaxation.Of(c)[0])
		if reflect.DeepEqual(c.TableHashes(math.Inf(1)), want) {
			t.Errorf("another %s is not in the hash", what)
		}
	}
	if c := relaxedColumn(); !reflect.DeepEqual(c.TableHashes(math.Inf(1)), want) {
		t.Error("the same flow has another hash")
	}
}

// No pair is missed where the waves are the greatest acceleration.
func TestNoPairIsMissedByRelaxation(t *testing.T) {
	c := fast()
	z := uniformWaves(300, -2)
	z.From, z.To = c.Params.Min[0], c.Params.Max[0]
	relaxation.Give(c, []relaxation.Zone{z})
	if used := pairsMissed(t, c, 60); used < 0.3 {
		t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
	}
}

// Zones that cannot be are refused.
func TestRelaxationRefused(t *testing.T) {
	for want, change := range map[string]func(z *relaxation.Zone){
		"is not in the domain":  func(z *relaxation.Zone) { z.Min[1], z.Max[1] = 3, 4 },
		"it must have a length": func(z *relaxation.Zone) { z.To = z.From },
		"far from the domain":   func(z *relaxation.Zone) { z.From = -100 },
		"no component":          func(z *relaxation.Zone) { z.Components = [3]bool{} },
		"rate of 0/s":           func(z *relaxation.Zone) { z.Rate = 0 },
		"rate of 100000/s":      func(z *relaxation.Zone) { z.Rate = 1e5 },
		"a power of 0":          func(z *relaxation.Zone) { z.Power = 0 },
		"not 252":               func(z *relaxation.Zone) { z.Cells.Count[0]-- },
		"is no number":          func(z *relaxation.Zone) { z.Cells.Values[1] = float32(math.NaN()) },
	} {
		c := relaxedColumn()
		change(&relaxation.Of(c)[0])
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
