package sph

import (
	"fmt"
	"slices"
	"testing"

	"gpusph/balance"
)

// goOn advances a flow by a number of steps, and says how: where each list period
// ends, what was lost by then, and the last bits.
func goOn(t *testing.T, s *Simulation, steps int) string {
	t.Helper()
	way, first := "", int(s.clock.Step)
	for int(s.clock.Step) < first+steps {
		p, err := s.Advance(first + steps - int(s.clock.Step))
		if err != nil {
			t.Fatal(err)
		}
		way += fmt.Sprintf("%d %.9g %d; ", p.Step, p.Time, p.Lost)
	}
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return way + snap.SHA256
}

// From a checkpoint the same bits follow in the same list periods, whatever bounds
// the devices have then and whatever moves them, as often as one likes, also where
// particles leave the domain and lists have got longer. So they do from one that was
// taken before the first step.
func TestResume(t *testing.T) {
	leaving := flight([3]float32{4, 0, -4})
	leaving.End = 1
	dummy := column(0.04)
	dummy.Params.Boundary = Dummy
	for name, c := range map[string]*Case{"leaving": leaving, "column": dummy} {
		t.Run(name, func(t *testing.T) {
			s := start(t, c, Options{System: open(t, 3), Stripe: 100, Balance: &shaker{}})
			s.capacity = 8 // lists must get longer
			begin, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			if begin.Step != 0 {
				t.Fatalf("the first checkpoint is of step %d", begin.Step)
			}
			there := goOn(t, s, 125)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			if middle.Step != 125 || middle.Time != s.clock.Time || !slices.Equal(middle.Bounds, s.bounds) {
				t.Errorf("the checkpoint is of step %d, %g s, with bounds %v", middle.Step, middle.Time, middle.Bounds)
			}
			want := goOn(t, s, 50)
			if name == "leaving" && (middle.lost == 0 || s.lost == middle.lost) {
				t.Errorf("%d particles have left by step 125, %d by step 175: the test does not test it", middle.lost, s.lost)
			}
			first, end := s.bounds[0], s.bounds[3]
			for _, test := range []struct {
				bounds []int
				policy balance.Policy
			}{
				{middle.Bounds, nil},
				{[]int{first, first + 2, first + 4, end}, nil},
				{[]int{first, end - 4, end - 2, end}, &shaker{}},
				{[]int{first, end - 4, end - 2, end}, &leaper{}},
			} {
				if err := s.Resume(middle, test.bounds, test.policy); err != nil {
					t.Fatal(err)
				}
				if test.policy == nil {
					if _, err := s.Sample(); err != nil { // builds lists
						t.Fatal(err)
					}
					if err := s.Resume(middle, test.bounds, nil); err != nil {
						t.Fatal(err)
					}
				}
				if got := goOn(t, s, 50); got != want {
					t.Errorf("with bounds %v and %v: %s\nwant %s", test.bounds, test.policy, got, want)
				}
				if test.policy == nil && !slices.Equal(s.bounds, test.bounds) {
					t.Errorf("bounds %v have become %v", test.bounds, s.bounds)
				}
			}
			if err := s.Resume(begin, middle.Bounds, &leaper{}); err != nil {
				t.Fatal(err)
			}
			if got := goOn(t, s, 125); got != there {
				t.Errorf("from the beginning: %s\nwant %s", got, there)
			}
		})
	}
}
