package exchange

import (
	"fmt"

	"gpusph/gpu"
)

// collective sends and receives by NCCL, in the streams that have computed what is sent. Each
// device is a rank of two communicators: of halos and missing items, and of globals, so that
// neither waits for the other.
type collective struct {
	m     *Member
	sides []*Side

	items, globals *gpu.Communicator
	parts          []gpu.NCCLPart
	outgoing       []Transfer
}

// join makes the device a rank. All devices do it at once.
func (l *collective) join() (err error) {
	m := l.m
	if l.items, err = gpu.JoinNCCL(m.ids[0], m.Count, m.Index); err == nil {
		l.globals, err = gpu.JoinNCCL(m.ids[1], m.Count, m.Index)
	}
	if err != nil {
		return fmt.Errorf("NCCL does not connect the GPUs, and NCCL_DEBUG=WARN lets it say why; --transport mpi does without it: %w", err)
	}
	return nil
}

func (l *collective) free() {
	l.items.Abandon()
	l.globals.Abandon()
}

func (l *collective) stores() bool { return false }

// postAddresses has nothing to tell: who receives a halo knows where it goes.
func (l *collective) postAddresses() error  { return nil }
func (l *collective) awaitAddresses() error { return nil }

// exchangeHalo exchanges with all neighbours as one piece of work: pieces of one communicator
// follow each other, and a chain of devices would wait from one end to the other.
func (l *collective) exchangeHalo(bool) {
	if len(l.sides) == 0 {
		return
	}
	m, s := l.m, l.sides[0].Stream
	for _, side := range l.sides[1:] {
		s.Wait(m.Keep(side.Stream.Signal()))
	}
	l.parts = l.parts[:0]
	for _, side := range l.sides {
		for _, a := range side.Arrays {
			l.parts = append(l.parts, gpu.NCCLPart{At: a.Send, Bytes: a.SendBytes, Rank: side.Neighbour})
		}
	}
	// in a ring of two both sides are the same device's: its left is the other's right
	for i := len(l.sides) - 1; i >= 0; i-- {
		for _, a := range l.sides[i].Arrays {
			l.parts = append(l.parts, gpu.NCCLPart{At: a.Receive, Bytes: a.ReceiveBytes, Rank: l.sides[i].Neighbour, Receives: true})
		}
	}
	l.items.Exchange(s, l.parts)
	for _, side := range l.sides {
		side.Moved = m.Keep(s.Signal())
	}
}

// sendMissing remembers what is to be sent, together with what comes.
func (l *collective) sendMissing(all []Transfer) { l.outgoing = all }

func (l *collective) receiveMissing(arrivals []Transfer) {
	m := l.m
	l.parts = l.parts[:0]
	for _, t := range l.outgoing {
		if m.transport(t.To) == NCCL {
			l.add(t, t.First, t.To, false)
		}
	}
	for _, t := range arrivals {
		if m.transport(t.From) == NCCL {
			l.add(t, t.Offset, t.From, true)
		}
	}
	l.items.Exchange(m.Main, l.parts)
}

// add adds the items of a transfer, which begin at a place of this device's arrays.
func (l *collective) add(t Transfer, at, rank int, receives bool) {
	for _, c := range l.m.Columns {
		l.parts = append(l.parts, gpu.NCCLPart{At: *c.At + gpu.Ptr(at*c.Bytes), Bytes: t.Count * c.Bytes, Rank: rank, Receives: receives})
	}
}

// combine gathers the words of all devices of all processes. They take turns at two places: no
// device is more than one ahead.
func (l *collective) combine(c *Combined, s gpu.Stream, from gpu.Ptr) Round {
	m := l.m
	c.turn++
	all := c.mailbox + gpu.Ptr(int(c.turn)%2*m.Count*c.Packet)
	c.Publish(s, from, all+gpu.Ptr(m.Index*c.Bytes))
	l.globals.Gather(s, all, c.Bytes)
	return Round{In: all, Devices: int32(m.Count)}
}
