package flows

// RisingThermal is a bubble of warm air that rises for 1000 s in 20 x 10 km of a dry atmosphere at
// rest, without viscosity: the standard test of system 002 (M. Norman, page of a course project at
// North Carolina State University), 160 x 80 cells of 125 m. The page has a linear perturbation and
// no amplitude. With --shape cosine it is the bubble of Bryan and Fritsch, Mon. Wea. Rev. 130
// (2002) 2917-2928.
//
// DensityCurrent is cold air that falls and spreads over the ground for 900 s (Straka et al., Int.
// J. Numer. Meth. Fluids 17 (1993) 1-22): at constant pressure its temperature, not its potential
// temperature, is 15 K lower in the middle. Without viscosity it is Norman's, in 53 x 6.4 km.
//
// AirAtRest is the atmosphere of both, and nothing in it: it stays as it is.

import (
	"fmt"

	"gpusph/grid"
	"gpusph/grid/atmosphere"
	"gpusph/internal/option"
)

// air is part of all problems of the atmosphere.
type air struct{}

// Takes implements Problem.
func (air) Takes() []string { return []string{"cfl", "precision"} }

// flowOf is a flow of the atmosphere.
func (air) flowOf(a *atmosphere.Flow, note string) (*grid.Flow, error) {
	f := grid.OfAtmosphere(a)
	f.Notes = []string{note}
	return f, checkSize(f.Cells, 2)
}

type risingThermal struct {
	air
	cells int
	shape atmosphere.Shape
}

func newRisingThermal() Problem { return &risingThermal{cells: 160} }

// Name implements Problem.
func (*risingThermal) Name() string { return "RisingThermal" }

// Summary implements Problem.
func (*risingThermal) Summary() string {
	return "a bubble of warm air rises in a dry atmosphere, on a grid"
}

// Cells implements Problem.
func (r *risingThermal) Cells() int { return r.cells }

// Options implements Problem.
func (r *risingThermal) Options() option.Table {
	return option.Table{
		evenCells("cells along x, over 20 km; half as many along z", &r.cells),
		option.Choice("shape", "`shape` of the bubble, of 2 K: %s", atmosphere.Shapes, &r.shape),
	}
}

// Flow implements Problem.
func (r *risingThermal) Flow() (*grid.Flow, error) {
	if err := checkEven(r.cells); err != nil {
		return nil, err
	}
	f := atmosphere.RisingThermal(r.cells, r.shape)
	return r.flowOf(f, fmt.Sprintf("bubble of 2 K, %s, of 2 km radius, 2 km above the ground; cells "+
		"of %g m", r.shape, f.Cell))
}

type densityCurrent struct {
	air
	cells     int
	viscosity float64
}

func newDensityCurrent() Problem { return &densityCurrent{cells: 512, viscosity: strakaK} }

// strakaK is the viscosity and diffusivity of Straka et al. [m²/s].
const strakaK = 75

// Name implements Problem.
func (*densityCurrent) Name() string { return "DensityCurrent" }

// Summary implements Problem.
func (*densityCurrent) Summary() string {
	return "cold air falls and spreads over the ground, on a grid"
}

// Cells implements Problem.
func (d *densityCurrent) Cells() int { return d.cells }

// Options implements Problem.
func (d *densityCurrent) Options() option.Table {
	return option.Table{
		option.Number("cells", "cells along x, over 51.2 km; an eighth as many along z", 2*leastCells,
			mostCells, "use a number that 16 divides, as 512 for cells of 100 m", &d.cells),
		option.Number("viscosity", "viscosity and diffusivity of u, w and θ [m²/s]; 0 is the flow of "+
			"Norman in 53 km", 1, 1e4, "75 is that of Straka et al.", &d.viscosity).OrZero(),
	}
}

// Flow implements Problem.
func (d *densityCurrent) Flow() (*grid.Flow, error) {
	if d.cells%16 != 0 {
		return nil, fmt.Errorf("--cells is %d, but an eighth of it, an even number, is along z; use "+
			"--cells %d", d.cells, (d.cells+8)/16*16)
	}
	f := atmosphere.DensityCurrent(51200/float64(d.cells), d.viscosity)
	return d.flowOf(f, fmt.Sprintf("cold air of -15 K in temperature; cells of %g m, viscosity %g "+
		"m²/s", f.Cell, d.viscosity))
}

type airAtRest struct {
	air
	cells int
}

func newAirAtRest() Problem { return &airAtRest{cells: 64} }

// Name implements Problem.
func (*airAtRest) Name() string { return "AirAtRest" }

// Summary implements Problem.
func (*airAtRest) Summary() string {
	return "a dry atmosphere in which nothing moves, on a grid: a check"
}

// Cells implements Problem.
func (a *airAtRest) Cells() int { return a.cells }

// Options implements Problem.
func (a *airAtRest) Options() option.Table {
	return option.Table{evenCells("cells along x, over 20 km; half as many along z", &a.cells)}
}

// Flow implements Problem.
func (a *airAtRest) Flow() (*grid.Flow, error) {
	if err := checkEven(a.cells); err != nil {
		return nil, err
	}
	f := atmosphere.RisingThermal(a.cells, atmosphere.Linear)
	f.Name, f.Theta = a.Name(), func(float64, float64) float64 { return 0 }
	return a.flowOf(f, fmt.Sprintf("nothing in the air; cells of %g m", f.Cell))
}

// checkEven refuses an odd number of cells along x, of which half are along z.
func checkEven(n int) error {
	if n%2 != 0 {
		return fmt.Errorf("--cells is %d, but half as many are along z; use --cells %d", n, n+1)
	}
	return nil
}

// evenCells is the option of an even number of cells along x.
func evenCells(what string, to *int) option.Option {
	return option.Number("cells", what, leastCells, mostCells, "use an even number, as 160", to)
}
