package tests

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"gpusph/gpu"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/exchange/exchangetest"
)

// Another method on slabs than particles uses the exchange, globals, checkpoints and observers: an
// explicit step of u_t = κ u_xx with one field, whose length depends on the greatest |u| of all
// devices. heat is a process of it.
type heat struct {
	group   exchange.Group
	sums    exchange.Global // of u, in units of 2⁻⁴⁰
	maxima  exchange.Global // of |u|
	parts   []*slab
	bounds  []int // device d has the cells [bounds[d], bounds[d+1])
	step    int
	columns [2]int // bytes of what goes with a cell: its number, and u
}

// slab is what one device has of it. Between two halos, cell i of its own is at i + 1.
type slab struct {
	h             *heat
	m             *exchange.Member
	stream        gpu.Stream
	first, cells  int
	number, u     gpu.Shared // the cells' numbers, and u at even steps
	odd           gpu.Shared // u at odd steps
	at            [2]gpu.Ptr // where the columns begin, without the halo
	words         gpu.Shared // of the sum, and of the greatest
	all           gpu.Shared // the same of all devices
	sum, greatest *exchange.Combined
}

const heatCells = 40

// first is u at the beginning.
func heatAtFirst(i int) float64 { return math.Sin(0.3*float64(i)) + 0.01*float64(i) }

// heatRate is κ Δt/Δx² after a step with that greatest |u|.
func heatRate(greatest uint32) float64 { return 0.4 / (1 + float64(math.Float32frombits(greatest))) }

// heatStep is a cell after a step.
func heatStep(left, u, right, rate float64) float64 { return u + rate*(left-2*u+right) }

func heatWords(u []float64) (sum int64, greatest uint32) {
	for _, x := range u {
		sum += int64(math.Round(x * (1 << 40)))
		greatest = max(greatest, math.Float32bits(float32(math.Abs(x))))
	}
	return sum, greatest
}

// serialHeat is u after some steps, and the sums of all.
func serialHeat(steps int) (u []float64, sums []int64) {
	for i := range heatCells {
		u = append(u, heatAtFirst(i))
	}
	_, greatest := heatWords(u)
	for range steps {
		next, rate := make([]float64, heatCells), heatRate(greatest)
		for i := range u {
			next[i] = heatStep(u[max(i-1, 0)], u[i], u[min(i+1, heatCells-1)], rate)
		}
		u = next
		var sum int64
		sum, greatest = heatWords(u)
		sums = append(sums, sum)
	}
	return u, sums
}

// hostValues are numbers at an address in the memory of a share of the processor.
func hostValues[T any](p gpu.Ptr, n int) []T {
	return unsafe.Slice((*T)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), n)
}

// newHeat is a process with a given number of devices, of which there are count in all.
func newHeat(system *gpu.System, mode exchange.Mode, p exchange.Processes, firsts []int, bounds []int) (*heat, error) {
	h := &heat{bounds: bounds, columns: [2]int{4, 8}}
	h.group = exchange.Group{Processes: p, System: system, Mode: mode, Count: len(bounds) - 1, Firsts: firsts}
	if p != nil {
		h.group.First = firsts[p.Rank()]
	}
	copyWords := func(bytes int) func(s gpu.Stream, from, out gpu.Ptr) {
		return func(s gpu.Stream, from, out gpu.Ptr) {
			gpu.Call(s, func() error { copy(hostValues[byte](out, bytes), hostValues[byte](from, bytes)); return nil })
		}
	}
	h.sums = exchange.Global{Bytes: 8, Packet: 16, Publish: copyWords(8), Across: func(p exchange.Processes, own, total []byte) error {
		words := exchange.Longs(total)
		words[0] = 0
		for _, w := range exchange.Longs(own) {
			words[0] += w
		}
		return p.Sum(words)
	}}
	h.maxima = exchange.Global{Bytes: 4, Packet: 4, Publish: copyWords(4), Across: exchange.Maxima}
	for i, d := range system.Devices {
		s := &slab{h: h}
		s.m = &exchange.Member{Group: &h.group, Index: h.group.First + i, Device: d, Keep: func(e gpu.Event) gpu.Event { return e }}
		s.m.Columns = []exchange.Column{{At: &s.at[0], Bytes: 4}, {At: &s.at[1], Bytes: 8}}
		h.group.Members, h.parts = append(h.group.Members, s.m), append(h.parts, s)
	}
	h.group.Join()
	if err := h.sums.Open(&h.group); err != nil {
		return nil, err
	}
	if err := h.maxima.Open(&h.group); err != nil {
		return nil, err
	}
	return h, h.each((*slab).open)
}

// each does f on a goroutine for each device.
func (h *heat) each(f func(*slab) error) error {
	errs := make([]error, len(h.parts))
	var all sync.WaitGroup
	for i, s := range h.parts {
		all.Go(func() { errs[i] = f(s) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *slab) open() (err error) {
	if err = s.m.Device.Bind(); err != nil {
		return err
	}
	if s.stream, err = s.m.Device.NewStream(false); err != nil {
		return err
	}
	s.m.Main = s.stream
	for _, side := range s.m.Sides {
		if side.Stream, err = s.m.Device.NewStream(true); err != nil {
			return err
		}
	}
	for _, of := range []struct {
		at    *gpu.Shared
		bytes int
	}{{&s.number, 4 * (heatCells + 2)}, {&s.u, 8 * (heatCells + 2)}, {&s.odd, 8 * (heatCells + 2)}, {&s.words, 16}, {&s.all, 16}} {
		if *of.at, err = s.h.group.System.Share(of.bytes); err != nil {
			return err
		}
	}
	s.at = [2]gpu.Ptr{s.number.Ptr + 4, s.u.Ptr + 8}
	if err = s.m.Open(); err != nil {
		return err
	}
	if s.sum, err = s.h.sums.On(s.m); err != nil {
		return err
	}
	s.greatest, err = s.h.maxima.On(s.m)
	return err
}

func (s *slab) numbers() []uint32 { return hostValues[uint32](s.number.Ptr, heatCells+2) }

// values are u at the beginning of even or odd steps.
func (s *slab) values(step int) []float64 {
	if step%2 == 0 {
		return hostValues[float64](s.u.Ptr, heatCells+2)
	}
	return hostValues[float64](s.odd.Ptr, heatCells+2)
}

// load gives the slab its cells, from u of all, and the greatest |u| of all.
func (s *slab) load(all []float64, greatest uint32) error {
	s.first, s.cells = s.h.bounds[s.m.Index], s.h.bounds[s.m.Index+1]-s.h.bounds[s.m.Index]
	for i := range s.cells {
		s.numbers()[i+1], s.values(0)[i+1] = uint32(s.first+i), all[s.first+i]
	}
	hostValues[uint32](s.all.Ptr+8, 1)[0] = greatest
	return s.settle()
}

// settle tells the neighbours where the cells are, and gives them those at the edges.
func (s *slab) settle() error {
	for _, side := range s.m.Sides {
		halo := 0
		if !side.Left {
			halo = s.cells + 1
		}
		side.Here = []gpu.Ptr{s.u.Ptr + gpu.Ptr(8*halo), s.odd.Ptr + gpu.Ptr(8*halo)}
		side.MaxSend, side.MaxReceive, side.Moved = 8, 8, nil
	}
	if err := s.m.PostAddresses(); err != nil {
		return err
	}
	if err := s.m.AwaitAddresses(); err != nil {
		return err
	}
	gpu.Call(s.stream, func() error { s.store(s.h.step); return nil })
	s.exchangeHalo(s.h.step)
	return s.stream.Sync()
}

// store puts the cells at the edges where the neighbours have them, as kernels do.
func (s *slab) store(step int) {
	for _, side := range s.m.Sides {
		if side.Stores() {
			hostValues[float64](side.There[step%2], 1)[0] = s.values(step)[s.edge(side)]
		}
	}
}

func (s *slab) edge(side *exchange.Side) int {
	if side.Left {
		return 1
	}
	return s.cells
}

func (s *slab) exchangeHalo(step int) {
	base := []gpu.Ptr{s.u.Ptr, s.odd.Ptr}[step%2]
	done := s.stream.Signal()
	for _, side := range s.m.Sides {
		side.Edge, side.Ready = s.stream, done
		if !side.Stores() {
			side.Stream.Wait(done)
			edge, halo := s.edge(side), s.edge(side)+1
			if side.Left {
				halo = 0
			}
			side.Arrays = []exchange.Array{{To: step % 2, Send: base + gpu.Ptr(8*edge), SendBytes: 8, Receive: base + gpu.Ptr(8*halo), ReceiveBytes: 8}}
		}
	}
	s.m.ExchangeHalo(true)
	for _, side := range s.m.Sides {
		s.stream.Wait(side.Moved)
	}
}

// advance does a step. The greatest |u| that its length depends on is that of all devices, and the
// host waits for nothing.
func (s *slab) advance(step int) {
	gpu.Call(s.stream, func() error {
		u, next, rate := s.values(step), s.values(step+1), heatRate(hostValues[uint32](s.all.Ptr+8, 1)[0])
		if s.first == 0 {
			u[0] = u[1]
		}
		if s.first+s.cells == heatCells {
			u[s.cells+1] = u[s.cells]
		}
		for i := 1; i <= s.cells; i++ {
			next[i] = heatStep(u[i-1], u[i], u[i+1], rate)
		}
		s.store(step + 1)
		sum, greatest := heatWords(next[1 : s.cells+1])
		hostValues[int64](s.words.Ptr, 1)[0], hostValues[uint32](s.words.Ptr+8, 1)[0] = sum, greatest
		return nil
	})
	s.exchangeHalo(step + 1)
	sums, maxima := s.sum.Combine(s.stream, s.words.Ptr), s.greatest.Combine(s.stream, s.words.Ptr+8)
	gpu.Call(s.stream, func() error {
		sum, greatest := int64(0), uint32(0)
		for _, x := range hostValues[int64](sums.In, int(sums.Devices)) {
			sum += x
		}
		for _, x := range hostValues[uint32](maxima.In, int(maxima.Devices)) {
			greatest = max(greatest, x)
		}
		hostValues[int64](s.all.Ptr, 1)[0], hostValues[uint32](s.all.Ptr+8, 1)[0] = sum, greatest
		return nil
	})
}

// run does steps, and tells an observer of each.
func (h *heat) run(steps int, o output.Observer) (sums []int64, err error) {
	for range steps {
		step := h.step
		if err := h.each(func(s *slab) error { s.advance(step); return s.stream.Sync() }); err != nil {
			return nil, err
		}
		h.step++
		p := sph.Progress{Step: h.step, Steps: 1}
		for _, s := range h.parts {
			sum := hostValues[int64](s.all.Ptr, 1)[0]
			if s != h.parts[0] && sum != sums[len(sums)-1] {
				return nil, fmt.Errorf("step %d: two devices have the sums %d and %d", h.step, sums[len(sums)-1], sum)
			}
			if s == h.parts[0] {
				sums = append(sums, sum)
			}
			p.Particles += s.cells
			p.Devices = append(p.Devices, sph.DeviceProgress{Name: s.m.Device.Name(), FirstSlice: s.first, Slices: s.cells, Particles: s.cells})
		}
		if err := o.Progress(&p); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// move gives the devices other cells.
func (h *heat) move(bounds []int) error {
	outgoing, arrivals := make([][]exchange.Transfer, h.group.Count), make([][]exchange.Transfer, h.group.Count)
	incoming := make([]int, h.group.Count)
	for from := range h.group.Count {
		for to := range h.group.Count {
			first, end := max(h.bounds[from], bounds[to]), min(h.bounds[from+1], bounds[to+1])
			if from != to && first < end {
				t := exchange.Transfer{From: from, To: to, First: first - h.bounds[from], Count: end - first, Offset: h.bounds[to+1] - h.bounds[to] + incoming[to]}
				incoming[to] += t.Count
				outgoing[from], arrivals[to] = append(outgoing[from], t), append(arrivals[to], t)
			}
		}
	}
	err := h.each(func(s *slab) error {
		s.at[1] = []gpu.Ptr{s.u.Ptr, s.odd.Ptr}[h.step%2] + 8
		return s.m.ReserveMissing(outgoing[s.m.Index], arrivals[s.m.Index])
	})
	if err != nil {
		return err
	}
	err = h.each(func(s *slab) error {
		s.m.SendMissing(outgoing[s.m.Index])
		s.m.ReceiveMissing(arrivals[s.m.Index])
		return s.stream.Sync()
	})
	if err != nil {
		return err
	}
	h.bounds = bounds
	return h.each(func(s *slab) error {
		all := make([]float64, heatCells)
		for i := range s.cells + incoming[s.m.Index] {
			all[s.numbers()[i+1]] = s.values(h.step)[i+1]
		}
		s.first, s.cells = bounds[s.m.Index], bounds[s.m.Index+1]-bounds[s.m.Index]
		for i := range s.cells {
			s.numbers()[i+1], s.values(h.step)[i+1] = uint32(s.first+i), all[s.first+i]
		}
		return s.settle()
	})
}

// checkpoint is that of a single process.
func (h *heat) checkpoint() *sph.Checkpoint {
	c := &sph.Checkpoint{Slabs: sph.Slabs{Step: h.step, Bounds: h.bounds}}
	field := sph.CheckpointField{Name: "Temperature", Bytes: 8}
	for _, s := range h.parts {
		for i := range s.cells {
			c.Starts = append(c.Starts, s.first+i)
			field.Data = append(field.Data, hostValues[byte]([]gpu.Ptr{s.u.Ptr, s.odd.Ptr}[h.step%2]+gpu.Ptr(8*(i+1)), 8)...)
		}
	}
	c.Starts, c.Fields = append(c.Starts, heatCells), []sph.CheckpointField{field}
	c.SetGlobal("greatest", h.parts[0].all.Bytes[8:12])
	return c
}

// resume continues from a checkpoint, on any number of devices.
func (h *heat) resume(c *sph.Checkpoint) error {
	if c.Step%2 != 0 {
		return fmt.Errorf("the checkpoint is of the odd step %d", c.Step)
	}
	h.step = c.Step
	greatest, err := c.Global("greatest", 4)
	if err != nil {
		return err
	}
	u := hostValuesOf(c.Fields[0].Data)
	return h.each(func(s *slab) error { return s.load(u, exchange.Words(greatest)[0]) })
}

func hostValuesOf(b []byte) []float64 {
	return slices.Clone(unsafe.Slice((*float64)(unsafe.Pointer(&b[0])), len(b)/8))
}

// of is u of the cells of this process.
func (h *heat) of() (u []float64) {
	for _, s := range h.parts {
		u = append(u, s.values(h.step)[1:s.cells+1]...)
	}
	return u
}

// progressCount counts what an observer is told.
type progressCount struct {
	output.Base
	steps, items int
}

func (c *progressCount) Progress(p *sph.Progress) error {
	c.steps += p.Steps
	c.items = p.Particles
	return nil
}

func hostDevices(t *testing.T, n int) *gpu.System {
	t.Helper()
	system, err := gpu.Open(slices.Repeat([]string{"host"}, n), gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	return system
}

// A method with one field has the same bits on any devices and processes, also when cells change
// their owner, and continues from a checkpoint on other devices.
func TestOneField(t *testing.T) {
	const steps = 30
	want, wantSums := serialHeat(steps)
	first := make([]float64, heatCells)
	for i := range first {
		first[i] = heatAtFirst(i)
	}
	_, greatest := heatWords(first)
	begin := func(s *slab) error { return s.load(first, greatest) }
	for _, test := range []struct {
		bounds, later []int
		processes     []int // how many devices each has
		mode          exchange.Mode
	}{
		{[]int{0, 40}, []int{0, 40}, []int{1}, exchange.Direct},
		{[]int{0, 20, 40}, []int{0, 9, 40}, []int{2}, exchange.Direct},
		{[]int{0, 10, 25, 40}, []int{0, 20, 31, 40}, []int{3}, exchange.Overlap},
		{[]int{0, 10, 25, 40}, []int{0, 3, 12, 40}, []int{3}, exchange.Direct},
		{[]int{0, 10, 25, 40}, []int{0, 20, 31, 40}, []int{1, 2}, exchange.Overlap},
		{[]int{0, 10, 25, 40}, []int{0, 20, 31, 40}, []int{1, 1, 1}, exchange.Direct},
	} {
		t.Run(fmt.Sprint(test.processes, test.mode), func(t *testing.T) {
			firsts := []int{0}
			for _, n := range test.processes {
				firsts = append(firsts, firsts[len(firsts)-1]+n)
			}
			parts := make([][]float64, len(test.processes))
			var all sync.WaitGroup
			for rank, p := range exchangetest.New(len(test.processes)) {
				system := hostDevices(t, test.processes[rank])
				all.Go(func() {
					var processes exchange.Processes
					if len(test.processes) > 1 {
						processes = p
					}
					h, err := newHeat(system, test.mode, processes, firsts, test.bounds)
					if err == nil {
						err = h.each(begin)
					}
					var sums, more []int64
					count := &progressCount{}
					if err == nil {
						sums, err = h.run(steps/2, count)
					}
					if err == nil {
						err = h.move(test.later)
					}
					if err == nil {
						more, err = h.run(steps-steps/2, count)
					}
					if err != nil {
						p.Fail(err)
						t.Error(err)
						return
					}
					if sums = append(sums, more...); !slices.Equal(sums, wantSums) {
						t.Errorf("process %d: sums %v, want %v", rank, sums, wantSums)
					}
					if count.steps != steps || len(test.processes) == 1 && count.items != heatCells {
						t.Errorf("an observer was told of %d steps of %d cells", count.steps, count.items)
					}
					parts[rank] = h.of()
				})
			}
			all.Wait()
			if got := slices.Concat(parts...); !slices.Equal(got, want) {
				t.Errorf("u is %v, want %v", got, want)
			}
		})
	}
	t.Run("checkpoint", func(t *testing.T) {
		h, err := newHeat(hostDevices(t, 3), exchange.Overlap, nil, nil, []int{0, 10, 25, 40})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.each(begin); err != nil {
			t.Fatal(err)
		}
		if _, err := h.run(12, output.Base{}); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := output.WriteCheckpoint(dir, output.NewCheckpoint(&sph.Case{Name: "Heat"}, h.checkpoint())); err != nil {
			t.Fatal(err)
		}
		c, _, err := output.LastOf(output.ParticleCheckpoints, dir,
			output.ReadCheckpoint)
		if err != nil {
			t.Fatal(err)
		}
		other, err := newHeat(hostDevices(t, 2), exchange.Direct, nil, nil, []int{0, 33, 40})
		if err == nil {
			err = other.resume(c.State)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := other.run(steps-12, output.Base{}); err != nil {
			t.Fatal(err)
		}
		if got := other.of(); !slices.Equal(got, want) {
			t.Errorf("resumed, u is %v, want %v", got, want)
		}
	})
}
