package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// damping keeps what divergence damping adds to P/ρ² of the particles of fluid, from the beginning
// of a step on: -β c0 h ∇·v/ρ, with the sums of continuity, of which the image of a particle in
// a wall doubles those over walls.
func (o *oracle) damping(s oracleState, h stepStage) {
	p := &o.p
	if p.Further.DivergenceDamping == 0 || h == corrector {
		return
	}
	o.damped = make([]float64, len(s.x))
	for i := range s.x {
		if !o.fluid[i] {
			continue
		}
		divergence, leaves := 0.0, 0.0
		l := tensor{{1}, {0, 1}, {0, 0, 1}}
		if p.Further.CorrectionFrom > 0 {
			l = o.kept[i]
		}
		o.near(s, i, true, func(j int, d vector, r float64) {
			k := -o.mass(j) / p.Rho0 * o.dw(r) / r
			divergence += k * s.v[i].plus(s.v[j], -1).dot(l.times(d))
		})
		o.near(s, i, false, func(j int, d vector, r float64) {
			v := s.v[i]
			if o.walls != nil && o.wallMoves[j] {
				v = v.plus(s.v[j], -1)
			}
			leaves -= o.mass(j) / p.Rho0 * v.dot(d) * o.dw(r) / r
		})
		images := map[sph.Boundary]float64{sph.Dummy: 2, sph.Dynamic: 1, sph.MDBC: 1}[p.Boundary]
		if leaves < 0 || s.rho[i] >= p.Rho0 {
			divergence += images * leaves
		}
		o.damped[i] = -p.Further.DivergenceDamping * p.C0 * p.H * divergence / s.rho[i]
		o.damped[i] = max(o.damped[i], -max(o.pressure(s.rho[i]), 0)/(s.rho[i]*s.rho[i]))
	}
}

func (o *oracle) dampedAt(i int) float64 {
	if o.damped == nil {
		return 0
	}
	return o.damped[i]
}

// damped sets divergence damping β, with viscosity on the residual, which its pass is that of.
func damped(beta float64, boundary sph.Boundary, from float64) func(p *sph.Params) {
	return func(p *sph.Params) {
		p.Boundary, p.Alpha, p.Further.Residual, p.Further.DivergenceDamping = boundary, 0.01, true, beta
		p.Further.Correction, p.Further.CorrectionFrom = from > 0, from
	}
}

// A step with divergence damping is what the equations say: with all kinds of walls, with and
// without corrected gradients.
func TestDivergenceDampingAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		for _, from := range []float64{0, 0.3} {
			for _, system := range forms {
				c := corner(2)
				damped(0.5, boundary, from)(&c.Params)
				tolerance, more := oneStep(boundary), 1.02
				if from > 0 { // with numbers of 8 bits, which may be rounded otherwise
					tolerance.velocity, tolerance.quanta, more = 3e-4, 1.5, 1.5
				}
				againstOracle(t, c, system(t, 1), tolerance,
					func(p *sph.Params) { p.Further.DivergenceDamping *= more })
			}
		}
	}
}

// The same bits on any number of devices.
func TestDivergenceDampingOnDevices(t *testing.T) {
	plain := onDevices(t, damped(0, sph.Dummy, 0.8))
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		if onDevices(t, damped(0.5, boundary, 0.8)) == plain {
			t.Errorf("%v: damping does nothing", boundary)
		}
	}
}

// soundDecays is how much of the energy of a standing wave of sound, as long as a periodic box, is
// left after some steps of 1e-4 s, and the decay of the energy that a bulk viscosity β c0 h makes
// [1/s].
func soundDecays(t *testing.T, beta float64, steps int) (left, rate float64) {
	const dp, long, across, mean = 0.02, 40, 8, 0.005
	c := &sph.Case{Name: "sound", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	damped(beta, sph.Dummy, 0.8)(p)
	p.Alpha, p.Diffusion, p.Gravity, p.Dt = 1e-6, sph.NoDiffusion, [3]float64{}, 1e-4
	p.Mass, p.Periodic = p.Rho0*dp*dp*dp, [3]bool{true, true, true}
	p.Max = [3]float64{long * dp, across * dp, across * dp}
	k, speed, total := 2*math.Pi/(long*dp), 1e-3*p.C0, 0.0
	for x := range long {
		for y := range across {
			for z := range across {
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				c.Particles.Add(at, sph.Fluid, 0)
				i, v := c.Particles.Len()-1, speed*math.Sin(k*at[0])
				// compressed, so that sound is nowhere in tension, where it is not damped
				c.Particles.RelDensity[i], c.Particles.Velocity[i] = mean, [3]float32{float32(v)}
				total += p.Mass * v * v / 2
			}
		}
	}
	s := start(t, c, Options{System: open(t, 1)})
	internal := func() (kinetic, all float64) {
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		return m.Energy[sph.Kinetic], m.Energy[sph.Internal]
	}
	_, rest := internal()
	advance(t, s, steps)
	kinetic, now := internal()
	return (kinetic + now - rest) / total, beta * p.C0 * p.H * k * k
}

// Sound decays as a bulk viscosity of β c0 h lets it, to a tenth: by e^(-β c0 h k² t).
func TestDivergenceDampingOfSound(t *testing.T) {
	onOneDevice(t)
	const steps, beta = 400, 0.5
	without, _ := soundDecays(t, 0, steps)
	with, rate := soundDecays(t, beta, steps)
	got, want := math.Log(without/with), rate*steps*1e-4
	t.Logf("of the energy %.4f is left without, %.4f with: e^-%.3f, of viscosity e^-%.3f", without,
		with, got, want)
	if !(math.Abs(got-want) < 0.1*want) || !(without > 0.95) {
		t.Errorf("sound decays by e^-%.3f, want e^-%.3f; without damping %.4f of its energy is left",
			got, want, without)
	}
}

// Whatever uneven particles do, damping takes energy from them.
func TestDivergenceDampingTakesEnergy(t *testing.T) {
	var left [2]float64
	for k, beta := range []float64{0, 0.5} {
		c := blob(8)
		damped(beta, sph.Dummy, 0.8)(&c.Params)
		c.Params.Alpha, c.Params.Diffusion = 1e-6, sph.NoDiffusion
		all := energiesAfter(t, c, 100)
		left[k] = all[len(all)-1]
		before := 1.0
		for n, e := range all {
			if beta > 0 && e > before*(1+1e-6) {
				t.Errorf("the energy rises from %.7g to %.7g of the first in part %d", before, e, n)
			}
			before = e
		}
	}
	t.Logf("%.5f of the energy is left without, %.5f with", left[0], left[1])
	if !(left[1] < left[0]) {
		t.Errorf("damping leaves %.5f of the energy, none %.5f", left[1], left[0])
	}
}
