package engine

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/sph"
)

// goOn advances a flow by a number of steps, and says how: where each list period
// ends, the particles dropped by then, and the last bits.
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

// From a checkpoint the same bits follow in the same list periods, as often as one likes. The
// bounds of the devices then and what moves them make no difference. Nor does it matter whether the
// next lists were on their way or there. Particles leave the domain here, lists get longer, and
// walls take no part. A checkpoint before the first step is as good.
func TestResume(t *testing.T) {
	leaving := flight([3]float32{4, 0, -4})
	leaving.End = 1
	dummy := column(0.05)
	dummy.Params.Boundary = sph.Dummy
	shaking := column(0.05)
	shaking.Gravity = tabulate(0.003, shaking.End, shaken)
	mdbc := withSurfaces(column(0.05))
	mdbc.Params.Boundary, mdbc.Params.Nu = sph.MDBC, 1e-3
	verlets := stirred(sph.MDBC)
	verlet(&verlets.Params)
	for name, c := range map[string]*sph.Case{"verlet": verlets, "leaving": leaving, "dummy": dummy, "shaking": shaking, "stirred": stirred(sph.Dummy), "stirred dynamic": stirred(sph.Dynamic), "stirred mdbc": stirred(sph.MDBC), "turning": stirrer(sph.Dummy), "turning mdbc": stirrer(sph.MDBC), "dynamic": column(0.05), "mdbc": mdbc} {
		t.Run(name, func(t *testing.T) {
			if underRace && name != "leaving" && name != "stirred mdbc" {
				t.Skip("it is the same to the race detector, and slow")
			}
			half, rest := 65, 25 // steps to the checkpoint, and after it
			if name == "leaving" {
				half, rest = 125, 50
			}
			s := start(t, c, Options{System: open(t, 3), Stripe: 100, Balance: &shaker{}})
			s.capacity = 8 // lists must get longer
			begin, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			if begin.Step != 0 {
				t.Fatalf("the first checkpoint is of step %d", begin.Step)
			}
			there := goOn(t, s, half)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.BuildNeibs(); err != nil { // they are on their way
				t.Fatal(err)
			}
			sorted, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []*sph.Checkpoint{middle, sorted} {
				if c.Step != half || c.Time != s.clock.Time || !slices.Equal(c.Bounds, s.bounds) {
					t.Errorf("the checkpoint is of step %d, %g s, with bounds %v, not %v", c.Step, c.Time, c.Bounds, s.bounds)
				}
			}
			want := goOn(t, s, rest)
			if name == "leaving" && (middle.LeftDomain == 0 || s.ledger.Left.Total() == middle.LeftDomain) {
				t.Errorf("%d particles have left by step %d, %d by step %d: the test does not test it", middle.LeftDomain, half, s.ledger.Left.Total(), half+rest)
			}
			first, end, least := s.bounds[0], s.bounds[3], s.MinSlices()
			for _, test := range []struct {
				from   *sph.Checkpoint
				bounds []int
				policy balance.Policy
			}{
				{middle, middle.Bounds, nil},
				{sorted, middle.Bounds, nil},
				{middle, []int{first, first + least, first + 2*least, end}, nil},
				{middle, []int{first, end - 2*least, end - least, end}, &shaker{}},
				{sorted, []int{first, end - 2*least, end - least, end}, &boundJumper{}},
			} {
				if err := s.Resume(test.from, test.bounds, test.policy); err != nil {
					t.Fatal(err)
				}
				if test.policy == nil {
					if _, err := s.Sample(); err != nil { // builds lists
						t.Fatal(err)
					}
					if err := s.Resume(test.from, test.bounds, nil); err != nil {
						t.Fatal(err)
					}
				}
				if got := goOn(t, s, rest); got != want {
					t.Errorf("with bounds %v and %v: %s\nwant %s", test.bounds, test.policy, got, want)
				}
				if test.policy == nil && !slices.Equal(s.bounds, test.bounds) {
					t.Errorf("bounds %v have become %v", test.bounds, s.bounds)
				}
			}
			if err := s.Resume(begin, middle.Bounds, &boundJumper{}); err != nil {
				t.Fatal(err)
			}
			if got := goOn(t, s, half); got != there {
				t.Errorf("from the beginning: %s\nwant %s", got, there)
			}
		})
	}
}

// A balancer continues from a checkpoint as if nothing had been: with the bounds that it
// gave for the lists that were on their way, and told of no other.
func TestBalancerResumes(t *testing.T) {
	h := &hesitant{T: t}
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100, Balance: h})
	for period := range 12 {
		if _, err := s.Advance(2); err != nil {
			t.Fatal(err)
		}
		if period%2 == 0 {
			if err := s.BuildNeibs(); err != nil {
				t.Fatal(err)
			}
		}
		c, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Resume(c, c.Bounds, h); err != nil {
			t.Fatal(err)
		}
	}
	if h.moved != 4 || h.turn != 12 {
		t.Errorf("the balancer was asked %d times, and moved %d slices", h.turn, h.moved)
	}
}

// What lists have asked for that Resume gives up reaches no step.
func TestResumeForgets(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100})
	s.capacity = 8
	c, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
	entriesNeeded := func(d *domain) uint32 {
		var m cuda.Maxima
		bytes := make([]byte, maximaBytes)
		d.main.Download(bytes, d.maximaOf(0))
		if err := d.main.Sync(); err != nil {
			t.Error(err)
		}
		binary.Decode(bytes, binary.NativeEndian, &m)
		return m.EntriesNeeded
	}
	if entriesNeeded(s.domains[0]) == 0 {
		t.Fatal("the lists that are given up have room: the test does not test it")
	}
	if err := s.Resume(c, c.Bounds, nil); err != nil {
		t.Fatal(err)
	}
	if n := entriesNeeded(s.domains[0]); n != 0 {
		t.Errorf("after Resume, a list needs %d entries", n)
	}
}

// resumes holds that a flow whose samples have readings continues from checkpoints with the same
// bits, on other devices too.
func resumes(t *testing.T, flow func() *sph.Case) {
	t.Helper()
	s := start(t, flow(), Options{System: open(t, 3), Stripe: 500, Balance: &shaker{}})
	for _, step := range []int{30, 45} {
		middle := corrected(t, s, step)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		want := corrected(t, s, step+40)
		if reflect.DeepEqual(middle.Readings, want.Readings) || want.Readings[0] == 0 {
			t.Fatalf("readings are %v at step %d: the test shows nothing", middle.Readings, step)
		}
		for _, devices := range []int{1, 3} { // elsewhere, and here again
			again := s
			if devices == 1 {
				again = start(t, flow(), Options{System: open(t, 1)})
			}
			if err := again.Resume(k, nil, nil); err != nil {
				t.Fatal(err)
			}
			if got := corrected(t, again, step+40); !reflect.DeepEqual(got, want) {
				t.Errorf("%d devices from step %d: %+v, want %+v", devices, step, got, want)
			}
		}
	}
}
