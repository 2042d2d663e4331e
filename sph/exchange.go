package sph

import (
	"fmt"

	"gpusph/cuda"
	"gpusph/gpu"
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
)

// Exchanges are the names of the kinds of exchange as the command line spells them.
var Exchanges = []string{Fastest: "fastest", Direct: "direct", Overlap: "overlap"}

func (e Exchange) String() string { return Exchanges[e] }

// on is the exchange on a system of devices.
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

// Exchange is how it is done; not Fastest.
func (s *Simulation) Exchange() Exchange { return s.exchange }

// exchangeEdges gives the neighbours what a stage of half a step has computed for the particles
// at the edges, and says when theirs are here. What is stored directly is there when the stripe
// is done; on separate GPUs kernel exchange says so, elsewhere an event.
func (d *domain) exchangeEdges(passes stage, h half) {
	d.begin(MinimumScan) // where a device waits for others
	if d.flagged() {
		d.meetNeighbours(h)
		return
	}
	for _, side := range d.sides {
		moved := d.stripeAt(side.left).moved
		if d.exchange != Direct {
			side.stream.Wait(moved)
			d.sendEdge(side, passes, d.written(h))
			moved = d.keep(side.stream.Signal())
		}
		side.opposite.arrived <- moved
	}
	for _, side := range d.sides {
		side.moved = <-side.arrived
	}
}

// meetNeighbours lets the stripes at the edges, which have stored there, wait for the
// neighbours' particles before they go on, in their own streams. Other streams wait for
// these after a whole step only.
func (d *domain) meetNeighbours(h half) {
	d.meetings++
	for i := range d.stripes {
		s, n := &d.stripes[i], 0
		args := cuda.ExchangeArgs{Patience: d.waits(), Turn: d.meetings}
		for _, side := range d.sides {
			if d.stripeAt(side.left) == s {
				args.Out[n], args.In[n] = side.opposite.flag, side.flag
				n++
			}
		}
		if n > 0 {
			gpu.Launch(s.stream, cuda.Exchange, args, 0, 1)
		}
		if n > 0 && h == correct {
			s.met = d.keep(s.stream.Signal())
		}
	}
}

// sendEdge copies what a stage has computed for the particles at an edge, in a state, to the neighbour.
func (d *domain) sendEdge(side *side, passes stage, state int) {
	edge := d.edge(side.left)
	var shifted arrays
	if side.shift != 0 {
		shifted = d.shiftedEdge(side, passes, state)
	}
	for i := range d.fields {
		f := &d.fields[i]
		if f.sent(passes, state) {
			state := f.stateOf(state)
			from, to := d.states[state].at(edge.from), side.outbox[state]
			if at := shifted[f.place]; at != 0 {
				from[f.place] = at
			}
			side.stream.Send(side.neighbour.device, to[f.place], from[f.place], edge.len()*f.Bytes)
		}
	}
}

// flagged says whether kernels set flags when particles have arrived. A device that is its own neighbour in a ring needs none.
func (d *domain) flagged() bool { return d.exchange == Direct && d.concurrent && len(d.domains) > 1 }

// publishInboxes sends the neighbours the places of their particles here, in each state.
func (d *domain) publishInboxes() {
	for _, side := range d.sides {
		var inbox [states]arrays
		for k := range inbox {
			inbox[k] = d.states[k].at(d.external(side.left).from)
		}
		side.opposite.inboxes <- inbox
	}
}

// receiveInboxes waits for the same from the neighbours.
func (d *domain) receiveInboxes() {
	for _, side := range d.sides {
		side.outbox = receive(side.inboxes, d.spin)
	}
}
