package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// The body of a case is the first of its flow, and the only one that is free.

// ofBody is a curve of what a pose has; NaN where samples have none.
func (r *Run) ofBody(value func(p *sph.BodyPose) float64) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		if len(s.Poses) == 0 {
			return math.NaN()
		}
		return value(&s.Poses[0])
	})
}

// rise is how far the body's centre of mass is above where it was at first [m].
func (r *Run) rise() Curve { return r.ofBody(func(p *sph.BodyPose) float64 { return p.Shift[2] }) }

// turned is the angle by which the body has turned about y [rad].
func (r *Run) turned() Curve {
	return r.ofBody(func(p *sph.BodyPose) float64 { return 2 * math.Atan2(p.Turn[2], p.Turn[0]) })
}

// bodyEnergy is the kinetic and the potential energy that the body has gained, of a mass [kg] and
// an inertia about y [kg m²], for a metre of width [J].
func (r *Run) bodyEnergy(mass, inertia float64) Curve {
	all := r.ofBody(func(p *sph.BodyPose) float64 {
		v, w := sph.Norm(p.Velocity), p.Spin[1]
		return mass*v*v/2 + inertia*w*w/2 + mass*gravity*p.Shift[2]
	})
	from := first(all)
	return all.Map(same, func(e float64) float64 { return e - from })
}

// workNorm is how far the work of the fluid on the body is from the energy that this has gained, at
// most, over the span of that energy.
func workNorm(energy func(r *Run) Curve) Norm {
	return Norm{
		Name: "work off the body's energy, most", Unit: "%",
		Of: func(r *Run) float64 {
			gains := energy(r)
			work := r.Of(func(s *sph.Sample) float64 {
				if len(s.Work) == 0 {
					return math.NaN()
				}
				return s.Work[0]
			})
			low, high := math.Inf(1), math.Inf(-1)
			for _, e := range gains.Y {
				low, high = min(low, e), max(high, e)
			}
			return Greatest(Off(work, gains, gains.X)) / (high - low)
		},
		Gate: Gate{Most: 0.01},
	}
}

// Size of the box, depth of the water and length of the tank [m].
const (
	floatWidth, floatHeight = 0.4, 0.2
	floatDepth              = 0.6
	floatLength             = 2.0
)

// Boxes that come to rest on water, by their density over that of water.
var (
	floatingBox      = floats("FloatingBox", 0.5, 1./6, 6, 12, 24, 42)
	floatingBoxLight = floats("FloatingBoxLight", 0.1, 0.1, 10, 20, 40)
	floatingBoxHeavy = floats("FloatingBoxHeavy", 0.9, 0.1, 10, 20, 40)
	droppedBox       = floats("DroppedBox", 0.1, 1.1, 10, 20, 40)
)

// floats is the case of a density over that of water. The box is let go from above where it floats
// by a part of its height, so that its faces are those of cells of the lattice at first. On a GPU
// it has these numbers of spacings in its height.
func floats(name string, density, lift float64, spacings ...float64) *Case {
	what := "a box of %g times the density of water is let go above where it floats, in two " +
		"dimensions: it displaces its mass of water"
	if lift > density {
		what = "a box of %g times the density of water is dropped from its height above the " +
			"water, in two dimensions: it comes to rest, and displaces its mass of water"
	}
	c := &Case{
		Name: name,
		What: fmt.Sprintf(what, density),
		How: "The draught is from the box's lower edge to the level of two gauges, on both " +
			"sides, as a mean over the last third of the run. " +
			"The water rises as the box sinks into it. The level that it should have follows " +
			"from the volumes.",
		Source:  "Exact: Archimedes.",
		Text:    boxText(name, density, lift),
		Samples: 0.02,
	}
	c.Levels[Nightly] = Plan{6, []float64{floatHeight / spacings[0], floatHeight / spacings[1]}}
	c.Levels[GPU].End = 6
	for _, n := range spacings {
		c.Levels[GPU].Spacings = append(c.Levels[GPU].Spacings, floatHeight/n)
	}
	draught := func(r *Run) Curve { return boxDraught(r, density, lift) }
	c.Norms = boxNorms(density, lift)
	c.Figures = []Figure{{
		Name: "draught", What: "draught of the box", X: "t [s]", Y: "draught over height",
		Of: draught,
		Reference: func() Curve {
			return level(20).Map(func(t float64) float64 { return t / 2 },
				func(y float64) float64 { return density + 0.01*y })
		},
		Is: "exact", Band: "±1 % of the height",
	}}
	return c
}

// boxText is the case file.
func boxText(name string, density, lift float64) string {
	edge := floatDepth + (lift-density)*floatHeight
	return fmt.Sprintf(`name = %q
about = "a box comes to rest on water, in two dimensions: Archimedes"
dimension = 2
spacing = %.6g
end = 6

[domain]
min = [0, 0]
max = [2, %.6g]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0], max = [2, %.6g] }

[[body]]
name = "box"
box = { min = [0.8, %.9g], max = [1.2, %.9g] }
density = %g

[[damping]]
name = "left"
from = 0.4
to = 0
rate = 16

[[damping]]
name = "right"
from = 1.6
to = 2
rate = 16

[[gauge]]
name = "left"
at = [0.4]

[[gauge]]
name = "right"
at = [1.6]
`, name, floatHeight/10, floatDepth+max(1.5, 1.2+lift)*floatHeight, floatDepth, edge,
		edge+floatHeight, 1000*density)
}

// boxNorms are the norms of such a case. Draught and level are held to their gates with ten
// spacings in the height and two in the draught.
func boxNorms(density, lift float64) []Norm {
	gate := Gate{
		Most: 0.02, DeltaP: floatHeight / max(10, 2/density), Finer: Limit{0.01, floatHeight / 40},
	}
	mass := density * 1000 * floatWidth * floatHeight
	inertia := mass * (floatWidth*floatWidth + floatHeight*floatHeight) / 12
	return []Norm{
		{
			Name: "draught off, of the height", Unit: "%",
			Of:   func(r *Run) float64 { return lastThird(r, boxDraught(r, density, lift)) - density },
			Gate: gate,
		},
		{
			Name: "level off, of the box's height", Unit: "%",
			Of: func(r *Run) float64 {
				immersed := max(0, density-lift)
				rises := floatWidth * floatHeight * (density - immersed) / floatLength
				return (lastThird(r, boxLevel(r)) - floatDepth - rises) / floatHeight
			},
			Gate: gate,
		},
		{
			Name: "turned at the end [°]",
			Of: func(r *Run) float64 {
				return lastThird(r, r.turned().Map(same, func(a float64) float64 { return a * 180 / math.Pi }))
			},
			Gate: Gate{Most: 2},
		},
		{
			Name: "energy of its motion at the end, of that of a fall from its height", Unit: "%",
			Of: func(r *Run) float64 {
				moves := r.ofBody(func(p *sph.BodyPose) float64 {
					v, w := sph.Norm(p.Velocity), p.Spin[1]
					return (mass*v*v + inertia*w*w) / 2
				})
				return lastThird(r, moves) / (mass * gravity * floatHeight)
			},
			Gate: Gate{Most: 0.002},
		},
		workNorm(func(r *Run) Curve { return r.bodyEnergy(mass, inertia) }),
	}
}

// boxLevel is that of the water beside the box [m].
func boxLevel(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 { return (s.Height[0] + s.Height[1]) / 2 })
}

// boxDraught is from the lower edge of the upright box to the level, over its height.
func boxDraught(r *Run, density, lift float64) Curve {
	rise, level := r.rise(), boxLevel(r)
	for k := range rise.Y {
		edge := floatDepth + (lift-density)*floatHeight + rise.Y[k]
		rise.Y[k] = (level.Y[k] - edge) / floatHeight
	}
	return rise
}

// Radius and initial heave of the cylinder [m], √(a/g) [s], and until when it is compared, in it.
const (
	heaveRadius = 0.0762
	heaveAtRest = heaveRadius / 3
	heaveEnd    = 12.0
)

var heaveTime = math.Sqrt(heaveRadius / gravity)

// heaveMass is that of the cylinder, half of the water's in its place, for a metre of width [kg].
const heaveMass = 1000 * math.Pi / 2 * heaveRadius * heaveRadius

var heaveDecay = &Case{
	Name: "HeaveDecay",
	What: "a half-immersed cylinder heaves freely, in two dimensions: period and decay by " +
		"the waves that it makes",
	How: "The heave is that of the centre of mass over that at first. Theory is linear, of " +
		"an ideal fluid, in deep water; the cylinder begins a third of its " +
		"radius above where it floats, as in Ito's experiment, and the water is 8 radii " +
		"deep; no wave comes back from the ends of the tank in time. The period is from the " +
		"first zero to the third, the decrement the logarithm " +
		"of the ratio of the first two extremes after the first zero.",
	Source: "Maskell & Ursell, J. Fluid Mech. 44 (1970) 303-313, computed anew. The size is " +
		"that of S. Ito, Study of the transient heave oscillation of a floating cylinder, " +
		"MIT (1977), " +
		"whose cylinder follows this theory.",
	Problem: "HeaveDecay",
	Levels: [levels]Plan{
		Nightly: {heaveEnd * heaveTime, []float64{heaveRadius / 6, heaveRadius / 12}},
		GPU:     {heaveEnd * heaveTime, []float64{heaveRadius / 6, heaveRadius / 12, heaveRadius / 24}},
	},
	Samples: heaveTime / 20,
	Norms: []Norm{
		{
			Name: "heave off, RMS", Unit: "%",
			Of: func(r *Run) float64 {
				c := heave(r)
				return RMS(Off(c, heaveReference(), Times(0, min(heaveEnd, last(Curve{Y: c.X})), 0.1)))
			},
			Exact: true, Gate: Gate{Most: 0.03, DeltaP: heaveRadius / 24},
		},
		{
			Name: "period longer by", Unit: "%", End: 0.9 * heaveEnd * heaveTime,
			Of:   func(r *Run) float64 { return fullPeriod(heave(r))/fullPeriod(heaveReference()) - 1 },
			Gate: Gate{Most: 0.03, DeltaP: heaveRadius / 24},
		},
		{
			Name: "decrement more by", Unit: "%", End: 0.9 * heaveEnd * heaveTime,
			Of: func(r *Run) float64 {
				return halfDecrement(heave(r))/halfDecrement(heaveReference()) - 1
			},
			Gate: Gate{Most: 0.1, DeltaP: heaveRadius / 24},
		},
		workNorm(func(r *Run) Curve { return r.bodyEnergy(heaveMass, 0) }),
	},
	Figures: []Figure{{
		Name: "heave", What: "heave of the cylinder", X: "t √(g/a)", Y: "y / y0",
		Of: heave, Reference: heaveReference, Is: "linear theory",
	}},
}

// heave is that of a run, over that at first, at t √(g/a).
func heave(r *Run) Curve {
	return r.rise().Map(
		func(t float64) float64 { return t / heaveTime },
		func(by float64) float64 { return 1 + by/heaveAtRest })
}

func heaveReference() Curve {
	return Reference("heave_decay_circle.csv", "t_sqrt_g_over_a", "y_over_y0")
}

// Of the experiment: period [s], damping over the critical one, and the angle at first [°]; inertia
// of the box about its hinge for a metre of width [kg m²].
const (
	rollPeriod  = 0.93
	rollDamping = 0.106
	rollAngle   = 15.0
	rollInertia = 0.236 / 0.9
)

var rollDecay = &Case{
	Name: "RollDecay",
	What: "a floating box, hinged at the level of the water, rolls freely from 15°, in two " +
		"dimensions: period and damping as measured",
	How: "The period is twice the mean time between zeros of the angle. The damping ζ is " +
		"that of an oscillator with the mean decrement δ of extremes half a period apart " +
		"after the first zero, " +
		"ζ = δ/√(π² + δ²).",
	Source: "Jung, Chang & Jo, Two-dimensional flow characteristics of wave interactions " +
		"with a free-rolling rectangular structure, Ocean Engng 33 (2006): 0.93 s and 0.106, " +
		"as quoted by those who compare with it.",
	Problem: "RollDecay",
	Levels: [levels]Plan{
		Nightly: {3 * rollPeriod, []float64{1. / 60, 0.01}},
		GPU:     {4 * rollPeriod, []float64{0.01, 0.00667, 0.005}},
	},
	Samples: rollPeriod / 100,
	Norms: []Norm{
		{
			Name: "period longer by", Unit: "%",
			Of:   func(r *Run) float64 { return periodOf(roll(r))/rollPeriod - 1 },
			Gate: Gate{Most: 0.05, DeltaP: 0.00667},
		},
		{
			Name: "damping more by", Unit: "%",
			Of:   func(r *Run) float64 { return dampingOf(roll(r))/rollDamping - 1 },
			Gate: Gate{Most: 0.2, DeltaP: 0.00667},
		},
		workNorm(func(r *Run) Curve { return r.bodyEnergy(0, rollInertia) }),
	},
	Figures: []Figure{{
		Name: "roll", What: "roll of the box", X: "t / T", Y: "φ [°]",
		Of: func(r *Run) Curve { return roll(r).Map(inRollPeriods, same) },
		Reference: func() (c Curve) {
			root := math.Sqrt(1 - rollDamping*rollDamping)
			for _, t := range Times(0, 5, 0.02) { // released at rest, of the period T of damped motion
				decay := math.Exp(-2 * math.Pi * t * rollDamping / root)
				sin, cos := math.Sincos(2 * math.Pi * t)
				c.X, c.Y = append(c.X, t), append(c.Y, rollAngle*decay*(cos+rollDamping/root*sin))
			}
			return c
		},
		Is: "period and damping measured",
	}},
}

func inRollPeriods(t float64) float64 { return t / rollPeriod }

// roll is the angle [°].
func roll(r *Run) Curve {
	return r.turned().Map(same, func(by float64) float64 { return rollAngle + by*180/math.Pi })
}

// dampingOf is the damping of an oscillation over the critical one, from its extremes after the
// first zero; NaN of less than two.
func dampingOf(c Curve) float64 {
	e := extremesOf(c)
	if len(e) < 2 {
		return math.NaN()
	}
	decrement := math.Log(math.Abs(e[0]/e[len(e)-1])) / float64(len(e)-1)
	return decrement / math.Hypot(math.Pi, decrement)
}
