package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// w is W [1/m³, in two dimensions 1/m²].
func (o *oracle) w(r float64) float64 {
	q := r / o.p.H
	switch {
	case o.p.Kernel == sph.Wendland:
		return o.norm() * math.Pow(1-q/2, 4) * (2*q + 1)
	case o.p.Kernel == sph.Quintic:
		power5 := func(x float64) float64 { return math.Pow(max(x, 0), 5) }
		return o.norm() * (power5(3-q) - 6*power5(2-q) + 15*power5(1-q))
	case q < 1:
		return o.norm() * (1 - 1.5*q*q + 0.75*q*q*q)
	}
	return o.norm() * math.Pow(2-q, 3) / 4
}

// xsph moves the particles after a step as those around move in its middle.
func (o *oracle) xsph(half, next oracleState) {
	o.displace(next, o.p.Further.XSPH, func(i int) (mean vector) {
		o.near(half, i, true, func(j int, d vector, r float64) {
			mean = mean.plus(half.v[j].plus(half.v[i], -1), o.dt*o.p.Further.XSPH*o.mass(j)/((half.rho[i]+half.rho[j])/2)*o.w(r))
		})
		return mean
	})
}

// A step with XSPH is what the equations say, for each smoothing kernel. For a large ε some
// particles move by the bound.
func TestXSPHAgainstOracle(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for _, epsilon := range []float64{0.5, 100} {
			for _, system := range forms {
				c := corner(1)
				c.Params.Kernel, c.Params.Further.XSPH = kernel, epsilon
				againstOracle(t, c, system(t, 1), oneStep(c.Params.Boundary), func(p *sph.Params) { p.Further.XSPH = min(1.01*epsilon, 0.505) })
			}
		}
	}
}

// XSPH is the same on any number of devices.
func TestXSPHOnDevices(t *testing.T) {
	if onDevices(t, func(p *sph.Params) { p.Further.XSPH = 0.5 }) == onDevices(t, func(*sph.Params) {}) {
		t.Error("XSPH makes no difference")
	}
}
