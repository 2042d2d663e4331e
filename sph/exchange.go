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
	// Overlap begins with the stripes at the edges, each in a stream of its own, and
	// copies their forces while it computes the rest: the paper's Section 3.4.
	Overlap
	// Copies computes the stripes in the same order, but all in one stream.
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

// sendForces gives the neighbours the forces at the edges. What is stored directly is
// there when the stripe is done; on separate GPUs kernel exchange says so, elsewhere an event.
func (d *domain) sendForces() {
	for _, side := range d.sides {
		computed := d.keep(d.at(side.left).stream.Record())
		side.stream.Wait(computed)
		if d.exchange != Direct {
			edge := d.edge(side.left)
			side.stream.Send(side.neighbour.device, side.outbox[d.evaluation%2], d.force[d.evaluation%2]+gpu.Ptr(edge.from*forceBytes), edge.len()*forceBytes)
			computed = d.keep(side.stream.Record())
		}
		side.sent = computed
		if !d.flagged() {
			side.opposite.arrived <- computed
		}
	}
}

// flagged says whether kernels tell each other that forces have arrived.
func (d *domain) flagged() bool { return d.exchange == Direct && d.concurrent }

// awaitForces lets a side's stream wait for the forces on the copies that it moves.
func (d *domain) awaitForces(side *side) {
	if !d.flagged() {
		if d.exchange != Serial {
			side.stream.Wait(<-side.arrived)
		}
		return
	}
	side.turn++
	gpu.Launch(side.stream, cuda.Exchange, cuda.ExchangeArgs{
		Clock: d.clock, Out: side.opposite.flag, In: side.flag, Turn: side.turn,
	}, 0, 1)
}

// awaitSerial lets a stream wait until the forces have been sent and have come, where
// nothing is to be done meanwhile.
func (d *domain) awaitSerial(stream gpu.Stream) {
	if d.exchange != Serial {
		return
	}
	for _, side := range d.sides {
		stream.Wait(side.sent)
		arrived := <-side.arrived
		stream.Wait(arrived)
		side.stream.Wait(arrived)
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
// evaluation ahead, but not two, since it waits for the forces from here.
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
