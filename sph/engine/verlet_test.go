package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// predicting are the rates that a step's predictor takes, where those of its beginning are known:
// these, or, of position Verlet, what the corrector before has left. In the first step that is
// nothing. The scalar has its own.
func (o *oracle) predicting(own oracleRates) oracleRates {
	if o.p.Scheme() != sph.Verlet {
		return own
	}
	if o.verlet.a == nil {
		o.verlet = oracleRates{a: make([]vector, len(own.a)), rho: make([]float64, len(own.rho))}
	}
	own.a, own.rho = o.verlet.a, o.verlet.rho
	return own
}

// left takes the rates in the middle of a step for the predictor that comes next: extrapolated by
// 0.4 of what the last ones were off. Walls have none.
func (o *oracle) left(f oracleRates) {
	if o.p.Scheme() != sph.Verlet {
		return
	}
	for i := range f.a {
		if !o.fluid[i] {
			continue
		}
		o.verlet.a[i] = f.a[i].plus(f.a[i].plus(o.verlet.a[i], -1), 0.4)
		o.verlet.rho[i] = f.rho[i] + 0.4*(f.rho[i]-o.verlet.rho[i])
	}
}

func verlet(p *sph.Params) { p.Further.Scheme = sph.Verlet }

// verletFlows are options that a step of position Verlet has to do with.
func verletFlows() map[string]func(*sph.Params) {
	all := map[string]func(*sph.Params){
		"laminar viscosity": func(p *sph.Params) { p.Nu = 0.02 },
		"correction":        func(p *sph.Params) { p.Boundary, p.Further.Correction = sph.Dynamic, true },
		"antuono":           func(p *sph.Params) { p.Diffusion = sph.Antuono },
		"xsph":              func(p *sph.Params) { p.Further.XSPH = 0.5 },
		"shifting":          func(p *sph.Params) { p.Further.Shifting = 2 },
		"central force":     func(p *sph.Params) { p.Central.Omega = 3 },
		"scalar":            func(p *sph.Params) { p.Further.Scalar = 0.01 },
	}
	for boundary := range sph.Boundary(len(sph.Boundaries)) {
		all[boundary.String()] = func(p *sph.Params) { p.Boundary = boundary }
	}
	for name, change := range all {
		all[name] = func(p *sph.Params) {
			change(p)
			verlet(p)
		}
	}
	return all
}

// A step of position Verlet is what docs/design/scheme.md says.
func TestVerletAgainstOracle(t *testing.T) {
	for name, change := range verletFlows() {
		if name == "scalar" {
			continue // the oracle's begins elsewhere: scalar_test.go
		}
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			change(&c.Params)
			stepsAgainstOracle(t, c)
		})
	}
}

// What devices exchange is all that the next lists need: the same bits on any number of them, with
// slices moving at every list.
func TestVerletOnDevices(t *testing.T) {
	for name, change := range verletFlows() {
		t.Run(name, func(t *testing.T) {
			caseOnDevices(t, func() *sph.Case {
				c := withSurfaces(column(0.05))
				c.Params.SplitAxis, c.Params.LJForce = 0, 5*9.81*0.4
				change(&c.Params)
				return c
			})
		})
	}
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.MDBC} {
		t.Run("moving "+boundary.String(), func(t *testing.T) {
			caseOnDevices(t, func() *sph.Case {
				c := stirred(boundary)
				verlet(&c.Params)
				c.Params.SplitAxis = 0
				return c
			})
		})
	}
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		t.Run("free body "+boundary.String(), func(t *testing.T) {
			caseOnDevices(t, func() *sph.Case {
				c := released(boundary, 0.5)
				verlet(&c.Params)
				c.Params.SplitAxis = 0
				return c
			})
		})
	}
}

// Both schemes are of second order in time: with half the step, and with a quarter, velocities and
// densities of a smooth flow come nearer to those of a step 16 times as short by 4 and 16 times.
func TestOrderInTime(t *testing.T) {
	for scheme := range sph.Scheme(len(sph.Schemes)) {
		t.Run(scheme.String(), func(t *testing.T) {
			onOneDevice(t)
			const steps = 16
			dt := 0.3 * 0.02 * 1.3 / 20
			after := func(parts int) map[uint32]particle {
				c := blob(6)
				for i := range c.Particles.Velocity {
					c.Particles.Velocity[i] = smoothVelocity(c.Particles.Position[i])
					c.Particles.RelDensity[i] = 0.005
				}
				c.Params.Alpha, c.Params.Nu, c.Params.Dt = 0, 0.005, dt/float64(parts)
				c.Params.Further.Scheme = scheme
				s := start(t, c, Options{System: open(t, 1)})
				advance(t, s, steps*parts)
				return held(t, s)
			}
			exact := after(32)
			var off [3]float64
			for k, parts := range []int{1, 2, 4} {
				for id, p := range after(parts) {
					e := exact[id]
					for a := range 3 {
						off[k] += math.Pow(float64(p.Vel[a]-e.Vel[a]), 2)
					}
					off[k] += math.Pow(float64(p.Rel-e.Rel)*20, 2)
				}
				off[k] = math.Sqrt(off[k] / float64(len(exact)))
			}
			orders := [2]float64{math.Log2(off[0] / off[1]), math.Log2(off[1] / off[2])}
			t.Logf("off by %.2g m/s, order %.2f", off, orders)
			for _, order := range orders {
				if order < 1.7 {
					t.Errorf("order %.2f", order)
				}
			}
		})
	}
}

// smoothVelocity is a vortex and a stretching.
func smoothVelocity(x [3]float64) [3]float32 {
	const half = 0.06
	u, v := x[0]-half, x[1]-half
	return [3]float32{float32(3*u - 5*v), float32(5*u - 3*v), 0.2}
}

// Position Verlet keeps momentum as the predictor and corrector do: all forces on a particle are of
// one time, in pairs.
func TestVerletKeepsMomentum(t *testing.T) {
	c := blob(8)
	verlet(&c.Params)
	s := start(t, c, Options{System: open(t, 2), Stripe: 100})
	var before, after, size vector
	for _, v := range c.Particles.Velocity {
		for a := range 3 {
			before[a] += float64(v[a])
			size[a] += math.Abs(float64(v[a]))
		}
	}
	advance(t, s, 100)
	for _, q := range held(t, s) {
		for a := range 3 {
			after[a] += float64(q.Vel[a])
		}
	}
	if drift := after.plus(before, -1).norm() / size.norm(); drift > 5e-7 {
		t.Errorf("momentum drifts by %.2g of Σ m|v|, tolerated 5e-7", drift)
	}
}

// Without viscosity and diffusion the energy that position Verlet gains is that of its time step:
// docs/design/scheme.md. Half the step, in twice as many, gains an eighth.
func TestVerletEnergy(t *testing.T) {
	var gain [2]float64
	for i, parts := range []int{1, 2} {
		c := blob(8)
		verlet(&c.Params)
		c.Params.Alpha, c.Params.Diffusion = 0, sph.NoDiffusion
		c.Params.CFL /= float64(parts)
		gain[i] = energiesAfter(t, c, 100*parts)[9] - 1
	}
	t.Logf("gain %.2e, with half the time step %.2e", gain[0], gain[1])
	if math.Abs(gain[0]) > 0.02 || math.Abs(gain[1]) > math.Abs(gain[0])/4 {
		t.Errorf("energy gains %.2g, and %.2g with half the time step", gain[0], gain[1])
	}
}

// Turbulence needs forces in the predictor, and the error says so.
func TestVerletRefuses(t *testing.T) {
	p := column(0.05).Params
	verlet(&p)
	p.Further.Smagorinsky = 0.12
	want := "scheme verlet has no forces"
	if err := p.Check(); err == nil || !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("refused with %v, not with %q", err, want)
	}
}
