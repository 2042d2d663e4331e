package device

import (
	"math"
	"runtime"
	"unsafe"

	"gpusph/cuda"
)

// alone is lines that a kernel moves on the processor, with one lane, without a flow. So their
// states at time 0 are the same whatever devices go on with them.
type alone struct {
	*model
	of      cuda.LineTable
	clock   []cuda.Clock
	records []cuda.StepRecord
	bodies  []cuda.BodyMotion // of even and of odd steps, with 0
	motion  cuda.MotionTable
	states  []float64
	middle  []float64
	room    []float64
	sums    []int64
	relax   float64
	swing   float64   // greatest kinetic energy, of tests [J]
	errors  []float64 // of tests
	kernels map[cuda.Kernel]cuda.HostKernel
}

// newAlone is lines in a state, with bodies that stand where they are. of has what the flow says of
// the fluid.
func newAlone(m *model, of cuda.LineTable, begin []float64, bodies int,
	gravity [3]float32) *alone {
	a := &alone{
		model: m, of: of, clock: []cuda.Clock{{Limit: math.MaxInt32}},
		records: make([]cuda.StepRecord, 2), bodies: make([]cuda.BodyMotion, 2*(bodies+1)),
		states: make([]float64, 2*m.words()), middle: make([]float64, 3*m.pulls+1),
		room: make([]float64, m.roomWords()), sums: make([]int64, cuda.NodeSums*len(m.nodes)),
		kernels: cuda.HostKernels(1),
	}
	copy(a.states, begin)
	for k := range a.records {
		a.records[k].At[0].Gravity, a.records[k].At[1].Gravity = gravity, gravity
	}
	t := &a.of
	t.Nodes, t.Segments, t.Links = address(m.nodes), address(m.segments), address(m.links)
	t.Sets, t.Lines, t.States = address(m.sets), address(m.rows), address(a.states)
	t.Middle, t.Room, t.Sums = address(a.middle), address(a.room), address(a.sums)
	if len(m.heights) > 0 {
		t.Bed.Heights = address(m.heights)
	}
	a.motion = cuda.MotionTable{At: address(a.bodies), Count: int32(bodies + 1)}
	return a
}

// address is where a kernel finds what is in memory.
func address[T any](of []T) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(of))))
}

// step does a step of a length [s].
func (a *alone) step(dt float32) {
	a.records[0].Length, a.records[1].Length = dt, dt
	args := cuda.LinesArgs{Clock: address(a.clock), Records: address(a.records), Motion: a.motion,
		Of: a.of, Relax: a.relax, Begins: 1}
	a.kernels[cuda.Kernel(cuda.Lines)].Run(unsafe.Pointer(&args), 0,
		cuda.LineThreads*len(a.sets))
	a.clock[0].First++ // the next step is the first of a period, too
	runtime.KeepAlive(a)
}

// state is what the next step begins with.
func (a *alone) state() []float64 {
	n := a.words()
	return a.states[int(a.clock[0].First&1)*n:][:n]
}

// readings are those of each line, as samples have them.
func (a *alone) readings() []float64 {
	out := make([]float64, cuda.LineReadings*len(a.rows)+3*len(a.nodes))
	moment := []cuda.Moment{{Due: 1}}
	args := cuda.LinedArgs{Clock: address(a.clock), Moment: address(moment),
		Records: address(a.records), Of: a.of, Out: address(out)}
	a.kernels[cuda.Kernel(cuda.Lined)].Run(unsafe.Pointer(&args), 0, len(a.rows)+len(a.nodes))
	runtime.KeepAlive(moment)
	runtime.KeepAlive(a)
	return out
}

// settle lets lines lose velocity until they are at rest.
func (a *alone) settle(rate, seconds float64, dt float32) {
	a.relax = rate
	for range int(seconds / float64(dt)) {
		a.step(dt)
	}
	a.relax = 0
}
