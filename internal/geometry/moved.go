package geometry

// Shapes that are shifted, turned and scaled.

import (
	"errors"
	"fmt"
	"math"
)

// motion takes x to scale × turn × x + shift.
type motion struct {
	turn  [3]Vec // the images of the axes, each of length 1
	scale float64
	shift Vec
}

var still = motion{turn: [3]Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, scale: 1}

func (m *motion) turned(x Vec) Vec {
	return along(along(times(x[0], m.turn[0]), x[1], m.turn[1]), x[2], m.turn[2])
}

func (m *motion) out(x Vec) Vec { return along(m.shift, m.scale, m.turned(x)) }

// back is the inverse of turned, in that of out.
func (m *motion) back(x Vec) Vec {
	return Vec{dot(m.turn[0], x), dot(m.turn[1], x),
		dot(m.turn[2], x)}
}

func (m *motion) in(x Vec) Vec { return times(1/m.scale, m.back(sub(x, m.shift))) }

// quarters reports whether the axes become axes.
func (m *motion) quarters() bool {
	for _, e := range m.turn {
		for _, x := range e {
			if x != 0 && math.Abs(x) != 1 {
				return false
			}
		}
	}
	return true
}

// keepsY reports whether y stays y, or becomes -y.
func (m *motion) keepsY() bool {
	return math.Abs(m.turn[1][1]) > 1-1e-15 && m.turn[0][1] == 0 && m.turn[2][1] == 0
}

// after is m behind first.
func (m *motion) after(first *motion) motion {
	r := motion{scale: m.scale * first.scale, shift: m.out(first.shift)}
	for a := range 3 {
		r.turn[a] = m.turned(first.turn[a])
	}
	return r
}

// moved is a shape in axes of its own.
type moved struct {
	motion
	shape  Shape
	bounds Box
}

// move moves the parts of what is combined, and keeps what stays simple as simple.
func move(s Shape, m motion) Shape {
	switch o := s.(type) {
	case *combined:
		parts := make([]Shape, len(o.parts))
		for i, p := range o.parts {
			parts[i] = move(p, m)
		}
		return combine(o.op, parts)
	case *moved:
		return move(o.shape, m.after(&o.motion))
	case Sphere:
		return Sphere{m.out(o.Centre), o.Radius * m.scale}
	case Plane:
		return Plane{m.out(o.Point), m.turned(o.Normal)}
	case Box:
		if m.turn == still.turn {
			return Box{m.out(o.Min), m.out(o.Max)}
		}
		if m.quarters() && finite(o.Min[0], o.Min[1], o.Min[2], o.Max[0], o.Max[1], o.Max[2]) {
			a, b := m.out(o.Min), m.out(o.Max)
			return Box{a, a}.with(Box{b, b})
		}
	}
	b := s.Bounds()
	v := &moved{m, s, nowhere}
	for i := range 8 {
		c := b.Min
		for a := range 3 {
			if i>>a&1 == 1 {
				c[a] = b.Max[a]
			}
		}
		if !finite(c[0], c[1], c[2]) {
			v.bounds = space
			break
		}
		c = m.out(c)
		v.bounds = v.bounds.with(Box{c, c})
	}
	return v
}

// Translate shifts a shape.
func Translate(s Shape, by Vec) (Shape, error) {
	if !finite(by[0], by[1], by[2]) {
		return nil, fmt.Errorf("a shape is shifted by %v, which should be three lengths", by)
	}
	m := still
	m.shift = by
	return move(s, m), nil
}

// Rotate turns a shape about the line through a point along an axis by an angle [rad],
// counterclockwise, with the axis pointing to the viewer.
func Rotate(s Shape, axis Vec, angle float64, about Vec) (Shape, error) {
	if n := norm(axis); !finite(n, angle, about[0], about[1], about[2]) || n == 0 {
		return nil, fmt.Errorf("a shape is turned by %g rad about the axis %v through %v; the axis "+
			"should be a direction", angle, axis, about)
	}
	m, k := still, unit(axis)
	sin, cos := math.Sincos(angle)
	if quarters := math.Round(angle / (math.Pi / 2)); math.Abs(angle-quarters*math.Pi/2) < 1e-14*max(1, math.Abs(angle)) {
		q := (int(math.Mod(quarters, 4)) + 4) % 4 // right angles are exact
		sin, cos = [4]float64{0, 1, 0, -1}[q], [4]float64{1, 0, -1, 0}[q]
	}
	for a, e := range still.turn { // after Rodrigues
		m.turn[a] = along(along(times(cos, e), sin, cross(k, e)), (1-cos)*k[a], k)
	}
	m.shift = sub(about, m.turned(about))
	return move(s, m), nil
}

// Scale makes a shape larger by a factor along each axis, away from the origin. Boxes and meshes
// take any factors above 0. Others take three equal ones.
func Scale(s Shape, by Vec) (Shape, error) {
	for a := range 3 {
		if !finite(by[a]) || !(by[a] > 0) {
			return nil, fmt.Errorf("a shape is scaled by %v; all three factors should be above 0", by)
		}
	}
	if by[0] == by[1] && by[1] == by[2] {
		m := still
		m.scale = by[0]
		return move(s, m), nil
	}
	stretch := func(x Vec) Vec { return Vec{x[0] * by[0], x[1] * by[1], x[2] * by[2]} }
	if b, ok := s.(Box); ok {
		return Box{stretch(b.Min), stretch(b.Max)}, nil
	}
	to := still
	if v, ok := s.(*moved); ok {
		s, to = v.shape, v.motion
	}
	if h, ok := s.(*HeightMap); ok {
		s = h.Mesh
	}
	if m, ok := s.(*Mesh); ok {
		return m.mapped(func(x Vec) Vec { return stretch(to.out(x)) })
	}
	return nil, errors.New("only boxes and meshes can be scaled differently along x, y and z, since " +
		"distances to other shapes would no longer be exact; use one factor, or a mesh")
}

// Bounds have the corners of the bounds of the shape as it was.
func (v *moved) Bounds() Box { return v.bounds }

// Inside reports whether x is in the shape.
func (v *moved) Inside(x Vec) bool { return v.shape.Inside(v.in(x)) }

func (v *moved) side(x Vec) int { return v.shape.side(v.in(x)) }

// Nearest asks the shape in its own axes.
func (v *moved) Nearest(x Vec, within float64) (Surface, bool) {
	s, ok := v.shape.Nearest(v.in(x), within/v.scale)
	if !ok {
		return s, false
	}
	return Surface{s.Distance * v.scale, v.out(s.Point), v.turned(s.Normal)}, true
}

// Along asks the shape in its own axes.
func (v *moved) Along(from, way Vec, dst []Interval) []Interval {
	return v.shape.Along(v.in(from), times(1/v.scale, v.back(way)), dst)
}

func (v *moved) faces(x Vec, within float64, dst []face) []face {
	n := len(dst)
	dst = v.shape.faces(v.in(x), within/v.scale, dst)
	for i := n; i < len(dst); i++ {
		dst[i] = dst[i].moved(&v.motion)
	}
	return dst
}

// Frame is axes of a shape: it takes points of these to where the shape is.
type Frame struct{ of motion }

// Upright is the frame of the axes x, y and z.
func Upright() Frame { return Frame{still} }

// InFrame is a shape in axes of its own, as it was before it was turned, and the frame that takes
// it back. Shapes that are not turned, and combinations, are in the axes x, y and z.
func InFrame(s Shape) (own Shape, f Frame) {
	if m, ok := s.(*moved); ok {
		return m.shape, Frame{m.motion}
	}
	return s, Upright()
}

// Out takes a point of the frame to where it is [m].
func (f Frame) Out(x Vec) Vec { return f.of.out(x) }

// Scale is the length that 1 m of the frame has [m].
func (f Frame) Scale() float64 { return f.of.scale }

// InPlane reports whether the plane y = 0 of the frame is the one in which flows in two dimensions
// are.
func (f Frame) InPlane() bool { return f.of.keepsY() && f.of.shift[1] == 0 }
