package engine

import (
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// moment is an event of which it is known when it happened.
type moment struct {
	gpu.Event
	at time.Duration
}

func (m moment) Since(e gpu.Event) time.Duration { return m.at - e.(moment).at }

// Forces is while there is one of its kernels, which overlap, and the step that was timed last
// stands for all: of one device in proportion, of several by itself, whatever they wait for.
func TestTakeSeconds(t *testing.T) {
	at := func(seconds int) moment { return moment{at: time.Duration(seconds) * time.Second} }
	timed := map[int][]piece{
		// all stripes, both halves
		1: {{at(103), at(106)}, {at(100), at(104)}, {at(101), at(102)}, {at(108), at(110)}},
		// the corrector
		2: {{at(106), at(110)}},
	}
	for devices, want := range map[int][2][sph.PhaseCount]float64{
		1: {{sph.BuildNeibs: 3, sph.Forces: 24, sph.MinimumScan: 6}, {sph.BuildNeibs: 5, sph.Forces: 32, sph.MinimumScan: 8}},
		2: {{sph.BuildNeibs: 3, sph.Forces: 16, sph.MinimumScan: 14}, {sph.BuildNeibs: 5, sph.Forces: 24, sph.MinimumScan: 16}},
	} {
		c := &config{Case: new(sph.Case), group: &exchange.Group{Count: devices}}
		d := &domain{config: c, subdomain: new(subdomain)}
		d.takeSeconds(&period{building: at(95), listed: at(98), begun: at(100), ended: at(130), pieces: timed[devices]}, 2)
		if d.busy != 3+16 || d.seconds != want[0] {
			t.Errorf("%d devices: phases take %v s, not %v, and this one is busy for %v s", devices, d.seconds, want[0], d.busy)
		}
		d.takeSeconds(&period{building: at(129), listed: at(134), begun: at(135), ended: at(175)}, 3)
		if d.busy != 5+24 || d.seconds != want[1] {
			t.Errorf("%d devices, without a timed step: phases take %v s, not %v, and this one is busy for %v s", devices, d.seconds, want[1], d.busy)
		}
	}
}

// The balancer is told of what a device has work for, lists too, and not of what it waits for.
func TestLoads(t *testing.T) {
	p := sph.Progress{Devices: []sph.DeviceProgress{{Slices: 3, Busy: 5, Seconds: [sph.PhaseCount]float64{2, 1, 7}, Work: []float64{1, 2, 3}}}}
	if got := loadsOf(&p); len(got) != 1 || got[0].Seconds != 5 || got[0].Slices != 3 || len(got[0].Work) != 3 {
		t.Errorf("the balancer is told of %+v", got)
	}
}
