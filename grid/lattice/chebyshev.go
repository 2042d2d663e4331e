package lattice

import "math"

// nodes are points between two walls, from the upper one down, and the matrices that differentiate
// values at them: the Chebyshev points x = cos(π j/n), mapped so that they are closer about the
// centre,
//
//	z = h tan(a x)/tan(a),
//
// with 2 h the distance of the walls (Bayliss and Turkel, J. Comput. Phys. 101, 1992). The
// derivatives of smooth functions have spectral accuracy.
type nodes struct {
	h, a   float64
	z      []float64
	first  [][]float64
	second [][]float64
}

// newNodes are n + 1 points, near the centre closer than the given distance if the map can: a is at
// most 1.53, where points at the centre are 16 times as close as without the map.
func newNodes(n int, h, close float64) *nodes {
	p := &nodes{h: h, a: 0.5}
	for ; p.a < 1.53 && math.Pi/float64(n)*h*p.a/math.Tan(p.a) > close; p.a += 0.01 {
	}
	x := make([]float64, n+1)
	for j := range x {
		x[j] = math.Sin(math.Pi * float64(n-2*j) / float64(2*n)) // cos(π j/n), odd to the bit
	}
	p.first = differentiation(x)
	for j := range x {
		p.z = append(p.z, h*math.Tan(p.a*x[j])/math.Tan(p.a))
		c := math.Cos(p.a * x[j])
		slope := math.Tan(p.a) / (h * p.a) * c * c // dx/dz
		for i := range p.first[j] {
			p.first[j][i] *= slope
		}
	}
	p.second = product(p.first, p.first)
	return p
}

// differentiation is the matrix of the derivative at Chebyshev points (Trefethen, Spectral Methods
// in MATLAB, SIAM, 2000, chapter 6). The diagonal is minus the sum of the rest of a row.
func differentiation(x []float64) [][]float64 {
	d := make([][]float64, len(x))
	for i := range d {
		d[i] = make([]float64, len(x))
		for j := range d[i] {
			if i != j {
				d[i][j] = endWeight(j, len(x)) / endWeight(i, len(x)) / (x[i] - x[j])
				d[i][i] -= d[i][j]
			}
		}
	}
	return d
}

// endWeight is the weight of a Chebyshev point in barycentric interpolation.
func endWeight(j, points int) float64 {
	w := float64(1 - 2*(j%2))
	if j == 0 || j == points-1 {
		w /= 2
	}
	return w
}

// at interpolates values at the points (Berrut and Trefethen, SIAM Review 46, 2004). Beyond a wall
// it returns the value there.
func (p *nodes) at(z float64, values []float64) float64 {
	z = max(-p.h, min(p.h, z))
	x := math.Atan(math.Tan(p.a)*z/p.h) / p.a
	sum, weights := 0.0, 0.0
	n := len(p.z) - 1
	for j, v := range values {
		distance := x - math.Sin(math.Pi*float64(n-2*j)/float64(2*n))
		if distance == 0 {
			return v
		}
		w := endWeight(j, n+1) / distance
		sum, weights = sum+w*v, weights+w
	}
	return sum / weights
}

// product is that of square matrices.
func product(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(a))
		for k, f := range a[i] {
			for j := range c[i] {
				c[i][j] += f * b[k][j]
			}
		}
	}
	return c
}

// times is the product of a matrix and values at points.
func times(a [][]float64, v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range out {
		for j, f := range a[i] {
			out[i] += f * v[j]
		}
	}
	return out
}
