package neighbor

import (
	"encoding/binary"
	"errors"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Particles are arrays of particles in a device's memory.
type Particles struct {
	Pos gpu.Ptr // x, y, z in quanta, and type and body (see vec.h), as int32
	Vel gpu.Ptr // vx, vy, vz [m/s], ρ/ρ0 - 1 as float32
	ID  gpu.Ptr // uint32
}

// Bytes per particle of the arrays of Particles, and of packed positions.
const (
	PosBytes, VelBytes, IDBytes = 16, 16, 4
	PackedBytes                 = 8
)

// Padding is how many particles beyond the last the host's vectors read of positions.
const Padding = 32

// Window is the slices that a device sees: those it owns and those in reach on each
// side, whose particles are copies of its neighbours'.
type Window struct {
	From, To       int // all
	OwnFrom, OwnTo int // owned
	First, Layers  int // the layers that these are of
}

// Window is the window of a device that owns the slices [from, to).
func (g *Grid) Window(from, to int) Window {
	w := Window{From: max(from-g.Edges(), 0), To: min(to+g.Edges(), g.Slices()), OwnFrom: from, OwnTo: to}
	w.First = w.From / g.PerLayer
	w.Layers = (w.To+g.PerLayer-1)/g.PerLayer - w.First
	return w
}

// Slices is how many slices the device sees.
func (w *Window) Slices() int { return w.To - w.From }

// window is what a device sees, as kernels take it.
func (g *Grid) window(w Window) cuda.Grid {
	return cuda.Grid{
		Stride: g.stride, Limit: g.limit, Shift: int32(g.Shift), Axis: int32(g.Axis),
		RowAxis: int32(g.rowAxis), PlaneAxis: int32(g.planeAxis), First: int32(w.First), Layers: int32(w.Layers),
		PerLayer: int32(g.PerLayer), RowShift: int32(g.rowShift), From: int32(w.From), To: int32(w.To),
		OwnFrom: int32(w.OwnFrom), OwnTo: int32(w.OwnTo), Edge: int32(g.Edges()),
	}
}

// ownLayers are the layers of the window [from, to) that have slices that the device owns.
func (l *List) ownLayers() (from, to int) {
	w := &l.window
	return w.OwnFrom/l.grid.PerLayer - w.First, (w.OwnTo+l.grid.PerLayer-1)/l.grid.PerLayer - w.First
}

// Period is the time that lists are made for. They are made for the positions that
// particles will have in its middle if they keep their velocities. Skins need to
// allow for the displacements from there only, which are half of the whole.
type Period struct {
	Half     float64 // from its beginning to its middle [s]
	SkinTime float64 // of relative motion from the middle on, which skins allow for [s]
	Slack    float64 // skin beyond that [m]
	SkinMax  float64 // bounds skins, and predicted displacements too [m]
	DtMax    float64 // longest step [s]
	Bin      float64 // width of a bin of Motion [m/s]
}

// MaxDisplacement is the part of a cell that a particle may be from its predicted
// position in the middle of a step. The rest of the step adds MaxStepDisplacement at
// most, and the prediction for the next lists a third of a cell. So the particle is
// then in the same cell or in one next to it.
const MaxDisplacement, MaxStepDisplacement = 0.5, 0.16

// List sorts the particles of one device and lists their neighbours.
type List struct {
	Capacity int // entries per active particle, a multiple of 8

	grid      Grid
	device    gpu.Device
	window    Window
	period    Period
	last      cuda.Numbers // of blocks, of the last lists that they were received of
	received  bool
	particles int // room for
	cells     int // room for
	bytes     int // room for entries

	entries, counts, tasks        gpu.Ptr // per active particle, particle and particle; see list.h and active.h
	index, order                  gpu.Ptr // per particle; after they are sorted, tiles and places, or keys, and columns
	predictedPos                  gpu.Ptr // per particle; while they are sorted, keys, cells and slots
	sorted                        int     // particles, with those that are discarded
	start, leftDomain             gpu.Ptr // per cell; one
	own, near, skin, flags, lists gpu.Ptr // per block; see skincheck.h
	sums                          gpu.Ptr // a Motion, Numbers and per slice the work
	offsets                       gpu.Shared
}

// NewList makes a List for particles on a device. offsets is memory for g.OffsetsBytes().
func NewList(d gpu.Device, g Grid, offsets gpu.Shared) (*List, error) {
	l := &List{grid: g, device: d, offsets: offsets}
	var err error
	l.leftDomain, err = d.Alloc(4)
	return l, err
}

// OffsetsBytes is the memory in which a List on such a grid tells where slices begin.
func (g *Grid) OffsetsBytes() int { return 4 * (g.Slices() + 4 + 2*g.Layers() + 2) }

// BytesPerParticle is the memory that a List takes for each particle. That of cells, and of entries (see
// BytesPerActive), is not in it.
const BytesPerParticle = 4 + taskBytes + 4 + 4 + PosBytes

// BytesPerActive is the memory of the entries of a particle that may be active, in lists of a capacity.
func BytesPerActive(capacity int) int { return 2 * capacity }

const taskBytes = int(unsafe.Sizeof(cuda.Task{}))

const sumsBytes = int(unsafe.Sizeof(cuda.Motion{}) + unsafe.Sizeof(cuda.Numbers{}))

func (l *List) motion() gpu.Ptr { return l.sums }

// Numbers is where the numbers of blocks are, a cuda.Numbers.
func (l *List) Numbers() gpu.Ptr { return l.sums + gpu.Ptr(unsafe.Sizeof(cuda.Motion{})) }
func (l *List) work() gpu.Ptr    { return l.sums + gpu.Ptr(sumsBytes) }

// Holds says whether there is room for so much.
func (l *List) Holds(particles, active int, w Window, capacity int) bool {
	return capacity == l.Capacity && particles <= l.particles && entriesBytes(active, capacity) <= l.bytes && w.Layers*l.grid.LayerCells()+2 <= l.cells
}

// columnsOf is how many columns particles take. Between fluid and walls some columns may be empty.
func columnsOf(particles int) int { return (particles+31)/32*32 + sortGroup }

func entriesBytes(active, capacity int) int { return columnsOf(active) * BytesPerActive(capacity) }

// Reserve makes room for a number of particles, of which so many are active at most, for
// layers, and for entries per active particle. What the list held is lost.
func (l *List) Reserve(particles, active, layers, capacity int) error {
	var errs []error
	grow := func(p *gpu.Ptr, bytes int) {
		if *p != 0 {
			l.device.Free(*p)
			*p = 0
		}
		q, err := l.device.Alloc(bytes)
		*p = q
		errs = append(errs, err)
	}
	if bytes := entriesBytes(active, capacity); bytes > l.bytes {
		grow(&l.entries, bytes)
		l.bytes = bytes
	}
	l.Capacity = capacity
	if tiles := columnsOf(particles); particles > l.particles || l.index == 0 {
		grow(&l.counts, tiles*4)
		grow(&l.tasks, tiles*taskBytes)
		grow(&l.index, (tiles+sortGroup)*4)
		grow(&l.order, tiles*4)
		grow(&l.predictedPos, (particles+Padding)*PosBytes)
		l.particles = particles
	}
	if cells := layers*l.grid.LayerCells() + 2; cells > l.cells {
		grow(&l.start, cells*4)
		grow(&l.own, layers*l.layerBlocks()*64)
		grow(&l.near, layers*l.layerBlocks()*64)
		grow(&l.skin, layers*l.layerBlocks()*8)
		grow(&l.flags, layers*l.layerBlocks())
		grow(&l.lists, 3*layers*l.layerBlocks()*4)
		grow(&l.sums, sumsBytes+max(layers*l.grid.PerLayer, MotionBins)*4)
		l.cells = cells
	}
	return errors.Join(errs...)
}

// Free gives the memory back.
func (l *List) Free() {
	for _, p := range []gpu.Ptr{l.entries, l.counts, l.tasks, l.index, l.order, l.predictedPos, l.start, l.leftDomain, l.own, l.near, l.skin, l.flags, l.lists, l.sums} {
		if p != 0 {
			l.device.Free(p)
		}
	}
}

// Sort copies those of n particles of in that are in the window to out, in the
// order of the cells in which they will be in the middle of a period, and their
// positions to packed. Offsets tells how many there are, once it is done.
func (l *List) Sort(s gpu.Stream, w Window, in, out Particles, packed gpu.Ptr, n int, period Period) {
	l.window, l.period, l.sorted = w, period, n
	grid := l.grid.window(w)
	prediction := l.prediction()
	key := l.predictedPos
	cell := key + gpu.Ptr(8*l.particles)
	slot := cell + gpu.Ptr(4*l.particles)
	discard := w.Layers * l.grid.LayerCells() // as discardCell in hash.h
	kept := l.start + gpu.Ptr(discard*4)
	s.Fill(l.start, 0, (discard+2)*4)
	gpu.Launch(s, cuda.Hash, cuda.HashArgs{
		Grid: grid, Prediction: prediction, Pos: in.Pos, Vel: in.Vel, Cell: cell, Slot: slot, Count: l.start, LeftDomain: l.leftDomain,
	}, 0, n)
	s.Scan(l.start, l.start, discard+1)
	gpu.Launch(s, cuda.Scatter, cuda.ScatterArgs{
		Grid: grid, Prediction: prediction, Pos: in.Pos, Vel: in.Vel, Id: in.ID, Cell: cell, Slot: slot,
		Start: l.start, Key: key, Index: l.index,
	}, 0, n)
	gpu.Launch(s, cuda.Rank, cuda.RankArgs{
		Cell: cell, Start: l.start, Key: key, Index: l.index, Order: l.order, Kept: kept,
	}, 0, n)
	gpu.Launch(s, cuda.Reorder, cuda.ReorderArgs{
		Grid: grid, Prediction: prediction, Order: l.order, Kept: kept,
		Pos: in.Pos, Vel: in.Vel, Id: in.ID,
		PosOut: out.Pos, VelOut: out.Vel, IdOut: out.ID, Packed: packed, PredictedPos: l.predictedPos,
	}, 0, n)
	gpu.Launch(s, cuda.Slices, cuda.SlicesArgs{
		Start: l.start, LeftDomain: l.leftDomain, Out: l.offsets.Ptr,
		Stride: int32(l.grid.LayerCells()), Rows: l.grid.stride[l.grid.planeAxis] << l.grid.rowShift,
		PerLayer: int32(l.grid.PerLayer), Skipped: int32(w.From - w.First*l.grid.PerLayer), Slices: int32(w.Slices()),
	}, 0, w.Slices()+2)
}

// ahead says where lists expect particles.
func (l *List) prediction() cuda.Prediction {
	return cuda.Prediction{
		QuantaPerSpeed: float32(l.period.Half / l.grid.Quantum), Limit: float32(l.predictionLimit() / l.grid.Quantum),
	}
}

// predictionLimit is how far from where it is a particle is expected at most [m].
func (l *List) predictionLimit() float64 { return min(l.period.SkinMax, l.grid.Edge/3) }

// displacementMax is how far a particle may be from its predicted position [m].
func (l *List) displacementMax() float32 { return float32(MaxDisplacement * l.grid.Edge) }

// extrapolation gives the fields of cuda.SkinCheckArgs for a check of a number of steps, to the middle of the last one.
func (l *List) extrapolation(steps int) (horizon, drift, rounding float32) {
	m, step := float64(steps), l.period.DtMax
	if steps == 0 {
		return 0, 0, 0
	}
	return float32((m - 0.5) * step), float32(m * (m - 1) / 2 * step * step), float32((m - 1) * l.grid.Quantum)
}

// Offsets tells where each slice of the window begins in the sorted arrays, and
// after the last the number of particles; and how many particles that this
// device owned have left the domain since the beginning. Sort is done.
func (l *List) Offsets() (offsets []int, leftDomain int) {
	offsets = make([]int, l.window.Slices()+1)
	at := func(i int) int { return int(binary.LittleEndian.Uint32(l.offsets.Bytes[4*i:])) }
	for i := range offsets {
		offsets[i] = at(i)
	}
	return offsets, at(l.window.Slices() + 1)
}

// Activate finds the particles that take part in steps, among those that Sort has sorted, and
// the skins of the lists. With walls, walls take part where fluid is in reach of them. Active says
// how many there are, once this is done.
//
// In maxima (a cuda.Maxima) it raises the use of the skins at the beginning of the period and
// the displacements along the split axis. As CheckSkins does, it verifies a number of steps. If
// the number is 0, or the clock (a cuda.Clock) has no acceleration yet, no step is verified.
func (l *List) Activate(s gpu.Stream, p Particles, walls bool, maxima, clock gpu.Ptr, steps int) {
	all, each := l.window.Layers*l.layerBlocks(), l.layerBlocks()
	from, to := l.ownLayers()
	grid, blocks := l.grid.window(l.window), l.blocks()
	s.Fill(l.sums, 0, sumsBytes+4*l.window.Slices())
	skins := cuda.SkinsArgs{
		Grid: grid, Blocks: blocks, Start: l.start, Pos: p.Pos, Vel: p.Vel, Motion: l.motion(), Work: l.work(), Maxima: maxima, Clock: clock,
		Prediction: l.prediction(), Fastest: float32(min(l.predictionLimit()/max(l.period.Half, 1e-30), 1e30)), Quantum: float32(l.grid.Quantum),
		SkinTime: float32(l.period.SkinTime), Slack: float32(l.period.Slack), SkinMax: float32(l.period.SkinMax), Bin: float32(1 / l.period.Bin),
		DisplacementMax: l.displacementMax(),
	}
	if walls {
		skins.Walls = 1
	}
	skins.Horizon, skins.Drift, skins.Rounding = l.extrapolation(steps)
	skins.Rounding += float32(l.grid.Quantum) // of where particles are expected
	gpu.Launch(s, cuda.BlockVelocity, skins, 0, block*block*all)
	gpu.Launch(s, cuda.NeighbourhoodBoxes, cuda.BlocksArgs{Blocks: blocks}, 0, all)
	gpu.Launch(s, cuda.Skins, skins, from*each, to*each)
	tiles := max((l.sorted+31)/32, 1)
	active := cuda.ActiveArgs{
		Grid: grid, Blocks: blocks, Start: l.start, Pos: l.predictedPos, Tiles: l.index, Place: l.index + gpu.Ptr(8*tiles), Column: l.order,
		ColumnsBefore: l.offsets.Ptr + gpu.Ptr(l.columnsOffset()), Particles: int32(l.sorted), Count: int32(tiles), Walls: skins.Walls,
	}
	gpu.Launch(s, cuda.Active, active, 0, 32*tiles)
	s.Scan(active.Place, active.Place, 2*tiles)
	gpu.Launch(s, cuda.Columns, active, 0, max(32*tiles, l.window.Layers+1, sortGroup))
}

// columnsOffset is where in offsets the columns of fluid and of walls are, before each
// layer of the window and in all.
func (l *List) columnsOffset() int { return (l.window.Slices() + 2 + 1) / 2 * 8 }

func (l *List) columnsBefore(layer int) (fluid, walls int) {
	at := l.offsets.Bytes[l.columnsOffset()+8*layer:]
	return int(binary.LittleEndian.Uint32(at)), int(binary.LittleEndian.Uint32(at[4:]))
}

// Active is all columns, one for each active particle. Activate is done.
func (l *List) Active() cuda.Part {
	fluid, walls := l.columnsBefore(l.window.Layers)
	return cuda.Part{Fluids: int32(fluid), Wall: int32(wholeSortGroups(fluid)), Walls: int32(walls)}
}

// wholeSortGroups is columns rounded up.
func wholeSortGroups(columns int) int { return (columns + sortGroup - 1) / sortGroup * sortGroup }

// Parts cuts the active particles into parts of about as much work each, between layers, as many
// as asked for or fewer. A list has particles of its own part and of the parts next to it only.
// All particles at an edge of the device are in the first or the last part. Activate is done.
func (l *List) Parts(most int) []cuda.Part {
	for n := most; n > 1; n-- {
		if parts := l.cut(n); parts != nil {
			return parts
		}
	}
	return []cuda.Part{l.Active()}
}

// cut makes a number of parts. It returns nil if there are too few layers, or if a part would have
// hardly any work. A part has at least as many layers as lists reach, and one more at an edge, where
// slices may be parts of a layer.
func (l *List) cut(n int) []cuda.Part {
	all := l.Active()
	from, to := l.ownLayers()
	parts := make([]cuda.Part, n)
	next := cuda.Part{Wall: all.Wall}
	layer := from + Reach + 1
	for k := range n - 1 {
		last := to - (Reach + 1) - Reach*(n-2-k) // that leaves enough for the others
		for layer < last && work(l.partBefore(layer)) < (k+1)*work(all)/n || layer <= last && !l.separates(layer) {
			layer++
		}
		if layer > last {
			return nil
		}
		before := l.partBefore(layer)
		parts[k] = cuda.Part{Fluid: next.Fluid, Fluids: before.Fluids - next.Fluid, Wall: next.Wall, Walls: all.Wall + before.Walls - next.Wall}
		next.Fluid, next.Wall = before.Fluids, all.Wall+before.Walls
		layer += Reach
	}
	next.Fluids, next.Walls = all.Fluids-next.Fluid, all.Wall+all.Walls-next.Wall
	parts[n-1] = next
	for _, p := range parts {
		if work(p)*n*leastShare < work(all) {
			return nil
		}
	}
	return parts
}

// leastShare bounds the work of a part from below: a leastShare-th of the mean.
const leastShare = 4

// work is what there is to do for a part.
func work(p cuda.Part) int { return cuda.FluidWork*int(p.Fluids) + cuda.WetWork*int(p.Walls) }

// partBefore is the active particles before a layer of the window.
func (l *List) partBefore(layer int) cuda.Part {
	fluid, walls := l.columnsBefore(layer)
	return cuda.Part{Fluids: int32(fluid), Wall: l.Active().Wall, Walls: int32(walls)}
}

// separates says whether the tasks before a layer come before all others. In a sort group they do
// if its tasks are of no more than sixteen layers (see keyOf in cuda/active.h).
func (l *List) separates(layer int) bool {
	all := l.Active()
	before, behind := l.partBefore(max(layer-8, 0)), l.partBefore(min(layer+8, l.window.Layers))
	at := l.partBefore(layer)
	within := func(from, at, to, all int32) bool {
		first := at / sortGroup * sortGroup
		return at == first || from <= first && to >= min(first+sortGroup, all)
	}
	return within(before.Fluids, at.Fluids, behind.Fluids, all.Fluids) && within(before.Walls, at.Walls, behind.Walls, all.Walls)
}

// Build lists the neighbours of the active particles: all that may come nearer than
// the support [m] while the skins suffice. A particle whose neighbours do not fit gets
// no list, which costs time only, and entriesNeeded (a uint32) is raised to the entries
// that would do.
func (l *List) Build(s gpu.Stream, support float64, entriesNeeded gpu.Ptr) {
	args := cuda.NeibsArgs{
		Grid: l.grid.window(l.window), Blocks: l.blocks(), List: l.Args(), Pos: l.predictedPos,
		Column: l.order, Counts: l.counts, Keys: l.index,
		EntriesNeeded: entriesNeeded, Support: float32(support), PerQuantum: float32(1 / l.grid.Quantum),
	}
	columns := wholeSortGroups(l.sorted) + sortGroup
	gpu.Launch(s, cuda.Neibs, args, 0, columns)
	gpu.Launch(s, cuda.Tasks, args, 0, columns)
}

// sortGroup is the number of columns whose tasks are put in order together; SORT_GROUP in active.h.
const sortGroup = 128

// Columns is where the particles of the columns are.
func (l *List) Columns() gpu.Ptr { return l.order }

// CheckSkins raises, in maxima (a cuda.Maxima), the use of the skins and the displacements
// along the split axis, of the slices that the device owns. It checks a number of steps,
// the first of which begins with these positions and velocities. It does nothing where the
// clock (a cuda.Clock) says that this step is not to be done or has been verified.
func (l *List) CheckSkins(s gpu.Stream, pos, vel, maxima, clock gpu.Ptr, step, ahead int) {
	blocks := l.blocks()
	args := cuda.SkinCheckArgs{
		Grid: l.grid.window(l.window), Blocks: blocks,
		Start: l.start, Pos: pos, PredictedPos: l.predictedPos, Vel: vel, Maxima: maxima, Clock: clock, Step: int32(step),
		HalfStepPart: float32(1 / float64(2*ahead-1)), Quantum: float32(l.grid.Quantum), DisplacementMax: l.displacementMax(),
	}
	args.Horizon, args.Drift, args.Rounding = l.extrapolation(ahead)
	n := l.share(l.last.Fluid, block*block)
	args.Threads = int32(n)
	gpu.Launch(s, cuda.BlockDisplacement, args, 0, n)
	n = l.share(l.last.Near, 1)
	gpu.Launch(s, cuda.NeighbourhoodBoxes, cuda.BlocksArgs{Blocks: blocks, Clock: clock, Step: int32(step), Threads: int32(n)}, 0, n)
	n = l.share(l.last.Wet, 1)
	args.Threads = int32(n)
	gpu.Launch(s, cuda.SkinUse, args, 0, n)
}

// Receive takes the numbers of blocks that Publish has written. They change nothing but
// the number of threads in the steps that follow.
func (l *List) Receive(n cuda.Numbers) { l.last, l.received = n, true }

// share is the number of threads to launch for so many blocks, n for each. The number of
// blocks is that of earlier lists, so some more are launched.
func (l *List) share(blocks uint32, n int) int {
	all := l.window.Layers * l.layerBlocks()
	if l.received {
		all = min(all, int(blocks)+int(blocks)/8+64)
	}
	return (all*n + 31) / 32 * 32
}

// Publish writes the Motion of the slices that the device owns, the Numbers, and the work
// of each slice of the window where the host can read them. Activate has been launched.
func (l *List) Publish(s gpu.Stream, motionOut, numbersOut, workOut gpu.Ptr) {
	gpu.Launch(s, cuda.PublishLists, cuda.PublishListsArgs{
		Motion: l.motion(), Numbers: l.Numbers(), Work: l.work(),
		MotionOut: motionOut, NumbersOut: numbersOut, WorkOut: workOut,
	}, 0, max(l.window.Slices(), MotionBins))
}

// MotionBins is the number of bins of cuda.Motion; BINS in skincheck.h.
const MotionBins = len(cuda.Motion{}.Bins)

// block is how many cells a block has along the axes of a layer; BLOCK in skincheck.h.
const (
	blockShift = 2
	block      = 1 << blockShift
)

// layerBlocks is the number of blocks in a layer.
func (l *List) layerBlocks() int {
	return ((l.grid.Cells[l.grid.planeAxis] + block - 1) / block) * ((l.grid.Cells[l.grid.rowAxis] + block - 1) / block)
}

func (l *List) blocks() cuda.Blocks {
	all := l.window.Layers * l.layerBlocks()
	planeCells, rowCells := l.grid.Cells[l.grid.planeAxis], l.grid.Cells[l.grid.rowAxis]
	return cuda.Blocks{
		Fluids: l.lists, Nears: l.lists + gpu.Ptr(4*all), Wets: l.lists + gpu.Ptr(8*all), Numbers: l.Numbers(),
		Own: l.own, Near: l.near, Skin: l.skin, Flags: l.flags, PlaneBlocks: int32((planeCells + block - 1) / block), RowBlocks: int32((rowCells + block - 1) / block),
		PlaneCells: int32(planeCells), RowCells: int32(rowCells),
	}
}

// Args is the list as kernels take it.
func (l *List) Args() cuda.List {
	return cuda.List{
		Entries: l.entries, Tasks: l.tasks, Start: l.start, PredictedPos: l.predictedPos, Capacity: int32(l.Capacity),
		LayerStride: l.grid.stride[l.grid.Axis], RowStride: l.grid.stride[l.grid.planeAxis],
	}
}

// Radius2 is the square of a length [m] in quanta.
func (l *List) Radius2(radius float64) float32 {
	r := radius / l.grid.Quantum
	return float32(r * r)
}

// Probe sums W/W(0) and P W/W(0) over the fluid around each of n points
// (positions as in Particles.Pos) in slices that the device owns, into pairs of
// float32 at out.
func (l *List) Probe(s gpu.Stream, p Particles, physics cuda.Physics, points, out gpu.Ptr, n int) {
	gpu.Launch(s, cuda.Probe, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window),
		Pos: p.Pos, Vel: p.Vel, Start: l.start, Point: points, Out: out,
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, 0, n)
}

// WallPressure writes the pressure [Pa] at the particles [from, to) as float32 to out: at walls, that
// of the fluid around them; at fluid, 0. The lists are fresh.
func (l *List) WallPressure(s gpu.Stream, p Particles, physics cuda.Physics, out gpu.Ptr, from, to int) {
	gpu.Launch(s, cuda.WallPressure, cuda.ProbeArgs{
		P: physics, Grid: l.grid.window(l.window),
		Pos: p.Pos, Vel: p.Vel, Start: l.start, Out: out - gpu.Ptr(4*from),
		ToSupport: physics.ToSupport * float32(l.grid.Quantum/l.grid.Unit),
	}, from, to)
}

// Entries counts the neighbours that the lists hold. It waits for the stream.
func (l *List) Entries(s gpu.Stream) (int, error) {
	all := l.Active()
	counts := make([]byte, 4*(all.Wall+all.Walls))
	s.Download(counts, l.counts)
	err := s.Sync()
	total := 0
	for i := 0; i < len(counts); i += 4 {
		c := binary.LittleEndian.Uint32(counts[i:])
		total += int(c&0xfff + c>>12&0xfff) // fluidsOf and wallsOf in list.h
	}
	return total, err
}
