package problems

// TaylorGreen is a square of four vortices that decay, in two dimensions and periodic along both:
// the exact solution of the equations of Navier and Stokes
//
//	u = -U e^bt cos(2πx/L) sin(2πz/L),   w = U e^bt sin(2πx/L) cos(2πz/L),   b = -8π² ν/L²,
//	p = -(ρ U²/4) e^2bt (cos(4πx/L) + cos(4πz/L)),   Re = U L/ν,
//
// by Taylor & Green, Proc. R. Soc. A 158 (1937) 499-521. Compare the velocities, and the kinetic
// energy, which falls as e^2bt.
//
// With U = 1 m/s and L = 1 m. A vortex is in the middle, others are half on the sides and a quarter
// in the corners, where they go on in the periods around.
//
// There is no artificial viscosity (--alpha 0). The initial densities are those of the pressure.
// Where streams part, at the corners of vortices, particles get uneven, and without shifting the
// energy falls a third too fast. Shifting goes with a particle's speed, which is small there, so it
// is strong (--shifting 10).

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// The speed of vortices at first [m/s], and the length of a period [m].
const (
	vortexSpeed  = 1
	vortexPeriod = 1
)

type taylorGreen struct {
	physics
	re float64
}

func newTaylorGreen() Problem {
	t := &taylorGreen{weightless(0.02, vortexSpeed), 100}
	t.params.Dim, t.params.Further.Shifting = 2, 10
	return t
}

func (*taylorGreen) Name() string { return "TaylorGreen" }

func (*taylorGreen) Summary() string {
	return "vortices that decay in a periodic square, in two dimensions; the flow is known exactly"
}

func (t *taylorGreen) Options() option.Table {
	t.params.Nu = vortexSpeed * vortexPeriod / t.re
	return append(t.viscous(false), option.Number("re", "Reynolds number U L/ν", 1, 10000, "100 is usual", &t.re))
}

func (t *taylorGreen) Setup(deltaP float64) (*sph.Case, error) { return fill(t.flow(deltaP)) }

func (t *taylorGreen) Outline(deltaP float64) (Outline, error) { return outline(t.flow(deltaP)) }

func (t *taylorGreen) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := t.newCase(t, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const side = vortexPeriod
	c.Params.SplitAxis = 0
	c.End = 2 * side / vortexSpeed
	c.Probes = []sph.Probe{{Name: "vortex", Position: [3]float64{side / 2., 0, side / 2.}}, {Name: "corner"}, {Name: "saddle", Position: [3]float64{side / 4., 0, side / 4.}}}
	return &scene.Filled{
		Box:      scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{side, 0.5, side}},
		Periodic: [3]bool{true, false, true},
		Begin: func(x [3]float64) ([3]float64, float64) {
			u, w := vortices(x[0], x[2])
			return [3]float64{u, 0, w}, -c.Params.Rho0 / 4 * vortexSpeed * vortexSpeed * (math.Cos(4*math.Pi*x[0]/side) + math.Cos(4*math.Pi*x[2]/side))
		},
	}, c, nil
}

// vortices is the velocity at first [m/s].
func vortices(x, z float64) (u, w float64) {
	const k = 2 * math.Pi / vortexPeriod
	return -vortexSpeed * math.Cos(k*x) * math.Sin(k*z), vortexSpeed * math.Sin(k*x) * math.Cos(k*z)
}
