package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// plus is t + k u.
func (t tensor) plus(u tensor, k float64) tensor {
	for a := range 3 {
		t[a] = vector(t[a]).plus(u[a], k)
	}
	return t
}

// square is d dᵀ.
func square(d vector) (t tensor) {
	for a := range 3 {
		t[a] = vector{}.plus(d, d[a])
	}
	return t
}

// inverse is that of a tensor whose determinant is as large as is enough. With less it goes over to
// that much of the unit.
func (t tensor) inverse(enough, unit float64) (inverse tensor) {
	var adjugate tensor
	for a := range 3 {
		adjugate[a] = vector(t[(a+1)%3]).cross(t[(a+2)%3]) // of a symmetric one
	}
	det := vector(t[0]).dot(adjugate[0])
	missing := max(enough-det, 0)
	for a := range 3 {
		inverse[a] = vector{}.plus(adjugate[a], 1/(det+missing))
		inverse[a][a] += unit * missing / (det + missing)
	}
	return inverse
}

// acrossPlane is a sum over neighbours, and in two dimensions 1 along y besides.
func (o *oracle) acrossPlane(m tensor) tensor {
	if o.p.Dim == 2 {
		m[1][1]++
	}
	return m
}

// densityGradients are ∇ρ of the particles of fluid for Antuono's diffusion; nil where that is not
// in half a step.
func (o *oracle) densityGradients(s oracleState, h stepStage) []vector {
	if o.p.Diffusion != sph.Antuono || h == predictor {
		return nil
	}
	all := make([]vector, len(s.x))
	for i := range all {
		if !o.fluid[i] {
			continue
		}
		var m tensor
		var b vector
		o.near(s, i, true, func(j int, d vector, r float64) {
			k := -o.volume(j) * o.dw(r) / r
			m = m.plus(square(d), k)
			b = b.plus(d, k*(s.rho[i]-s.rho[j]))
		})
		all[i] = o.acrossPlane(m).inverse(0.01, 0).times(b)
	}
	return all
}

// corrections are L of the particles of fluid; nil without correction.
func (o *oracle) corrections(s oracleState, h stepStage) []tensor {
	if !o.p.Further.Correction {
		return nil
	}
	from := o.p.Further.CorrectionFrom
	if from > 0 && h == corrector {
		return o.kept
	}
	all := make([]tensor, len(s.x))
	for i := range all {
		var m tensor
		add := func(j int, d vector, r float64) {
			m = m.plus(square(d), -o.volume(j)*o.dw(r)/r)
		}
		if o.fluid[i] {
			o.near(s, i, true, add)
			o.near(s, i, false, add)
			m = o.acrossPlane(m)
			all[i] = m.inverse(0.5, 1)
			if from > 0 {
				det := vector(m[0]).dot(vector(m[1]).cross(m[2]))
				part := 0.75 * max(0, min((det-from)/0.15, 1))
				one := tensor{{1}, {0, 1}, {0, 0, 1}}
				missing := tensor{}.plus(all[i].plus(one, -1), part)
				all[i] = one.plus(missing.halved(tensor{}), 1)
			}
		}
	}
	o.kept = all
	return all
}

// corrected is what correction makes of a particle's acceleration and of the rate of its density:
// those with it less those without. Correction inside has the form of Bonet & Lok.
func (o *oracle) corrected(s oracleState, l []tensor, i int) (a vector, rho float64) {
	if l == nil || o.mix != nil { // onMixed has its own
		return a, 0
	}
	inside := o.p.Further.CorrectionFrom > 0
	one := tensor{{1}, {0, 1}, {0, 0, 1}}
	own := l[i].plus(one, -1)
	push := func(j int) float64 { return o.pressure(s.rho[j])/(s.rho[j]*s.rho[j]) + o.dampedAt(j) }
	image := o.p.Boundary == sph.Dummy // which has the pressure of i, without damping
	var moves vector                   // walls
	all := 0.0
	o.near(s, i, false, func(j int, _ vector, r float64) {
		moves = moves.plus(s.v[j], o.dw(r)*r)
		all += o.dw(r) * r
	})
	moves = vector{}.plus(moves, 1/min(all, -1e-30))
	for _, fluid := range []bool{true, false} {
		o.near(s, i, fluid, func(j int, d vector, r float64) {
			gradient := vector{}.plus(d, o.dw(r)/r)
			first, second := push(j), push(i)
			if inside {
				first, second = second, first
			}
			if !fluid && image {
				first = push(i) - o.dampedAt(i)
			}
			a = a.plus(own.times(gradient), -o.mass(j)*first)
			if fluid {
				a = a.plus(l[j].plus(one, -1).times(gradient), -o.mass(j)*second)
			}
			if fluid && inside {
				rho += o.mass(j) * s.v[i].plus(s.v[j], -1).dot(own.times(gradient))
			}
			if !fluid && inside && image {
				rho += o.mass(j) * s.v[i].plus(moves, -1).dot(own.times(gradient))
			}
		})
	}
	return a, rho
}

// A step with corrected gradients, and with Antuono's diffusion, is what the equations say.
func TestCorrectionAgainstOracle(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
			for _, system := range forms {
				c := corner(1)
				c.Params.Kernel, c.Params.Boundary, c.Params.Further.Correction = kernel, boundary, true
				if boundary == sph.Dynamic {
					c.Params.Diffusion = sph.Antuono
				}
				againstOracle(t, c, system(t, 1), oneStep(boundary), func(p *sph.Params) { p.Further.Correction = false })
			}
		}
	}
}

// A step with gradients that are corrected below surfaces is what the equations say.
func TestCorrectionInsideAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		for _, system := range forms {
			c := corner(1)
			c.Params.Boundary, c.Params.Further.Correction, c.Params.Further.CorrectionFrom = boundary, true, 0.3
			againstOracle(t, c, system(t, 1), oneStep(boundary), func(p *sph.Params) { p.Further.CorrectionFrom += 0.02 })
		}
	}
}

// A step with Antuono's diffusion is what the equations say.
func TestAntuonoAgainstOracle(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		for boundary := range sph.Boundary(len(sph.Boundaries)) {
			for _, system := range forms {
				c := corner(1)
				c.Params.Kernel, c.Params.Boundary, c.Params.Diffusion, c.Params.Xi = kernel, boundary, sph.Antuono, 0.5
				c.Params.Nu = 0.01 * float64(boundary)
				againstOracle(t, c, system(t, 1), oneStep(boundary), func(p *sph.Params) { p.Xi *= 1.01 })
			}
		}
	}
}

// On a lattice corrected gradients give the acceleration by a pressure that is linear in the place
// exactly, but for the equation of state. Without correction it is off by a percent where h is
// small.
func TestCorrectedGradientIsExact(t *testing.T) {
	worst := map[bool]float64{}
	for _, correction := range []bool{false, true} {
		c := blob(12)
		p := &c.Params
		p.H, p.Alpha, p.Diffusion, p.Boundary, p.Dt, p.Further.Correction = 0.95*p.DeltaP, 0, sph.NoDiffusion, sph.Dynamic, 1e-5, correction
		slope := vector{0.002, -0.003, 0.004} // of the relative density [1/m]
		for i, x := range c.Particles.Position {
			for a := range 3 {
				x[a] = (math.Floor(x[a]/p.DeltaP) + 0.5) * p.DeltaP
			}
			c.Particles.Position[i], c.Particles.Velocity[i] = x, [3]float32{}
			c.Particles.RelDensity[i] = float32(slope.dot(x))
		}
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 1)
		for id, q := range held(t, s) {
			if inBlob(p, c.Particles.Position[id], 2*p.Support()) {
				want := vector{}.plus(slope, -p.C0*p.C0*p.Dt)
				got := vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}
				worst[correction] = max(worst[correction], got.plus(want, -1).norm()/want.norm())
			}
		}
	}
	if !(worst[true] > 0 && worst[true] < 2e-3 && worst[false] > 1e-2) {
		t.Errorf("with correction accelerations are %.1e off, without %.1e", worst[true], worst[false])
	}
}

// Antuono's diffusion leaves a density alone that is linear in the place, with all neighbours
// around.
func TestAntuonoLeavesLinearDensity(t *testing.T) {
	most := map[sph.Diffusion]float64{}
	for _, diffusion := range []sph.Diffusion{sph.MolteniColagrossi, sph.Antuono} {
		c := blob(12)
		p := &c.Params
		g := vector{3, -2, -9}
		p.Gravity, p.Diffusion, p.Xi, p.C0, p.Alpha, p.Dt = g, diffusion, 1, 5, 0, 1e-5
		for i, x := range c.Particles.Position {
			c.Particles.RelDensity[i], c.Particles.Velocity[i] = float32(g.dot(x)/25), [3]float32{}
		}
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 1)
		for id, q := range held(t, s) {
			if x := c.Particles.Position[id]; inBlob(p, x, p.Support()) {
				most[diffusion] = max(most[diffusion], math.Abs(float64(q.Rel)-float64(c.Particles.RelDensity[id])))
			}
		}
	}
	if !(most[sph.Antuono] < 0.03*most[sph.MolteniColagrossi]) {
		t.Errorf("densities change by up to %.1e, with Molteni and Colagrossi's diffusion by %.1e", most[sph.Antuono], most[sph.MolteniColagrossi])
	}
}

// inBlob reports whether a place is in a blob of 12³ particles, and as far from its sides as the
// margin [m].
func inBlob(p *sph.Params, x vector, margin float64) bool {
	return min(x[0], x[1], x[2]) > margin && max(x[0], x[1], x[2]) < 12*p.DeltaP-margin
}

// Both are the same on any number of devices, wherever slices go and however neighbours exchange.
func TestCorrectionOnDevices(t *testing.T) {
	seen := map[string]bool{}
	for _, change := range []func(*sph.Params){
		func(*sph.Params) {},
		func(p *sph.Params) { p.Diffusion = sph.Antuono },
		func(p *sph.Params) { p.Further.Correction = true },
		func(p *sph.Params) { p.Further.Correction, p.Diffusion = true, sph.Antuono },
	} {
		seen[onDevices(t, change)] = true
	}
	if len(seen) < 4 {
		t.Errorf("of four flows %d differ", len(seen))
	}
}
