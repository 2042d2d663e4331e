package validate

import (
	"fmt"
	"math"
	"math/cmplx"
)

// Regular waves on an upright cylinder: depth, height of the waves, and width of the tank, which is
// periodic [m]. Forces are compared over three periods.
const (
	pileDepth   = 0.5
	pileHeight  = 0.06
	pileWidth   = 1.6
	pilePeriods = 3
)

// A pile is a cylinder of a radius [m] in waves of a period [s].
type pile struct {
	radius, period float64
}

var (
	pileWaves02 = pileCase("PileWaves02", pile{0.1, 1.5})
	pileWaves03 = pileCase("PileWaves03", pile{0.1, 1.2})
	pileWaves06 = pileCase("PileWaves06", pile{0.15, 1.0})
)

// number is k of linear waves, ω² = g k tanh kd [1/m].
func (p *pile) number() float64 {
	w := 2 * math.Pi / p.period
	low, high := 0.0, w*w/gravity*10
	for range 60 {
		k := (low + high) / 2
		if gravity*k*math.Tanh(k*pileDepth) < w*w {
			low = k
		} else {
			high = k
		}
	}
	return low
}

// force is the amplitude of the force of linear waves (MacCamy and Fuchs 1954),
//
//	F = 2 ρ g H tanh(kd)/(k² |H1'(ka)|),   |H1'|² = J1'² + Y1'²  [N].
func (p *pile) force() float64 {
	k := p.number()
	x := k * p.radius
	slope := math.Hypot(math.J0(x)-math.J1(x)/x, math.Y0(x)-math.Y1(x)/x)
	return 2 * 1000 * gravity * pileHeight * math.Tanh(k*pileDepth) / (k * k * slope)
}

// length is that of the waves [m].
func (p *pile) length() float64 { return 2 * math.Pi / p.number() }

// from is when the waves are regular at the cylinder, 1.25 lengths from the paddle: three periods
// after their group has come that far [s].
func (p *pile) from() float64 {
	kd := p.number() * pileDepth
	group := p.length() / p.period * (0.5 + kd/math.Sinh(2*kd))
	return 1.25*p.length()/group + 3*p.period
}

func (p *pile) end() float64 { return p.from() + pilePeriods*p.period }

// pileCase is the case of a cylinder.
func pileCase(name string, p pile) *Case {
	ka := p.number() * p.radius
	force := func(r *Run) Curve { return r.force("pile", 0) }
	fitted := func(c Curve) float64 {
		return cmplx.Abs(c.Between(p.from(), p.end()).harmonics(p.period, 3)[1])
	}
	return &Case{
		Name: name,
		What: fmt.Sprintf("regular waves on an upright cylinder, ka %.2f: the force along the waves",
			ka),
		How: "The force is the first harmonic of a fit by least squares over three periods, from " +
			"when waves are regular at the cylinder. The height of the waves is that asked of the " +
			"piston; another norm has it from a gauge half a length before the cylinder, which " +
			"reflects some. " +
			"The tank is periodic across, 1.6 m wide.",
		Source: "MacCamy & Fuchs, Beach Erosion Board Tech. Memo. 69 (1954): exact for linear waves.",
		Text:   p.text(name),
		Levels: [levels]Plan{
			GPU: {p.end() + 0.01, []float64{0.015, 0.01}},
		},
		Samples: p.period / 50,
		Norms: []Norm{
			{
				Name: "force off", Unit: "%", End: p.end(),
				Of:   func(r *Run) float64 { return fitted(force(r))/p.force() - 1 },
				Gate: Gate{Most: 0.05, DeltaP: 0.01},
			},
			{
				Name: "height of the waves before the cylinder, of that asked for", End: p.end(),
				Of: func(r *Run) float64 { return 2 * fitted(r.gauges(0)) / pileHeight },
			},
		},
		Figures: []Figure{{
			Name: "force", What: "force along the waves", X: "t / T", Y: "F [N]",
			Of: func(r *Run) Curve {
				return force(r).Map(func(t float64) float64 { return t / p.period }, same)
			},
			Reference: func() Curve { return lineOf(0, p.end()/p.period, p.force(), 0) },
			Is:        "amplitude, linear theory",
		}},
	}
}

func (p *pile) text(name string) string {
	l := p.length()
	at, end := 1.25*l, 3.25*l
	return fmt.Sprintf(`name = %q
about = "regular waves on an upright cylinder: the force of linear waves"
spacing = 0.01
end = %.6g
split-axis = "x"

[domain]
min = [-0.4, %.6g, 0]
max = [%.6g, %.6g, 0.7]
open = ["zmax"]
periodic = ["y"]

[[fluid]]
name = "water"
box = { min = [0, %.6g, 0], max = [%.6g, %.6g, %.6g] }

[[wall]]
name = "pile"
cylinder = { from = [%.9g, 0, -0.1], to = [%.9g, 0, 0.8], radius = %.6g }
force = "pile"

[[wall]]
name = "piston"
box = { min = [-0.12, %.6g, 0], max = [0, %.6g, 0.65] }

[wall.motion.waves]
kind = "regular"
height = %.6g
period = %.6g
depth = %.6g
absorb = true

[[damping]]
name = "end"
from = %.6g
to = %.6g
rate = 10

[[gauge]]
name = "before"
at = [%.6g, 0]
`, name, p.end()+0.01, -pileWidth/2, end, pileWidth/2, -pileWidth/2, end, pileWidth/2, pileDepth,
		at, at, p.radius, -pileWidth/2-0.2, pileWidth/2+0.2, pileHeight, p.period, pileDepth,
		end-1.25*l, end, at-l/2)
}
