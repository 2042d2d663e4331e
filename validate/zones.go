package validate

import (
	"fmt"

	"gpusph/sph"
)

// The tank of water at rest: depth and length [m], with a zone in the middle and another one in it.
const (
	zonedDepth  = 0.3
	zonedLength = 1.6
)

var zonedTank = &Case{
	Name: "ZonedTank",
	What: "water at rest with a zone of half the spacing, and in it one of a quarter",
	How: "Kinetic over potential energy is the greatest after 0.2 s. The level is the mean of " +
		"gauges in the flow, in the zone and in the finest at the end.",
	Source: "Exact: rest.",
	Text: openText("ZonedTank", zonedDepth/15, 1, zonedLength, 0.5, true,
		openWater(zonedLength, zonedDepth, 0)+`
[[zone]]
name = "fine"
min = [0.5, 0]
max = [1.1, 0.5]
finer = 2
[[zone]]
name = "finest"
min = [0.7, 0]
max = [0.9, 0.2]
finer = 4
`+openGauges(0.25, 0.6, 0.8)),
	Levels: [levels]Plan{
		Short:   {0.4, []float64{zonedDepth / 15}},
		Nightly: {2, []float64{zonedDepth / 15}},
		GPU:     {5, []float64{zonedDepth / 15, zonedDepth / 30}},
	},
	Samples: 0.02,
	Norms: []Norm{
		{
			Name: "E_kin / E_pot, most",
			Of: func(r *Run) float64 {
				return Greatest(r.Of(func(s *sph.Sample) float64 {
					return s.Energy[sph.Kinetic] / s.Energy[sph.Potential]
				}).Between(0.2, r.End).Y)
			},
			Gate: Gate{Most: 1e-5, DeltaP: zonedDepth / 15},
		},
		{
			Name: "level off", Unit: "%",
			Of: func(r *Run) float64 {
				return r.gauges().Mean(0.8*r.End, r.End)/zonedDepth - 1
			},
			Gate: Gate{Most: 0.01, DeltaP: zonedDepth / 15},
		},
	},
	Figures: []Figure{{
		Name: "level", What: "mean level", X: "t [s]", Y: "z [m]",
		Of: func(r *Run) Curve { return r.gauges() },
	}},
}

// The acoustic pulse through a zone: length of the channel, ends of the zone, place where it is
// measured [m], and when it has passed there and comes back [s].
const (
	zonedPulseLength = 3.2
	zonedPulseFrom   = 1.6
	zonedPulseTo     = 2.4
	zonedPulseAt     = 0.8
	zonedPulsePassed = 0.19
	zonedPulseEnd    = 0.42
)

var zonedPulse = &Case{
	Name: "ZonedPulse",
	What: "an acoustic pulse through a zone of half the spacing",
	How: "At a probe before the zone p = p1 + p2 and ρ c u = p1 - p2, p1 of what goes to the zone " +
		"and p2 of what comes back. What is reflected is the greatest |p2| after the pulse has passed " +
		"over the greatest p1; without a zone it is 0.5 %.",
	Source: "Exact: linear acoustics.",
	Text: openText("ZonedPulse", 0.01, zonedPulseEnd, zonedPulseLength, 0.16, false, fmt.Sprintf(`
[physics]
gravity = [0, 0]
c0 = %d
alpha = 0
`, pulseSound)+openWater(zonedPulseLength, 0.16, 0)+
		openEnds("velocity = "+openRows(pulseSpeed, pulseDuration)+"\n",
			"pressure = 0\nnonreflecting = true\n")+
		fmt.Sprintf(`
[[probe]]
name = "P"
at = [%.6g, 0.08]
velocity = true
[[zone]]
name = "fine"
min = [%.6g, 0]
max = [%.6g, 0.16]
finer = 2
`, zonedPulseAt, zonedPulseFrom, zonedPulseTo)),
	Levels: [levels]Plan{
		Short:   {zonedPulseEnd, []float64{0.01}},
		Nightly: {zonedPulseEnd, []float64{0.01}},
		GPU:     {zonedPulseEnd, []float64{0.01, 0.005}},
	},
	Samples: 0.001,
	Norms: []Norm{{
		Name: "reflected", Unit: "%",
		Of: func(r *Run) float64 {
			back := r.pulse(-1).Between(zonedPulsePassed, r.End)
			return Greatest(back.Y) / Greatest(r.pulse(1).Y)
		},
		Gate: Gate{Most: 0.03, DeltaP: 0.01},
	}},
	Figures: []Figure{{
		Name: "back", What: "what comes back", X: "t [s]", Y: "p [Pa]",
		Of: func(r *Run) Curve { return r.pulse(-1) },
	}},
}
