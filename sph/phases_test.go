package sph

import (
	"testing"
	"time"

	"gpusph/gpu"
)

// moment is an event of which it is known when it happened.
type moment struct {
	gpu.Event
	at time.Duration
}

func (m moment) Since(e gpu.Event) time.Duration { return m.at - e.(moment).at }

// Forces is while there is one of its kernels, which overlap, and the second step of
// two, in which they are timed, stands for both.
func TestTakeSeconds(t *testing.T) {
	at := func(seconds int) moment { return moment{at: time.Duration(seconds) * time.Second} }
	d := &domain{}
	d.takeSeconds(&period{building: at(0), listed: at(3), ended: at(120), pieces: []timed{
		{at(103), at(106)}, {at(100), at(104)}, {at(101), at(102)}, {at(108), at(110)},
	}}, 2)
	if want := [PhaseCount]float64{BuildNeibs: 3, Forces: 32, MinimumScan: 8}; d.seconds != want {
		t.Errorf("phases take %v s, not %v", d.seconds, want)
	}
}
