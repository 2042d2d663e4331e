package engine

import (
	"fmt"
	"testing"

	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
)

// A flow of several processes that is controlled has the bits of one process, and what is measured
// behind its batches: with a wall that is moved, and with a body that is pushed.
func TestControlledProcesses(t *testing.T) {
	moved := func() *sph.Case {
		c := stirred(sph.Dummy)
		c.Bodies[0].Motion = motion.Rigid{Links: []motion.Link{{Axis: [3]float64{1},
			Control: motion.Control{Name: "post", Low: -0.04, High: 0.04, Speed: 2, Accel: 200}}}}
		return c
	}
	pushed := func() *sph.Case {
		c := released(sph.Dummy, 500)
		c.Bodies[0].Name = "post"
		return c
	}
	for name, of := range map[string]struct {
		flow     func() *sph.Case
		quantity string
		values   []float64
	}{
		"wall": {moved, "position", []float64{0.03}},
		"body": {pushed, "force", []float64{200, 0, 100}},
	} {
		t.Run(name, func(t *testing.T) {
			want := ""
			for _, devices := range [][]int{{1}, {1, 1}, {1, 2, 1}} {
				controlled := func() *sph.Case {
					c := of.flow()
					c.Controlled = true
					return c
				}
				amid(t, controlled, Options{Stripe: 100}, devices, func(s *Simulation) {
					got := steered(t, s, of.quantity, of.values)
					if want == "" {
						want = got
					}
					if got != want {
						t.Errorf("%v: %s, want %s", devices, got, want)
					}
				})
			}
		})
	}
}

// steered is what a flow tells that is moved by batches, between which something is set.
func steered(t *testing.T, s *Simulation, quantity string, values []float64) (all string) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	kept := 0
	for k := 0; s.clock.Step < 60 && !t.Failed(); k++ {
		if s.ListsGoOn() {
			kept++
		}
		if k%4 == 1 {
			to := launch.Setting{Values: append([]float64{}, values...)}
			to.Values[0] *= float64(1 - k/4%2*2)
			must(s.SetAt("post", quantity, s.clock.Time, to))
			if s.SetAt("post", quantity, s.clock.Time, launch.Setting{}) == nil {
				t.Error("no values are taken")
			}
		}
		p, m, err := s.Proceed(1+k%4, k%3 > 0)
		must(err)
		all += fmt.Sprintf("%d %.9g; ", p.Step, p.Time)
		if m != nil {
			all += fmt.Sprintf("%+v; ", *m)
		}
		switch k % 10 {
		case 4:
			must(s.EndLists())
		case 7:
			snap, err := s.Snapshot()
			must(err)
			all += snap.SHA256 + " "
		case 9:
			must(s.EndLists())
			m, err := s.SampleAside()
			must(err)
			all += fmt.Sprintf("%+v; ", m)
		}
	}
	if kept < 10 {
		t.Errorf("only %d batches have the lists of the one before", kept)
	}
	snap, err := s.Snapshot()
	must(err)
	return all + snap.SHA256
}
