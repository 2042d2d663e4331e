package validate

import (
	"fmt"
	"math"

	"gpusph/features/openings"
	"gpusph/sph"
)

// Flows through inlets and outlets, in two dimensions: their case files, and what is looked at.

// openText is the case file of a flow from xmin to xmax in the box of a length and a height [m]; a
// free surface if it is open at the top.
func openText(name string, spacing, end, length, height float64, free bool, rest string) string {
	open := ""
	if free {
		open = "open = [\"zmax\"]\n"
	}
	return fmt.Sprintf(`name = %q
about = "a flow through an inlet and an outlet"
dimension = 2
spacing = %.6g
end = %.6g
split-axis = "x"

[domain]
min = [0, 0]
max = [%.6g, %.6g]
%s`, name, spacing, end, length, height, open) + rest
}

// openWater is the water of a case file up to a level [m], with a velocity along x [m/s].
func openWater(length, height, velocity float64) string {
	return fmt.Sprintf(`
[[fluid]]
name = "water"
box = { min = [0, 0], max = [%.6g, %.6g] }
velocity = [%.6g, 0]
`, length, height, velocity)
}

// openEnds are the inlet and the outlet, whole sides, with the lines given.
func openEnds(in, out string) string {
	return "\n[[inlet]]\nname = \"in\"\nside = \"xmin\"\n" + in +
		"\n[[outlet]]\nname = \"out\"\nside = \"xmax\"\n" + out
}

// openGauges are gauges at some x [m].
func openGauges(at ...float64) (text string) {
	for k, x := range at {
		text += fmt.Sprintf("\n[[gauge]]\nname = \"G%d\"\nat = [%.6g, 0]\n", k+1, x)
	}
	return text
}

// gauges is the mean of the heights at some gauges, all without a name [m].
func (r *Run) gauges(which ...int) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		all := s.Height
		if len(which) > 0 {
			all = nil
			for _, k := range which {
				all = append(all, s.Height[k])
			}
		}
		return mean(all)
	})
}

// opening is what flows through an opening into the flow [m²/s].
func (r *Run) opening(k int) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		all := openings.Samples(r.Flow, s)
		if k >= len(all) {
			return math.NaN()
		}
		return all[k].Discharge
	})
}

// The channel: height [m], mean velocity [m/s], viscosity [m²/s] and length [m]. Re is 10 with the
// height.
const (
	openChannelHeight    = 0.1
	openChannelSpeed     = 0.1
	openChannelViscosity = 1e-3
	openChannelLength    = 0.3
)

var openPoiseuille = &Case{
	Name: "OpenPoiseuille",
	What: "fluid that enters and leaves between two plates, Re 10: the parabola of the velocity",
	How: "L2 is the root of the sum of squares of differences from 6 U z (1 - z), along and across, " +
		"over that of the exact velocity, of the particles in the middle third of the channel: the " +
		"mean over the last third of the run.",
	Source: "Exact: Poiseuille's flow.",
	Text: openText("OpenPoiseuille", openChannelHeight/50, 6, openChannelLength, openChannelHeight,
		false, fmt.Sprintf(`
[physics]
gravity = [0, 0]
speed = %.6g
alpha = 0
nu = %.6g
`, 3*openChannelSpeed, openChannelViscosity)+
			openWater(openChannelLength, openChannelHeight, openChannelSpeed)+
			openEnds(fmt.Sprintf("velocity = %.6g\nprofile = \"parabolic\"\n", openChannelSpeed),
				"pressure = 20\n")),
	Levels: [levels]Plan{
		Short:   {3, []float64{openChannelHeight / 20}},
		Nightly: {6, []float64{openChannelHeight / 25, openChannelHeight / 50}},
		GPU: {6, []float64{openChannelHeight / 25, openChannelHeight / 50,
			openChannelHeight / 100}},
	},
	Samples:   0.1,
	Snapshots: 0.1,
	Look: func(s *sph.Snapshot) []float64 {
		var off, all, sum float64
		n := 0.0
		fluid(s, func(i int) {
			x, v := s.Position[i], s.Velocity[i]
			if x[0] < openChannelLength/3 || x[0] > 2*openChannelLength/3 {
				return
			}
			z := float64(x[2]) / openChannelHeight
			is := 6 * openChannelSpeed * z * (1 - z)
			off += math.Pow(float64(v[0])-is, 2) + math.Pow(float64(v[2]), 2)
			all, sum, n = all+is*is, sum+float64(v[0]), n+1
		})
		return []float64{math.Sqrt(off / all), sum / n / openChannelSpeed}
	},
	Norms: []Norm{
		{
			Name: "L2", Unit: "%", Of: func(r *Run) float64 { return lastThird(r, r.Seen(0)) },
			Gate: Gate{Most: 0.02, DeltaP: openChannelHeight / 50},
		},
		{Name: "mean velocity off", Unit: "%",
			Of: func(r *Run) float64 { return lastThird(r, r.Seen(1)) - 1 }},
		openLedger(),
	},
	Figures: []Figure{{
		Name: "error", What: "L2 over time", X: "t [s]", Y: "L2 [%]",
		Of: func(r *Run) Curve { return r.Seen(0).Map(same, percent) },
	}},
}

// openLedger is the discharge that leaves less that which enters, over that, in the last third.
func openLedger() Norm {
	return Norm{
		Name: "discharge out less in", Unit: "%",
		Of: func(r *Run) float64 {
			return math.Abs(lastThird(r, r.opening(1)))/math.Abs(lastThird(r, r.opening(0))) - 1
		},
	}
}

// The film: depth [m], slope, viscosity [m²/s], length [m].
const (
	filmDepth     = 0.1
	filmSlope     = 0.01
	filmViscosity = 1e-3
	filmLength    = 0.8
)

// filmSpeed is the mean velocity of Nusselt's film, g sin θ d²/(3ν) [m/s].
func filmSpeed() float64 {
	return gravity * math.Sin(math.Atan(filmSlope)) * filmDepth * filmDepth / (3 * filmViscosity)
}

var openFilm = &Case{
	Name: "OpenFilm",
	What: "a laminar film that enters and leaves along a slope of 1:100: depth and mean velocity",
	How: "Depth and mean velocity are those of the particles between 0.3 and 0.5 m: their mass over " +
		"ρ0 and the length, and the mean of their velocities; means over the last third of the run.",
	Source: "Exact: Nusselt's film, q = g sin θ d³/(3ν), u = 3 U (z/d - z²/(2 d²)).",
	Text: openText("OpenFilm", filmDepth/20, 12, filmLength, 1.6*filmDepth, true,
		fmt.Sprintf(`
[physics]
gravity = [%.6g, %.6g]
depth = %.6g
alpha = 0
nu = %.6g
`, gravity*math.Sin(math.Atan(filmSlope)), -gravity*math.Cos(math.Atan(filmSlope)), filmDepth,
			filmViscosity)+openWater(filmLength, filmDepth, filmSpeed())+
			openEnds(fmt.Sprintf("discharge = %.6g\nprofile = [%s]\n", filmSpeed()*filmDepth,
				filmProfile()), fmt.Sprintf("level = %.6g\n", filmDepth))),
	Levels: [levels]Plan{
		Nightly: {12, []float64{filmDepth / 10, filmDepth / 20}},
		GPU:     {12, []float64{filmDepth / 10, filmDepth / 20, filmDepth / 40}},
	},
	Samples:   0.1,
	Snapshots: 0.1,
	Look: func(s *sph.Snapshot) []float64 {
		const from, to = 0.3, 0.5
		n, sum := 0.0, 0.0
		fluid(s, func(i int) {
			if x := s.Position[i][0]; x > from && x < to {
				n, sum = n+1, sum+float64(s.Velocity[i][0])
			}
		})
		p := &s.Case.Params
		return []float64{n * p.Mass / p.Rho0 / (to - from), sum / n}
	},
	Norms: []Norm{
		{
			Name: "depth off", Unit: "%",
			Of:   func(r *Run) float64 { return lastThird(r, r.Seen(0))/filmDepth - 1 },
			Gate: Gate{Most: 0.03, DeltaP: filmDepth / 20},
		},
		{
			Name: "mean velocity off", Unit: "%",
			Of:   func(r *Run) float64 { return lastThird(r, r.Seen(1))/filmSpeed() - 1 },
			Gate: Gate{Most: 0.03, DeltaP: filmDepth / 20},
		},
		openLedger(),
	},
	Figures: []Figure{{
		Name: "depth", What: "depth in the middle", X: "t [s]", Y: "d [m]",
		Of: func(r *Run) Curve { return r.Seen(0) },
	}},
}

// filmProfile is Nusselt's velocity over its mean, by height.
func filmProfile() (text string) {
	for k := range 21 {
		z := float64(k) / 20
		if k > 0 {
			text += ", "
		}
		text += fmt.Sprintf("[%.6g, %.6g]", z*filmDepth, 3*(z-z*z/2))
	}
	return text
}

// The weir: height, length along the flow and the head over it for which the discharge is given
// [m], where it begins and the length of the flume [m].
const (
	openWeirHeight = 0.3
	openWeirLength = 0.8
	openWeirHead   = 0.2
	openWeirAt     = 1.4
	openWeirEnd    = 2.8
)

// openWeirDischarge is that of a total head [m²/s]: (2/3)^1.5 √g 0.864 H^1.5.
func openWeirDischarge(head float64) float64 { return 1.473 * math.Pow(head, 1.5) }

var openWeir = &Case{
	Name: "OpenWeir",
	What: "a broad-crested weir with a square edge and an inflow: its discharge by the total head",
	How: "The head is that of gauges 0.4, 0.6 and 0.8 m before the weir over its crest, with the " +
		"velocity head of the discharge; the mean over the last third of the run.",
	Source: "ISO 3846, q = (2/3)^1.5 √g C H^1.5 with C = 0.864 for 0.1 ≤ h/L ≤ 0.33: 1.473 H^1.5. " +
		"Bos (1989), Discharge Measurement Structures, has 0.848 for a weir with a square edge.",
	Text: openText("OpenWeir", openWeirHead/15, 15, openWeirEnd, 0.8, true, fmt.Sprintf(`
[physics]
depth = 0.5
boundary = "mdbc"
slip = true

[[wall]]
name = "weir"
box = { min = [%.6g, 0], max = [%.6g, %.6g] }
`, openWeirAt, openWeirAt+openWeirLength, openWeirHeight)+
		openWater(openWeirAt, openWeirHeight+openWeirHead, 0)+
		openEnds(fmt.Sprintf("discharge = %.6g\n", openWeirDischarge(openWeirHead)),
			"free = true\n")+
		openGauges(0.6, 0.8, 1, 1.8)),
	Levels: [levels]Plan{
		Nightly: {15, []float64{openWeirHead / 10}},
		GPU:     {20, []float64{openWeirHead / 10, openWeirHead / 20, openWeirHead / 40}},
	},
	Samples: 0.05,
	Norms: []Norm{
		{
			Name: "discharge off that of the head", Unit: "%",
			Of: func(r *Run) float64 {
				q, depth := lastThird(r, r.opening(0)), lastThird(r, r.gauges(0, 1, 2))
				head := depth - openWeirHeight + q*q/(2*gravity*depth*depth)
				return q/openWeirDischarge(head) - 1
			},
			Gate: Gate{Most: 0.07, DeltaP: openWeirHead / 15},
		},
		{
			Name: "depth on the crest off the critical", Unit: "%",
			Of: func(r *Run) float64 {
				q := lastThird(r, r.opening(0))
				return (lastThird(r, r.gauges(3))-openWeirHeight)/math.Cbrt(q*q/gravity) - 1
			},
		},
		openLedger(),
	},
	Figures: []Figure{{
		Name: "level", What: "level before the weir", X: "t [s]", Y: "z [m]",
		Of: func(r *Run) Curve { return r.gauges(0, 1, 2) },
	}},
}

// The jump: depth [m] before it, and length of the flume [m].
const (
	jumpDepth  = 0.1
	jumpLength = 3.5
)

var (
	openJump2 = jumpCase("OpenJump2", 2)
	openJump3 = jumpCase("OpenJump3", 3)
	openJump4 = jumpCase("OpenJump4", 4)
)

// jumpOver is the conjugate depth over that before the jump (Bélanger).
func jumpOver(froude float64) float64 { return (math.Sqrt(1+8*froude*froude) - 1) / 2 }

// jumpCase is a jump at a Froude number, in a flume that is as long as the jump needs.
func jumpCase(name string, froude float64) *Case {
	speed, after := froude*math.Sqrt(gravity*jumpDepth), jumpDepth*jumpOver(froude)
	length := 1.7 + 8*after // some six depths of a jump, and what settles behind it
	filled := math.Round(after/jumpDepth*20) / 20 * jumpDepth
	return &Case{
		Name: name,
		What: fmt.Sprintf("a hydraulic jump, Fr %g, held by the level at the outlet: the conjugate "+
			"depth", froude),
		How: "The depth y2 after the jump is the mean of gauges 1.6 and 0.8 depths before the outlet. " +
			"The discharge that stays, over y2 - y1, is the speed at which the jump travels upstream; it " +
			"adds to that of the inlet in the Froude number. Means over the last two thirds of 5 s: a " +
			"jump without friction has no place of its own, wanders, and would come to the inlet.",
		Source: "Exact: Bélanger's equation, y2/y1 = (√(1 + 8 Fr²) - 1)/2, without friction.",
		Text: openText(name, jumpDepth/10, 5, length, 2*filled, true, fmt.Sprintf(`
[physics]
speed = %.6g
boundary = "mdbc"
slip = true
alpha = 0.05

[[fluid]]
name = "fast"
box = { min = [0, 0], max = [1.5, %.6g] }
velocity = [%.6g, 0]

[[fluid]]
name = "slow"
box = { min = [1.5, 0], max = [%.6g, %.6g] }
velocity = [%.6g, 0]
`, speed, jumpDepth, speed, length, filled, speed*jumpDepth/after)+
			openEnds(fmt.Sprintf("max = [0, %.6g]\nvelocity = %.6g\nlevel = %.6g\n", jumpDepth, speed,
				jumpDepth), fmt.Sprintf("level = %.6g\nnonreflecting = true\n", after))+
			openGauges(length-1.6*after, length-0.8*after, 0.2, 0.5, 0.8, 1.1, 1.4)),
		Levels: [levels]Plan{
			Nightly: {5, []float64{jumpDepth / 8}},
			GPU:     {5, []float64{jumpDepth / 10, jumpDepth / 20, jumpDepth / 40}},
		},
		Samples: 0.02,
		Norms: []Norm{
			{
				Name: "conjugate depth off", Unit: "%",
				Of: func(r *Run) float64 {
					later := func(c Curve) float64 { return c.Mean(r.End/3, last(Curve{Y: c.X})) }
					y := later(r.gauges(0, 1))
					travels := (math.Abs(later(r.opening(0))) - math.Abs(later(r.opening(1)))) /
						(y - jumpDepth)
					number := (speed + travels) / math.Sqrt(gravity*jumpDepth)
					return y/(jumpDepth*jumpOver(number)) - 1
				},
				Gate: Gate{Most: 0.05, DeltaP: jumpDepth / 10},
			},
			openLedger(),
		},
		Figures: []Figure{{
			Name: "depth", What: "depth after the jump", X: "t [s]", Y: "y [m]",
			Of: func(r *Run) Curve { return r.gauges(0, 1) },
		}},
	}
}
