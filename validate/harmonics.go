package validate

import (
	"math"
	"math/cmplx"
)

// harmonics are a mean and the harmonics of a period of a curve by least squares,
//
//	y = Re Σ c_k e^(iωkx),  ω = 2π/period,  k = 0 to n;
//
// NaN of a curve with fewer values than unknowns.
func (c Curve) harmonics(period float64, n int) []complex128 {
	size := 2*n + 1
	rows := make([][]float64, size) // normal equations, with their right sides
	for i := range rows {
		rows[i] = make([]float64, size+1)
	}
	base := make([]float64, size)
	for l, x := range c.X {
		base[0] = 1
		for k := 1; k <= n; k++ {
			base[2*k], base[2*k-1] = math.Sincos(2 * math.Pi * float64(k) * x / period)
		}
		for i, a := range base {
			for j, b := range base {
				rows[i][j] += a * b
			}
			rows[i][size] += a * c.Y[l]
		}
	}
	known := solved(rows)
	if len(c.X) < size {
		for i := range known {
			known[i] = math.NaN()
		}
	}
	all := []complex128{complex(known[0], 0)}
	for k := 1; k <= n; k++ {
		all = append(all, complex(known[2*k-1], -known[2*k]))
	}
	return all
}

// amplitudes are the sizes of harmonics.
func (c Curve) amplitudes(period float64, n int) (all []float64) {
	for _, h := range c.harmonics(period, n) {
		all = append(all, cmplx.Abs(h))
	}
	return all
}

// solved is the solution of symmetric, definite equations whose right sides are the last column.
func solved(rows [][]float64) []float64 {
	n := len(rows)
	x := make([]float64, n)
	for i, row := range rows {
		for _, below := range rows[i+1:] {
			part := below[i] / row[i]
			for j := i; j <= n; j++ {
				below[j] -= part * row[j]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = rows[i][n]
		for j := i + 1; j < n; j++ {
			x[i] -= rows[i][j] * x[j]
		}
		x[i] /= rows[i][i]
	}
	return x
}
