package grid

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/grid/lattice"
	"gpusph/sph/exchange"
)

// flow is a case as a flow of steps of a second and cells of a metre.
func (c *latticeCase) flow() *Flow {
	return &Flow{Name: c.name, Cells: [3]int{c.nx, 1, c.nz}, Spacing: [3]float64{1, 1, 1},
		Periodic: [3]bool{true, true, !c.walls}, End: 1e6,
		Equations: &Lattice{Tau: c.tau, Gravity: c.g, Walls: c.wall, State: c.state}}
}

// latticeFlows are cases with rows for six devices.
func latticeFlows() (all []*Flow) {
	for _, c := range latticeCases()[4:8] {
		c.nz = 26
		all = append(all, c.flow())
	}
	return all
}

// latticeRun makes a simulation and does steps.
func latticeRun(t *testing.T, f *Flow, o Options, steps int) *Simulation {
	t.Helper()
	s, err := New(f, o)
	if err == nil && steps > 0 {
		_, err = s.Advance(steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestLatticeFlowOracle: fields of a snapshot are those of the oracle, scaled by the length and the
// time of a step.
func TestLatticeFlowOracle(t *testing.T) {
	const steps, h, dt = 9, 0.5, 0.1
	for _, c := range latticeCases()[4:8] {
		f, o := c.flow(), c.oracle().Run(steps)
		f.Spacing, f.Equations.(*Lattice).Step = [3]float64{h, h, h}, dt
		s := latticeRun(t, f, Options{System: hosts(t, 3)}, steps)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if snap.Step != steps || math.Abs(snap.Time-steps*dt) > 1e-14 || snap.Planes != c.nz {
			t.Errorf("%s: step %d at %g s, %d planes", c.name, snap.Step, snap.Time, snap.Planes)
		}
		off := 0.0
		for n := range c.nx * c.nz {
			rho, ux, uz, warm := o.At(n%c.nx, n/c.nx)
			u := snap.Field("Velocity").Values[3*n:]
			for k, want := range []float64{rho, ux * h / dt, 0, uz * h / dt, warm * h * h / dt / dt} {
				got := []float64{snap.Field("Density").Values[n], u[0], u[1], u[2],
					snap.Field("Temperature").Values[n]}[k]
				off = max(off, math.Abs(got-want))
			}
		}
		if !(off < 1e-12) {
			t.Errorf("%s: fields are off by %g", c.name, off)
		}
	}
}

// TestLatticeDevices: a flow has the same bits on any number of devices, however they exchange,
// with one kernel a step and with three, and where it continues from a checkpoint on others.
func TestLatticeDevices(t *testing.T) {
	const steps = 70 // the speed is found anew on the way
	for _, f := range latticeFlows() {
		t.Run(f.Name, func(t *testing.T) {
			want := state(t, latticeRun(t, f, Options{System: hosts(t, 1)}, steps))
			three := *f
			equations := *f.Equations.(*Lattice)
			equations.Unfused = true
			three.Equations = &equations
			for _, n := range []int{1, 2, 3, 6} {
				for _, mode := range []exchange.Mode{exchange.Direct, exchange.Overlap, exchange.Copies,
					exchange.None} {
					for _, f := range []*Flow{f, &three} {
						s := latticeRun(t, f, Options{System: hosts(t, n), Exchange: mode}, steps)
						if got := state(t, s); !bytes.Equal(got, want) {
							t.Errorf("%s on %d devices, %s: other bits than on one",
								f.Equations.Method(Multigrid), n, mode)
						}
					}
				}
			}
			for _, to := range []int{1, 3} {
				c, err := latticeRun(t, f, Options{System: hosts(t, 2)}, steps/2).Checkpoint()
				if err != nil {
					t.Fatal(err)
				}
				s := latticeRun(t, f, Options{System: hosts(t, to)}, 0)
				if err := s.Resume(c); err != nil {
					t.Fatal(err)
				}
				if _, err := s.Advance(steps - steps/2); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(state(t, s), want) {
					t.Errorf("from 2 devices on to %d: other bits than without a checkpoint", to)
				}
			}
		})
	}
}

// TestLatticeConservation: mass, momentum and energy of a periodic flow are kept to round-off, and
// mass between walls. Gravity adds ρ g to momentum in a step. Snapshots and sums change nothing.
func TestLatticeConservation(t *testing.T) {
	const steps = 200
	for _, f := range latticeFlows() {
		s := latticeRun(t, f, Options{System: hosts(t, 2)}, 0)
		before, err := s.Sums()
		if err != nil {
			t.Fatal(err)
		}
		kept := state(t, s)
		if _, err := s.Snapshot(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Stages(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(state(t, s), kept) {
			t.Errorf("%s: a snapshot or the stages' times change the flow", f.Name)
		}
		if _, err := s.Advance(steps); err != nil {
			t.Fatal(err)
		}
		after, err := s.Sums()
		if err != nil {
			t.Fatal(err)
		}
		e := f.Equations.(*Lattice)
		mass := before.Of[LatticeDensity]
		want := []float64{mass, before.Of[LatticeMomentumX] + steps*mass*e.Gravity[0],
			before.Of[LatticeMomentumZ] + steps*mass*e.Gravity[1], before.Of[LatticeEnergy]}
		conserved := map[string]int{"periodic": 4, "gravity": 3}[f.Name]
		for k := range max(conserved, 1) {
			off := after.Of[k] - want[k]
			t.Logf("%s: %s is off by %.2g", f.Name, f.Quantities()[k].Name, off)
			if math.Abs(off) > 2e-13 {
				t.Errorf("%s: %s is off by %g", f.Name, f.Quantities()[k].Name, off)
			}
		}
		if conserved < 4 && math.Abs(after.Of[LatticeEnergy]-want[3]) < 1e-6 {
			t.Errorf("%s: the energy does not change", f.Name)
		}
	}
}

// waveFlow is a periodic flow that is the same along x, with a state by z, on two devices.
func waveFlow(t *testing.T, nz int, tau float64,
	state func(sin float64) (rho, ux, uz, t float64)) *Simulation {
	t.Helper()
	c := &latticeCase{name: "wave", nx: 4, nz: nz, tau: tau,
		state: func(_, z int) (rho, ux, uz, t float64) {
			return state(math.Sin(2 * math.Pi * float64(z) / float64(nz)))
		}}
	return latticeRun(t, c.flow(), Options{System: hosts(t, 2)}, 0)
}

// amplitude is that of sin(k z) in a component of a field, after more steps.
func amplitude(t *testing.T, s *Simulation, steps int, field string, component int) (sum float64) {
	t.Helper()
	if steps > 0 {
		if _, err := s.Advance(steps); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	f, rows := snap.Field(field), snap.Cells[2]
	for z := range rows {
		value := f.Values[z*snap.Cells[0]*f.Components+component]
		sum += value * math.Sin(2*math.Pi*float64(z)/float64(rows)) * 2 / float64(rows)
	}
	return sum
}

// TestLatticeViscosity: a shear wave decays with ν = (τ - 1/2) T within 1 %.
func TestLatticeViscosity(t *testing.T) {
	warm := lattice.D2Q37().Temperature
	for _, tau := range []float64{0.6, 0.8, 1} {
		const nz, steps = 64, 100
		s := waveFlow(t, nz, tau, func(sin float64) (rho, ux, uz, t float64) {
			return 1, 1e-3 * sin, 0, warm
		})
		before := amplitude(t, s, 25, "Velocity", 0)
		k := 2 * math.Pi / nz
		got := math.Log(before/amplitude(t, s, steps, "Velocity", 0)) / (steps * k * k)
		want := (tau - 0.5) * warm
		t.Logf("τ %g: ν %.5g, %+.3f %%", tau, got, 100*(got/want-1))
		if !(math.Abs(got/want-1) < 0.01) {
			t.Errorf("τ %g: ν is %g, not %g", tau, got, want)
		}
	}
}

// TestLatticeSound: a standing wave of little amplitude has the speed √(2 T) within 1 %.
func TestLatticeSound(t *testing.T) {
	warm := lattice.D2Q37().Temperature
	for _, part := range []float64{0.9, 1.1} {
		const nz = 96
		s := waveFlow(t, nz, 0.55, func(sin float64) (rho, ux, uz, t float64) {
			return 1 + 1e-4*sin, 0, 0, part * warm * (1 + 1e-4*sin)
		})
		var zeros []float64
		before := amplitude(t, s, 0, "Density", 0)
		for step := 1; step < 400; step++ {
			now := amplitude(t, s, 1, "Density", 0)
			if now*before < 0 {
				zeros = append(zeros, float64(step)-now/(now-before))
			}
			before = now
		}
		last := len(zeros) - 1
		got := nz / 2 * float64(last) / (zeros[last] - zeros[0])
		want := math.Sqrt(2 * part * warm)
		t.Logf("T %.1f T₀: %.5g in %d zeros, %+.3f %%", part, got, len(zeros), 100*(got/want-1))
		if !(math.Abs(got/want-1) < 0.01) {
			t.Errorf("T %g T₀: sound has %g, not %g", part, got, want)
		}
	}
}

// TestLatticeCheck: what the lattice cannot do is an error with a remedy.
func TestLatticeCheck(t *testing.T) {
	for say, wrong := range map[string]func(f *Flow, e *Lattice){
		"use squares":                func(f *Flow, _ *Lattice) { f.Spacing[2] = 2 },
		"in the plane x-z":           func(f *Flow, _ *Lattice) { f.Cells[1] = 4 },
		"use those of z":             func(f *Flow, _ *Lattice) { f.Periodic[0] = false },
		"takes 3 x 7 at least":       func(f *Flow, _ *Lattice) { f.Cells[2] = 6 },
		"use --precision double":     func(f *Flow, _ *Lattice) { f.Precision = Single },
		"leave out --dt":             func(f *Flow, _ *Lattice) { f.Step = 0.5 },
		"use --tend":                 func(f *Flow, _ *Lattice) { f.Steady = 1e-6 },
		"use more than 0.5":          func(_ *Flow, e *Lattice) { e.Tau = 0.5 },
		"have temperatures of 0 and": func(_ *Flow, e *Lattice) { e.Walls[0] = 0 },
	} {
		f := latticeCases()[6].flow()
		if err := f.Check(Multigrid); err != nil {
			t.Fatal(err)
		}
		wrong(f, f.Equations.(*Lattice))
		if err := f.Check(Multigrid); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v does not have %q", err, say)
		}
	}
	for _, c := range latticeCases()[4:8] { // 17 rows
		_, err := New(c.flow(), Options{System: hosts(t, 6)})
		if err == nil || !strings.Contains(err.Error(), "use fewer devices") {
			t.Errorf("%s on 6 devices: %v", c.name, err)
		}
	}
}

// TestLatticeBlowsUp: a flow that is not stable ends with an error that has a remedy.
func TestLatticeBlowsUp(t *testing.T) {
	c := *latticeCases()[4]
	c.tau = 0.5001
	start := c.state
	c.state = func(x, z int) (rho, ux, uz, t float64) {
		rho, ux, uz, t = start(x, z)
		return rho, ux, uz, 1.7 * t
	}
	s := latticeRun(t, c.flow(), Options{System: hosts(t, 2)}, 0)
	_, err := s.Advance(2000)
	if err == nil || !strings.Contains(err.Error(), "use a lower Reynolds number") {
		t.Errorf("%v", err)
	}
}

// TestLatticeModel: the model's sentences have the times of equations 16 and 19, and the literature
// has this run's speed.
func TestLatticeModel(t *testing.T) {
	f := latticeCases()[4].flow()
	f.Cells = [3]int{1000, 1, 2000}
	// 1 ns a site; a border of 208 kB a direction takes 100 µs
	m := &Measured{Devices: 2, Stages: Stages{B: 990 * time.Microsecond, F: 10 * time.Microsecond,
		Copy: 200 * time.Microsecond}, Copy: 1e12, Step: 1.1e-3}
	text := strings.Join(f.Equations.Model(f, m), "\n")
	for _, say := range []string{"a site takes 1 ns", "59 % of the bandwidth", "takes 1.2 ms",
		"or 1 ms", "+10.0 % off", "1818 million"} {
		if !strings.Contains(text, say) {
			t.Errorf("%q is not in\n%s", say, text)
		}
	}
	own := []Timed{{Devices: 2, Cells: f.Cells, Step: 1e-3, Dt: 1}}
	if text := f.Equations.Literature(StrongScaling, own); !strings.Contains(text, "2000") ||
		!strings.Contains(text, "K40") {
		t.Error(text)
	}
	for _, of := range []Comparison{StageTimes, EnergyOfSteps} {
		if !strings.Contains(f.Equations.Literature(of, nil), "K80") {
			t.Errorf("no literature on comparison %d", of)
		}
	}
}

// TestRayleighTaylorLattice: the flow of package lattice is that of the oracle, in its own units.
func TestRayleighTaylorLattice(t *testing.T) {
	r := lattice.NewRayleighTaylor(32)
	r.Reynolds, r.Interface, r.Waves = 300, 0.1, [2]int{1, 4}
	f := OfRayleighTaylor(r)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	const steps = 50
	s := latticeRun(t, f, Options{System: hosts(t, 2)}, steps)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	hot, cold := r.Layers()
	c := &latticeCase{nx: r.Cells[0], nz: r.Cells[1], tau: r.Tau(), g: [2]float64{0, -r.Gravity()},
		walls: true, wall: [2]float64{hot, cold}, state: r.State()}
	o, off := c.oracle().Run(steps), 0.0
	for n := range c.nx * c.nz {
		_, _, uz, _ := o.At(n%c.nx, n/c.nx)
		off = max(off, math.Abs(snap.Field("Velocity").Values[3*n+2]-uz/r.Speed()))
	}
	if !(off < 1e-11) || math.Abs(snap.Time-steps/r.Unit()) > 1e-14 {
		t.Errorf("velocities over √(A g L) are off by %g at %g", off, snap.Time)
	}
}

// TestLatticeFlowOnGPUs: on GPUs and on shares of one a flow has the bits that it has on the
// processor, with every exchange.
func TestLatticeFlowOnGPUs(t *testing.T) {
	each := gpuNames(t)
	f := latticeFlows()[3]
	want := state(t, latticeRun(t, f, Options{System: hosts(t, 1)}, 70))
	for _, names := range [][]string{each[:1], {each[0], each[0]}, each} {
		for _, mode := range []exchange.Mode{exchange.Fastest, exchange.Overlap, exchange.Copies} {
			system, err := gpu.Open(names, gpu.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { system.Close() })
			s := latticeRun(t, f, Options{System: system, Exchange: mode}, 70)
			if !bytes.Equal(state(t, s), want) {
				t.Error(fmt.Sprint(names, mode, ": other bits than on the processor"))
			}
		}
	}
}
