package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/validate"
)

// vortexReference is a file of package references, by its columns.
const vortexReference, vortexTime = "taylor_green_re1600.csv", "t_U_over_L"

var taylorGreen3D = &Case{
	Name: "GridTaylorGreen3D",
	What: "a vortex in a periodic cube that becomes turbulent, Re 1600: its dissipation, of a " +
		"pseudo-spectral solution",
	How: "The dissipation is the mean of ν |∇u|². Its greatest value and the time of that are " +
		"compared with those of the reference, 0.01286 U³/L at 8.97 L/U. 64 to 256 cells do not " +
		"resolve the flow.",
	Source:  "Case C3.5 of the International Workshop on High-Order CFD Methods, 512³ waves.",
	Problem: "GridTaylorGreen3D",
	Levels: map[validate.Level]Plan{
		validate.Nightly: {12, cells(32, 64)},
		validate.GPU:     {12, cells(64, 128, 256, 512)},
	},
	Every: 4,
	Norms: []Norm{
		{Name: "greatest dissipation off", Unit: "%", Gate: from(512, validate.Gate{Most: 0.03}),
			Of: func(r *Run) float64 {
				_, is := greatest(dissipationOf(r))
				_, should := greatest(vortexDissipation())
				return is/should - 1
			}},
		{Name: "its time off", Unit: "L/U", Gate: from(512, validate.Gate{Most: 0.3}),
			Of: func(r *Run) float64 {
				is, _ := greatest(dissipationOf(r))
				should, _ := greatest(vortexDissipation())
				return is - should
			}},
		divergenceNorm,
	},
	Figures: []Figure{
		{Name: "dissipation", What: "dissipation, Re 1600", X: "t U/L", Y: "ε L/U³", Of: dissipationOf,
			References: func() []validate.Named { return spectral(vortexDissipation()) }},
		{Name: "energy", What: "kinetic energy, Re 1600", X: "t U/L", Y: "E / U²", Of: energyOf,
			References: func() []validate.Named {
				return spectral(validate.Reference(vortexReference, vortexTime, "energy_over_U2"))
			}},
	},
}

func vortexDissipation() validate.Curve {
	return validate.Reference(vortexReference, vortexTime, "dissipation_L_over_U3")
}

func spectral(c validate.Curve) []validate.Named {
	return []validate.Named{{Name: "pseudo-spectral, 512 waves", Curve: c}}
}

func dissipationOf(r *Run) validate.Curve {
	return r.Of(func(s *grid.Sums) float64 { return s.Of[grid.Dissipation] })
}

// greatest is where a curve has its greatest value, and that; NaN of none.
func greatest(c validate.Curve) (x, y float64) {
	x, y = math.NaN(), math.NaN()
	for i := range c.Y {
		if i == 0 || c.Y[i] > y {
			x, y = c.X[i], c.Y[i]
		}
	}
	return x, y
}

var isotropicTurbulence = &Case{
	Name: "GridIsotropicTurbulence",
	What: "turbulence that decays in a periodic cube, Re 40: its kinetic energy falls by what is " +
		"dissipated",
	How: "-dE/dt is the difference of the kinetic energy a step before and a step behind, and ε the " +
		"mean of ν |∇u|². The difference is the greatest of all steps, over ε. The velocities at first " +
		"are random.",
	Source:  "conservation",
	Problem: "IsotropicTurbulence",
	Levels: map[validate.Level]Plan{
		validate.Short:   {0.2, cells(32)},
		validate.Nightly: {1, cells(32, 64)},
		validate.GPU:     {2, cells(64, 128)},
	},
	Every: 1,
	Norms: []Norm{
		{Name: "-dE/dt off ε, greatest", Unit: "%", Gate: validate.Gate{Most: 0.01}, Of: budgetOff},
		divergenceNorm,
	},
	Figures: []Figure{
		{Name: "dissipation", What: "dissipation", X: "t U k", Y: "ε / (U³ k)", Of: dissipationOf},
		{Name: "energy", What: "kinetic energy", X: "t U k", Y: "E / U²", Of: energyOf},
	},
}

// budgetOff is the greatest difference of -dE/dt from ε, over ε.
func budgetOff(r *Run) float64 {
	var off []float64
	for i := 1; i+1 < len(r.Sums); i++ {
		a, b, c := &r.Sums[i-1], &r.Sums[i], &r.Sums[i+1]
		rate := (a.Of[grid.Energy] - c.Of[grid.Energy]) / (c.Time - a.Time)
		off = append(off, rate/b.Of[grid.Dissipation]-1)
	}
	return validate.Greatest(off)
}
