package flows

// RayleighTaylorLattice is cold gas above hot gas, which it sinks into: the flow of Calore et al.
// (Parallel Computing 58 (2016) 1-18, 2048 x 4096 sites), computed by the thermal lattice Boltzmann
// method D2Q37. See package lattice for the flow and how it is described.
//
// Lengths are in widths L, times in √(L/(A g)), so velocities in √(A g L) and temperatures, which
// are p/ρ, in A g L.

import (
	"fmt"
	"math"

	"gpusph/grid"
	"gpusph/grid/lattice"
	"gpusph/internal/option"
)

type rayleighTaylor struct {
	lattice.RayleighTaylor
	height  int // cells along z; 0 is twice those along x
	unfused bool
}

func newRayleighTaylor() Problem {
	return &rayleighTaylor{RayleighTaylor: *lattice.NewRayleighTaylor(128)}
}

// Name implements Problem.
func (*rayleighTaylor) Name() string { return "RayleighTaylorLattice" }

// Summary implements Problem.
func (*rayleighTaylor) Summary() string {
	return "cold gas sinks into hot gas, by the lattice Boltzmann method"
}

// Cells implements Problem.
func (r *rayleighTaylor) Cells() int { return r.RayleighTaylor.Cells[0] }

// Takes implements Problem.
func (*rayleighTaylor) Takes() []string { return nil }

// Options implements Problem.
func (r *rayleighTaylor) Options() option.Table {
	t := &r.RayleighTaylor
	return option.Table{
		option.Number("cells", "cells along x", 2*leastCells, mostCells,
			"128 is the default, 2048 that of Calore et al.", &t.Cells[0]),
		option.Number("height-cells", "cells along z (default twice those along x)", 2*leastCells,
			4*mostCells, "Calore et al. have 2048 x 4096, 1024 x 8192 and 3600 x 3600", &r.height),
		option.Number("atwood", "Atwood number of the temperatures, (hot - cold)/(hot + cold)", 0.01, 1,
			"0.15 is the default", &t.Atwood),
		option.Number("re", "Reynolds number √(g L³)/ν, from which the relaxation time follows", 10, 1e6,
			"1500 is the default, which 128 cells resolve", &t.Reynolds),
		option.Number("first-wave", "waves of the interface across the width, from this number on", 1,
			mostCells, "1 is the default", &t.Waves[0]),
		option.Number("waves", "waves of the interface across the width, up to this number; with "+
			"--first-wave the same it is one wave", 1, mostCells, "8 is the default", &t.Waves[1]),
		option.Number("amplitude", "of the interface, over the width: of a single wave, or the RMS of "+
			"several", 1e-9, 0.2, "0.005 is the default", &t.Amplitude),
		option.Number("interface", "half the thickness of the interface, over the width", 1e-4, 0.5,
			"0.05 is the default", &t.Interface),
		option.Number("stratification", "g H/T of the height H: how much gravity changes the density",
			1e-4, 1, "0.1 is the default", &t.Stratification),
		option.Number("seed", "of the phases of the waves", 0, math.MaxInt32, "1 is the default",
			&t.Seed),
		option.Switch("unfused", "a step takes three kernels, propagate, boundaries and collide, as in "+
			"the literature; the same bits, more slowly", &r.unfused),
	}
}

// Flow implements Problem.
func (r *rayleighTaylor) Flow() (*grid.Flow, error) {
	t := r.RayleighTaylor
	if t.Cells[1] = r.height; t.Cells[1] == 0 {
		t.Cells[1] = 2 * t.Cells[0]
	}
	n := [3]int{t.Cells[0], 1, t.Cells[1]}
	if err := checkSize(n, 2); err != nil {
		return nil, err
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	f := grid.OfRayleighTaylor(&t)
	f.Equations.(*grid.Lattice).Unfused = r.unfused
	f.Notes = []string{fmt.Sprintf("cold gas over hot gas, A = %g, Re = %g, waves %d to %d across; "+
		"τ = %.6g steps, g = %.6g cells/step², %.6g steps in √(L/(A g))", t.Atwood, t.Reynolds,
		t.Waves[0], t.Waves[1], t.Tau(), t.Gravity(), t.Unit())}
	return f, nil
}
