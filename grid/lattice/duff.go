package lattice

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Psi is ψ of Duff, Harlow and Hirt, Phys. Fluids 5, 1962: how much slower a wave of wave number k
// grows on a diffuse interface than on a sharp one, σ² = A g k/ψ, where the fluid is incompressible
// and has no viscosity. It is found from the greatest eigenvalue σ² of
//
//	(ρ w')' - k² ρ w = -(g k²/σ²) ρ' w,  w = 0 at the walls,
//
// with ρ = 1/T, the density of the base without its stratification. For a tanh of width δ, small A
// and walls far away ψ = 1 + k δ.
func (b *Base) Psi(k float64) (float64, error) {
	n := len(b.z) - 2
	rho := make([]float64, n+2)
	for i, t := range b.temperature {
		rho[i] = 1 / t
	}
	slope := times(b.first, rho)
	left, right := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		right.Set(i, i, b.gravity*k*k*slope[i+1])
		for j := range n {
			left.Set(i, j, -rho[i+1]*b.second[i+1][j+1]-slope[i+1]*b.first[i+1][j+1])
		}
		left.Set(i, i, left.At(i, i)+k*k*rho[i+1])
	}
	var m mat.Dense
	if err := m.Solve(left, right); err != nil {
		return 0, err
	}
	var e mat.Eigen
	if !e.Factorize(&m, mat.EigenNone) {
		return 0, errors.New("the eigenvalues of the interface do not converge")
	}
	fastest := 0.0
	for _, v := range e.Values(nil) {
		if imag(v) == 0 {
			fastest = max(fastest, real(v))
		}
	}
	if fastest == 0 {
		return 0, errors.New("no wave of the interface grows")
	}
	return b.atwood() * b.gravity * k / fastest, nil
}

// atwood is A of the layers at the walls.
func (b *Base) atwood() float64 {
	cold, hot := b.temperature[0], b.temperature[len(b.temperature)-1]
	return (hot - cold) / (hot + cold)
}

// Duff is the rate of Duff, Harlow and Hirt [1/step],
//
//	σ = √(A g k/ψ + ν² k⁴) - (ν + D) k²,
//
// with ν and D = ν at the mean temperature of the layers. Beside Mode.Rate it neglects the
// stratification, the finite shear at the interface and that ν rises with the temperature.
func (b *Base) Duff(k float64) (float64, error) {
	psi, err := b.Psi(k)
	if err != nil {
		return 0, err
	}
	nu := b.excess * (b.temperature[0] + b.temperature[len(b.temperature)-1]) / 2
	return math.Sqrt(b.atwood()*b.gravity*k/psi+nu*nu*k*k*k*k) - 2*nu*k*k, nil
}
