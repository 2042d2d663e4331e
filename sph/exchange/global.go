package exchange

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Global is a quantity that each device has a part of, and that all devices combine within a step:
// maxima or sums of integers, so that neither their order nor the number of devices changes a bit.
type Global struct {
	Bytes  int // of a device's words
	Packet int // of these, with the turn that a kernel waits for; as much as Bytes at least

	// Publish lets a stream copy a device's words, and clear them where that is their way.
	Publish func(s gpu.Stream, from, out gpu.Ptr)

	// Across sets total to the words of all devices of all processes, of which own has those of
	// this one.
	Across func(p Processes, own, total []byte) error

	shared gpu.Shared // two packets of each device of this process take turns
	total  gpu.Shared // and two of all processes
	of     []*Combined
	number int // of the globals of a group, in the order in which they were opened
}

// Combined is a Global on one device.
type Combined struct {
	*Global
	m       *Member
	mailbox gpu.Ptr // two packets per device
	turn    uint32
}

// Round is what a kernel has to know that combines the words of all devices: it reads those of
// Devices devices at In. Where Turn is not 0 it first stores its own, which are at Own, with the
// turn to each of Outs addresses, and waits for the others'.
type Round struct {
	In, Own       gpu.Ptr
	Out           [cuda.MaxGPUs]gpu.Ptr
	Devices, Outs int32
	Turn          uint32
	Patience      cuda.Patience
}

// Open makes room for the words of all devices.
func (q *Global) Open(g *Group) (err error) {
	q.of, q.number = make([]*Combined, len(g.Members)), g.opened
	g.opened++
	if q.shared, err = g.System.Share(2 * g.Count * q.Packet); err != nil || g.Processes == nil {
		return err
	}
	q.total, err = g.System.Share(2 * q.Bytes)
	return err
}

// On is the quantity on a device, whose goroutine calls it.
func (q *Global) On(m *Member) (c *Combined, err error) {
	c = &Combined{Global: q, m: m}
	q.of[m.Index-m.First] = c
	c.mailbox, err = m.Device.Alloc(2 * m.Count * q.Packet)
	for len(m.mailboxes) <= q.number {
		m.mailboxes = append(m.mailboxes, 0)
	}
	m.mailboxes[q.number] = c.mailbox
	return c, err
}

// Free gives its memory back.
func (c *Combined) Free() {
	if c != nil && c.mailbox != 0 {
		c.m.Device.Free(c.mailbox)
		c.mailbox = 0
	}
}

// Combine lets a stream have the words of all devices. All devices do it, in the same order.
func (c *Combined) Combine(s gpu.Stream, from gpu.Ptr) Round {
	return c.m.meeting.combine(c, s, from)
}

// Maxima are numbers of 32 bits of which the greatest count, for Global.Across.
func Maxima(p Processes, own, total []byte) error {
	words, greatest := Words(own), Words(total)
	copy(greatest, words)
	for i, word := range words[len(greatest):] {
		k := i % len(greatest)
		greatest[k] = max(greatest[k], word)
	}
	return p.Greatest(greatest)
}

// Sums are numbers of 64 bits that are added up, for Global.Across.
func Sums(p Processes, own, total []byte) error {
	words, sums := Longs(own), Longs(total)
	clear(sums)
	for i, word := range words {
		sums[i%len(sums)] += word
	}
	return p.Sum(sums)
}

// Words and Longs are bytes as numbers.
func Words(b []byte) []uint32 { return unsafe.Slice((*uint32)(unsafe.Pointer(&b[0])), len(b)/4) }
func Longs(b []byte) []int64  { return unsafe.Slice((*int64)(unsafe.Pointer(&b[0])), len(b)/8) }
