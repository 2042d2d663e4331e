package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// euler moves the active particles, and the copies of neighbours': the forces on
// these have been sent, so both devices come to the same bits.
func (d *domain) euler(h half) {
	d.begin(Euler)
	allowed := d.scanned
	if h == correct {
		allowed = d.checked
	}
	for _, i := range d.sequence {
		s := &d.stripes[i]
		s.stream.Wait(allowed)
		d.awaitSerial(s.stream)
		begun := d.mark(s.stream)
		args := d.eulerArgs(h)
		args.Column, args.Part = d.list.Columns(), s.Part
		gpu.Launch(s.stream, cuda.Euler, args, 0, s.Len())
		d.took(Euler, begun, s.stream)
		s.moved = d.keep(s.stream.Record())
	}
	for _, side := range d.sides {
		d.awaitForces(side)
		side.stream.Wait(allowed)
		copies := d.external(side.left)
		gpu.Launch(side.stream, cuda.Euler, d.eulerArgs(h), copies.from, copies.to)
		side.moved = d.keep(side.stream.Record())
	}
	d.evaluation++
}

func (d *domain) eulerArgs(h half) cuda.EulerArgs {
	out := d.half
	if h == correct {
		out = d.now
	}
	return cuda.EulerArgs{
		P: d.physics, Pos: d.now.Pos, Vel: d.now.Vel, Force: d.force[d.evaluation%2],
		PosOut: out.Pos, VelOut: out.Vel, Packed: d.packed[1-h], Clock: d.clock, Maxima: d.maximaOf(d.steps),
		PerQuantum: float32(1 / d.grid.Quantum), Most: float32(neighbor.MostThrow * d.grid.Edge / d.grid.Quantum),
		Half: int32(h), Shift: int32(d.grid.Shift),
	}
}
