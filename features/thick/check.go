package thick

import (
	"fmt"
	"math"

	"gpusph/features/porous"
	"gpusph/features/roughness"
	"gpusph/sph"
)

// checkCase returns the first thing about thick fluids that cannot be simulated.
func checkCase(c *sph.Case) error {
	p := &c.Params
	if len(Of(c)) != len(c.Materials) {
		return fmt.Errorf("problem %s has %d rheologies, but %d materials; this is a bug", c.Name,
			len(Of(c)), len(c.Materials))
	}
	if nu := greatestOf(c); nu != greatest(p) {
		return fmt.Errorf("problem %s has thick fluids with a viscosity up to %g m²/s, but its "+
			"step is of %g m²/s; this is a bug", c.Name, nu, greatest(p))
	}
	switch {
	case !p.Boundary.Model().Layers:
		return fmt.Errorf("problem %s has thick fluids, but %v walls have no friction; use "+
			"boundary %v", c.Name, p.Boundary, sph.Dummy)
	case p.Further.Smagorinsky != 0:
		return fmt.Errorf("smagorinsky is %g, but thick fluids have no sub-particle turbulence; "+
			"use smagorinsky 0", p.Further.Smagorinsky)
	case len(c.Free()) > 0:
		return fmt.Errorf("problem %s has free bodies in thick fluids, whose viscous stress "+
			"would not act on them; leave the rheology out, or let no body be free", c.Name)
	case roughness.Sand(p) > 0:
		return fmt.Errorf("walls are rough, but thick fluids stick to their walls; leave the " +
			"roughness out, or the rheology")
	case porous.Of(c) != nil:
		return fmt.Errorf("problem %s has porous layers and a fluid whose viscosity is implicit, but "+
			"its sums leave porosities out; use a fluid with nu", c.Name)
	}
	for k := range c.Materials {
		if err := checkRheology(c, k); err != nil {
			return fmt.Errorf("the material %s of problem %s %w", c.Materials[k].Name, c.Name, err)
		}
	}
	return nil
}

// checkRheology returns what of a material's rheology cannot be, as a clause about the material.
func checkRheology(c *sph.Case, material int) error {
	r := Bounded(c, material)
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	switch {
	case !finite(r.Consistency) || !finite(r.YieldStress) || !finite(r.Regularisation):
		return fmt.Errorf("has a consistency of %g, a yield stress of %g Pa and a "+
			"regularisation of %g s, but none may be negative or infinite",
			r.Consistency, r.YieldStress, r.Regularisation)
	case !(r.Index > 0 && r.Index <= MaxIndex):
		return fmt.Errorf("has a flow index of %g, but that must be above 0 and at most %d",
			r.Index, MaxIndex)
	case r.YieldStress > 0 && r.Regularisation == 0:
		return fmt.Errorf("has a yield stress of %g Pa, but neither a viscosity nor a "+
			"regularisation; set consistency", r.YieldStress)
	}
	return nil
}
