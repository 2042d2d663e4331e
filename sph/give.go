package sph

import (
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// giveAll sends particles to the devices that lack them, behind those that these have. A kernel stores
// them there. Where devices do not reach each other's memory they are copied, in streams of their own.
func (d *domain) giveAll(all []transfer) {
	if d.exchange == Direct {
		for pair := range slices.Chunk(all, 2) {
			d.give(pair)
		}
		for _, t := range all {
			d.domains[t.to].sent[d.index] <- d.keep(d.main.Signal())
		}
		return
	}
	moved := d.keep(d.main.Signal())
	for _, side := range d.sides {
		d.main.Wait(d.keep(side.stream.Signal())) // the last step's edges, of the state that particles will be sorted into
		side.sent = nil
		side.stream.Wait(moved)
	}
	for _, t := range all {
		d.send(d.domains[t.to], t)
	}
}

// give stores at most two spans of particles.
func (d *domain) give(pair []transfer) {
	from := d.now()
	args := cuda.GiveArgs{Pos: from.Pos, Vel: from.Vel, Id: from.ID}
	var there [2]arrays
	n := 0
	for k, t := range pair {
		there[k] = d.domains[t.to].states[even].at(t.offset)
		to := there[k].particles()
		args.PosOut[k], args.VelOut[k], args.IdOut[k] = to.Pos, to.Vel, to.ID
		args.First[k], args.Count[k] = int32(t.span.from), int32(t.span.len())
		n += t.span.len()
	}
	gpu.Launch(d.main, cuda.Give, args, 0, n)
	for _, f := range d.further {
		gpu.Launch(d.main, cuda.GiveField, cuda.GiveFieldArgs{
			In: d.states[even][f.place], Out: [2]gpu.Ptr{there[0][f.place], there[1][f.place]}, First: args.First, Count: args.Count, Bytes: int32(f.Bytes),
		}, 0, n)
	}
}

// send copies particles to the end of another device's, beside those to the other side.
func (d *domain) send(to *domain, t transfer) {
	side := d.sides[0]
	if side.left != (to.index < d.index) {
		side = d.sides[1]
	}
	from, there := d.states[even].at(t.span.from), to.states[even].at(t.offset)
	for _, f := range d.kept {
		if t.span.len() > 0 {
			side.stream.Send(to.device, there[f.place], from[f.place], t.span.len()*f.Bytes)
		}
	}
	side.sent = d.keep(side.stream.Signal())
	to.sent[d.index] <- side.sent
}
