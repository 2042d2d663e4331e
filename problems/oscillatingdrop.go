package problems

// OscillatingDrop is a round drop in two dimensions, without walls, in a force towards its centre:
// Monaghan & Rafiee, Int. J. Numer. Meth. Fluids 71 (2013) 537-561. It is drawn out along x and
// along z in turns and stays an ellipse. With the acceleration -Ω² r
//
//	u = A x,   w = -A z,   p = p_c (1 - x²/a² - z²/b²),   p_c = ρ (A² + Ω²) a² b²/(a² + b²),
//	dA/dt = (A² + Ω²) (b² - a²)/(a² + b²),   da/dt = A a,   db/dt = -A b,
//
// at first A = A0 and a = b = R. It follows that (A² + Ω²) (a² + b²) is kept. The period is
// 4.5674/Ω with A0 = Ω/2, and 4.8273/Ω with A0 = Ω.
//
//	  ↓ ↓
//	← ╭───╮ →
//	← ╰───╯ →
//	  ↑ ↑
//
// With --omega 0 it is drawn out for ever: Monaghan, J. Comput. Phys. 110 (1994) 399-406, where A0
// = 100/s and R = 1 m. After 0.76/A0 the longer axis is 1.9445 R.
//
// There is no artificial viscosity (--alpha 0). The initial densities are those of the pressure.
// The drop is what a square lattice has in a circle, so its edge is rough by half a spacing.

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type oscillatingDrop struct {
	physics
	radius, rate, omega float64 // R [m], A0 and Ω [1/s]
}

func newOscillatingDrop() Problem {
	d := &oscillatingDrop{radius: 1, rate: 0.5, omega: 1}
	d.physics = weightless(0.02, d.fastest())
	d.params.Dim = 2
	return d
}

func (*oscillatingDrop) Name() string { return "OscillatingDrop" }

func (*oscillatingDrop) Summary() string {
	return "a drop without walls oscillates in a force towards its centre, in two dimensions; known exactly (Monaghan & Rafiee 2013)"
}

func (d *oscillatingDrop) Options() option.Table {
	d.speed = d.fastest()
	return append(withoutWalls(d.physics.Options()),
		option.Number("radius", "radius of the drop [m]", 1e-6, 1000, "1 m is the default", &d.radius),
		option.Number("rate", "A0, at which the drop is drawn out along x at first [1/s]", 1e-6, 1e6, "0.5 is the default", &d.rate),
		option.Number("omega", "Ω of the force -Ω² r [1/s]; 0 is no force", 1e-6, 1e6, "1 is the default", &d.omega).OrZero())
}

// fastest is the greater of the speed at the ends of the axes, A a or A b, and of √(p/ρ), both at
// any time [m/s]. As (A² + Ω²) (a² + b²) and a b are kept, neither is more than this.
func (d *oscillatingDrop) fastest() float64 {
	return d.radius * max(math.Sqrt2*d.rate, math.Hypot(d.rate, d.omega)/math.Sqrt2)
}

// end is after five periods of small oscillations, or when a free drop is twice as long as wide and
// more [s].
func (d *oscillatingDrop) end() float64 {
	if d.omega == 0 {
		return 0.8 / d.rate
	}
	return 5 * math.Sqrt2 * math.Pi / d.omega
}

// longest is what no semi-axis is longer than [m]: its end is never faster than √2 A0 R, and where
// there is a force A is 0 in time.
func (d *oscillatingDrop) longest() float64 {
	free := 1 + math.Sqrt2*d.rate*d.end()
	if d.omega == 0 {
		return d.radius * free
	}
	q := 1 + d.rate*d.rate/(d.omega*d.omega)
	return d.radius * min(free, math.Sqrt(q+math.Sqrt(q*q-1)))
}

func (d *oscillatingDrop) Setup(deltaP float64) (*sph.Case, error) { return fill(d.flow(deltaP)) }

func (d *oscillatingDrop) Outline(deltaP float64) (Outline, error) { return outline(d.flow(deltaP)) }

func (d *oscillatingDrop) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := d.newCase(d, deltaP)
	if err != nil {
		return nil, nil, err
	}
	p, r := &c.Params, d.radius
	p.Central.Omega = d.omega
	p.SplitAxis = 0
	c.End = d.end()
	c.Probes = []sph.Probe{{Name: "centre"}}
	return &scene.Filled{
		Box:    scene.Box{Min: [3]float64{-r, -0.5, -r}, Max: [3]float64{r, 0.5, r}},
		Room:   1.2*d.longest() - r + p.Support(),
		Radius: r,
		Begin: func(x [3]float64) ([3]float64, float64) {
			left := r*r - x[0]*x[0] - x[2]*x[2]
			return [3]float64{d.rate * x[0], 0, -d.rate * x[2]}, p.Rho0 / 2 * (d.rate*d.rate + d.omega*d.omega) * left
		},
	}, c, nil
}
