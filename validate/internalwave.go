package validate

import (
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/sph"
)

// Two liquids one above the other between a floor and a lid: densities [kg/m³], depth of each, and
// length and amplitude of the wave [m].
const (
	innerHeavy     = 1000
	innerLight     = 800
	innerDepth     = 0.25
	innerLength    = 1.0
	innerAmplitude = 0.02
	innerNumber    = 2 * math.Pi / innerLength
)

// innerFrequency is that of a wave that stands in the interface, by linear theory [1/s].
var innerFrequency = math.Sqrt(gravity * innerNumber * (innerHeavy - innerLight) /
	((innerHeavy + innerLight) / math.Tanh(innerNumber*innerDepth)))

var innerPeriod = 2 * math.Pi / innerFrequency

// What is kept of a snapshot: the amplitude of the interface's wave [m].
const innerSeen = 0

var internalWave = &Case{
	Name: "InternalWave",
	What: "a wave stands in the interface of two liquids of 1000 and 800 kg/m³, in two dimensions: " +
		"its period, and it goes on",
	How: "The interface is level at first and moves by linear theory: its amplitude would be " +
		"0.02 m, k A = 0.13. The amplitude is that of the first harmonic of the heavy liquid's " +
		"mass along the wave. The loss is 1 less the second extreme over the first; the " +
		"period is twice the time between the first two times at which the amplitude is 0.",
	Source: "Exact for ideal fluids but for terms of (k A)²: " +
		"ω² = g k (ρ1 - ρ2)/(ρ1 coth k h1 + ρ2 coth k h2), Lamb, Hydrodynamics, § 231.",
	Text:  innerText(),
	Begin: innerVelocity,
	Levels: [levels]Plan{
		Nightly: {1.6 * innerPeriod, []float64{innerAmplitude / 1}},
		GPU: {1.6 * innerPeriod,
			[]float64{innerAmplitude / 1, innerAmplitude / 2, innerAmplitude / 4}},
	},
	Snapshots: innerPeriod / 80,
	Look:      lookAtInterface,
	Norms: []Norm{
		{
			Name: "first extreme lower by", Unit: "%",
			Of:   func(r *Run) float64 { return 1 - innerExtreme(r, 0)/innerAmplitude },
			Gate: Gate{Most: 0.1, DeltaP: innerAmplitude / 2},
		},
		{
			Name: "lost in half a period", Unit: "%",
			Of:   func(r *Run) float64 { return 1 - innerExtreme(r, 1)/innerExtreme(r, 0) },
			Gate: Gate{Most: 0.1, DeltaP: innerAmplitude / 2},
		},
		{
			Name: "period longer by", Unit: "%",
			Of:   func(r *Run) float64 { return innerTurns(r)/innerPeriod - 1 },
			Gate: Gate{Most: 0.02, DeltaP: innerAmplitude / 2},
		},
	},
	Figures: []Figure{{
		Name: "amplitude", What: "first harmonic of the interface", X: "t / T", Y: "a / A",
		Of: func(r *Run) Curve {
			return r.Seen(innerSeen).Map(func(t float64) float64 { return t / innerPeriod },
				func(a float64) float64 { return a / innerAmplitude })
		},
		Reference: func() (c Curve) {
			for _, t := range Times(0, 1.6, 0.02) {
				c.X, c.Y = append(c.X, t), append(c.Y, math.Sin(2*math.Pi*t))
			}
			return c
		},
		Is: "linear theory",
	}},
}

// innerVelocity is that of linear theory when the interface is level: up where the cosine is 1.
func innerVelocity(x [3]float64) (v [3]float64) {
	const kh = innerNumber * innerDepth
	from, sign := x[2], 1.0
	if x[2] > innerDepth {
		from, sign = 2*innerDepth-x[2], -1
	}
	up := innerAmplitude * innerFrequency / math.Sinh(kh)
	v[0] = -sign * up * math.Cosh(innerNumber*from) * math.Sin(innerNumber*x[0])
	v[2] = up * math.Sinh(innerNumber*from) * math.Cos(innerNumber*x[0])
	return v
}

// lookAtInterface keeps the part of the first harmonic of the heavy liquid that goes with the
// cosine: a layer of the height h + a cos kx has the mean of cos kx times a/(2 h).
func lookAtInterface(s *sph.Snapshot) []float64 {
	var sum complex128
	n := 0
	fluidsOf(s, func(i, kind int) {
		if kind == 0 {
			sum, n = sum+cmplx.Rect(1, innerNumber*float64(s.Position[i][0])), n+1
		}
	})
	return []float64{innerSeen: 2 * innerDepth * real(sum) / float64(n)}
}

// innerExtreme is the greatest height of the half period k; NaN where a run has none.
func innerExtreme(r *Run, k int) float64 {
	c := r.Seen(innerSeen)
	z := innerZeros(c)
	from, to := 0.0, r.End
	if k > 0 {
		if len(z) < k {
			return math.NaN()
		}
		from = z[k-1]
	}
	if len(z) > k {
		to = z[k]
	}
	return Greatest(c.Between(from, to).Y)
}

// innerTurns is twice the time between the first two times at which the interface is level again;
// NaN where there are none.
func innerTurns(r *Run) float64 {
	z := innerZeros(r.Seen(innerSeen))
	if len(z) < 2 {
		return math.NaN()
	}
	return 2 * (z[1] - z[0])
}

// innerZeros are the times at which the interface is level but for the first: about it noise may
// pass 0 several times.
func innerZeros(c Curve) []float64 { return zeros(c.Between(innerPeriod/8, math.Inf(1))) }

func innerText() string {
	return fmt.Sprintf(`name = "InternalWave"
about = "a wave stands in the interface of two liquids, in two dimensions"
dimension = 2
spacing = 0.01
end = 4

[domain]
min = [0, 0]
max = [%[1]g, %[3]g]
periodic = ["x"]

[[material]]
name = "heavy"
rho0 = %[4]d
colour = "#2a6fb5"

[[material]]
name = "light"
rho0 = %[5]d
colour = "#d9d9d9"

[[fluid]]
name = "heavy"
material = "heavy"
box = { min = [0, 0], max = [%[1]g, %[2]g] }

[[fluid]]
name = "light"
material = "light"
box = { min = [0, %[2]g], max = [%[1]g, %[3]g] }

[physics]
depth = %[3]g
`, innerLength, innerDepth, 2*innerDepth, innerHeavy, innerLight)
}
