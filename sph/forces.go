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

// forces computes the forces on the internal particles: first those on stripes
// of slices at the edges, in streams of their own, whose outermost slices are
// sent to the neighbours while the others are computed.
func (d *domain) forces(h half) {
	begun := d.begin(Forces)
	if h == predict {
		d.aside.Wait(begun)
		d.list.Spread(d.aside, d.now, d.maxima, d.clock)
		d.spread = d.keep(d.aside.Record())
	}
	for i, side := range d.sides {
		side.stream.Wait(begun)
		d.launchForces(side.stream, h, d.stripes[i])
	}
	d.launchForces(d.main, h, d.central)
	var computed [2]gpu.Event
	for i, side := range d.sides {
		computed[i] = d.keep(side.stream.Record())
		d.main.Wait(computed[i])
	}
	// The forces of the last evaluation have been used when this one begins.
	if d.evaluation > 0 {
		for _, side := range d.sides {
			side.opposite.used <- begun
		}
		for _, side := range d.sides {
			side.stream.Wait(<-side.used)
		}
	}
	for i, side := range d.sides {
		edge, copies := d.edge(side.left), side.neighbour.external(!side.left)
		// With few slices, the other stripe may have taken this edge.
		taken := edge.from < d.stripes[i].from || edge.to > d.stripes[i].to
		if taken {
			side.stream.Wait(computed[1-i])
		}
		if edge.len() > 0 {
			side.stream.Send(side.neighbour.device,
				side.neighbour.force+gpu.Ptr(copies.from*forceBytes), d.force+gpu.Ptr(edge.from*forceBytes), edge.len()*forceBytes)
		}
		sent := d.keep(side.stream.Record())
		if taken {
			d.sides[1-i].stream.Wait(sent)
		}
		side.opposite.arrived <- sent
	}
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
	gpu.Launch(stream, d.kernel, d.forcesArgs(h), r.from, r.to)
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
		Force: d.force, Maxima: d.maxima, Clock: d.clock, Radius2: d.list.Radius2(d.Case.Params.listRadius()),
	}
}
