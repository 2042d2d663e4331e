package problems

// RotatingSquare is a square of fluid that begins to turn like a solid, in two dimensions, without
// walls and gravity: Colagrossi, A meshless Lagrangian method for free-surface and interface flows
// with fragmentation, PhD thesis, Rome (2005); Le Touzé, Colagrossi, Colicchio & Greco, Int. J.
// Numer. Meth. Fluids 73 (2013) 660-691. Its corners become arms. At first
//
//	u = ω z,   w = -ω x,   ∇²p = 2 ρ ω²,   p = 0 on the sides,
//
// which is, with x and z from a corner and the side L,
//
//	p = ρ ω² (x (x - L) + Σ 8 L²/(m π)³ sin(mπx/L) cosh(mπ (z/L - 1/2))/cosh(mπ/2)),   m = 1, 3, 5 …
//
// So all is in tension at first: p = -0.14734 ρ ω² L² in the middle. Angular momentum is kept, and
// the centre of mass stays where it is.
//
//	  → → ┐
//	↑     ↓
//	└ ← ←
//
// There is no artificial viscosity (--alpha 0). In tension particles clump, and holes open.

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type rotatingSquare struct {
	physics
	side, omega float64 // L [m], ω [1/s]
}

func newRotatingSquare() Problem {
	s := &rotatingSquare{side: 1, omega: 1}
	s.physics = weightless(0.02, s.fastest())
	s.params.Dim = 2
	return s
}

func (*rotatingSquare) Name() string { return "RotatingSquare" }

func (*rotatingSquare) Summary() string {
	return "a square of fluid turns without walls, and its corners become arms, in two dimensions (Colagrossi 2005)"
}

func (s *rotatingSquare) Options() option.Table {
	s.speed = s.fastest()
	return append(withoutWalls(s.physics.Options()),
		option.Number("side", "side of the square [m]", 1e-6, 1000, "1 m is the default", &s.side),
		option.Number("omega", "ω, at which it turns at first [1/s]", 1e-6, 1e6, "1 is the default", &s.omega))
}

// fastest is the speed of the corners; √(p/ρ) is 0.38 ω L at most.
func (s *rotatingSquare) fastest() float64 { return s.omega * s.side / math.Sqrt2 }

func (s *rotatingSquare) Setup(deltaP float64) (*sph.Case, error) { return fill(s.flow(deltaP)) }

func (s *rotatingSquare) Outline(deltaP float64) (Outline, error) { return outline(s.flow(deltaP)) }

func (s *rotatingSquare) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := s.newCase(s, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const turned = 4 // ω t at the end
	p, half := &c.Params, s.side/2
	p.SplitAxis = 0
	c.End = turned / s.omega
	c.Probes = []sph.Probe{{Name: "centre"}}
	return &scene.Filled{
		Box: scene.Box{Min: [3]float64{-half, -0.5, -half}, Max: [3]float64{half, 0.5, half}},
		// a corner that flies straight on comes no further
		Room: math.Hypot(1, turned)*s.side/math.Sqrt2 - half + p.Support(),
		Begin: func(x [3]float64) ([3]float64, float64) {
			return [3]float64{s.omega * x[2], 0, -s.omega * x[0]},
				p.Rho0 * s.omega * s.omega * s.side * s.side * squarePressure(x[0]/s.side+0.5, x[2]/s.side+0.5)
		},
	}, c, nil
}

// squarePressure is the pressure that RotatingSquare begins with, over ρ ω² L², at x/L and z/L from
// a corner.
func squarePressure(x, z float64) float64 {
	p, up := x*(x-1), math.Abs(z-0.5)
	for m := 1.0; m < 100; m += 2 {
		k := m * math.Pi
		// over that of k/2, and no exponential is too great
		cosh := math.Exp(k*(up-0.5)) * (1 + math.Exp(-2*k*up)) / (1 + math.Exp(-k))
		p += 8 / (k * k * k) * math.Sin(k*x) * cosh
	}
	return p
}
