package engine

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/sph"
)

// shift moves the particles after a step away from where they are dense.
func (o *oracle) shift(half, next oracleState) {
	o.displace(next, o.p.Further.Shifting, func(i int) vector {
		var gradient vector
		inside := 0.0
		for _, fluid := range []bool{true, false} {
			o.near(half, i, fluid, func(j int, d vector, r float64) {
				volume := o.mass(j) / o.p.Rho0
				gradient = gradient.plus(d, volume*(1+0.2*math.Pow(o.w(r)/o.w(o.p.DeltaP), 4))*o.dw(r)/r)
				inside -= volume * r * o.dw(r)
			})
		}
		dimensions := float64(o.p.Dim)
		surface := map[int]float64{2: 1.5, 3: 2.75}[o.p.Dim]
		part := min(max((inside-surface)/(dimensions-surface), 0), 1)
		return vector{}.plus(gradient, -o.p.Further.Shifting*o.p.H*half.v[i].norm()*o.dt*part)
	})
}

// A step with shifting is what the equations say, for each smoothing kernel and kind of walls.
func TestShiftingAgainstOracle(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for boundary := range sph.Boundary(len(sph.Boundaries)) {
			for _, strength := range []float64{2, 1000} {
				c := corner(1)
				c.Params.Kernel, c.Params.Boundary, c.Params.Further.Shifting = kernel, boundary, strength
				tolerance := oneStep(boundary)
				tolerance.quanta = 6 // ∇C is a small difference of large sums
				againstOracle(t, c, open(t, 1), tolerance, func(p *sph.Params) { p.Further.Shifting = min(1.1*strength, 2.2) })
			}
		}
	}
}

// Shifting is the same on any number of devices, also with passes that others are waited for in.
func TestShiftingOnDevices(t *testing.T) {
	shifted := onDevices(t, func(p *sph.Params) { p.Further.Shifting = 2 })
	all := onDevices(t, func(p *sph.Params) { p.Further = sph.ExtraParams{Shifting: 2, XSPH: 0.5, Smagorinsky: 0.12} })
	if shifted == onDevices(t, func(*sph.Params) {}) || all == shifted {
		t.Error("shifting makes no difference")
	}
}

// Lists allow for what shifting moves: few of their periods end by a step that is rejected.
func TestListsAllowForShifting(t *testing.T) {
	onOneDevice(t)
	c := column(0.03)
	c.Params.Further.Shifting = 2
	s := start(t, c, Options{System: open(t, 1)})
	periods, rejected := 0, 0
	for s.clock.Step < 200 {
		if _, err := s.Advance(c.Params.RebuildEvery); err != nil {
			t.Fatal(err)
		}
		periods++
		if s.clock.Halt == cuda.SkinUsed {
			rejected++
		}
	}
	t.Logf("%d of %d", rejected, periods)
	if rejected > periods/4 {
		t.Errorf("%d of %d periods end by a rejected step", rejected, periods)
	}
}
