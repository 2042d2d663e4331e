package sph

import (
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
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
	n := 0
	for k, t := range pair {
		there := d.domains[t.to].now()
		args.PosOut[k] = there.Pos + gpu.Ptr(t.offset*neighbor.PosBytes)
		args.VelOut[k] = there.Vel + gpu.Ptr(t.offset*neighbor.VelBytes)
		args.IdOut[k] = there.ID + gpu.Ptr(t.offset*neighbor.IDBytes)
		args.First[k], args.Count[k] = int32(t.span.from), int32(t.span.len())
		n += t.span.len()
	}
	gpu.Launch(d.main, cuda.Give, args, 0, n)
}

// send copies particles to the end of another device's, beside those to the other side.
func (d *domain) send(to *domain, t transfer) {
	side := d.sides[0]
	if side.left != (to.index < d.index) {
		side = d.sides[1]
	}
	from, there := d.now(), to.now()
	copies := []struct {
		dst, src gpu.Ptr
		bytes    int
	}{
		{there.Pos, from.Pos, neighbor.PosBytes},
		{there.Vel, from.Vel, neighbor.VelBytes},
		{there.ID, from.ID, neighbor.IDBytes},
	}
	for _, c := range copies {
		if t.span.len() > 0 {
			side.stream.Send(to.device, c.dst+gpu.Ptr(t.offset*c.bytes), c.src+gpu.Ptr(t.span.from*c.bytes), t.span.len()*c.bytes)
		}
	}
	side.sent = d.keep(side.stream.Signal())
	to.sent[d.index] <- side.sent
}
