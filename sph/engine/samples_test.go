package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// splash is a flow with all that can be measured in it: a column of water and a post.
func splash(c *sph.Case) *sph.Case {
	c.Probes = []sph.Probe{{Name: "floor", Position: [3]float64{0.2, 0.2, 0.05}}, {Name: "post", Position: [3]float64{0.5, 0.2, 0.1}}}
	c.Gauges = []sph.Gauge{{Name: "column", X: 0.1, Y: 0.2}, {Name: "front", X: 0.45, Y: 0.2}}
	return c
}

// sampled is what some steps of a flow sample, with what Sample tells at the end, and which steps
// were rejected.
func sampled(t *testing.T, c *sph.Case, devices, steps int, interval float64) (rows []sph.Sample, s *Simulation, rejected []int) {
	t.Helper()
	s = start(t, c, Options{System: open(t, devices), Stripe: 100, SampleInterval: interval})
	for int(s.clock.Step) < steps {
		p, err := s.Advance(steps - int(s.clock.Step))
		if err != nil {
			t.Fatal(err)
		}
		if p.Steps > 0 && s.clock.Halt == cuda.SkinUsed {
			rejected = append(rejected, p.Step)
		}
		rows = append(rows, s.Samples()...)
	}
	last, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return append(append(rows, s.Samples()...), last), s, rejected
}

// numbers are all that a sample has measured.
func numbers(m *sph.Sample) []float64 {
	all := []float64{m.Energy[sph.Kinetic], m.Energy[sph.Potential], m.Energy[sph.Internal]}
	all = append(append(all, m.Pressure...), m.Height...)
	for i := range m.Force {
		all = append(append(all, m.Force[i][:]...), m.Moment[i][:]...)
	}
	return all
}

// Samples are at the times that are asked for, each once, whether they are closer than steps or
// not, and where steps are rejected. They are the same on any number of devices, change no bit, and
// are between what is measured at the steps around them.
func TestSamplesAtAskedTimes(t *testing.T) {
	const steps = 40
	for name, flow := range map[string]func() *sph.Case{
		"collapse": func() *sph.Case { return splash(column(0.05)) },
		"rejected": func() *sph.Case { return splash(fast()) },
		"mdbc":     func() *sph.Case { return splash(measuredWalls(column(0.05))) },
		"verlet": func() *sph.Case {
			c := splash(column(0.05))
			verlet(&c.Params)
			return c
		},
		"mdbc and verlet": func() *sph.Case {
			c := splash(measuredWalls(column(0.05)))
			verlet(&c.Params)
			return c
		},
	} {
		each := flow()
		each.Params.RebuildEvery = 1
		s := start(t, each, Options{System: open(t, 1)})
		var at []sph.Sample // each step
		for s.clock.Step <= steps {
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			if n := len(at); n == 0 || at[n-1].Step < m.Step {
				at = append(at, m)
			}
			if _, err := s.Advance(1); err != nil {
				t.Fatal(err)
			}
		}
		most := make([]float64, len(numbers(&at[0])))
		for i := range at {
			for k, x := range numbers(&at[i]) {
				most[k] = max(most[k], math.Abs(x))
			}
		}
		_, plain, rejected := sampled(t, flow(), 1, steps, 0)
		if name == "rejected" && len(rejected) == 0 {
			t.Error("no step is rejected: the test shows nothing")
		}
		dt := at[len(at)-1].Time / float64(at[len(at)-1].Step)
		intervals := []float64{0.41 * dt, 2.1 * dt, 15 * dt} // none of them ends with the steps
		// it begins soon after a time that is asked for
		for _, step := range rejected {
			intervals = append(intervals, at[step].Time-0.3*dt)
		}
		for i, interval := range intervals {
			var first string
			for _, devices := range []int{1, 3, 6} {
				if i > 0 && devices == 6 {
					continue
				}
				rows, s, _ := sampled(t, flow(), devices, steps, interval)
				if hash(t, s) != hash(t, plain) {
					t.Errorf("%s, each %g s, %d devices: samples change the flow", name, interval, devices)
				}
				if all := fmt.Sprint(rows); first == "" {
					first = all
				} else if all != first {
					t.Errorf("%s, each %g s: samples are others on %d devices", name, interval, devices)
				}
				end := rows[len(rows)-1].Time
				if want := int(math.Ceil(end/interval-1e-6)) - 1; len(rows) != want+1 {
					t.Errorf("%s, each %g s, %d devices: %d samples before the end at %g s, want %d", name, interval, devices, len(rows)-1, end, want)
				}
				for i := range rows[:len(rows)-1] {
					row := &rows[i]
					if want := float64(i+1) * interval; math.Abs(row.Time-want) > 1e-14*want {
						t.Fatalf("%s, each %g s, %d devices: sample %d is at %g s, not %g", name, interval, devices, i, row.Time, want)
					}
					k := 0
					for at[k+1].Time < row.Time {
						k++
					}
					if row.Step != k && at[k+1].Time-row.Time > 1e-6*dt && row.Time-at[k].Time > 1e-6*dt {
						t.Errorf("%s: the sample at %g s is after %d steps, want %d", name, row.Time, row.Step, k)
					}
					want := measure.Between(&at[k], &at[k+1], row.Time)
					of := numbers(&want)
					for n, x := range numbers(row) {
						if math.Abs(x-of[n]) > 0.01*most[n] {
							t.Errorf("%s, each %g s, %d devices: number %d at %g s is %g, want %g", name, interval, devices, n, row.Time, x, of[n])
						}
					}
				}
			}
		}
	}
}

// A flow that ends samples what one that goes on does, and then that time, once, whether it is a
// multiple of the interval or not.
func TestSamplesAtEnd(t *testing.T) {
	const end = 0.02
	rows := func(c *sph.Case, interval float64) (all []sph.Sample) {
		s := start(t, c, Options{System: open(t, 2), Stripe: 100, SampleInterval: interval})
		for s.clock.Time < end {
			if _, err := s.Advance(10); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Sample(); err != nil {
			t.Fatal(err)
		}
		return s.Samples()
	}
	for _, interval := range []float64{1e-4, 0.0005, 0.0037, 0.02, 0.3} {
		ends := splash(column(0.05))
		ends.End = end
		got, on := rows(ends, interval), rows(splash(column(0.05)), interval)
		if n := int(end/interval-1e-9) + 1; len(got) != n || got[n-1].Time != end {
			t.Fatalf("each %g s: there are %d samples, the last at %.17g s; want %d, to %g s", interval, len(got), got[len(got)-1].Time, n, end)
		}
		for i, row := range got {
			if i < len(on) && on[i].Time <= end && fmt.Sprint(row) != fmt.Sprint(on[i]) {
				t.Errorf("each %g s: a flow that goes on has the sample\n%+v\none that ends\n%+v", interval, on[i], row)
			}
		}
		// Between the steps around it, whenever the time asked for before was.
		if fine := rows(func() *sph.Case { c := splash(column(0.05)); c.End = end; return c }(), 1e-4); fmt.Sprint(got[len(got)-1]) != fmt.Sprint(fine[len(fine)-1]) {
			t.Errorf("each %g s: the last sample is\n%+v\nof finer ones\n%+v", interval, got[len(got)-1], fine[len(fine)-1])
		}
	}
}

// A flow that goes back to a checkpoint samples the same times again, and the same in them.
func TestSamplesAfterResume(t *testing.T) {
	s := start(t, splash(column(0.05)), Options{System: open(t, 2), Stripe: 100, SampleInterval: 0.001})
	advance(t, s, 10)
	c, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	after := func() (rows []sph.Sample) {
		s.Samples()
		advance(t, s, 15)
		for _, row := range s.Samples() {
			if row.Time > c.Time+0.001 { // what was before is not known
				rows = append(rows, row)
			}
		}
		return rows
	}
	first := after()
	if err := s.Resume(c, c.Bounds, nil); err != nil {
		t.Fatal(err)
	}
	if again := after(); fmt.Sprint(again) != fmt.Sprint(first) || len(first) < 5 {
		t.Errorf("after the checkpoint there are\n%+v\nand then\n%+v", first, again)
	}
}

// Steps that cannot come to a time that is asked for launch nothing. Of the steps of a graph all
// measure or none.
func TestStepsThatMeasure(t *testing.T) {
	for interval, measures := range map[float64]bool{0: false, 0.5: false, 1e-3: true} {
		s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100, SampleInterval: interval})
		advance(t, s, 1)
		for _, d := range s.domains {
			d.recorder.Begin(&d.began, &d.asked, 0, 8, 0)
			if got := d.recorder.Sample < 8; got != measures {
				t.Errorf("each %g s: the first step of 8 that may be due is %d", interval, d.recorder.Sample)
			}
		}
	}
	for _, test := range [][4]int{{5, 0, 8, 0}, {8, 0, 8, 8}, {0, 0, 8, 0}, {9, 8, 12, 8}, {3, 8, 12, 3}} {
		d := measure.Due{Sample: test[0], Copy: test[0]}
		if d.Within(test[1], test[2]); d.Sample != test[3] || d.Copy != test[3] {
			t.Errorf("step %d is due first: of the graph of the steps %d to %d it is %d, or %d, want %d", test[0], test[1], test[2], d.Sample, d.Copy, test[3])
		}
	}
}

// A flow resumed from a checkpoint samples each time asked for once, in their order, also where the
// times are others than before.
func TestOtherSamplesAfterResume(t *testing.T) {
	dt := column(0.05).Params.DtMax()
	s := start(t, column(0.05), Options{System: open(t, 1), SampleInterval: 4 * dt})
	advance(t, s, 30)
	rows := len(s.Samples())
	point, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	if rows < 4 {
		t.Fatalf("%d samples before the checkpoint", rows)
	}
	for _, test := range []struct{ interval, end float64 }{
		{4 * dt, 1}, {1.1 * dt, 1}, {13 * dt, 1}, {4 * dt, point.Time + 9.5*dt},
	} {
		on := start(t, column(0.05), Options{System: open(t, 2), SampleInterval: test.interval,
			End: test.end})
		if err := on.Resume(point, nil, nil); err != nil {
			t.Fatal(err)
		}
		advance(t, on, 30)
		before, reached := point.Time, min(on.clock.Time-dt, test.end)
		if test.interval == 4*dt {
			before = float64(rows) * 4 * dt // its last
		}
		var want []float64
		for k := int(before/test.interval+1e-6) + 1; float64(k)*test.interval < reached; k++ {
			want = append(want, float64(k)*test.interval)
		}
		all := on.Samples()
		for k, at := range want {
			if k >= len(all) || math.Abs(all[k].Time-at) > 1e-9 {
				t.Errorf("each %g s to %g s: sample %d after the checkpoint is not of %g s, of %d",
					test.interval, test.end, k, at, len(all))
				break
			}
		}
	}
}
