package sph

import (
	"math"
	"testing"
)

// shift moves the particles after a step away from where they are dense, by the bound of xsph at most.
func (o *oracle) shift(half, next oracleState) {
	most := 0.05 * o.p.C0 * min(o.p.CFL*o.p.H/o.p.C0, o.diffusive())
	for i := range next.x {
		if !o.fluid[i] || o.p.Further.Shifting == 0 {
			continue
		}
		var gradient vector
		inside := 0.0
		for _, fluid := range []bool{true, false} {
			o.near(half, i, fluid, func(j int, d vector, r float64) {
				volume := o.p.Mass / o.p.Rho0
				gradient = gradient.plus(d, volume*(1+0.2*math.Pow(o.w(r)/o.w(o.p.DeltaP), 4))*o.dw(r)/r)
				inside -= volume * r * o.dw(r)
			})
		}
		far := -o.p.Further.Shifting * o.p.H * half.v[i].norm() * o.dt * min(max((inside-2.4)/(2.75-2.4), 0), 1)
		if size := gradient.norm() * math.Abs(far); size > most {
			far *= most / size
		}
		next.x[i] = next.x[i].plus(gradient, far)
	}
}

// A step with shifting is what the equations say, for each smoothing kernel and kind of walls.
func TestShiftingAgainstOracle(t *testing.T) {
	for kernel := range Kernel(len(Kernels)) {
		for boundary := range Boundary(len(Boundaries)) {
			for _, strength := range []float64{2, 1000} {
				c := corner(1)
				c.Params.Kernel, c.Params.Boundary, c.Params.Further.Shifting = kernel, boundary, strength
				s := start(t, c, Options{System: open(t, 1)})
				o := newOracle(s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				tolerance := oneStep(boundary)
				tolerance.quanta = 6 // ∇C is a small difference of large sums
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
					t.Errorf("%v, %v, %g: %+v, tolerated %+v", kernel, boundary, strength, d, tolerance)
				}
				o = newOracle(s)
				o.now, o.p.Further.Shifting = begun, min(1.1*strength, 2.2)
				o.step()
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) > 3) {
					t.Errorf("%v, %v, %g: another strength is not seen: %+v", kernel, boundary, strength, d)
				}
			}
		}
	}
}

// Shifting is the same on any number of devices, also with passes that others are waited for in.
func TestShiftingOnDevices(t *testing.T) {
	shifted := onDevices(t, func(p *Params) { p.Further.Shifting = 2 })
	all := onDevices(t, func(p *Params) { p.Further = FurtherParams{Shifting: 2, XSPH: 0.5, Smagorinsky: 0.12} })
	if shifted == onDevices(t, func(*Params) {}) || all == shifted {
		t.Error("shifting makes no difference")
	}
}
