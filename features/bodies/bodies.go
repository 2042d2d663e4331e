// Package bodies is rigid bodies that the fluid carries, what they touch, and what ties them.
// docs/design/bodies.md has the reasons, cuda/freebody.h the equations.
package bodies

import (
	"gpusph/features/feature"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const Name = "free bodies" // in cases

// Feature is free bodies, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Has: func(p *sph.Params) bool { return p.Further.FreeBodies > 0 },
		// six words of 64 bits for each free body, in both halves of a step
		ForcesGive:  &scheme.Global{Name: forces, Combine: scheme.Sum, Words: 12},
		FieldPasses: passes,
	},
}

// forces is the global that moves bodies.
const forces = "forces that move free bodies"

// passes put walls where bodies are.
func passes() []sph.Pass {
	takes := []int{sph.GlobalPlace(forces)}
	return []sph.Pass{
		{
			Name: "free bodies", Kernel: "carry", Anchor: sph.Velocities, Carries: true, Takes: takes,
			Over: scheme.Walls, Only: new(scheme.Predictor),
			Writes: []int{sph.VelocityField, sph.PackedField},
		},
		{
			Name: "free bodies", Kernel: "carry", Anchor: sph.Velocities, Carries: true, Takes: takes,
			Over: scheme.Walls, Only: new(scheme.Corrector),
			Writes: []int{sph.PositionField, sph.VelocityField, sph.PackedField},
		},
	}
}
