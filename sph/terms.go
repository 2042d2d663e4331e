package sph

import (
	"math"

	"gpusph/sph/scheme"
)

// The terms of the equations: the options that set them, and the passes that compute what takes a
// walk of its own. docs/design/extending.md adds a row to each table.

// ExtraParams are the parameters of terms that few flows have.
type ExtraParams struct {
	Scalar      float64 // diffusivity of a passive scalar of the fluid [m²/s]; 0 is no scalar
	Smagorinsky float64 // constant of sub-particle scale turbulence; 0 is none
	Correction  bool    // gradients of the smoothing kernel are corrected

	// CorrectionFrom is the determinant of M from which on gradients are corrected, fully where it is
	// CorrectionFade more; 0 corrects all. See cuda/correction.h.
	CorrectionFrom float64

	// Limiter is η of the limiter of artificial viscosity, and LimiterFloor the part of the viscosity
	// that always acts; without η all of it does. See cuda/physics.h.
	Limiter      float64
	LimiterFloor float64

	XSPH     float64 // Monaghan's ε; 0 is none
	Shifting float64 // Skillen's A; 0 is none
	Surfaces bool    // walls keep the nearest point of their surface and its normal
	Slip     bool    // no viscosity acts between fluid and walls of mdbc

	RoughSand    float64 // equivalent sand roughness ks of walls [m]; 0 is none
	RoughManning float64 // or Manning's n [s/m^(1/3)]; 0 is none
	RoughDepth   float64 // depth of the flow over them [m]; 0 is unknown

	Background float64 // pressure at the reference densities of several fluids [Pa]
	// ε of the repulsion between unlike particles (Grenier et al. 2009); 0 is none
	Sharpness float64

	Fluids       int   // of different materials that the case has, where it has [[material]]
	DampingZones int   // how many the case has; Case.Damp sets it
	FreeBodies   int   // how many the case has; Case.Release sets it
	Openings     int   // how many the case has; Case.Open sets it
	Blend        Blend // what several fluids come to; Case.Mix sets it

	Heat      float64 // greatest thermal diffusivity k/(ρ c) [m²/s]; 0 is no heat; Case.Warm sets it
	Viscosity float64 // greatest of thick fluids [m²/s]; 0 is none; Case.Thicken sets it
}

// Option is a parameter of the physics that users set. Command lines, case files, checks, help,
// documents, summaries and what kernels read follow from its row.
type Option struct {
	Name string // on the command line and in case files
	Help string // with the unit in brackets; %s is the list of Words
	// the member that it sets: *float64, *bool, or *int, an index of Words
	Value    func(p *Params) any
	Words    []string             // that may be chosen
	Min, Max float64              // of a number
	Hint     string               // an example of a number
	Needs    func(p *Params) bool // whether it has an effect; nil is always
	Else     string               // why it has none, and which option would mend it

	// Coefficient is its name in cuda/physics.h, and Scaled the value that kernels have, where
	// lengths are in a unit given in metres. None: no kernel reads it there.
	Coefficient string
	Scaled      func(p *Params, unit float64) float64

	// NoEnergy: it gives the fluid no energy, though it may take some. Otherwise Energies has what
	// it gives. They may have other sums, too. A flow in which the option is 0 has none of them.
	NoEnergy bool
	Energies []Energy
}

// Options is the table of terms, in the order of help and documents. Problems have options besides,
// whose ranges follow from the flow.
var Options = []Option{
	{
		Name: "alpha", Help: "Monaghan's artificial viscosity; 0 is none",
		Value: func(p *Params) any { return &p.Alpha }, Max: 10, Hint: "0.02 to 0.1 is usual", NoEnergy: true,
		Coefficient: "ARTIFICIAL_VISCOSITY",
		Scaled:      func(p *Params, unit float64) float64 { return 2 * p.Alpha * p.C0 * p.H / (p.Rho0 * unit) },
	},
	{
		Name:  "limiter",
		Help:  "slope η of the limiter of the artificial viscosity: α min(floor + η u/c0, 1) for particles that approach with the speed u; 0 turns it off",
		Value: func(p *Params) any { return &p.Further.Limiter }, Max: 1000, Hint: "3 is usual, with --alpha 1", NoEnergy: true,
		Needs: func(p *Params) bool { return p.Alpha != 0 }, Else: "there is no artificial viscosity; --alpha 1 is usual with it",
		Coefficient: "LIMITER_RATE",
		Scaled: func(p *Params, unit float64) float64 { // the sum of two ρ/ρ0 makes the 2
			return 2 * p.Further.Limiter * p.H / (unit * p.C0)
		},
	},
	{
		Name: "limiter-floor", Help: "smallest factor of the limiter",
		Value: func(p *Params) any { return &p.Further.LimiterFloor }, Max: 1, Hint: "0.04 is usual", NoEnergy: true,
		Needs: func(p *Params) bool { return p.Further.Limiter != 0 }, Else: "there is no limiter; --limiter 3 makes one",
		Coefficient: "LIMITER_FLOOR",
		Scaled: func(p *Params, _ float64) float64 {
			if p.Further.Limiter == 0 {
				return 1
			}
			return p.Further.LimiterFloor
		},
	},
	{
		Name: "nu", Help: "kinematic viscosity [m²/s]; 0 is none, 1e-6 water's",
		Value: func(p *Params) any { return &p.Nu }, Max: 10, Hint: "water has 1e-6", NoEnergy: true,
		Coefficient: "LAMINAR_VISCOSITY",
		Scaled: func(p *Params, unit float64) float64 {
			return p.LaminarOfForces() / p.ViscosityOfLattice() / (p.Rho0 * unit)
		},
	},
	{
		Name: "laminar", Help: "form of the laminar viscosity, with nu above 0: %s",
		Value: func(p *Params) any { return (*int)(&p.Laminar) }, Words: Laminars,
		Needs: func(p *Params) bool { return p.Nu != 0 || p.Thick() }, Else: "there is no laminar viscosity; use --nu 1e-6",
	},
	{
		Name: "smagorinsky", Help: "Smagorinsky's constant of sub-particle scale turbulence; 0 is none",
		Value: func(p *Params) any { return &p.Further.Smagorinsky }, Max: 0.3, Hint: "0.12 is usual", NoEnergy: true,
	},
	{
		Name: "correction", Help: "kernel-gradient correction (Bonet and Lok 1999)",
		Value: func(p *Params) any { return &p.Further.Correction }, NoEnergy: true,
	},
	{
		Name:  "correction-from",
		Help:  "smallest determinant of the correction matrix, which is 1 inside the fluid and lower near free surfaces, at which gradients are corrected; 0 corrects all",
		Value: func(p *Params) any { return &p.Further.CorrectionFrom }, Max: 0.95, Hint: "0.8 is usual", NoEnergy: true,
		Needs: func(p *Params) bool { return p.Further.Correction }, Else: "no gradients are corrected; --correction does that",
	},
	{
		Name: "xsph", Help: "XSPH coefficient ε; 0 turns it off",
		Value: func(p *Params) any { return &p.Further.XSPH }, Max: 1, Hint: "0.5 is usual", NoEnergy: true,
	},
	{
		Name: "shifting", Help: "strength of particle shifting; 0 is none",
		Value: func(p *Params) any { return &p.Further.Shifting }, Max: 10, Hint: "2 is usual", NoEnergy: true,
	},
	{
		Name:  "scalar",
		Help:  "diffusivity of a passive scalar of the fluid, which is 1 in the half of the water at small x and 0 elsewhere at first [m²/s]; 0 is no scalar",
		Value: func(p *Params) any { return &p.Further.Scalar }, Max: 10, Hint: "dye in water has 1e-9", NoEnergy: true,
	},
	{
		Name: "diffusion", Help: "density diffusion: %s",
		Value: func(p *Params) any { return (*int)(&p.Diffusion) }, Words: Diffusions,
		Needs: func(p *Params) bool { return p.Diffusion == NoDiffusion || p.Xi != 0 }, Else: "its strength is 0; use --xi 0.1",
	},
	{
		Name: "xi", Help: "strength of the density diffusion",
		Value: func(p *Params) any { return &p.Xi }, Max: 1, Hint: "0.1 is usual", NoEnergy: true,
		Needs: func(p *Params) bool { return p.Diffusion != NoDiffusion }, Else: "there is no density diffusion; use --diffusion fourtakas",
		Coefficient: "DENSITY_DIFFUSION",
		Scaled: func(p *Params, unit float64) float64 {
			if p.Diffusion == NoDiffusion {
				return 0
			}
			return 2 * p.Xi * p.H * p.C0 / unit
		},
	},
	{
		Name: "boundary", Help: "walls: %s",
		Value: func(p *Params) any { return (*int)(&p.Boundary) }, Words: Boundaries,
	},
	{
		Name: "slip", Help: "free-slip walls, with boundary mdbc",
		Value: func(p *Params) any { return &p.Further.Slip }, NoEnergy: true,
		Needs: func(p *Params) bool { return p.Boundary == MDBC }, Else: "only walls of mdbc have the choice; use --boundary mdbc",
	},
	{
		Name:  "roughness-sand",
		Help:  "equivalent sand roughness ks of all walls at rest [m]; 0 is none",
		Value: func(p *Params) any { return &p.Further.RoughSand }, Max: 10,
		Hint: "concrete has 0.001, gravel 0.1", NoEnergy: true,
		Needs: (*Params).mayBeRough, Else: roughElse,
	},
	{
		Name: "roughness-manning", Help: "Manning's n of all walls at rest [s/m^(1/3)]; 0 is none",
		Value: func(p *Params) any { return &p.Further.RoughManning }, Max: 0.06,
		Hint: "concrete has 0.013, a river 0.03", NoEnergy: true,
		Needs: func(p *Params) bool { return p.mayBeRough() && p.Further.RoughSand == 0 },
		Else:  "--roughness-sand sets the roughness already, or " + roughElse,
	},
	{
		Name:  "roughness-depth",
		Help:  "depth of the flow over rough walls [m], for Manning's n; 0 is unknown",
		Value: func(p *Params) any { return &p.Further.RoughDepth }, Max: 1000,
		Hint: "the normal depth", NoEnergy: true,
		Needs: ofRoughness, Else: "no wall is rough; use --roughness-manning",
	},
	{
		Name: "background-pressure",
		Help: "pressure at the reference densities of several fluids, which keeps particles " +
			"together where no surface is free [Pa]",
		Value: func(p *Params) any { return &p.Further.Background }, Max: 1e9,
		Hint: "a tenth of rho0 c0² of the heaviest fluid is much", NoEnergy: true,
		Needs: severalFluids, Else: severalElse,
	},
	{
		Name: "interface-sharpness",
		Help: "ε of a repulsion between particles of different fluids (Grenier et al. 2009), " +
			"which keeps interfaces sharp; 0 is none",
		Value: func(p *Params) any { return &p.Further.Sharpness }, Max: 0.2,
		Hint: "0.08 is usual without surface tension", NoEnergy: true,
		Needs: severalFluids, Else: severalElse,
	},
	{
		Name: "surfaces", Help: "write the nearest surface point and normal of wall particles to files; mdbc walls always do",
		Value: func(p *Params) any { return &p.Further.Surfaces }, NoEnergy: true,
	},
}

// severalFluids reports whether the flow has fluids of different materials.
func severalFluids(p *Params) bool { return p.Further.Fluids > 1 }

const severalElse = "the flow has one fluid; give fluids of a case file different materials, by " +
	"[[material]]"

// set reports whether the option is not 0.
func (o *Option) set(p *Params) bool {
	switch value := o.Value(p).(type) {
	case *float64:
		return *value != 0
	case *bool:
		return *value
	}
	return false
}

// term is a term of Forces that a pass before computes something for, by its place in
// ForcesArgs.More from 1 on.
type ForceTerm int

const (
	noTerm ForceTerm = iota
	gradientTerm
	stressTerm
	ForceTerms = iota - 1 // how many there are
)

// String is how the names of kernels have it.
func (t ForceTerm) String() string { return [...]string{"", "gradient", "stress"}[t] }

// pass is an operation of a step over the active particles: a walk in which something is computed
// for each of them, in most cases from sums over the neighbours. What it declares goes to package
// scheme.
type Pass struct {
	Name string
	// of package cuda; Forces and damping have arguments of their own, and none here
	Kernel string
	// there is another that takes a neighbour's mass into account, for flows with more than one
	// material
	Masses     bool
	Integrates bool     // it is Forces, with Euler
	Fused      bool     // the kernel of Forces does it, too
	Damps      bool     // it is the kernel of the damping zones
	Roughens   bool     // it is the kernel of rough walls
	Carries    bool     // it takes walls to where free bodies are: see sph/engine/bodies.go
	Heat       HeatPass // it is a kernel of heat
	Opens      bool     // it gives particles in buffers of openings their states: sph/engine/openings.go
	// it takes particles on with the velocity that it gives them at the end of a step
	Follows bool
	// it is in the predictor, and Forces of the corrector reads what it computed there
	Kept bool

	Over       scheme.Set
	Only       *scheme.Stage // of a step that it is in; nil is both
	Neighbours []int         // fields of neighbours that it reads
	Optional   []int         // those that it reads if a pass before has written them in the step
	Writes     []int         // fields of its own particle; the kernel's `out` is the first
	Static     int           // a static field of its own particle that it reads; 0 is none
	Own        int           // or a temporary one
	// the operations that a row stands for in a stage, in place of it; nil is itself
	Repeated func(p *Params, stage scheme.Stage) []Pass
	Term     ForceTerm // the force term that it computes something for

	Needed func(p *Params) bool // by these options; nil is always
	// of its kernel, where lengths are in a unit given in metres
	Constants func(p *Params, unit float64) (c [4]float32)
	// distance by which it may move a particle in a step, at most [m]; the lists have room for it
	Drift func(p *Params) float64
}

// passes are all there are, in their order. docs/design/extending.md adds one.
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
		Needed: func(p *Params) bool { return p.Further.Correction && p.Further.CorrectionFrom == 0 }, Constants: (*Params).acrossPlane,
	},
	{ // once a step: the corrector takes what it has computed
		Name: "kernel-gradient correction below surfaces", Kernel: "correction_inside", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{stressField}, Term: stressTerm, Only: new(scheme.Predictor), Kept: true,
		Needed: func(p *Params) bool { return p.Further.Correction && p.Further.CorrectionFrom > 0 },
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(3 - p.Dim), float32(p.Further.CorrectionFrom)}
		},
	},
	{ // once a step: the corrector takes what it has computed
		Name: "surface tension", Kernel: "tension", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{stressField}, Term: stressTerm, Only: new(scheme.Predictor), Kept: true,
		Needed: func(p *Params) bool { return p.Further.Blend.Capillary > 0 },
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(leastSurface / p.H)}
		},
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
		Name: "temperature in the middle", Heat: KeepsHeat, Over: scheme.Fluid, Only: new(scheme.Predictor),
		Writes: []int{TemperatureField}, Needed: ofHeat,
	},
	{
		Name: "turbulent stresses", Fused: true, Over: scheme.Fluid, Only: new(scheme.Predictor),
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{stressField}, Term: stressTerm,
		Needed: func(p *Params) bool { return p.Further.Smagorinsky != 0 },
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(math.Pow(p.Further.Smagorinsky*p.DeltaP, 2)), float32(2. / 3 * blin * p.DeltaP * p.DeltaP)}
		},
	},
	{
		Name: "temperature at walls", Heat: HeatsWalls, Over: scheme.Walls, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField, VelocityField, TemperatureField}, Static: HeatFaceField,
		Writes: []int{HeatMirrorField}, Needed: Fields[HeatMirrorField].Needed,
	},
	{
		Name: "Forces and Euler", Integrates: true, Over: scheme.Particles, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField, VelocityField}, Optional: []int{GradientField, stressField, MDBCField},
		Writes: []int{PositionField, VelocityField, PackedField, RemainderField},
	},
	{
		Name: "effective viscosity", Kernel: "effective_viscosity", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{ViscosityField},
		Needed: (*Params).Thick, Only: new(scheme.Predictor), Constants: (*Params).acrossPlane,
	},
	{Name: "viscosity", Over: scheme.Fluid, Needed: (*Params).Thick, Repeated: (*Params).viscousPasses},
	{
		Name: "rough walls", Roughens: true, Over: scheme.Fluid, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField}, Writes: []int{VelocityField},
		Needed: ofRoughness, Constants: (*Params).roughness,
	},
	{
		Name: "damping zones", Damps: true, Over: scheme.Fluid, Only: new(scheme.Corrector),
		Writes: []int{VelocityField},
		Needed: func(p *Params) bool { return p.Further.DampingZones > 0 },
	},
	{
		Name: "free bodies", Carries: true, Over: scheme.Walls, Only: new(scheme.Predictor),
		Writes: []int{VelocityField, PackedField},
		Needed: func(p *Params) bool { return p.Further.FreeBodies > 0 },
	},
	{
		Name: "free bodies", Carries: true, Over: scheme.Walls, Only: new(scheme.Corrector),
		Writes: []int{PositionField, VelocityField, PackedField},
		Needed: func(p *Params) bool { return p.Further.FreeBodies > 0 },
	},
	{
		Name: "scalar", Kernel: "scalar", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField, ScalarField}, Writes: []int{ScalarField},
		Needed:    func(p *Params) bool { return p.Further.Scalar != 0 },
		Constants: func(p *Params, unit float64) [4]float32 { return [4]float32{float32(2 * p.Further.Scalar / unit)} },
	},
	{ // once a step: docs/design/heat.md
		Name: "heat", Heat: Heats, Over: scheme.Fluid, Only: new(scheme.Corrector),
		Neighbours: []int{PackedField, VelocityField, TemperatureField}, Static: HeatFaceField,
		Optional: []int{HeatMirrorField},
		Writes:   []int{TemperatureField, HeatRemainderField}, Needed: ofHeat,
	},
	{
		Name: "shifting", Kernel: "shift", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField}, Writes: []int{PositionField, PackedField, RemainderField},
		Needed: func(p *Params) bool { return p.Further.Shifting != 0 }, Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(p.Further.Shifting * p.H), float32(1 / p.Weight(p.DeltaP)), float32(p.maxDrift()), p.atSurface()}
		},
	},
	{
		Name: "XSPH", Kernel: "xsph", Masses: true, Over: scheme.Fluid,
		Neighbours: []int{PackedField, VelocityField}, Writes: []int{PositionField, PackedField, RemainderField},
		Needed: func(p *Params) bool { return p.Further.XSPH != 0 }, Only: new(scheme.Corrector), Drift: (*Params).maxDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(2 * p.Further.XSPH * p.Mass / p.Rho0 * p.WeightAtZero()), float32(p.maxDrift())}
		},
	},
	{ // last: what it gives is what buffers have
		Name: "openings", Opens: true, Over: scheme.Fluid, Only: new(scheme.Predictor),
		Writes: []int{VelocityField},
		Needed: func(p *Params) bool { return p.Further.Openings > 0 },
	},
	{
		Name: "openings", Opens: true, Over: scheme.Fluid, Only: new(scheme.Corrector),
		Writes: []int{PositionField, VelocityField, PackedField, RemainderField},
		Needed: func(p *Params) bool { return p.Further.Openings > 0 },
	},
}

// maxDrift is half of how far a tenth of the speed of sound takes a particle in a step [m].
func (p *Params) maxDrift() float64 { return greatestDrift * p.FastestSound() * p.DtMax() }

// acrossPlane is 1 in two dimensions, for matrices that have nothing along y.
func (p *Params) acrossPlane(_ float64) [4]float32 { return [4]float32{float32(3 - p.Dim)} }

// atSurface is Σ m/ρ0 r·(-∇W) at a free surface, below which shifting moves nothing; see shift.h.
func (p *Params) atSurface() float32 {
	if p.Dim == 2 {
		return shiftingSurface2D
	}
	return shiftingSurface
}
