package gridvalidate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/grid"
	"gpusph/validate"
)

// Cases are all, in the order of the table.
var Cases = []*Case{taylorGreen, taylorGreenEnergy, taylorGreen3D, isotropicTurbulence, lidCavity,
	fastCavity,
	heatedCavity("1e3", 1e3, map[validate.Level]Plan{
		validate.Nightly: {0, cells(32, 64)}, validate.GPU: {0, cells(64, 128)}}),
	heatedCavity("1e4", 1e4, map[validate.Level]Plan{validate.Short: {0, cells(32)},
		validate.Nightly: {0, cells(32, 64)}, validate.GPU: {0, cells(64, 128)}}),
	heatedCavity("1e5", 1e5, map[validate.Level]Plan{
		validate.Nightly: {0, cells(32, 64)}, validate.GPU: {0, cells(64, 128)}}),
	heatedCavity("1e6", 1e6, map[validate.Level]Plan{
		validate.Nightly: {0, cells(64)}, validate.GPU: {0, cells(64, 128, 256)}}),
	highCavity, waterCavity("1e5"), waterCavity("2e5"), benardOnset, benard("5000"), benard("10000"),
	densityCurrent, risingThermal, airAtRest,
	rayleighTaylorLattice, latticeShear, latticeSound, latticeOnset,
}

var lidCavity = &Case{
	Name: "GridCavity",
	What: "a lid drives the fluid in a square box, Re 1000, until it is steady: velocities on the " +
		"two lines through the centre",
	How: "u, along the lid, is read on the line across it, w on the line along it. Differences are " +
		"over the lid's speed, at all places of the reference but those on walls. The profile is a " +
		"converged solution, which Botella & Peyret's (1998) confirms and Ghia's values are off by up " +
		"to 1.8 %.",
	Source: "Ghia, Ghia & Shin, J. Comput. Phys. 48 (1982) 387-411, tables I and II, and finite " +
		"differences extrapolated.",
	Problem: "GridCavity",
	Levels: map[validate.Level]Plan{
		validate.Short:   {0, cells(32)},
		validate.Nightly: {0, cells(32, 64)},
		validate.GPU:     {0, cells(64, 128, 256)},
	},
	Norms: []Norm{
		lidNorm("u", "the profile", from(128, validate.Gate{Most: 0.01})),
		lidNorm("w", "the profile", from(128, validate.Gate{Most: 0.01})),
		lidNorm("u", "Ghia", validate.Gate{}), lidNorm("w", "Ghia", validate.Gate{}),
		{Name: "least u off Botella & Peyret", Unit: "%", Exact: true,
			Gate: from(128, validate.Gate{Most: 0.01}), Of: func(r *Run) float64 {
				return leastOf(r, "u") - validate.Reference(botella, "u_min_over_U", "u_min_z_over_L").X[0]
			}},
	},
	Figures: []Figure{lidFigure("u", "z / L"), lidFigure("w", "x / L")},
}

// botella has extremes of the cavity of Re 1000 (Botella and Peyret 1998).
const botella = "lid_cavity_botella_extremes.csv"

// leastOf is the least value of a profile, of the parabola through three points.
func leastOf(r *Run, name string) float64 {
	for _, p := range r.Last.Profiles() {
		if p.Name == name {
			least, _ := p.Peaks()
			return least.Value
		}
	}
	return math.NaN()
}

// fastCavity is a cavity of Re 5000, compared with itself on grids twice as fine. Where the error
// is of second order it is a third of such a difference on the finer grid.
var fastCavity = &Case{
	Name: "GridCavityRe5000",
	What: "a lid drives the fluid in a square box, Re 5000, until it is steady: u on the line " +
		"across it",
	How: "u is compared with that on the next finer grid, at the centres of cells, over the lid's " +
		"speed. At second order the finer grid's error is a third of the difference.",
	Source:  "Itself.",
	Problem: "GridCavity",
	Options: []string{"--re=5000", "--steady=1e-5"},
	Why:     "This is the flow's Reynolds number; it settles slowly.",
	Levels:  map[validate.Level]Plan{validate.GPU: {0, cells(64, 128, 256)}},
	Norms: []Norm{{Name: "least u", Of: func(r *Run) float64 { return leastOf(r, "u") }},
		{Name: "u off the finer grid's, RMS", Unit: "%", Gate: from(128, validate.Gate{Most: 0.045}),
			Finer: func(r, finer *Run) float64 {
				line := r.Profile("u")
				return validate.RMS(validate.Off(line, finer.Profile("u"), line.X))
			}}},
	Figures: []Figure{{Name: "u", What: "u on the line through the centre, Re 5000", X: "z / L",
		Y: "u / U", Of: func(r *Run) validate.Curve { return r.Profile("u") }}},
}

// highNusselt is the Nusselt number at Ra 1e7: Le Quéré, Computers & Fluids 20 (1991) 29-41.
const highNusselt = 16.523

// highCavity is a heated cavity with thin boundary layers.
var highCavity = &Case{
	Name: "GridHeatedCavity1e7",
	What: "natural convection in a square cavity, warm at one side and cold at the other, Pr 0.71, " +
		"Ra 1e7, until it is steady: Nusselt number",
	How:     "The Nusselt number is the mean of both walls; diffusion is implicit.",
	Source:  "Le Quéré, Computers & Fluids 20 (1991) 29-41: 16.523.",
	Problem: "GridHeatedCavity",
	Options: []string{"--ra=1e7", "--steady=1e-5"},
	Why:     "This is the flow's Rayleigh number; it settles slowly.",
	Change:  implicit,
	Levels:  map[validate.Level]Plan{validate.GPU: {0, cells(64, 128, 256)}},
	Norms: []Norm{{Name: "Nusselt number", Of: nusselt}, {Name: "Nusselt number off", Unit: "%",
		Exact: true, Gate: from(256, validate.Gate{Most: 0.01}),
		Of: func(r *Run) float64 { return nusselt(r)/highNusselt - 1 }}},
	Every:   stride,
	Figures: []Figure{nusseltFigure},
}

// lidReference is whose velocities a cavity's are compared with, without those on walls.
func lidReference(name, whose string) validate.Curve {
	file := "lid_cavity_profile.csv"
	if whose == "Ghia" {
		file = "lid_cavity_ghia_" + name + ".csv"
	}
	c := validate.Reference(file, "s_over_L", "re1000_"+name+"_over_U")
	last := len(c.X) - 1
	return validate.Curve{X: c.X[1:last], Y: c.Y[1:last]}
}

func lidNorm(name, whose string, gate validate.Gate) Norm {
	return Norm{
		Name: fmt.Sprintf("%s off %s, RMS", name, whose), Unit: "%", Exact: whose != "Ghia", Gate: gate,
		Of: func(r *Run) float64 {
			is := lidReference(name, whose)
			return validate.RMS(validate.Off(r.Profile(name), is, is.X))
		},
	}
}

func lidFigure(name, axis string) Figure {
	return Figure{Name: name, What: name + " on the line through the centre, Re 1000", X: axis,
		Y: name + " / U", Of: func(r *Run) validate.Curve { return r.Profile(name) },
		References: func() []validate.Named {
			return []validate.Named{{Name: "Ghia 1982", Curve: lidReference(name, "Ghia")},
				{Name: "converged", Curve: lidReference(name, "")}}
		}}
}

// heatedReference is a value of the converged cavities, or of De Vahl Davis', at Ra and Pr; NaN
// where there is none.
func heatedReference(file, value string, ra, pr float64) float64 {
	is := validate.Reference(file, "ra", value)
	ofPr := validate.Curve{Y: slices.Repeat([]float64{0.71}, len(is.X))}
	if file == convergedCavities {
		ofPr = validate.Reference(file, "ra", "pr")
	}
	for i := range is.X {
		if is.X[i] == ra && ofPr.Y[i] == pr {
			return is.Y[i]
		}
	}
	return math.NaN()
}

const (
	convergedCavities = "heated_cavity_converged.csv"
	daviesCavities    = "heated_cavity_devahldavis.csv"
)

// nusseltOf is the Nusselt number, the mean of the hot and the cold wall.
func nusseltOf(s *grid.Sums) float64 {
	return (s.Of[grid.FirstNusselt] + s.Of[grid.FirstNusselt+1]) / 2
}

func nusselt(r *Run) float64 {
	_, last := ends(r)
	return nusseltOf(&last)
}

// heatedCase is what all heated cavities have.
func heatedCase(name, suffix string, ra, pr float64) *Case {
	// velocities are in √(g β ΔT L), those of the literature in α/L
	diffusive := math.Sqrt(ra * pr)
	off := func(value string, of func(*Run) float64) func(*Run) float64 {
		return func(r *Run) float64 {
			return of(r)/heatedReference(convergedCavities, value, ra, pr) - 1
		}
	}
	c := &Case{
		Name: name,
		What: fmt.Sprintf("natural convection in a square cavity, warm at one side and cold at the "+
			"other, Pr %g, Ra %s, until it is steady", pr, suffix),
		How: "The Nusselt number is the mean of both walls. Velocities are the greatest on the lines " +
			"through the centre.",
		Source: "De Vahl Davis, Int. J. Numer. Meth. Fluids 3 (1983) 249-264, and finite differences " +
			"extrapolated.",
		Problem: "GridHeatedCavity",
		Options: []string{"--ra=" + suffix, fmt.Sprintf("--pr=%g", pr)},
		Why:     "These are the flow's Rayleigh and Prandtl numbers.",
		Every:   stride,
		Norms:   []Norm{{Name: "Nusselt number", Of: nusselt}},
		Figures: []Figure{heatedNusselt(ra, pr),
			{Name: "t", What: "temperature on the line along x through the centre", X: "x / L",
				Y: "(T - T cold)/ΔT", Of: func(r *Run) validate.Curve { return r.Profile("T") }},
		},
	}
	if known := heatedReference(convergedCavities, "nu_mean", ra, pr); !math.IsNaN(known) {
		c.Norms = append(c.Norms,
			Norm{Name: "Nusselt number off", Unit: "%", Of: off("nu_mean", nusselt)},
			Norm{Name: "greatest u off", Unit: "%", Of: off("u_max_L_over_alpha", func(r *Run) float64 {
				_, u := greatest(r.Profile("u"))
				return u * diffusive
			})},
			Norm{Name: "greatest w off", Unit: "%", Of: off("w_max_L_over_alpha", func(r *Run) float64 {
				_, w := greatest(r.Profile("w"))
				return w * diffusive
			})})
	}
	return c
}

// heatedNusselt shows the Nusselt number from the beginning, with what others have at the end.
func heatedNusselt(ra, pr float64) Figure {
	return Figure{Name: "nusselt", What: "Nusselt number", X: "t √(g β ΔT/L)", Y: "Nu",
		Of: func(r *Run) validate.Curve { return r.Of(nusseltOf).Between(heatedFirst, math.Inf(1)) },
		References: func() (all []validate.Named) {
			for _, whose := range []struct{ name, file string }{
				{"De Vahl Davis 1983, steady", daviesCavities}, {"converged, steady", convergedCavities}} {
				nu := heatedReference(whose.file, "nu_mean", ra, pr)
				if math.IsNaN(nu) {
					continue
				}
				var line validate.Curve
				for _, t := range validate.Times(heatedFirst, 1000, 20) {
					line.X, line.Y = append(line.X, t), append(line.Y, nu)
				}
				all = append(all, validate.Named{Name: whose.name, Curve: line})
			}
			return all
		}}
}

// heatedFirst is when Nusselt numbers are shown from [√(L/(g β ΔT))].
const heatedFirst = 1

// heatedCavity is a cavity of air, whose Nusselt number is known.
func heatedCavity(suffix string, ra float64, plans map[validate.Level]Plan) *Case {
	c := heatedCase("GridHeatedCavity"+suffix, suffix, ra, 0.71)
	c.Levels = plans
	for i := range c.Norms {
		if n := &c.Norms[i]; n.Name == "Nusselt number off" {
			n.Exact, n.Gate = true, from(128, validate.Gate{Most: 0.01})
		}
	}
	return c
}

// waterCavity is a cavity of water, which is compared with itself on a grid twice as fine.
func waterCavity(suffix string) *Case {
	ra := map[string]float64{"1e5": 1e5, "2e5": 2e5}[suffix]
	c := heatedCase("GridHeatedCavityPr7Ra"+suffix, suffix, ra, 7)
	c.How += " Temperatures are compared with those on the next finer grid, in the centres of cells " +
		"on the line along x, over the difference of the walls'. Diffusion is implicit."
	c.Change = implicit
	c.Levels = map[validate.Level]Plan{
		validate.Nightly: {0, cells(32, 64)}, validate.GPU: {0, cells(64, 128, 256)}}
	c.Norms = append(c.Norms, Norm{Name: "temperatures off the finer grid's, greatest", Unit: "%",
		Gate: from(128, validate.Gate{Most: 0.01}), Finer: func(r, finer *Run) float64 {
			line := r.Profile("T")
			return validate.Greatest(validate.Off(line, finer.Profile("T"), line.X))
		}})
	return c
}
