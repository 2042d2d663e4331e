package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/grid/lattice"
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

// A layer of gas on the lattice a little beyond its onset, Pr 1: its Rayleigh number, the
// difference of temperatures over the mean, and the relaxation time [steps].
const (
	gasRa         = 1900.0
	gasDifference = 0.06
	gasTau        = 0.52
)

var latticeOnset = &Case{
	Name: "LatticeBenardOnset",
	What: "small rolls in gas over a warm plate on the lattice, Pr 1, Ra 1900: Rayleigh number of " +
		"the onset of convection, by their growth",
	How: "As GridBenardOnset, by the wave of the velocity along z. The temperature that falls with " +
		"the height in a gas at rest, g/2 a cell, drives nothing. Cells are those of the wave.",
	Source:  "Reid & Harris, Phys. Fluids 1 (1958) 102-110: Ra 1707.76.",
	Problem: "RayleighTaylorLattice",
	Options: quietOptions,
	Why:     quietWhy,
	Change:  heatGas,
	Levels: map[validate.Level]Plan{validate.Nightly: {0, cells(64)},
		validate.GPU: {0, cells(64, 128, 192)}},
	Every: 500,
	Watch: func(r *Run, s *gridmeasure.Sampler) (sum float64) {
		for i, v := range s.Field(gridmeasure.Velocity).Values {
			if i%3 == 2 {
				sum += v * math.Cos(2*math.Pi*(float64(i/3%s.Cells[0])+0.5)/float64(s.Cells[0]))
			}
		}
		return sum
	},
	Norms: []Norm{{Name: "critical Rayleigh number", Of: gasOnset}, {
		Name: "critical Rayleigh number off", Unit: "%", Exact: true,
		Gate: from(128, validate.Gate{Most: 0.03}),
		Of:   func(r *Run) float64 { return gasOnset(r)/criticalRa - 1 }}},
	Figures: []Figure{{Name: "wave", What: "wave of the velocity along z", X: "t [steps]",
		Y: "sum [cells/step]", Of: (*Run).Watch}},
}

// gasLayer is a layer of gas in cells and steps: its height, viscosity, temperatures of its plates
// and gravity, of which the Rayleigh number is that of the difference beyond g/2 a cell.
func gasLayer(flow *grid.Flow) (height, nu, hot, cold, gravity float64) {
	height = float64(flow.Cells[2] - 2*lattice.Reach + 1)
	mean := latticeWarmth()
	nu = (gasTau - 0.5) * mean
	for range 20 {
		drives := gasDifference*mean - gravity*height/2
		gravity = gasRa * nu * nu * mean / (drives * height * height * height)
	}
	return height, nu, mean * (1 + gasDifference/2), mean * (1 - gasDifference/2), gravity
}

// heatGas makes a flow of the lattice such a layer at rest, half as high as wide, with a small wave
// of its temperature.
func heatGas(flow *grid.Flow, size Size) {
	e := flow.Equations.(*grid.Lattice)
	flow.Cells[2], flow.Spacing = size.Cells/2+2*lattice.Reach-1, [3]float64{1, 1, 1}
	height, nu, hot, cold, gravity := gasLayer(flow)
	e.Tau, e.Gravity, e.Walls, e.Step = gasTau, [2]float64{0, -gravity}, [2]float64{hot, cold}, 1
	at := func(row float64) float64 { return hot + (cold-hot)*(row-lattice.Reach+1)/height }
	pressure := []float64{1}
	for row := 1; row < flow.Cells[2]; row++ {
		pressure = append(pressure, pressure[row-1]*math.Exp(-gravity/at(float64(row)-0.5)))
	}
	flow.End = math.Ceil(0.15 * height * height / nu) // other modes decay in a tenth of that
	e.State = func(x, row int) (rho, ux, uz, t float64) {
		part := math.Sin(math.Pi * (float64(row) - lattice.Reach + 1) / height)
		if row < lattice.Reach || row >= flow.Cells[2]-lattice.Reach {
			part = 0
		}
		wave := math.Cos(2 * math.Pi * (float64(x) + 0.5) / float64(size.Cells))
		t = at(float64(row)) + 1e-5*hot*part*wave
		return pressure[row] / t, 0, 0, t
	}
}

// gasOnset is the critical Rayleigh number by the growth in the second half of a run.
func gasOnset(r *Run) float64 {
	c := r.Watch()
	first, last := len(c.X)/2, len(c.X)-1
	if last < 2 {
		return math.NaN()
	}
	height, nu, _, _, _ := gasLayer(r.Flow)
	rate := math.Log(c.Y[last]/c.Y[first]) / (c.X[last] - c.X[first])
	tau := (1 + 0.5117) / 19.65 * height * height / nu
	return gasRa / (1 + rate*tau)
}
