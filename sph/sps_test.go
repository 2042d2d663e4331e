package sph

import (
	"math"
	"testing"
)

// tensor is a symmetric or other matrix.
type tensor [3][3]float64

func (t tensor) times(a vector) (b vector) {
	for i := range 3 {
		b[i] = vector(t[i]).dot(a)
	}
	return b
}

// stresses are τ/ρ² of the particles of fluid, for the oracle; nil without turbulence.
func (o *oracle) stresses(s oracleState) []tensor {
	if o.p.Further.Smagorinsky == 0 {
		return nil
	}
	all := make([]tensor, len(s.x))
	for i := range all {
		if o.fluid[i] {
			all[i] = o.stress(o.velocityGradient(s, i), s.rho[i])
		}
	}
	return all
}

// velocityGradient is ∂v_a/∂x_b.
func (o *oracle) velocityGradient(s oracleState, i int) (g tensor) {
	o.near(s, i, true, func(j int, d vector, r float64) {
		change := s.v[j].plus(s.v[i], -1)
		for a := range 3 {
			for b := range 3 {
				g[a][b] += o.p.Mass / s.rho[j] * change[a] * o.dw(r) / r * d[b]
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

// turbulence is the acceleration by the stresses.
func (o *oracle) turbulence(s oracleState, stress []tensor, i int) (a vector) {
	if stress == nil {
		return a
	}
	o.near(s, i, true, func(j int, d vector, r float64) {
		gradient := vector{}.plus(d, o.dw(r)/r)
		a = a.plus(stress[i].times(gradient).plus(stress[j].times(gradient), 1), o.p.Mass)
	})
	return a
}

// A step with turbulence is what the equations say, with each smoothing kernel and kind of walls.
func TestTurbulenceAgainstOracle(t *testing.T) {
	for kernel := range Kernel(len(Kernels)) {
		for boundary := range Boundary(len(Boundaries)) {
			for form, system := range forms {
				c := corner(1)
				c.Params.Kernel, c.Params.Boundary, c.Params.Further.Smagorinsky = kernel, boundary, 2 // so that it is not small
				c.Params.Nu = 0.01 * float64(boundary)
				s := start(t, c, Options{System: system(t, 1)})
				o := newOracle(s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				tolerance := oneStep(boundary)
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
					t.Errorf("%v, %v, %s: %+v, tolerated %+v", kernel, boundary, form, d, tolerance)
				}
				o = newOracle(s)
				o.p.Further.Smagorinsky *= 1.01
				o.now = begun
				o.step()
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 3) {
					t.Errorf("%v, %v, %s: 1 %% more of turbulence is not seen: %+v", kernel, boundary, form, d)
				}
			}
		}
	}
}

// Turbulence is the same on any number of devices, wherever slices go and however neighbours exchange.
func TestTurbulenceOnDevices(t *testing.T) {
	turbulent := func(p *Params) { p.Further.Smagorinsky = 0.3 }
	if onDevices(t, turbulent) == onDevices(t, func(*Params) {}) {
		t.Error("turbulence makes no difference")
	}
}

// onDevices is the hash of a flow with some options. It must be the same on one, three and six devices,
// between which slices move, with either exchange.
func onDevices(t *testing.T, change func(*Params)) (hash string) {
	t.Helper()
	for _, test := range []struct {
		devices int
		way     Exchange
	}{{1, Fastest}, {3, Overlap}, {6, Direct}} {
		c := column(0.04)
		change(&c.Params)
		o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
		if test.devices > 1 {
			o.Balance = &shaker{}
		}
		s := start(t, c, o)
		advance(t, s, 41)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if hash == "" {
			hash = snap.SHA256
		} else if snap.SHA256 != hash {
			t.Errorf("%d devices, %v: %s, one gives %s", test.devices, test.way, snap.SHA256, hash)
		}
	}
	return hash
}
