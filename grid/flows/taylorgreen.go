package flows

// GridTaylorGreen is a square of four vortices that decay, periodic along both axes: an exact
// solution of the equations of Navier and Stokes (Taylor and Green, Proc. R. Soc. A 158 (1937)
// 499-521),
//
//	u = -U e^bt cos(2πx/L) sin(2πz/L),   w = U e^bt sin(2πx/L) cos(2πz/L),   b = -8π² ν/L²,
//
// with L = 1, U = 1 and ν = 1/Re. The particles' problem TaylorGreen is the same flow.
//
// GridTaylorGreen3D is the vortex in three dimensions that becomes turbulent, on the periodic cube
// of side 2π,
//
//	u = U sin x cos y cos z,   v = -U cos x sin y cos z,   w = 0,
//
// with U = 1 and ν = 1/Re. At Re 1600 its dissipation is greatest at about t = 9 (Brachet et al.,
// J. Fluid Mech. 130 (1983) 411-452).

import (
	"fmt"
	"math"

	"gpusph/grid"
	"gpusph/internal/option"
)

type taylorGreen struct {
	pressure
	cells int
	re    float64
}

func newTaylorGreen() Problem { return &taylorGreen{cells: 64, re: 100} }

// Name implements Problem.
func (*taylorGreen) Name() string { return "GridTaylorGreen" }

// Summary implements Problem.
func (*taylorGreen) Summary() string {
	return "vortices that decay in a periodic square, on a grid; the flow is known exactly"
}

// Cells implements Problem.
func (t *taylorGreen) Cells() int { return t.cells }

// Options implements Problem.
func (t *taylorGreen) Options() option.Table {
	return option.Table{
		cells("cells along x and z", &t.cells),
		option.Number("re", "Reynolds number U L/ν", 1, 1e6,
			"100 is the default", &t.re),
	}
}

// Flow implements Problem.
func (t *taylorGreen) Flow() (*grid.Flow, error) {
	const k = 2 * math.Pi
	n := [3]int{t.cells, 1, t.cells}
	if err := checkSize(n, 2); err != nil {
		return nil, err
	}
	return &grid.Flow{
		Name: t.Name(), Cells: n, Spacing: cube(1 / float64(t.cells)),
		Periodic: [3]bool{true, true, true}, CFL: grid.CFLRungeKutta, End: 2, Unit: "L/U",
		Equations: &grid.Incompressible{
			Walls: walls(), Viscosity: 1 / t.re, Scheme: grid.RungeKutta,
			Velocity: func(c int, x [3]float64) float64 {
				switch c {
				case 0:
					return -math.Cos(k*x[0]) * math.Sin(k*x[2])
				case 2:
					return math.Sin(k*x[0]) * math.Cos(k*x[2])
				}
				return 0
			},
		},
		Notes: []string{fmt.Sprintf("vortices with L = 1, U = 1, Re = %g, so ν = %g; their energy falls "+
			"as exp(%.6g t)", t.re, 1/t.re, -16*math.Pi*math.Pi/t.re)},
	}, nil
}

type taylorGreen3D struct {
	pressure
	cells int
	re    float64
}

func newTaylorGreen3D() Problem { return &taylorGreen3D{cells: 64, re: 1600} }

// Name implements Problem.
func (*taylorGreen3D) Name() string { return "GridTaylorGreen3D" }

// Summary implements Problem.
func (*taylorGreen3D) Summary() string {
	return "a vortex in a periodic cube that becomes turbulent, on a grid; Re 1600 takes 256 cells " +
		"or more"
}

// Cells implements Problem.
func (t *taylorGreen3D) Cells() int { return t.cells }

// Options implements Problem.
func (t *taylorGreen3D) Options() option.Table {
	return option.Table{
		cells("cells along each axis", &t.cells),
		option.Number("re", "Reynolds number U/(ν k) of the wave number k = 1", 1, 1e6,
			"1600 is the default", &t.re),
	}
}

// Flow implements Problem.
func (t *taylorGreen3D) Flow() (*grid.Flow, error) {
	n := [3]int{t.cells, t.cells, t.cells}
	if err := checkSize(n, 3); err != nil {
		return nil, err
	}
	return &grid.Flow{
		Name: t.Name(), Cells: n, Spacing: cube(2 * math.Pi / float64(t.cells)),
		Periodic: [3]bool{true, true, true}, CFL: grid.CFLRungeKutta, End: 20,
		Equations: &grid.Incompressible{
			Walls: walls(), Viscosity: 1 / t.re, Scheme: grid.RungeKutta,
			Velocity: func(c int, x [3]float64) float64 {
				switch c {
				case 0:
					return math.Sin(x[0]) * math.Cos(x[1]) * math.Cos(x[2])
				case 1:
					return -math.Cos(x[0]) * math.Sin(x[1]) * math.Cos(x[2])
				}
				return 0
			},
		},
		Notes: []string{fmt.Sprintf("vortex with U = 1 in a cube of 2π, Re = %g, so ν = %g", t.re,
			1/t.re)},
	}, nil
}
