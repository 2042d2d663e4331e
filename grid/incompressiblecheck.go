package grid

import (
	"fmt"
	"math"
)

// check implements Equations.
func (e *Incompressible) check(flow *Flow, solver Solver) error {
	f, walled := e.of(flow), false
	for d := range 3 {
		walled = walled || !f.Periodic[d] && f.Cells[d] > 1
	}
	switch {
	case !(f.Viscosity >= 0) || math.IsInf(f.Viscosity, 0):
		return fmt.Errorf("%s: the viscosity is %g m²/s; use 0 or more", f.Name, f.Viscosity)
	case f.Scheme == RungeKutta && walled:
		return fmt.Errorf("%s: the scheme %s is for periodic flows, with or without boxes within; "+
			"flows between walls have %s", f.Name, f.Scheme, AdamsBashforth)
	case f.Scheme == RungeKutta && f.Heat != nil:
		return fmt.Errorf("%s: the scheme %s is without heat; flows with heat have %s", f.Name, f.Scheme,
			AdamsBashforth)
	case !(f.Until >= 0) || math.IsInf(f.Until, 0):
		return fmt.Errorf("%s: boxes vanish at %g s; use 0 or more", f.Name, f.Until)
	case f.Scheme == CrankNicolson && len(f.Solids) > 0:
		return fmt.Errorf("%s: diffusion is not implicit with boxes in the flow; leave out "+
			"--diffusion", f.Name)
	case len(f.Solids) > 0 && f.Heat != nil:
		return fmt.Errorf("%s: boxes within a flow with heat are not possible; leave out the boxes",
			f.Name)
	case len(f.Solids) > 0 && solver != PPCG && solver != CG:
		return fmt.Errorf("%s: with boxes in the flow the pressure is solved by ppcg or cg, not by %s; "+
			"use --solver ppcg", f.Name, solver)
	case f.Heat != nil && f.Heat.Diffusivity < 0:
		return fmt.Errorf("%s: the thermal diffusivity is %g m²/s; use 0 or more", f.Name,
			f.Heat.Diffusivity)
	}
	if solver == Multigrid {
		return f.checkCoarse()
	}
	return nil
}

// checkCoarse refuses a grid whose coarsest level is large.
func (f *incompressibleFlow) checkCoarse() error {
	all, _ := f.shapes()
	c := all[len(all)-1].cells
	if n := c[0] * c[1] * c[2]; n <= mostCoarsest && c != f.Cells {
		return nil
	}
	return fmt.Errorf("%d x %d x %d cells can be halved down to %d x %d x %d only, which is too many "+
		"for multigrid; use numbers of cells that 2 divides more often, as powers of 2, or --solver ppcg",
		f.Cells[0], f.Cells[1], f.Cells[2], c[0], c[1], c[2])
}

func (w *Wall) insulated() bool { return math.IsNaN(w.Temperature) }

// still reports whether a component of velocity is zero for ever: that across a plane in which
// nothing drives it.
func (f *incompressibleFlow) still(c int) bool {
	still := f.Cells[c] == 1 && f.Velocity == nil && (f.Heat == nil || f.Heat.Gravity[c] == 0)
	for _, walls := range f.Walls {
		still = still && walls[0].Velocity[c] == 0 && walls[1].Velocity[c] == 0
	}
	return still
}

// lid is the greatest speed of walls.
func (f *incompressibleFlow) lid() (most float64) {
	for d := range 3 {
		for end := range 2 {
			for _, v := range f.Walls[d][end].Velocity {
				most = max(most, math.Abs(v))
			}
		}
	}
	return most
}

func (f *incompressibleFlow) lidCourant() float64 { return f.lid() / minOf(f.least()) }

// difference is that of the temperatures that there are at the walls, and warmest the greatest of
// them and of the reference.
func (f *incompressibleFlow) difference() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for d := range 3 {
		for end := range 2 {
			if w := &f.Walls[d][end]; !w.insulated() && !f.Periodic[d] {
				low, high = min(low, w.Temperature), max(high, w.Temperature)
			}
		}
	}
	return max(high-low, 0)
}

func (f *incompressibleFlow) warmest() float64 {
	most := math.Abs(f.Heat.Reference)
	for d := range 3 {
		for end := range 2 {
			if w := &f.Walls[d][end]; !w.insulated() {
				most = max(most, math.Abs(w.Temperature))
			}
		}
	}
	return max(most, f.difference()) + f.Heat.Source*f.End
}

// force is the greatest acceleration by buoyancy [m/s²].
func (f *incompressibleFlow) force() float64 {
	if f.Heat == nil {
		return 0
	}
	g := f.Heat.Gravity
	return f.Heat.Expansion * f.difference() * math.Sqrt(g[0]*g[0]+g[1]*g[1]+g[2]*g[2])
}

// scale is a speed of the flow that is known without it: of lids, or of buoyancy. It is never 0.
func (f *incompressibleFlow) scale() float64 {
	return max(f.lid(), 0.1*math.Sqrt(f.force()*f.length()), 1e-30)
}

// timeUnit is what changes are counted in: the time that the flow takes along its length, or 1 s.
func (f *incompressibleFlow) timeUnit() float64 {
	if s := f.scale(); s > 1e-20 {
		return f.length() / s
	}
	return 1
}

// diffusive is the longest step that explicit diffusion allows [s].
func (f *incompressibleFlow) diffusive() float64 {
	nu := f.Viscosity
	if f.Heat != nil {
		nu = max(nu, f.Heat.Diffusivity)
	}
	if f.Scheme != AdamsBashforth {
		nu = 0
	}
	k := kappaOf(f.least())
	sum := 0.0
	for d, n := range f.Cells {
		if n > 1 {
			sum += k[d]
		}
	}
	if nu == 0 {
		return math.Inf(1)
	}
	return partOfStable / (4 * nu * sum)
}
