package flows

// GridBenard is convection between a warm plate below and a cold one above: a pair of rolls of the
// critical wavelength, 2π/3.117 heights, in a periodic domain of that width. At rest heat is
// conducted, Nu = 1, to the critical Rayleigh number 1707.76 (Reid and Harris, Phys. Fluids 1
// (1958) 102-110); Clever and Busse, J. Fluid Mech. 65 (1974) 625-645, have Nusselt numbers of
// steady rolls.
//
// The height is L = 1; units and numbers are those of GridHeatedCavity. The flow begins at rest
// with the temperature of conduction and a small wave of it.

import (
	"fmt"
	"math"

	"gpusph/grid"
	"gpusph/internal/option"
)

// criticalWave is the wave number of the first rolls, times the height.
const criticalWave = 3.117

type benard struct {
	pressure
	cells, depth              int
	ra, pr, amplitude, steady float64
	stretch                   float64
}

func newBenard() Problem {
	return &benard{cells: 32, depth: 1, ra: 5000, pr: 0.71, amplitude: 0.01, steady: 1e-6, stretch: 1}
}

// Name implements Problem.
func (*benard) Name() string { return "GridBenard" }

// Summary implements Problem.
func (*benard) Summary() string {
	return "convection rolls over a warm plate, on a grid; sums.csv has Nusselt numbers"
}

// Cells implements Problem.
func (b *benard) Cells() int { return 2 * b.cells }

// Options implements Problem.
func (b *benard) Options() option.Table {
	return option.Table{
		cells("cells along z; twice as many along x", &b.cells),
		depth(&b.depth),
		option.Number("ra", "Rayleigh number g β ΔT L³/(ν α)", 1, 1e9, "5000 is the default", &b.ra),
		option.Number("pr", "Prandtl number ν/α", 0.01, 1000, "0.71 is air, 7 is water", &b.pr),
		option.Number("amplitude", "of the wave of temperature at the start, over ΔT", 1e-9, 0.2,
			"0.01 is the default", &b.amplitude),
		stretch(&b.stretch),
		steady(&b.steady),
	}
}

// Flow implements Problem.
func (b *benard) Flow() (*grid.Flow, error) {
	n := [3]int{2 * b.cells, b.depth, b.cells}
	if err := checkSize(n, 2); err != nil {
		return nil, err
	}
	width, diffusivity := 2*math.Pi/criticalWave, 1/math.Sqrt(b.ra*b.pr)
	e := grid.Incompressible{
		Walls: walls(), Viscosity: math.Sqrt(b.pr / b.ra),
		Heat: &grid.Heat{
			Diffusivity: diffusivity, Expansion: 1, Reference: 0.5, Gravity: [3]float64{0, 0, -1},
			Temperature: func(x [3]float64) float64 {
				return 1 - x[2] + b.amplitude*math.Cos(2*math.Pi*x[0]/width)*math.Sin(math.Pi*x[2])
			},
		},
	}
	e.Walls[2][0].Temperature, e.Walls[2][1].Temperature = 1, 0
	h := 1 / float64(b.cells)
	return stretched(&grid.Flow{
		Name: b.Name(), Cells: n, Spacing: [3]float64{width / float64(n[0]), h, h},
		Periodic: [3]bool{true, true, false}, CFL: grid.CFLAdamsBashforth,
		End: 100 + 1/diffusivity, Steady: b.steady, Unit: "L/U", Equations: &e,
		Notes: []string{fmt.Sprintf("layer with L = 1, ΔT = 1, U = √(g β ΔT L) = 1, Ra = %g, Pr = %g, "+
			"so ν = %.6g and α = %.6g", b.ra, b.pr, e.Viscosity, diffusivity)},
	}, b.stretch, 2)
}
