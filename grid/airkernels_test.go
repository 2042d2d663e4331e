package grid

import (
	"cmp"
	"encoding/binary"
	"math"
	"runtime"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/atmosphere"
	"gpusph/grid/atmosphere/airtest"
)

// airSlab is the planes of a flow that kernels have in one piece, in two sets of fields.
type airSlab struct {
	cuda.GridSlab
	at   [2][cuda.AirVariables]gpu.Ptr // of the first own plane
	rows gpu.Ptr
}

// airKernels runs the kernels of a flow, without what a Simulation does.
type airKernels struct {
	t            testing.TB
	device       gpu.Device
	stream       gpu.Stream
	flow         *atmosphere.Flow
	single       bool
	vectors      int // bytes
	depth, edge  int // planes of a chunk, and at each end those that are chunks by themselves
	part         int // threads at a time
	slabs        []airSlab
	clock, slots gpu.Ptr
	steps        int
}

// size is the bytes of a number.
func (k *airKernels) size() int { return k.precision().Bytes() }

func (k *airKernels) precision() Precision {
	if k.single {
		return Single
	}
	return Double
}

func (k *airKernels) alloc(bytes int) gpu.Ptr {
	p, err := k.device.Alloc(bytes)
	if err != nil {
		k.t.Fatal(err)
	}
	k.stream.Fill(p, 0, bytes)
	return p
}

func (k *airKernels) decode(b []byte) (values []float64) {
	for n := 0; n < len(b); n += k.size() {
		if k.single {
			bits := binary.NativeEndian.Uint32(b[n:])
			values = append(values, float64(math.Float32frombits(bits)))
		} else {
			values = append(values, math.Float64frombits(binary.NativeEndian.Uint64(b[n:])))
		}
	}
	return values
}

// open gives the device a flow as an oracle has it, in slabs that begin at bounds.
func (k *airKernels) open(o *airtest.Oracle, bounds ...int) {
	system, err := gpu.Open([]string{"host"}, gpu.Options{})
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() { system.Close() })
	k.device = system.Devices[0]
	if k.stream, err = k.device.NewStream(false); err != nil {
		k.t.Fatal(err)
	}
	k.flow, k.part = o.Flow, cmp.Or(k.part, 96) // a multiple of 32, as devices have
	k.clock = k.alloc(int(unsafe.Sizeof(cuda.AirClock{})))
	k.slots = k.alloc(cuda.GridSlots * cuda.GridSlotBytes)
	nx, nz := o.Cells[0], o.Cells[1]
	bounds = append(append([]int{0}, bounds...), nz)
	for d := range len(bounds) - 1 {
		first, planes := bounds[d], bounds[d+1]-bounds[d]
		s := airSlab{GridSlab: slabOf([3]int{nx, 1, nz}, [3]float64{o.Cell, o.Cell, o.Cell},
			[3]bool{o.Periodic, false, false}, span{first, planes})}
		halo := nx * cuda.AirHalo * k.size()
		for set := range 2 {
			for v := range s.at[set] {
				s.at[set][v] = k.alloc(planes*nx*k.size()+2*halo) + gpu.Ptr(halo)
			}
		}
		for v, at := range s.at[0] {
			k.stream.Upload(at, k.precision().encode(o.Q[v][first*nx:(first+planes)*nx]))
		}
		var rows []float64
		for _, r := range o.Flow.Rows(first-cuda.AirHalo, first+planes+cuda.AirHalo) {
			n := r.Numbers()
			rows = append(rows, n[:]...)
		}
		s.rows = k.alloc(len(rows) * k.size())
		k.stream.Upload(s.rows, k.precision().encode(rows))
		s.rows += gpu.Ptr(cuda.AirHalo * cuda.AirRow * k.size())
		k.slabs = append(k.slabs, s)
	}
	for d := range k.slabs {
		s := &k.slabs[d]
		args := cuda.AirSumArgs{Slab: s.GridSlab, In: s.at[0], Rows: s.rows, Slots: k.slots}
		runAir(k, cuda.AirSums, args, nx*int(s.Cells[2]))
	}
	k.tick(0)
}

// runAir runs a kernel with the vectors under test.
func runAir[A any](k *airKernels, name cuda.KernelOf[A], args A, threads int) {
	if _, is := any(args).(cuda.AirClockArgs); k.single && !is {
		name = cuda.Single(name)
	}
	if err := k.stream.Sync(); err != nil {
		k.t.Fatal(err)
	}
	kernel := cuda.HostKernels(1)[cuda.Kernel(name)].WithVectors(k.vectors)
	for from := 0; from < threads; from += k.part {
		kernel.Run(unsafe.Pointer(&args), from, min(from+k.part, threads))
	}
	runtime.KeepAlive(&args)
}

// tick advances the clock.
func (k *airKernels) tick(steps int) {
	runAir(k, cuda.SetAirClock, cuda.AirClockArgs{Clock: k.clock, Slots: k.slots, End: k.flow.End,
		Reach: k.flow.CFL * k.flow.Cell, Cell: k.flow.Cell, Steps: int32(steps)}, 1)
}

// sweep runs one along an axis from a set of fields to the other.
func (k *airKernels) sweep(axis, from int, tally bool) {
	for d := range k.slabs {
		s := &k.slabs[d]
		args := cuda.AirSweepArgs{Slab: s.GridSlab, In: s.at[from], Rows: s.rows, Clock: k.clock,
			Rate: k.flow.K / k.flow.Cell, Depth: int32(k.depth), Edge: int32(k.edge)}
		if tally {
			args.Slots = k.slots
		}
		nx := int(s.Cells[0])
		for v := range args.Out {
			args.Out[v].At = s.at[1-from][v]
			if d > 0 {
				below := &k.slabs[d-1]
				args.Out[v].Left = below.at[1-from][v] + gpu.Ptr(int(below.Cells[2])*nx*k.size())
			}
			if d < len(k.slabs)-1 {
				args.Out[v].Right = k.slabs[d+1].at[1-from][v] - gpu.Ptr(cuda.AirHalo*nx*k.size())
			}
		}
		if axis == 0 {
			tiles := (nx + cuda.AirTile - 1) / cuda.AirTile
			runAir(k, cuda.AirSweepX, args, 32*tiles*int(s.Cells[2]))
		} else {
			inner := int(s.Cells[2]) - 2*k.edge
			runAir(k, cuda.AirSweepZ, args, nx*(2*k.edge+(inner+k.depth-1)/k.depth))
		}
	}
}

// step does one.
func (k *airKernels) step() {
	if k.steps%2 == 0 {
		k.sweep(0, 0, false)
		k.sweep(1, 1, false)
	} else {
		k.sweep(1, 0, false)
		k.sweep(0, 1, true)
	}
	k.steps++
	k.tick(1)
}

// field is a variable of all cells.
func (k *airKernels) field(v int) (values []float64) {
	for _, s := range k.slabs {
		b := make([]byte, int(s.Cells[0]*s.Cells[2])*k.size())
		k.stream.Download(b, s.at[0][v])
		if err := k.stream.Sync(); err != nil {
			k.t.Fatal(err)
		}
		values = append(values, k.decode(b)...)
	}
	return values
}

// now is the clock.
func (k *airKernels) now() (c cuda.AirClock) {
	k.stream.Download(bytesOf(&c), k.clock)
	if err := k.stream.Sync(); err != nil {
		k.t.Fatal(err)
	}
	return c
}

// sums are those of a kernel over all slabs, in units, and the maxima.
func (k *airKernels) sums(energies int, unit [2]float64) (sums [2]int64, most [4]float64) {
	for _, s := range k.slabs {
		args := cuda.AirSumArgs{Slab: s.GridSlab, In: s.at[0], Rows: s.rows, Slots: k.slots,
			PerUnit: unit, Cell: k.flow.Cell, Energies: int32(energies)}
		runAir(k, cuda.AirSums, args, int(s.Cells[0]*s.Cells[2]))
	}
	words := make([]int64, cuda.GridWords)
	at := k.alloc(8 * cuda.GridWords)
	if err := k.stream.Sync(); err != nil {
		k.t.Fatal(err)
	}
	args := cuda.GridCollectArgs{Slots: k.slots, Words: at}
	cuda.HostKernels(1)[cuda.Kernel(cuda.GridCollect)].Run(unsafe.Pointer(&args), 0, cuda.GridWords)
	k.stream.Download(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words)), at)
	if err := k.stream.Sync(); err != nil {
		k.t.Fatal(err)
	}
	return [2]int64(words), maxima(words)
}

// fields are those of files, of all slabs.
func (k *airKernels) fields() (all [4][]float64) {
	for _, s := range k.slabs {
		args := cuda.AirFieldsArgs{Slab: s.GridSlab, In: s.at[0], Rows: s.rows, Out: s.at[1]}
		runAir(k, cuda.AirFields, args, int(s.Cells[0]*s.Cells[2]))
		for v, at := range s.at[1] {
			b := make([]byte, int(s.Cells[0]*s.Cells[2])*k.size())
			k.stream.Download(b, at)
			if err := k.stream.Sync(); err != nil {
				k.t.Fatal(err)
			}
			all[v] = append(all[v], k.decode(b)...)
		}
	}
	return all
}
