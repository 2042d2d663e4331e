package exchange

import (
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Group is the devices that a flow is on, those of this process and of others.
type Group struct {
	Processes  Processes // that have the devices together; nil is this one alone
	System     *gpu.System
	Mode       Mode // of the halo exchange within this process; not Fastest
	Concurrent bool // kernels may wait for those of other devices
	Spin       bool // goroutines wait for each other without sleeping
	Ring       bool // the last device is next to the first

	Count   int       // devices in all
	First   int       // number of the first of this process
	Firsts  []int     // number of the first device of each process, and the end; nil with one process
	Members []*Member // the devices of this process
}

// Member is one device of a Group. Its methods run on the goroutine that drives the device, but for
// Open, which the host calls for all before.
type Member struct {
	*Group
	Index   int
	Device  gpu.Device
	Main    gpu.Stream // in which items go to new owners
	Sides   []*Side    // left and right, where there is a neighbour
	Columns []Column

	Keep     func(gpu.Event) gpu.Event // remembers an event until no device can wait for it
	Patience func() cuda.Patience      // how long kernels wait for other devices

	links   []link
	post    channels
	flagged uint32 // halo exchanges by flags so far
}

// Column is an array whose items go to another device with their owner. At is where its address
// stands, which may change between two exchanges. Columns have the same order on all devices.
type Column struct {
	At    *gpu.Ptr
	Bytes int // of an item
}

// Side is where a device has a neighbour.
type Side struct {
	Neighbour int // its number
	Left      bool
	Stream    gpu.Stream // of copies and messages to this neighbour
	Sent      gpu.Event  // missing items, the last time; nil is none
	Moved     gpu.Event  // the neighbour's halo is here; nil since the addresses were posted

	// Addresses of this device's arrays for the neighbour's items, in an order of the caller's,
	// and how many bytes one exchange sends and receives at most. They are set before PostAddresses.
	Here       []gpu.Ptr
	MaxSend    int
	MaxReceive int

	// There is the same of the neighbour: kernels store there where Stores.
	There []gpu.Ptr

	// What ExchangeHalo has to know: the stream that has computed the items at this edge, the event
	// after that, and, unless Stores, the arrays. Stream has waited for what they have.
	Edge   gpu.Stream
	Ready  gpu.Event
	Arrays []Array
	Met    gpu.Event // set by it where Edge itself waits for the neighbour; else nil

	link link
	near nearSide
	far  farSide
}

// Array is a part of one array: what goes to a neighbour and what comes from it.
type Array struct {
	To           int // which of the neighbour's addresses it is sent to
	Send         gpu.Ptr
	SendBytes    int
	Receive      gpu.Ptr
	ReceiveBytes int
}

// Stores says whether kernels store what the neighbour needs in its memory, as they compute it.
func (s *Side) Stores() bool { return s.link.stores() }

// Name is left or right.
func (s *Side) Name() string {
	if s.Left {
		return "left"
	}
	return "right"
}

// Transfer is a range of a device's items that another needs, and where these go in its arrays.
type Transfer struct {
	From, To int // devices
	First    int // of the sender's items
	Count    int
	Offset   int // of the receiver's
}

// link is how a device exchanges with others. There are three: stores and copies within a process,
// and messages between processes. A device that has neighbours in its own process and in another
// has a link of both kinds, and each does what concerns its own sides and devices.
type link interface {
	stores() bool
	postAddresses() error
	awaitAddresses()
	exchangeHalo(last bool)
	sendMissing([]Transfer)
	receiveMissing([]Transfer)
	combine(c *Combined, s gpu.Stream, from gpu.Ptr) Round
}

// Neighbour is the device on one side of another.
func (g *Group) Neighbour(device int, left bool) (number int, ok bool) {
	if left {
		return (device + g.Count - 1) % g.Count, g.Ring || device > 0
	}
	return (device + 1) % g.Count, g.Ring || device < g.Count-1
}

// Here says whether a device is of this process.
func (g *Group) Here(device int) bool {
	return device >= g.First && device < g.First+len(g.Members)
}

// Leads says whether this process is the one that plans and that has the results.
func (g *Group) Leads() bool { return g.Processes == nil || g.Processes.Rank() == 0 }

// ProcessOf is the rank of the process that has a device.
func (g *Group) ProcessOf(device int) int {
	rank, found := slices.BinarySearch(g.Firsts, device)
	if !found {
		rank--
	}
	return rank
}

// UsesFlags says whether kernels set flags when halos have arrived. A device that is its own
// neighbour in a ring needs none.
func (g *Group) UsesFlags() bool { return g.Mode == Direct && g.Concurrent && g.Count > 1 }

// Join gives the members their sides and links. The group has all its members.
func (g *Group) Join() {
	for _, m := range g.Members {
		m.post = newChannels(g.Count)
		near, far := nearLink{m, nil}, messages{m: m}
		for _, left := range []bool{true, false} {
			k, ok := g.Neighbour(m.Index, left)
			if !ok {
				continue
			}
			side := &Side{Neighbour: k, Left: left}
			m.Sides = append(m.Sides, side)
			if g.Here(k) {
				near.sides = append(near.sides, side)
			} else {
				far.sides = append(far.sides, side)
			}
		}
		var within link = &stores{near}
		if g.Mode != Direct {
			within = &sends{near}
		}
		if g.Processes != nil {
			m.links = append(m.links, &far)
		}
		m.links = append(m.links, within)
		for _, side := range near.sides {
			side.link = within
			side.near.arrived = make(chan gpu.Event, 4)
			side.near.addresses = make(chan []gpu.Ptr, 1)
		}
		for _, side := range far.sides {
			side.link = &far
		}
	}
	for _, m := range g.Members {
		for _, side := range m.Sides {
			if g.Here(side.Neighbour) {
				other := g.Members[side.Neighbour-g.First]
				side.near.device, side.near.opposite = other.Device, other.Side(!side.Left)
			}
		}
	}
}

// Open makes a member's memory for flags.
func (m *Member) Open() (err error) {
	for _, side := range m.Sides {
		if side.near.flag, err = m.Device.Alloc(4); err != nil {
			return err
		}
	}
	return nil
}

// Free gives that back.
func (m *Member) Free() {
	for _, side := range m.Sides {
		if side.near.flag != 0 {
			m.Device.Free(side.near.flag)
			side.near.flag = 0
		}
	}
}

// Side is that on the left or on the right; nil is none.
func (m *Member) Side(left bool) *Side {
	for _, side := range m.Sides {
		if side.Left == left {
			return side
		}
	}
	return nil
}

// PostAddresses tells the neighbours of Side.Here, and makes room for messages. AwaitAddresses
// hears the same from them. Only these two let goroutines of devices wait for each other.
func (m *Member) PostAddresses() error {
	for _, l := range m.links {
		if err := l.postAddresses(); err != nil {
			return err
		}
	}
	return nil
}

// AwaitAddresses sets Side.There of all sides to neighbours in this process.
func (m *Member) AwaitAddresses() {
	for _, l := range m.links {
		l.awaitAddresses()
	}
}

// ExchangeHalo gives the neighbours what one stage has computed of the items at the edges, and
// lets each side know by Moved, or by Met where it is the last stage of a step, when theirs are here.
func (m *Member) ExchangeHalo(last bool) {
	for _, l := range m.links {
		l.exchangeHalo(last)
	}
}

// SendMissing sends items to devices that lack them, behind what these have.
func (m *Member) SendMissing(all []Transfer) {
	for _, l := range m.links {
		l.sendMissing(all)
	}
}

// ReceiveMissing lets the main stream wait for the items that others send.
func (m *Member) ReceiveMissing(all []Transfer) {
	for _, l := range m.links {
		l.receiveMissing(all)
	}
}

// ReserveMissing makes room for the messages of items that a device sends and receives.
func (m *Member) ReserveMissing(outgoing, arrivals []Transfer) error {
	if m.Processes == nil {
		return nil
	}
	return m.links[0].(*messages).reserve(outgoing, arrivals)
}

// columnBytes is what an item takes that goes to another device.
func (m *Member) columnBytes() (n int) {
	for _, c := range m.Columns {
		n += c.Bytes
	}
	return n
}
