package sph

import (
	"fmt"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Exchange is how neighbours come by the forces at each other's edges. It changes
// no result.
type Exchange int

const (
	// Fastest is Direct where the devices can do it, else Overlap.
	Fastest Exchange = iota
	// Direct lets the kernels of Forces store to the neighbours' memory. It needs
	// devices that reach each other's.
	Direct
	// Overlap computes the stripes at the edges first, in streams of their own, and
	// copies their forces while it computes the rest: the paper's Section 3.4.
	Overlap
	// Copies computes the stripes first, but all in one stream.
	Copies
	// Serial copies when all forces are there, and computes nothing meanwhile.
	Serial
)

// Exchanges are the names of the ways as the command line spells them.
var Exchanges = []string{Fastest: "fastest", Direct: "direct", Overlap: "overlap", Copies: "copies", Serial: "none"}

func (e Exchange) String() string { return Exchanges[e] }

// on is the way on a system of devices.
func (e Exchange) on(s *gpu.System) (Exchange, error) {
	switch direct := s.Direct(); {
	case e == Fastest && direct:
		return Direct, nil
	case e == Fastest:
		return Overlap, nil
	case e == Direct && !direct:
		return e, fmt.Errorf("the exchange is direct, but not all devices can store to each other's memory; overlap would do")
	}
	return e, nil
}

// forcesAndExchange computes the forces on the internal particles and gives the
// neighbours those at the edges. After it, Euler waits for side.arrived of those
// that are copied; what is stored directly is there when MinimumScan has heard of
// all devices.
func (d *domain) forcesAndExchange(h half, begun gpu.Event) {
	if len(d.sides) == 0 || d.exchange == Direct {
		d.launchForces(d.main, h, d.owned())
		return
	}
	var computed [2]gpu.Event // stripes
	switch d.exchange {
	case Overlap:
		for i, side := range d.sides {
			side.stream.Wait(begun)
			d.launchForces(side.stream, h, d.stripes[i])
			computed[i] = d.keep(side.stream.Record())
		}
		d.launchForces(d.main, h, d.central)
		for i := range d.sides {
			d.main.Wait(computed[i])
		}
	case Copies:
		for i := range d.sides {
			d.launchForces(d.main, h, d.stripes[i])
		}
		all := d.keep(d.main.Record())
		computed = [2]gpu.Event{all, all}
		d.launchForces(d.main, h, d.central)
	case Serial:
		d.launchForces(d.main, h, d.owned())
		all := d.keep(d.main.Record())
		computed = [2]gpu.Event{all, all}
	}
	for i, side := range d.sides {
		// With few slices, the other stripe may have taken this edge.
		side.stream.Wait(computed[i])
		if len(d.sides) > 1 {
			if edge := d.edge(side.left); edge.from < d.stripes[i].from || edge.to > d.stripes[i].to {
				side.stream.Wait(computed[1-i])
			}
		}
		edge := d.edge(side.left)
		side.stream.Send(side.neighbour.device, side.outbox[d.evaluation%2], d.force[d.evaluation%2]+gpu.Ptr(edge.from*forceBytes), edge.len()*forceBytes)
		side.sent = d.keep(side.stream.Record())
		if d.exchange == Serial {
			d.main.Wait(side.sent)
		}
		side.opposite.arrived <- side.sent
	}
}

// awaitForces lets Euler wait for the forces that neighbours copy here, and what
// follows it, which writes new ones, for those that are copied from here.
func (d *domain) awaitForces() {
	if d.exchange == Direct {
		return
	}
	for _, side := range d.sides {
		d.main.Wait(<-side.arrived)
		d.main.Wait(side.sent)
	}
}

// outgoing is where the kernels of Forces store the forces at the edges beside.
func (d *domain) outgoing() (edges cuda.Edges) {
	if d.exchange != Direct {
		return edges
	}
	for _, side := range d.sides {
		edge := d.edge(side.left)
		at := side.outbox[d.evaluation%2] - gpu.Ptr(edge.from*forceBytes)
		if side.left {
			edges.Left, edges.LeftTo = at, int32(edge.to)
		} else {
			edges.Right, edges.RightFrom = at, int32(edge.from)
		}
	}
	return edges
}

// tellInboxes tells the neighbours where the forces on the external particles belong.
// Even and odd evaluations have arrays of their own: a neighbour may be one
// evaluation ahead, but not two, since MinimumScan waits for all.
func (d *domain) tellInboxes() {
	for _, side := range d.sides {
		at := gpu.Ptr(d.external(side.left).from * forceBytes)
		side.opposite.inboxes <- [2]gpu.Ptr{d.force[0] + at, d.force[1] + at}
	}
}

// awaitInboxes is told by the neighbours, if their lists are new.
func (d *domain) awaitInboxes() {
	for _, side := range d.sides {
		side.outbox = receive(side.inboxes, d.spin)
	}
}
