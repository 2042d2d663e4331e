package grid

import (
	"fmt"
	"math"

	"gpusph/grid/lattice"
)

// Lattice is the thermal lattice Boltzmann method D2Q37 in the plane x-z, of system 004: see
// package lattice. The fluid is an ideal gas. Its own numbers are in cells and steps; those that
// Simulation returns are in metres and seconds, and a temperature is p/ρ [m²/s²].
type Lattice struct {
	Tau     float64    // relaxation time [steps]: ν = (τ - 1/2) T
	Gravity [2]float64 // along x and z [cells/step²]
	Walls   [2]float64 // temperatures at the lower and the upper end, where z is not periodic

	// State is the fluid's density, velocity and temperature at the beginning, at a site.
	State func(x, row int) (rho, ux, uz, t float64)

	Step    float64 // how long a step is [s]; 0 is 1
	Unfused bool    // a step takes three kernels, as in the literature; no bit depends on it
}

// OfRayleighTaylor is a flow of package lattice, whose width is 1 and whose unit of time is √(L/(A
// g)).
func OfRayleighTaylor(r *lattice.RayleighTaylor) *Flow {
	hot, cold := r.Layers()
	h, state := 1/float64(r.Cells[0]), r.State()
	height := float64(r.Cells[1]) * h
	return &Flow{Name: "RayleighTaylorLattice", Cells: [3]int{r.Cells[0], 1, r.Cells[1]},
		Spacing: [3]float64{h, h, h}, Origin: [3]float64{0, 0, -height / 2},
		Periodic: [3]bool{true, true, false}, End: r.End, Unit: "√(L/(A g))",
		Equations: &Lattice{Tau: r.Tau(), Gravity: [2]float64{0, -r.Gravity()},
			Walls: [2]float64{hot, cold}, Step: 1 / r.Unit(),
			// a longer lattice, as for weak scaling, has more of the upper layer, and a wider one
			// the same waves again
			State: func(x, row int) (rho, ux, uz, t float64) {
				return state(x%r.Cells[0], min(row, r.Cells[1]-1))
			}}}
}

// dt is how long a step is [s].
func (e *Lattice) dt() float64 {
	if e.Step > 0 {
		return e.Step
	}
	return 1
}

// velocity is a cell a step [m/s].
func (e *Lattice) velocity(f *Flow) float64 { return f.Spacing[0] / e.dt() }

// Places of quantities of the lattice in Sums.Of.
const (
	LatticeDensity = iota
	LatticeMomentumX
	LatticeMomentumZ
	LatticeEnergy
	LatticeSpeed
	LatticeColdest
	LatticeWarmest
	latticeQuantities
)

// Quantities implements Equations.
func (*Lattice) Quantities(*Flow) []Quantity {
	return []Quantity{
		LatticeDensity:   {"density", "", "the mean"},
		LatticeMomentumX: {"momentum x", "m/s", "the mean of ρ u"},
		LatticeMomentumZ: {"momentum z", "m/s", "the mean of ρ w"},
		LatticeEnergy:    {"energy", "m²/s²", "the mean of ρ (T + u²/2)"},
		LatticeSpeed:     {"speed", "m/s", "the greatest"},
		LatticeColdest:   {"coldest", "m²/s²", "the lowest T"},
		LatticeWarmest:   {"warmest", "m²/s²", "the highest T"},
	}
}

// Method implements Equations.
func (e *Lattice) Method(Solver) string {
	kernels := "one kernel"
	if e.Unfused {
		kernels = "three kernels"
	}
	return fmt.Sprintf("lattice Boltzmann D2Q37, a step in %s", kernels)
}

// Cost implements Equations. Fields of the fluid are in the array that is free between steps.
func (*Lattice) Cost(*Flow, Solver) Cost {
	return Cost{Numbers: 2 * lattice.Populations, Snapshot: 5, Checkpoint: lattice.Populations,
		Moved: 2 * lattice.Populations, Flops: latticeFlops}
}

// latticeFlops are the operations of a collision: see package lattice.
const latticeFlops = 571

// Limits implements Equations.
func (e *Lattice) Limits(f *Flow, dt float64) (all []string) {
	mean := lattice.D2Q37().Temperature
	all = append(all, fmt.Sprintf("a step is that of the lattice; sound passes %.3g cells in it at "+
		"T₀ = %.4g m²/s²", math.Sqrt(2*mean), mean*e.velocity(f)*e.velocity(f)))
	return append(all, fmt.Sprintf("a relaxation time of %.4g steps, so at T₀ a viscosity of %.3g "+
		"m²/s; more than 0.5 is possible", e.Tau,
		(e.Tau-0.5)*mean*f.Spacing[0]*f.Spacing[0]/e.dt()))
}

// Stage implements Equations.
func (*Lattice) Stage() string { return "a step" }

// Settings implements Equations.
func (e *Lattice) Settings() string {
	return fmt.Sprint("lattice", e.Tau, e.Gravity, e.Walls, e.Step)
}

// check implements Equations.
func (e *Lattice) check(f *Flow, _ Solver) error {
	rows := lattice.Reach
	if !f.Periodic[2] {
		rows = 2*lattice.Reach + 1
	}
	switch {
	case f.Cells[1] != 1:
		return fmt.Errorf("%s: %d cells along y; the lattice is in the plane x-z, with one", f.Name,
			f.Cells[1])
	case f.Spacing[2] != f.Spacing[0]:
		return fmt.Errorf("%s: cells are %g m long along x and %g m along z; use squares", f.Name,
			f.Spacing[0], f.Spacing[2])
	case !f.Periodic[0]:
		return fmt.Errorf("%s: walls at the ends of x are not possible on the lattice; use those of z",
			f.Name)
	case f.Cells[0] < lattice.Reach || f.Cells[2] < rows:
		return fmt.Errorf("%s: %d x %d cells; the lattice takes %d x %d at least", f.Name, f.Cells[0],
			f.Cells[2], lattice.Reach, rows)
	case f.Precision != Double:
		return fmt.Errorf("%s: --precision %s is not possible on the lattice, whose populations differ "+
			"little from their equilibrium; use --precision double", f.Name, f.Precision)
	case f.Step != 0:
		return fmt.Errorf("%s: --dt is %g s, but a step of this lattice is %g s; leave out --dt, and "+
			"use more cells for shorter steps", f.Name, f.Step, e.dt())
	case f.Steady != 0:
		return fmt.Errorf("%s: a flow on the lattice does not end where it is steady; use --tend", f.Name)
	case !(e.Tau > 0.5) || math.IsInf(e.Tau, 0):
		return fmt.Errorf("%s: the relaxation time is %g steps; use more than 0.5", f.Name, e.Tau)
	case !f.Periodic[2] && !(e.Walls[0] > 0 && e.Walls[1] > 0):
		return fmt.Errorf("%s: walls have temperatures of %g and %g; use more than 0", f.Name,
			e.Walls[0], e.Walls[1])
	}
	return nil
}

func (*Lattice) slicePlanes(*Flow, Solver, int) int { return 1 }

func (*Lattice) gatheredBytes(*Flow, Solver, int) int { return 0 }

func (*Lattice) remedy() string {
	return "the viscosity is too low for the cells; use a lower Reynolds number or more --cells"
}

func (*Lattice) shows() (field string, staggered bool) { return "Temperature", false }
