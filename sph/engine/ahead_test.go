package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// However early or late the next lists are built, after the steps, for a sample or
// when they are needed, the same bits come out: where lists are used up or do not
// allow a step, where they get longer, and where slices move.
func TestAheadChangesNothing(t *testing.T) {
	thin := func() *sph.Case {
		c := meet(0, 1, 0.02, false)
		c.Params.Skin = 0.04 * c.Params.H
		return c
	}
	for name, flow := range map[string]func() *sph.Case{"lists used up": fast, "rejected steps": thin} {
		for _, atMost := range []int{1, 10} {
			var first string
			var rejected, grown int
			for _, run := range []struct {
				devices       int
				late, sampled bool
			}{{1, false, false}, {1, true, false}, {1, false, true}, {3, false, false}, {3, true, true}, {3, false, true}} {
				o := Options{System: open(t, run.devices), Stripe: 100}
				if run.devices > 1 {
					o.Balance = &shaker{}
				}
				s := start(t, flow(), o)
				s.late, s.capacity = run.late, 8
				for s.clock.Step < 40 {
					p, err := s.Advance(atMost)
					if err != nil {
						t.Fatal(err)
					}
					if p.Steps == 0 {
						rejected++
					}
					if run.sampled {
						if _, err := s.Sample(); err != nil {
							t.Fatal(err)
						}
					}
				}
				if s.domains[0].list.Capacity > 8 {
					grown++
				}
				if got := hash(t, s); first == "" {
					first = got
				} else if got != first {
					t.Errorf("%s, %d steps at most: %+v gives %s, want %s", name, atMost, run, got, first)
				}
			}
			if name == "rejected steps" && rejected == 0 || grown == 0 {
				t.Errorf("%s, %d steps at most: %d steps were rejected and the lists of %d runs have grown: the test shows nothing", name, atMost, rejected, grown)
			}
		}
	}
}

// The next lists are planned by how the flow moved when those of now were made, and
// by the clock before the steps, whatever these have come to.
func TestPlanOfNextLists(t *testing.T) {
	s := start(t, fast(), Options{System: open(t, 2), Stripe: 100})
	s.late = true              // so that nothing more is told
	plans := make(map[int]int) // by steps
	for s.clock.Step < 60 {
		clock, failures := s.clock, s.listFailures
		if _, err := s.Advance(20); err != nil {
			t.Fatal(err)
		}
		then := *s
		then.clock, then.listFailures = clock, failures
		then.readMotion()
		if period, steps := then.nextPeriod(); s.next.period != period || s.next.planned != steps {
			t.Errorf("step %d: the plan is %+v for %d steps, not %+v for %d", s.clock.Step, s.next.period, s.next.planned, period, steps)
		}
		plans[s.next.planned]++
	}
	if len(plans) < 2 {
		t.Errorf("all lists are planned for %v steps: the test shows nothing", plans)
	}
}

// When the host waits for the steps of a period, the lists that follow are on the
// devices' streams already. It waits for nothing else but to hear of lists, where it has not.
func TestListsAreQueuedAhead(t *testing.T) {
	o := Options{System: open(t, 2), Stripe: 100}
	o.Trace = gpu.NewTrace(o.System)
	s := start(t, column(0.05), o)
	advance(t, s, 1) // arrays get their room for what neighbours send
	for _, heard := range []bool{true, false, false, true} {
		if heard {
			if err := s.BuildNeibs(); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Trace.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Advance(4); err != nil {
			t.Fatal(err)
		}
		tracks, err := o.Trace.Stop()
		if err != nil {
			t.Fatal(err)
		}
		for _, device := range []string{"host:0", "host:1"} {
			var work, waits []gpu.Span
			for _, track := range tracks {
				if track.Device == device && track.Stream == "main" {
					work = track.Spans
				} else if track.Device == device && track.Stream == gpu.HostTrack {
					waits = slices.DeleteFunc(track.Spans, func(s gpu.Span) bool { return !strings.HasPrefix(s.Name, "event") && s.Name != "sync main" })
				}
			}
			at := func(kernel string) int {
				return slices.IndexFunc(work, func(s gpu.Span) bool { return strings.HasPrefix(s.Name, kernel) })
			}
			last, sort, list := at("restore"), at("hash"), at("neibs")
			if last < 0 || sort < last || list < sort {
				t.Fatalf("%s: on main, the steps end at place %d, particles are sorted at %d and lists made at %d", device, last, sort, list)
			}
			of := []string{"event of main", "event of control", "event of control"}
			if heard {
				of = of[2:]
			}
			if !slices.EqualFunc(waits, of, func(s gpu.Span, of string) bool { return s.Name == of }) {
				t.Fatalf("%s: the host waits for %+v, not for %v", device, waits, of)
			}
			if steps := work[last]; !heard && waits[1].Returned > steps.Issued {
				t.Errorf("%s: the host hears of the lists until %v, and has queued steps at %v", device, waits[1].Returned, steps.Issued)
			}
			if wait := waits[len(waits)-1]; wait.Issued < work[list].Returned {
				t.Errorf("%s: the host waits for the steps from %v on, before it has queued the next lists at %v", device, wait.Issued, work[list].Returned)
			}
		}
	}
}

// hesitant moves a bound now and then, and holds that what it observes is of the
// bounds that it last gave.
type hesitant struct {
	*testing.T
	turn, observed, moved int
	bounds                []int
}

func (h *hesitant) String() string { return "hesitant" }
func (h *hesitant) Observe(loads []balance.Load, steps int) {
	h.observed++
	for d, l := range loads {
		if n := h.bounds[d+1] - h.bounds[d]; l.Slices != n || len(l.Work) != n || steps == 0 {
			h.Errorf("device %d tells of %d slices, and work of %d, in %d steps, when it is to have %d", d, l.Slices, len(l.Work), steps, n)
		}
	}
}

func (h *hesitant) Bounds(bounds []int, least int) []int {
	if h.bounds != nil && !slices.Equal(bounds, h.bounds) {
		h.Errorf("the bounds are %v, not %v", bounds, h.bounds)
	}
	h.bounds = slices.Clone(bounds)
	if h.turn++; h.turn%3 == 0 {
		h.bounds[1] += 1 - h.turn%2*2
		h.moved++
	}
	return h.bounds
}

// The balancer is told of periods with the bounds that it will be asked about, and
// of no other.
func TestObserved(t *testing.T) {
	h := &hesitant{T: t}
	s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100, Balance: h})
	periods := 0
	for ; periods < 12; periods++ {
		before := fmt.Sprint(s.bounds)
		p, err := s.Advance(2)
		if err != nil {
			t.Fatal(err)
		}
		if moved := before != fmt.Sprint(s.bounds); moved != (p.Moved > 0) {
			t.Errorf("bounds are %v after %s, and Progress tells of %d slices that moved", s.bounds, before, p.Moved)
		}
	}
	if h.moved != 4 || h.observed != periods-h.moved {
		t.Errorf("%d periods of which %d are followed by other bounds, and %d observed", periods, h.moved, h.observed)
	}
}

// A device whose stream has failed, before the first lists or when the next are on
// their way, ends a run and every attempt to go on with the error that it had, and
// keeps no other waiting.
func TestFailedStream(t *testing.T) {
	for _, periods := range []int{0, 3} {
		s := start(t, column(0.05), Options{System: open(t, 3), Stripe: 100, Balance: &shaker{}})
		for range periods {
			if _, err := s.Advance(5); err != nil {
				t.Fatal(err)
			}
		}
		gpu.Launch(s.domains[1].main, "no_such_kernel", cuda.PublishClockArgs{}, 0, 1)
		for k := range 4 {
			_, err := s.Advance(5)
			if err == nil && k == 0 && periods > 0 {
				// the lists had been queued before; nothing can be had of what they were for
				_, err = s.Snapshot()
			}
			if err == nil || !strings.Contains(err.Error(), "host:1: no_such_kernel") {
				t.Errorf("attempt %d to go on after %d periods: %v", k+1, periods, err)
			}
		}
		if _, err := s.Sample(); err == nil || !strings.Contains(err.Error(), "host:1: no_such_kernel") {
			t.Errorf("Sample says %v", err)
		}
	}
}
