package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// A disc in a tank of water: radius, where its centre is, size of the tank, depth [m], kinematic
// viscosity [m²/s].
const (
	discRadius = 0.08
	discWidth  = 1.6
	discDepth  = 1.2
	discHeight = 0.7
	discNu     = 1e-6
)

// The disc of the water's density is thrown at twice this speed [m/s], and the water around takes
// half of its momentum at once. The heavy disc is of this density over that of water.
const (
	coastSpeed = 0.1
	coastEnd   = 0.5
	sinkRatio  = 1.1
	sinkEnd    = 0.3
)

const discHow = "In an ideal fluid a disc carries its own mass of water along. The boundary " +
	"layer of a disc set in motion, with 2 U sin θ outside, gives a force by friction and as " +
	"much by pressure, together 4 ρ U a √(π ν/t) a metre of width after a start to U, and the " +
	"sum of such steps where U changes (Stokes 1851). "

const discSource = "Exact but for terms of the order of the boundary layer over the radius and " +
	"of the radius over the tank, squared: potential flow and Stokes' boundary layer."

var coastingDisc = &Case{
	Name: "CoastingDisc",
	What: "a disc of the density of water is thrown at 0.2 m/s, in two dimensions: it goes on " +
		"at nearly half of that",
	How:     discHow + "The speed is that after 0.5 s.",
	Source:  discSource,
	Text:    discText("CoastingDisc", coastEnd, "density = 1000\nvelocity = [0.2, 0, 0]"),
	Levels:  discPlans(coastEnd),
	Samples: 0.01,
	Norms: []Norm{{
		Name: "speed at last off", Unit: "%",
		Of:   func(r *Run) float64 { return last(r.discSpeed(0))/coasts(coastEnd) - 1 },
		Gate: Gate{Most: 0.08, DeltaP: discRadius / 8},
	}},
	Figures: []Figure{{
		Name: "speed", What: "speed of the disc", X: "t [s]", Y: "v [m/s]",
		Of:        func(r *Run) Curve { return r.discSpeed(0).Between(0.01, coastEnd) },
		Reference: func() Curve { return discReference(coastEnd, coasts) },
		Is:        "potential flow and boundary layer",
	}},
}

var sinkingDisc = &Case{
	Name: "SinkingDisc",
	What: "a disc of 1.1 times the density of water is let go in it, in two dimensions: how fast it " +
		"sinks at first",
	How:     discHow + "The speed is that after 0.3 s.",
	Source:  discSource,
	Text:    discText("SinkingDisc", sinkEnd, fmt.Sprintf("density = %g", 1000*sinkRatio)),
	Levels:  discPlans(sinkEnd),
	Samples: 0.01,
	Norms: []Norm{{
		Name: "speed at last off", Unit: "%",
		Of:   func(r *Run) float64 { return -last(r.discSpeed(2))/sinks(sinkEnd) - 1 },
		Gate: Gate{Most: 0.08, DeltaP: discRadius / 8},
	}},
	Figures: []Figure{{
		Name: "speed", What: "speed at which the disc sinks", X: "t [s]", Y: "v [m/s]",
		Of: func(r *Run) Curve {
			return r.discSpeed(2).Map(same, func(v float64) float64 { return -v })
		},
		Reference: func() Curve { return discReference(sinkEnd, sinks) },
		Is:        "potential flow and boundary layer",
	}},
}

// coasts is the speed of the disc of the water's density at a time [m/s]. With the friction of the
// speed at first, which falls by some percent only, 2 ρ π a² dU/dt = -4 ρ U a √(π ν/t).
func coasts(t float64) float64 {
	return coastSpeed * math.Exp(-4/discRadius*math.Sqrt(discNu*t/math.Pi))
}

// sinks is that of the heavy one. Without friction it gains g (s - 1)/(s + 1) each second; at this
// acceleration A the friction is 8 ρ a A √(π ν t), a small part of its weight.
func sinks(t float64) float64 {
	const acceleration = gravity * (sinkRatio - 1) / (sinkRatio + 1)
	part := 8 * math.Sqrt(math.Pi*discNu*t) / ((sinkRatio + 1) * math.Pi * discRadius)
	return acceleration * t * (1 - 2./3*part)
}

func discReference(end float64, speed func(t float64) float64) (c Curve) {
	for _, t := range Times(end/50, end, end/50) {
		c.X, c.Y = append(c.X, t), append(c.Y, speed(t))
	}
	return c
}

// discSpeed is that along an axis.
func (r *Run) discSpeed(axis int) Curve {
	return r.ofBody(func(p *sph.BodyPose) float64 { return p.Velocity[axis] })
}

func discPlans(end float64) [levels]Plan {
	return [levels]Plan{
		Nightly: {end, []float64{discRadius / 4, discRadius / 8}},
		GPU:     {end, []float64{discRadius / 4, discRadius / 8, discRadius / 16}},
	}
}

// discText is the case file. of are lines of the body.
func discText(name string, end float64, of string) string {
	return fmt.Sprintf(`name = %q
about = "a disc moves in a tank of water, in two dimensions"
dimension = 2
spacing = %.6g
end = %g

[domain]
min = [0, 0]
max = [%g, 1.5]
open = ["zmax"]

[physics]
nu = %g

[[fluid]]
name = "water"
fill = { seed = [0.05, 0.05], level = %g }

[[body]]
name = "disc"
sphere = { centre = [%g, %g], radius = %g }
%s
`, name, discRadius/8, end, discWidth, discNu, discDepth, discWidth/2, discHeight, discRadius, of)
}
