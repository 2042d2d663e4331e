package sph

// Constant is a number of the physics that no option sets.
type Constant struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"` // without, it has none
	Source string  `json:"source"`         // the paper, or where the choice is described
}

// KernelConstant is a row of their table.
type KernelConstant struct {
	Constant
	Kernel string               // its name in cuda/constants.h, if kernels have it
	Needed func(p *Params) bool // by flows with these options; nil is always
}

// Their values, for the formulas of this package. Those of kernels stand in cuda/constants.h, too.
const (
	// Gamma is the exponent of Tait's equation of state.
	Gamma = 7

	Singularity = 0.01 // η² over h², added to r² where a pair's distance is divided by

	// rateExtrapolation is γ of the rates that position Verlet predicts with; see cuda/euler.h.
	rateExtrapolation = 0.4

	blin = 0.0066 // C_I

	// The sum Σ m/ρ0 r·(-∇W) at a free surface, below which shifting moves nothing: see shift.h.
	shiftingSurface, shiftingSurface2D = 2.75, 1.5
	// greatestDrift is how far a pass may move a particle in a step, over how far sound gets in it.
	greatestDrift = 0.05

	// minFilled is the part of W's integral that fluid fills where anything is read of it.
	minFilled = 0.05
)

func ofVerlet(p *Params) bool   { return p.Scheme() == Verlet }
func ofShifting(p *Params) bool { return p.Further.Shifting != 0 }

// constants is the table of those of no feature.
var constants = []KernelConstant{
	{
		Constant: Constant{
			Name: "exponent γ of Tait's equation of state", Value: Gamma,
			Source: "Monaghan 1994",
		},
		Kernel: "TAIT_EXPONENT",
	},
	{
		Constant: Constant{
			Name: "η² of viscosities", Value: Singularity, Unit: "h²",
			Source: "Monaghan 1992",
		},
	},
	{
		Constant: Constant{
			Name: "time step over h²/D that diffusion allows", Value: DiffusionNumber,
			Source: "Morris et al. 1997; sph/stability.go",
		},
	},
	{
		Constant: Constant{
			Name:   "position Verlet: extrapolation γ of the rates of the step before",
			Value:  rateExtrapolation,
			Source: "chosen: docs/design/scheme.md",
		},
		Kernel: "RATE_EXTRAPOLATION", Needed: ofVerlet,
	},
	{
		Constant: Constant{
			Name: "part of W's integral that fluid fills where a probe reads it", Value: minFilled,
			Source: "chosen: docs/design/sensors.md",
		},
	},
	{
		Constant: Constant{
			Name: "Antuono's diffusion: determinant from which a gradient of density counts", Value: 0.01,
			Source: "chosen: cuda/gradient.h; inside fluid it is 1, at a flat surface 1/8",
		},
		Kernel: "DENSITY_GRADIENT_DETERMINANT", Needed: func(p *Params) bool { return p.Diffusion == Antuono },
	},
	{
		Constant: Constant{
			Name: "kernel-gradient correction: determinant from which it counts", Value: 0.5,
			Source: "chosen: cuda/correction.h; inside fluid it is 1",
		},
		Kernel: "CORRECTION_DETERMINANT", Needed: func(p *Params) bool { return p.Further.Correction },
	},
	{
		Constant: Constant{
			Name: "kernel-gradient correction below surfaces: from none to all of it", Value: 0.15,
			Source: "chosen: cuda/correction.h; difference of determinants",
		},
		Kernel: "CORRECTION_FADE", Needed: func(p *Params) bool { return p.Further.CorrectionFrom > 0 },
	},
	{
		Constant: Constant{
			Name: "kernel-gradient correction below surfaces: part of it", Value: 0.75,
			Source: "chosen: docs/design/residual.md",
		},
		Kernel: "CORRECTION_PART", Needed: func(p *Params) bool { return p.Further.CorrectionFrom > 0 },
	},
	{
		Constant: Constant{
			Name: "viscosity on the residual: determinant from which a rate of strain counts", Value: 0.01,
			Source: "chosen: cuda/residual.h; inside fluid it is 1, at a flat surface 1/8",
		},
		Kernel: "STRAIN_DETERMINANT", Needed: func(p *Params) bool { return p.Further.Residual },
	},
	{
		Constant: Constant{
			Name: "turbulence: C_I", Value: blin,
			Source: "Dalrymple & Rogers 2006",
		},
		Needed: func(p *Params) bool { return p.Further.Smagorinsky != 0 },
	},
	{
		Constant: Constant{
			Name: "shifting: R of the term against clumping", Value: 0.2,
			Source: "Lind et al. 2012",
		},
		Kernel: "SHIFTING_CLUMPING", Needed: ofShifting,
	},
	{
		Constant: Constant{
			Name: "shifting: Σ m/ρ0 r·(-∇W) at a free surface", Value: shiftingSurface,
			Source: "chosen: cuda/shift.h; inside fluid it is 3",
		},
		Needed: func(p *Params) bool { return ofShifting(p) && p.Dim == 3 },
	},
	{
		Constant: Constant{
			Name: "shifting: Σ m/ρ0 r·(-∇W) at a free surface in two dimensions", Value: shiftingSurface2D,
			Source: "Domínguez et al. 2022; inside fluid it is 2",
		},
		Needed: func(p *Params) bool { return ofShifting(p) && p.Dim == 2 },
	},
	{
		Constant: Constant{
			Name: "greatest displacement by a pass in a step", Value: greatestDrift, Unit: "c0 Δt", Source: "chosen: half of what a particle at c0/10 moves",
		},
		Needed: func(p *Params) bool { return ofShifting(p) || p.Further.XSPH != 0 },
	},
}

// Constants are those of flows with these options.
func (p *Params) Constants() (all []Constant) {
	for _, c := range allConstants() {
		if c.Needed == nil || c.Needed(p) {
			all = append(all, c.Constant)
		}
	}
	return all
}
