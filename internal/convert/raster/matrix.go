package raster

import "math"

// A matrix is an affine map: p → rows of [linear | shift].
type matrix [3][4]float64

var identity = matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}

func (m *matrix) point(p [3]float64) (q [3]float64) {
	for a := range 3 {
		q[a] = m[a][0]*p[0] + m[a][1]*p[1] + m[a][2]*p[2] + m[a][3]
	}
	return q
}

// times is the map that applies t first, then m. GenCase composes so: <move> followed by
// <rotate> turns the figure about its own origin and then moves it.
func (m *matrix) times(t matrix) (r matrix) {
	for a := range 3 {
		for b := range 4 {
			for c := range 3 {
				r[a][b] += m[a][c] * t[c][b]
			}
		}
		r[a][3] += m[a][3]
	}
	return r
}

func shift(v [3]float64) matrix {
	m := identity
	for a := range 3 {
		m[a][3] = v[a]
	}
	return m
}

// turn is the rotation by the angle [degrees] about an axis through a point (Rodrigues).
func turn(angle float64, through, axis [3]float64) matrix {
	length := norm(axis)
	if length == 0 {
		return identity
	}
	u := scaled(axis, 1/length)
	s, c := math.Sincos(angle * degree)
	m := matrix{}
	for a := range 3 {
		for b := range 3 {
			m[a][b] = (1 - c) * u[a] * u[b]
		}
		m[a][a] += c
	}
	m[0][1] -= s * u[2]
	m[0][2] += s * u[1]
	m[1][0] += s * u[2]
	m[1][2] -= s * u[0]
	m[2][0] -= s * u[1]
	m[2][1] += s * u[0]
	to := shift(through)
	to = to.times(m)
	return to.times(shift(scaled(through, -1)))
}

// straight reports whether the map takes boxes along the axes to such boxes.
func (m *matrix) straight() bool {
	for a := range 3 {
		zeros := 0
		for b := range 3 {
			if math.Abs(m[a][b]) < 1e-9 {
				zeros++
			}
		}
		if zeros < 2 {
			return false
		}
	}
	return true
}

func norm(v [3]float64) float64 { return math.Sqrt(dot(v, v)) }

func dot(v, w [3]float64) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func cross(v, w [3]float64) [3]float64 {
	return [3]float64{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

func scaled(v [3]float64, by float64) [3]float64 {
	return [3]float64{by * v[0], by * v[1], by * v[2]}
}

func plus(v, w [3]float64) [3]float64 {
	return [3]float64{v[0] + w[0], v[1] + w[1], v[2] + w[2]}
}

func minus(v, w [3]float64) [3]float64 {
	return [3]float64{v[0] - w[0], v[1] - w[1], v[2] - w[2]}
}
