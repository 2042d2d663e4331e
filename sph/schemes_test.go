package sph

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"
)

// wave is a plane wave of sound on a cubic lattice: what the sums make of its rates, in c0/h. The
// velocity is along it.
type wave struct{ sound, viscosity, diffusion float64 }

// waves are those along an edge, a diagonal of a face and one of the cube, from long ones to those
// as short as the spacing, for Wendland's kernel. Viscosity and diffusion are for α and ξ of 1.
func waves(hFactor float64) (all []wave) {
	h, n := hFactor, int(2*hFactor)+1
	for _, d := range [][3]float64{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}} {
		size := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
		for m := 1; m <= 24; m++ {
			var w wave
			for x := -n; x <= n; x++ {
				for y := -n; y <= n; y++ {
					for z := -n; z <= n; z++ {
						r := math.Sqrt(float64(x*x + y*y + z*z))
						if r == 0 || r >= 2*h {
							continue
						}
						slope := 105 / (16 * math.Pi * math.Pow(h, 5)) * math.Pow(1-r/(2*h), 3) // -W'/r
						along := float64(x)*d[0] + float64(y)*d[1] + float64(z)*d[2]
						phase := math.Pi * float64(m) / 24 * along
						w.sound += h * slope * along / size * math.Sin(phase)
						w.viscosity += h * h * slope * along * along / (size * size * r * r) * (1 - math.Cos(phase))
						w.diffusion += 2 * h * h * slope * (1 - math.Cos(phase))
					}
				}
			}
			all = append(all, w)
		}
	}
	return all
}

// growthOf is the logarithm of what a wave grows by in a step, in the mean of many, with a Courant
// number. gamma is of position Verlet; the predictor and corrector have their own forces.
func (w wave) growthOf(scheme Scheme, gamma, courant, alpha, xi float64) float64 {
	u, rho, du, dRho := complex(0.3, 0.7), complex(0.9, -0.2), complex(0, 0), complex(0, 0)
	rates := func(u, rho complex128) (complex128, complex128) {
		i := complex(0, courant*w.sound)
		return i*rho - complex(courant*alpha*w.viscosity, 0)*u,
			i*u - complex(courant*xi*w.diffusion, 0)*rho
	}
	growth := 0.0
	const first, last = 200, 600
	for n := range last {
		if scheme == PredictorCorrector {
			du, dRho = rates(u, rho)
		}
		a, b := rates(u+du/2, rho+dRho/2)
		u, rho = u+a, rho+b
		g := complex(gamma, 0)
		du, dRho = a+g*(a-du), b+g*(b-dRho)
		size := complex(math.Hypot(cmplx.Abs(u), cmplx.Abs(rho))+1e-300, 0)
		u, rho, du, dRho = u/size, rho/size, du/size, dRho/size
		if n >= first {
			growth += math.Log(real(size)) / (last - first)
		}
	}
	return growth
}

// stableCourant is the greatest Courant number, in steps of 0.05, up to which no wave grows.
func stableCourant(scheme Scheme, gamma, alpha, xi float64) (courant float64) {
	all := waves(1.3)
	for c := 0.05; c < 2; c += 0.05 {
		for _, w := range all {
			if w.growthOf(scheme, gamma, c, alpha, xi) > 1e-5 {
				return courant
			}
		}
		courant = c
	}
	return courant
}

// The schemes are stable for sound on a lattice up to the Courant numbers of docs/design/scheme.md.
func TestStableCourant(t *testing.T) {
	for _, test := range []struct {
		scheme                       Scheme
		gamma, alpha, xi, from, upTo float64
	}{
		{PredictorCorrector, 0, 0.06, 0.1, 0.9, 1}, {PredictorCorrector, 0, 0, 0.1, 0.85, 0.95},
		{Verlet, 0, 0.06, 0.1, 0.5, 0.65}, {Verlet, rateExtrapolation, 0.06, 0.1, 0.7, 0.8},
		{Verlet, rateExtrapolation, 0, 0.1, 0.65, 0.75},
		{PredictorCorrector, 0, 0.06, 0, 0.4, 0.5}, {Verlet, rateExtrapolation, 0.06, 0, 0.4, 0.5},
	} {
		name := fmt.Sprintf("%v, γ %g, α %g, ξ %g", test.scheme, test.gamma, test.alpha, test.xi)
		t.Run(name, func(t *testing.T) {
			c := stableCourant(test.scheme, test.gamma, test.alpha, test.xi)
			t.Logf("stable up to a Courant number of %.2f", c)
			if c < test.from-1e-9 || c > test.upTo+1e-9 {
				t.Errorf("stable up to %.2f, not between %g and %g", c, test.from, test.upTo)
			}
		})
	}
}

// What decays does so up to the rate times the step of 2 with the predictor and corrector, and of
// 1 - γ with position Verlet: stableDiffusion allows the same part of either.
func TestStableDecay(t *testing.T) {
	limits := map[Scheme]float64{PredictorCorrector: 2, Verlet: 1 - rateExtrapolation}
	for scheme, limit := range limits {
		decay := wave{viscosity: 1}
		if below := decay.growthOf(scheme, rateExtrapolation, 1, 0.98*limit, 0); below > 0 {
			t.Errorf("%v: %g below the limit", scheme, below)
		}
		// the density of the wave stays, so growth is beyond a size
		if above := decay.growthOf(scheme, rateExtrapolation, 1, 1.02*limit, 0); above < 1e-3 {
			t.Errorf("%v: %g above the limit", scheme, above)
		}
	}
}
