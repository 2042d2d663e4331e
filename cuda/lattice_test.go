package cuda_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// latticeMemory is what the kernels of the lattice read and write, one behind the other: two arrays
// of populations, halos of both neighbours, four fields and slots of a tally.
type latticeMemory struct {
	at           gpu.Ptr
	columns, row int // of sites, and numbers in a row of populations
	rows         int // of an array, with three beyond each end
}

func (m *latticeMemory) populations(array, row int) gpu.Ptr {
	return m.at + gpu.Ptr(8*m.row*(array*m.rows+row+3))
}
func (m *latticeMemory) halo(k int) gpu.Ptr { return m.at + gpu.Ptr(8*m.row*(2*m.rows+3*k)) }
func (m *latticeMemory) field(k int) gpu.Ptr {
	return m.halo(2) + gpu.Ptr(8*m.columns*(k*m.rows+3))
}
func (m *latticeMemory) slots() gpu.Ptr { return m.halo(2) + gpu.Ptr(8*m.columns*4*m.rows) }
func (m *latticeMemory) numbers() int {
	return int(m.slots()-m.at)/8 + cuda.GridSlots*cuda.GridSlotBytes/8
}

// latticeCollision has numbers of no model.
func latticeCollision() (c cuda.LatticeCollision) {
	c = cuda.LatticeCollision{PerTemperature: 1.4, Omega: 1.3, Kept: -0.3,
		Push: [2]float64{1e-3, -2e-3}, Warming: 1e-4, Half: [2]float64{1e-4, 3e-4}, HalfWarming: 1e-5}
	for s := range c.Weights {
		q := float64(s)
		c.Weights[s], c.OfEven1[s], c.OfOdd[s] = 0.02+q/100, q/3, q/7
		c.Even[0][s], c.Even[1][s], c.Even[2][s] = q/5, 1-q/9, q*q/11
	}
	return c
}

// TestLatticeForms: the kernels of the lattice have the same bits with vectors of any length. Rows
// are longer than a part that the processor does at once, and not a multiple of a vector.
func TestLatticeForms(t *testing.T) {
	const columns, planes = 301, 9
	m := &latticeMemory{columns: columns, row: 37 * columns, rows: planes + 6}
	random := rand.New(rand.NewPCG(4, 2))
	start := make([]uint64, m.numbers())
	for n := range start[:len(start)-cuda.GridSlots*cuda.GridSlotBytes/8] {
		start[n] = math.Float64bits(0.5 + 0.1*random.Float64())
	}
	d := open(t, strict)
	m.at = d.alloc(8 * len(start))
	slab := cuda.GridSlab{Cells: [3]int32{columns, 1, planes}, Planes: 2 * planes, Walls: 4, Depth: 1,
		PerRow: [2]float64{1. / columns, 1}}
	to := cuda.GridStore{At: m.populations(1, 0), Left: m.halo(0), Right: m.halo(1)}
	step := cuda.LatticeArgs{Slab: slab, Collision: latticeCollision(), From: m.populations(0, 0),
		To: to}
	walls := cuda.LatticeWallsArgs{Slab: slab, Collision: step.Collision, From: step.From, To: to,
		Warm: [2]float64{0.7, 0.6}, Pressure: [2][3]float64{{1, 0.9, 0.8}, {1, 1.1, 1.2}}, Excess: 0.02}
	fields := cuda.LatticeFieldsArgs{Slab: slab, Collision: step.Collision,
		Populations: m.populations(0, 0), Density: m.field(0),
		Velocity: [2]gpu.Ptr{m.field(1), m.field(2)}, Temperature: m.field(3), Slots: m.slots(),
		PerUnit: [2]float64{1 << 30, 1 << 30}}
	kernels := cuda.HostKernels(cuda.HostLanes())
	for _, test := range []struct {
		kernel  cuda.Kernel
		args    unsafe.Pointer
		threads int
	}{
		{cuda.Kernel(cuda.LatticeStep), unsafe.Pointer(&step), columns * planes},
		{cuda.Kernel(cuda.LatticePropagate), unsafe.Pointer(&step), columns * planes},
		{cuda.Kernel(cuda.LatticeCollide), unsafe.Pointer(&step), columns * planes},
		{cuda.Kernel(cuda.LatticeWalls), unsafe.Pointer(&walls), columns},
		{cuda.Kernel(cuda.LatticeBC), unsafe.Pointer(&walls), columns},
		{cuda.Kernel(cuda.LatticeMoments), unsafe.Pointer(&fields), columns * planes},
		{cuda.Kernel(cuda.LatticeBegin), unsafe.Pointer(&fields), columns * (planes + 6)},
	} {
		var want []uint64
		for form, k := range cuda.Forms(kernels[test.kernel]) {
			d.write(m.at, start)
			if err := d.stream.Sync(); err != nil {
				t.Fatal(err)
			}
			k.Run(test.args, 0, 500) // in parts that begin and end within rows
			k.Run(test.args, 500, test.threads)
			got := make([]uint64, len(start))
			d.download(got, m.at)
			if want == nil {
				want = got
			}
			if slices.Equal(got, start) || !slices.Equal(got, want) {
				t.Errorf("%s: form %d has other bits than the first, or no change", test.kernel, form)
			}
		}
	}
}
