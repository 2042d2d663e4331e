package flows

// IsotropicTurbulence is turbulence that decays in a periodic cube of side 2π, with or without
// solid boxes in it: the flow of Khajeh-Saeed and Perot, Computing in Science & Engineering 14(3)
// (2012) 10-19.
//
// It begins with random velocities of the spectrum
//
//	E(k) ~ k⁴ exp(-2 (k/k₀)²),   k₀ = 4,
//
// for wave numbers up to 8, whose mean kinetic energy is 3/2 U² with U = 1. Re is U/(ν k₀), so
// ν = 1/(4 Re). Where boxes are the velocity is zero; the first projection makes the flow around
// them free of divergence.
//
// With --stir turbulence is made by the boxes, as Perot (AIP Advances 1 (2011) 022104) makes it:
// they move through fluid at rest along the diagonal with the speed U, and vanish. Velocities are
// those that the boxes see, in which the fluid has the mean velocity -U.

import (
	"errors"
	"fmt"
	"math"

	"gpusph/grid"
	"gpusph/internal/option"
)

type turbulence struct {
	pressure
	cells, boxes, seed int
	re, stir           float64
}

func newTurbulence() Problem { return &turbulence{cells: 128, seed: 1, re: 40} }

// Name implements Problem.
func (*turbulence) Name() string { return "IsotropicTurbulence" }

// Summary implements Problem.
func (*turbulence) Summary() string {
	return "turbulence that decays in a periodic cube, on a grid; --boxes puts solid boxes into it"
}

// Cells implements Problem.
func (t *turbulence) Cells() int { return t.cells }

// boxSites are the places of boxes along an axis: of each quarter of the cube the second half.
const boxSites, mostBoxes = 4, 64

// Options implements Problem.
func (t *turbulence) Options() option.Table {
	return option.Table{
		cells("cells along each axis", &t.cells),
		option.Number("re", "Reynolds number U/(ν k₀) at the beginning", 0.1, 1e5,
			"40 is the default, which 128 cells resolve", &t.re),
		option.Number("boxes", "solid boxes in the flow, an eighth of the cube wide", 0, mostBoxes,
			"there are 64 places", &t.boxes),
		option.Number("stir", "time in which --boxes move through fluid at rest and vanish", 1e-3, 1e4,
			"8 is 1.3 lengths of the cube", &t.stir).OrZero(),
		option.Number("seed", "of the random velocities, and of where the boxes are", 0, math.MaxInt32,
			"1 is the default", &t.seed),
	}
}

// Flow implements Problem.
func (t *turbulence) Flow() (*grid.Flow, error) {
	n := [3]int{t.cells, t.cells, t.cells}
	if err := checkSize(n, 3); err != nil {
		return nil, err
	}
	if t.cells < 4*mostWave {
		return nil, fmt.Errorf("--cells is %d, but the velocities at the beginning have %d waves along "+
			"an axis, which take %d cells or more; use --cells %d", t.cells, mostWave, 4*mostWave,
			4*mostWave)
	}
	if t.boxes > 0 && t.cells%(2*boxSites) != 0 {
		return nil, fmt.Errorf("--cells is %d, but a box is an eighth of the cube wide; with --boxes "+
			"use a number that 8 divides, as --cells %d", t.cells, (t.cells+7)/8*8)
	}
	if t.stir > 0 && t.boxes == 0 {
		return nil, errors.New("--stir moves boxes through the flow, but there are none; use --boxes 16")
	}
	spacing := 2 * math.Pi / float64(t.cells)
	random := newRandom(t.seed)
	field := newWaves(random, t.cells)
	solids := t.placeBoxes(random)
	nu := 1 / (peakWave * t.re)
	return &grid.Flow{
		Name: t.Name(), Cells: n, Spacing: cube(spacing), Periodic: [3]bool{true, true, true},
		CFL: grid.CFLRungeKutta, End: 4 + t.stir, Unit: "1/(U k)",
		Equations: &grid.Incompressible{
			Walls: walls(), Solids: solids, Until: t.stir, Viscosity: nu, Scheme: grid.RungeKutta,
			Velocity: func(c int, x [3]float64) float64 {
				switch {
				case inside(solids, spacing, x):
					return 0
				case t.stir > 0:
					return 1 / math.Sqrt(3)
				}
				return field.velocity(c, x)
			},
		},
		Notes: []string{fmt.Sprintf("turbulence with U = 1, k₀ = %d, Re = %g, so ν = %g; random numbers "+
			"of --seed %d", peakWave, t.re, nu, t.seed)},
	}, nil
}

// placeBoxes chooses places of boxes, each with the same chance.
func (t *turbulence) placeBoxes(r *random) (all []grid.Box) {
	var sites [mostBoxes]int
	for i := range sites {
		sites[i] = i
	}
	wide := t.cells / (2 * boxSites)
	for i := range t.boxes {
		j := i + int(r.uniform()*float64(mostBoxes-i))
		sites[i], sites[j] = sites[j], sites[i]
		var box grid.Box
		for axis, at := 0, sites[i]; axis < 3; axis, at = axis+1, at/boxSites {
			box.Min[axis] = (2*(at%boxSites) + 1) * wide
			box.Max[axis] = box.Min[axis] + wide
		}
		all = append(all, box)
	}
	return all
}

// inside reports whether a point is in a box or on its surface, but for rounding.
func inside(boxes []grid.Box, spacing float64, x [3]float64) bool {
	for _, b := range boxes {
		within := true
		for axis := range x {
			at := x[axis] / spacing
			within = within && at > float64(b.Min[axis])-0.25 && at < float64(b.Max[axis])+0.25
		}
		if within {
			return true
		}
	}
	return false
}
