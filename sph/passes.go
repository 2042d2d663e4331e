package sph

import (
	"math"
	"slices"

	"gpusph/sph/scheme"
)

// ExtraParams are the parameters of further fields and passes.
type ExtraParams struct {
	Scalar      float64 // diffusivity of a passive scalar of the fluid [m²/s]; 0 is no scalar
	Smagorinsky float64 // constant of sub-particle scale turbulence; 0 is none
	Correction  bool    // gradients of the smoothing kernel are corrected
	XSPH        float64 // Monaghan's ε; 0 is none
	Shifting    float64 // Skillen's A; 0 is none
	Surfaces    bool    // walls keep the nearest point of their surface and its normal
	Slip        bool    // no viscosity acts between fluid and walls of mdbc
}

// term is a term of Forces that a pass before computes something for, by its place in ForcesArgs.More from 1 on.
type ForceTerm int

const (
	noTerm ForceTerm = iota
	gradientTerm
	stressTerm
	ForceTerms = iota - 1 // how many there are
)

// String is how the names of kernels have it.
func (t ForceTerm) String() string { return [...]string{"", "gradient", "stress"}[t] }

// pass is an operation of a step over the active particles: a walk in which something is computed for each of them, in most cases
// from sums over the neighbours. What it declares goes to package scheme.
type Pass struct {
	Name       string
	Kernel     string // of package cuda; none is that of Forces, which has arguments of its own
	Masses     bool   // there is another that takes a neighbour's mass into account, for flows with more than one material
	Integrates bool   // it is Forces, with Euler
	Fused      bool   // the kernel of Forces does it, too

	Over       scheme.Set
	Only       *scheme.Stage // of a step that it is in; nil is both
	Neighbours []int         // fields of neighbours that it reads
	Optional   []int         // those that it reads if a pass before has written them in the step
	Writes     []int         // fields of its own particle; the kernel's `out` is the first
	Static     int           // a static field of its own particle that it reads; 0 is none
	Term       ForceTerm     // the force term that it computes something for

	Needed    func(p *Params) bool                         // by these options; nil is always
	Constants func(p *Params, unit float64) (c [4]float32) // of its kernel, where lengths are in units of so many metres
	Drift     func(p *Params) float64                      // distance by which it may move a particle in a step, at most [m]; the lists have room for it

	Value  func(p *Params) float64 // its parameter; where that is 0 there is no such pass
	Option string                  // that sets it

}

// passes are all there are, in their order. docs/extending.md adds one.
var Passes = []Pass{
	{ // in the corrector Antuono's gradient is written over it
		Name: "hydrostatic gradient", Kernel: "hydrostatic", Over: scheme.Fluid, Writes: []int{GradientField}, Term: gradientTerm,
		Needed: func(p *Params) bool { return p.Central.Omega != 0 },
	},
	{
		Name: "density gradient", Kernel: "gradient", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{GradientField}, Term: gradientTerm,
		Needed: func(p *Params) bool { return p.Diffusion == Antuono }, Only: new(scheme.Corrector), Constants: (*Params).acrossPlane,
	},
	{
		Name: "kernel-gradient correction", Kernel: "correction", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{stressField}, Term: stressTerm,
		Needed: func(p *Params) bool { return p.Further.Correction }, Constants: (*Params).acrossPlane,
	},
	{
		Name: "mDBC gradient", Kernel: "mdbc_gradient", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{MDBCField},
		Needed: func(p *Params) bool { return p.Boundary == MDBC }, Only: new(scheme.Predictor), Constants: (*Params).mdbcGradient,
	},
	{
		Name: "mDBC walls", Kernel: "mdbc", Masses: true, Over: scheme.Walls,
		Neighbours: []int{PackedField, VelocityField, MDBCField}, Writes: []int{MDBCField}, Static: SurfaceField,
		Needed: func(p *Params) bool { return p.Boundary == MDBC }, Only: new(scheme.Predictor), Constants: (*Params).mdbcWalls,
	},
	{
		Name: "Forces and Euler", Integrates: true, Over: scheme.Particles, Only: new(scheme.Predictor),
		Neighbours: []int{PackedField, VelocityField}, Optional: []int{GradientField, stressField, MDBCField},
		Writes: []int{VelocityField, PackedField},
	},
	{
		Name: "turbulent stresses", Fused: true, Over: scheme.Fluid, Only: new(scheme.Predictor),
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{stressField}, Term: stressTerm,
		Value: func(p *Params) float64 { return p.Further.Smagorinsky }, Option: "smagorinsky",
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(math.Pow(p.Further.Smagorinsky*p.DeltaP, 2)), float32(2. / 3 * blin * p.DeltaP * p.DeltaP)}
		},
	},
	{
		Name: "Forces and Euler", Integrates: true, Over: scheme.Particles, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField, VelocityField}, Optional: []int{GradientField, stressField, MDBCField},
		Writes: []int{PositionField, VelocityField, PackedField, RemainderField},
	},
	{
		Name: "scalar", Kernel: "scalar", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField, ScalarField}, Writes: []int{ScalarField},
		Needed:    func(p *Params) bool { return p.Further.Scalar != 0 },
		Constants: func(p *Params, unit float64) [4]float32 { return [4]float32{float32(2 * p.Further.Scalar / unit)} },
	},
	{
		Name: "shifting", Kernel: "shift", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{PositionField, PackedField, RemainderField},
		Value: func(p *Params) float64 { return p.Further.Shifting }, Option: "shifting", Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(p.Further.Shifting * p.H), float32(1 / p.Weight(p.DeltaP)), float32(p.maxDrift()), p.atSurface()}
		},
	},
	{
		Name: "XSPH", Kernel: "xsph", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{PositionField, PackedField, RemainderField},
		Value: func(p *Params) float64 { return p.Further.XSPH }, Option: "xsph", Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(2 * p.Further.XSPH * p.Mass / p.Rho0 * p.WeightAtZero()), float32(p.maxDrift())}
		},
	},
}

func (s *Pass) needed(p *Params) bool {
	return (s.Needed == nil || s.Needed(p)) && (s.Value == nil || s.Value(p) != 0)
}

// in says whether it is in a stage of a step.
func (s *Pass) in(stage scheme.Stage) bool { return s.Only == nil || *s.Only == stage }

// terms are the fields that Forces of a stage reads for its terms, by term; 0 is none.
func (p *Params) TermFields(stage scheme.Stage) (all [ForceTerms]int) {
	for k := range Passes {
		// What is fused with Forces of the predictor has the same place there.
		if s := &Passes[k]; s.Term != noTerm && s.needed(p) && (s.in(stage) || s.Fused) {
			all[s.Term-1] = s.Writes[0]
		}
	}
	return all
}

// strains says whether Forces of a stage computes the stresses for the next.
func (p *Params) Strains(stage scheme.Stage) bool {
	return slices.ContainsFunc(Passes, func(s Pass) bool { return s.Fused && s.needed(p) && s.in(stage) })
}

// drift is how far passes may move a particle in a step beyond what its velocity makes, at most [m].
func (p *Params) Drift() (most float64) {
	for _, s := range Passes {
		if s.Drift != nil && s.needed(p) {
			most += s.Drift(p)
		}
	}
	return most
}

// maxDrift is half of how far a tenth of the speed of sound takes a particle in a step [m].
func (p *Params) maxDrift() float64 { return greatestDrift * p.C0 * p.DtMax() }

// acrossPlane is 1 in two dimensions, for matrices that have nothing along y.
func (p *Params) acrossPlane(_ float64) [4]float32 { return [4]float32{float32(3 - p.Dim)} }

// atSurface is Σ m/ρ0 r·(-∇W) at a free surface, below which shifting moves nothing; see shift.h.
func (p *Params) atSurface() float32 {
	if p.Dim == 2 {
		return shiftingSurface2D
	}
	return shiftingSurface
}

// Exchanges are those of edges in a step: for each the bytes of a particle.
func (p *Params) Exchanges() (all []int) {
	schedule, err := p.StepSchedule()
	if err != nil {
		return nil // Check says why
	}
	for _, groups := range schedule.Groups {
		for _, g := range groups {
			n := 0
			for _, place := range g.Sends {
				n += Fields[place].Bytes
			}
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

// momentary says whether each evaluation computes the field anew. There is one of it, not one for each state.
func (f *Field) momentary() bool { return f.Kind == scheme.Temporary }

// stateOf is the state that has the field where the particles are in another.
func (f *Field) StateOf(state int) int {
	if f.momentary() {
		return StateMiddle
	}
	return state
}
