package engine

import (
	"math"
	"reflect"
	"testing"

	"gpusph/cuda"
	"gpusph/features/lines"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
)

// batched are flows that are moved by batches: with walls of each kind, bodies, openings, loops,
// another scheme, and lists that are used up.
func batched() map[string]func() *sph.Case {
	return map[string]func() *sph.Case{
		"used up":  func() *sph.Case { return splash(fast()) },
		"mdbc":     func() *sph.Case { return splash(measuredWalls(column(0.05))) },
		"dynamic":  func() *sph.Case { return stirred(sph.Dynamic) },
		"bodies":   func() *sph.Case { return released(sph.Dummy, 500) },
		"lines":    func() *sph.Case { return tethered(sph.Dummy, lines.Particles) },
		"openings": func() *sph.Case { return river(2, 0.05, 1.5, 0.4, 0.4, sph.Dummy, 1) },
		"yielding": func() *sph.Case { return yielding(sph.Dynamic) },
		"periodic": func() *sph.Case { return around([3]bool{true, true, false}, 14) },
		"verlet": func() *sph.Case {
			c := splash(measuredWalls(column(0.05)))
			c.Params.Further.Scheme = sph.Verlet
			return c
		},
	}
}

// inBatches is what is known of a flow that was moved by some steps.
type inBatches struct {
	hash     string
	lists    []int32 // steps with which they begin
	rows     []sph.Sample
	previews int
}

// moveBy moves a flow to a step, or to the end of the lists that come there, by numbers of steps; 0
// is all that lists are good for. With look it is sampled after each, and copied after some.
func moveBy(t *testing.T, s *Simulation, to int32, steps func(k int) int,
	look bool) (all inBatches) {
	t.Helper()
	for k := 0; s.clock.Step < to || s.ListsGoOn(); k++ {
		var err error
		if n := steps(k); n > 0 {
			if look {
				err = s.AskPreview(50)
			}
			if err == nil {
				_, _, err = s.Proceed(n, look)
			}
			if s.TakenPreview() != nil {
				all.previews++
			}
			if err == nil && look && k%5 == 2 {
				_, err = s.CopyState()
			}
		} else {
			_, err = s.Advance(s.Case.Params.RebuildEvery)
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := len(all.lists); n == 0 || all.lists[n-1] != s.clock.First {
			all.lists = append(all.lists, s.clock.First)
		}
		all.rows = append(all.rows, s.Samples()...)
	}
	all.hash = hash(t, s)
	return all
}

// A flow has the same bits, lists and samples, whether its steps are launched at once or in
// batches, with or without looking at it between them.
func TestBatchesChangeNothing(t *testing.T) {
	patterns := map[string]func(k int) int{
		"each": func(int) int { return 1 },
		"some": func(k int) int { return []int{3, 1, 2, 5, 4, 9}[k%6] },
	}
	for name, flow := range batched() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := func(n int) Options {
				dt := flow().Params.DtMax()
				return Options{System: open(t, n), Stripe: 100, SampleInterval: 3.3 * dt,
					CopyInterval: 7.7 * dt}
			}
			want := moveBy(t, start(t, flow(), o(1)), 40, func(int) int { return 0 }, false)
			if len(want.lists) < 3 || len(want.rows) < 5 {
				t.Fatalf("%d lists and %d samples show nothing", len(want.lists), len(want.rows))
			}
			for _, of := range []struct {
				devices int
				steps   string
				look    bool
			}{{1, "each", true}, {1, "some", false}, {2, "some", true}, {3, "some", false},
				{3, "each", true}} {
				got := moveBy(t, start(t, flow(), o(of.devices)), 40, patterns[of.steps], of.look)
				if got.hash != want.hash || !reflect.DeepEqual(got.lists, want.lists) {
					t.Errorf("%+v: lists begin at %v and the end is %s, want %v and %s", of, got.lists,
						got.hash, want.lists, want.hash)
				}
				if !reflect.DeepEqual(got.rows, want.rows) {
					t.Errorf("%+v: other samples", of)
				}
				if of.look && got.previews < 3 {
					t.Errorf("%+v: %d previews were taken", of, got.previews)
				}
			}
		})
	}
}

// What is measured behind a batch is what other lists measure there, and the copy is that of
// the particles then.
func TestMeasuredBetweenBatches(t *testing.T) {
	for name, flow := range batched() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looked := 0
			for _, devices := range []int{1, 3} {
				for steps := 4 + devices; steps < 13; steps += 2 {
					s := start(t, flow(), Options{System: open(t, devices), Stripe: 100})
					var m *sph.Sample
					for left := steps; left > 0; left = steps - int(s.clock.Step) {
						var err error
						if _, m, err = s.Proceed(left, true); err != nil {
							t.Fatal(err)
						}
					}
					goes := s.ListsGoOn()
					snapshot, err := s.Snapshot()
					if err != nil {
						t.Fatal(err)
					}
					if goes != s.ListsGoOn() {
						t.Error("a copy has ended lists")
					}
					if err := s.EndLists(); err != nil {
						t.Fatal(err)
					}
					want, err := s.SampleAside()
					if err != nil {
						t.Fatal(err)
					}
					then, err := s.Snapshot()
					if err != nil {
						t.Fatal(err)
					}
					if !reflect.DeepEqual(snapshot.ID, then.ID) ||
						!reflect.DeepEqual(snapshot.Position, then.Position) ||
						!reflect.DeepEqual(snapshot.Velocity, then.Velocity) {
						t.Errorf("%d devices, step %d, lists go on %v: the copy is wrong", devices, steps, goes)
					}
					if m == nil {
						if s.clock.Halt != cuda.SkinUsed && goes {
							t.Errorf("%d devices, step %d: no sample", devices, steps)
						}
						continue
					}
					looked++
					if m.Step != want.Step || m.Time != want.Time {
						t.Fatalf("step %d at %g, want %d at %g", m.Step, m.Time, want.Step, want.Time)
					}
					compareNumbers(t, m, &want)
				}
			}
			if looked < 4 {
				t.Errorf("%d samples show nothing", looked)
			}
		})
	}
}

// compareNumbers compares all that two samples have measured, for the last digits of floats.
func compareNumbers(t *testing.T, m, want *sph.Sample) {
	t.Helper()
	flat := func(m *sph.Sample) []float64 {
		all := append(numbers(m), m.Readings...)
		all = append(append(all, m.Sums...), m.Work...)
		for _, p := range m.Poses {
			all = append(append(append(append(all, p.Shift[:]...), p.Velocity[:]...), p.Turn[:]...),
				p.Spin[:]...)
		}
		return append(all, float64(m.Stray))
	}
	a, b := flat(m), flat(want)
	if len(a) != len(b) {
		t.Fatalf("%d numbers, want %d", len(a), len(b))
	}
	most := 0.0
	for _, x := range b {
		most = max(most, math.Abs(x))
	}
	for k := range a {
		if math.Abs(a[k]-b[k]) > 1e-5*math.Abs(b[k])+1e-8*most {
			t.Errorf("step %d, number %d: %g, want %g", m.Step, k, a[k], b[k])
		}
	}
}

// What is set between steps that have the same lists may use these up, but no pair is missed: a
// wall that is moved as fast as it may, and a body that is pushed by many times its weight.
func TestNoPairIsMissedWhereSet(t *testing.T) {
	onOneDevice(t)
	moved := stirred(sph.Dummy)
	moved.Bodies[0].Motion = motion.Rigid{Links: []motion.Link{{Axis: [3]float64{1},
		Control: motion.Control{Name: "post", Low: -0.04, High: 0.04, Speed: 2, Accel: 200}}}}
	pushed := released(sph.Dummy, 500)
	pushed.Bodies[0].Name = "post"
	for name, of := range map[string]struct {
		flow     *sph.Case
		quantity string
		values   func(sign float64) []float64
	}{
		"wall": {moved, "position", func(sign float64) []float64 { return []float64{0.04 * sign} }},
		"body": {pushed, "force", func(sign float64) []float64 { return []float64{400 * sign, 0, 200} }},
	} {
		t.Run(name, func(t *testing.T) {
			of.flow.Controlled = true
			kept := 0
			step := func(s *Simulation, k int) (sph.Progress, error) {
				if s.ListsGoOn() {
					kept++
				}
				if k%7 == 0 {
					err := s.SetAt("post", of.quantity, s.clock.Time,
						launch.Setting{Values: of.values(float64(1 - k%2*2))})
					if err != nil {
						t.Fatal(err)
					}
				}
				p, _, err := s.Proceed(1, false)
				return p, err
			}
			used := pairsMissedBy(t, narrow(narrow(of.flow)), 60, step)
			if used < 0.5 || kept < 20 {
				t.Errorf("%.0f %% of the skin was used, and %d steps had the lists of the one before: the "+
					"test shows nothing", 100*used, kept)
			}
		})
	}
}
