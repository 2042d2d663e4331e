package exchange

import (
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
)

// nearLink is what links within a process have in common: devices tell each other by channels.
type nearLink struct {
	m     *Member
	sides []*Side
}

// nearSide is what a side has of a neighbour in the same process.
type nearSide struct {
	device    gpu.Device     // the neighbour's
	opposite  *Side          // the neighbour's side towards this device
	arrived   chan gpu.Event // the neighbour's halo is here
	addresses chan []gpu.Ptr // from where Side.There comes
}

// channels are where a member hears from others of its process, by who sends.
type channels struct {
	published []chan gpu.Event // its words of a global quantity can be read
	sent      []chan gpu.Event // its missing items are here
	reduced   chan gpu.Event   // those of all processes can be read
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
func (l *nearLink) of(device int) *Member { return l.m.Members[device-l.m.First] }

func (l *nearLink) postAddresses() error {
	for _, side := range l.sides {
		side.near.opposite.near.addresses <- side.Here
	}
	return nil
}

func (l *nearLink) awaitAddresses() error {
	for _, side := range l.sides {
		side.There = append(side.There[:0], Receive(side.near.addresses, l.m.Spin)...)
	}
	return nil
}

// receiveMissing lets the main stream wait for the senders.
func (l *nearLink) receiveMissing(arrivals []Transfer) {
	for _, t := range arrivals {
		if l.m.Here(t.From) {
			l.m.Main.Wait(Receive(l.m.post.sent[t.From], l.m.Spin))
		}
	}
}

// tell tells the neighbours by which event what they wait for is in their memory, and waits for
// theirs.
func (l *nearLink) tell(moved func(*Side) gpu.Event) {
	for _, side := range l.sides {
		side.near.opposite.near.arrived <- moved(side)
	}
	for _, side := range l.sides {
		side.Moved = <-side.near.arrived
	}
}

// combine gathers the words of all devices. Where all devices run at once, the kernel itself stores
// its words for the others and waits for theirs, in a turn. Elsewhere events hold the kernel back
// until they are there.
func (l *nearLink) combine(c *Combined, s gpu.Stream, from gpu.Ptr) (r Round) {
	m := l.m
	n := len(m.Members)
	r.Devices = int32(n)
	if n == 1 {
		r.In, r.Own = from, from
		return r
	}
	c.turn++
	mailbox := gpu.Ptr(int(c.turn) % 2 * n * c.Packet)
	r.In = c.shared.Ptr + mailbox
	if m.Concurrent {
		slot := gpu.Ptr(m.Index * c.Packet)
		r.Own, r.Turn, r.Patience = from, c.turn, m.Patience()
		r.Out[0], r.Outs = r.In+slot, 1
		if m.Mode == Direct { // every device has mailboxes of its own
			r.In, r.Outs = c.mailbox+mailbox, int32(n)
			for i, other := range c.of {
				r.Out[i] = other.mailbox + mailbox + slot
			}
		}
		return r
	}
	c.Publish(s, from, r.In+gpu.Ptr(m.Index*c.Bytes))
	published := m.Keep(s.Signal())
	for _, other := range m.Members {
		if other != m {
			other.post.published[m.Index] <- published
		}
	}
	for _, other := range m.Members {
		if other != m {
			s.Wait(<-m.post.published[other.Index])
		}
	}
	return r
}

// stores lets kernels store to the memory of other devices.
type stores struct {
	nearLink
	flags flagged
}

func (l *stores) stores() bool { return true }

// exchangeHalo is done with the kernels at the edges, which have stored there. On separate GPUs
// kernel exchange says so, elsewhere an event.
func (l *stores) exchangeHalo(asked bool) {
	if l.m.UsesFlags() {
		for _, side := range l.sides {
			side.flagThere = side.near.opposite.flag
		}
		l.flags.set(l.m, l.sides, asked)
		return
	}
	l.tell(func(side *Side) gpu.Event { return side.Ready })
}

// flagged is how often halos have been exchanged by flags.
type flagged struct{ turn uint32 }

// set lets the streams at the edges, whose kernels have stored there, wait for the neighbours
// before they continue. Other streams wait for these only if they ask.
func (f *flagged) set(m *Member, sides []*Side, asked bool) {
	f.turn++
	for i, side := range sides {
		if i > 0 && sides[0].Edge == side.Edge {
			break // one stream has both edges
		}
		args, n := cuda.ExchangeArgs{Patience: m.Patience(), Turn: f.turn}, 0
		for _, other := range sides[i:] {
			if other.Edge == side.Edge {
				args.Out[n], args.In[n] = other.flagThere, other.flag
				n++
			}
		}
		gpu.Launch(side.Edge, cuda.Exchange, args, 0, 1)
		if asked {
			side.Met = m.Keep(side.Edge.Signal())
		}
	}
}

// sendMissing stores items, those for two devices at a time.
func (l *stores) sendMissing(all []Transfer) {
	var near [2]Transfer
	n := 0
	for i, t := range all {
		if l.m.Here(t.To) {
			near[n] = t
			n++
		}
		if n == len(near) || n > 0 && i == len(all)-1 {
			l.store(near[:n])
			n = 0
		}
	}
	for _, t := range all {
		if l.m.Here(t.To) {
			l.of(t.To).post.sent[l.m.Index] <- l.m.Keep(l.m.Main.Signal())
		}
	}
}

// store stores at most two ranges of items.
func (l *stores) store(pair []Transfer) {
	for k, c := range l.m.Columns {
		args, n := cuda.GiveFieldArgs{In: *c.At, Bytes: int32(c.Bytes)}, 0
		for i, t := range pair {
			args.Out[i] = *l.of(t.To).Columns[k].At + gpu.Ptr(t.Offset*c.Bytes)
			args.First[i], args.Count[i] = int32(t.First), int32(t.Count)
			n += t.Count
		}
		gpu.Launch(l.m.Main, cuda.GiveField, args, 0, n)
	}
}

// sends copies to the memory of other devices, in the streams of the sides, concurrently with what
// is computed.
type sends struct{ nearLink }

func (l *sends) stores() bool { return false }

func (l *sends) exchangeHalo(bool) {
	l.tell(func(side *Side) gpu.Event {
		for _, a := range side.Arrays {
			side.Stream.Send(side.near.device, side.There[a.To], a.Send, a.SendBytes)
		}
		return l.m.Keep(side.Stream.Signal())
	})
}

// sendMissing copies items in the streams of the sides.
func (l *sends) sendMissing(all []Transfer) {
	m := l.m
	moved := m.Keep(m.Main.Signal())
	for _, side := range l.sides {
		// the last halos, of arrays that items may be sorted into
		m.Main.Wait(m.Keep(side.Stream.Signal()))
		side.Sent = nil
		side.Stream.Wait(moved)
	}
	for _, t := range all {
		if m.Here(t.To) {
			l.send(l.of(t.To), t)
		}
	}
}

// send copies items to the end of another device's, concurrently with those to the other side.
func (l *sends) send(to *Member, t Transfer) {
	m := l.m
	side := l.sides[0]
	if side.Left != (to.Index < m.Index) {
		side = l.sides[len(l.sides)-1]
	}
	for k, c := range m.Columns {
		if t.Count > 0 {
			there := *to.Columns[k].At + gpu.Ptr(t.Offset*c.Bytes)
			side.Stream.Send(to.Device, there, *c.At+gpu.Ptr(t.First*c.Bytes), t.Count*c.Bytes)
		}
	}
	side.Sent = m.Keep(side.Stream.Signal())
	to.post.sent[m.Index] <- side.Sent
}

// Wakeful is for how long a thread looks for work before it sleeps: longer than most rebuild
// intervals take. To wake up takes it 50 to 300 µs, long compared with a step.
const Wakeful = 30 * time.Millisecond

// Receive takes from a channel.
func Receive[T any](c <-chan T, spin bool) T {
	v, _ := ReceiveOr(c, spin, nil)
	return v
}

// ReceiveOr takes from a channel, or returns false when it is time to look at something else.
func ReceiveOr[T any](c <-chan T, spin bool, look <-chan time.Time) (v T, ok bool) {
	if spin {
		for begun := time.Now(); time.Since(begun) < Wakeful; {
			for range 100 {
				select {
				case v := <-c:
					return v, true
				default:
				}
			}
		}
	}
	select {
	case v = <-c:
		return v, true
	case <-look:
		return v, false
	}
}
