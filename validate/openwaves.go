package validate

import (
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/sph"
)

// The level that an outlet holds: depth [m], length [m] and discharge [m²/s].
const (
	heldDepth     = 0.4
	heldLength    = 1.6
	heldDischarge = 0.02
)

var openLevel = &Case{
	Name: "OpenLevel",
	What: "water that an outlet holds at a level for 60 s, with an inflow",
	How: "The level is the mean of four gauges. Its drift is the difference of its means over the " +
		"last and the middle third of the run.",
	Source: "Exact: the level of the outlet, u²/2g (0.03 mm) aside.",
	Text: openText("OpenLevel", heldDepth/20, 60, heldLength, 1.5*heldDepth, true, `
[physics]
boundary = "mdbc"
slip = true
`+openWater(heldLength, heldDepth, heldDischarge/heldDepth)+
		openEnds(fmt.Sprintf("discharge = %.6g\n", heldDischarge),
			fmt.Sprintf("level = %.6g\n", heldDepth))+openGauges(0.3, 0.6, 0.9, 1.2)),
	Levels: [levels]Plan{
		Nightly: {60, []float64{heldDepth / 10, heldDepth / 20}},
		GPU:     {60, []float64{heldDepth / 10, heldDepth / 20, heldDepth / 40}},
	},
	Samples: 0.1,
	Norms: []Norm{
		{
			Name: "level off", Unit: "%",
			Of:   func(r *Run) float64 { return lastThird(r, r.gauges())/heldDepth - 1 },
			Gate: Gate{Most: 0.01, DeltaP: heldDepth / 20},
		},
		{
			Name: "drift of the level", Unit: "%",
			Of: func(r *Run) float64 {
				all := r.gauges()
				return (lastThird(r, all) - all.Mean(r.End/3, 2*r.End/3)) / heldDepth
			},
			Gate: Gate{Most: 0.003, DeltaP: heldDepth / 20},
		},
		openLedger(),
	},
	Figures: []Figure{{
		Name: "level", What: "mean level", X: "t [s]", Y: "z [m]",
		Of: func(r *Run) Curve { return r.gauges() },
	}},
}

// The acoustic pulse: speed [m/s], duration [s], speed of sound [m/s], length of the channel and
// place where it is measured [m].
const (
	pulseSpeed    = 0.01
	pulseDuration = 0.04
	pulseSound    = 10
	pulseLength   = 1.6
	pulseAt       = 0.8
)

// openRows is u sin²(π t/T) as a table in time.
func openRows(speed, duration float64) (text string) {
	for k := range 21 {
		text += fmt.Sprintf("[%.6g, %.6g], ", duration*float64(k)/20,
			speed*math.Pow(math.Sin(math.Pi*float64(k)/20), 2))
	}
	return "[" + text + "[1e3, 0]]"
}

var openPulse = &Case{
	Name: "OpenPulse",
	What: "an acoustic pulse that an inlet makes and that leaves through a non-reflecting outlet",
	How: "At a probe in the middle p = p1 + p2 and ρ c u = p1 - p2, p1 of what goes to the outlet " +
		"and p2 of what comes back from it. What is reflected is the greatest |p2| over the " +
		"greatest p1. " +
		"The run ends before the inlet's reflection of it comes by.",
	Source: "Exact: linear acoustics.",
	Text: openText("OpenPulse", 0.01, 0.26, pulseLength, 0.16, false, fmt.Sprintf(`periodic = ["z"]

[physics]
gravity = [0, 0]
c0 = %d
alpha = 0
`, pulseSound)+openWater(pulseLength, 0.16, 0)+
		openEnds("velocity = "+openRows(pulseSpeed, pulseDuration)+"\n",
			"pressure = 0\nnonreflecting = true\n")+
		fmt.Sprintf("\n[[probe]]\nname = \"P\"\nat = [%.6g, 0.08]\nvelocity = true\n", pulseAt)),
	Levels: [levels]Plan{
		Short:   {0.26, []float64{0.01}},
		Nightly: {0.26, []float64{0.01, 0.005}},
		GPU:     {0.26, []float64{0.01, 0.005, 0.0025}},
	},
	Samples: 0.001,
	Norms: []Norm{
		{
			Name: "reflected", Unit: "%",
			Of: func(r *Run) float64 {
				return Greatest(r.pulse(-1).Y) / Greatest(r.pulse(1).Y)
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.01},
		},
		{Name: "pulse that is left at the probe", Unit: "%", Of: func(r *Run) float64 {
			return Greatest(r.pulse(1).Y) / (r.Flow.Params.Rho0 * pulseSound * pulseSpeed)
		}},
	},
	Figures: []Figure{{
		Name: "pressure", What: "pressure at the probe", X: "t [s]", Y: "p [Pa]",
		Of: func(r *Run) Curve {
			return r.Of(func(s *sph.Sample) float64 {
				if len(s.Pressure) == 0 {
					return math.NaN()
				}
				return s.Pressure[0]
			})
		},
	}},
}

// pulse is what goes to the outlet (way 1), or comes from it (-1), at the probe [Pa].
func (r *Run) pulse(way float64) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		if len(s.Pressure) == 0 || len(s.Velocity) == 0 {
			return math.NaN()
		}
		return (s.Pressure[0] + way*r.Flow.Params.Rho0*pulseSound*s.Velocity[0][0]) / 2
	})
}

// The long wave: depth, height [m], duration [s], length of the flume and place where it is
// measured [m].
const (
	longDepth    = 0.3
	longHeight   = 0.015
	longDuration = 2.0
	longLength   = 8.0
	longAt       = 5.0
)

var longSpeed = math.Sqrt(gravity * longDepth)

var openLongWave = &Case{
	Name: "OpenLongWave",
	What: "a long wave that an inlet makes and that leaves through a non-reflecting outlet",
	How: "At 5 m the surface is η = η1 + η2 over the depth and the mean velocity over the depth " +
		"u √(d/g) = η1 - η2, η1 of the wave that goes to the outlet and η2 of that which comes back. " +
		"What is reflected is the greatest |η2| over the greatest η1, each a mean over 0.2 s, before " +
		"the inlet's reflection comes by.",
	Source: "Exact: waves on shallow water. The wave is 7 depths long and 0.05 depths high, so that " +
		"some of its front disperses.",
	Text: openText("OpenLongWave", longDepth/20, 8, longLength, 1.5*longDepth, true, `
[physics]
alpha = 0.01
boundary = "mdbc"
slip = true
`+openWater(longLength, longDepth, 0)+
		openEnds("velocity = "+openRows(longHeight/longDepth*longSpeed, longDuration)+"\n",
			fmt.Sprintf("level = %.6g\nnonreflecting = true\n", longDepth))+
		openGauges(longAt-0.05, longAt, longAt+0.05)),
	Levels: [levels]Plan{
		Nightly: {8, []float64{longDepth / 10}},
		GPU:     {8, []float64{longDepth / 10, longDepth / 20, longDepth / 40}},
	},
	Samples:   0.02,
	Snapshots: 0.02,
	Look: func(s *sph.Snapshot) []float64 {
		n, sum := 0.0, 0.0
		fluid(s, func(i int) {
			if x := s.Position[i][0]; x > longAt-0.1 && x < longAt+0.1 {
				n, sum = n+1, sum+float64(s.Velocity[i][0])
			}
		})
		return []float64{sum / n}
	},
	Norms: []Norm{
		{
			Name: "reflected", Unit: "%",
			Of: func(r *Run) float64 {
				return Greatest(r.longWave(-1).Y) / Greatest(r.longWave(1).Y)
			},
			Gate: Gate{Most: 0.1, DeltaP: longDepth / 20},
		},
		{Name: "height of the wave", Unit: "mm", Of: func(r *Run) float64 {
			return 1000 * Greatest(r.longWave(1).Y)
		}},
	},
	Figures: []Figure{{
		Name: "level", What: "surface at 5 m", X: "t [s]", Y: "z [m]",
		Of: func(r *Run) Curve { return r.gauges() },
	}},
}

// longWave is the surface of what goes to the outlet (way 1), or comes from it (-1), less that at
// first [m].
func (r *Run) longWave(way float64) Curve {
	level, speed := r.gauges().Smooth(0.2), r.Seen(0).Smooth(0.2)
	at := level.At(0.4)
	wave := Curve{}
	for i, t := range level.X {
		if u := speed.At(t); t >= 0.4 && !math.IsNaN(u) {
			wave.X = append(wave.X, t)
			wave.Y = append(wave.Y, (level.Y[i]-at+way*u*longDepth/longSpeed)/2)
		}
	}
	return wave
}

// The cylinder of 1 m in a stream of 1 m/s: where it lies, and length and height of the flow [m].
const (
	openCylinderAt     = 10.0
	openCylinderLength = 30.0
	openCylinderHeight = 34.0
	openCylinderDrag   = 1.33
	openCylinderNumber = 0.165
)

var openCylinder = &Case{
	Name: "OpenCylinder",
	What: "a cylinder in a stream that enters and leaves, Re 100: drag and Strouhal number",
	How: "The drag coefficient is the mean of Fx/(½ ρ U² D) over the last third of the run, the " +
		"Strouhal number that of the greatest harmonic of Fz there, between 0.05 and 0.5. The stream " +
		"is periodic across, 34 D wide (2.9 % blockage), and its Mach number is 0.1.",
	Source: "Computed: Park, Kwon & Choi, KSME Int. J. 12 (1998) 1200-1205: 1.33 and 0.165.",
	Text: openText("OpenCylinder", 0.05, 150, openCylinderLength, openCylinderHeight, false,
		fmt.Sprintf(`periodic = ["z"]

[physics]
gravity = [0, 0]
speed = 1
alpha = 0
nu = 0.01
shifting = 2

[[wall]]
name = "cylinder"
cylinder = { from = [%.6g, -1, %.6g], to = [%.6g, 1, %.6g], radius = 0.5 }
force = "cylinder"
`, openCylinderAt, openCylinderHeight/2, openCylinderAt, openCylinderHeight/2)+
			openWater(openCylinderLength, openCylinderHeight, 1)+
			openEnds("velocity = 1\n", "pressure = 2000\nnonreflecting = true\n")),
	Levels: [levels]Plan{
		GPU: {150, []float64{0.1, 0.05, 0.025}},
	},
	Samples: 0.05,
	Norms: []Norm{
		{
			Name: "mean drag off", Unit: "%",
			Of: func(r *Run) float64 {
				return lastThird(r, r.force("cylinder", 0))/(r.Flow.Params.Rho0/2)/openCylinderDrag - 1
			},
			Gate: Gate{Most: 0.05, DeltaP: 0.05},
		},
		{
			Name: "Strouhal number off", Unit: "%",
			Of: func(r *Run) float64 {
				return strongest(r.force("cylinder", 2).Between(2*r.End/3, r.End), 0.05, 0.5)/
					openCylinderNumber - 1
			},
			Gate: Gate{Most: 0.04, DeltaP: 0.05},
		},
		openLedger(),
	},
	Figures: []Figure{{
		Name: "drag", What: "drag coefficient", X: "t U/D", Y: "C_D",
		Of: func(r *Run) Curve {
			return r.force("cylinder", 0).Smooth(1).Map(same, func(f float64) float64 {
				return f / (r.Flow.Params.Rho0 / 2)
			})
		},
	}},
}

// strongest is the frequency between two at which a curve oscillates most: the greatest harmonic of
// the curve less its mean under Hann's window [1/s].
func strongest(c Curve, from, to float64) (frequency float64) {
	most, middle, n := 0.0, mean(c.Y), len(c.X)
	for f := from; f <= to; f += (to - from) / 2000 {
		var sum complex128
		for i, x := range c.X {
			hann := 1 - math.Cos(2*math.Pi*(float64(i)+0.5)/float64(n))
			sum += cmplx.Rect(hann*(c.Y[i]-middle), 2*math.Pi*f*x)
		}
		if size := cmplx.Abs(sum); size > most {
			most, frequency = size, f
		}
	}
	return frequency
}
