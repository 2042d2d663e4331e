package validate

import (
	"fmt"
	"math"
)

// Regular waves over a bar, as Dingemans had them: depth and amplitude [m] and period [s]. They are
// compared over four periods from a time on [s]: waves of the third harmonic, the slowest, have
// come to the last gauge then.
const (
	barDepth     = 0.8
	barAmplitude = 0.02
	barFrom      = 33.0
	barPeriods   = 4
	barHarmonics = 4 // of the fit, of which three are compared
	barPeriod    = 2.02 * math.Sqrt2
	barEnd       = barFrom + barPeriods*barPeriod + 0.1
	barLength    = 48.0 // of the flume [m]
)

// barGauges are distances of gauges from the paddle at rest [m].
var barGauges = []float64{3.04, 9.44, 20.04, 26.04, 30.44, 37.04}

var barColumns = []string{"mean_m", "first_m", "second_m", "third_m"}

var barWaves = &Case{
	Name: "DingemansBar",
	What: "regular waves of 0.04 m run over a bar that leaves a quarter of the depth, in two " +
		"dimensions: their harmonics at six gauges, as measured",
	How: "Harmonics are those of a fit by least squares over four periods from 33 s on. Values are " +
		"the greatest difference of all gauges, over the amplitude of the waves that come, 0.02 m. " +
		"Slopes are 1:20 and 1:10; the measured flume had a beach, the computed one a damping zone.",
	Source: "Dingemans, Comparison of computations with Boussinesq-like models and laboratory " +
		"measurements, Delft Hydraulics (1994): record of DispersiveShallowWater.jl, fitted from 38 " +
		"to 66.6 s.",
	Text: barText(),
	Levels: [levels]Plan{
		GPU: {barEnd, []float64{0.01, 0.02 / 3}},
	},
	Samples: barPeriod / 50,
	Norms: []Norm{
		barNorm("first harmonic off, most", 1, Gate{Most: 0.1, DeltaP: 0.01}),
		barNorm("second harmonic off, most", 2, Gate{Most: 0.05, DeltaP: 0.01}),
		barNorm("third harmonic off, most", 3, Gate{Most: 0.05, DeltaP: 0.01}),
		{
			Name: "first harmonic at the first gauge, of that measured", End: barEnd,
			Of: func(r *Run) float64 {
				return barFit(r, 0)[1] / barMeasured(1).Y[0]
			},
		},
	},
	Figures: []Figure{barFigure("first", 1), barFigure("second", 2), barFigure("third", 3)},
}

// barNorm compares a harmonic at all gauges.
func barNorm(name string, k int, gate Gate) Norm {
	return Norm{Name: name, Unit: "%", End: barEnd, Gate: gate, Of: func(r *Run) float64 {
		return Greatest(Off(barAlong(r, k), barMeasured(k), barGauges)) / barAmplitude
	}}
}

// barFigure is a harmonic along the flume.
func barFigure(name string, k int) Figure {
	return Figure{
		Name: name, What: name + " harmonic along the flume", X: "x [m]", Y: "amplitude [m]",
		Of:        func(r *Run) Curve { return barAlong(r, k) },
		Reference: func() Curve { return barMeasured(k) }, Is: "measured",
	}
}

// barFit are the amplitudes of the mean and of harmonics at a gauge [m].
func barFit(r *Run, gauge int) []float64 {
	return r.gauges(gauge).Between(barFrom, barFrom+barPeriods*barPeriod).amplitudes(barPeriod,
		barHarmonics)
}

// barAlong is a harmonic at the gauges.
func barAlong(r *Run, k int) (c Curve) {
	for gauge, x := range barGauges {
		c.X, c.Y = append(c.X, x), append(c.Y, barFit(r, gauge)[k])
	}
	return c
}

func barMeasured(k int) Curve {
	return Reference("dingemans1994_harmonics.csv", "x_m", barColumns[k])
}

func barText() string {
	text := fmt.Sprintf(`name = "DingemansBar"
about = "regular waves run over a bar, in two dimensions"
dimension = 2
spacing = 0.01
end = %.6g

[domain]
min = [-0.5, 0]
max = [%.6g, 1.2]
open = ["zmax"]

[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = %.6g }

[[wall]]
name = "bar"
prism = { outline = [[11.01, 0], [23.04, 0.6], [27.04, 0.6], [33.07, 0]] }

[[wall]]
name = "piston"
box = { min = [-0.15, 0], max = [0, 1.1] }
force = "piston"

[wall.motion.waves]
kind = "regular"
height = %.6g
period = %.9g
depth = %.6g
absorb = true

[[damping]]
name = "end"
from = %.6g
to = %.6g
rate = 10
`, barEnd, barLength, barDepth, 2*barAmplitude, barPeriod, barDepth, barLength-8, barLength)
	for k, x := range barGauges {
		text += fmt.Sprintf("\n[[gauge]]\nname = \"G%d\"\nat = [%.6g]\n", k+1, x)
	}
	return text
}
