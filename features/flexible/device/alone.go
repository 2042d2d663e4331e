package device

import (
	"math"
	"runtime"
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph"
)

// alone is flexible parts that kernels move on the processor without a flow.
type alone struct {
	*model
	of      cuda.FlexTable
	clock   []cuda.Clock
	records []cuda.StepRecord
	states  []float64
	sums    []int64
	tables  [][]float64
	kernels map[cuda.Kernel]cuda.HostKernel
}

// address is where a kernel finds what is in memory.
func address[T any](of []T) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(of))))
}

func newAlone(m *model, gravity [3]float32) *alone {
	n := len(m.points)
	a := &alone{model: m, of: m.table(1e-9, 1), clock: []cuda.Clock{{Limit: math.MaxInt32}},
		records: make([]cuda.StepRecord, 2), states: make([]float64, 2*m.words()),
		sums: make([]int64, 3*n), kernels: cuda.HostKernels(1)}
	copy(a.states, m.begin())
	for k := range a.records {
		a.records[k].At[0].Gravity = gravity
	}
	for _, of := range append(m.bytes(), m.empty()...) { // kernels read doubles
		words := make([]float64, (len(of)+7)/8)
		copy(sph.BytesOf(words), of)
		a.tables = append(a.tables, words)
	}
	places := make([]uint64, len(a.tables))
	for k := range places {
		places[k] = address(a.tables[k])
	}
	at(&a.of, places)
	a.of.States, a.of.Sums = address(a.states), address(a.sums)
	return a
}

func (a *alone) run(kernel cuda.KernelOf[cuda.FlexArgs], sub, n int) {
	args := cuda.FlexArgs{Clock: address(a.clock), Records: address(a.records), Of: a.of,
		Sub: int32(sub), Half: 1}
	a.kernels[cuda.Kernel(kernel)].Run(unsafe.Pointer(&args), 0, n)
}

// step does a step of a length [s].
func (a *alone) step(dt float32) {
	a.records[0].Length, a.records[1].Length = dt, dt
	n, boxes := len(a.points), leaves(len(a.touches))
	a.run(cuda.FlexLeaf, 0, boxes)
	a.run(cuda.FlexBranch, 0, leaves(boxes))
	a.run(cuda.FlexNear, 0, a.contacts.Listed)
	a.run(cuda.FlexTake, 0, n)
	a.run(cuda.FlexBegin, 0, n+a.reacts())
	for sub := range a.steps {
		a.run(cuda.FlexStrain, sub, n)
		a.run(cuda.FlexMove, sub, n+a.reacts())
	}
	a.clock[0].First++ // the next step is the first of a period, too
	runtime.KeepAlive(a)
}

// state is what the next step begins with.
func (a *alone) state() []float64 {
	n := a.words()
	return a.states[int(a.clock[0].First&1)*n:][:n]
}

// readings are those of samples: of each part, and where marks are.
func (a *alone) readings() []float64 {
	n := cuda.FlexReadings*len(a.parts) + 3*len(a.marks)
	out := make([]float64, n)
	moment := []cuda.Moment{{Due: 1}}
	args := cuda.FlexedArgs{Clock: address(a.clock), Moment: address(moment),
		Records: address(a.records), Of: a.of, Out: address(out)}
	a.kernels[cuda.Kernel(cuda.FlexEnergy)].Run(unsafe.Pointer(&args), 0, len(a.points))
	a.kernels[cuda.Kernel(cuda.Flexed)].Run(unsafe.Pointer(&args), 0,
		cuda.FlexReadings*len(a.parts)+len(a.marks))
	runtime.KeepAlive(moment)
	runtime.KeepAlive(a)
	return out
}
