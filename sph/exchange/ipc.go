package exchange

import (
	"encoding/binary"

	"gpusph/cuda"
	"gpusph/gpu"
)

// shared lets kernels store to the memory of GPUs of other processes of the machine, as stores does
// within a process. What devices tell each other there by channels and events, they tell here by
// flags in memory, and addresses by messages.
type shared struct {
	m     *Member
	sides []*Side
	flags flagged

	sent, received map[int]uint32 // transfers so far, by the other device
}

func (l *shared) stores() bool { return true }

func (l *shared) postAddresses() error { return nil }

// awaitAddresses swaps addresses with the neighbours.
func (l *shared) awaitAddresses() error {
	m := l.m
	var out, in []Message
	for _, side := range l.sides {
		peer := m.ProcessOf(side.Neighbour)
		own := make([]byte, 0, 8*len(side.Here))
		for _, p := range side.Here {
			own = binary.NativeEndian.AppendUint64(own, p)
		}
		out = append(out, Message{Peer: peer, Tag: addressTag + 2*side.Neighbour + number(!side.Left), Bytes: own})
		in = append(in, Message{Peer: peer, Tag: addressTag + 2*m.Index + number(side.Left), Bytes: make([]byte, len(own))})
	}
	if err := m.Processes.Swap(out, in); err != nil {
		return err
	}
	for i, side := range l.sides {
		of := m.peers[side.Neighbour]
		side.flagThere = of.flags[number(side.Left)] // its flag for the side towards this device
		side.There = side.There[:0]
		for at := 0; at < len(in[i].Bytes); at += 8 {
			side.There = append(side.There, of.here(binary.NativeEndian.Uint64(in[i].Bytes[at:])))
		}
	}
	return nil
}

func (l *shared) exchangeHalo(asked bool) { l.flags.set(l.m, l.sides, asked) }

// sendMissing stores items there, and says so behind it.
func (l *shared) sendMissing(all []Transfer) {
	m := l.m
	for _, t := range all {
		if m.transport(t.To) != IPC {
			continue
		}
		for k, c := range m.Columns {
			l.store(m.peers[t.To].columns[k]+gpu.Ptr(t.Offset*c.Bytes), *c.At, c.Bytes, t.First, t.Count)
		}
		l.say(t.To)
	}
}

// store lets the main stream store items of a given number of bytes of an array at an address of
// another device.
func (l *shared) store(there, array gpu.Ptr, bytes, first, count int) {
	args := cuda.GiveFieldArgs{In: array, Bytes: int32(bytes)}
	args.Out[0], args.First[0], args.Count[0] = there, int32(first), int32(count)
	gpu.Launch(l.m.Main, cuda.GiveField, args, 0, count)
}

// say tells another device that what was stored there is there, and hear waits until the same is
// said.
func (l *shared) say(to int) { l.flag(to, -1) }

func (l *shared) hear(from int) { l.flag(-1, from) }

// flag sets a word at one device and then waits for the word of another; -1 is none. The turns of
// both are the same where both are given.
func (l *shared) flag(to, from int) {
	m := l.m
	args := cuda.ExchangeArgs{Patience: m.Patience()}
	if to >= 0 {
		l.sent[to]++
		args.Out[0], args.Turn = m.peers[to].arrivals+gpu.Ptr(4*m.Index), l.sent[to]
	}
	if from >= 0 {
		l.received[from]++
		args.In[0], args.Turn = m.arrivals+gpu.Ptr(4*from), l.received[from]
	}
	gpu.Launch(m.Main, cuda.Exchange, args, 0, 1)
}

// receiveMissing lets the main stream wait until the last items are there.
func (l *shared) receiveMissing(arrivals []Transfer) {
	for _, t := range arrivals {
		if l.m.transport(t.From) == IPC {
			l.hear(t.From)
		}
	}
}

// swapProbes stores a given number of bytes at another device, and waits for as many from there, as
// a halo is exchanged. The few of the latency the kernel of the forces would store, so there is
// nothing to launch for them.
func (l *shared) swapProbes(other, bytes int) {
	const item = 16
	if bytes > smallBytes {
		l.store(l.m.peers[other].probe, l.m.probe+probeBytes, item, 0, bytes/item)
	}
	if l.sent[other] == l.received[other] { // before lists have moved anything, and always in a survey
		l.flag(other, other)
		return
	}
	l.say(other)
	l.hear(other)
}

// combine lets the kernel itself store the device's words for all others and wait for theirs, in a
// turn.
func (l *shared) combine(c *Combined, s gpu.Stream, from gpu.Ptr) (r Round) {
	m, n := l.m, l.m.Count
	c.turn++
	mailbox := gpu.Ptr(int(c.turn) % 2 * n * c.Packet)
	slot := mailbox + gpu.Ptr(m.Index*c.Packet)
	r.In, r.Own, r.Turn, r.Patience = c.mailbox+mailbox, from, c.turn, m.Patience()
	r.Devices, r.Outs = int32(n), int32(n)
	for k := range n {
		if m.Here(k) {
			r.Out[k] = c.of[k-m.First].mailbox + slot
		} else {
			r.Out[k] = m.peers[k].mailboxes[c.number] + slot
		}
	}
	return r
}
