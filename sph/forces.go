package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// half is which half of a step it is: the predictor works with the particles
// as they are now, the corrector as they are half a step later.
type half int

const (
	predict half = iota
	correct
)

// forces computes the forces on the internal particles, and exchanges those at
// the edges with the neighbours. Beside, it is measured how far the lists are used.
func (d *domain) forces(h half) {
	d.begin(Forces)
	var begun gpu.Event
	if h == predict || d.exchange == Overlap {
		begun = d.keep(d.main.Record())
	}
	if h == predict {
		d.aside.Wait(begun)
		d.list.Spread(d.aside, d.now, d.maxima, d.clock)
		d.spread = d.keep(d.aside.Record())
	}
	d.forcesAndExchange(h, begun)
}

// cutStripes cuts the internal particles into the stripes of the sides and the
// central rest.
func (d *domain) cutStripes() {
	d.central, d.stripes = d.owned(), d.stripes[:0]
	for _, side := range d.sides {
		d.stripes = append(d.stripes, d.stripe(&d.central, side.left))
	}
}

// stripe takes from the central particles as many slices on one side as have
// the particles of a stripe, or half of them, but at least the edge.
func (d *domain) stripe(central *span, left bool) span {
	least := min(d.options.Stripe, d.owned().len()/len(d.sides))
	edge := d.edge(left)
	if left {
		k := 2 * neighbor.Reach
		for d.offsets[k]-edge.from < least && d.offsets[k] < central.to {
			k++
		}
		s := span{central.from, max(min(d.offsets[k], central.to), central.from)}
		central.from = s.to
		return s
	}
	k := len(d.offsets) - 1 - 2*neighbor.Reach
	for edge.to-d.offsets[k] < least && d.offsets[k] > central.from {
		k--
	}
	s := span{min(max(d.offsets[k], central.from), central.to), central.to}
	central.to = s.from
	return s
}

func (d *domain) launchForces(stream gpu.Stream, h half, r span) {
	args := d.forcesArgs(h)
	args.From, args.To = int32(r.from), int32(r.to)
	gpu.Launch(stream, d.kernel, args, 0, d.active)
}

// forcesArgs is what the forces are computed from: the particles as they are
// now, or in the middle of a step.
func (d *domain) forcesArgs(h half) cuda.ForcesArgs {
	state := d.now
	if h == correct {
		state = d.half
	}
	return cuda.ForcesArgs{
		P: d.physics, List: d.list.Args(), Pos: state.Pos, Packed: d.packed, Vel: state.Vel,
		Force: d.force[d.evaluation%2], Maxima: d.maxima, Clock: d.clock, Edges: d.outgoing(), Radius2: d.list.Radius2(d.Case.Params.listRadius()),
	}
}
