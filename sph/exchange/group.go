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

	Transport Transport // asked for between processes
	between   connection
	ids       [2]gpu.NCCLId
	opened    int  // globals
	left      bool // memory of other processes

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

	Memory func() []gpu.Ptr // further arrays that neighbours store to; nil is none

	links   []link
	meeting link // that combines globals
	post    channels

	// What devices of other processes reach, and what this one reaches of theirs, by device: see
	// peers.go.
	arrivals, probe gpu.Ptr
	mailboxes       []gpu.Ptr
	announced       []gpu.Ptr
	peers           map[int]*peer
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

	link            link
	flag, flagThere gpu.Ptr // the exchange for which the neighbour's halo is here, and the flag there
	near            nearSide
	far             farSide
}

// Array is a part of one array: what goes to a neighbour and what comes from it.
type Array struct {
	To           int // which of the neighbour's addresses it is sent to
	Send         gpu.Ptr
	SendBytes    int
	Receive      gpu.Ptr
	ReceiveBytes int
}

// Stores reports whether kernels store what the neighbour needs in its memory, as they compute it.
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

// link is how a device exchanges with others: stores or copies within a process, and between
// processes shared memory, NCCL or messages. A device that has others in its own process and
// elsewhere has a link of each kind, and each does what concerns its own sides and devices.
type link interface {
	stores() bool
	postAddresses() error
	awaitAddresses() error
	exchangeHalo(asked bool)
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

// Here reports whether a device is of this process.
func (g *Group) Here(device int) bool {
	return device >= g.First && device < g.First+len(g.Members)
}

// Leads reports whether this process is the one that plans and that has the results.
func (g *Group) Leads() bool { return g.Processes == nil || g.Processes.Rank() == 0 }

// ProcessOf is the rank of the process that has a device.
func (g *Group) ProcessOf(device int) int {
	rank, found := slices.BinarySearch(g.Firsts, device)
	if !found {
		rank--
	}
	return rank
}

// UsesFlags reports whether kernels set flags when halos have arrived from devices of the same
// process. A device that is its own neighbour in a ring needs none.
func (g *Group) UsesFlags() bool { return g.Mode == Direct && g.Concurrent && g.Count > 1 }

// WaitsInKernels reports whether devices wait for all others by flags and packets in memory, so
// that their streams need nothing of the host and of no library.
func (g *Group) WaitsInKernels() bool {
	return g.UsesFlags() && (g.Processes == nil || g.between.all(IPC))
}

// transport is how a member exchanges with a device of another process; Auto is one of this
// process.
func (m *Member) transport(device int) Transport {
	if m.Here(device) {
		return Auto
	}
	return m.Between(m.Processes.Rank(), m.ProcessOf(device))
}

// Join gives the members their sides and links. The group has all its members.
func (g *Group) Join() {
	if g.Processes != nil && g.between.of == nil { // not determined: messages serve all
		n := g.Processes.Count()
		g.between, _ = connect(MPI, make([]Station, n), func(a, b int) error { return nil })
	}
	for _, m := range g.Members {
		m.post, m.peers = newChannels(g.Count), map[int]*peer{}
		for _, left := range []bool{true, false} {
			if k, ok := g.Neighbour(m.Index, left); ok {
				m.Sides = append(m.Sides, &Side{Neighbour: k, Left: left})
			}
		}
		m.join()
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

// join gives a member its links.
func (m *Member) join() {
	g := m.Group
	sides := map[Transport][]*Side{}
	for _, side := range m.Sides {
		t := m.transport(side.Neighbour)
		sides[t] = append(sides[t], side)
		if t == Auto {
			side.near.arrived = make(chan gpu.Event, 4)
			side.near.addresses = make(chan []gpu.Ptr, 1)
		}
	}
	add := func(t Transport, l link) {
		m.links = append(m.links, l)
		for _, side := range sides[t] {
			side.link = l
		}
	}
	near := nearLink{m, sides[Auto]}
	if g.Mode == Direct {
		add(Auto, &stores{nearLink: near})
	} else {
		add(Auto, &sends{near})
	}
	m.meeting = m.links[0]
	if g.Processes == nil {
		return
	}
	use := func(t Transport) bool { return g.between.uses(func(of Transport) bool { return of == t }) }
	if use(IPC) {
		add(IPC, &shared{m: m, sides: sides[IPC], sent: map[int]uint32{}, received: map[int]uint32{}})
	}
	if use(NCCL) {
		add(NCCL, &collective{m: m, sides: sides[NCCL]})
	}
	if use(MPI) {
		add(MPI, &messages{m: m, sides: sides[MPI]})
	}
	m.meeting = m.links[len(m.links)-1] // the one that reaches furthest
}

// probeBytes is the most that is timed of a link between GPUs.
const probeBytes = 8 << 20

// Open makes a member's memory for flags, and makes it a rank of NCCL. All members do it at once,
// on their goroutines.
func (m *Member) Open() (err error) {
	for _, side := range m.Sides {
		if side.flag, err = m.Device.Alloc(4); err != nil {
			return err
		}
	}
	if m.Processes == nil {
		return nil
	}
	if m.reaches() {
		if m.arrivals, err = m.Device.Alloc(4 * m.Count); err != nil {
			return err
		}
	}
	if m.between.uses(func(t Transport) bool { return t != MPI }) {
		if m.probe, err = m.Device.Alloc(2 * probeBytes); err != nil {
			return err
		}
	}
	for _, l := range m.links {
		if c, ok := l.(*collective); ok {
			return c.join()
		}
	}
	return nil
}

// Leave ends what the member does with other processes, before any of them gives memory back.
func (m *Member) Leave() {
	m.leavePeers()
	for _, l := range m.links {
		if c, ok := l.(*collective); ok {
			c.free()
		}
	}
}

// Free gives back what Open made.
func (m *Member) Free() {
	for _, side := range m.Sides {
		if side.flag != 0 {
			m.Device.Free(side.flag)
			side.flag = 0
		}
	}
	for _, p := range []*gpu.Ptr{&m.arrivals, &m.probe} {
		if *p != 0 {
			m.Device.Free(*p)
			*p = 0
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

// AwaitAddresses sets Side.There of all sides that store.
func (m *Member) AwaitAddresses() error {
	for _, l := range m.links {
		if err := l.awaitAddresses(); err != nil {
			return err
		}
	}
	return nil
}

// ExchangeHalo gives the neighbours what one stage has computed of the items at the edges, and lets
// each side know by Moved, or by Met if streams other than those of the edges ask, when theirs are
// here.
func (m *Member) ExchangeHalo(asked bool) {
	for _, l := range m.links {
		l.exchangeHalo(asked)
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
	for _, l := range m.links {
		if messages, ok := l.(*messages); ok {
			return messages.reserve(outgoing, arrivals)
		}
	}
	return nil
}

// columnBytes is what an item takes that goes to another device.
func (m *Member) columnBytes() (n int) {
	for _, c := range m.Columns {
		n += c.Bytes
	}
	return n
}
