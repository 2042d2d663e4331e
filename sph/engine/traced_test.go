package engine

import (
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/sph/exchange/exchangetest"
)

// By how much later a trace began on another process is known within what is said, and its spans
// are moved by that.
func TestTraceOfProcesses(t *testing.T) {
	const later = 30 * time.Millisecond
	var traces [2]*gpu.Trace
	var sims [2]*Simulation
	made := make(chan error)
	for rank, m := range exchangetest.New(2) {
		o := Options{System: open(t, 1), Processes: m, Stripe: 100}
		traces[rank] = gpu.NewTrace(o.System)
		o.Trace = traces[rank]
		go func() {
			var err error
			sims[rank], err = New(column(0.05), o)
			made <- err
		}()
	}
	for range sims {
		if err := <-made; err != nil {
			t.Fatal(err)
		}
	}
	go sims[1].Follow()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(sims[0].StartTrace())
	must(traces[1].Start()) // again
	time.Sleep(later)
	must(traces[0].Start())
	before := traces[1].Now() - traces[0].Now() // at least
	_, err := sims[0].Advance(4)
	must(err)
	tracks, within, err := sims[0].StopTrace()
	must(err)
	after := traces[1].Now()
	must(sims[0].Close())
	found := 0
	for _, track := range tracks {
		if track.Stream == gpu.HostTrack {
			continue
		}
		for _, s := range track.Spans {
			found++
			// By the other's own clock it was later than that by what it had waited.
			if s.Begin < -within || s.End > after-before+within {
				t.Errorf("on %s %s is from %v to %v, within %v, but all was done from 0 to %v", track.Device, s.Name, s.Begin, s.End, within, after-before)
			}
		}
	}
	if found < 20 || before < later {
		t.Errorf("%d spans are recorded", found)
	}
}
