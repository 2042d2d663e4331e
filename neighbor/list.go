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

// Prediction is the time that lists are made for. They are made for the positions that
// particles will have in its middle if they keep their velocities. Skins need to
// allow for the displacements from there only, which are half of the whole.
type Prediction struct {
	Half     float64 // from its beginning to its middle [s]
	SkinTime float64 // of relative motion from the middle on, which skins allow for [s]
	Slack    float64 // skin beyond that [m]
	SkinMax  float64 // bounds skins, and predicted displacements too [m]
	DtMax    float64 // longest step [s]
	Drift    float64 // of a particle in a step, at most, beyond what its velocity makes [m]
	Bin      float64 // width of a bin of Motion [m/s]
}

// MaxDisplacement is the part of a cell that a particle may be from its predicted
// position in the middle of a step. The rest of the step adds MaxStepDisplacement at
// most, and the prediction for the next lists a third of a cell. So the particle is
// then in the same cell or in one next to it.
const MaxDisplacement, MaxStepDisplacement = 0.5, 0.16

// rooms is what memory of lists is enough for.
type rooms struct {
	particles, cells int
	bytes            int // of entries
}

// List sorts the particles of one device and lists their neighbours.
type List struct {
	Capacity  int     // entries per active particle, a multiple of 8
	WallAccel float64 // the greatest of walls that move, at any time [m/s²]
	Sparse    float64 // fluid particles in reach of a block below which its skins are longer
	Materials bool    // there are more than one: tasks say which particles have others around

	grid     Grid
	device   gpu.Device
	window   Window
	period   Prediction
	last     cuda.Numbers // of blocks, of the last lists that they were received of
	received bool
	rooms

	// per active particle, particle and particle; see list.h and active.h
	entries, counts, tasks gpu.Ptr
	// per particle; after they are sorted, tiles and places, or keys, and columns
	index, order gpu.Ptr
	predictedPos gpu.Ptr // per particle; while they are sorted, keys, cells and slots
	sorted       int     // particles, with those that are discarded
	// per cell; per kind, and behind them the numbers of images and of those in own slices
	start, leftDomain gpu.Ptr
	images            gpu.Ptr // see periodic.h
	imagesRoom        int     // 0 where no axis is periodic
	blockArrays
	sums    gpu.Ptr // a Motion, Numbers and per slice the work
	offsets gpu.Shared
}

// blockArrays are per block of 32 particles; see boxes.h.
type blockArrays struct {
	own, near, skin, flags, lists gpu.Ptr
}

// leftBytes is the memory of the counts of particles that have left the domain.
const leftBytes = 4 * cuda.LeftKinds

// NewList makes a List for particles on a device. offsets is memory for g.OffsetsBytes().
func NewList(d gpu.Device, g Grid, offsets gpu.Shared) (*List, error) {
	l := &List{grid: g, device: d, offsets: offsets}
	var err error
	l.leftDomain, err = d.Alloc(leftBytes + 8)
	return l, err
}

// BytesPerParticle is the memory that a List takes for each particle. That of cells, and of entries
// (see BytesPerActive), is not in it.
const BytesPerParticle = 4 + taskBytes + 4 + 4 + PosBytes

// BytesPerActive is the memory of the entries of a particle that may be active, in lists of a
// capacity.
func BytesPerActive(capacity int) int { return 2 * capacity }

const taskBytes = int(unsafe.Sizeof(cuda.Task{}))

const sumsBytes = int(unsafe.Sizeof(cuda.Motion{}) + unsafe.Sizeof(cuda.Numbers{}))

func (l *List) motion() gpu.Ptr { return l.sums }

// Numbers is where the numbers of blocks are, a cuda.Numbers.
func (l *List) Numbers() gpu.Ptr { return l.sums + gpu.Ptr(unsafe.Sizeof(cuda.Motion{})) }
func (l *List) work() gpu.Ptr    { return l.sums + gpu.Ptr(sumsBytes) }

// Holds reports whether there is room for so much.
func (l *List) Holds(particles, active int, w Window, capacity int) bool {
	return capacity == l.Capacity && particles <= l.particles &&
		entriesBytes(active, capacity) <= l.bytes && w.Layers*l.grid.LayerCells()+2 <= l.cells
}

// columnsOf is how many columns particles take. Between fluid and walls some columns may be empty.
func columnsOf(particles int) int { return (particles+31)/32*32 + sortGroup }

func entriesBytes(active, capacity int) int { return columnsOf(active) * BytesPerActive(capacity) }

// Reserve makes room for a number of particles, of which some are active, for
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
	for _, p := range []gpu.Ptr{l.entries, l.counts, l.tasks, l.index, l.order, l.predictedPos,
		l.start, l.leftDomain, l.images, l.own, l.near, l.skin, l.flags, l.lists, l.sums} {
		if p != 0 {
			l.device.Free(p)
		}
	}
}

// wholeSortGroups is columns rounded up.
func wholeSortGroups(columns int) int { return (columns + sortGroup - 1) / sortGroup * sortGroup }

// Build lists the neighbours of the active particles: all that may come nearer than
// the support [m] while the skins suffice. A particle whose neighbours do not fit gets
// no list, which costs time only. EntriesNeeded of maxima (a cuda.Maxima) is raised to the
// entries needed, or Unlisted is raised by one where no number of entries suffices.
func (l *List) Build(s gpu.Stream, support float64, maxima gpu.Ptr) {
	args := cuda.NeibsArgs{
		Grid: l.grid.window(l.window), Blocks: l.blocks(), List: l.Args(), Pos: l.predictedPos,
		Column: l.order, Counts: l.counts, Keys: l.index,
		Maxima: maxima, Support: float32(support), PerQuantum: float32(1 / l.grid.Quantum),
	}
	columns := wholeSortGroups(l.sorted) + sortGroup
	kernel := cuda.Neibs
	if l.Materials {
		kernel = cuda.NeibsOfMaterials
	}
	gpu.Launch(s, kernel, args, 0, columns)
	gpu.Launch(s, cuda.Tasks, args, 0, columns)
}

// sortGroup is the number of columns whose tasks are put in order together; SORT_GROUP in active.h.
const sortGroup = 128

// Columns is where the particles of the columns are.
func (l *List) Columns() gpu.Ptr { return l.order }

// Args is the list as kernels take it.
func (l *List) Args() cuda.List {
	return cuda.List{
		Entries: l.entries, Tasks: l.tasks, Start: l.start, PredictedPos: l.predictedPos,
		Capacity:    int32(l.Capacity),
		LayerStride: l.grid.stride[l.grid.Axis], RowStride: l.grid.stride[l.grid.planeAxis],
	}
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
