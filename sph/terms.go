package sph

import "strconv"

// The terms of the equations and the options that set them. docs/design/extending.md adds a row to
// the table; passes.go has what takes a walk of its own.

// ExtraParams are the parameters of terms that few flows have.
type ExtraParams struct {
	Scheme      Scheme  // of steps in time
	Scalar      float64 // diffusivity of a passive scalar of the fluid [m²/s]; 0 is no scalar
	Smagorinsky float64 // constant of sub-particle scale turbulence; 0 is none
	Correction  bool    // gradients of the smoothing kernel are corrected

	// CorrectionFrom is the determinant of M from which on gradients are corrected, fully where it is
	// CorrectionFade more; 0 corrects all. See cuda/correction.h.
	CorrectionFrom float64
	// ReducedPressure leaves the pressure of still water out of forces: Case.StillAxis.
	ReducedPressure bool

	// Limiter is η of the limiter of artificial viscosity, and LimiterFloor the part of the viscosity
	// that always acts; without η all of it does. See cuda/physics.h.
	Limiter      float64
	LimiterFloor float64

	// Residual lets artificial viscosity act on what is left of the velocity of a pair after a linear
	// fit; see cuda/residual.h.
	Residual bool

	XSPH     float64 // Monaghan's ε; 0 is none
	Shifting float64 // Skillen's A; 0 is none
	Surfaces bool    // walls keep the nearest point of their surface and its normal
	Slip     bool    // no viscosity acts between fluid and walls of mdbc
	Friction float64 // coefficient c_f of dummy walls; 0 is none
	// DivergenceDamping is β of cuda/divergence.h; 0 is none.
	DivergenceDamping float64

	Background float64 // pressure at the reference densities of several fluids [Pa]

	Fineness float64  // of the finest of Case.Zones; 0 where there are none
	Divided  float64  // see Params.Parts; 0 is 1
	Fluids   int      // of different materials that the case has, where it has [[material]]
	Features Features // that the case has; Case.Give sets it
	Numbers  Numbers  // options and quantities of features
	Blend    Blend    // what several fluids come to; Case.Mix sets it
}

// Option is a parameter of the physics that users set. Command lines, case files, checks, help,
// documents, summaries and what kernels read follow from its row.
type Option struct {
	Name string // on the command line and in case files
	Help string // with the unit in brackets; %s is the list of Words
	// of a feature's: the name of the option that it comes after
	After string
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

// Options is the table of terms, in the order of help and documents, with those of features. Problems
// have options besides, whose ranges follow from the flow.
var Options = optionsWith(nil)

var coreOptions = []Option{
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
		Name:  "residual",
		Help:  "artificial viscosity acts on what a linear fit of the velocities around leaves; dummy walls have none then",
		Value: func(p *Params) any { return &p.Further.Residual }, NoEnergy: true,
		Needs: func(p *Params) bool { return p.Alpha != 0 }, Else: "there is no artificial viscosity; --alpha 0.06 is usual with it",
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
		Needs: func(p *Params) bool { return p.Nu != 0 || p.ownViscosity() > 0 }, Else: "there is no laminar viscosity; use --nu 1e-6",
	},
	{
		Name: "smagorinsky", Help: "Smagorinsky's constant of sub-particle scale turbulence; 0 is none",
		Value: func(p *Params) any { return &p.Further.Smagorinsky }, Max: 0.3, Hint: "0.12 is usual", NoEnergy: true,
	},
	{
		Name: "correction", Help: "kernel-gradient correction (Bonet and Lok 1999)",
		Value: func(p *Params) any { return &p.Further.Correction }, NoEnergy: true,
		Needs: mayBeCorrected,
		Else: "turbulence, lennard-jones walls, and several fluids without dummy walls " +
			"go with plain gradients only; use --smagorinsky 0 and --boundary dummy",
	},
	{
		Name:  "correction-from",
		Help:  "smallest determinant of the correction matrix, which is 1 inside the fluid and lower near free surfaces, at which gradients are corrected; 0 corrects all",
		Value: func(p *Params) any { return &p.Further.CorrectionFrom }, Max: 0.95, Hint: "0.8 is usual", NoEnergy: true,
		Needs: func(p *Params) bool { return p.Further.Correction }, Else: "no gradients are corrected; --correction does that",
	},
	{
		Name: "reduced-pressure",
		Help: "forces leave out the pressure of still water below the lowest surface, which makes " +
			"slow shear stiff",
		Value: func(p *Params) any { return &p.Further.ReducedPressure }, NoEnergy: true,
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
		Name: "slip", Help: "free-slip walls; without --boundary they are of mdbc",
		Value: func(p *Params) any { return &p.Further.Slip }, NoEnergy: true,
		Needs: func(p *Params) bool { return p.Boundary.Model().Slips }, Else: "only walls of mdbc have the choice; use --boundary mdbc",
	},
	{
		Name:  "wall-friction",
		Help:  "coefficient of friction c_f of dummy walls, whose shear stress is c_f ρ v²/2; 0 is none",
		Value: func(p *Params) any { return &p.Further.Friction }, Max: 1, Hint: "smooth walls have 0.003 to 0.005", NoEnergy: true,
		Needs:       func(p *Params) bool { return p.Boundary.Model().Friction && !p.wallFriction() },
		Else:        "only dummy walls that are not rough have it; use --boundary dummy",
		Coefficient: "WALL_FRICTION",
		Scaled:      func(p *Params, _ float64) float64 { return p.Further.Friction / (2 * p.Rho0) },
	},
	{
		Name:  "divergence-damping",
		Help:  "bulk viscosity that damps sound and impacts, over c0 h; 0 is none",
		Value: func(p *Params) any { return &p.Further.DivergenceDamping }, Max: 2, Hint: "0.5 is usual",
		NoEnergy:    true,
		Needs:       func(p *Params) bool { return p.Further.Residual || p.correctsInside() },
		Else:        "it goes with viscosity on the residual or corrected gradients; use --residual",
		Coefficient: "DIVERGENCE_DAMPING",
		Scaled: func(p *Params, unit float64) float64 {
			return p.Further.DivergenceDamping * p.C0 * p.H / (p.Rho0 * unit)
		},
	},
	{
		Name: "background-pressure",
		Help: "pressure at the reference densities of several fluids, which keeps particles " +
			"together where no surface is free [Pa]",
		Value: func(p *Params) any { return &p.Further.Background }, Max: 1e9,
		Hint: "a tenth of rho0 c0² of the heaviest fluid is much", NoEnergy: true,
		Needs: SeveralFluids, Else: SeveralElse,
	},
	{
		Name: "scheme", Help: "integration in time: %s; verlet evaluates the forces once a step",
		Value: func(p *Params) any { return (*int)(&p.Further.Scheme) }, Words: Schemes,
	},
	{
		Name: "surfaces", Help: "write the nearest surface point and normal of wall particles to files; mdbc walls always do",
		Value: func(p *Params) any { return &p.Further.Surfaces }, NoEnergy: true,
	},
}

// SeveralFluids reports whether the flow has fluids of different materials.
func SeveralFluids(p *Params) bool { return p.Further.Fluids > 1 }

// SeveralElse is why an option of several fluids has no effect where it does not.
const SeveralElse = "the flow has one fluid; give fluids of a case file different materials, by " +
	"[[material]]"

// mayBeCorrected reports whether nothing else of the flow leaves corrected gradients out.
func mayBeCorrected(p *Params) bool {
	return p.Further.Smagorinsky == 0 && p.Boundary.Model().Layers &&
		(p.Boundary == Dummy || !SeveralFluids(p))
}

// Settled are the parameters without options that have no effect: where what they need is not
// there, numbers are 0 and switches are off. Words stay.
func (p Params) Settled() Params {
	for again := true; again; { // one may need another that has just lost its effect
		again = false
		for k := range Options {
			o := &Options[k]
			if o.Needs == nil || o.Needs(&p) || !o.set(&p) {
				continue
			}
			again = true
			switch value := o.Value(&p).(type) {
			case *float64:
				*value = 0
			case *bool:
				*value = false
			}
		}
	}
	return p
}

// Taken is the value of the option in a flow, as it is given.
func (o *Option) Taken(p *Params) string {
	switch value := o.Value(p).(type) {
	case *float64:
		return strconv.FormatFloat(*value, 'g', -1, 64)
	case *int:
		return o.Words[*value]
	case *bool:
		return strconv.FormatBool(*value)
	}
	return ""
}

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
