package engine

import (
	"cmp"
	"slices"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// traced is what the first device did in some steps of a flow: how often the host waited for it,
// and how many lists were built.
func traced(t *testing.T, devices int, exchanges bool) (waits, lists int) {
	t.Helper()
	c := released(sph.Dummy, 500)
	c.Controlled = true
	c.Bodies[0].Name = "post"
	o := Options{System: open(t, devices), Stripe: 100}
	o.Trace = gpu.NewTrace(o.System)
	s := start(t, c, o)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.BuildNeibs())
	must(s.StartTrace())
	for s.clock.Step < tracedSteps {
		if !exchanges {
			_, err := s.Advance(s.Case.Params.RebuildEvery)
			must(err)
			continue
		}
		must(s.SetAt("post", "force", s.clock.Time, launch.Setting{Values: []float64{0, 0, 0}}))
		for end := int(s.clock.Step) + tracedEach; int(s.clock.Step) < end; {
			p, m, err := s.Proceed(end-int(s.clock.Step), true)
			must(err)
			if m == nil && p.Step == end {
				t.Errorf("step %d was not measured with the steps", end)
			}
		}
	}
	tracks, _, err := s.StopTrace()
	must(err)
	var all []gpu.Span
	for _, track := range tracks {
		if track.Device == s.domains[0].name {
			all = append(all, track.Spans...)
		}
	}
	slices.SortFunc(all, func(a, b gpu.Span) int { return cmp.Compare(a.Issued, b.Issued) })
	waiting := false
	for _, span := range all {
		if span.Name == "neibs" {
			lists++
		}
		if span.Op == gpu.OpSync && !waiting {
			waits++
		}
		waiting = span.Op == gpu.OpSync
	}
	return waits, lists
}

const tracedSteps, tracedEach = 120, 5

// An exchange with the host, which sets something and is told what is measured, costs one wait for
// the devices at most, and no lists.
func TestWaitsOfExchanges(t *testing.T) {
	for _, devices := range []int{1, 2} {
		without, lists := traced(t, devices, false)
		with, also := traced(t, devices, true)
		t.Logf("%d devices: %d waits and %d lists without exchanges, %d and %d with", devices, without,
			lists, with, also)
		if most := without + tracedSteps/tracedEach + 2; with > most || also > lists+1 || lists < 5 {
			t.Errorf("%d waits and %d lists, want at most %d and %d", with, also, most, lists+1)
		}
	}
}
