package validate

import (
	"math"

	"gpusph/sph"
)

// pillarEnd is until when forces are compared [s].
const pillarEnd = 0.6

// pillarForce is what DamBreak3D is used for: the force of the water on the pillar.
var pillarForce = &Case{
	Name: "PillarForce",
	What: "the force on the pillar of a dam break at one spacing and at the next finer one, 0 to " +
		"0.6 s",
	How: "The force is that along the tank, as a mean over 10 ms; its impulse is the integral to " +
		"0.6 s. A value is the difference from the next coarser spacing, as a part of it.",
	Source:  "The program itself.",
	Problem: "DamBreak3D",
	Filter:  "mean over 10 ms",
	Levels: [levels]Plan{
		Nightly: {pillarEnd + 0.005, []float64{0.03, 0.02}},
		GPU:     {pillarEnd + 0.005, []float64{0.03, 0.02, 0.0133, 0.009}},
	},
	Samples: 0.001,
	Norms: []Norm{
		{Name: "greatest force", Unit: "N", Of: pillarPeak},
		{
			Name: "greatest force differs", Unit: "%",
			Between: func(coarse, fine *Run) float64 { return pillarPeak(fine)/pillarPeak(coarse) - 1 },
			Gate:    Gate{Most: 0.1, DeltaP: 0.0133},
		},
		{Name: "impulse", Unit: "N s", Of: pillarImpulse},
		{
			Name: "impulse differs", Unit: "%",
			Between: func(coarse, fine *Run) float64 {
				return pillarImpulse(fine)/pillarImpulse(coarse) - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.0133},
		},
	},
	Figures: []Figure{{
		Name: "force", What: "force along the tank", X: "t [s]", Y: "F [N]", Of: onPillar,
	}},
}

// onPillar is the force along x on the only body of DamBreak3D.
func onPillar(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		if len(s.Force) == 0 {
			return math.NaN()
		}
		return s.Force[0][0]
	}).Smooth(0.01)
}

func pillarPeak(r *Run) float64 { return Greatest(onPillar(r).Y) }

func pillarImpulse(r *Run) float64 {
	c := onPillar(r)
	return c.Mean(0, pillarEnd) * pillarEnd
}
