package geometry

// Flows in two dimensions.

import "math"

// sectioned is the part of a shape in the plane y = 0. Distances, points and normals are in that
// plane.
type sectioned struct {
	Shape
	little, reach float64
}

// Section is a shape for a flow in two dimensions, in the plane y = 0: distances, nearest points
// and normals are those of the curves in which its surface cuts that plane. A sphere becomes a
// disc. A y that is asked about counts as 0.
//
// Combine and move shapes first, and take the section of the whole. No face should lie in the
// plane, but of boxes and of prisms along y.
func Section(s Shape) Shape {
	s, all := endless(s)
	if all {
		return s
	}
	c := combine(anyOf, []Shape{s})
	return &sectioned{s, c.little, c.reach}
}

// endless is a shape with the same section, that goes on along y as it is at y = 0 where that is
// simple. It reports whether this is so everywhere: then nothing of it is across the plane, and it
// is its own section.
func endless(s Shape) (Shape, bool) {
	inf := math.Inf(1)
	switch o := s.(type) {
	case Box:
		if o.Min[1] <= 0 && o.Max[1] >= 0 {
			o.Min[1], o.Max[1] = -inf, inf
			return o, true
		}
	case *Prism:
		if o.axis == 1 && o.low <= 0 && o.high >= 0 {
			return &Prism{o.outline, 1, -inf, inf}, true
		}
	case Plane:
		return o, o.Normal[1] == 0
	case *moved: // turned about y: its ends along y are moved away from the plane, so that none lies in it
		if !o.keepsY() {
			break
		}
		y := o.in(Vec{})[1]
		switch inner := o.shape.(type) {
		case Box:
			if inner.Min[1] <= y && inner.Max[1] >= y {
				far := inner.size()
				inner.Min[1], inner.Max[1] = y-far, y+far
				return move(inner, o.motion), false
			}
		case *Prism:
			if inner.axis == 1 && inner.low <= y && inner.high >= y {
				far := inner.Bounds().size()
				return move(&Prism{inner.outline, 1, y - far, y + far}, o.motion), false
			}
		}
	case *combined:
		parts, all := make([]Shape, len(o.parts)), true
		for i, p := range o.parts {
			e, ok := endless(p)
			parts[i], all = e, all && ok
		}
		return combine(o.op, parts), all
	}
	return s, false
}

func flattened(x Vec) Vec { return Vec{x[0], 0, x[2]} }

// Inside reports whether x is in the shape, at y = 0.
func (s *sectioned) Inside(x Vec) bool { return s.Shape.Inside(flattened(x)) }

func (s *sectioned) side(x Vec) int { return s.Shape.side(flattened(x)) }

// Nearest is the nearest point of the curves in the plane y = 0.
func (s *sectioned) Nearest(x Vec, within float64) (Surface, bool) {
	x = flattened(x)
	if b := s.Shape.Bounds(); b.away(x) > within && !math.IsInf(b.size(), 0) {
		return Surface{}, false
	}
	// In space the surface is as near or nearer.
	if _, ok := s.Shape.Nearest(x, within); !ok {
		return Surface{}, false
	}
	look := search{shape: s.Shape, little: s.little, reach: norm(x) + s.reach, x: x, plane: true,
		best: math.Nextafter(within, math.Inf(1))}
	if !look.faces() {
		return Surface{}, false
	}
	return towards(x, flattened(look.at), s.Inside(x), look.normal), true
}

// Along is the part of the line at y = 0.
func (s *sectioned) Along(from, way Vec, dst []Interval) []Interval {
	return s.Shape.Along(flattened(from), flattened(way), dst)
}
