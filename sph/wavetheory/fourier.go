package wavetheory

import (
	"errors"
	"math"

	"gpusph/internal/text"
)

// terms of the series. A wave at 0.7 of the greatest height has Eta_16 below 1e-5 of Eta_1.
const terms = 16

// stream is a wave in its own frame, in which it is steady, in units of 1/k and √(g/k):
//
//	ψ = -ū Y + Σ B_j sinh jY/cosh jD cos jX,  D = kd,
//
// with ψ = -Q and (u² + w²)/2 + Y = R at the points of the surface X_m = mπ/N (M. M. Rienecker and
// J. D. Fenton, A Fourier approximation method for steady water waves, J. Fluid Mech. 104, 1981).
// x has Y_0 … Y_N, B_1 … B_N, ū, Q and R.
type stream struct {
	depth, height float64
	x             []float64
}

// fourier is the wave of a height and a number, which it comes to in steps from a low one.
func fourier(height, depth, gravity, k float64) (*Periodic, error) {
	if most := 0.142 * 2 * math.Pi / k * math.Tanh(k*depth); height > most {
		return nil, errors.New("is higher than waves of its length can be (Miche 1944), " +
			text.Number(most) + " m; use a smaller height")
	}
	s := linearStream(k*depth, k*height)
	const steps = 6
	for i := range steps {
		s.height = k * height * float64(i+1) / steps
		if !s.solve() {
			return nil, errors.New("has no solution of that height; use a smaller one")
		}
	}
	unit := math.Sqrt(gravity / k)
	w := &Periodic{Height: height, Depth: depth, Gravity: gravity, Number: k,
		Speed: unit * s.x[2*terms+1]}
	for j := 1; j <= terms; j++ {
		sum := 0.0
		for m := range terms + 1 {
			y := s.x[m] - s.depth
			if m == 0 || m == terms {
				y /= 2
			}
			sum += y * math.Cos(math.Pi*float64(j*m)/terms)
		}
		if j == terms {
			sum /= 2
		}
		w.Eta = append(w.Eta, 2*sum/terms/k)
		w.U = append(w.U, unit*float64(j)*s.x[terms+j])
	}
	return w, nil
}

// linearStream begins with Airy's wave of a sixth of a height.
func linearStream(depth, height float64) *stream {
	s := &stream{depth: depth, x: make([]float64, 2*terms+4)}
	c := math.Sqrt(math.Tanh(depth))
	for m := range terms + 1 {
		s.x[m] = depth + height/12*math.Cos(math.Pi*float64(m)/terms)
	}
	s.x[terms+1] = height / 12 / c
	s.x[2*terms+1], s.x[2*terms+2], s.x[2*terms+3] = c, c*depth, c*c/2+depth
	return s
}

// roots are sines and cosines of multiples of π/N.
var roots = func() (all [2 * terms][2]float64) {
	for k := range all {
		all[k][0], all[k][1] = math.Sincos(math.Pi * float64(k) / terms)
	}
	return all
}()

// off is by how much the equations are not met.
func (s *stream) off(x []float64) (f []float64) {
	n := terms
	speed, flux, head := x[2*n+1], x[2*n+2], x[2*n+3]
	mean := 0.0
	for m := range n + 1 {
		y := x[m]
		psi, u, w := -speed*y, -speed, 0.0
		for j := 1; j <= n; j++ {
			cosh, sinh := hyperbolic(float64(j)*y, float64(j)*s.depth)
			sin, cos, b := roots[j*m%(2*n)][0], roots[j*m%(2*n)][1], x[n+j]
			psi += b * sinh * cos
			u += float64(j) * b * cosh * cos
			w += float64(j) * b * sinh * sin
		}
		f = append(f, psi+flux, (u*u+w*w)/2+y-head)
		if m == 0 || m == n {
			y /= 2
		}
		mean += y / float64(n)
	}
	return append(f, mean-s.depth, x[0]-x[n]-s.height)
}

// solve meets them by Newton's method, with differences for derivatives.
func (s *stream) solve() bool {
	n := len(s.x)
	for range 30 {
		f := s.off(s.x)
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = make([]float64, n+1)
			rows[i][n] = -f[i]
		}
		for j := range n {
			by := 1e-7 * max(1, math.Abs(s.x[j]))
			was := s.x[j]
			s.x[j] += by
			for i, g := range s.off(s.x) {
				rows[i][j] = (g - f[i]) / by
			}
			s.x[j] = was
		}
		by, ok := solved(rows)
		if !ok {
			return false
		}
		most := 0.0
		for j := range s.x {
			s.x[j] += by[j]
			most = max(most, math.Abs(by[j]))
		}
		if most < 1e-10 {
			return s.x[0] > s.x[terms]
		}
		if !(most < 1e3) {
			return false
		}
	}
	return false
}

// solved solves linear equations, each a row with its right side last, by elimination.
func solved(rows [][]float64) (x []float64, ok bool) {
	n := len(rows)
	for c := range n {
		best := c
		for r := c; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[best][c]) {
				best = r
			}
		}
		rows[c], rows[best] = rows[best], rows[c]
		if rows[c][c] == 0 {
			return nil, false
		}
		for r := c + 1; r < n; r++ {
			part := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= part * rows[c][k]
			}
		}
	}
	x = make([]float64, n)
	for r := n - 1; r >= 0; r-- {
		sum := rows[r][n]
		for k := r + 1; k < n; k++ {
			sum -= rows[r][k] * x[k]
		}
		x[r] = sum / rows[r][r]
	}
	return x, true
}
