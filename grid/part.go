package grid

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// part is a device with its slab. A goroutine at a time drives it.
type part struct {
	sim    *Simulation
	member *exchange.Member
	device gpu.Device
	main   gpu.Stream
	span
	slab   cuda.GridSlab
	scheme scheme

	fields    []*field // that neighbours see
	addresses int      // of their halos and of the pieces of these
	largest   int      // halo of a field [bytes]
	memory    []gpu.Ptr

	reduction
	events []gpu.Event
	clock  clock
	busy   time.Duration
}

// reduction is what a device adds up with others.
type reduction struct {
	slots gpu.Ptr // of tallies
	words gpu.Ptr // a moment, and behind it what all devices have added up
	lost  gpu.Ptr // kernels wait for no other device any more

	sums   *exchange.Combined
	gather *exchange.Combined // of the equations' own reduction
	read   []byte             // of tallies, on the host
}

// clock is where a flow is. Every device has the same, and checkpoints have it.
type clock struct {
	Time           float64
	Step           int
	Dt             float64
	Courant        float64 // the greatest Σ |u|/Δ [1/s]
	Speed          float64
	Change         float64 // of velocities in a time unit, as a part of the greatest
	Residual       float64 // the greatest divergence that the last solve has left [1/s]
	Divergence     float64 // the same as a part of U/Δx
	Iterations     int
	Solves         int
	lastIterations [4]int  // of a solve of the pressure, and of the components of velocity
	Turn           int     // which of the fields that take turns is the latest
	Pair           float64 // Δt of the pair of steps, in the atmosphere [s]
	done           bool
}

const (
	momentBytes = int(unsafe.Sizeof(cuda.Moment{}))
	wordBytes   = 8 * cuda.GridWords
)

func (p *part) alloc(bytes int) (gpu.Ptr, error) {
	at, err := p.device.Alloc(bytes)
	if err == nil {
		p.memory = append(p.memory, at)
	}
	return at, err
}

// newField makes a field of numbers of the flow's precision, of a level, with a plane beyond each
// end.
func (p *part) newField(cells [3]int, planes int) (*field, error) {
	return p.newFieldOf(cells, planes, p.sim.flow.Precision.Bytes(), 1, [2][]piece{})
}

// newFieldOf makes a field whose cells have this many bytes, with a halo of a depth at each end, of
// which neighbours see pieces.
func (p *part) newFieldOf(cells [3]int, planes, bytes, depth int, pieces [2][]piece) (*field,
	error) {
	f := &field{plane: cells[0] * cells[1] * bytes, planes: planes, depth: depth, pieces: pieces,
		index: p.addresses}
	f.bytes = f.plane * (planes + 2*depth)
	base, err := p.alloc(f.bytes)
	f.base, f.at = base, base+gpu.Ptr(depth*f.plane)
	p.addresses += 1 + len(pieces[0])
	p.largest = max(p.largest, depth*f.plane)
	p.fields = append(p.fields, f)
	return f, err
}

// open makes what the device has. Errors are of memory.
func (p *part) open() (err error) {
	if err = p.device.Bind(); err != nil {
		return err
	}
	if p.main, err = p.device.NewStream(false); err != nil {
		return err
	}
	trace := p.sim.options.Trace
	p.main = trace.Stream(p.device, p.main, "main")
	p.member.Main, p.read = p.main, make([]byte, wordBytes)
	for _, side := range p.member.Sides {
		if side.Stream, err = p.device.NewStream(true); err != nil {
			return err
		}
		name := map[bool]string{true: "left", false: "right"}[side.Left]
		side.Stream = trace.Stream(p.device, side.Stream, name)
	}
	flow := p.sim.flow
	p.slab = slabOf(flow.Cells, flow.Spacing, flow.Periodic, p.span)
	deepen(&p.slab, p.device)
	for _, of := range []struct {
		at    *gpu.Ptr
		bytes int
	}{
		{&p.slots, cuda.GridSlots * cuda.GridSlotBytes}, {&p.words, momentBytes + wordBytes},
		{&p.lost, 8},
	} {
		if *of.at, err = p.alloc(of.bytes); err != nil {
			return err
		}
	}
	p.main.Upload(p.words, bytesOf(&cuda.Moment{Due: 1}))
	if err := p.scheme.open(); err != nil {
		return err
	}
	if err := p.member.Open(); err != nil {
		return err
	}
	if p.sums, err = p.sim.sums.On(p.member); err != nil {
		return err
	}
	if p.sim.gathered > 0 {
		p.gather, err = p.sim.gather.On(p.member)
	}
	return err
}

// join tells the neighbours where the planes are that they store. Only where devices join are there
// sides.
func (p *part) join() error {
	for _, side := range p.member.Sides {
		side.Here = p.halos(side.Left)
		side.MaxSend = mostExchanged * p.largest
		side.MaxReceive = side.MaxSend
	}
	if err := p.member.PostAddresses(); err != nil {
		return err
	}
	return p.member.AwaitAddresses()
}

// halos are the addresses of the halos at an end, of all fields, with those of their pieces.
func (p *part) halos(left bool) (all []gpu.Ptr) {
	for _, f := range p.fields {
		all = append(all, f.halo(left))
		for _, piece := range f.pieces[towards(!left)] {
			all = append(all, f.halo(left)+gpu.Ptr(piece.offset))
		}
	}
	return all
}

// mostExchanged is how many fields neighbours get at once, at most.
const mostExchanged = 4

// alone reports whether there is no other device.
func (p *part) alone() bool { return p.member.Count == 1 }

// out is where a kernel stores a field.
func (p *part) out(f *field) cuda.GridStore {
	s := cuda.GridStore{At: f.at}
	if p.alone() || f.planes == 0 {
		return s
	}
	for _, side := range p.member.Sides {
		switch {
		case !side.Stores():
		case side.Left:
			s.Left = side.There[f.index]
		default:
			s.Right = side.There[f.index]
		}
	}
	return s
}

// swap lets neighbours have the planes at the edges of fields, which are there after an event of
// the main stream, and that stream wait for theirs. nil is what has been put on it.
func (p *part) swap(ready gpu.Event, fields ...*field) {
	if p.alone() {
		return
	}
	m := p.member
	if ready == nil && !m.WaitsInKernels() {
		ready = m.Keep(p.main.Signal())
	}
	for _, side := range m.Sides {
		side.Edge, side.Ready = p.main, ready
		if side.Stores() {
			continue
		}
		side.Stream.Wait(ready)
		side.Arrays = side.Arrays[:0]
		for _, f := range fields {
			side.Arrays = f.exchanged(side.Arrays, side.Left)
		}
	}
	m.ExchangeHalo(false)
	for _, side := range m.Sides {
		if side.Moved != nil {
			p.main.Wait(side.Moved)
		}
	}
}

// precise is a kernel for the flow's precision.
func precise[A any](p *part, k cuda.KernelOf[A]) cuda.KernelOf[A] {
	if p.sim.flow.Precision == Single {
		return cuda.Single(k)
	}
	return k
}

// launch runs a kernel for this many threads.
func launch[A any](p *part, k cuda.KernelOf[A], args A, threads int) {
	gpu.Launch(p.main, precise(p, k), args, 0, threads)
}

// work is the threads of a kernel, in layers one above the other, of which the edge at each end
// computes what neighbours see.
type work struct{ threads, layers, edge int }

// whole is all cells of a slab, halves those of one colour.
func whole(s *cuda.GridSlab) work {
	return work{threads(s), int((s.Cells[2] + s.Depth - 1) / s.Depth), 1}
}
func halves(s *cuda.GridSlab) work {
	w := whole(s)
	w.threads /= 2
	return w
}

// exchanged runs a kernel for the cells of a slab, and lets neighbours have the fields that it
// computes. Where planes are copied concurrently, those at the edges come first.
func exchanged[A any](p *part, k cuda.KernelOf[A], args A, of work, fields ...*field) {
	mode := p.member.Mode
	if p.alone() || mode != exchange.Overlap || of.layers <= 2*of.edge {
		launch(p, k, args, of.threads)
		if mode == exchange.None {
			p.main.Sync() // its error stays
		}
		p.swap(nil, fields...)
		if mode == exchange.None {
			p.main.Sync()
		}
		return
	}
	k = precise(p, k)
	edge := of.threads / of.layers * of.edge
	gpu.Launch(p.main, k, args, 0, edge)
	gpu.Launch(p.main, k, args, of.threads-edge, of.threads)
	ready := p.member.Keep(p.main.Signal())
	gpu.Launch(p.main, k, args, edge, of.threads-edge)
	p.swap(ready, fields...)
}

// tallied is what scalar kernels take of what the last kernel has tallied, over all devices: the
// slots where this device is alone, else the words.
func (p *part) tallied() (slots, words gpu.Ptr) {
	if p.alone() {
		return p.slots, p.words + gpu.Ptr(momentBytes)
	}
	return 0, p.combine()
}

// combine adds up what kernels have tallied, over all devices, as words, and clears it.
func (p *part) combine() (words gpu.Ptr) {
	words = p.words + gpu.Ptr(momentBytes)
	gpu.Launch(p.main, cuda.GridCollect, cuda.GridCollectArgs{Slots: p.slots, Words: words}, 0,
		cuda.GridWords)
	if !p.alone() {
		p.combineWords(p.sums, words, cuda.GridWords, 2)
	}
	return words
}

// combineWords sets words of a device to those of all: sums before the first maximum, maxima from
// it on.
func (p *part) combineWords(of *exchange.Combined, words gpu.Ptr, n, maxima int) {
	r := of.Combine(p.main, words)
	gpu.Launch(p.main, cuda.Combine, cuda.CombineArgs{Moment: p.words, Own: words, Words: int32(n),
		MaxFrom: int32(maxima), MaxTo: int32(n), In: r.In, Out: r.Out, Outs: r.Outs, Devices: r.Devices,
		Turn: r.Turn, Patience: r.Patience}, 0, n)
}

// tallies are the words of a kernel's tally over all devices, on the host.
func (p *part) tallies() ([]int64, error) {
	p.main.Download(p.read[:wordBytes], p.combine())
	err := p.main.Sync()
	return exchange.Longs(p.read[:wordBytes]), err
}

// maxima are the four of tallies.
func maxima(words []int64) (m [4]float64) {
	for k := range 2 {
		low, high := uint32(words[2+k]), uint32(uint64(words[2+k])>>32)
		m[2*k], m[2*k+1] = float64(floatOf(low)), float64(floatOf(high))
	}
	return m
}

func floatOf(bits uint32) float32 { return *(*float32)(unsafe.Pointer(&bits)) }

// bytesOf are those of a value.
func bytesOf[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// keep remembers an event until all devices have come to an end.
func (p *part) keep(e gpu.Event) gpu.Event {
	p.events = append(p.events, e)
	return e
}

func (p *part) forget() {
	for _, e := range p.events {
		e.Free()
	}
	p.events = p.events[:0]
}

// abandon lets other processes know of an error.
func (p *part) abandon(err error) error {
	if processes := p.sim.group.Processes; processes != nil {
		processes.Fail(err)
	}
	return nil
}

// patience is how kernels of this device wait for others.
func (p *part) patience() cuda.Patience {
	return cuda.Patience{Lost: p.lost, LostOut: p.sim.lost.Ptr, Milliseconds: 15_000}
}

// close gives the device's memory back.
func (p *part) close() {
	p.sums.Free()
	p.gather.Free()
	p.member.Free()
	for _, at := range p.memory {
		p.device.Free(at)
	}
	p.memory = nil
}

// sync waits for the device.
func (p *part) sync() error {
	err := p.main.Sync()
	for _, side := range p.member.Sides {
		err = errors.Join(err, side.Stream.Sync())
	}
	if err == nil && *(*uint32)(unsafe.Pointer(&p.sim.lost.Bytes[0])) != 0 {
		err = fmt.Errorf("%s: another device did not answer within 15 s", p.device.Name())
	}
	return err
}
