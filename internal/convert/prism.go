package convert

// Prisms of which only some faces are drawn, as the flume that is open at its top. Each face
// becomes a wall of some layers on the side where no fluid is.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
)

// maskOf reads which faces are left out, by their numbers from 1 on: "1 | 2 | 6" are numbers, and
// a number alone has a bit for each face, so 96 are the faces 6 and 7.
func maskOf(e *element) (func(face int) bool, error) {
	s := strings.TrimSpace(e.value("mask"))
	left := map[int]bool{}
	for part := range strings.SplitSeq(s, "|") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		k, err := strconv.ParseUint(part, 10, 63)
		if err != nil {
			return nil, fmt.Errorf("its mask is %q, but must be a number, or numbers of faces as 1 | 2", s)
		}
		if strings.Contains(s, "|") {
			left[int(min(k, 1<<30))] = true
			continue
		}
		for bit := range 63 {
			left[bit+1] = k>>bit&1 == 1
		}
	}
	return func(face int) bool { return left[face] }, nil
}

// sheath is the faces of a prism that are drawn. Face 1 is the first end and face 2 the other, and
// then come the sides, from that between the first two corners on.
type sheath struct {
	along    int // the axis
	from, to float64
	outline  [][2]float64 // the corners, in their order
	sides    []bool       // drawn, by the corner at which each begins
	first    bool         // the end at from is drawn
	last     bool
	matrix   affine
	scale    float64 // of the matrix
	longer   float64 // at ends where no other side is drawn [m]
}

// sheathed is the sheath of a prism that matrix moves. Where the moved prism is along an axis, too,
// it is taken as it lies then.
func sheathed(polygon []vec, by vec, matrix affine, hidden func(face int) bool,
	closed bool) (*sheath, error) {
	moved := make([]vec, len(polygon))
	for i, x := range polygon {
		moved[i] = tidied(matrix.of(x))
	}
	turned := tidied(minus(matrix.of(by), matrix.of(vec{})))
	s, err := uprightSheath(moved, turned, hidden, closed)
	if err == nil {
		s.matrix, s.scale = identity, 1
		return s, nil
	}
	if s, err = uprightSheath(polygon, by, hidden, closed); err != nil {
		return nil, err
	}
	factors, _, _, err := matrix.parts()
	if err != nil {
		return nil, err
	}
	if !similar(factors) {
		return nil, errors.New("its faces are scaled along other axes; a mesh (STL) has no such limit")
	}
	s.matrix, s.scale = matrix, factors[0]
	return s, nil
}

func uprightSheath(polygon []vec, by vec, hidden func(face int) bool,
	closed bool) (*sheath, error) {
	p, first, err := prismOf(polygon, by)
	if err != nil {
		return nil, err
	}
	s := &sheath{along: first, from: p.From, to: p.To, outline: p.Outline}
	drawn := 0
	for k := range s.outline {
		is := !hidden(k+3) && s.outline[k] != s.outline[(k+1)%len(s.outline)]
		if !closed && k == len(s.outline)-1 {
			is = false
		}
		s.sides = append(s.sides, is)
		if is {
			drawn++
		}
	}
	s.first, s.last = closed && !hidden(1), closed && !hidden(2)
	if by[s.along] < 0 {
		s.first, s.last = s.last, s.first
	}
	if drawn == 0 && !s.first && !s.last {
		return nil, errors.New("its mask leaves no face")
	}
	return s, nil
}

// prismOf is a polygon that is moved along the axis to which it is perpendicular, and that axis.
func prismOf(polygon []vec, by vec) (*casefile.Prism, int, error) {
	for axis := range 3 {
		first, second := others(axis)
		if math.Abs(by[first])+math.Abs(by[second]) > 1e-9 || by[axis] == 0 {
			continue
		}
		at := polygon[0][axis]
		p := &casefile.Prism{Along: axes[axis], From: tidy(at), To: tidy(at + by[axis])}
		p.From, p.To = min(p.From, p.To), max(p.From, p.To)
		for _, x := range polygon {
			if math.Abs(x[axis]-at) > 1e-9 {
				return nil, 0, errors.New("its end is not perpendicular to its sides; a mesh (STL) may be " +
					"of any form")
			}
			p.Outline = append(p.Outline, [2]float64{x[first], x[second]})
		}
		return p, axis, nil
	}
	return nil, 0, errors.New("it is not along an axis; a mesh (STL) may be of any form")
}

// area is positive where the corners go counterclockwise, with the axes of the outline.
func (s *sheath) area() (sum float64) {
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		sum += 0.5 * (a[0]*b[1] - a[1]*b[0])
	}
	return sum
}

// normal points out of the prism at a side. Where the outline has no area it points down, or else
// to lower values.
func (s *sheath) normal(k int) [2]float64 {
	a, b := s.outline[k], s.outline[(k+1)%len(s.outline)]
	n := [2]float64{b[1] - a[1], a[0] - b[0]}
	length := math.Hypot(n[0], n[1])
	n[0], n[1] = n[0]/length, n[1]/length
	up := n[1] > 1e-9 || math.Abs(n[1]) <= 1e-9 && n[0] > 0
	if area := s.area(); area < -1e-12 || area <= 1e-12 && up {
		n[0], n[1] = -n[0], -n[1]
	}
	return n
}

// inside reports whether a point of the plane of the outline lies in it.
func (s *sheath) inside(x [2]float64) (is bool) {
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		if (a[1] > x[1]) != (b[1] > x[1]) && x[0] < a[0]+(x[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			is = !is
		}
	}
	return is
}

// crossed reports whether the way between two points goes through a side that is drawn.
func (s *sheath) crossed(from, to [2]float64) bool {
	turn := func(a, b, c [2]float64) float64 {
		return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
	}
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		if s.sides[k] && turn(from, to, a)*turn(from, to, b) < 0 && turn(a, b, from)*turn(a, b, to) < 0 {
			return true
		}
	}
	return false
}

// reaches reports whether fluid at a point is in the prism, or comes in through a side that is
// open.
func (s *sheath) reaches(x vec) bool {
	at := s.project(x)
	if s.inside(at) {
		return true
	}
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		if !s.sides[k] && a != b && !s.crossed(at, [2]float64{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}) {
			return true
		}
	}
	return false
}

// project is a point of space in the plane of the outline.
func (s *sheath) project(x vec) [2]float64 {
	if s.matrix != identity {
		d := minus(x, s.matrix.shift)
		for j := range 3 {
			x[j] = 0
			for i := range 3 {
				x[j] += s.matrix.linear[i][j] * d[i] / (s.scale * s.scale)
			}
		}
	}
	first, second := others(s.along)
	return [2]float64{x[first], x[second]}
}

// open reports whether fluid may come in from above: through a side that looks upwards.
func (s *sheath) open() bool {
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		if s.sides[k] || a == b {
			continue
		}
		var n vec
		first, second := others(s.along)
		side := s.normal(k)
		n[first], n[second] = side[0], side[1]
		if up := minus(s.matrix.of(n), s.matrix.of(vec{})); up[2] > 0.01*s.scale {
			return true
		}
	}
	return s.along == 2 && !s.last && s.matrix == identity
}

// lack takes the faces that another sheath of the same prism draws away, and reports whether it is
// the same prism.
func (s *sheath) lack(other *sheath) bool {
	if s == nil || other == nil || s.matrix != other.matrix || s.along != other.along ||
		s.from != other.from || s.to != other.to || !slices.Equal(s.outline, other.outline) {
		return false
	}
	for k := range s.sides {
		s.sides[k] = s.sides[k] && !other.sides[k]
	}
	s.first, s.last = s.first && !other.first, s.last && !other.last
	return true
}

// wall is a wall at each face that is drawn, from and to in metres outwards from the face. Where
// two faces meet the walls do, too.
func (s *sheath) wall(from, to float64) (casefile.Shape, error) {
	from, to = from/s.scale, to/s.scale
	low, high := s.from, s.to
	if s.first {
		low -= max(to, 0)
	}
	if s.last {
		high += max(to, 0)
	}
	var parts []casefile.Shape
	if !s.first && !s.last && !slices.Contains(s.sides, true) {
		return casefile.Shape{}, merely("all of its faces were opened again")
	}
	add := func(outline [][2]float64, low, high float64) {
		for i, x := range outline {
			outline[i] = [2]float64{tidy(x[0]), tidy(x[1])}
		}
		parts = append(parts, casefile.Shape{Prism: &casefile.Prism{
			Along: axes[s.along], From: tidy(low), To: tidy(high), Outline: outline,
		}})
	}
	for k, is := range s.sides {
		if is {
			add(s.plate(k, from, to), low, high)
		}
	}
	if s.first {
		add(plain2(s.outline), s.from-to, s.from-from)
	}
	if s.last {
		add(plain2(s.outline), s.to+from, s.to+to)
	}
	shape := parts[0]
	if len(parts) > 1 {
		shape = casefile.Shape{Union: parts}
	}
	return s.matrix.place(shape)
}

// plain2 is an outline without corners that repeat.
func plain2(outline [][2]float64) (all [][2]float64) {
	for k, x := range outline {
		if x != outline[(k+1)%len(outline)] {
			all = append(all, x)
		}
	}
	return all
}

// plate is the cross-section of the wall at a side. Its corners lie on the lines at the same
// distance from the sides next to it, where these are drawn.
func (s *sheath) plate(k int, from, to float64) [][2]float64 {
	n := len(s.outline)
	a, b := s.outline[k], s.outline[(k+1)%n]
	normal := s.normal(k)
	before, after := s.next(k, -1), s.next(k, 1)
	corner := func(at [2]float64, neighbour int, by float64) [2]float64 {
		shift := normal
		if neighbour >= 0 {
			m := s.normal(neighbour)
			along := [2]float64{at[0]*2 - a[0] - b[0], at[1]*2 - a[1] - b[1]} // beyond the corner
			length := math.Hypot(along[0], along[1])
			switch bend := 1 + m[0]*normal[0] + m[1]*normal[1]; {
			case bend > 0.2:
				shift = [2]float64{(m[0] + normal[0]) / bend, (m[1] + normal[1]) / bend}
			case m[0]*along[0]+m[1]*along[1] > 0: // sharp, where a mitre would be long
				shift = [2]float64{normal[0] + 2*along[0]/length, normal[1] + 2*along[1]/length}
			}
		} else if s.longer > 0 {
			length := math.Hypot(b[0]-a[0], b[1]-a[1]) / 2 / s.longer
			at[0] += (at[0] - 0.5*(a[0]+b[0])) / length
			at[1] += (at[1] - 0.5*(a[1]+b[1])) / length
		}
		return [2]float64{at[0] + shift[0]*by, at[1] + shift[1]*by}
	}
	p := [][2]float64{
		corner(a, before, from), corner(b, after, from), corner(b, after, to), corner(a, before, to),
	}
	for _, pair := range [][2]int{{0, 1}, {3, 2}} { // lines that are used up between their neighbours
		x, y := p[pair[0]], p[pair[1]]
		if (y[0]-x[0])*(b[0]-a[0])+(y[1]-x[1])*(b[1]-a[1]) <= 0 {
			middle := [2]float64{0.5 * (x[0] + y[0]), 0.5 * (x[1] + y[1])}
			p[pair[0]], p[pair[1]] = middle, middle
		}
	}
	return plain2(p)
}

// next is the side before or after one if it is drawn and shares a corner, else -1.
func (s *sheath) next(k, step int) int {
	n := len(s.outline)
	for i := 1; i < n; i++ {
		j := (k + step*i + n*n) % n
		if s.outline[j] == s.outline[(j+1)%n] {
			continue // no side, as the corner repeats
		}
		if s.sides[j] {
			return j
		}
		break
	}
	return -1
}
