package sph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

const (
	maximaBytes = int(unsafe.Sizeof(cuda.Maxima{}))
	clockBytes  = int(unsafe.Sizeof(cuda.Clock{}))
)

// domain is one device's part of the flow: its internal particles between the
// external copies of its neighbours' edge slices, all in cell order. Its
// methods run on its goroutine.
type domain struct {
	*Simulation
	index   int
	device  gpu.Device
	main    gpu.Stream
	second  gpu.Stream   // of graphs that begin while one in main ends
	control gpu.Stream   // for what can be done beside the forces
	streams []gpu.Stream // of the stripes
	sides   []*side      // left and right, where there is a neighbour

	states  [states]cuda.State // of the particles; between periods, they are in that of even steps
	id, ids gpu.Ptr            // of the particles, and of those that are being sorted
	maxima  gpu.Ptr            // cuda.Maxima of even and of odd steps, of the lists, and of those that are being built
	mailbox gpu.Ptr            // two cuda.Maxima per device
	clock   gpu.Ptr
	room    int // particles that the arrays hold
	count   int // particles, internal and external

	list           deviceList
	settling       *plan     // of lists that are launched and have not settled
	sorted         gpu.Event // the particles are in their order, and it is known which are active
	listed         gpu.Event // and have lists
	listsPublished gpu.Event // the host can read their numbers
	estimate       []float64 // of the work of the slices that it owns

	window     neighbor.Window
	offsets    []int     // where the window's slices begin; after the last, count
	stripes    []stripe  // of active particles
	sequence   []int     // in which they are begun
	whole      [1]stripe // of all, while forces are timed
	leftDomain int       // particles that left the domain from here

	building   gpu.Event           // the particles for the lists that were launched last are there
	scanned    gpu.Event           // the length of the step is known
	checked    gpu.Event           // the lists were good for the step before
	begun      gpu.Event           // the steps of the period can begin
	ended      gpu.Event           // the clock has been told after the last step
	step       int                 // of the period, that is being launched
	steps      int                 // of the period, in all
	active     int                 // particles that take part in them
	graphFlags gpu.Ptr             // what graphs tell those that follow them: a number each
	graphTurn  uint32              // how often they have
	turn       uint32              // of the mailboxes
	meetings   uint32              // with the neighbours
	published  []chan gpu.Event    // by sender: its maxima can be read
	sent       []chan gpu.Event    // by sender: its particles are here
	events     []gpu.Event         // to be freed after the period
	past       []gpu.Event         // of the period before, likewise
	launched   period              // the steps that are on their way
	pieces     []piece             // of the steps that are being launched
	clocked    bool                // the forces of this step are to be timed
	kernels    []interval          // that were timed last
	stepForces float64             // seconds of the step that was timed last in which there was a kernel of Forces
	forcesPart float64             // of the seconds of that step, where there is one device
	seconds    [PhaseCount]float64 // of the last period, by phase
	busy       float64             // seconds of it, with lists and forces

	hostCopy gpu.Shared // the host's copies of the clock after the steps, and of Motion, Numbers and the slices' work of the lists
	work     chan func(*domain) error
	result   chan error
}

// side is what a domain shares with a neighbour.
type side struct {
	neighbour *domain
	stream    gpu.Stream
	sent      gpu.Event      // particles for the lists, the last time
	arrived   chan gpu.Event // the neighbour's particles are here
	moved     gpu.Event      // they are here, as half a step has moved them; nil since lists were built
	flag      gpu.Ptr        // the turn for which they are here
	opposite  *side          // the neighbour's side towards this domain
	left      bool
	outbox    [states]cuda.State      // where the neighbour wants the particles
	inboxes   chan [states]cuda.State // tells where
}

// span is a range of particles of a domain.
type span struct{ from, to int }

func (r span) len() int { return r.to - r.from }

// slices is the particles of the slices [from, to) that the domain sees.
func (d *domain) slices(from, to int) span {
	return span{d.offsets[from-d.window.From], d.offsets[to-d.window.From]}
}

// owned is the internal particles.
func (d *domain) owned() span { return d.slices(d.window.OwnFrom, d.window.OwnTo) }

// edge is the internal slices that a neighbour sees, external the neighbour's that
// this domain sees.
func (d *domain) edge(left bool) span {
	if left {
		return d.slices(d.window.OwnFrom, d.window.OwnFrom+d.grid.Edges())
	}
	return d.slices(d.window.OwnTo-d.grid.Edges(), d.window.OwnTo)
}

func (d *domain) external(left bool) span {
	if left {
		return d.slices(d.window.From, d.window.OwnFrom)
	}
	return d.slices(d.window.OwnTo, d.window.To)
}

func newDomain(s *Simulation, index int, hostCopy gpu.Shared) *domain {
	d := &domain{
		Simulation: s, index: index, device: s.options.System.Devices[index], hostCopy: hostCopy,
		work: make(chan func(*domain) error, 1), result: make(chan error, 1), // room for one, or who sends would sleep
	}
	n := len(s.options.System.Devices)
	for range n {
		d.published = append(d.published, make(chan gpu.Event, 4))
		d.sent = append(d.sent, make(chan gpu.Event, 4))
	}
	return d
}

// run is the domain's goroutine, which drives its device. The domain has its
// neighbours.
func (d *domain) run(offsets gpu.Shared) {
	err := d.open(offsets)
	for {
		f := receive(d.work, d.spin)
		if f == nil {
			return // the channel is closed
		}
		if err != nil {
			d.result <- fmt.Errorf("%s: %w", d.device.Name(), err)
			continue
		}
		d.result <- f(d)
	}
}

func (d *domain) open(offsets gpu.Shared) error {
	err := d.device.Bind()
	if err != nil {
		return err
	}
	if d.main, err = d.newStream("main", false); err != nil {
		return err
	}
	if d.second, err = d.device.NewStream(false); err != nil { // not in the timeline, which has no graphs
		return err
	}
	if d.control, err = d.newStream("control", true); err != nil {
		return err
	}
	for _, side := range d.sides {
		if side.stream, err = d.newStream(side.name(), true); err != nil {
			return err
		}
		if side.flag, err = d.device.Alloc(4); err != nil {
			return err
		}
	}
	if err = d.haveStreams(1); err != nil {
		return err
	}
	if d.list.List, err = neighbor.NewList(d.device, d.grid, offsets); err != nil {
		return err
	}
	if d.maxima, err = d.device.Alloc(4 * maximaBytes); err != nil {
		return err
	}
	if d.graphFlags, err = d.device.Alloc(4 * graphFlags); err != nil {
		return err
	}
	if d.mailbox, err = d.device.Alloc(2 * len(d.domains) * maximaBytes); err != nil {
		return err
	}
	d.clock, err = d.device.Alloc(clockBytes)
	return err
}

// haveStreams makes streams of stripes until there are so many. Streams share the few queues of a
// GPU, so there are none that are not needed.
func (d *domain) haveStreams(n int) error {
	for len(d.streams) < n {
		s, err := d.newStream(stripeName(len(d.streams)), false)
		if err != nil {
			return err
		}
		d.streams = append(d.streams, s)
	}
	return nil
}

// StreamNames are the names that a device's streams have in a Trace. Not all devices have all: one
// at the end has one side, and there are as many stripes as are of use.
func StreamNames() []string {
	names := []string{"main"}
	for i := range MostStripes {
		names = append(names, stripeName(i))
	}
	return append(names, "control", "left", "right")
}

func stripeName(i int) string { return fmt.Sprintf("stripe %d", i+1) }

// newStream is a stream of the device, with a name for the timeline.
func (d *domain) newStream(name string, urgent bool) (gpu.Stream, error) {
	s, err := d.device.NewStream(urgent)
	if err != nil {
		return nil, err
	}
	return d.options.Trace.Stream(d.device, s, name), nil
}

func (s *side) name() string {
	if s.left {
		return "left"
	}
	return "right"
}

// join makes d and e neighbours, d on the left.
func join(d, e *domain) {
	newSide := func(neighbour *domain, left bool) *side {
		return &side{neighbour: neighbour, left: left, arrived: make(chan gpu.Event, 4), inboxes: make(chan [states]cuda.State, 1)}
	}
	right, left := newSide(e, false), newSide(d, true)
	right.opposite, left.opposite = left, right
	d.sides = append(d.sides, right)
	e.sides = append(e.sides, left)
}

// reserve makes room for a number of particles in a window, and for lists of a capacity. The
// particles that the domain has are kept.
func (d *domain) reserve(particles int, w neighbor.Window, capacity int) error {
	if particles > d.room {
		room := particles + d.spare(particles)
		if err := d.checkMemory(room); err != nil {
			return err
		}
		before := *d
		if err := d.allocParticles(room); err != nil {
			return d.memoryError(room, err)
		}
		if before.room > 0 {
			d.main.Copy(d.states[even].Pos, before.states[even].Pos, d.count*neighbor.PosBytes)
			d.main.Copy(d.states[even].Vel, before.states[even].Vel, d.count*neighbor.VelBytes)
			d.main.Copy(d.id, before.id, d.count*neighbor.IDBytes)
			if err := d.main.Sync(); err != nil {
				return err
			}
			before.freeParticles()
		}
		d.room = room
	}
	layers := w.Layers
	if !d.list.Holds(d.room, d.mostActive(d.room), w, capacity) && len(d.domains) > 1 {
		layers = min(layers+layers/4+8, d.grid.Layers())
	}
	if err := d.list.Reserve(d.room, d.mostActive(d.room), layers, capacity); err != nil {
		return d.memoryError(d.room, err)
	}
	return nil
}

// spare is room for what the balancer and the flow bring. Making more takes as long as tens of
// steps of a small flow, since all devices wait, so there is much where memory is left.
func (d *domain) spare(particles int) int {
	if len(d.domains) == 1 {
		return 0
	}
	if free, _ := d.device.Memory(); d.bytes(particles) < free/8 {
		return particles / 2
	}
	return particles / 8
}

// checkMemory refuses a number of particles that cannot fit.
func (d *domain) checkMemory(particles int) error {
	free, _ := d.device.Memory()
	if free > 0 && d.bytes(particles) > free+d.bytes(d.room) {
		return d.memoryError(particles, gpu.ErrMemory)
	}
	return nil
}

// memoryError says how many particles would fit.
func (d *domain) memoryError(particles int, err error) error {
	each := d.bytes(particles) / int64(particles)
	free, total := d.device.Memory()
	return fmt.Errorf("%s has no room for %d particles of %d bytes: %d of %d MiB are free, enough for about %d; a larger deltap, a smaller skin or more devices would do: %w",
		d.device.Name(), particles, each, free>>20, total>>20, (free+d.bytes(d.room))/each, err)
}

func (d *domain) allocParticles(room int) error {
	var errs []error
	alloc := func(bytes int) gpu.Ptr {
		p, err := d.device.Alloc(bytes)
		errs = append(errs, err)
		return p
	}
	for k := range d.states {
		d.states[k] = cuda.State{
			Pos: alloc((room + neighbor.Padding) * neighbor.PosBytes), Vel: alloc(room * neighbor.VelBytes), Packed: alloc(room * neighbor.PackedBytes),
		}
	}
	d.id, d.ids = alloc(room*neighbor.IDBytes), alloc(room*neighbor.IDBytes)
	return errors.Join(errs...)
}

func (d *domain) freeParticles() {
	for _, s := range d.states {
		for _, p := range []gpu.Ptr{s.Pos, s.Vel, s.Packed} {
			d.device.Free(p)
		}
	}
	d.device.Free(d.id)
	d.device.Free(d.ids)
}

// now is the particles between two periods.
func (d *domain) now() neighbor.Particles {
	return neighbor.Particles{Pos: d.states[even].Pos, Vel: d.states[even].Vel, ID: d.id}
}

func (d *domain) free() {
	d.forget()
	d.forget()
	if d.room > 0 {
		d.freeParticles()
	}
	if d.list.List != nil {
		d.list.Free()
	}
	for _, p := range []gpu.Ptr{d.maxima, d.clock, d.mailbox, d.graphFlags} {
		if p != 0 {
			d.device.Free(p)
		}
	}
	for _, side := range d.sides {
		if side.flag != 0 {
			d.device.Free(side.flag)
		}
	}
}

// keep remembers an event, to be freed when nobody can be waiting for it.
func (d *domain) keep(e gpu.Event) gpu.Event {
	d.events = append(d.events, e)
	return e
}

// begin begins a phase in the timeline, of what is put on any stream; PhaseCount is the
// end of the last.
func (d *domain) begin(p Phase) {
	name := "" // none
	if p < PhaseCount {
		name = p.String()
	}
	gpu.Mark(d.main, name)
}

// finish ends a period of steps: it waits for these, not for the lists behind them.
func (d *domain) finish(steps int) error {
	err := errors.Join(d.control.SyncTo(d.launched.ended), d.syncStripes())
	if d.readClock().Step == d.Simulation.clock.Step {
		d.launched.pieces = d.launched.pieces[:0] // of a step that was not done
	}
	d.takeSeconds(&d.launched, steps)
	return err
}

// sync waits for all of the device's work.
func (d *domain) sync() error {
	if d.main == nil || d.control == nil {
		return nil
	}
	return errors.Join(d.main.Sync(), d.control.Sync(), d.syncStripes())
}

// syncStripes waits for the streams that no lists are built on: those of the stripes, of the edges
// and of every second graph.
func (d *domain) syncStripes() error {
	var errs []error
	if d.second != nil {
		errs = append(errs, d.second.Sync())
	}
	for _, s := range d.streams {
		errs = append(errs, s.Sync())
	}
	for _, side := range d.sides {
		if side.stream != nil {
			errs = append(errs, side.stream.Sync())
		}
	}
	return errors.Join(errs...)
}

// forget frees the events that were there when it was called the last time, a period
// before: all devices have come to them.
func (d *domain) forget() {
	for _, e := range d.past {
		e.Free()
	}
	d.past, d.events = d.events, d.past[:0]
}

// Where things are in domain.hostCopy.
const publishedClock, publishedMotion, publishedNumbers, publishedWork = 0, 128, 288, 320

// Each fits before the next, or this does not compile.
var (
	_ [publishedMotion - publishedClock - unsafe.Sizeof(cuda.Clock{})]byte
	_ [publishedNumbers - publishedMotion - unsafe.Sizeof(cuda.Motion{})]byte
	_ [publishedWork - publishedNumbers - unsafe.Sizeof(cuda.Numbers{})]byte
)

func (d *domain) setClock(c cuda.Clock) { d.main.Upload(d.clock, c.Bytes()) }

func (d *domain) readClock() cuda.Clock {
	return *(*cuda.Clock)(unsafe.Pointer(&d.hostCopy.Bytes[publishedClock]))
}

func (d *domain) readNumbers() cuda.Numbers {
	return *(*cuda.Numbers)(unsafe.Pointer(&d.hostCopy.Bytes[publishedNumbers]))
}

// readWork is the estimated work of the slices that the domain owns, which kernel
// skins adds up.
func (d *domain) readWork() []float64 {
	work := make([]float64, d.window.OwnTo-d.window.OwnFrom)
	for i := range work {
		work[i] = float64(binary.NativeEndian.Uint32(d.hostCopy.Bytes[publishedWork+4*(d.window.OwnFrom-d.window.From+i):]))
	}
	return work
}

// readMotion adds up what the devices tell of when the lists were built.
func (s *Simulation) readMotion() {
	s.motion = motion{}
	var forwards, backwards float32
	for _, d := range s.domains {
		m := (*cuda.Motion)(unsafe.Pointer(&d.hostCopy.Bytes[publishedMotion]))
		for i, n := range m.Bins {
			s.motion.Bins[i] += int(n)
		}
		s.motion.Most = max(s.motion.Most, float64(math.Float32frombits(m.Most)))
		forwards = max(forwards, math.Float32frombits(m.Forwards))
		backwards = max(backwards, math.Float32frombits(m.Backwards))
	}
	s.motion.Across = float64(forwards) + float64(backwards)
}
