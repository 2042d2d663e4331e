package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// minimumScan ends the step before and begins one with the time step that the forces of
// all particles of all devices allow. Each device tells the others its maxima and
// computes the step from all of them, so the host waits for nothing. The devices are at
// the forces of the predictor meanwhile, and when it is known whether the lists are good
// for this step, at the corrector's.
func (d *domain) minimumScan() {
	d.begin(MinimumScan)
	d.awaitAllMoved(d.aside)
	if d.shorten { // what is used of the lists decides on the time step
		d.checkLists()
	}
	d.scan(cuda.MinimumScan, d.maximaOf(d.steps-1), cuda.MinimumScanArgs{})
	d.scanned = d.keep(d.aside.Record())
	d.checked = d.scanned
	if !d.shorten {
		d.checkLists()
		d.checked = d.keep(d.aside.Record())
	}
}

// endSteps ends the last step of a period.
func (d *domain) endSteps() {
	d.awaitAllMoved(d.aside)
	d.scan(cuda.MinimumScan, d.maximaOf(d.steps), cuda.MinimumScanArgs{Over: 1})
	gpu.Launch(d.aside, cuda.TellClock, cuda.TellClockArgs{Clock: d.clock, Out: d.told.Ptr + toldClock}, 0, 1)
	d.ended = d.keep(d.aside.Record())
}

// checkLists measures how far the lists are used, and puts the step off if too far.
func (d *domain) checkLists() {
	used := d.maxima + gpu.Ptr(2*maximaBytes)
	d.list.Spread(d.aside, d.now, used, d.clock)
	d.scan(cuda.Check, used, cuda.MinimumScanArgs{})
}

// scan launches a kernel that takes the maxima of all devices.
func (d *domain) scan(kernel cuda.KernelOf[cuda.MinimumScanArgs], maxima gpu.Ptr, args cuda.MinimumScanArgs) {
	d.exchangeMaxima(maxima, &args)
	p := &d.Case.Params
	args.Clock, args.Devices = d.clock, int32(len(d.domains))
	args.End, args.Cfl, args.H, args.C0 = d.options.End, float32(p.CFL), float32(p.H), float32(p.C0)
	args.DtViscous, args.DtFixed, args.Longest = float32(p.viscousStep()), float32(p.Dt), float32(p.longestStep())
	args.MostSkin = float32(p.Skin)
	if d.shorten {
		args.Shorten = 1
	}
	threads := 1
	if args.Turn > 0 {
		threads = 32
	}
	gpu.Launch(d.aside, kernel, args, 0, threads)
}

// maximaOf is where the maxima of a step are gathered: its forces begin while the scan
// that ends the step before, and tells how long this one is, is still under way.
func (d *domain) maximaOf(step int) gpu.Ptr { return d.maxima + gpu.Ptr(step%2*maximaBytes) }

// exchangeMaxima says where all devices' maxima will be, where those are that
// MinimumScan hands on or clears, and the turn in which it waits for the others'
// itself. One device has no need of others; where all run at once, MinimumScan
// waits on the devices; elsewhere it is put off by events until they are there.
func (d *domain) exchangeMaxima(maxima gpu.Ptr, args *cuda.MinimumScanArgs) {
	n := len(d.domains)
	if n == 1 {
		args.Maxima, args.Own = maxima, maxima
		return
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
		return
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
}
