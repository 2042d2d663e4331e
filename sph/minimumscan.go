package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// minimumScan ends a step and begins the next with the time step that all particles of
// all devices allow, unless its lists are used up, or none follows. Each device tells the
// others its maxima and computes the step from all of them, so the host waits for
// nothing. The devices are at the forces of the predictor meanwhile.
func (d *domain) minimumScan(over bool) {
	d.begin(MinimumScan)
	d.awaitAllMoved(d.aside)
	maxima := d.maximaOf(d.steps)
	if !over {
		maxima = d.maximaOf(d.steps - 1)
		d.list.Spread(d.aside, d.now, maxima, d.clock)
	}
	args := d.exchangeMaxima(maxima)
	p := &d.Case.Params
	args.Clock, args.Devices = d.clock, int32(len(d.domains))
	args.End, args.Cfl, args.H, args.C0 = d.options.End, float32(p.CFL), float32(p.H), float32(p.C0)
	args.DtViscous, args.DtFixed, args.Longest = float32(p.viscousStep()), float32(p.Dt), float32(p.longestStep())
	args.MostSkin = float32(p.Skin)
	if d.shorten {
		args.Shorten = 1
	}
	if over {
		args.Over = 1
	}
	threads := 1
	if args.Turn > 0 {
		threads = 32
	}
	gpu.Launch(d.aside, cuda.MinimumScan, args, 0, threads)
	d.scanned = d.keep(d.aside.Record())
}

// maximaOf is where the maxima of a step are gathered: its forces begin while the scan
// that ends the step before, and tells how long this one is, is still under way.
func (d *domain) maximaOf(step int) gpu.Ptr { return d.maxima + gpu.Ptr(step%2*maximaBytes) }

// exchangeMaxima says where all devices' maxima will be, where those are that
// MinimumScan hands on or clears, and the turn in which it waits for the others'
// itself. One device has no need of others; where all run at once, MinimumScan
// waits on the devices; elsewhere it is put off by events until they are there.
func (d *domain) exchangeMaxima(maxima gpu.Ptr) (args cuda.MinimumScanArgs) {
	n := len(d.domains)
	if n == 1 {
		args.Maxima, args.Own = maxima, maxima
		return args
	}
	// Two mailboxes take turns: nobody is more than one scan ahead.
	d.turn++
	mailbox, slot := gpu.Ptr(int(d.turn)%2*n*maximaBytes), gpu.Ptr(d.index*maximaBytes)
	args.Maxima = d.meeting.Ptr + mailbox
	if d.concurrent {
		args.Own, args.Turn = maxima, d.turn
		args.Out[0], args.Outs = args.Maxima+slot, 1
		if d.exchange == Direct { // everybody has a mailbox of its own
			args.Maxima, args.Outs = d.mailbox+mailbox, int32(n)
			for i, other := range d.domains {
				args.Out[i] = other.mailbox + mailbox + slot
			}
		}
		return args
	}
	gpu.Launch(d.aside, cuda.Publish, cuda.PublishArgs{Maxima: maxima, Out: args.Maxima + slot}, 0, 1)
	published := d.keep(d.aside.Record())
	for _, other := range d.domains {
		if other != d {
			other.published[d.index] <- published
		}
	}
	for _, other := range d.domains {
		if other != d {
			d.aside.Wait(<-d.published[other.index])
		}
	}
	return args
}
