package geometry

// Shapes of shapes: union, difference, intersection, complement.

import (
	"math"
	"slices"
)

type operation uint8

const (
	anyOf  operation = iota // union
	allOf                   // intersection
	noneOf                  // complement
)

// combined is shapes that are combined. What its surface is, search.go finds.
type combined struct {
	op     operation
	parts  []Shape
	bounds Box
	leaves []Shape // those that are not combined, in order
	little float64 // what is as close is taken as one point [m]
	reach  float64 // no surface is farther from the origin, but of what is infinite [m]
}

func combine(op operation, parts []Shape) *combined {
	c := &combined{op: op, parts: parts, bounds: parts[0].Bounds()}
	for _, p := range parts {
		switch b := p.Bounds(); op {
		case anyOf:
			c.bounds = c.bounds.with(b)
		case allOf:
			c.bounds = c.bounds.common(b)
		case noneOf:
			c.bounds = space
		}
		if inner, ok := p.(*combined); ok {
			c.leaves = append(c.leaves, inner.leaves...)
		} else {
			c.leaves = append(c.leaves, p)
		}
	}
	c.little, c.reach = scales(c.leaves)
	return c
}

// scales are a length that is little for some shapes, but more than rounding where they are, and one in which all of them are, but for what is
// infinite, from the origin [m].
func scales(leaves []Shape) (little, reach float64) {
	var size, far float64
	for _, l := range leaves {
		b := l.Bounds()
		size = max(size, b.size())
		for a := range 3 {
			for _, x := range [2]float64{b.Min[a], b.Max[a]} {
				if !math.IsInf(x, 0) {
					far = max(far, math.Abs(x))
				}
			}
		}
	}
	if size == 0 {
		size = max(far, 1)
	}
	return max(1e-8*size, 1e-12*far), 2 * (size + far)
}

// Union is what is in any of the shapes.
func Union(first Shape, more ...Shape) Shape { return gather(anyOf, first, more) }

// Intersection is what is in all of the shapes.
func Intersection(first Shape, more ...Shape) Shape { return gather(allOf, first, more) }

// Difference is what is in the first shape and in none of the others.
func Difference(first Shape, less ...Shape) Shape {
	if len(less) == 0 {
		return first
	}
	return Intersection(first, Complement(Union(less[0], less[1:]...)))
}

// Complement is all that is not in the shape, and its surface: a tank's walls are what is outside of a box.
func Complement(s Shape) Shape {
	switch o := s.(type) {
	case Plane:
		return Plane{o.Point, times(-1, o.Normal)}
	case *combined:
		if o.op == noneOf {
			return o.parts[0]
		}
	}
	return combine(noneOf, []Shape{s})
}

// gather makes one level of unions of unions.
func gather(op operation, first Shape, more []Shape) Shape {
	if len(more) == 0 {
		return first
	}
	var parts []Shape
	for _, s := range append([]Shape{first}, more...) {
		if c, ok := s.(*combined); ok && c.op == op {
			parts = append(parts, c.parts...)
		} else {
			parts = append(parts, s)
		}
	}
	return combine(op, parts)
}

// Bounds follow from those of the shapes.
func (c *combined) Bounds() Box { return c.bounds }

// Inside says whether x is in the combination.
func (c *combined) Inside(x Vec) bool { return c.side(x) >= 0 }

func (c *combined) side(x Vec) int {
	switch c.op {
	case noneOf:
		return -c.parts[0].side(x)
	case anyOf:
		side := -1
		for _, p := range c.parts {
			if side = max(side, p.side(x)); side > 0 {
				break
			}
		}
		return side
	}
	side := 1
	for _, p := range c.parts {
		if side = min(side, p.side(x)); side < 0 {
			break
		}
	}
	return side
}

// Along combines the intervals of the shapes.
func (c *combined) Along(from, way Vec, dst []Interval) []Interval {
	begin, least := len(dst), 1e-3*c.little/norm(way)
	return tidied(c.along(from, way, dst), begin, least)
}

func (c *combined) along(from, way Vec, dst []Interval) []Interval {
	var buffer, other, more [8]Interval
	in := c.parts[0].Along(from, way, buffer[:0])
	switch c.op {
	case noneOf:
		return complement(in, dst)
	case anyOf:
		for _, p := range c.parts[1:] {
			in = p.Along(from, way, in)
		}
		return union(in, dst)
	}
	spare := more[:0]
	for _, p := range c.parts[1:] {
		if len(in) == 0 {
			return dst
		}
		next := intersection(in, p.Along(from, way, other[:0]), spare[:0])
		in, spare = next, in
	}
	return append(dst, in...)
}

func (c *combined) faces(x Vec, within float64, dst []face) []face {
	for i, l := range c.leaves {
		if b := l.Bounds(); b.away(x) > within {
			continue
		}
		n := len(dst)
		dst = l.faces(x, within, dst)
		for j := n; j < len(dst); j++ {
			dst[j].leaf = i
		}
	}
	return dst
}

// Nearest looks first at the surfaces of the shapes. If the nearest of their points is on the combination's surface, nothing is nearer.
// Otherwise the nearest may be where surfaces meet.
func (c *combined) Nearest(x Vec, within float64) (Surface, bool) {
	inside := c.Inside(x)
	if len(c.leaves) == 1 { // a complement
		s, ok := c.leaves[0].Nearest(x, within)
		if ok {
			s.Distance, s.Normal = -s.Distance, times(-1, s.Normal)
		}
		return s, ok
	}
	var buffer [16]Surface
	near := buffer[:0]
	for _, l := range c.leaves {
		if b := l.Bounds(); b.away(x) > within {
			continue
		}
		if s, ok := l.Nearest(x, within); ok {
			near = append(near, s)
		}
	}
	if len(near) == 0 {
		return Surface{}, false
	}
	slices.SortStableFunc(near, func(a, b Surface) int {
		switch d, e := math.Abs(a.Distance), math.Abs(b.Distance); {
		case d < e:
			return -1
		case d > e:
			return 1
		}
		return 0
	})
	s := search{shape: c, little: c.little, reach: norm(x) + c.reach, x: x, best: math.Nextafter(within, math.Inf(1))}
	for i, n := range near {
		if s.try(n.Point, n.Point, n.Normal) {
			if i == 0 {
				return towards(x, s.at, inside, s.normal), true
			}
			break
		}
	}
	if !s.faces() {
		return Surface{}, false
	}
	return towards(x, s.at, inside, s.normal), true
}
