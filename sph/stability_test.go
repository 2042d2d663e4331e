package sph

import (
	"math"
	"testing"
)

// fastestDecay is the rate [1/s] of the wave on a square or cubic lattice that decays fastest by
// sums over pairs, 2D Σ V (-W'/r) (a_i - a_j), or by those of the component along the pair, with D
// of 1 m²/s. Waves are those with eighths of the shortest along each axis.
func fastestDecay(p *Params, alongPair bool) (fastest float64) {
	n, d := int(p.Support()/p.DeltaP)+1, p.DeltaP
	scale := 2 * p.Volume(d) * p.SlopeScale()
	for wave := range 9 * 9 * 9 {
		k := [3]float64{float64(wave % 9), float64(wave / 9 % 9), float64(wave / 81)}
		if k[1] > k[0] || k[2] > k[1] || p.Dim == 2 && k[2] > 0 {
			continue // the lattice is the same along all axes
		}
		var rates [3][3]float64
		for x := -n; x <= n; x++ {
			for y := -n; y <= n; y++ {
				for z := -n; z <= n; z++ {
					r2 := float64(x*x + y*y + z*z)
					if r2 == 0 || p.Dim == 2 && z != 0 {
						continue
					}
					to := [3]float64{float64(x), float64(y), float64(z)}
					phase := math.Pi / 8 * (k[0]*to[0] + k[1]*to[1] + k[2]*to[2])
					part := scale * p.Slope(math.Sqrt(r2)*d) * (1 - math.Cos(phase))
					for a := range 3 {
						for b := range 3 {
							switch {
							case alongPair:
								rates[a][b] += part * to[a] * to[b] / r2
							case a == b:
								rates[a][b] += part
							}
						}
					}
				}
			}
		}
		fastest = max(fastest, greatestEigenvalue(rates))
	}
	return fastest
}

// greatestEigenvalue is that of a symmetric matrix without negative ones, by the power method.
func greatestEigenvalue(m [3][3]float64) (size float64) {
	v := [3]float64{1, 0.9, 0.8}
	for range 100 {
		var w [3]float64
		for a := range 3 {
			for b := range 3 {
				w[a] += m[a][b] * v[b]
			}
		}
		if size = Norm(w); size == 0 {
			return 0
		}
		v = [3]float64{w[0] / size, w[1] / size, w[2] / size}
	}
	return size
}

// TestDiffusiveStep compares the longest step that diffusion allows with the wave that decays
// fastest. The midpoint rule is stable to a product of rate and step of 2, position Verlet to
// 1 - γ. The rest is for walls and for compressed fluid; for sums along pairs it is less.
func TestDiffusiveStep(t *testing.T) {
	const nu, alpha, xi, sound = 2.0, 9.0, 3.0, 35.0
	limits := map[Scheme]float64{PredictorCorrector: 2, Verlet: 1 - rateExtrapolation}
	for dim := 2; dim <= 3; dim++ {
		p := Defaults(0.05)
		p.Dim, p.Nu, p.Alpha, p.Xi, p.Diffusion = dim, 0, 0, 0, NoDiffusion
		p.Further.Blend.Sound = sound
		all, along := fastestDecay(&p, false), fastestDecay(&p, true)
		for _, test := range []struct {
			option     string
			change     func(*Params)
			rate       float64
			from, upTo float64
		}{
			{"nu", func(p *Params) { p.Nu = nu }, nu * all, 0.75, 0.9},
			{"nu", func(p *Params) { p.Nu, p.Laminar = nu, MonaghanGingold },
				float64(dim+2) * nu * along, 0.75, 0.9}, // ν along pairs is (d + 2) ν in the mean
			{"xi", func(p *Params) { p.Xi, p.Diffusion = xi, Fourtakas }, xi * p.H * sound * all,
				0.75, 0.9},
			// α c0 h/2 along pairs (Monaghan 1992)
			{"alpha", func(p *Params) { p.Alpha = alpha }, alpha * sound * p.H / 2 * along, 1, 1.4},
			{"alpha", func(p *Params) { p.Alpha, p.Nu = alpha, nu },
				alpha*sound*p.H/2*along + nu*all, 1, 1.4},
		} {
			q := p
			test.change(&q)
			for scheme, limit := range limits {
				q.Further.Scheme = scheme
				dt, option := q.DiffusiveStep()
				got := dt * test.rate * 2 / limit
				if option != test.option || got < test.from || got > test.upTo {
					t.Errorf("%d dimensions, %v, %s: by %s the step times the rate is %.3f, and 2 is "+
						"stable", dim, scheme, test.option, option, got)
				}
			}
		}
	}
}

// Of schemes the flow has the one that takes less time: position Verlet, unless its steps are so
// much shorter that twice as many evaluations are quicker.
func TestSchemeIsTheQuicker(t *testing.T) {
	taken := map[Scheme]int{}
	for _, fixed := range []float64{0, 2e-4} {
		for nu := 0.01; nu < 10; nu *= 1.3 {
			p := Defaults(0.05)
			p.Alpha, p.Xi, p.Nu, p.Further.Scheme = 0, 0, nu, PredictorCorrector
			slow := p.DefaultStep()
			p.Further.Scheme = Verlet
			quick := p.DefaultStep()
			if fixed > 0 {
				slow, quick = fixed, min(fixed, quick)
			}
			p.Dt, p.Further.Scheme = fixed, Automatic
			want := Verlet
			if quick < leastVerletStep*slow {
				want = PredictorCorrector
			}
			if got := p.Scheme(); got != want {
				t.Errorf("ν %g, dt %g: the scheme is %v, with steps of %g and %g s", nu, fixed, got, quick,
					slow)
			}
			taken[want]++
		}
	}
	if len(taken) != 2 {
		t.Errorf("of schemes there were %v", taken)
	}
	stirred := Defaults(0.05)
	if stirred.Further.Smagorinsky = 0.1; stirred.Scheme() != PredictorCorrector {
		t.Error("stresses of turbulence have position Verlet")
	}
}

// Where nothing else limits a step, sound passes the Courant number times h in it, in compressed
// fluid faster.
func TestSoundStep(t *testing.T) {
	p := Defaults(0.05)
	p.Alpha, p.Diffusion, p.CFL = 0, NoDiffusion, 0.25
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got/want-1) > 1e-12 {
			t.Errorf("%s: %g, not %g", what, got, want)
		}
	}
	near("what sound passes", p.DefaultStep()*p.C0, 0.25*p.H)
	// by Tait's equation with γ = 7 c is c0 (ρ/ρ0)³
	near("what sound passes in compressed fluid", p.stableStep(1.02)*p.C0*math.Pow(1.02, 3), 0.25*p.H)
}

// Artificial viscosity slows long waves of shear as its kinematic viscosity does: by sums of α c0 h
// along those pairs that approach, half of all, on a fine lattice.
func TestArtificialViscosity(t *testing.T) {
	for dim := 2; dim <= 3; dim++ {
		p := Defaults(0.05)
		p.Dim, p.Alpha, p.C0, p.H = dim, 0.2, 30, 4*p.DeltaP
		const n = 8 // the support
		sum := 0.0
		for x := -n; x <= n; x++ {
			for y := -n; y <= n; y++ {
				for z := -n; z <= n; z++ {
					r2 := float64(x*x + y*y + z*z)
					if r2 == 0 || dim == 2 && z != 0 {
						continue
					}
					// along y, with 1 - cos kx for (kx)²/2
					wave := float64(x*x) * p.DeltaP * p.DeltaP / 2
					sum += p.Slope(math.Sqrt(r2)*p.DeltaP) * float64(y*y) / r2 * wave
				}
			}
		}
		want := p.Alpha * p.C0 * p.H * p.Volume(p.DeltaP) * p.SlopeScale() * sum / 2
		if got := p.ArtificialViscosity(); math.Abs(got/want-1) > 0.01 {
			t.Errorf("%d dimensions: ν is %g m²/s, not %g", dim, got, want)
		}
	}
}
