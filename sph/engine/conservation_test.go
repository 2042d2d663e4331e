package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpusph/sph"
)

// blob is a cube of n³ particles of fluid without walls and gravity, its places,
// densities and velocities random, that turns about z at a few revolutions a
// second, in a domain in which it has room.
func blob(n int) *sph.Case {
	const dp = 0.02
	random := rand.New(rand.NewPCG(7, 7))
	about := func(size float64) float64 { return size * (2*random.Float64() - 1) }
	c := &sph.Case{Name: "blob", Params: sph.Defaults(dp), End: 10}
	p := &c.Params
	size := float64(n) * dp
	p.Min, p.Max = [3]float64{-size, -size, -size}, [3]float64{2 * size, 2 * size, 2 * size}
	p.Mass = p.Rho0 * dp * dp * dp
	p.Gravity = [3]float64{}
	for i := range n * n * n {
		at := [3]float64{float64(i%n) + .5, float64(i/n%n) + .5, float64(i/n/n) + .5}
		for a := range at {
			at[a] = at[a]*dp + about(0.1*dp)
		}
		c.Particles.Add(at, sph.Fluid, 0)
		c.Particles.RelDensity[i] = float32(0.005 + about(0.005))
		c.Particles.Velocity[i] = [3]float32{
			float32(10*(size/2-at[1]) + about(0.2)), float32(10*(at[0]-size/2) + about(0.2)), float32(0.5 + about(0.2)),
		}
	}
	return c
}

// Fluid by itself keeps its mass and its momentum, whatever acts between
// particles: what i does to j, j does to i. The sums of velocities, of particles
// of one mass, may differ by the rounding of each velocity in each step, 6e-8 of
// it at most, much of which cancels. A term that is not the same seen from both
// sides shows at 1e-5 and more.
func TestMassAndMomentum(t *testing.T) {
	const tolerance = 5e-7
	all := variants()
	for _, name := range []string{"wendland, dynamic, nu 0", "cubic, dynamic, nu 0.02", "monaghan-gingold, dynamic", "diffusion fourtakas", "diffusion antuono", "correction"} {
		t.Run(name, func(t *testing.T) {
			c := blob(8)
			all[name](&c.Params)
			s := start(t, c, Options{System: open(t, 2), Stripe: 100})
			var before, after, size vector
			for _, v := range c.Particles.Velocity {
				for a := range 3 {
					before[a] += float64(v[a])
					size[a] += math.Abs(float64(v[a]))
				}
			}
			p := advance(t, s, 100)
			if n := c.Particles.Len(); p.Particles != n || p.Lost != 0 {
				t.Errorf("%d of %d particles are there, %d are lost", p.Particles, n, p.Lost)
			}
			particles := held(t, s)
			if len(particles) != c.Particles.Len() {
				t.Errorf("%d particles, want %d", len(particles), c.Particles.Len())
			}
			for _, q := range particles {
				for a := range 3 {
					after[a] += float64(q.Vel[a])
				}
			}
			drift := after.plus(before, -1).norm() / size.norm()
			t.Logf("momentum drifts by %.1e", drift)
			if drift > tolerance {
				t.Errorf("momentum drifts by %.2g of Σ m|v|, tolerated %g", drift, tolerance)
			}
		})
	}
}

// energiesAfter are those of c, kinetic and of compression, over that at the
// beginning, after each of ten parts of a number of steps.
func energiesAfter(t *testing.T, c *sph.Case, steps int) (all [10]float64) {
	t.Helper()
	onOneDevice(t)
	s := start(t, c, Options{System: open(t, 1)})
	measured := func() float64 {
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		return m.Energy[sph.Kinetic] + m.Energy[sph.Internal]
	}
	var begun float64 // of the particles as they were handed over
	for i, v := range c.Particles.Velocity {
		x := 1 + float64(c.Particles.RelDensity[i])
		w := vector{float64(v[0]), float64(v[1]), float64(v[2])}
		// ∫ P/ρ² dρ with P = ρ0 c0²/7 ((ρ/ρ0)^7 - 1)
		compression := c.Params.C0 * c.Params.C0 / 7 * ((math.Pow(x, 6)-1)/6 + 1/x - 1)
		begun += c.MassOf(i) * (w.dot(w)/2 + compression)
	}
	if got := measured(); math.Abs(got-begun) > 1e-6*begun {
		t.Errorf("the energy at the beginning is measured as %g J, want %g J", got, begun)
	}
	for i := range all {
		advance(t, s, steps/10)
		all[i] = measured() / begun
	}
	return all
}

// Without viscosity, diffusion and forcing energy is kept, but for the error of
// the time step. A predictor and a corrector at the middle make sound of the
// angular frequency ω grow by (ω Δt)⁴/8 a step. So half the time step, in
// twice as many steps, makes an eighth of the gain. A pressure term that does
// not belong to the continuity equation, or a measure of energy that does not
// belong to the equation of state, makes a gain or a loss that stays. In 100
// steps sound crosses the blob some ten times.
func TestEnergyIsKept(t *testing.T) {
	for kernel := range sph.Kernel(len(sph.Kernels)) {
		t.Run(kernel.String(), func(t *testing.T) {
			var gain [2]float64
			for i, parts := range []int{1, 2} {
				c := blob(8)
				c.Params.Alpha, c.Params.Diffusion, c.Params.Kernel = 0, sph.NoDiffusion, kernel
				c.Params.CFL /= float64(parts)
				gain[i] = energiesAfter(t, c, 100*parts)[9] - 1
			}
			t.Logf("gain %.2e, with half the time step %.2e", gain[0], gain[1])
			if math.Abs(gain[0]) > 0.01 || math.Abs(gain[1]) > math.Abs(gain[0])/5 {
				t.Errorf("energy gains %.2g, and %.2g with half the time step", gain[0], gain[1])
			}
		})
	}
}

// Viscosity and diffusion take energy and never give any.
func TestEnergyFalls(t *testing.T) {
	tests := map[string]func(*sph.Params){
		"artificial viscosity": func(p *sph.Params) { p.Diffusion = sph.NoDiffusion },
		"laminar viscosity":    func(p *sph.Params) { p.Alpha, p.Nu, p.Diffusion = 0, 0.01, sph.NoDiffusion },
		"laminar viscosity along pairs": func(p *sph.Params) {
			p.Alpha, p.Nu, p.Laminar, p.Diffusion = 0, 0.01, sph.MonaghanGingold, sph.NoDiffusion
		},
		"artificial viscosity and diffusion": func(p *sph.Params) {},
		"diffusion of what is not linear":    func(p *sph.Params) { p.Alpha, p.Diffusion = 0, sph.Antuono },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			c := blob(8)
			change(&c.Params)
			before := 1.0
			for i, e := range energiesAfter(t, c, 100) {
				if e > before*0.9999 {
					t.Errorf("after %d steps %.6f of the energy is left, before there was %.6f", 10*(i+1), e, before)
				}
				before = e
			}
			t.Logf("%.4f of the energy is left", before)
		})
	}
}
