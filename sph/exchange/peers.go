package exchange

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"gpusph/gpu"
)

// peer is a device of another process of the machine, as a device of this one reaches it.
type peer struct {
	allocations []reached
	flags       [2]gpu.Ptr // of its sides: left, right
	arrivals    gpu.Ptr    // words by sender: how often missing items have arrived
	probe       gpu.Ptr    // room for what is timed
	mailboxes   []gpu.Ptr  // of globals, in the order in which they were opened
	columns     []gpu.Ptr  // of its Columns, as they are now
}

// reached is an allocation of the peer's that this device can reach.
type reached struct {
	gpu.Export
	at gpu.Ptr // here
}

// here is an address of the peer's as this device has it.
func (p *peer) here(there gpu.Ptr) gpu.Ptr {
	for _, a := range p.allocations {
		if there >= a.Base && there < a.Base+gpu.Ptr(a.Bytes) {
			return a.at + there - a.Base
		}
	}
	return 0
}

// announcement is what a device tells of its memory. Exports are nil where they are as before.
type announcement struct {
	exports []gpu.Export
	words   []gpu.Ptr // flags, arrivals, probe, mailboxes, columns
}

// reachable are the addresses of a member's that others store to: a part that stays, and its
// columns.
func (m *Member) reachable() (stay, columns []gpu.Ptr) {
	var flags [2]gpu.Ptr
	for _, side := range m.Sides {
		flags[number(!side.Left)] = side.flag
	}
	stay = append(stay, flags[0], flags[1], m.arrivals, m.probe)
	stay = append(stay, m.mailboxes...)
	for _, c := range m.Columns {
		columns = append(columns, *c.At)
	}
	return stay, columns
}

// Announce is what the processes have to hear from this one before devices send missing items:
// where its memory is. It is empty where no other process reaches it. All tell each other by it
// whenever they tell each other of other things; the first time is after all globals are On.
func (g *Group) Announce() ([]byte, error) {
	if !g.reaches() {
		return nil, nil
	}
	var b []byte
	for _, m := range g.Members {
		a, err := m.announcement()
		if err != nil {
			return nil, err
		}
		b = a.append(b)
	}
	return b, nil
}

// reaches reports whether some other process of the machine reaches memory of this one.
func (g *Group) reaches() bool {
	return g.Processes != nil && !g.left && g.between.uses(func(t Transport) bool { return t == IPC })
}

func (m *Member) announcement() (a announcement, err error) {
	stay, columns := m.reachable()
	a.words = append(stay, columns...)
	memory := append(slices.Clone(stay), columns...)
	if m.Memory != nil {
		memory = append(memory, m.Memory()...)
	}
	memory = slices.Compact(slices.Sorted(slices.Values(memory)))
	if slices.Equal(memory, m.announced) {
		return a, nil
	}
	m.announced = memory
	a.exports = []gpu.Export{}
	for _, p := range memory {
		if p == 0 {
			continue
		}
		e, err := gpu.ExportOf(m.Device, p)
		if err != nil {
			return a, err
		}
		a.exports = append(a.exports, e)
	}
	return a, nil
}

func (a *announcement) append(b []byte) []byte {
	n := int32(len(a.exports))
	if a.exports == nil {
		n = -1
	}
	b = binary.NativeEndian.AppendUint32(b, uint32(n))
	for _, e := range a.exports {
		b = append(b, e.Handle[:]...)
		b = binary.NativeEndian.AppendUint64(b, e.Base)
		b = binary.NativeEndian.AppendUint64(b, uint64(e.Bytes))
	}
	b = binary.NativeEndian.AppendUint32(b, uint32(len(a.words)))
	for _, p := range a.words {
		b = binary.NativeEndian.AppendUint64(b, p)
	}
	return b
}

func readAnnouncement(b *bytes.Reader) (a announcement, err error) {
	var n int32
	if err = binary.Read(b, binary.NativeEndian, &n); err == nil && n >= 0 {
		a.exports = make([]gpu.Export, n)
		err = binary.Read(b, binary.NativeEndian, a.exports)
	}
	var words uint32
	if err == nil {
		err = binary.Read(b, binary.NativeEndian, &words)
	}
	if err == nil {
		a.words = make([]gpu.Ptr, words)
		err = binary.Read(b, binary.NativeEndian, a.words)
	}
	return a, err
}

// Hear takes what all processes have announced, by ranks. What a process has given back is left
// here, and kept there until the next time, when all have heard of it.
func (g *Group) Hear(all [][]byte) error {
	if !g.reaches() {
		return nil
	}
	var errs []error
	for rank, b := range all {
		if rank == g.Processes.Rank() || g.Between(g.Processes.Rank(), rank) != IPC {
			continue
		}
		reader := bytes.NewReader(b)
		for k := g.Firsts[rank]; k < g.Firsts[rank+1] && reader.Len() > 0; k++ {
			a, err := readAnnouncement(reader)
			if err != nil {
				return fmt.Errorf("process %d tells of its memory in words of its own: %w", rank, err)
			}
			for _, m := range g.Members {
				errs = append(errs, m.hear(k, &a))
			}
		}
	}
	for _, m := range g.Members {
		gpu.Reclaim(m.Device)
	}
	return errors.Join(errs...)
}

// hear takes what another device has announced.
func (m *Member) hear(k int, a *announcement) error {
	p := m.peers[k]
	if p == nil {
		p = new(peer)
		m.peers[k] = p
	}
	if a.exports != nil {
		if err := m.reach(p, a.exports); err != nil {
			return err
		}
	}
	words := make([]gpu.Ptr, len(a.words))
	for i, w := range a.words {
		words[i] = p.here(w)
	}
	p.flags, p.arrivals, p.probe = [2]gpu.Ptr(words[:2]), words[2], words[3]
	boxes := len(words) - len(m.Columns)
	p.mailboxes, p.columns = words[4:boxes], words[boxes:]
	return nil
}

// reach reaches the allocations that are new, and leaves those that are gone.
func (m *Member) reach(p *peer, exports []gpu.Export) error {
	var next []reached
	var errs []error
	for _, e := range exports {
		i := slices.IndexFunc(p.allocations, func(r reached) bool { return r.Export == e })
		if i >= 0 {
			next = append(next, p.allocations[i])
			continue
		}
		at, err := gpu.Reach(m.Device, e.Handle)
		errs = append(errs, err)
		next = append(next, reached{e, at})
	}
	for _, r := range p.allocations {
		if !slices.Contains(exports, r.Export) {
			errs = append(errs, gpu.Leave(m.Device, r.at))
		}
	}
	p.allocations = next
	return errors.Join(errs...)
}

// Left is after all members of all processes have left: nothing is announced any more.
func (g *Group) Left() { g.left = true }

// leavePeers leaves all that the member reaches of other processes. They keep it until they have
// heard that all have.
func (m *Member) leavePeers() {
	for _, p := range m.peers {
		for _, r := range p.allocations {
			gpu.Leave(m.Device, r.at)
		}
		p.allocations = nil
	}
}
