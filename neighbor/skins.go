package neighbor

import (
	"gpusph/cuda"
	"gpusph/gpu"
)

// displacementMax is how far a particle may be from its predicted position [m].
func (l *List) displacementMax() float32 { return float32(MaxDisplacement * l.grid.Edge) }

// extrapolation gives the fields of cuda.SkinCheckArgs for a check of a number of steps, to the
// middle of the last one. With remainders a position is within half a quantum of where the particle
// is, after any number of steps. So a displacement is off by half a quantum at both ends, and by
// another half in the middle of the last step.
func (l *List) extrapolation(steps int) (horizon, drift, rounding float32) {
	m, step := float64(steps), l.period.DtMax
	if steps == 0 {
		return 0, 0, 0
	}
	if steps > 1 {
		rounding = float32(1.5 * l.grid.Quantum)
	}
	// whole steps there are before the middle of the last
	rounding += float32((m-1)*l.period.Drift + l.bend())
	return float32((m - 0.5) * step), float32(m * (m - 1) / 2 * step * step), rounding
}

// bend is how far an acceleration takes a wall that moves in half of the longest step [m]: a wall
// is where its motion says, while in the first half of a step a particle of fluid keeps its
// velocity.
func (l *List) bend() float64 { return l.WallAccel * l.period.DtMax * l.period.DtMax / 8 }

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
		Grid: grid, Blocks: blocks, Start: l.start, Pos: p.Pos, Vel: p.Vel, Motion: l.motion(),
		Work: l.work(), Maxima: maxima, Clock: clock,
		Prediction: l.prediction(), Fastest: float32(min(l.predictionLimit()/max(l.period.Half, 1e-30),
			1e30)), Quantum: float32(l.grid.Quantum),
		SkinTime: float32(l.period.SkinTime), Slack: float32(l.period.Slack),
		SkinMax: float32(l.period.SkinMax), Bin: float32(1 / l.period.Bin),
		PerFew:          float32(1 / max(l.Sparse, 1e-9)),
		DisplacementMax: l.displacementMax(), WallAccel: float32(l.WallAccel),
	}
	if walls {
		skins.Walls = 1
	}
	skins.Horizon, skins.Drift, skins.Rounding = l.extrapolation(steps)
	skins.Rounding += float32(l.grid.Quantum) // of the predicted positions
	gpu.Launch(s, cuda.BlockVelocity, skins, 0, block*block*all)
	gpu.Launch(s, cuda.NeighbourhoodBoxes, cuda.BlocksArgs{Blocks: blocks}, 0, all)
	gpu.Launch(s, cuda.Skins, skins, (from-1)*each, (to+1)*each) // the ring has no owner
	active, tiles := l.activeArgs(walls), l.tiles()
	gpu.Launch(s, cuda.Active, active, 0, 32*tiles)
	s.Scan(active.Place, active.Place, 2*tiles)
	gpu.Launch(s, cuda.Columns, active, 0, max(32*tiles, l.window.Layers+1, sortGroup))
}

// tiles is how many groups of 32 the sorted particles fill.
func (l *List) tiles() int { return max((l.sorted+31)/32, 1) }

// activeArgs tells kernels which particles are active.
func (l *List) activeArgs(walls bool) cuda.ActiveArgs {
	tiles := l.tiles()
	active := cuda.ActiveArgs{
		Grid: l.grid.window(l.window), Blocks: l.blocks(), Start: l.start, Pos: l.predictedPos,
		Tiles: l.index, Place: l.index + gpu.Ptr(8*tiles), Column: l.order,
		ColumnsBefore: l.offsets.Ptr + gpu.Ptr(l.columnsOffset()), Particles: int32(l.sorted),
		Count: int32(tiles),
	}
	if walls {
		active.Walls = 1
	}
	return active
}

// CheckSkins raises, in maxima (a cuda.Maxima), the use of the skins and the displacements
// along the split axis, of the slices that the device owns. It checks a number of steps,
// the first of which begins with these positions and velocities. It does nothing where the
// clock (a cuda.Clock) says that this step is not to be done or has been verified.
func (l *List) CheckSkins(s gpu.Stream, pos, vel, maxima, clock gpu.Ptr, step, ahead int) {
	blocks := l.blocks()
	args := cuda.SkinCheckArgs{
		Grid: l.grid.window(l.window), Blocks: blocks,
		Start: l.start, Pos: pos, PredictedPos: l.predictedPos, Vel: vel, Maxima: maxima, Clock: clock,
		Step:         int32(step),
		HalfStepPart: float32(1 / float64(2*ahead-1)), Quantum: float32(l.grid.Quantum),
		DisplacementMax: l.displacementMax(),
		WallAccel:       float32(l.WallAccel), Bend: float32(l.bend()),
	}
	args.Horizon, args.Drift, args.Rounding = l.extrapolation(ahead)
	n := l.share(l.last.Fluid, block*block)
	args.Threads = int32(n)
	gpu.Launch(s, cuda.BlockDisplacement, args, 0, n)
	n = l.share(l.last.Near, 1)
	gpu.Launch(s, cuda.NeighbourhoodBoxes,
		cuda.BlocksArgs{Blocks: blocks, Clock: clock, Step: int32(step), Threads: int32(n)}, 0, n)
	n = l.share(l.last.Wet, 1)
	args.Threads = int32(n)
	gpu.Launch(s, cuda.SkinUse, args, 0, n)
}

// Receive takes the numbers of blocks that Publish has written. They change nothing but
// the number of threads in the steps that follow.
func (l *List) Receive(n cuda.Numbers) { l.last, l.received = n, true }

// share is the number of threads to launch for a given number of blocks, n for each. The number of
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

// MotionBins is the number of bins of cuda.Motion; BINS in boxes.h.
const MotionBins = len(cuda.Motion{}.Bins)

// block is how many cells a block has along the axes of a layer; BLOCK in boxes.h.
const (
	blockShift = 2
	block      = 1 << blockShift
)

// InReach is how many particles of fluid are in reach of a block where all is full of it, if a cell
// has that many along each of two or three axes.
func InReach(alongCell float64, axes int) float64 {
	layers, across := (2*Reach+1)*alongCell, 3*block*alongCell
	if axes == 2 {
		return layers * across
	}
	return layers * across * across
}

// layerBlocks is the number of blocks in a layer.
func (l *List) layerBlocks() int { return l.grid.layerBlocks() }

func (g *Grid) layerBlocks() int { return g.blocksAlong(g.planeAxis) * g.blocksAlong(g.rowAxis) }

// blocksAlong is how many blocks there are along an axis. None is of the ring's last cells only
// where these are empty.
func (g *Grid) blocksAlong(axis int) int {
	if g.period[axis] > 0 {
		return (g.Cells[axis] + block - 1) / block
	}
	return (g.Cells[axis] - Reach + block - 1) / block
}

func (l *List) blocks() cuda.Blocks {
	all := l.window.Layers * l.layerBlocks()
	planeCells, rowCells := l.grid.Cells[l.grid.planeAxis], l.grid.Cells[l.grid.rowAxis]
	return cuda.Blocks{
		Fluids: l.lists, Nears: l.lists + gpu.Ptr(4*all), Wets: l.lists + gpu.Ptr(8*all),
		Numbers: l.Numbers(),
		Own:     l.own, Near: l.near, Skin: l.skin, Flags: l.flags,
		PlaneBlocks: int32(l.grid.blocksAlong(l.grid.planeAxis)),
		RowBlocks:   int32(l.grid.blocksAlong(l.grid.rowAxis)),
		PlaneCells:  int32(planeCells), RowCells: int32(rowCells),
	}
}
