package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// minimumScan finds the time step that all particles of all devices allow. Each
// device tells the others its maxima and computes the step from all of them, so
// the host waits for nothing.
func (d *domain) minimumScan(h half) {
	d.begin(MinimumScan)
	if h == predict {
		d.main.Wait(d.spread)
	}
	maxima, own, turn := d.exchangeMaxima()
	p := &d.Case.Params
	dtViscous := 0.0
	if p.Nu > 0 {
		dtViscous = 0.125 * p.H * p.H / p.Nu
	}
	shorten := int32(0)
	if d.stuck {
		shorten = 1
	}
	gpu.Launch(d.main, cuda.MinimumScan, cuda.MinimumScanArgs{
		Clock: d.clock, Maxima: maxima, Own: own, Turn: turn,
		Devices: int32(len(d.domains)), Device: int32(d.index), Half: int32(h),
		End: d.options.End, Cfl: float32(p.CFL), H: float32(p.H), C0: float32(p.C0),
		DtViscous: float32(dtViscous), DtFixed: float32(p.Dt), Longest: float32(p.longestStep()), MostSkin: float32(p.Skin), Cell: float32(d.grid.Edge), Shorten: shorten,
	}, 0, 1)
	d.evaluation++
}

// exchangeMaxima returns where all devices' maxima will be, where those are that
// MinimumScan hands on or clears, and the turn in which it waits for the others'
// itself. One device has no need of others; where all run at once, MinimumScan
// waits on the devices; elsewhere it is put off by events until they are there.
func (d *domain) exchangeMaxima() (all, own gpu.Ptr, turn uint32) {
	n := len(d.domains)
	if n == 1 {
		return d.maxima, d.maxima, 0
	}
	// Two mailboxes take turns: nobody is more than one evaluation ahead.
	d.turn++
	mailbox := d.mailbox.Ptr + gpu.Ptr(int(d.turn)%2*n*maximaBytes)
	if d.concurrent {
		return mailbox, d.maxima, d.turn
	}
	gpu.Launch(d.main, cuda.Publish, cuda.PublishArgs{
		Maxima: d.maxima, Out: mailbox + gpu.Ptr(d.index*maximaBytes),
	}, 0, 1)
	published := d.keep(d.main.Record())
	for _, other := range d.domains {
		if other != d {
			other.published[d.index] <- published
		}
	}
	for _, other := range d.domains {
		if other != d {
			d.main.Wait(<-d.published[other.index])
		}
	}
	return mailbox, 0, 0
}
