package validate

import (
	"fmt"
	"math"

	"gpusph/features/flexible"
	"gpusph/sph"
)

// tip is a curve of how far the first tip of the first flexible part is from where it began [m].
func (r *Run) tip(value func(by [3]float64) float64) Curve {
	return r.Of(func(s *sph.Sample) float64 {
		all := flexible.Samples(r.Flow, s)
		if len(all) == 0 {
			return math.NaN()
		}
		return value(all[0].Tips[0])
	})
}

func along(axis int) func(by [3]float64) float64 {
	return func(by [3]float64) float64 { return by[axis] }
}

// swingOf is the mean of an oscillation over whole periods, and the period; NaN where there is not
// one.
func swingOf(c Curve) (middle, period float64) {
	about := mean(c.Y)
	z := zeros(c.Map(same, func(y float64) float64 { return y - about }))
	n := (len(z) - 1) / 2 // whole periods
	if n < 1 {
		return math.NaN(), math.NaN()
	}
	return c.Mean(z[0], z[2*n]), (z[2*n] - z[0]) / float64(n)
}

// A beam in the plane that a wall holds at one end and that swings under its weight: its length and
// thickness [m], its material, and gravity [m/s²].
type beam struct {
	name, about             string
	length, thick           float64
	young, poisson, density float64
	weight                  float64
	spacing, end            float64
}

// text is the case file. The beam swings in the air; a puddle in a pit is the fluid that a flow
// has.
func (b *beam) text() string {
	room := 1.4 * b.length
	return fmt.Sprintf(`name = %q
about = %q
dimension = 2
spacing = %.6g
end = %.6g

[domain]
min = [0, %.6g]
max = [%.6g, %.6g]

[physics]
gravity = [0, %.6g]
c0 = 2

[[wall]]
name = "shore"
box = { min = [0, %.6g], max = [%.6g, %.6g] }

[[fluid]]
name = "puddle"
box = { min = [%.6g, %.6g], max = [%.6g, %.6g] }

[[flexible]]
name = "beam"
box = { min = [%.6g, %.6g], max = [%.6g, %.6g] }
young = %.6g
poisson = %.6g
density = %.6g
tip = [{ name = "tip", at = [%.6g, 0] }]
`, b.name, b.about, b.spacing, b.end, -0.8*b.length, room, 0.3*b.length, -b.weight,
		-0.8*b.length, 1.2*b.length, -0.6*b.length, 1.2*b.length, -0.8*b.length, room, -0.7*b.length,
		-2*b.thick, -b.thick/2, b.length, b.thick/2, b.young, b.poisson, b.density, b.length)
}

// stiffness is EI of a wide plate for each metre of its width [N m].
func (b *beam) stiffness() float64 {
	return b.young / (1 - b.poisson*b.poisson) * b.thick * b.thick * b.thick / 12
}

// period is that of the first mode of a thin plate [s].
func (b *beam) period() float64 {
	const beta = 1.87510407
	return 2 * math.Pi * b.length * b.length / (beta * beta) *
		math.Sqrt(b.density*b.thick/b.stiffness())
}

// rest is how far the weight bends it, with shear (Timoshenko) [m].
func (b *beam) rest() float64 {
	load := b.density * b.weight * b.thick
	shear := b.young / (2 * (1 + b.poisson))
	return load*math.Pow(b.length, 4)/(8*b.stiffness()) +
		load*b.length*b.length/(2*5./6*shear*b.thick)
}

var cantilever = func() *beam {
	b := &beam{name: "Cantilever", about: "a beam swings under its weight", length: 0.2, thick: 0.02,
		young: 2e6, poisson: 0.3975, density: 1000, weight: 0.1, spacing: 0.002}
	b.end = 3.3 * b.period()
	return b
}()

var cantileverCase = &Case{
	Name: cantilever.name,
	What: "an elastic beam swings under its weight: the mean displacement of its tip and its period",
	How: "The beam begins straight and at rest and swings about where it would rest, through 1/800 " +
		"of its length. The mean and the period are those of whole swings. The period of a thin plate " +
		"leaves out shear and the inertia of rotation, which make that of this one longer by some " +
		"0.9 %.",
	Source: "Exact but for higher orders of the thickness: the plate of Landau and Lifshitz (1986, " +
		"§25), Timoshenko's beam.",
	Text: cantilever.text(),
	Levels: [levels]Plan{
		Nightly: {cantilever.end, []float64{cantilever.thick / 5, cantilever.thick / 10}},
		GPU: {cantilever.end, []float64{cantilever.thick / 5, cantilever.thick / 10,
			cantilever.thick / 20}},
	},
	Samples: cantilever.period() / 200,
	Norms: []Norm{
		{
			Name: "mean displacement off", Unit: "%", Exact: true,
			Of: func(r *Run) float64 {
				middle, _ := swingOf(r.tip(along(2)))
				return -middle/cantilever.rest() - 1
			},
			Gate: Gate{Most: 0.02, DeltaP: cantilever.thick / 10},
		},
		{
			Name: "period longer by", Unit: "%",
			Of: func(r *Run) float64 {
				_, period := swingOf(r.tip(along(2)))
				return period/cantilever.period() - 1
			},
			Gate: Gate{Most: 0.03},
		},
	},
	Figures: []Figure{{
		Name: "tip", What: "displacement of the tip", X: "t / T", Y: "w / w of rest",
		Of: func(r *Run) Curve {
			return r.tip(along(2)).Map(func(t float64) float64 { return t / cantilever.period() },
				func(w float64) float64 { return -w / cantilever.rest() })
		},
		Reference: func() (c Curve) {
			for _, t := range Times(0, 3.3, 0.02) {
				c.X, c.Y = append(c.X, t), append(c.Y, 1-math.Cos(2*math.Pi*t))
			}
			return c
		},
		Is: "first mode",
	}},
}

// CSM3 of Turek and Hron: mean and amplitude of the tip's height [m], and the frequency [1/s].
const (
	csmMean      = -63.607e-3
	csmAmplitude = 65.160e-3
	csmFrequency = 1.0995
	csmEnd       = 2.1 // two periods
)

var csm = &beam{name: "TurekHronCSM3", about: "the beam of Turek and Hron swings under its weight",
	length: 0.35, thick: 0.02, young: 1.4e6, poisson: 0.4, density: 1000, weight: 2, spacing: 0.0025,
	end: csmEnd}

var turekHronCSM3 = &Case{
	Name: csm.name,
	What: "a soft beam swings under its weight through a third of its length, as computed by others",
	How: "Mean and amplitude are half of the sum and of the difference of the extremes of the tip's " +
		"height over two periods, the frequency from the times at which it passes its mean. The root " +
		"of the mean square is over the amplitude.",
	Source: "Computed: Turek & Hron, LNCSE 53 (2006), case CSM3, St Venant-Kirchhoff in plane " +
		"strain, and the series of FeatFlow on level 4.",
	Text: csm.text(),
	Levels: [levels]Plan{
		Nightly: {csmEnd, []float64{csm.thick / 5, csm.thick / 8}},
		GPU:     {csmEnd, []float64{csm.thick / 5, csm.thick / 10, csm.thick / 20}},
	},
	Samples: 0.005,
	Norms: []Norm{
		{
			Name: "mean off", Unit: "%", Of: func(r *Run) float64 {
				low, high := extentOf(r.tip(along(2)))
				return (low+high)/2/csmMean - 1
			},
			Gate: Gate{Most: 0.03, DeltaP: csm.thick / 8},
		},
		{
			Name: "amplitude off", Unit: "%", Of: func(r *Run) float64 {
				low, high := extentOf(r.tip(along(2)))
				return (high-low)/2/csmAmplitude - 1
			},
			Gate: Gate{Most: 0.03, DeltaP: csm.thick / 8},
		},
		{
			Name: "frequency off", Unit: "%", Of: func(r *Run) float64 {
				_, period := swingOf(r.tip(along(2)))
				return 1/period/csmFrequency - 1
			},
			Gate: Gate{Most: 0.01, DeltaP: csm.thick / 8},
		},
		{
			Name: "tip off, RMS", Unit: "%", Of: func(r *Run) float64 {
				return RMS(Off(r.tip(along(2)), csmTip(), Times(0, csmEnd-0.01, 0.01))) / csmAmplitude
			},
		},
	},
	Figures: []Figure{{
		Name: "tip", What: "height of the tip", X: "t [s]", Y: "w [m]",
		Of:        func(r *Run) Curve { return r.tip(along(2)) },
		Reference: csmTip, Is: "computed",
	}},
}

func csmTip() Curve { return Reference("csm3_tip.csv", "time_s", "uz_m") }

// extentOf are the least and the greatest value of a curve.
func extentOf(c Curve) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, y := range c.Y {
		low, high = min(low, y), max(high, y)
	}
	return low, high
}
