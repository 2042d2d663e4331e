// Package sharpness is a repulsion between particles of different fluids, which keeps interfaces
// sharp (Grenier et al. 2009). Pairs of particles have it in cuda/physics.h.
package sharpness

import (
	"gpusph/features/feature"
	"gpusph/sph"
)

// Name is what the repulsion is called in flows.
const Name = "sharp interfaces"

// Option is ε of the repulsion; 0 is none.
const Option = "interface-sharpness"

// Feature is the repulsion, for the table of features.
var Feature = feature.Feature{Flow: flow}

var flow = &sph.Feature{
	Name: Name,
	Has:  func(p *sph.Params) bool { return *p.Number(Option) > 0 },
	Options: []sph.Option{{
		Name: Option, After: "background-pressure",
		Help: "ε of a repulsion between particles of different fluids (Grenier et al. 2009), " +
			"which keeps interfaces sharp; 0 is none",
		Max: 0.2, Hint: "0.08 is usual without surface tension", NoEnergy: true,
		Needs: sph.SeveralFluids, Else: sph.SeveralElse,
	}},
}
