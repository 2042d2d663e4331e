package flows

// GridCavity is a cavity of a square section whose lid slides: the lid-driven cavity of Ghia, Ghia
// and Shin, J. Comput. Phys. 48 (1982) 387-411, and of Jacobsen and Senocak, Parallel Computing 39
// (2013), who computed it with Re 1000 on 256 x 32 x 256 cells.
//
// The side is L = 1 and the lid, at the upper end of z, moves along x with U = 1, so that
// ν = 1/Re and times are in L/U. Along y the cavity is periodic. It ends when it is steady.

import (
	"fmt"

	"gpusph/grid"
	"gpusph/internal/option"
)

type cavity struct {
	pressure
	cells, depth int
	re, steady   float64
	stretch      float64
}

func newCavity() Problem {
	return &cavity{cells: 128, depth: 1, re: 1000, steady: 1e-6, stretch: 1}
}

// Name implements Problem.
func (*cavity) Name() string { return "GridCavity" }

// Summary implements Problem.
func (*cavity) Summary() string {
	return "lid-driven cavity on a grid, to its steady state; --depth-cells makes it three-dimensional"
}

// Cells implements Problem.
func (c *cavity) Cells() int { return c.cells }

// Options implements Problem.
func (c *cavity) Options() option.Table {
	return option.Table{
		cells("cells along x and z", &c.cells),
		depth(&c.depth),
		option.Number("re", "Reynolds number U L/ν", 1, 1e5,
			"1000 is the default", &c.re),
		stretch(&c.stretch),
		steady(&c.steady),
	}
}

// cavityEnd is when a cavity ends that does not become steady [L/U]. With Re 5000 it rests after
// 615 on 64 cells.
const cavityEnd = 1000

// Flow implements Problem.
func (c *cavity) Flow() (*grid.Flow, error) {
	n := [3]int{c.cells, c.depth, c.cells}
	if err := checkSize(n, 2); err != nil {
		return nil, err
	}
	e := grid.Incompressible{Walls: walls(), Viscosity: 1 / c.re}
	e.Walls[2][1].Velocity = [3]float64{1, 0, 0}
	return stretched(&grid.Flow{
		Name: c.Name(), Cells: n, Spacing: cube(1 / float64(c.cells)),
		Periodic: [3]bool{false, true, false}, CFL: grid.CFLAdamsBashforth,
		End: cavityEnd, Steady: c.steady, Unit: "L/U", Equations: &e,
		Notes: []string{fmt.Sprintf("cavity with L = 1, U = 1, Re = %g, so ν = %g", c.re, 1/c.re)},
	}, c.stretch, 0, 2)
}
