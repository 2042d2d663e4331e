package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// residual sets artificial viscosity on the residual.
func residual(boundary sph.Boundary) func(p *sph.Params) {
	return func(p *sph.Params) {
		p.Boundary, p.Alpha, p.Further.Residual = boundary, 0.5, true
	}
}

// strainRates keeps those of the particles of fluid at the beginning of a step, which all of it
// has.
func (o *oracle) strainRates(s oracleState, h stepStage) {
	if !o.p.Further.Residual || h == corrector {
		return
	}
	o.strains = make([]tensor, len(s.x))
	for i := range s.x {
		if !o.fluid[i] {
			continue
		}
		var m, g tensor
		o.near(s, i, true, func(j int, d vector, r float64) {
			k := -o.volume(j) * o.dw(r) / r
			m = m.plus(square(d), k)
			v := s.v[i].plus(s.v[j], -1)
			for a := range 3 {
				g[a] = vector(g[a]).plus(d, k*v[a])
			}
		})
		l := o.acrossPlane(m).inverse(0.01, 0)
		for a := range 3 {
			g[a] = l.times(g[a])
		}
		for a := range 3 {
			for b := range 3 {
				o.strains[i][a][b] = (g[a][b] + g[b][a]) / 2
			}
		}
		if o.p.Further.CorrectionFrom > 0 {
			one := tensor{{1}, {0, 1}, {0, 0, 1}}
			o.strains[i] = o.strains[i].halved(one.plus(o.kept[i], -1))
		}
	}
}

// halved is a tensor whose numbers are the upper halves of their floats, as cuda/fit.h has them,
// and lower halves of another.
func (t tensor) halved(lower tensor) (h tensor) {
	upper := func(x float64) uint32 {
		bits := math.Float32bits(float32(x))
		return (bits + 0x7fff + bits>>16&1) >> 16
	}
	for a := range t {
		for b := range t[a] {
			h[a][b] = float64(math.Float32frombits(upper(t[a][b])<<16 | upper(lower[a][b])))
		}
	}
	return h
}

// approach is what artificial viscosity has of v·r of a pair that approaches, and 0 or more of
// others.
func (o *oracle) approach(i, j int, d vector, vr float64) float64 {
	if o.strains == nil || !o.fluid[j] {
		return vr
	}
	qi, qj := d.dot(o.strains[i].times(d)), d.dot(o.strains[j].times(d))
	limiter := 0.0
	if qi*qj > 0 {
		limiter = 4 * qi * qj / ((qi + qj) * (qi + qj))
	}
	return min(max(vr-limiter*(qi+qj)/2, min(vr, 0)), 0)
}

// A step with viscosity on the residual is what the equations say: with all kinds of walls, with
// and without corrected gradients, with Wendland's smoothing kernel and another one.
func TestResidualAgainstOracle(t *testing.T) {
	for _, kernel := range []sph.Kernel{sph.Wendland, sph.CubicSpline} {
		for _, boundary := range []sph.Boundary{sph.LennardJones, sph.Dynamic, sph.Dummy} {
			for _, from := range []float64{0, 0.3} {
				if from > 0 && boundary == sph.LennardJones {
					continue // which no correction goes with
				}
				for _, system := range forms {
					c := corner(2)
					residual(boundary)(&c.Params)
					p := &c.Params
					p.Kernel, p.Further.Correction, p.Further.CorrectionFrom = kernel, from > 0, from
					tolerance, more := oneStep(boundary), 1.02
					if from > 0 { // with numbers of 8 bits, which may be rounded otherwise
						tolerance.velocity, tolerance.quanta, more = 3e-4, 1.5, 1.5
					}
					againstOracle(t, c, system(t, 1), tolerance,
						func(p *sph.Params) { p.Alpha *= more })
				}
			}
		}
	}
}

// Friction of dummy walls is what the equations say, with and without laminar viscosity.
func TestFrictionAgainstOracle(t *testing.T) {
	for _, nu := range []float64{0, 0.0005} {
		for _, system := range forms {
			c := corner(1)
			c.Params.Boundary, c.Params.Nu, c.Params.Further.Friction = sph.Dummy, nu, 0.5
			againstOracle(t, c, system(t, 1), oneStep(sph.Dummy),
				func(p *sph.Params) { p.Further.Friction *= 1.05 })
		}
	}
}

// The same bits on any number of devices.
func TestResidualOnDevices(t *testing.T) {
	seen := map[string]bool{}
	for _, change := range []func(p *sph.Params){
		residual(sph.Dummy), residual(sph.MDBC),
		func(p *sph.Params) {
			residual(sph.Dummy)(p)
			p.Further.Correction, p.Further.CorrectionFrom, p.Further.Friction = true, 0.8, 0.02
		},
		func(p *sph.Params) {
			residual(sph.Dummy)(p)
			p.Further.Scheme = sph.PredictorCorrector
		},
	} {
		seen[onDevices(t, change)] = true
	}
	if len(seen) < 4 {
		t.Errorf("of four flows %d differ", len(seen))
	}
}

// Where the velocity is linear in the place, also at the sides of a blob without walls, artificial
// viscosity on the residual does nothing. Otherwise it takes energy, less than without, and keeps
// the momentum.
func TestResidualSparesLinearFlow(t *testing.T) {
	strain := [3]vector{{1, 0.5, -0.7}, {0.5, -1.5, 0.2}, {-0.7, 0.2, 0.5}} // [1/s]
	const dt = 1e-5
	// what α changes of each velocity [m/s]
	changes := func(linear, on bool) (all []vector, c *sph.Case) {
		var with [2][]vector
		for k, alpha := range []float64{0, 1} {
			c = blob(12)
			p := &c.Params
			p.Alpha, p.Further.Residual = alpha, on && alpha > 0
			p.Diffusion, p.Boundary, p.Dt = sph.NoDiffusion, sph.Dynamic, dt
			for i, x := range c.Particles.Position {
				v := c.Particles.Velocity[i]
				if linear {
					for a := range 3 {
						v[a] = float32(strain[a].dot(x))
					}
				}
				c.Particles.Velocity[i], c.Particles.RelDensity[i] = v, 0
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 1)
			held := held(t, s)
			with[k] = make([]vector, len(held))
			for id, q := range held {
				with[k][id] = vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}
			}
		}
		for id := range with[0] {
			all = append(all, with[1][id].plus(with[0][id], -1))
		}
		return all, c
	}
	most := func(all []vector) (m float64) {
		for _, v := range all {
			m = max(m, v.norm())
		}
		return m
	}
	plain, _ := changes(true, false)
	left, _ := changes(true, true)
	if !(most(left) < 1e-3*most(plain)) {
		t.Errorf("in a linear flow velocities change by up to %.1e m/s, without by %.1e",
			most(left), most(plain))
	}
	var gain [2]float64
	for k, on := range []bool{false, true} {
		all, c := changes(false, on)
		var sum vector
		size := 0.0
		for id, v := range all {
			sum, size = sum.plus(v, 1), size+v.norm()
			u := c.Particles.Velocity[id]
			gain[k] += v.dot(vector{float64(u[0]), float64(u[1]), float64(u[2])})
		}
		if !(sum.norm() < 1e-4*size) {
			t.Errorf("the momentum changes by %.1e of what velocities change by", sum.norm()/size)
		}
	}
	if !(gain[1] < 0 && gain[0] < gain[1]) || math.IsNaN(gain[0]) {
		t.Errorf("of the energy %.2e is gained, without the fit %.2e", gain[1], gain[0])
	}
}
