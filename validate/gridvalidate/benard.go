package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/validate"
)

// implicit lets diffusion between walls have no limit of the time step.
func implicit(f *grid.Flow, _ Size) {
	f.Equations.(*grid.Incompressible).Scheme = grid.CrankNicolson
}

// benardNusselt are Nusselt numbers of steady rolls of the wave number 3.117 in air: Clever and
// Busse, J. Fluid Mech. 65 (1974) 625-645.
var benardNusselt = map[string]float64{"5000": 2.116, "10000": 2.661}

// benard is a layer of air between a warm and a cold plate, with steady rolls.
func benard(ra string) *Case {
	return &Case{
		Name: "GridBenard" + ra,
		What: "rolls of convection over a warm plate, Pr 0.71, Ra " + ra + ", until they are steady: " +
			"Nusselt number",
		How: "The Nusselt number is the mean of both plates. Cells are those of the height; diffusion " +
			"is implicit.",
		Source:  "Clever & Busse, J. Fluid Mech. 65 (1974) 625-645, wave number 3.117.",
		Problem: "GridBenard",
		Options: []string{"--ra=" + ra},
		Why:     "This is the flow's Rayleigh number.",
		Change:  implicit,
		Levels: map[validate.Level]Plan{validate.Short: {0, cells(16)},
			validate.Nightly: {0, cells(16, 32)}, validate.GPU: {0, cells(32, 64, 128)}},
		Norms: []Norm{{Name: "Nusselt number", Of: nusselt}, {Name: "Nusselt number off", Unit: "%",
			Exact: true, Gate: from(32, validate.Gate{Most: 0.01}),
			Of: func(r *Run) float64 { return nusselt(r)/benardNusselt[ra] - 1 }}},
		Every:   stride,
		Figures: []Figure{nusseltFigure},
	}
}

// nusseltFigure shows the Nusselt number from the beginning.
var nusseltFigure = Figure{Name: "nusselt", What: "Nusselt number", X: "t √(g β ΔT/L)", Y: "Nu",
	Of: func(r *Run) validate.Curve { return r.Of(nusseltOf).Between(heatedFirst, math.Inf(1)) }}

// Of a layer a little beyond its onset: its Rayleigh number, and the critical one of Reid and
// Harris, Phys. Fluids 1 (1958) 102-110.
const (
	onsetRa    = 1800.0
	criticalRa = 1707.762
)

var benardOnset = &Case{
	Name: "GridBenardOnset",
	What: "small rolls over a warm plate, Pr 0.71, Ra 1800: Rayleigh number of the onset of " +
		"convection, by their growth",
	How: "The root of the kinetic energy grows as exp(s t), s = (Ra/Ra critical - 1)/τ with " +
		"τ = (Pr + 0.5117)/(19.65 Pr) heights²/α near the onset (Cross & Hohenberg 1993). Cells are " +
		"those of the height; diffusion is implicit.",
	Source:  "Reid & Harris, Phys. Fluids 1 (1958) 102-110: Ra 1707.76.",
	Problem: "GridBenard",
	Options: []string{"--ra=1800", "--amplitude=1e-5", "--steady=0"},
	Why:     "The flow is to be near its onset, and small.",
	Change:  implicit,
	Every:   stride,
	Levels: map[validate.Level]Plan{validate.Short: {onsetEnd, cells(16)},
		validate.Nightly: {onsetEnd, cells(16, 32)}, validate.GPU: {onsetEnd, cells(32, 64)}},
	Norms: []Norm{{Name: "critical Rayleigh number", Of: onset}, {Name: "critical Rayleigh number off",
		Unit: "%", Exact: true, Gate: from(32, validate.Gate{Most: 0.01}),
		Of: func(r *Run) float64 { return onset(r)/criticalRa - 1 }}},
	Figures: []Figure{{Name: "growth", What: "kinetic energy of small rolls",
		X: "t √(g β ΔT/L)", Y: "log10 of the mean of u²/2 over g β ΔT L",
		Of: func(r *Run) validate.Curve {
			return r.Of(func(s *grid.Sums) float64 { return math.Log10(s.Of[grid.Energy]) }).
				Between(onsetEnd/10, onsetEnd)
		}}},
}

// onsetEnd is how long rolls grow [L/U]: other modes have decayed in the first half.
const onsetEnd = 60

// onset is the critical Rayleigh number by the growth in the second half of a run.
func onset(r *Run) float64 {
	e := r.Flow.Equations.(*grid.Incompressible)
	last := &r.Sums[len(r.Sums)-1]
	first := last
	for i := range r.Sums {
		if first = &r.Sums[i]; first.Time >= last.Time/2 {
			break
		}
	}
	rate := math.Log(last.Of[grid.Energy]/first.Of[grid.Energy]) / 2 / (last.Time - first.Time)
	pr := e.Viscosity / e.Heat.Diffusivity
	tau := (pr + 0.5117) / (19.65 * pr) / e.Heat.Diffusivity
	return onsetRa / (1 + rate*tau)
}
