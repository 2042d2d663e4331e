package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// messages sends messages to other processes. They are packed and unpacked in memory that the host can read, by copies in the
// streams of the sides, and sent when the streams come there.
type messages struct {
	d     *domain
	sides []*side

	out, in  buffer // of particles for lists
	outgoing []sph.Message
}

// farSide is what a side has of a neighbour in another process.
type farSide struct {
	out, in buffer // of the particles at the edge
}

// buffer is memory for messages.
type buffer struct{ gpu.Shared }

// reserve makes it so large. What it has is lost.
func (b *buffer) reserve(s *gpu.System, bytes int) (err error) {
	if bytes > len(b.Bytes) {
		b.Shared, err = s.Share(bytes + bytes/2)
	}
	return err
}

// publish has nothing to tell: who receives particles knows where they go. It makes room for them.
func (l *messages) publish() error {
	d := l.d
	for _, side := range l.sides {
		most := 0
		for h := range d.stages {
			for k := range d.stages[h] {
				most = max(most, d.stages[h][k].sentBytes())
			}
		}
		for b, n := range map[*buffer]int{&side.far.out: d.edge(side.left).len(), &side.far.in: d.external(side.left).len()} {
			if err := b.reserve(d.options.System, most*n); err != nil {
				return err
			}
		}
	}
	return nil
}

// sentBytes is what neighbours need of a particle after the group.
func (s *stage) sentBytes() (n int) {
	for _, place := range s.sends {
		n += sph.Fields[place].Bytes
	}
	return n
}

func (l *messages) settle() {}

func (l *messages) outbox(*side) *[sph.States]arrays { return nil }

// meet sends what the stripes at the edges have computed when they have moved, and receives the same.
func (l *messages) meet(group *stage, h half) {
	d := l.d
	state := d.written(h)
	for _, side := range l.sides {
		s := side.stream
		s.Wait(d.stripeAt(side.left).moved)
		sent := 0
		d.eachSent(side, group, state, func(_ *sph.FlowField, _ int, from gpu.Ptr, bytes int) {
			s.Copy(side.far.out.Ptr+gpu.Ptr(sent), from, bytes)
			sent += bytes
		})
		outside := d.external(side.left)
		received := outside.len() * group.sentBytes()
		peer := d.processOf(side.neighbour)
		out := sph.Message{Peer: peer, Tag: sph.EdgeTag + 2*side.neighbour + int(number(!side.left)), Bytes: side.far.out.Bytes[:sent]}
		in := sph.Message{Peer: peer, Tag: sph.EdgeTag + 2*d.index + int(number(side.left)), Bytes: side.far.in.Bytes[:received]}
		gpu.Call(s, func() error { return d.processes.Swap([]sph.Message{out}, []sph.Message{in}) })
		at := side.far.in.Ptr
		for i := range d.Fields {
			if f := &d.Fields[i]; group.sendsField(f) {
				bytes := outside.len() * f.Bytes
				s.Copy(d.states[f.StateOf(state)].at(outside.from)[f.Index], at, bytes)
				at += gpu.Ptr(bytes)
			}
		}
		side.moved = d.keep(s.Signal())
	}
}

// reserve makes room for the particles that a plan sends and brings.
func (l *messages) reserve(p *plan) error {
	if err := l.out.reserve(l.d.options.System, l.bytes(p.outgoing)); err != nil {
		return err
	}
	return l.in.reserve(l.d.options.System, l.bytes(p.arrivals))
}

// bytes is what goes between processes.
func (l *messages) bytes(all []transfer) (n int) {
	for _, t := range all {
		if !l.d.here(t.from) || !l.d.here(t.to) {
			n += t.span.len() * l.d.keptBytes()
		}
	}
	return n
}

// keptBytes is what a particle takes that goes to another device for its lists.
func (d *domain) keptBytes() (n int) {
	for _, f := range d.Kept {
		n += f.Bytes
	}
	return n
}

// giveMessage is that for a transfer, with the bytes at a place of a buffer.
func (l *messages) giveMessage(t transfer, peer int, b *buffer, at int) sph.Message {
	return sph.Message{Peer: l.d.processOf(peer), Tag: sph.GiveTag + t.to<<8 + t.from, Bytes: b.Bytes[at : at+t.span.len()*l.d.keptBytes()]}
}

// give packs particles. They are sent in take, beside those that come.
func (l *messages) give(all []transfer) {
	d, at := l.d, 0
	l.outgoing = nil
	for _, t := range all {
		if d.here(t.to) {
			continue
		}
		l.outgoing = append(l.outgoing, l.giveMessage(t, t.to, &l.out, at))
		from := d.states[sph.StateEven].at(t.span.from)
		for _, f := range d.Kept {
			d.main.Copy(l.out.Ptr+gpu.Ptr(at), from[f.Index], t.span.len()*f.Bytes)
			at += t.span.len() * f.Bytes
		}
	}
}

func (l *messages) take(arrivals []transfer) {
	d, at := l.d, 0
	out := l.outgoing
	var in []sph.Message
	for _, t := range arrivals {
		if !d.here(t.from) {
			in = append(in, l.giveMessage(t, t.from, &l.in, at))
			at += t.span.len() * d.keptBytes()
		}
	}
	if out == nil && in == nil {
		return
	}
	gpu.Call(d.main, func() error { return d.processes.Swap(out, in) })
	at = 0
	for _, t := range arrivals {
		if d.here(t.from) {
			continue
		}
		to := d.states[sph.StateEven].at(t.offset)
		for _, f := range d.Kept {
			d.main.Copy(to[f.Index], l.in.Ptr+gpu.Ptr(at), t.span.len()*f.Bytes)
			at += t.span.len() * f.Bytes
		}
	}
}

// reduce gathers the maxima of the devices of this process. The first of these has the greatest of all processes', for the others too.
func (l *messages) reduce(maxima gpu.Ptr, args cuda.MinimumScanArgs) cuda.MinimumScanArgs {
	d := l.d
	d.turn++
	const words = maximaBytes / 4
	turn, n := int(d.turn)%2, len(d.domains)
	mailbox, all := turn*n*maximaBytes, turn*maximaBytes // two of each take turns: nobody is more than one scan ahead
	published := d.publishMaxima(maxima, d.meeting.Ptr+gpu.Ptr(mailbox+(d.index-d.first)*maximaBytes))
	first := d.domains[0]
	if d == first {
		for _, other := range d.domains[1:] {
			d.control.Wait(<-d.post.published[other.index])
		}
		own, greatest := wordsOf(d.meeting.Bytes[mailbox:], n*words), wordsOf(d.greatest.Bytes[all:], words)
		gpu.Call(d.control, func() error {
			copy(greatest, own)
			for i, word := range own[words:] {
				greatest[i%words] = max(greatest[i%words], word)
			}
			return d.processes.Greatest(greatest)
		})
		reduced := d.keep(d.control.Signal())
		for _, other := range d.domains[1:] {
			other.post.reduced <- reduced
		}
	} else {
		first.post.published[d.index] <- published
		d.control.Wait(<-d.post.reduced)
	}
	args.Maxima, args.Devices = d.greatest.Ptr+gpu.Ptr(all), 1
	return args
}

// wordsOf are the first words of some bytes.
func wordsOf(b []byte, n int) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(&b[:4*n][0])), n)
}
