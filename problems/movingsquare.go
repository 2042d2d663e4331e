package problems

// MovingSquare is SPHERIC's benchmark 6: a square moves through a closed box full of fluid, in two
// dimensions (A. Colagrossi, SPHERIC test 6, "2-D incompressible flow around a moving square inside
// a rectangular box"). Compare its drag at Re 50, 100 and 150 with that of a solution by finite
// differences, until it is near the far wall, at 8 s.
//
//	┌──────────────────────┐
//	│   ┌──┐               │     Re = U L/ν,  L = 1 m,  U = 1 m/s
//	│   │  │ → U           │     the box is 10 L by 5 L; the square's centre begins 1.5 L from the left
//	│   └──┘               │     C_d = F/(ρ U² L/2)
//	└──────────────────────┘
//
// The square accelerates as exp(-25 (t - t0)²), t0 = √(ln 1000)/5 s, so that it begins with a
// thousandth of the greatest acceleration and comes to 0.9999 U within a second. That is what the
// benchmark's table of its motion has, to its last digit.
//
// There is no gravity and no artificial viscosity (--alpha 0). Behind the square is less pressure
// than at first, by up to 1.7 ρ U² while it accelerates, and walls do not pull. So all begins under
// a background pressure (--background). Sound, which the square makes as it accelerates, goes to
// and fro in the box for long: drags are means over time. It crosses the box in half a second, c0
// being 20 U: else the fluid before the far wall would not know of the square until that has its
// speed.

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/motion"
)

type movingSquare struct {
	physics
	re, background float64 // [-], [ρ U²]
}

// The square's side [m] and its speed at last [m/s].
const squareSide, squareSpeed = 1.0, 1.0

func newMovingSquare() Problem {
	s := &movingSquare{weightless(0.05, squareSpeed), 100, 1.5}
	s.params.C0 = 20 * squareSpeed
	s.params.Dim = 2
	return s
}

func (*movingSquare) Name() string { return "MovingSquare" }

func (*movingSquare) Summary() string {
	return "a square moves through a closed box of fluid, in two dimensions; its drag is known: SPHERIC test 6"
}

func (s *movingSquare) Options() option.Table {
	s.params.Nu = squareSpeed * squareSide / s.re
	return append(s.viscous(true),
		option.Number("re", "Reynolds number U L/ν", 1, 1000, "50, 100 and 150 are usual", &s.re),
		option.Number("background", "pressure at first [ρ U²]", 0, 20, "1.5 is usual", &s.background))
}

func (s *movingSquare) Setup(deltaP float64) (*sph.Case, error) { return fill(s.flow(deltaP)) }

func (s *movingSquare) Outline(deltaP float64) (Outline, error) { return outline(s.flow(deltaP)) }

func (s *movingSquare) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := s.newCase(s, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const side = squareSide
	c.Params.SplitAxis = 0
	c.End = 8
	square := scene.Box{Min: [3]float64{side, -0.5, 2 * side}, Max: [3]float64{2 * side, 0.5, 3 * side}}
	c.Probes = []sph.Probe{{Name: "corner"}, {Name: "far", Position: [3]float64{10 * side, 0, 2.5 * side}}}
	return &scene.Filled{
		Box: scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{10 * side, 0.5, 5 * side}},
		Begin: func([3]float64) (velocity [3]float64, pressure float64) {
			return velocity, s.background * c.Params.Rho0 * squareSpeed * squareSpeed
		},
		Block: &scene.Block{Box: square, Body: sph.Body{Name: "square", Centre: [3]float64{1.5 * side, 0, 2.5 * side}, Motion: squareMotion()}},
	}, c, nil
}

// squareMotion is the table of the square's motion, every 10 ms to where it is near the far wall.
func squareMotion() motion.Rigid {
	var m motion.Table
	const rate, until = 5, 8.2 // [1/s], [s]
	from := math.Sqrt(math.Log(1000)) / rate
	// ∫ erf(x) dx is x erf(x) + e^(-x²)/√π.
	integral := func(x float64) float64 { return x*math.Erf(x) + math.Exp(-x*x)/math.Sqrt(math.Pi) }
	for k := range 821 {
		t := until * float64(k) / 820
		x := rate * (t - from)
		v := squareSpeed * (math.Erf(x) + math.Erf(rate*from)) / 2
		by := squareSpeed * ((integral(x)-integral(-rate*from))/rate + t*math.Erf(rate*from)) / 2
		m.Times = append(m.Times, t)
		m.Displacements = append(m.Displacements, [3]float64{by})
		m.Velocities = append(m.Velocities, [3]float64{v})
	}
	return m.Rigid()
}
