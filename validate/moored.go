package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// A ball on a tether: radius of the ball, distance of its centre from the anchor, depth of the
// water and width of the tank [m], density over that of water, and the angle at first [rad].
const (
	tetherBall    = 0.05
	tetherLength  = 0.16
	tetherDepth   = 0.3
	tetherWidth   = 0.4
	tetherDensity = 0.5
	tetherAngle   = 0.15
)

// tetherPeriod is that of small angles in fluid without ends, with the added mass of half of the
// displaced fluid [s].
var tetherPeriod = 2 * math.Pi * math.Sqrt(tetherLength*(tetherDensity+0.5)/
	((1-tetherDensity)*gravity))

var tetheredSphere = &Case{
	Name: "TetheredSphere",
	What: "a ball lighter than water swings on a tether in water at rest: its period, by the water " +
		"that it takes along",
	How: "The angle φ follows from how far the centre is sideways. The decrement δ is the logarithm " +
		"of the ratio of its first two extremes after the first zero. The period is twice the time " +
		"from the first zero to the second, over √(1 + δ²/π²), so that the damping of a linear " +
		"oscillator does not count. Walls, bed and surface at 2 to 5 radii change the added mass " +
		"of an ideal fluid by some 3 %, and so the period by 1 %.",
	Source: "Exact for small angles, an ideal fluid and no ends: added mass ρV/2 (Lamb, " +
		"Hydrodynamics, 1932, §92).",
	Text: tetherText(),
	Levels: [levels]Plan{
		Nightly: {2.6 * tetherPeriod, []float64{tetherBall / 4, tetherBall / 5}},
		GPU:     {2.6 * tetherPeriod, []float64{tetherBall / 5, tetherBall / 8, tetherBall / 12}},
	},
	Samples: tetherPeriod / 100,
	Norms: []Norm{
		{
			Name: "period longer by", Unit: "%", End: 1.5 * tetherPeriod,
			Of:   func(r *Run) float64 { return undamped(tetherSwing(r))/tetherPeriod - 1 },
			Gate: Gate{Most: 0.07, DeltaP: tetherBall / 5},
		},
		{Name: "decrement", End: 1.5 * tetherPeriod, Of: func(r *Run) float64 {
			return halfDecrement(tetherSwing(r))
		}},
	},
	Figures: []Figure{{
		Name: "angle", What: "angle of the tether", X: "t / T", Y: "φ [°]",
		Of: func(r *Run) Curve {
			return tetherSwing(r).Map(func(t float64) float64 { return t / tetherPeriod },
				func(x float64) float64 { return x * 180 / math.Pi })
		},
		Reference: func() (c Curve) {
			for _, t := range Times(0, 2.6, 0.02) {
				c.X, c.Y = append(c.X, t), append(c.Y, tetherAngle*180/math.Pi*math.Cos(2*math.Pi*t))
			}
			return c
		},
		Is: "without friction",
	}},
}

// tetherSwing is the angle [rad].
func tetherSwing(r *Run) Curve {
	return r.ofBody(func(p *sph.BodyPose) float64 {
		return math.Asin(math.Sin(tetherAngle) + p.Shift[0]/tetherLength)
	})
}

// undamped is the period that an oscillation would have without its damping, from its first zeros
// and extremes; NaN without them.
func undamped(c Curve) float64 {
	z := zeros(c)
	if len(z) < 2 {
		return math.NaN()
	}
	return 2 * (z[1] - z[0]) * math.Pi / math.Hypot(math.Pi, halfDecrement(c))
}

// tetherText is the case file. The tether is longer by its tension at rest than without.
func tetherText() string {
	x, z := tetherWidth/2+tetherLength*math.Sin(tetherAngle), tetherLength*math.Cos(tetherAngle)
	volume := 4 * math.Pi / 3 * math.Pow(tetherBall, 3)
	pull, stiff := (1-tetherDensity)*1000*gravity*volume*math.Cos(tetherAngle), 2000.0
	return fmt.Sprintf(`name = "TetheredSphere"
about = "a ball on a tether in water at rest: its period, with its added mass"
spacing = %.6g
end = 3

[domain]
min = [0, 0, 0]
max = [%.6g, 0.3, %.6g]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [0.01, 0.01, 0.01], level = %.6g }

[[body]]
name = "ball"
sphere = { centre = [%.9g, 0.15, %.9g], radius = %.6g }
density = %.6g

[[line]]
name = "tether"
from = { at = [%.6g, 0.15, 0] }
to = { body = "ball", at = [%.9g, 0.15, %.9g] }
length = %.9g
segments = 4
mass = 0.001
diameter = 0.001
stiffness = %.6g
`, tetherBall/5, tetherWidth, tetherDepth+0.06, tetherDepth, x, z, tetherBall,
		1000*tetherDensity, tetherWidth/2, x, z, tetherLength/(1+pull/stiff), stiff)
}

// The experiment with a floating box: period and height of the waves [s, m], depth, place of the
// box and how long its record is [m, s].
const (
	drifterPeriod = 1.2
	drifterWave   = 0.1
	drifterDepth  = 0.4
	drifterAt     = 2.15 // from the wave maker at rest
	drifterRecord = 7.0
)

// What a record and a run have of the box.
const (
	drifterSurge = iota
	drifterHeave
	drifterRoll
)

var drifterColumns = []string{"surge_m", "heave_m", "roll_deg"}

var boxInWaves = &Case{
	Name: "BoxInWaves",
	What: "a box floats freely in regular waves of H/d 0.25, in two dimensions: heave, surge and " +
		"roll as measured",
	How: "The record begins at a time that is not known, so times count from the first heave above " +
		"a quarter of the waves' height. Ranges are from the mean of troughs to the mean of crests, " +
		"over all periods from there; the drift is the slope of the surge.",
	Source: "Ren, He, Dong & Wen, Appl. Ocean Res. 50 (2015) 1-12, the record as digitised by " +
		"others; the paper itself was not read.",
	Text: drifterText(),
	Levels: [levels]Plan{
		Nightly: {10.5, []float64{drifterWave / 5, drifterWave / 10}},
		GPU:     {10.5, []float64{drifterWave / 10, drifterWave / 20}},
	},
	Samples: drifterPeriod / 60,
	Norms: []Norm{
		{Name: "range of the heave off", Unit: "%", Of: func(r *Run) float64 {
			return rangeOf(drifts(r, drifterHeave))/rangeOf(drifterReference(drifterHeave)) - 1
		}},
		{Name: "range of the roll off", Unit: "%", Of: func(r *Run) float64 {
			return rangeOf(drifts(r, drifterRoll))/rangeOf(drifterReference(drifterRoll)) - 1
		}},
		{Name: "drift off", Unit: "%", Of: func(r *Run) float64 {
			c := drifts(r, drifterSurge)
			return slopeOf(alike(c, c))/slopeOf(alike(drifterReference(drifterSurge), c)) - 1
		}},
		{Name: "period of the heave longer by", Unit: "%", Of: func(r *Run) float64 {
			return periodOf(drifts(r, drifterHeave))/periodOf(drifterReference(drifterHeave)) - 1
		}},
		{Name: "heave off, RMS, of the waves' height", Unit: "%", Of: func(r *Run) float64 {
			c := drifts(r, drifterHeave)
			off := Off(c, drifterReference(drifterHeave), alike(c, c).X)
			return RMS(off) / drifterWave
		}},
	},
	Figures: []Figure{
		drifterFigure("surge", "surge [m]", drifterSurge),
		drifterFigure("heave", "heave [m]", drifterHeave),
		drifterFigure("roll", "roll [°]", drifterRoll),
	},
}

func drifterFigure(name, y string, of int) Figure {
	return Figure{
		Name: name, What: name + " of the box", X: "t [s]", Y: y,
		Of:        func(r *Run) Curve { return drifts(r, of) },
		Reference: func() Curve { return drifterReference(of) }, Is: "measured",
	}
}

// drifts is what a run has of the box, from the first heave on; the surge is 0 there.
func drifts(r *Run, of int) Curve {
	return fromHeave(r.rise(), r.ofBody(func(p *sph.BodyPose) float64 {
		switch of {
		case drifterSurge:
			return p.Shift[0]
		case drifterHeave:
			return p.Shift[2]
		}
		return 2 * math.Atan2(p.Turn[2], p.Turn[0]) * 180 / math.Pi
	}), of)
}

func drifterReference(of int) Curve {
	read := func(of int) Curve {
		return Reference("floating_box_ren2015.csv", "time_s", drifterColumns[of])
	}
	return fromHeave(read(drifterHeave), read(of), of)
}

// fromHeave is a curve from the first heave above a quarter of the waves' height on.
func fromHeave(heave, c Curve, of int) Curve {
	begins := heave.First(drifterWave / 4)
	c = c.Between(begins, begins+drifterRecord)
	from := 0.0
	if of == drifterSurge {
		from = first(c)
	}
	return c.Map(func(t float64) float64 { return t - begins },
		func(y float64) float64 { return y - from })
}

// alike is a curve at the times that a run has of the record; it is empty for an empty run.
func alike(c, run Curve) (to Curve) {
	if len(run.X) == 0 {
		return to
	}
	to.X = Times(0.1, min(drifterRecord-0.6, last(Curve{Y: run.X})), drifterPeriod/20)
	for _, t := range to.X {
		to.Y = append(to.Y, c.At(t))
	}
	return to
}

// rangeOf is from the mean trough to the mean crest of a curve that oscillates about its mean.
func rangeOf(c Curve) float64 {
	about := mean(c.Y)
	all := extremesOf(c.Map(same, func(y float64) float64 { return y - about }))
	high := slices.DeleteFunc(slices.Clone(all), func(y float64) bool { return y < 0 })
	low := slices.DeleteFunc(all, func(y float64) bool { return y > 0 })
	return mean(high) - mean(low)
}

// drifterText is the case file.
func drifterText() string {
	const piston = 0.5
	x := piston + drifterAt
	return fmt.Sprintf(`name = "BoxInWaves"
about = "a box floats in regular waves, in two dimensions (Ren et al. 2015)"
dimension = 2
spacing = %.6g
end = 10.5

[domain]
min = [0, 0]
max = [9, 0.7]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = %.6g }

[[wall]]
name = "piston"
box = { min = [0.3, 0], max = [%.6g, 0.66] }

[wall.motion.waves]
kind = "regular"
height = %.6g
period = %.6g
depth = %.6g

[[body]]
name = "box"
box = { min = [%.6g, %.6g], max = [%.6g, %.6g] }
density = 500

[[damping]]
name = "absorber"
from = 6
to = 9
rate = 10
`, drifterWave/10, drifterDepth, piston, drifterWave, drifterPeriod, drifterDepth,
		x-0.15, drifterDepth-0.1, x+0.15, drifterDepth+0.1)
}
