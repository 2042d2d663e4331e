package flows

import (
	"fmt"
	"math"
	"strings"

	"gpusph/grid"
	"gpusph/internal/option"
)

// Problem is a flow on a grid with a name.
type Problem interface {
	Name() string    // as GridCavity
	Summary() string // one line for the list of problems
	Cells() int      // along the longest axis, without options

	// Options are the problem's, with the defaults they have.
	Options() option.Table

	// Takes are the names of options for how equations are solved that have an effect on it, of
	// OfSolution.
	Takes() []string

	// Flow is the flow that the options describe. Its errors name the option at fault, the limit
	// and the remedy.
	Flow() (*grid.Flow, error)
}

// OfSolution are the options for how equations are solved. Of those a problem takes some.
var OfSolution = []string{"solver", "tolerance", "solver-iterations", "cfl", "precision",
	"diffusion", "levels"}

// pressure is part of all problems of incompressible flows.
type pressure struct{}

// Takes implements Problem.
func (pressure) Takes() []string { return OfSolution }

// All makes the problems, in the order users see.
var All = []func() Problem{
	newCavity,
	newHeatedCavity,
	newBenard,
	newTaylorGreen,
	newTaylorGreen3D,
	newTurbulence,
	newRisingThermal,
	newDensityCurrent,
	newAirAtRest,
	newRayleighTaylor,
}

// Names are the names of all problems, in the order users see.
func Names() (names []string) {
	for _, create := range All {
		names = append(names, create().Name())
	}
	return names
}

// Find makes the problem of that name, in capitals or not; nil if there is none.
func Find(name string) Problem {
	for _, create := range All {
		if p := create(); strings.EqualFold(p.Name(), name) {
			return p
		}
	}
	return nil
}

// Limits of the extents in cells. The least extent has room for a coarser level of multigrid and
// for two planes on each of two devices. A device has fewer cells than a 32-bit index counts.
const (
	leastCells = 8
	mostCells  = 4096
	mostAll    = 1 << 33
)

// cells is the option of a grid's extent along its longest axis.
func cells(what string, to *int) option.Option {
	return option.Number("cells", what, leastCells, mostCells,
		"use an even number, or for multigrid one that 8 divides", to)
}

// depth is the option of a cavity's extent along y.
func depth(to *int) option.Option {
	return option.Number("depth-cells", "cells along y, which is periodic, each as long as those "+
		"along x; 1 is a flow in the plane of x and z", 1, mostCells, "1 is a plane flow", to)
}

// steady is the option for what ends a flow that settles.
func steady(to *float64) option.Option {
	return option.Number("steady", "end when no velocity changes in a time unit by more than this "+
		"part of the greatest; 0 runs to --tend", 1e-12, 0.1, "1e-6 is the default", to).OrZero()
}

// checkSize refuses grids with too many cells, where --cells is along some axes.
func checkSize(n [3]int, axes int) error {
	if all := n[0] * n[1] * n[2]; all > mostAll {
		return fmt.Errorf("--cells makes a grid of %d x %d x %d cells, but the maximum is %d in all; "+
			"use --cells %d or less", n[0], n[1], n[2], mostAll, fits(n, axes))
	}
	return nil
}

// fits is the greatest --cells, of those that 8 divides, with which a grid has few enough cells.
func fits(n [3]int, axes int) int {
	all := float64(n[0]) * float64(n[1]) * float64(n[2])
	return int(float64(n[0])*math.Pow(mostAll/all, 1/float64(axes))) / 8 * 8
}

// stretch is the option of how cells grow away from walls.
func stretch(to *float64) option.Option {
	return option.Number("stretch", "widest cell over the narrowest, which are at walls", 1,
		grid.MostRatio, "4 is usual, and multigrid slows beyond", to)
}

// stretched gives the cells along some axes of a flow a ratio of widths.
func stretched(f *grid.Flow, ratio float64, axes ...int) (*grid.Flow, error) {
	for _, d := range axes {
		var err error
		n := f.Cells[d]
		f.Faces[d], err = grid.Stretching{Ratio: ratio}.Faces(n, float64(n)*f.Spacing[d])
		if err != nil {
			return nil, fmt.Errorf("--stretch: %w", err)
		}
	}
	if ratio > 1 {
		f.Notes = append(f.Notes, fmt.Sprintf("cells grow from walls on, to %g times the width", ratio))
	}
	return f, nil
}

// cube is the spacing of a grid with the same spacing along all axes.
func cube(spacing float64) [3]float64 { return [3]float64{spacing, spacing, spacing} }

// walls are those at the ends of x and z, while y is periodic.
func walls() (all [3][2]grid.Wall) {
	for axis := range all {
		all[axis] = [2]grid.Wall{grid.Insulated, grid.Insulated}
	}
	return all
}
