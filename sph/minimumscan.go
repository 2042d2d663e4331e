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
	args := d.exchangeMaxima()
	p := &d.Case.Params
	dtViscous := 0.0
	if p.Nu > 0 {
		dtViscous = 0.125 * p.H * p.H / p.Nu
	}
	args.Clock, args.Half = d.clock, int32(h)
	args.Devices, args.Device = int32(len(d.domains)), int32(d.index)
	args.End, args.Cfl, args.H, args.C0 = d.options.End, float32(p.CFL), float32(p.H), float32(p.C0)
	args.DtViscous, args.DtFixed, args.Longest = float32(dtViscous), float32(p.Dt), float32(p.longestStep())
	args.MostSkin, args.Cell = float32(p.Skin), float32(d.grid.Edge)
	if d.shorten {
		args.Shorten = 1
	}
	threads := 1
	if args.Turn > 0 {
		threads = 32
	}
	gpu.Launch(d.main, cuda.MinimumScan, args, 0, threads)
	d.evaluation++
}

// exchangeMaxima says where all devices' maxima will be, where those are that
// MinimumScan hands on or clears, and the turn in which it waits for the others'
// itself. One device has no need of others; where all run at once, MinimumScan
// waits on the devices; elsewhere it is put off by events until they are there.
func (d *domain) exchangeMaxima() (args cuda.MinimumScanArgs) {
	n := len(d.domains)
	if n == 1 {
		args.Maxima, args.Own = d.maxima, d.maxima
		return args
	}
	// Two mailboxes take turns: nobody is more than one evaluation ahead.
	d.turn++
	mailbox, slot := gpu.Ptr(int(d.turn)%2*n*maximaBytes), gpu.Ptr(d.index*maximaBytes)
	args.Maxima = d.meeting.Ptr + mailbox
	if d.concurrent {
		args.Own, args.Turn = d.maxima, d.turn
		args.Out[0], args.Outs = args.Maxima+slot, 1
		if d.exchange == Direct { // everybody has a mailbox of its own
			args.Maxima, args.Outs = d.mailbox+mailbox, int32(n)
			for i, other := range d.domains {
				args.Out[i] = other.mailbox + mailbox + slot
			}
		}
		return args
	}
	gpu.Launch(d.main, cuda.Publish, cuda.PublishArgs{Maxima: d.maxima, Out: args.Maxima + slot}, 0, 1)
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
	return args
}
