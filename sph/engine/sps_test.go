package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// tensor is a symmetric or other matrix.
type tensor [3][3]float64

func (t tensor) times(a vector) (b vector) {
	for i := range 3 {
		b[i] = vector(t[i]).dot(a)
	}
	return b
}

// stresses are τ/ρ² of the particles of fluid, for the oracle; nil without turbulence. The second
// half of a step has those of the particles that the step begins with, and the first half none.
func (o *oracle) stresses(s oracleState, h stepStage) []tensor {
	if o.mix != nil && h == predictor {
		o.surfaceStresses(s)
	}
	if o.p.Further.Smagorinsky == 0 {
		return nil
	}
	if h == corrector {
		return o.turbulence
	}
	all := make([]tensor, len(s.x))
	for i := range all {
		if o.fluid[i] {
			all[i] = o.stress(o.velocityGradient(s, i), s.rho[i])
		}
	}
	o.turbulence = all
	return nil
}

// velocityGradient is ∂v_a/∂x_b.
func (o *oracle) velocityGradient(s oracleState, i int) (g tensor) {
	o.near(s, i, true, func(j int, d vector, r float64) {
		change := s.v[j].plus(s.v[i], -1)
		for a := range 3 {
			for b := range 3 {
				g[a][b] += o.mass(j) / s.rho[j] * change[a] * o.dw(r) / r * d[b]
			}
		}
	})
	return g
}

// stress is τ/ρ² where the velocity has a gradient.
func (o *oracle) stress(g tensor, rho float64) (t tensor) {
	const ci = 0.0066
	delta := o.p.DeltaP
	var strain tensor
	var square, trace float64
	for a := range 3 {
		for b := range 3 {
			strain[a][b] = (g[a][b] + g[b][a]) / 2
			square += 2 * strain[a][b] * strain[a][b]
		}
		trace += g[a][a]
	}
	nu := math.Pow(o.p.Further.Smagorinsky*delta, 2) * math.Sqrt(square)
	for a := range 3 {
		for b := range 3 {
			t[a][b] = 2 * nu * strain[a][b] / rho
		}
		t[a][a] -= (2./3*nu*trace + 2./3*ci*delta*delta*square) / rho
	}
	return t
}

// byStress is the acceleration by the stresses. Walls have none, if they are not of Lennard-Jones'
// kind.
func (o *oracle) byStress(s oracleState, stress []tensor, i int) (a vector) {
	if stress == nil {
		return a
	}
	add := func(j int, d vector, r float64) {
		gradient := vector{}.plus(d, o.dw(r)/r)
		a = a.plus(stress[i].times(gradient).plus(stress[j].times(gradient), 1), o.mass(j))
	}
	o.near(s, i, true, add)
	if o.p.Boundary != sph.LennardJones {
		o.near(s, i, false, add)
	}
	return a
}

// A step with turbulence is what the equations say, with each smoothing kernel and kind of walls.
func TestTurbulenceAgainstOracle(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for boundary := range sph.Boundary(len(sph.Boundaries)) {
			for _, system := range forms {
				c := corner(1)
				// so that it is not small
				c.Params.Kernel, c.Params.Boundary, c.Params.Further.Smagorinsky = kernel, boundary, 2
				c.Params.Nu = 0.01 * float64(boundary)
				againstOracle(t, c, system(t, 1), oneStep(boundary), func(p *sph.Params) { p.Further.Smagorinsky *= 1.01 })
			}
		}
	}
}

// Turbulence is the same on any number of devices, wherever slices go and however neighbours
// exchange.
func TestTurbulenceOnDevices(t *testing.T) {
	turbulent := func(p *sph.Params) { p.Further.Smagorinsky = 0.3 }
	if onDevices(t, turbulent) == onDevices(t, func(*sph.Params) {}) {
		t.Error("turbulence makes no difference")
	}
}
