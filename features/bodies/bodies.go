// Package bodies is rigid bodies that the fluid carries, what they touch, and what ties them.
// docs/design/bodies.md has the reasons, cuda/bodystep.h the equations.
package bodies

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const Name = "free bodies" // in cases

// Feature is free bodies, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Check: check, Hash: hash, Table: table,
		// six words of 64 bits for each free body, in both halves of a step
		ForcesGive:  &scheme.Global{Name: forces, Combine: scheme.Sum, Words: 12},
		FieldPasses: passes,
	},
	Reading: &reading.Feature{Tables: "[[body]]", Filled: filled},
}

// Ties are springs, torsions and moorings of free bodies, for the table of features.
var Ties = feature.Feature{
	Flow: &sph.Feature{
		Name: "ties", Quantities: []string{tieFrequency, tieDamping}, SchemeStep: longestStep,
		StepLimit: "the stiffness and the damping of what ties bodies",
		Has:       func(p *sph.Params) bool { return ratesOf(p) != TieRates{} },
	},
}

// flow is a case with free bodies.
type flow struct{ *sph.Case }

// Release tells the step of a case which bodies are free, and how fast they move by what ties them.
// It is called when these are set.
func Release(c *sph.Case) {
	if free := c.Free(); len(free) > 0 {
		c.Give(Name, free)
	} else {
		c.Give(Name, nil)
	}
	tieRates(flow{c}.ties()).setIn(&c.Params)
}

// hash adds how bodies are at first, and what acts on them.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	for _, i := range c.Free() {
		b := &c.Bodies[i]
		add("the free body "+b.Name, func(h io.Writer) { fmt.Fprintf(h, "%+v", *Of(b)) })
	}
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
