// Package fluids is flows of several fluids, which are materials of different densities: what keeps
// their interfaces sharp, what they cannot be simulated with, and the table of their volumes and
// interfaces.
package fluids

import (
	"fmt"

	"gpusph/features/feature"
	"gpusph/features/roughness"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
)

// Name is what several fluids are called in flows.
const Name = "several fluids"

// Sharpness is the option ε of a repulsion between particles of different fluids (Grenier et al.
// 2009), which pairs have in cuda/physics.h.
const Sharpness = "interface-sharpness"

// Feature is several fluids, for the table of features.
var Feature = feature.Feature{Flow: flow,
	Reading: &reading.Feature{Defaults: defaults, Kept: kept, Read: read, Give: give}}

var flow = &sph.Feature{
	Name: Name, Has: sph.SeveralFluids, Check: check, SnapshotTable: table,
	Options: []sph.Option{{
		Name: Sharpness, After: "background-pressure",
		Help: "ε of a repulsion between particles of different fluids (Grenier et al. 2009), " +
			"which keeps interfaces sharp; 0 is none",
		Max: 0.2, Hint: "0.08 is usual without surface tension", NoEnergy: true,
		Needs: sph.SeveralFluids, Else: sph.SeveralElse,
	}},
}

// check refuses options that flows of several fluids do not have.
func check(c *sph.Case) error {
	p, first := &c.Params, c.PropertiesOf(0)
	if first.Rho0 != p.Rho0 || first.C0 != p.C0 {
		return fmt.Errorf("problem %s: the first material has %g kg/m³ and %g m/s, but the flow %g "+
			"and %g; this is a bug", c.Name, first.Rho0, first.C0, p.Rho0, p.C0)
	}
	refused := []struct {
		is              bool
		option, instead string
	}{
		{!p.Boundary.Model().Fluids, "boundary " + p.Boundary.String(),
			"use boundary " + text.Or(sph.BoundariesWith(sph.KnowFluids))},
		{p.Diffusion == sph.Antuono, "diffusion antuono", "use diffusion fourtakas"},
		{p.Further.Correction && p.Further.CorrectionFrom == 0, "correction up to surfaces",
			"use correction-from 0.8, or leave correction out"},
		{p.Further.Smagorinsky != 0, "smagorinsky", "use alpha or nu"},
		{p.Central.Omega != 0, "a central force", "leave it out"},
		{roughness.Sand(p) > 0, "roughness", "leave it out"},
	}
	for _, r := range refused {
		if r.is {
			return fmt.Errorf("%s knows one fluid only, but the flow has %d; %s", r.option,
				p.Further.Fluids, r.instead)
		}
	}
	return nil
}
