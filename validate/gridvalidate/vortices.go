package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/validate"
)

// The flow of the problem GridTaylorGreen: L = 1, U = 1.
const (
	vorticesRe  = 100
	vorticesEnd = 1 // [L/U]
)

var taylorGreen = &Case{
	Name: "GridTaylorGreen",
	What: "vortices that decay in a periodic square, Re 100, to 1 L/U: the exact solution",
	How: "The decay is ln of the kinetic energy at first over that at the end, over what it should " +
		"be. Differences of velocities are those in all centres of cells, over the RMS of the velocity.",
	Source:  "Taylor & Green, Proc. R. Soc. A 158 (1937) 499-521.",
	Problem: "GridTaylorGreen",
	Levels: map[validate.Level]Plan{
		validate.Short:   {vorticesEnd, cells(32, 64)},
		validate.Nightly: {vorticesEnd, cells(32, 64, 128)},
		validate.GPU:     {vorticesEnd, cells(32, 64, 128)},
	},
	Every: 1,
	Norms: []Norm{
		{Name: "decay off", Unit: "%", Exact: true, Of: decayOff,
			Gate: from(64, validate.Gate{Falls: true, Order: 1.8})},
		{Name: "velocities off, RMS", Unit: "%", Exact: true, Of: vorticesOff},
	},
	Figures: []Figure{{
		Name: "energy", What: "kinetic energy", X: "t U/L", Y: "E / U²", Of: energyOf,
		References: func() []validate.Named {
			var c validate.Curve
			for _, t := range validate.Times(0, vorticesEnd, 0.05) {
				c.X, c.Y = append(c.X, t), append(c.Y, 0.25*math.Exp(-2*vorticesRate*t))
			}
			return []validate.Named{{Name: "exact", Curve: c}}
		},
	}},
}

// vorticesRate is that at which velocities decay [U/L].
const vorticesRate = 8 * math.Pi * math.Pi / vorticesRe

func energyOf(r *Run) validate.Curve {
	return r.Of(func(s *grid.Sums) float64 { return s.Of[grid.Energy] })
}

// divergenceNorm is what the solver of the pressure leaves.
var divergenceNorm = Norm{Name: "divergence, greatest over U/Δx", Gate: validate.Gate{Most: 1e-10},
	Of: func(r *Run) float64 { return r.Divergence }}

// lostIn is the part of the kinetic energy that is lost in L/U.
func lostIn(r *Run) float64 {
	first, last := ends(r)
	return (1 - last.Of[grid.Energy]/first.Of[grid.Energy]) / (last.Time - first.Time)
}

// ends are the sums at the beginning and at the end.
func ends(r *Run) (first, last grid.Sums) { return r.Sums[0], r.Sums[len(r.Sums)-1] }

func decayOff(r *Run) float64 {
	first, last := ends(r)
	lost := math.Log(first.Of[grid.Energy] / last.Of[grid.Energy])
	return lost/(2*vorticesRate*(last.Time-first.Time)) - 1
}

// vorticesOff is the RMS of how far the velocities at the end are off.
func vorticesOff(r *Run) float64 {
	const k = 2 * math.Pi
	size := math.Exp(-vorticesRate * r.Last.Time)
	of := r.Last.Field(gridmeasure.Velocity)
	n := r.Last.Cells
	var off []float64
	for i := range len(of.Values) / 3 {
		x := k * (float64(i%n[0]) + 0.5) * r.Last.Spacing[0]
		z := k * (float64(i/(n[0]*n[1])) + 0.5) * r.Last.Spacing[2]
		off = append(off, math.Hypot(of.Values[3*i]+size*math.Cos(x)*math.Sin(z),
			of.Values[3*i+2]-size*math.Sin(x)*math.Cos(z)))
	}
	return validate.RMS(off) / (size / math.Sqrt2)
}

var taylorGreenEnergy = &Case{
	Name: "GridTaylorGreenEnergy",
	What: "vortices and others half as large, without viscosity, over a turnover L/U: kinetic " +
		"energy is kept",
	How: "The loss of kinetic energy is that over L/U, over the energy at first. The scheme in " +
		"space keeps it, so that the loss is the error in time, which falls with the cube of Δt. " +
		"Vortices alone would not move; those that are half as large have a quarter of their velocity.",
	Source:  "conservation",
	Problem: "GridTaylorGreen",
	Change:  withoutViscosity,
	Levels: map[validate.Level]Plan{
		validate.Short:   {1, courants(64, 1, 0.5)},
		validate.Nightly: {1, courants(64, 1, 0.5, 0.25)},
		validate.GPU:     {1, courants(128, 1, 0.5, 0.25)},
	},
	Every: 1,
	Norms: []Norm{
		{Name: "energy lost", Exact: true, Of: lostIn,
			Gate: validate.Gate{Falls: true, Order: 2.7, DeltaP: 0.5, From: "CFL 0.5"}},
		{Name: "energy lost, 128 cells", Cells: 128, Of: lostIn,
			Gate: validate.Gate{Most: 1e-6, DeltaP: 0.5, From: "CFL 0.5"}},
	},
	Figures: []Figure{{
		Name: "energy", What: "kinetic energy lost, over that at first", X: "t U/L", Y: "lost",
		Of: func(r *Run) validate.Curve {
			first := r.Sums[0].Of[grid.Energy]
			return r.Of(func(s *grid.Sums) float64 { return 1 - s.Of[grid.Energy]/first })
		},
	}},
}

// courants are the sizes of runs with smaller and smaller steps.
func courants(n int, all ...float64) (sizes []Size) {
	for _, c := range all {
		sizes = append(sizes, Size{n, c})
	}
	return sizes
}

// withoutViscosity makes a flow of vortices one that changes and keeps its energy.
func withoutViscosity(flow *grid.Flow, _ Size) {
	const k, part = 4 * math.Pi, 0.25
	e := flow.Equations.(*grid.Incompressible)
	large := e.Velocity
	e.Viscosity = 0
	e.Velocity = func(c int, x [3]float64) float64 {
		u := large(c, x)
		switch c {
		case 0:
			u -= part * math.Cos(k*x[0]+1) * math.Sin(k*x[2]+2)
		case 2:
			u += part * math.Sin(k*x[0]+1) * math.Cos(k*x[2]+2)
		}
		return u
	}
}
