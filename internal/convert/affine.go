package convert

// Moves, turns and scales, one after the other.

import (
	"errors"
	"math"
	"strconv"

	"gpusph/internal/casefile"
)

type vec = [3]float64

// affine maps x to linear x + shift.
type affine struct {
	linear [3]vec // rows
	shift  vec
}

var identity = affine{linear: [3]vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}

func (m affine) of(x vec) vec {
	y := m.shift
	for i, row := range m.linear {
		for j, a := range row {
			y[i] += a * x[j]
		}
	}
	return y
}

// inverse takes back what m does, if it keeps volumes from vanishing.
func (m affine) inverse() (n affine, is bool) {
	var columns [3]vec
	for i := range 3 {
		columns[i] = cross(m.linear[(i+1)%3], m.linear[(i+2)%3])
	}
	volume := dot(m.linear[0], columns[0])
	if volume == 0 {
		return identity, false
	}
	for i := range 3 {
		for j := range 3 {
			n.linear[i][j] = columns[j][i] / volume
		}
	}
	n.shift = minus(vec{}, n.of(m.shift))
	return n, true
}

// after is m of what n makes of a point.
func (m affine) after(n affine) affine {
	out := affine{shift: m.of(n.shift)}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out.linear[i][j] += m.linear[i][k] * n.linear[k][j]
			}
		}
	}
	return out
}

func moved(by vec) affine {
	m := identity
	m.shift = by
	return m
}

func scaled(by vec) affine {
	var m affine
	for i := range 3 {
		m.linear[i][i] = by[i]
	}
	return m
}

// turned turns about a line, counterclockwise for who looks against its direction [°].
func turned(point, direction vec, angle float64) (affine, error) {
	length := math.Sqrt(direction[0]*direction[0] + direction[1]*direction[1] +
		direction[2]*direction[2])
	if length == 0 {
		return affine{}, errors.New("its axis has no length")
	}
	var n vec
	for i := range 3 {
		n[i] = direction[i] / length
	}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	var m affine
	for i := range 3 {
		for j := range 3 {
			m.linear[i][j] = (1 - cos) * n[i] * n[j]
		}
		m.linear[i][i] += cos
	}
	for i := range 3 {
		next, last := (i+1)%3, (i+2)%3
		m.linear[next][i] += sin * n[last]
		m.linear[i][next] -= sin * n[last]
	}
	return moved(point).after(m).after(moved(vec{-point[0], -point[1], -point[2]})), nil
}

// diagonal reports whether it only shifts and scales, with positive factors.
func (m affine) diagonal() bool {
	for i, row := range m.linear {
		for j, a := range row {
			if i == j && a <= 0 || i != j && math.Abs(a) > 1e-9 {
				return false
			}
		}
	}
	return true
}

// parts are how a case file says it: scaled first, then turned about a line through the origin,
// then shifted.
func (m affine) parts() (factors vec, axis vec, angle float64, err error) {
	var columns, r [3]vec // r is the turn, by columns
	for j := range 3 {
		for i := range 3 {
			columns[j][i] = m.linear[i][j]
		}
		factors[j] = math.Sqrt(dot(columns[j], columns[j]))
		if factors[j] < 1e-12 {
			return factors, axis, 0, errors.New("it is scaled to nothing")
		}
		for i := range 3 {
			r[j][i] = columns[j][i] / factors[j]
		}
	}
	for j := range 3 {
		if math.Abs(dot(r[j], r[(j+1)%3])) > 1e-6 {
			return factors, axis, 0,
				errors.New("it is turned, and then scaled along other axes, which case files cannot say")
		}
	}
	cross := vec{r[0][1]*r[1][2] - r[0][2]*r[1][1], r[0][2]*r[1][0] - r[0][0]*r[1][2],
		r[0][0]*r[1][1] - r[0][1]*r[1][0]}
	if dot(cross, r[2]) < 0 {
		return factors, axis, 0, errors.New("it is mirrored, which case files cannot say")
	}
	axis = vec{r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]}
	sin, cos := math.Sqrt(dot(axis, axis))/2, (r[0][0]+r[1][1]+r[2][2]-1)/2
	angle = math.Atan2(sin, cos) * 180 / math.Pi
	if sin < 1e-9 { // no turn, or half of one
		if cos > 0 {
			return factors, vec{0, 0, 1}, 0, nil
		}
		i := 0
		for j := range 3 {
			if r[j][j] > r[i][i] {
				i = j
			}
		}
		axis, angle = r[i], 180
		axis[i]++
	}
	length, largest := math.Sqrt(dot(axis, axis)), 0
	for i := range 3 {
		axis[i] /= length
		if math.Abs(axis[i]) > math.Abs(axis[largest])+1e-9 {
			largest = i
		}
	}
	if axis[largest] < 0 {
		for i := range 3 {
			axis[i] = -axis[i]
		}
		angle = -angle
	}
	return factors, axis, angle, nil
}

func dot(a, b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// similar reports whether factors are the same along all axes.
func similar(f vec) bool {
	return math.Abs(f[0]-f[1]) < 1e-9*f[0] && math.Abs(f[0]-f[2]) < 1e-9*f[0]
}

// place is a shape that is not moved yet, moved by m. It is said by the shape's own numbers where
// they can say it.
func (m affine) place(s casefile.Shape) (casefile.Shape, error) {
	if m == identity {
		return s, nil
	}
	factors, axis, angle, err := m.parts()
	if err != nil {
		return s, err
	}
	switch {
	case s.Box != nil && m.diagonal():
		return casefile.Shape{Box: &casefile.Box{Min: tidied(m.of(s.Box.Min)),
			Max: tidied(m.of(s.Box.Max))}}, nil
	case s.Sphere != nil && similar(factors):
		return casefile.Shape{Sphere: &casefile.Sphere{Centre: tidied(m.of(s.Sphere.Centre)),
			Radius: tidy(factors[0] * s.Sphere.Radius)}}, nil
	case s.Cylinder != nil && similar(factors):
		return casefile.Shape{Cylinder: &casefile.Cylinder{From: tidied(m.of(s.Cylinder.From)),
			To: tidied(m.of(s.Cylinder.To)), Radius: tidy(factors[0] * s.Cylinder.Radius)}}, nil
	}
	factors = tidied(factors)
	if !similar(factors) {
		s.Scale = factors[:]
	} else if factors[0] != 1 {
		s.Scale = []float64{factors[0]}
	}
	if angle = tidy(angle); angle != 0 {
		s.Rotate = &casefile.Rotate{Axis: tidied(axis), Angle: angle}
	}
	if shift := tidied(m.shift); shift != (vec{}) {
		s.Translate = &shift
	}
	return s, nil
}

// tidy drops the last digits, in which 0.1 + 0.2 is not 0.3.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return y
}

func tidied(x vec) vec { return vec{tidy(x[0]), tidy(x[1]), tidy(x[2])} }
