// Package latticetest is the oracle of the lattice Boltzmann method D2Q37: a step as plain loops,
// with an equilibrium of its own. Tests of package lattice and of the kernels compare with it.
package latticetest

import (
	"math"
	"sync"

	"gpusph/grid/lattice"
)

const degree = 4 // of the expansion

// hermite is the polynomial Heₙ(x).
func hermite(n int, x float64) float64 {
	before, now := 0.0, 1.0
	for k := range n {
		before, now = now, x*now-float64(k)*before
	}
	return now
}

// gaussianHermite is the mean of Heₙ(x) where x has mean u and variance 1 + e.
func gaussianHermite(n int, u, e float64) float64 {
	return [...]float64{1, u, u*u + e, u * (u*u + 3*e), u*u*(u*u+6*e) + 3*e*e}[n]
}

// products are w Heᵢ(cx) Heⱼ(cy)/(i! j!) of each velocity, in units of T₀.
var products = sync.OnceValue(func() (all [lattice.Populations][degree + 1][degree + 1]float64) {
	m := lattice.D2Q37()
	r := 1 / math.Sqrt(m.Temperature)
	factorial := [...]float64{1, 1, 2, 6, 24}
	for l, c := range m.Velocities {
		for i := 0; i <= degree; i++ {
			for j := 0; i+j <= degree; j++ {
				all[l][i][j] = m.Weights[m.Shell[l]] * hermite(i, r*float64(c[0])) *
					hermite(j, r*float64(c[1])) / (factorial[i] * factorial[j])
			}
		}
	}
	return all
})

// Equilibrium is the expansion as products of Hermite polynomials of x and y:
// f = w ρ Σ aᵢ aⱼ Heᵢ(cx) Heⱼ(cy)/(i! j!) over i + j ≤ 4, in units of T₀.
func Equilibrium(rho, ux, uy, temperature float64) (f [lattice.Populations]float64) {
	m, basis := lattice.D2Q37(), products()
	r, e := 1/math.Sqrt(m.Temperature), temperature/m.Temperature-1
	for i := 0; i <= degree; i++ {
		for j := 0; i+j <= degree; j++ {
			a := rho * gaussianHermite(i, r*ux, e) * gaussianHermite(j, r*uy, e)
			for l := range f {
				f[l] += a * basis[l][i][j]
			}
		}
	}
	return f
}
