package sph

import (
	"math"

	"gpusph/sph/scheme"
)

// The operations of a step over the active particles: passes. docs/design/extending.md adds one.

// term is a term of Forces that a pass before computes something for, by its place in
// ForcesArgs.More from 1 on.
type ForceTerm int

const (
	noTerm ForceTerm = iota
	gradientTerm
	StressTerm
	residualTerm
	fitTerm
	ForceTerms = iota - 1 // how many there are
)

// String is how the names of kernels have it.
func (t ForceTerm) String() string {
	return [...]string{"", "gradient", "stress", "residual", "fit"}[t]
}

// ForcesKernel is Kernel of the passes that are Forces with Euler. Which kernel it is follows from
// the options.
const ForcesKernel = "forces"

// pass is an operation of a step over the active particles: a walk in which something is computed
// for each of them, in most cases from sums over the neighbours. What it declares goes to package
// scheme.
type Pass struct {
	Name   string
	Anchor Anchor // of the pass of a feature: where it stands among the others
	// of package cuda, or a name that the engine has a launcher for: launchers of
	// sph/engine/launch.go; none where the kernel of Forces does it
	Kernel string
	// it takes a neighbour's volume into account in flows with more than one material; kernels
	// without a launcher of their own have another there
	Volumes    bool
	Integrates bool // with Euler: it takes positions on with the velocities
	Fused      bool // the kernel of Forces does it, too
	// it puts positions where a global says, or where the velocity takes them that it gives
	Carries bool
	// it is in the predictor, and Forces of the corrector reads what it computed there
	Kept bool
	// it is in the predictor, done only in steps that may be measured, for what these read
	Sampled bool

	Over       scheme.Set
	Only       *scheme.Stage // of a step that it is in; nil is both
	Neighbours []int         // fields of neighbours that it reads
	Optional   []int         // those that it reads if a pass before has written them in the step
	Own        []int         // fields of its own particle that it reads; the kernel's `own` is the first
	Writes     []int         // fields of its own particle; the kernel's `out` is the first
	Where      []int         // of these fields, those that it has only in flows that have them
	Takes      []int         // globals that it reads, besides the clock
	Gives      []int         // globals that it reduces into; Forces also into those of features
	// the operations that a row stands for in a stage, in place of it; nil is itself
	Repeated func(p *Params, stage scheme.Stage) []Pass
	Term     ForceTerm // the force term that it computes something for
	Loop     *Loop     // that repeats it, with the passes beside that have the same; nil is none

	Needed func(p *Params) bool // by these options; nil is always
	// of its kernel, where lengths are in a unit given in metres
	Constants func(p *Params, unit float64) (c [4]float32)
	// distance by which it may move a particle in a step, at most [m]; the lists have room for it
	Drift func(p *Params) float64
}

// Loop is passes of temporary fields, one after the other, that a stage of a step repeats. In each
// iteration the last of them counts the particles that need another one; where no device has any,
// the iterations that are left do nothing. Each may cost devices as long as they wait for each other.
type Loop struct {
	Name, Counts string              // for people: what is repeated, and what the last pass counts
	Most         func(p *Params) int // iterations
}

// Anchor is a place among the passes of a step.
type Anchor int

const (
	_          Anchor = iota
	WallStates        // before Forces: what walls have of the fluid, or surfaces, and terms of Forces
	Evaluated         // after Forces: what is computed with them, or goes to the middle of the step
	Velocities        // after Euler: what changes velocities beside the neighbours
	Scalars           // after these: what fluid carries along
	Given             // last: states that are given in place of those that were computed
)

// Passes are all there are, in their order, with those of features.
var Passes = passesWith(nil)

// corePasses are those of no feature, and the anchors. docs/design/extending.md adds one.
var corePasses = []Pass{
	{ // in the corrector Antuono's gradient is written over it
		Name: "hydrostatic gradient", Kernel: "hydrostatic", Over: scheme.Fluid, Writes: []int{GradientField}, Term: gradientTerm,
		Needed: func(p *Params) bool { return p.Central.Omega != 0 },
	},
	{
		Name: "density gradient", Kernel: "gradient", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{GradientField}, Term: gradientTerm,
		Needed: func(p *Params) bool { return p.Diffusion == Antuono }, Only: new(scheme.Corrector), Constants: (*Params).AcrossPlane,
	},
	{
		Name: "kernel-gradient correction", Kernel: "correction", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{StressField}, Term: StressTerm,
		Needed: func(p *Params) bool { return p.Further.Correction && p.Further.CorrectionFrom == 0 }, Constants: (*Params).AcrossPlane,
	},
	{ // once a step: the corrector takes what it has computed
		Name: "rate of strain", Kernel: "strain_rate", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{strainField}, Term: residualTerm,
		Only: new(scheme.Predictor), Kept: true,
		Needed:    func(p *Params) bool { return p.Further.Residual && !p.correctsInside() },
		Constants: (*Params).AcrossPlane,
	},
	{ // that, and kernel-gradient correction below surfaces
		Name: "linear fit", Kernel: "linear_fit", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{fitField}, Term: fitTerm,
		Only: new(scheme.Predictor), Kept: true,
		Needed: (*Params).correctsInside, Constants: (*Params).belowSurfaces,
	},
	{Anchor: WallStates},
	{
		Name: "Forces and Euler", Kernel: ForcesKernel, Volumes: true, Integrates: true,
		Over: scheme.Particles, Only: new(scheme.Predictor),
		Neighbours: []int{PackedField, VelocityField},
		Optional:   []int{GradientField, StressField, strainField, fitField, WallStateField},
		Writes:     []int{VelocityField, PackedField},
		Needed:     func(p *Params) bool { return !ofVerlet(p) },
	},
	{ // in place of Forces
		Name: "Prediction", Kernel: "predict", Integrates: true, Over: scheme.Particles,
		Only: new(scheme.Predictor), Own: []int{RateField}, Writes: []int{VelocityField, PackedField}, Needed: ofVerlet,
	},
	{
		Name: "turbulent stresses", Fused: true, Over: scheme.Fluid, Only: new(scheme.Predictor),
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{StressField}, Term: StressTerm,
		Needed: func(p *Params) bool { return p.Further.Smagorinsky != 0 },
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(math.Pow(p.Further.Smagorinsky*p.DeltaP, 2)), float32(2. / 3 * blin * p.DeltaP * p.DeltaP)}
		},
	},
	{
		Name: "Forces and Euler", Kernel: ForcesKernel, Volumes: true, Integrates: true,
		Over: scheme.Particles, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField, VelocityField},
		Optional: []int{
			GradientField, StressField, strainField, fitField, WallStateField,
		},
		Own:    []int{RateField},
		Writes: []int{PositionField, VelocityField, PackedField, RemainderField, RateField},
		Where:  []int{RateField},
		Gives:  []int{LimitsGlobal},
	},
	{Anchor: Evaluated},
	{Anchor: Velocities},
	{
		Name: "scalar", Kernel: "scalar", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField, ScalarField}, Writes: []int{ScalarField},
		Needed:    func(p *Params) bool { return p.Further.Scalar != 0 },
		Constants: func(p *Params, unit float64) [4]float32 { return [4]float32{float32(2 * p.Further.Scalar / unit)} },
	},
	{Anchor: Scalars},
	{
		Name: "shifting", Kernel: "shift", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{PositionField, PackedField, RemainderField},
		Needed: func(p *Params) bool { return p.Further.Shifting != 0 }, Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(p.Further.Shifting * p.H), float32(1 / p.Weight(p.DeltaP)), float32(p.maxDrift()), p.atSurface()}
		},
	},
	{
		Name: "XSPH", Kernel: "xsph", Volumes: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{PositionField, PackedField, RemainderField},
		Needed: func(p *Params) bool { return p.Further.XSPH != 0 }, Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(2 * p.Further.XSPH * p.Mass / p.Rho0 * p.WeightAtZero()), float32(p.maxDrift())}
		},
	},
	{Anchor: Given},
}

// maxDrift is half of how far a tenth of the speed of sound takes a particle in a step [m].
func (p *Params) maxDrift() float64 { return greatestDrift * p.FastestSound() * p.DtMax() }

// AcrossPlane is 1 in two dimensions, for matrices that have nothing along y.
func (p *Params) AcrossPlane(_ float64) [4]float32 { return [4]float32{float32(3 - p.Dim)} }

// correctsInside reports whether gradients are corrected below free surfaces only.
func (p *Params) correctsInside() bool {
	return p.Further.Correction && p.Further.CorrectionFrom > 0
}

// FieldsOfWallForces are the temporary fields that the forces on walls depend on.
func (p *Params) FieldsOfWallForces() (all []int) {
	if p.Boundary.Model().Extrapolated {
		all = append(all, WallStateField)
	}
	switch {
	case p.Further.DivergenceDamping == 0:
	case p.correctsInside():
		all = append(all, fitField)
	case p.Further.Residual:
		all = append(all, strainField)
	}
	return all
}

// belowSurfaces is AcrossPlane, the determinant from which gradients are corrected, and 1 with
// viscosity on the residual.
func (p *Params) belowSurfaces(_ float64) [4]float32 {
	all := [4]float32{float32(3 - p.Dim), float32(p.Further.CorrectionFrom), 0}
	if p.Further.Residual {
		all[2] = 1
	}
	return all
}

// atSurface is Σ m/ρ0 r·(-∇W) at a free surface, below which shifting moves nothing; see shift.h.
func (p *Params) atSurface() float32 {
	if p.Dim == 2 {
		return shiftingSurface2D
	}
	return shiftingSurface
}
