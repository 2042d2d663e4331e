package sph

import (
	"math"
	"testing"
)

// w is W [1/m³].
func (o *oracle) w(r float64) float64 {
	h := o.p.H
	q := r / h
	switch {
	case o.p.Kernel == Wendland:
		return 21 / (16 * math.Pi * h * h * h) * math.Pow(1-q/2, 4) * (2*q + 1)
	case o.p.Kernel == Quintic:
		power5 := func(x float64) float64 { return math.Pow(max(x, 0), 5) }
		return 1 / (120 * math.Pi * h * h * h) * (power5(3-q) - 6*power5(2-q) + 15*power5(1-q))
	case q < 1:
		return 1 / (math.Pi * h * h * h) * (1 - 1.5*q*q + 0.75*q*q*q)
	}
	return 1 / (math.Pi * h * h * h) * math.Pow(2-q, 3) / 4
}

// xsph moves the particles after a step as those around move in its middle, but no further than half of
// how far a tenth of the speed of sound takes them in the longest step.
func (o *oracle) xsph(half, next oracleState) {
	most := 0.05 * o.p.C0 * min(o.p.CFL*o.p.H/o.p.C0, o.diffusive())
	for i := range next.x {
		if !o.fluid[i] || o.p.Further.XSPH == 0 {
			continue
		}
		var mean vector
		o.near(half, i, true, func(j int, d vector, r float64) {
			mean = mean.plus(half.v[j].plus(half.v[i], -1), o.p.Mass/((half.rho[i]+half.rho[j])/2)*o.w(r))
		})
		far := o.dt * o.p.Further.XSPH
		if size := mean.norm() * far; size > most {
			far *= most / size
		}
		next.x[i] = next.x[i].plus(mean, far)
	}
}

// A step with XSPH is what the equations say, for each smoothing kernel. For a large ε some particles move
// by the bound.
func TestXSPHAgainstOracle(t *testing.T) {
	for kernel := range Kernel(len(Kernels)) {
		for _, epsilon := range []float64{0.5, 100} {
			for form, system := range forms {
				c := corner(1)
				c.Params.Kernel, c.Params.Further.XSPH = kernel, epsilon
				s := start(t, c, Options{System: system(t, 1)})
				o := newOracle(s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				tolerance := oneStep(c.Params.Boundary)
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
					t.Errorf("%v, %g, %s: %+v, tolerated %+v", kernel, epsilon, form, d, tolerance)
				}
				o = newOracle(s)
				o.now, o.p.Further.XSPH = begun, 1.01*epsilon
				if epsilon > 1 {
					o.p.Further.XSPH = 0.5
				}
				o.step()
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 3) {
					t.Errorf("%v, %g, %s: another ε is not seen: %+v", kernel, epsilon, form, d)
				}
			}
		}
	}
}

// XSPH is the same on any number of devices.
func TestXSPHOnDevices(t *testing.T) {
	if onDevices(t, func(p *Params) { p.Further.XSPH = 0.5 }) == onDevices(t, func(*Params) {}) {
		t.Error("XSPH makes no difference")
	}
}
