package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// pulled is a case with a central force whose centre is on no lattice.
func pulled(c *sph.Case, omega float64) *sph.Case {
	c.Params.Central = sph.CentralForce{Omega: omega, Centre: [3]float64{0.11, 0.07, -0.05}}
	if c.Params.Dim == 2 {
		c.Params.Central.Centre[sph.PlaneAxis] = c.Particles.Position[0][sph.PlaneAxis]
	}
	return c
}

// A particle by itself goes round the centre on an ellipse, x = x0 cos Ωt + v0/Ω sin Ωt, and keeps
// its energy. Samples have its potential energy, besides that in gravity, which only moves the
// centre.
func TestCentralForceOfLone(t *testing.T) {
	onOneDevice(t)
	const omega = 10.0
	c := pulled(lone(0.5), omega)
	p := &c.Params
	p.Gravity = [3]float64{5, 0, -10}
	x, v := [3]float64{0.3, 0.1, 0.2}, [3]float32{1, -0.5, 0.5}
	c.Particles.Position[0], c.Particles.Velocity[0] = x, v
	s := start(t, c, Options{System: open(t, 1), SampleInterval: 0.01})
	advance(t, s, 100_000)
	rows := s.Samples()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	place := func(a int, time float64) float64 {
		sin, cos := math.Sincos(omega * time)
		middle := p.Central.Centre[a] + p.Gravity[a]/(omega*omega)
		return middle + (x[a]-middle)*cos + float64(v[a])/omega*sin
	}
	for a := range 3 {
		if d := float64(snap.Position[0][a]) - place(a, snap.Time); snap.Time < c.End || math.Abs(d) > 2e-4 {
			t.Errorf("at %g s the particle is %g m off along %v", snap.Time, d, sph.Axis(a))
		}
	}
	if len(rows) < 49 {
		t.Fatalf("there are %d samples", len(rows))
	}
	for _, row := range rows {
		want := 0.0
		for a := range 3 {
			at := place(a, row.Time)
			want += p.Mass * (omega*omega/2*math.Pow(at-p.Central.Centre[a], 2) - p.Gravity[a]*at)
		}
		if math.Abs(row.Energy[sph.Potential]-want) > 1e-3*p.Mass {
			t.Errorf("at %g s the potential energy is %g J, want %g J", row.Time, row.Energy[sph.Potential], want)
		}
	}
}

// Steps under a central force are what the equations say, where walls continue the fluid and where
// they do not, with terms of other passes, also in two dimensions. An oracle whose force is a
// thousandth less disagrees.
func TestCentralAgainstOracle(t *testing.T) {
	for _, with := range []func(p *sph.Params){
		func(p *sph.Params) { p.Boundary = sph.Dummy },
		func(p *sph.Params) { p.Boundary = sph.Dynamic },
		func(p *sph.Params) { p.Boundary = sph.MDBC },
		func(p *sph.Params) { p.Boundary, p.Further.Smagorinsky = sph.Dummy, 0.3 },
		func(p *sph.Params) { p.Boundary, p.Further.Correction = sph.Dummy, true },
		func(p *sph.Params) { p.Boundary, p.Diffusion = sph.Dummy, sph.Antuono },
		func(p *sph.Params) { p.Boundary, p.Further.Smagorinsky, p.Nu = sph.MDBC, 0.3, 0.02 },
		func(p *sph.Params) { p.Boundary, p.Further.Correction, p.Diffusion = sph.MDBC, true, sph.Antuono },
	} {
		for _, dim := range []int{2, 3} {
			c := corner(1)
			if dim == 2 {
				c = flat(1)
			}
			pulled(c, 50)
			with(&c.Params)
			name := fmt.Sprintf("%v, %+v, %v", c.Params.Boundary, c.Params.Further, c.Params.Diffusion)
			for form, system := range forms {
				s := start(t, c, Options{System: system(t, 1)})
				right, wrong := newOracle(t, s), newOracle(t, s)
				wrong.p.Central.Omega *= 0.9995
				begun := right.now
				for range 4 {
					right.step()
					wrong.step()
				}
				dt := advance(t, s, 4).Dt
				if d := compare(t, s, right, begun, dt); !(d.worst(afterManySteps) < 1) {
					t.Errorf("%s, %d dimensions, %s: %+v, tolerated %+v", name, dim, form, d, afterManySteps)
				}
				if d := compare(t, s, wrong, begun, dt); !(d.worst(afterManySteps) > 2) {
					t.Errorf("%s, %d dimensions, %s: a wrong oracle is off by %+v only", name, dim, form, d)
				}
			}
		}
	}
}

// Under a central force there are the same bits and the same measurements on any number of devices.
func TestDevicesAgreeOnCentralForce(t *testing.T) {
	want := ""
	for _, n := range []int{1, 2, 3, 6} {
		got := goOn(t, start(t, pulled(column(0.05), 20), Options{System: open(t, n), Stripe: 500, Balance: &shaker{}}), 60)
		if want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d devices: %s, want %s", n, got, want)
		}
	}
	if without := goOn(t, start(t, column(0.05), Options{System: open(t, 1), Stripe: 500}), 60); without == want {
		t.Error("the force makes no difference")
	}
}

// A central force that cannot be is refused at the start.
func TestCentralRefused(t *testing.T) {
	for want, change := range map[string]func(*sph.Case){
		"omega":                func(c *sph.Case) { c.Params.Central.Omega = -1 },
		"omega of the central": func(c *sph.Case) { c.Params.Central.Omega = math.NaN() },
		"the point":            func(c *sph.Case) { c.Params.Central.Centre[1] = math.Inf(1) },
		"periodic along z":     func(c *sph.Case) { c.Params.Periodic[2] = true },
		"a frame that turns":   func(c *sph.Case) { c.RotatingFrame = rolling(0.1, 1) },
		"two dimensions": func(c *sph.Case) {
			c.Params.Dim, c.Params.Min[1], c.Params.Max[1] = 2, -0.01, 0.01
		},
	} {
		c := pulled(lone(1), 1)
		change(c)
		if _, err := New(c, Options{System: open(t, 1)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
	if err := pulled(lone(1), 1).Check(); err != nil {
		t.Error(err)
	}
}
