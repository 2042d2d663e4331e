package exchange

import "gpusph/gpu"

// messages sends messages to other processes. They are packed and unpacked in memory that the host
// can read, by copies in the streams of the sides, and sent when the streams come there.
type messages struct {
	m     *Member
	sides []*Side

	out, in  buffer // of missing items
	outgoing []Message
}

// farSide is what a side has of a neighbour in another process.
type farSide struct {
	out, in buffer // of the halo
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

func (l *messages) stores() bool { return false }

// postAddresses has nothing to tell: who receives a halo knows where it goes. It makes room for it.
func (l *messages) postAddresses() error {
	for _, side := range l.sides {
		if err := side.far.out.reserve(l.m.System, side.MaxSend); err != nil {
			return err
		}
		if err := side.far.in.reserve(l.m.System, side.MaxReceive); err != nil {
			return err
		}
	}
	return nil
}

func (l *messages) awaitAddresses() error { return nil }

// exchangeHalo swaps with all neighbours at once: where the host waits, it waits for all.
func (l *messages) exchangeHalo(bool) {
	if len(l.sides) == 0 {
		return
	}
	m, first := l.m, l.sides[0].Stream
	var out, in []Message
	for _, side := range l.sides {
		sent, received := 0, 0
		for _, a := range side.Arrays {
			side.Stream.Copy(side.far.out.Ptr+gpu.Ptr(sent), a.Send, a.SendBytes)
			sent += a.SendBytes
			received += a.ReceiveBytes
		}
		peer := m.ProcessOf(side.Neighbour)
		out = append(out, Message{Peer: peer, Tag: edgeTag + 2*side.Neighbour + number(!side.Left), Bytes: side.far.out.Bytes[:sent]})
		in = append(in, Message{Peer: peer, Tag: edgeTag + 2*m.Index + number(side.Left), Bytes: side.far.in.Bytes[:received]})
		if side.Stream != first {
			first.Wait(m.Keep(side.Stream.Signal()))
		}
	}
	gpu.Call(first, func() error { return m.Processes.Swap(out, in) })
	swapped := m.Keep(first.Signal())
	for _, side := range l.sides {
		if side.Stream != first {
			side.Stream.Wait(swapped)
		}
		at := side.far.in.Ptr
		for _, a := range side.Arrays {
			side.Stream.Copy(a.Receive, at, a.ReceiveBytes)
			at += gpu.Ptr(a.ReceiveBytes)
		}
		side.Moved = m.Keep(side.Stream.Signal())
	}
}

// number is 1 for true.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (l *messages) reserve(outgoing, arrivals []Transfer) error {
	if err := l.out.reserve(l.m.System, l.bytes(outgoing)); err != nil {
		return err
	}
	return l.in.reserve(l.m.System, l.bytes(arrivals))
}

// bytes is what goes between processes.
func (l *messages) bytes(all []Transfer) (n int) {
	for _, t := range all {
		if l.m.transport(l.other(t)) == MPI {
			n += t.Count * l.m.columnBytes()
		}
	}
	return n
}

// other is the other device of a transfer.
func (l *messages) other(t Transfer) int { return t.From + t.To - l.m.Index }

// missing is the message for a transfer, with the bytes at a place of a buffer.
func (l *messages) missing(t Transfer, peer int, b *buffer, at int) Message {
	return Message{Peer: l.m.ProcessOf(peer), Tag: giveTag + t.To<<8 + t.From, Bytes: b.Bytes[at : at+t.Count*l.m.columnBytes()]}
}

// sendMissing packs items. They are sent in receiveMissing, together with those that come.
func (l *messages) sendMissing(all []Transfer) {
	m, at := l.m, 0
	l.outgoing = nil
	for _, t := range all {
		if m.transport(t.To) != MPI {
			continue
		}
		l.outgoing = append(l.outgoing, l.missing(t, t.To, &l.out, at))
		for _, c := range m.Columns {
			m.Main.Copy(l.out.Ptr+gpu.Ptr(at), *c.At+gpu.Ptr(t.First*c.Bytes), t.Count*c.Bytes)
			at += t.Count * c.Bytes
		}
	}
}

func (l *messages) receiveMissing(arrivals []Transfer) {
	m, at := l.m, 0
	out := l.outgoing
	var in []Message
	for _, t := range arrivals {
		if m.transport(t.From) == MPI {
			in = append(in, l.missing(t, t.From, &l.in, at))
			at += t.Count * m.columnBytes()
		}
	}
	if out == nil && in == nil {
		return
	}
	gpu.Call(m.Main, func() error { return m.Processes.Swap(out, in) })
	at = 0
	for _, t := range arrivals {
		if m.transport(t.From) != MPI {
			continue
		}
		for _, c := range m.Columns {
			m.Main.Copy(*c.At+gpu.Ptr(t.Offset*c.Bytes), l.in.Ptr+gpu.Ptr(at), t.Count*c.Bytes)
			at += t.Count * c.Bytes
		}
	}
}

// combine gathers the words of the devices of this process. The first of these has those of all
// processes combined, for the others too. All processes make the same calls.
func (l *messages) combine(c *Combined, s gpu.Stream, from gpu.Ptr) Round {
	m, n := l.m, len(l.m.Members)
	c.turn++
	turn := int(c.turn) % 2
	// two of each take turns: no device is more than one ahead
	mailbox, all := turn*n*c.Packet, turn*c.Bytes
	c.Publish(s, from, c.shared.Ptr+gpu.Ptr(mailbox+(m.Index-m.First)*c.Bytes))
	published := m.Keep(s.Signal())
	first := m.Members[0]
	if m == first {
		for _, other := range m.Members[1:] {
			s.Wait(<-m.post.published[other.Index])
		}
		own, total := c.shared.Bytes[mailbox:mailbox+n*c.Bytes], c.total.Bytes[all:all+c.Bytes]
		gpu.Call(s, func() error { return c.Across(m.Processes, own, total) })
		reduced := m.Keep(s.Signal())
		for _, other := range m.Members[1:] {
			other.post.reduced <- reduced
		}
	} else {
		first.post.published[m.Index] <- published
		s.Wait(<-m.post.reduced)
	}
	return Round{In: c.total.Ptr + gpu.Ptr(all), Devices: 1}
}
