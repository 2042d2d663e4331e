package geometry

// Sphere and plane, the shapes of one smooth face.

import (
	"fmt"
	"math"
)

// Sphere is a ball.
type Sphere struct {
	Centre Vec
	Radius float64
}

// NewSphere is the ball with a centre and a radius.
func NewSphere(centre Vec, radius float64) (Sphere, error) {
	if !finite(centre[0], centre[1], centre[2], radius) || !(radius > 0) {
		return Sphere{}, fmt.Errorf("a sphere about %v has the radius %g m, which should be above 0",
			centre, radius)
	}
	return Sphere{centre, radius}, nil
}

// Bounds is the cube around it.
func (s Sphere) Bounds() Box { return Box{s.Centre, s.Centre}.Grown(s.Radius) }

// Inside reports whether x is in the ball.
func (s Sphere) Inside(x Vec) bool { return distance(x, s.Centre) <= s.Radius }

func (s Sphere) side(x Vec) int {
	switch d := distance(x, s.Centre); {
	case d < s.Radius:
		return 1
	case d == s.Radius:
		return 0
	}
	return -1
}

// Nearest lies on the line through the centre.
func (s Sphere) Nearest(x Vec, within float64) (Surface, bool) {
	n := sub(x, s.Centre)
	d := norm(n)
	if !(math.Abs(d-s.Radius) <= within) {
		return Surface{}, false
	}
	if d == 0 {
		n = Vec{0, 0, 1}
	} else {
		n = times(1/d, n)
	}
	return Surface{d - s.Radius, along(s.Centre, s.Radius, n), n}, true
}

// Along is one chord.
func (s Sphere) Along(from, way Vec, dst []Interval) []Interval {
	f := face{kind: round, o: s.Centre, r: s.Radius}
	if t := f.cut(from, way); t.ok[0] {
		dst = append(dst, Interval{t.at[0], t.at[1]})
	}
	return dst
}

func (s Sphere) faces(x Vec, within float64, dst []face) []face {
	return append(dst, face{kind: round, o: s.Centre, r: s.Radius})
}

// Plane is the half space behind a plane.
type Plane struct {
	Point  Vec // of the plane
	Normal Vec // unit vector out of the solid
}

// NewPlane is the half space behind the plane through a point; the normal, of any length, points
// out of the solid.
func NewPlane(point, normal Vec) (Plane, error) {
	if !finite(point[0], point[1], point[2], normal[0], normal[1], normal[2]) || norm(normal) == 0 {
		return Plane{}, fmt.Errorf("a plane through %v has the normal %v, which has no direction", point,
			normal)
	}
	return Plane{point, unit(normal)}, nil
}

func (p Plane) above(x Vec) float64 { return dot(p.Normal, sub(x, p.Point)) }

// Bounds is infinite, but for the side that a plane across an axis ends.
func (p Plane) Bounds() Box {
	b := space
	for a := range 3 {
		switch p.Normal[a] {
		case 1:
			b.Max[a] = p.Point[a]
		case -1:
			b.Min[a] = p.Point[a]
		}
	}
	return b
}

// Inside reports whether x is behind the plane.
func (p Plane) Inside(x Vec) bool { return p.above(x) <= 0 }

func (p Plane) side(x Vec) int {
	switch d := p.above(x); {
	case d < 0:
		return 1
	case d == 0:
		return 0
	}
	return -1
}

// Nearest is the foot on the plane.
func (p Plane) Nearest(x Vec, within float64) (Surface, bool) {
	d := p.above(x)
	if !(math.Abs(d) <= within) {
		return Surface{}, false
	}
	return Surface{d, along(x, -d, p.Normal), p.Normal}, true
}

// Along is half of the line, all of it, or nothing.
func (p Plane) Along(from, way Vec, dst []Interval) []Interval {
	d, slope := p.above(from), dot(p.Normal, way)
	switch {
	case slope > 0:
		return append(dst, Interval{math.Inf(-1), -d / slope})
	case slope < 0:
		return append(dst, Interval{-d / slope, math.Inf(1)})
	case d <= 0:
		return append(dst, everything)
	}
	return dst
}

func (p Plane) faces(x Vec, within float64, dst []face) []face {
	return append(dst, face{kind: flat, o: p.Point, n: p.Normal})
}
