package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// half is which half of a step it is: the predictor works with the particles
// as they are now, the corrector as they are half a step later.
type half int

const (
	predict half = iota
	correct
)

// forces computes the forces on the active particles, and exchanges those at the edges
// with the neighbours. Each stripe begins when it and those next to it have moved, so a
// device is at several at once, and at the next forces before all of these are done.
func (d *domain) forces(h half) {
	d.begin(Forces)
	for _, i := range d.sequence {
		s := &d.stripes[i]
		d.awaitMoved(i)
		begun := d.mark(s.stream)
		gpu.Launch(s.stream, d.kernel, d.forcesArgs(h, s.Part), 0, s.Len())
		d.took(Forces, begun, s.stream)
	}
	d.sendForces()
}

// forcesArgs is what the forces on a part of the active particles are computed from: the
// particles as they are now, or in the middle of a step.
func (d *domain) forcesArgs(h half, part cuda.Part) cuda.ForcesArgs {
	state, packed := d.now, d.packed[predict]
	if h == correct {
		state, packed = d.half, d.packed[correct]
	}
	return cuda.ForcesArgs{
		P: d.physics, List: d.list.Args(), Pos: state.Pos, Packed: packed, Vel: state.Vel,
		Force: d.force[d.evaluation%2], Maxima: d.maximaOf(d.steps), Clock: d.clock, Edges: d.outgoing(),
		Part: part, Radius2: d.list.Radius2(d.Case.Params.listRadius()),
	}
}
