package grid

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/grid/atmosphere"
	"gpusph/grid/atmosphere/airtest"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// newAir is a flow on host devices.
func newAir(t *testing.T, f *Flow, devices int, mode exchange.Mode) *Simulation {
	t.Helper()
	s, err := New(f, Options{System: hosts(t, devices), Exchange: mode})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func advanceAir(t *testing.T, s *Simulation, steps int) Progress {
	t.Helper()
	p, err := s.Advance(steps)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// airFields are the variables of all cells.
func airFields(t *testing.T, s *Simulation) [][]float64 {
	t.Helper()
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	var all [][]float64
	for _, f := range k.Fields {
		all = append(all, s.numbers(f.Data))
	}
	return all
}

// smallCurrent is a current with diffusion, on 64 x 20 cells.
func smallCurrent() *Flow {
	f := OfAtmosphere(atmosphere.DensityCurrent(320, 75))
	f.Cells[0], f.Origin[0] = 64, -32*320
	return f
}

func singleCurrent() *Flow {
	f := smallCurrent()
	f.Precision = Single
	return f
}

// A simulation has the bits of the oracle.
func TestAirSteps(t *testing.T) {
	flow := smallCurrent()
	s, o := newAir(t, flow, 1, exchange.Direct), airtest.New(flow.Equations.(*Air).of(flow))
	for range 3 {
		p := advanceAir(t, s, 3)
		for range 3 {
			o.Step()
		}
		if p.Time != o.Time || p.Dt != o.Dt || p.Step != o.Steps {
			t.Fatalf("step %d at %v s with Δt = %v, the oracle has %d, %v and %v", p.Step, p.Time, p.Dt,
				o.Steps, o.Time, o.Dt)
		}
		for v, values := range airFields(t, s) {
			for n, q := range values {
				if q != o.Q[v][n] {
					t.Fatalf("step %d: variable %d of cell %d is %v, not %v", p.Step, v, n, q, o.Q[v][n])
				}
			}
		}
	}
}

// A flow has the same bits on any number of devices, however they exchange, and where it continues
// from a checkpoint on others, also within a pair of steps.
func TestAirDevices(t *testing.T) {
	for _, flow := range []*Flow{smallCurrent(), singleCurrent()} {
		var want []byte
		for _, n := range []int{1, 2, 3, 6} {
			for _, mode := range []exchange.Mode{exchange.Direct, exchange.Overlap, exchange.Copies,
				exchange.None} {
				if n == 1 && mode != exchange.Direct {
					continue
				}
				t.Run(fmt.Sprint(flow.Precision, n, mode), func(t *testing.T) {
					s := newAir(t, flow, n, mode)
					advanceAir(t, s, 3)
					advanceAir(t, s, 4)
					if got := state(t, s); want == nil {
						want = got
					} else if !bytes.Equal(got, want) {
						t.Error("other bits than on one device")
					}
				})
			}
		}
		for _, at := range []int{0, 2, 3} {
			t.Run(fmt.Sprint(flow.Precision, "from", at), func(t *testing.T) {
				s := newAir(t, flow, 2, exchange.Direct)
				if at > 0 {
					advanceAir(t, s, at)
				}
				k, err := s.Checkpoint()
				if err != nil {
					t.Fatal(err)
				}
				s = newAir(t, flow, 3, exchange.Direct)
				if err := s.Resume(k); err != nil {
					t.Fatal(err)
				}
				if again, err := s.Checkpoint(); err != nil || !sameState(k, again) {
					t.Errorf("the checkpoint is another after it is loaded: %v", err)
				}
				advanceAir(t, s, 7-at)
				if !bytes.Equal(state(t, s), want) {
					t.Error("other bits than without a checkpoint")
				}
			})
		}
	}
}

// sameState reports whether checkpoints have the same fields and the same clock.
func sameState(a, b *sph.Checkpoint) bool {
	for i := range a.Fields {
		if !bytes.Equal(a.Fields[i].Data, b.Fields[i].Data) {
			return false
		}
	}
	return bytes.Equal(a.Globals[0].Data, b.Globals[0].Data)
}

// Chunks of any depth and slabs with few planes let neighbours have what they read.
func TestAirChunks(t *testing.T) {
	flow := smallCurrent()
	var want []byte
	for _, depth := range []int{1, 2, 3, 5, 7, 16} {
		for _, bounds := range [][]int{{3, 6}, {7, 15}, {10, 17}} {
			s, err := New(flow, Options{System: hosts(t, 3), Exchange: exchange.Overlap, Bounds: bounds})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range s.parts {
				p.scheme.(*air).depth = depth
			}
			advanceAir(t, s, 6)
			if got := state(t, s); want == nil {
				want = got
			} else if !bytes.Equal(got, want) {
				t.Errorf("other bits with chunks of %d and bounds %v", depth, bounds)
			}
			s.Close()
		}
	}
}

// A flow ends at its end on all devices, and goes on where a checkpoint is given a later end.
func TestAirToEnd(t *testing.T) {
	flow := smallCurrent()
	flow.End = 7
	s := newAir(t, flow, 2, exchange.Direct)
	p := advanceAir(t, s, 100)
	if !p.Done || math.Abs(p.Time-7) > 1e-12 || p.Step%2 != 0 || p.Steps != p.Step {
		t.Fatalf("100 steps: %+v", p)
	}
	if more := advanceAir(t, s, 10); more.Steps != 0 || !more.Done {
		t.Errorf("more steps: %+v", more)
	}
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	later := *flow
	later.End = 14
	s = newAir(t, &later, 1, exchange.Direct)
	if err := s.Resume(k); err != nil {
		t.Fatal(err)
	}
	if p := advanceAir(t, s, 100); !p.Done || math.Abs(p.Time-14) > 1e-12 {
		t.Errorf("from the checkpoint: %+v", p)
	}
}

// Air at rest has no sums and stays at rest, mirrored flows have mirrored bits, and mass is kept to
// round-off, on several devices and by what a snapshot shows.
func TestAirPhysics(t *testing.T) {
	rest := OfAtmosphere(&atmosphere.Flow{Name: "rest", Cells: [2]int{9, 20}, Cell: 500, CFL: 0.8,
		End: 1e6})
	s := newAir(t, rest, 2, exchange.Direct)
	if p := advanceAir(t, s, 40); p.Speed != 0 || math.Abs(p.Dt*soundAtGround()/500-0.8) > 0.02 {
		t.Errorf("at rest: %+v", p)
	}
	sums, err := s.Sums()
	if err != nil {
		t.Fatal(err)
	}
	for n, q := range rest.Quantities() {
		if sums.Of[n] != 0 {
			t.Errorf("at rest, %s is %g", q.Name, sums.Of[n])
		}
	}

	thermal := OfAtmosphere(atmosphere.RisingThermal(40, atmosphere.Linear))
	s = newAir(t, thermal, 3, exchange.Overlap)
	before, err := s.Sums()
	if err != nil {
		t.Fatal(err)
	}
	p := advanceAir(t, s, 200)
	after, err := s.Sums()
	if err != nil {
		t.Fatal(err)
	}
	if d := after.Of[AirDensity] - before.Of[AirDensity]; math.Abs(d) > 1e-14 {
		t.Errorf("the mean of ρ' was %g and is %g higher", before.Of[AirDensity], d)
	}
	if after.Of[AirRhoTheta] > 1e-12 || after.Of[AirKinetic] < 0.01 || after.Of[AirColdest] < -0.3 {
		t.Errorf("after %g s: %v", p.Time, after.Of)
	}
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	nx := thermal.Cells[0]
	velocity, theta := snap.Field("Velocity").Values, snap.Field("PotentialTemperature").Values
	least, most, fastest := 0.0, 0.0, 0.0
	for n := range theta {
		m := n/nx*nx + nx - 1 - n%nx
		if theta[n] != theta[m] || velocity[3*n] != -velocity[3*m] || velocity[3*n+2] != velocity[3*m+2] {
			t.Fatalf("cell %d has θ' = %v, u = %v, w = %v, its mirror image %v, %v, %v", n, theta[n],
				velocity[3*n], velocity[3*n+2], theta[m], velocity[3*m], velocity[3*m+2])
		}
		least, most = min(least, theta[n]), max(most, theta[n])
		fastest = max(fastest, math.Abs(velocity[3*n]), math.Abs(velocity[3*n+2]))
	}
	for _, c := range [][2]float64{{after.Of[AirColdest], least}, {after.Of[AirWarmest], most},
		{p.Speed, fastest}} {
		if math.Abs(c[0]-c[1]) > 1e-6*math.Abs(c[1]) {
			t.Errorf("%g in sums, %g in the snapshot", c[0], c[1])
		}
	}
}

// What cannot be computed is refused with the option that would mend it.
func TestAirRefuses(t *testing.T) {
	for want, change := range map[string]func(f *Flow, a *Air){
		"one":                   func(f *Flow, _ *Air) { f.Cells[1] = 4 },
		"squares":               func(f *Flow, _ *Air) { f.Spacing[2] = 100 },
		"next to no air":        func(f *Flow, _ *Air) { f.Cells[2] = 200 },
		"--cfl is 1.5":          func(f *Flow, _ *Air) { f.CFL = 1.5 },
		"--dt is 2 s":           func(f *Flow, _ *Air) { f.Step = 2 },
		"diffusivity is -1":     func(_ *Flow, a *Air) { a.Diffusivity = -1 },
		"diffusivity is 100000": func(_ *Flow, a *Air) { a.Diffusivity = 1e5 },
		"z = 0":                 func(f *Flow, _ *Air) { f.Origin[2] = 100 },
		"use fewer devices":     func(f *Flow, _ *Air) { f.Cells[2] = 8 },
	} {
		f := smallCurrent()
		change(f, f.Equations.(*Air))
		s, err := New(f, Options{System: hosts(t, 3)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if err == nil {
			s.Close()
		}
	}
}

// A fixed Δt that turns out too long is an error that names the option.
func TestAirBlowsUp(t *testing.T) {
	f := smallCurrent()
	f.Step = f.Spacing[0] / soundAtGround()
	s := newAir(t, f, 1, exchange.Direct)
	_, err := s.Advance(1000)
	if err == nil || !strings.Contains(err.Error(), "--dt") {
		t.Errorf("a step of the time that sound takes through a cell: %v", err)
	}
	if s.parts[0].scheme.(*air).now.Done != cuda.AirBlewUp {
		t.Errorf("the clock is %+v", s.parts[0].scheme.(*air).now)
	}
}

// The table of system 002 has the runs here beside it.
func TestAirLiterature(t *testing.T) {
	text := (&Air{}).Literature(StrongScaling, []Timed{
		{Devices: 2, Cells: [3]int{2560, 1, 1280}, Precision: Double, Step: 1e-3, Dt: 0.018},
		{Devices: 1, Cells: [3]int{640, 1, 320}, Precision: Single, Step: 1e-3, Dt: 0.05},
	})
	var rows int
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[len(fields)-1] == "speed-up" {
			continue
		}
		switch last := fields[len(fields)-1]; {
		case strings.HasPrefix(line, "2 GPU    double"):
			rows++
			if last != "1.47e+04" || fields[len(fields)-2] != "55.6" {
				t.Errorf("%q", line)
			}
		case strings.HasPrefix(line, "1 GPU    single"):
			rows++
			if last != "640" || fields[len(fields)-2] != "20" {
				t.Errorf("%q", line)
			}
		}
	}
	if rows != 2 || strings.Count(text, "GPU") != 8 {
		t.Errorf("the table is\n%s", text)
	}
}
