package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// nearLink is what links within a process have in common: devices tell each other by channels.
type nearLink struct {
	d     *domain
	sides []*side
}

// nearSide is what a side has of a neighbour in the same process.
type nearSide struct {
	device   gpu.Device              // the neighbour's
	opposite *side                   // the neighbour's side towards this domain
	arrived  chan gpu.Event          // the neighbour's particles are here
	flag     gpu.Ptr                 // the turn for which they are here
	places   [sph.States]arrays      // where the neighbour wants the particles
	inboxes  chan [sph.States]arrays // from where these come
}

// channels are where a domain hears from others of its process, by who sends it.
type channels struct {
	published []chan gpu.Event // its maxima can be read
	sent      []chan gpu.Event // its particles are here
	reduced   chan gpu.Event   // the maxima of all processes can be read
}

func newChannels(devices int) (p channels) {
	for range devices {
		p.published = append(p.published, make(chan gpu.Event, 4))
		p.sent = append(p.sent, make(chan gpu.Event, 4))
	}
	p.reduced = make(chan gpu.Event, 4)
	return p
}

// of is a device of this process.
func (l *nearLink) of(device int) *domain { return l.d.domains[device-l.d.first] }

// publish sends the neighbours the places of their particles here, in each state.
func (l *nearLink) publish() error {
	d := l.d
	for _, side := range l.sides {
		var inbox [sph.States]arrays
		for k := range inbox {
			inbox[k] = d.states[k].at(d.external(side.left).from)
		}
		side.near.opposite.near.inboxes <- inbox
	}
	return nil
}

// settle waits for the same from the neighbours.
func (l *nearLink) settle() {
	for _, side := range l.sides {
		side.near.places = receive(side.near.inboxes, l.d.spin)
	}
}

// take lets the main stream wait for the senders.
func (l *nearLink) take(arrivals []transfer) {
	for _, t := range arrivals {
		if l.d.here(t.from) {
			l.d.main.Wait(receive(l.d.post.sent[t.from], l.d.spin))
		}
	}
}

// tell tells the neighbours by which event what they wait for is in their memory, and waits for theirs.
func (l *nearLink) tell(moved func(*side) gpu.Event) {
	for _, side := range l.sides {
		side.near.opposite.near.arrived <- moved(side)
	}
	for _, side := range l.sides {
		side.moved = <-side.near.arrived
	}
}

// reduce gathers the maxima of all devices. One device needs no others. Where all devices run at once, the kernel
// itself stores its maxima for the others and waits for theirs, in a turn. Elsewhere
// events hold the kernel back until they are there.
func (l *nearLink) reduce(maxima gpu.Ptr, args cuda.MinimumScanArgs) cuda.MinimumScanArgs {
	d := l.d
	n := len(d.domains)
	args.Devices = int32(n)
	if n == 1 {
		args.Maxima, args.Own = maxima, maxima
		return args
	}
	// Two mailboxes take turns: nobody is more than one scan ahead.
	d.turn++
	mailbox, slot := gpu.Ptr(int(d.turn)%2*n*maximaBytes), gpu.Ptr(d.index*maximaBytes)
	args.Maxima = d.meeting.Ptr + mailbox
	if d.concurrent {
		args.Own, args.Turn, args.Patience = maxima, d.turn, d.waits()
		args.Out[0], args.Outs = args.Maxima+slot, 1
		if d.exchange == Direct { // everybody has a mailbox of its own
			args.Maxima, args.Outs = d.mailbox+mailbox, int32(n)
			for i, other := range d.domains {
				args.Out[i] = other.mailbox + mailbox + slot
			}
		}
		return args
	}
	published := d.publishMaxima(maxima, args.Maxima+slot)
	for _, other := range d.domains {
		if other != d {
			other.post.published[d.index] <- published
		}
	}
	for _, other := range d.domains {
		if other != d {
			d.control.Wait(<-d.post.published[other.index])
		}
	}
	return args
}

// publishMaxima stores a device's maxima where others find them, and clears them.
func (d *domain) publishMaxima(maxima, out gpu.Ptr) gpu.Event {
	gpu.Launch(d.control, cuda.PublishMaxima, cuda.PublishMaximaArgs{Maxima: maxima, Out: out}, 0, 1)
	return d.keep(d.control.Signal())
}

// stores lets kernels store to the memory of other devices.
type stores struct{ nearLink }

func (l *stores) outbox(side *side) *[sph.States]arrays { return &side.near.places }

// meet is done with the stripes at the edges, which have stored there. On separate GPUs kernel exchange says so, elsewhere an event.
func (l *stores) meet(group *stage, h half) {
	if l.d.flagged() {
		l.setFlags(h)
		return
	}
	l.tell(func(side *side) gpu.Event { return l.d.stripeAt(side.left).moved })
}

// setFlags lets the stripes at the edges, which have stored there, wait for the
// neighbours' particles before they go on, in their own streams. Other streams wait for
// these after a whole step only.
func (l *stores) setFlags(h half) {
	d := l.d
	d.meetings++
	for i := range d.stripes {
		s, n := &d.stripes[i], 0
		args := cuda.ExchangeArgs{Patience: d.waits(), Turn: d.meetings}
		for _, side := range l.sides {
			if d.stripeAt(side.left) == s {
				args.Out[n], args.In[n] = side.near.opposite.near.flag, side.near.flag
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

// give stores particles, two spans at a time.
func (l *stores) give(all []transfer) {
	var near [2]transfer
	n := 0
	for i, t := range all {
		if l.d.here(t.to) {
			near[n] = t
			n++
		}
		if n == len(near) || n > 0 && i == len(all)-1 {
			l.store(near[:n])
			n = 0
		}
	}
	for _, t := range all {
		if l.d.here(t.to) {
			l.of(t.to).post.sent[l.d.index] <- l.d.keep(l.d.main.Signal())
		}
	}
}

// store stores at most two spans of particles.
func (l *stores) store(pair []transfer) {
	d := l.d
	from := d.now()
	args := cuda.GiveArgs{Pos: from.Pos, Vel: from.Vel, Id: from.ID}
	var there [2]arrays
	n := 0
	for k, t := range pair {
		there[k] = l.of(t.to).states[sph.StateEven].at(t.offset)
		to := there[k].particles()
		args.PosOut[k], args.VelOut[k], args.IdOut[k] = to.Pos, to.Vel, to.ID
		args.First[k], args.Count[k] = int32(t.span.from), int32(t.span.len())
		n += t.span.len()
	}
	gpu.Launch(d.main, cuda.Give, args, 0, n)
	for _, f := range d.Further {
		gpu.Launch(d.main, cuda.GiveField, cuda.GiveFieldArgs{
			In: d.states[sph.StateEven][f.Index], Out: [2]gpu.Ptr{there[0][f.Index], there[1][f.Index]}, First: args.First, Count: args.Count, Bytes: int32(f.Bytes),
		}, 0, n)
	}
}

// sends copies to the memory of other devices, in the streams of the sides, beside the stripes.
type sends struct{ nearLink }

func (l *sends) outbox(*side) *[sph.States]arrays { return nil }

func (l *sends) meet(group *stage, h half) {
	d := l.d
	l.tell(func(side *side) gpu.Event {
		side.stream.Wait(d.stripeAt(side.left).moved)
		l.sendEdge(side, group, d.written(h))
		return d.keep(side.stream.Signal())
	})
}

// sendEdge copies what a stage has computed for the particles at an edge, in a state, to the neighbour.
func (l *sends) sendEdge(side *side, group *stage, state int) {
	l.d.eachSent(side, group, state, func(f *sph.FlowField, state int, from gpu.Ptr, bytes int) {
		side.stream.Send(side.near.device, side.near.places[state][f.Index], from, bytes)
	})
}

// eachSent calls send for each field that a stage has computed for the particles at an edge and the neighbour needs: the state that
// has it, where it is, and its bytes.
func (d *domain) eachSent(side *side, group *stage, state int, send func(f *sph.FlowField, state int, from gpu.Ptr, bytes int)) {
	edge := d.edge(side.left)
	var shifted arrays
	if side.shift != 0 {
		shifted = d.shiftedEdge(side, group, state)
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		if group.sendsField(f) {
			state := f.StateOf(state)
			from := d.states[state].at(edge.from)
			if at := shifted[f.Index]; at != 0 {
				from[f.Index] = at
			}
			send(f, state, from[f.Index], edge.len()*f.Bytes)
		}
	}
}

// give copies particles in the streams of the sides.
func (l *sends) give(all []transfer) {
	d := l.d
	moved := d.keep(d.main.Signal())
	for _, side := range l.sides {
		d.main.Wait(d.keep(side.stream.Signal())) // the last step's edges, of the state that particles will be sorted into
		side.sent = nil
		side.stream.Wait(moved)
	}
	for _, t := range all {
		if d.here(t.to) {
			l.send(l.of(t.to), t)
		}
	}
}

// send copies particles to the end of another device's, beside those to the other side.
func (l *sends) send(to *domain, t transfer) {
	d := l.d
	side := l.sides[0]
	if side.left != (to.index < d.index) {
		side = l.sides[len(l.sides)-1]
	}
	from, there := d.states[sph.StateEven].at(t.span.from), to.states[sph.StateEven].at(t.offset)
	for _, f := range d.Kept {
		if t.span.len() > 0 {
			side.stream.Send(to.device, there[f.Index], from[f.Index], t.span.len()*f.Bytes)
		}
	}
	side.sent = d.keep(side.stream.Signal())
	to.post.sent[d.index] <- side.sent
}
