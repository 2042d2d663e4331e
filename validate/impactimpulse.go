package validate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/sph"
)

// Impulses are over this time since the pressure rises, in √(H/g). The record has its peak within
// it.
const impactSpan = 0.3

// impactRise is the pressure over ρ g H that counts as risen.
const impactRise = 0.5

// sensorFace is the diameter of Lobovsky's sensors [m], and sensorFilter the width of the filter of
// the peak [s].
const sensorFace, sensorFilter = 0.0042, 0.005

// impactImpulse is the first impact of DambreakImpact, whose window begins after it.
var impactImpulse = &Case{
	Name: "ImpactImpulse",
	What: "the first impact of DambreakImpact: the impulse of the pressure at Lobovsky's " +
		"sensor 2, as measured",
	How: "The impulse is the integral of the pressure over 0.3 √(H/g) from when it rises above " +
		"ρ g H / 2, without any filter of the run. " +
		"That of what 2.5 and 97.5 % of the measured runs are below is 8 % less and 11 % more " +
		"than that of their median. " +
		"Peaks are the greatest pressures in that time, in those of the median: at a point, as " +
		"the mean over the face of a sensor of 4.2 mm, and of the latter as a mean over 5 ms.",
	Source: damBreakImpact.Source,
	Text:   impactText(),
	Levels: [levels]Plan{
		Short:   {3.2 * impactTime, []float64{0.02}},
		Nightly: {3.2 * impactTime, []float64{0.01, 0.005, 0.0025}},
		GPU:     {3.2 * impactTime, []float64{0.0025, 0.00125, 0.000625}},
	},
	Samples: 0.0001,
	Norms: []Norm{
		{
			Name: "impulse off", Unit: "%",
			Of:   func(r *Run) float64 { return impulse(facePressure(r))/measuredImpulse() - 1 },
			Gate: Gate{Most: 0.12, DeltaP: 0.0025},
		},
		{
			Name: "impulse at a point off", Unit: "%",
			Of: func(r *Run) float64 { return impulse(pointPressure(r))/measuredImpulse() - 1 },
		},
		{
			Name: "peak at a point, of the measured",
			Of:   func(r *Run) float64 { return impactPeak(pointPressure(r)) },
		},
		{
			Name: "peak at the sensor's face, of the measured",
			Of:   func(r *Run) float64 { return impactPeak(facePressure(r)) },
		},
		{
			Name: "peak there, mean over 5 ms, of the measured",
			Of: func(r *Run) float64 {
				return impactPeak(facePressure(r).Smooth(sensorFilter / impactTime))
			},
		},
	},
	Figures: []Figure{{
		Name: "S2", What: "pressure at the face of sensor 2, mean over 1 ms",
		X: "t √(g/H)", Y: "p / (ρ g H)",
		Of: func(r *Run) Curve {
			return facePressure(r).Smooth(0.001/impactTime).Between(2, math.Inf(1))
		},
		Reference: measuredImpactPressure, Is: "median", Band: "95 % of runs",
	}},
}

// impactText is the case file: the flow of DambreakImpact with a sensor that has a face.
func impactText() string {
	const width, tank, sensor = 0.6, 1.61, 0.05 * impactDepth
	return fmt.Sprintf(`name = "ImpactImpulse"
about = "a column of water collapses and hits a wall with a sensor (Lobovsky et al. 2014)"
dimension = 2
spacing = 0.005
end = %.3g

[domain]
min = [0, 0, 0]
max = [%.6g, 1, %.6g]
open = ["zmax"]
room = %.6g

[[fluid]]
name = "column"
box = { min = [0, 0, 0], max = [%.6g, 1, %.6g] }

[[probe]]
name = "S2"
at = [%.6g, 0, %.6g]
normal = [-1, 0, 0]

[[probe]]
name = "face"
patch = { centre = [%.6g, 0, %.6g], normal = [-1, 0, 0], size = %.6g }
`, 3.2*impactTime, tank, 2*impactDepth, impactDepth, width, impactDepth,
		tank, sensor, tank, sensor, sensorFace)
}

// pointPressure is the pressure at the middle of the sensor over ρ g H, in √(H/g), and facePressure
// that of its face.
func pointPressure(r *Run) Curve { return sensorPressure(r, 0) }

func facePressure(r *Run) Curve { return sensorPressure(r, 1) }

func sensorPressure(r *Run, probe int) Curve {
	unit := r.Flow.Params.Rho0 * gravity * impactDepth
	c := r.Of(func(s *sph.Sample) float64 { return s.Pressure[probe] / unit })
	return c.Map(func(t float64) float64 { return t / impactTime }, same)
}

// impulse is the integral from the rise on.
func impulse(c Curve) float64 {
	from := c.First(impactRise)
	return impactSpan * c.Mean(from, from+impactSpan)
}

func measuredImpulse() float64 { return impulse(measuredImpactPressure()) }

// impactPeak is the greatest pressure after the rise, over that of the median of the measured runs.
func impactPeak(c Curve) float64 {
	return peakAfterRise(c) / peakAfterRise(measuredImpactPressure())
}

func peakAfterRise(c Curve) float64 {
	from := c.First(impactRise)
	first := c.Between(from, from+impactSpan)
	if len(first.Y) == 0 {
		return math.NaN()
	}
	return slices.Max(first.Y)
}

// Dam breaks with the air over the water, which has a thousandth of its density, and without it.

// airText is the material of the air, and the air in a box less the shapes of the water.
func airText(box, water string) string {
	return fmt.Sprintf(`
[[material]]
name = "air"
rho0 = 1
nu = 1.5e-5

[[fluid]]
name = "air"
material = "air"
difference = [ { box = %s }, { box = %s } ]
`, box, water)
}

const waterText = `
[[material]]
name = "water"
rho0 = 1000
nu = 1e-6
`

var (
	damBreakAir   = impactInTank(true)
	damBreakNoAir = impactInTank(false)
)

// impactInTank is DambreakImpact in a closed tank full of air or without any.
func impactInTank(air bool) *Case {
	name, about, open, rest := "DamBreakNoAir", "without air", "open = [\"zmax\"]\n", ""
	const tank = "{ min = [0, 0], max = [1.61, 0.6] }"
	column := fmt.Sprintf("{ min = [0, 0], max = [0.6, %g] }", impactDepth)
	if air {
		name, about, open = "DamBreakAir", "in a closed tank of air", ""
		rest = airText(tank, column)
	}
	pressure := func(r *Run) Curve { return impactPressureAt(r, 0) }
	c := *damBreakImpact
	c.Name, c.Problem, c.Options, c.Why = name, "", nil, ""
	c.What = "a column of water collapses and hits a wall, in two dimensions, " + about +
		": the pressure at Lobovsky's sensor 2, as measured"
	c.Text = fmt.Sprintf(`name = %q
about = "a column of water collapses %s"
dimension = 2
spacing = 0.005
end = 1.05

[domain]
min = [0, 0]
max = [1.61, 0.6]
%s
[physics]
depth = %g
%s
[[fluid]]
name = "column"
material = "water"
box = %s

[[probe]]
name = "S2"
at = [1.61, 0.015]
normal = [-1, 0]
`, name, about, open, impactDepth, waterText, column) + rest
	c.Levels = [levels]Plan{
		Short:   {6 * impactTime, []float64{0.03}},
		Nightly: {6 * impactTime, []float64{0.01, 0.005}},
		GPU:     {6 * impactTime, []float64{0.005, 0.0025, 0.00125}},
	}
	c.Norms = impactNorms(pressure)
	c.Figures = impactFigures(pressure)
	return &c
}

// The tank of SPHERIC 2 up to a lid over which no water comes before 1 s [m], its reservoir, and
// places of probes and gauges.
const (
	airTop       = 1.5
	airReservoir = "{ min = [1.992, 0, 0], max = [3.22, 1, 0.55] }"
)

var (
	sphericProbes = [][3]float64{{0.8245, 0, 0.021}, {0.8245, 0, 0.061}, {0.8245, 0, 0.101},
		{0.8245, 0, 0.141}, {0.8035, 0, 0.161}, {0.7635, 0, 0.161}, {0.7235, 0, 0.161},
		{0.6835, 0, 0.161}}
	sphericGauges = []float64{1.488, 0.992, 0.496, 2.638} // x [m]; y is 0.5
)

// sphericAirText is the case file.
func sphericAirText(name, open, rest string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `name = %q
about = "SPHERIC test 2 (Kleefsman et al. 2005), with air or without"
spacing = 0.015
end = 4.05
split-axis = "x"

[domain]
min = [0, 0, 0]
max = [3.22, 1, %g]
%s
[physics]
c0 = 40
%s
[[fluid]]
name = "reservoir"
material = "water"
box = %s

[[wall]]
name = "box"
box = { min = [0.6635, 0.2985, 0], max = [0.8245, 0.7015, 0.161] }
lattice = "own"
`, name, airTop, open, waterText, airReservoir)
	for k, x := range sphericProbes {
		normal := "[1, 0, 0]"
		if k > 3 {
			normal = "[0, 0, 1]"
		}
		fmt.Fprintf(&b, "\n[[probe]]\nname = \"P%d\"\nat = [%g, 0.471, %g]\nnormal = %s\n", k+1, x[0],
			x[2], normal)
	}
	return b.String() + rest
}

var (
	spheric2Air   = sphericInAir(true)
	spheric2NoAir = sphericInAir(false)
)

func sphericInAir(air bool) *Case {
	name, what, open, rest := "Spheric2NoAir", "without air", "open = [\"zmax\"]\n", ""
	if air {
		name, what, open = "Spheric2Air", "with the air in the tank", ""
		rest = airText(fmt.Sprintf("{ min = [0, 0, 0], max = [3.22, 1, %g] }", airTop), airReservoir)
	}
	c := &Case{
		Name: name,
		What: "dam break onto a box, " + what + ": pressures on it and heights of the water, as measured",
		How: "As Spheric2. Heights are those of the water alone: where, going up, " +
			"water first fills less than half of a cylinder with a radius of 1.5 spacings.",
		Source:    spheric2.Source,
		Text:      sphericAirText(name, open, rest),
		Filter:    "mean over 11 ms",
		Levels:    [levels]Plan{GPU: {4.05, []float64{0.02, 0.015}}},
		Samples:   0.001,
		Snapshots: 0.05,
		Look:      lookAtHeights,
		Norms: []Norm{
			{Name: "P1 > 2810 Pa comes later by", Unit: "s", Of: func(r *Run) float64 {
				return sphericPressure(0)(r).First(2810) - sphericRecord(0)().First(2810)
			}},
			plateau(0), plateau(1), plateau(2), plateau(3),
		},
		Figures: []Figure{pressureFigure(0), pressureFigure(1), pressureFigure(2), pressureFigure(3)},
	}
	for k, measured := range sphericLate {
		c.Norms = append(c.Norms, Norm{Name: fmt.Sprintf("P%d too high by, 1.5 to 2.5 s", k+1), Unit: "%",
			End: 2.5, Of: func(r *Run) float64 {
				return r.Of(func(s *sph.Sample) float64 { return s.Pressure[k] }).Mean(1.5, 2.5)/measured - 1
			}})
	}
	for k := range sphericGauges {
		for _, span := range [][2]float64{{0.1, 2}, {2, 4}} {
			c.Norms = append(c.Norms, waterHeight(k, span[0], span[1]))
		}
		c.Figures = append(c.Figures, Figure{
			Name: fmt.Sprintf("H%d", k+1), What: fmt.Sprintf("height H%d of the water", k+1), X: "t [s]",
			Y: "height [m]", Of: func(r *Run) Curve { return r.Seen(k) },
			Reference: func() Curve { return measuredHeight(k) }, Is: "measured",
		})
	}
	return c
}

// waterHeight is the root of the mean square of what the water at a gauge is off, and its sign that
// of the mean [m].
func waterHeight(k int, from, to float64) Norm {
	return Norm{Unit: "m", End: to,
		Name: fmt.Sprintf("H%d too high by, %g to %g s, RMS", k+1, from, to),
		Of: func(r *Run) float64 {
			off := Off(r.Seen(k), measuredHeight(k), Times(from, to-0.05, 0.05))
			return math.Copysign(RMS(off), mean(off))
		}}
}

// lookAtHeights are the heights of the water at the gauges [m].
func lookAtHeights(s *sph.Snapshot) []float64 {
	dp, kinds := s.Case.Params.DeltaP, s.Kinds()
	radius := 1.5 * dp
	layers := int(airTop/dp) + 2
	counts := make([][]float64, len(sphericGauges))
	for k := range counts {
		counts[k] = make([]float64, layers)
	}
	fluid(s, func(i int) {
		if kinds != nil && kinds[i] != 1 {
			return
		}
		x, y, z := float64(s.Position[i][0]), float64(s.Position[i][1]), float64(s.Position[i][2])
		for k, at := range sphericGauges {
			if layer := int(z / dp); math.Hypot(x-at, y-0.5) < radius && z > 0 && layer < layers {
				counts[k][layer]++
			}
		}
	})
	full := math.Pi * radius * radius * dp / (dp * dp * dp)
	heights := make([]float64, len(counts))
	for k, n := range counts {
		before := 1.0 // of the layer below
		for layer, count := range n {
			part := count / full
			if part < 0.5 {
				// linear between the middles of the two layers
				heights[k] = max(0, float64(layer)-0.5+(before-0.5)/max(before-part, 1e-9)) * dp
				break
			}
			before = min(part, 1)
		}
	}
	return heights
}
