package cuda

// The kernels of grids; see the headers whose names begin with grid. Their names are those for
// double precision: Single, OfPressure, OfFaces and OfWalls give the others.
const (
	GridPredict     KernelOf[GridPredictArgs]     = "grid_predict"
	GridTemperature KernelOf[GridTemperatureArgs] = "grid_temperature"
	GridDivergence  KernelOf[GridDivergenceArgs]  = "grid_divergence"
	GridProject     KernelOf[GridProjectArgs]     = "grid_project"
	GridEnergies    KernelOf[GridSumArgs]         = "grid_energies"
	GridHeats       KernelOf[GridSumArgs]         = "grid_heats"
	GridResidual    KernelOf[GridIterationArgs]   = "grid_residual"
	GridDirection   KernelOf[GridIterationArgs]   = "grid_direction"
	GridUpdate      KernelOf[GridIterationArgs]   = "grid_update"
	GridJacobi      KernelOf[GridIterationArgs]   = "grid_jacobi"
	GridIntoLevel   KernelOf[GridLevelArgs]       = "grid_into_level"
	GridOutOfLevel  KernelOf[GridLevelArgs]       = "grid_out_of_level"
	GridRelax       KernelOf[GridLevelArgs]       = "grid_relax"
	GridRestrict    KernelOf[GridLevelArgs]       = "grid_restrict"
	GridProlong     KernelOf[GridLevelArgs]       = "grid_prolong"
	GridCoarsest    KernelOf[GridCoarsestArgs]    = "grid_coarsest"
	GridCollect     KernelOf[GridCollectArgs]     = "grid_collect"
	GridSolveBegin  KernelOf[GridScalarArgs]      = "grid_solve_begin"
	GridSolveAlpha  KernelOf[GridScalarArgs]      = "grid_solve_alpha"
	GridSolveBeta   KernelOf[GridScalarArgs]      = "grid_solve_beta"
	GridSolveCount  KernelOf[GridScalarArgs]      = "grid_solve_count"

	// Of stretched grids.
	GridPrecondition  KernelOf[GridIterationArgs] = "grid_precondition"
	GridDescend       KernelOf[GridIterationArgs] = "grid_descend"
	GridSolveFlexible KernelOf[GridScalarArgs]    = "grid_solve_flexible"

	AirSweepX   KernelOf[AirSweepArgs]  = "air_sweep_x"
	AirSweepZ   KernelOf[AirSweepArgs]  = "air_sweep_z"
	AirSums     KernelOf[AirSumArgs]    = "air_sums"
	AirFields   KernelOf[AirFieldsArgs] = "air_fields"
	SetAirClock KernelOf[AirClockArgs]  = "air_clock"
)

// Single is the kernel of a grid in single precision.
func Single[A any](k KernelOf[A]) KernelOf[A] { return k + "_single" }

// GridIteration is a kernel of the iterations of a solver.
type GridIteration = KernelOf[GridIterationArgs]

// OfPressure and OfFaces are kernels of iterations where there are solids: for the pressure and for
// a component of velocity.
func OfPressure(k GridIteration) GridIteration { return k + "_pressure" }
func OfFaces(k GridIteration) GridIteration    { return k + "_faces" }

// OfWalls is a kernel of iterations for increments that are zero at walls.
func OfWalls(k GridIteration) GridIteration { return k + "_walls" }

// OfStretched is a kernel for stretched grids.
func OfStretched[A any](k KernelOf[A]) KernelOf[A] { return k + "_stretched" }

// GridSweeps is how many sweeps the coarsest level takes at most.
const GridSweeps = 64

// GridDepth is how many cells a thread of a deep slab has.
const GridDepth = 4

// Sizes of a tally of the cells of a grid.
const (
	GridSlots     = 32 // in which blocks add up
	GridSlotBytes = 64
	GridWords     = 4 // two sums, and four maxima in two words
)

// Sizes of the atmosphere.
const (
	AirVariables = 4  // ρ', ρu, ρw and (ρθ)'
	AirHalo      = 3  // planes beyond each end of a slab
	AirTile      = 30 // cells of a row that 32 threads of a sweep along x have
	AirRow       = 16 // numbers of a row's base
)

// What AirClock.Done says.
const (
	AirGoesOn = iota
	AirFinished
	AirBlewUp
)

// What GridSolve.Done says.
const (
	GridGoesOn = iota
	GridConverged
	GridTooMany
	GridNotFinite
)

// The bits of a cell's mask where there are solids: see cuda/gridcell.h.
const (
	GridOpen, GridBuried = 1, 8
)
