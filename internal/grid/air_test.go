package grid

import (
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/grid/atmosphere"
	"gpusph/internal/grid/atmosphere/airtest"
)

// airSlab is the planes of a flow that kernels have in one piece, in two sets of fields.
type airSlab struct {
	cuda.GridSlab
	at   [2][cuda.AirVariables]gpu.Ptr // of the first own plane
	rows gpu.Ptr
}

// airKernels runs the kernels of a flow, without what a Simulation does.
type airKernels struct {
	t            *testing.T
	device       gpu.Device
	stream       gpu.Stream
	flow         *atmosphere.Flow
	single       bool
	vectors      int // bytes
	depth        int
	slabs        []airSlab
	clock, slots gpu.Ptr
	steps        int
}

// size is the bytes of a number.
func (k *airKernels) size() int {
	if k.single {
		return 4
	}
	return 8
}

func (k *airKernels) alloc(bytes int) gpu.Ptr {
	p, err := k.device.Alloc(bytes)
	if err != nil {
		k.t.Fatal(err)
	}
	k.stream.Fill(p, 0, bytes)
	return p
}

// encode is numbers as the kernels have them.
func (k *airKernels) encode(values []float64) []byte {
	b := make([]byte, 0, len(values)*k.size())
	for _, v := range values {
		if k.single {
			b = binary.NativeEndian.AppendUint32(b, math.Float32bits(float32(v)))
		} else {
			b = binary.NativeEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
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
	var err error
	k.device = hosts(k.t, 1).Devices[0]
	if k.stream, err = k.device.NewStream(false); err != nil {
		k.t.Fatal(err)
	}
	k.flow = o.Flow
	k.clock, k.slots = k.alloc(int(unsafe.Sizeof(cuda.AirClock{}))), k.alloc(cuda.GridSlots*cuda.GridSlotBytes)
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
			k.stream.Upload(at, k.encode(o.Q[v][first*nx:(first+planes)*nx]))
		}
		var rows []float64
		for _, r := range o.Flow.Rows(first-cuda.AirHalo, first+planes+cuda.AirHalo) {
			n := r.Numbers()
			rows = append(rows, n[:]...)
		}
		s.rows = k.alloc(len(rows) * k.size())
		k.stream.Upload(s.rows, k.encode(rows))
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
	// in parts that begin with multiples of 32, as devices do
	for from := 0; from < threads; from += 96 {
		kernel.Run(unsafe.Pointer(&args), from, min(from+96, threads))
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
			Rate: k.flow.K / k.flow.Cell, Depth: int32(k.depth)}
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
			runAir(k, cuda.AirSweepZ, args, nx*((int(s.Cells[2])+k.depth-1)/k.depth))
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

// airFlows are small ones whose rows and planes make no whole vectors, tiles or chunks.
func airFlows() map[string]*atmosphere.Flow {
	windy := atmosphere.RisingThermal(74, atmosphere.Cosine)
	windy.Periodic = true
	half := atmosphere.DensityCurrent(400, 75).Half()
	return map[string]*atmosphere.Flow{
		"thermal":  atmosphere.RisingThermal(38, atmosphere.Linear),
		"periodic": windy,
		"current":  half,
	}
}

// airStart is an oracle of a flow that has wind and waves of all variables.
func airStart(f *atmosphere.Flow) *airtest.Oracle {
	o := airtest.New(f)
	for n := range o.Q[0] {
		x := 2 * math.Pi * (float64(n%f.Cells[0]) + 0.5) / float64(f.Cells[0])
		z := math.Pi * (float64(n/f.Cells[0]) + 0.5) / float64(f.Cells[1])
		o.Q[1][n] += 4*math.Sin(x)*math.Cos(z) + 2*math.Sin(3*x)
		o.Q[2][n] += 3 * math.Cos(x) * math.Sin(2*z)
		o.Q[3][n] += 0.5 * math.Cos(2*x) * math.Cos(z)
	}
	return o
}

// Kernels have the bits of the oracle, with all vectors, slabs and chunks.
func TestAirKernels(t *testing.T) {
	for name, flow := range airFlows() {
		want := airStart(flow)
		for range 6 {
			want.Step()
		}
		for _, c := range []struct {
			vectors, depth int
			bounds         []int
		}{
			{16, 4, nil}, {32, 7, nil}, {64, 16, nil}, {64, 3, []int{3, 8, 13}}, {32, 1, []int{7}},
		} {
			t.Run(fmt.Sprint(name, c), func(t *testing.T) {
				k := &airKernels{t: t, vectors: c.vectors, depth: c.depth}
				k.open(airStart(flow), c.bounds...)
				for range 6 {
					k.step()
				}
				if now := k.now(); now.Time != want.Time || now.Steps != 6 || now.Done != cuda.AirGoesOn {
					t.Errorf("the clock is %+v, not %v s", now, want.Time)
				}
				for v := range want.Q {
					for n, q := range k.field(v) {
						if q != want.Q[v][n] {
							t.Fatalf("field %d of cell %d, %d is %v, not %v", v, n%flow.Cells[0],
								n/flow.Cells[0], q, want.Q[v][n])
						}
					}
				}
			})
		}
	}
}
