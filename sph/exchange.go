package sph

import (
	"fmt"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// Exchange is how neighbours come by the particles at each other's edges. It changes
// no result.
type Exchange int

const (
	// Fastest is Direct where the devices can do it, else Overlap.
	Fastest Exchange = iota
	// Direct lets the kernels of Forces store to the neighbours' memory. It needs
	// devices that reach each other's.
	Direct
	// Overlap copies them while other stripes are computed: the paper's Section 3.4.
	Overlap
	// Copies copies them, too, but all stripes are in one stream, one after the other.
	Copies
	// Serial copies when all have moved, and computes nothing meanwhile.
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

// exchangeEdges gives the neighbours the particles at the edges that half a step has
// moved, and says when theirs are here. What is stored directly is there when the stripe
// is done; on separate GPUs kernel exchange says so, elsewhere an event.
func (d *domain) exchangeEdges(h half) {
	d.begin(MinimumScan) // where a device waits for others
	for _, side := range d.sides {
		moved := d.stripeAt(side.left).moved
		side.stream.Wait(moved)
		if d.exchange != Direct {
			d.sendEdge(side, d.written(h))
			moved = d.keep(side.stream.Signal())
		}
		if !d.flagged() {
			side.opposite.arrived <- moved
			if d.exchange == Serial {
				d.stripes[0].stream.Wait(moved)
			}
			continue
		}
		side.turn++
		gpu.Launch(side.stream, cuda.Exchange, cuda.ExchangeArgs{Clock: d.clock, Out: side.opposite.flag, In: side.flag, Turn: side.turn}, 0, 1)
		side.moved = d.keep(side.stream.Signal())
	}
	if !d.flagged() {
		for _, side := range d.sides {
			side.moved = <-side.arrived
		}
	}
}

// sendEdge copies a state of the particles at an edge to the neighbour.
func (d *domain) sendEdge(side *side, state int) {
	edge := d.edge(side.left)
	from, to := at(d.states[state], edge.from), side.outbox[state]
	if state != middle {
		side.stream.Send(side.neighbour.device, to.Pos, from.Pos, edge.len()*neighbor.PosBytes)
	}
	side.stream.Send(side.neighbour.device, to.Vel, from.Vel, edge.len()*neighbor.VelBytes)
	side.stream.Send(side.neighbour.device, to.Packed, from.Packed, edge.len()*neighbor.PackedBytes)
}

// flagged says whether kernels tell each other that particles have arrived.
func (d *domain) flagged() bool { return d.exchange == Direct && d.concurrent }

// tellInboxes tells the neighbours where their particles belong, in each state.
func (d *domain) tellInboxes() {
	for _, side := range d.sides {
		var inbox [states]cuda.State
		for k := range inbox {
			inbox[k] = at(d.states[k], d.external(side.left).from)
		}
		side.opposite.inboxes <- inbox
	}
}

// awaitInboxes is told by the neighbours, if their lists are new.
func (d *domain) awaitInboxes() {
	for _, side := range d.sides {
		side.outbox = receive(side.inboxes, d.spin)
	}
}
