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

// Forces is while there is one of its kernels, which overlap, and the step in which they
// are timed stands for all: of one device in proportion, of several by itself, whatever they
// wait for.
func TestTakeSeconds(t *testing.T) {
	at := func(seconds int) moment { return moment{at: time.Duration(seconds) * time.Second} }
	for devices, want := range map[int][PhaseCount]float64{
		1: {BuildNeibs: 3, Forces: 24, MinimumScan: 6},
		2: {BuildNeibs: 3, Forces: 16, MinimumScan: 14},
	} {
		d := &domain{Simulation: &Simulation{domains: make([]*domain, devices)}}
		d.takeSeconds(&period{building: at(0), listed: at(3), ended: at(130), pieces: []timed{
			{at(103), at(106)}, {at(100), at(104)}, {at(101), at(102)}, {at(108), at(110)},
		}}, 2)
		if d.busy != 3+16 {
			t.Errorf("%d devices: this one is busy for %v s", devices, d.busy)
		}
		if d.seconds != want {
			t.Errorf("%d devices: phases take %v s, not %v", devices, d.seconds, want)
		}
	}
}

// The balancer is told of what a device has work for, lists too, and not of what it waits for.
func TestLoads(t *testing.T) {
	p := Progress{Devices: []DeviceProgress{{Slices: 3, Busy: 5, Seconds: [PhaseCount]float64{2, 1, 7}, Work: []float64{1, 2, 3}}}}
	if got := p.loads(); len(got) != 1 || got[0].Seconds != 5 || got[0].Slices != 3 || len(got[0].Work) != 3 {
		t.Errorf("the balancer is told of %+v", got)
	}
}
