package flows

// GridHeatedCavity is a square cavity between a hot and a cold wall: natural convection of a
// Boussinesq fluid, as de Vahl Davis computed it (Int. J. Numer. Methods Fluids 3 (1983) 249-264,
// Pr 0.71, Ra 1e3 to 1e6), and Jacobsen and Senocak (2013; Pr 7, Ra 1e5 and 2e5).
//
// The wall at the lower end of x has the temperature 1, that at the upper end 0; floor and lid are
// insulated. Units are those of free fall: the side L = 1, the difference of temperatures ΔT = 1,
// and the velocity U = √(g β ΔT L) = 1, so that g β = 1. With
//
//	Ra = g β ΔT L³/(ν α),   Pr = ν/α:   ν = √(Pr/Ra),   α = 1/√(Ra Pr).
//
// Times are in L/U. Velocities in units of α/L, as de Vahl Davis has them, are √(Ra Pr) times as
// large. The flow begins at rest with the temperature of conduction, 1 - x.

import (
	"fmt"
	"math"

	"gpusph/grid"
	"gpusph/internal/option"
)

type heatedCavity struct {
	pressure
	cells, depth   int
	ra, pr, steady float64
	stretch        float64
}

func newHeatedCavity() Problem {
	return &heatedCavity{cells: 128, depth: 1, ra: 1e5, pr: 0.71, steady: 1e-6, stretch: 1}
}

// Name implements Problem.
func (*heatedCavity) Name() string { return "GridHeatedCavity" }

// Summary implements Problem.
func (*heatedCavity) Summary() string {
	return "natural convection between a hot and a cold wall, on a grid; sums.csv has Nusselt numbers"
}

// Cells implements Problem.
func (c *heatedCavity) Cells() int { return c.cells }

// Options implements Problem.
func (c *heatedCavity) Options() option.Table {
	return option.Table{
		cells("cells along x and z", &c.cells),
		depth(&c.depth),
		option.Number("ra", "Rayleigh number g β ΔT L³/(ν α)", 1, 1e9, "1e5 is the default", &c.ra),
		option.Number("pr", "Prandtl number ν/α", 0.01, 1000, "0.71 is air, 7 is water", &c.pr),
		stretch(&c.stretch),
		steady(&c.steady),
	}
}

// Flow implements Problem.
func (c *heatedCavity) Flow() (*grid.Flow, error) {
	n := [3]int{c.cells, c.depth, c.cells}
	if err := checkSize(n, 2); err != nil {
		return nil, err
	}
	diffusivity := 1 / math.Sqrt(c.ra*c.pr)
	e := grid.Incompressible{
		Walls: walls(), Viscosity: math.Sqrt(c.pr / c.ra),
		Heat: &grid.Heat{
			Diffusivity: diffusivity, Expansion: 1, Reference: 0.5, Gravity: [3]float64{0, 0, -1},
			Temperature: func(x [3]float64) float64 { return 1 - x[0] },
		},
	}
	e.Walls[0][0].Temperature, e.Walls[0][1].Temperature = 1, 0
	return stretched(&grid.Flow{
		Name: c.Name(), Cells: n, Spacing: cube(1 / float64(c.cells)),
		Periodic: [3]bool{false, true, false}, CFL: grid.CFLAdamsBashforth,
		// a time of conduction, L²/α, and time for convection to begin
		End: 100 + 1/diffusivity, Steady: c.steady, Unit: "L/U",
		Equations: &e,
		Notes: []string{fmt.Sprintf("cavity with L = 1, ΔT = 1, U = √(g β ΔT L) = 1, Ra = %g, Pr = %g, "+
			"so ν = %.6g and α = %.6g", c.ra, c.pr, math.Sqrt(c.pr/c.ra), diffusivity)},
	}, c.stretch, 0, 2)
}
