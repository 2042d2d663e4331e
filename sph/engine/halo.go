package engine

import (
	"errors"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// neighbourSide is where a domain has a neighbour.
type neighbourSide struct {
	*exchange.Side
	// of positions that the neighbour has of this domain's edge, along the split axis [quanta]
	shift   int32
	staging arrays // of positions, shifted
	// where kernels store, state by state, what the neighbour needs; see outbox
	there [sph.States]arrays
}

// outbox is where kernels store the particles that a neighbour sees as they compute them; nil where
// they are sent.
func (s *neighbourSide) outbox() *[sph.States]arrays {
	if !s.Stores() {
		return nil
	}
	return &s.there
}

// Exchange is how neighbours within this process exchange; not Fastest.
func (s *Simulation) Exchange() exchange.Mode { return s.group.Mode }

// join makes the domains members of the group of all devices, with their sides.
func (s *Simulation) join() {
	s.group.Count = len(s.subdomains)
	for _, d := range s.domains {
		d.member = &exchange.Member{Group: s.group, Index: d.index, Device: d.device, Keep: d.keep, Patience: d.waits, Memory: d.storedTo}
		for _, f := range d.Kept {
			d.member.Columns = append(d.member.Columns, exchange.Column{At: &d.states[sph.StateEven][f.Index], Bytes: f.Bytes})
		}
		s.group.Members = append(s.group.Members, d.member)
	}
	s.group.Join()
	for _, d := range s.domains {
		for _, of := range d.member.Sides {
			d.sides = append(d.sides, &neighbourSide{Side: of, shift: s.shift(d.index, of.Left)})
		}
	}
}

// storedTo are the arrays that neighbours may store to.
func (d *domain) storedTo() (all []gpu.Ptr) {
	for state := range d.states {
		for _, p := range d.states[state] {
			if p != 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// openExchange makes what the domain needs to exchange with others.
func (d *domain) openExchange() (err error) {
	d.member.Main = d.main
	for _, side := range d.sides {
		if side.Stream, err = d.newStream(side.Name(), true); err != nil {
			return err
		}
	}
	if d.maximaOfAll, err = d.allMaxima.On(d.member); err != nil {
		return err
	}
	if err = d.joinBodies(); err != nil {
		return err
	}
	if err = d.recorder.Join(d.member); err != nil {
		return err
	}
	if err = errors.Join(d.joinStates(), d.joinLoops()); err != nil {
		return err
	}
	return d.member.Open()
}

// postAddresses tells the neighbours where the domain has their particles, now that it has lists,
// and awaitAddresses hears the same from them.
func (d *domain) postAddresses() error {
	most := 0
	for h := range d.groups {
		for k := range d.groups[h] {
			most = max(most, d.groups[h][k].sentBytes())
		}
	}
	for _, side := range d.sides {
		outside := d.receiveHalo(side.Left)
		side.Here = side.Here[:0]
		for k := range d.states {
			at := d.states[k].at(outside.from)
			side.Here = append(side.Here, at[:]...)
		}
		side.Moved = nil
		side.MaxSend, side.MaxReceive = most*d.sendHalo(side.Left).len(), most*outside.len()
	}
	return d.member.PostAddresses()
}

func (d *domain) awaitAddresses() error {
	err := d.member.AwaitAddresses()
	for _, side := range d.sides {
		for k := range side.there {
			if len(side.There) > 0 {
				copy(side.there[k][:], side.There[k*sph.MaxFields:])
			}
		}
	}
	return err
}

// sentBytes is what neighbours need of a particle after the group.
func (s *passGroup) sentBytes() (n int) {
	for _, place := range s.sends {
		n += sph.Fields[place].Bytes
	}
	return n
}

// exchangeHalo gives the neighbours what a stage of a step has computed for the particles at the
// edges, and lets the sides know when theirs are here.
func (d *domain) exchangeHalo(group *passGroup, h stepStage) {
	d.begin(sph.MinimumScan) // where a device waits for others
	for _, side := range d.sides {
		s := d.stripeAt(side.Left)
		side.Edge, side.Ready, side.Met = s.stream, s.moved, nil
		if !side.Stores() {
			side.Stream.Wait(s.moved)
			d.takeHalo(side, group, d.written(h))
		}
	}
	d.member.ExchangeHalo(h == corrector || d.measuresHalos())
	for _, side := range d.sides {
		if side.Met != nil {
			d.stripeAt(side.Left).met = side.Met
		}
	}
}

// takeHalo sets the arrays that a side exchanges after a stage: of each field that the neighbour
// needs, in a state, the particles at the edge, and room for the neighbour's.
func (d *domain) takeHalo(side *neighbourSide, group *passGroup, state int) {
	edge, outside := d.sendHalo(side.Left), d.receiveHalo(side.Left)
	var shifted arrays
	if side.shift != 0 {
		shifted = d.shiftedEdge(side, group, state)
	}
	side.Arrays = side.Arrays[:0]
	for i := range d.Fields {
		f := &d.Fields[i]
		if !group.sendsField(f) {
			continue
		}
		state := f.StateOf(state)
		all := d.states[state][f.Index]
		from := all + gpu.Ptr(edge.from*f.Bytes)
		if at := shifted[f.Index]; at != 0 {
			from = at
		}
		side.Arrays = append(side.Arrays, exchange.Array{
			To: state*sph.MaxFields + f.Index, Send: from, SendBytes: edge.len() * f.Bytes,
			Receive: all + gpu.Ptr(outside.from*f.Bytes), ReceiveBytes: outside.len() * f.Bytes,
		})
	}
}
