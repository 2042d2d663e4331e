package lattice

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// jacobian is ∂f_eq/∂f of a uniform fluid, by differences.
func jacobian(t, ux, uy float64) (all [Populations][Populations]float64) {
	m := D2Q37()
	equilibrium := func(f *[Populations]float64) (eq [Populations]float64) {
		rho, x, y, warm := m.Moments(f)
		m.Equilibrium(rho, x, y, warm, &eq)
		return eq
	}
	const step = 1e-5
	for j := range all {
		var more, less [Populations]float64
		m.Equilibrium(1, ux, uy, t, &more)
		less = more
		more[j] += step
		less[j] -= step
		a, b := equilibrium(&more), equilibrium(&less)
		for i := range all {
			all[i][j] = (a[i] - b[i]) / (2 * step)
		}
	}
	return all
}

// growth is the greatest factor of a wave in a step: the absolute eigenvalue of the complex matrix,
// of which the real one has real and imaginary parts.
func growth(jacobian *[Populations][Populations]float64, tau, kx, ky float64) float64 {
	const n = Populations
	whole := mat.NewDense(2*n, 2*n, nil)
	for i, c := range D2Q37().Velocities {
		turn := cmplx.Exp(complex(0, -kx*float64(c[0])-ky*float64(c[1])))
		for j, of := range jacobian[i] {
			v := of / tau
			if i == j {
				v += 1 - 1/tau
			}
			whole.Set(i, j, real(turn)*v)
			whole.Set(i+n, j+n, real(turn)*v)
			whole.Set(i, j+n, -imag(turn)*v)
			whole.Set(i+n, j, imag(turn)*v)
		}
	}
	var e mat.Eigen
	e.Factorize(whole, mat.EigenNone)
	greatest := 0.0
	for _, v := range e.Values(nil) {
		greatest = max(greatest, cmplx.Abs(v))
	}
	return greatest
}

// unstable reports whether a wave grows on a fluid that moves along an axis, along a diagonal or
// between. The moduli of waves that do not grow are 1 within rounding.
func unstable(over, mach, tau float64) bool {
	const waves = 8
	for _, angle := range []float64{0, 0.4, math.Pi / 4} {
		speed := mach * math.Sqrt(2*over*warmth)
		j := jacobian(over*warmth, speed*math.Cos(angle), speed*math.Sin(angle))
		for a := 0; a <= waves; a++ {
			for b := -waves; b <= waves; b++ {
				if growth(&j, tau, math.Pi/waves*float64(a), math.Pi/waves*float64(b)) > 1+1e-6 {
					return true
				}
			}
		}
	}
	return false
}

// TestStable: on a coarse set of waves no wave grows at the limits of Stable, which are rounded,
// and one does at a quarter of them.
func TestStable(t *testing.T) {
	for _, c := range []struct{ over, mach float64 }{{0.65, 0.1}, {0.8, 0.2}, {0.9, 0.2}, {1.2, 0.1},
		{1.35, 0.2}} {
		limit := Stable(c.over*warmth, c.mach) - 0.5
		if unstable(c.over, c.mach, 0.5+1.02*limit) {
			t.Errorf("%+v is not stable at τ - 1/2 = %g", c, limit)
		}
		if !unstable(c.over, c.mach, 0.5+limit/4) {
			t.Errorf("%+v is stable at τ - 1/2 = %g", c, limit/4)
		}
	}
	for _, c := range []struct{ over, mach float64 }{{0.59, 0}, {1.61, 0}, {1, 0.21},
		{math.NaN(), 0}} {
		if limit := Stable(c.over*warmth, c.mach); !math.IsInf(limit, 1) {
			t.Errorf("%+v has a limit, %g", c, limit)
		}
	}
	for _, c := range []struct{ over, mach, limit float64 }{
		{0.65, 0.2, stable[1][1]}, {1.6, 0.2, stable[1][20]}, {1.6, 0, stable[0][20]},
		{0.625, 0.1, (stable[0][0] + stable[0][1]) / 2},
		{0.625, 0.15, (stable[0][0] + stable[0][1] + stable[1][0] + stable[1][1]) / 4},
	} {
		if is := Stable(c.over*warmth*(1-1e-14), c.mach) - 0.5; math.Abs(is-c.limit) > 1e-9 {
			t.Errorf("%+v has a limit, %g", c, is)
		}
	}
}
