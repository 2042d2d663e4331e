package geometry

// Shapes of shapes: union, difference, intersection, complement.

import (
	"cmp"
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

// scales are a length that is little for some shapes, but more than rounding where they are, and
// one in which all of them are, but for what is infinite, from the origin [m].
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

// Complement is all that is not in the shape, and its surface: a tank's walls are what is outside
// of a box.
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

// Inside reports whether x is in the combination.
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

// sideOf is side, from those of the leaves, and how many of them it has taken.
func (c *combined) sideOf(leaves []int8) (side int8, taken int) {
	for i, p := range c.parts {
		var of int8
		n := 1
		if inner, ok := p.(*combined); ok {
			of, n = inner.sideOf(leaves[taken:])
		} else {
			of = leaves[taken]
		}
		taken += n
		switch {
		case c.op == noneOf:
			side = -of
		case i == 0:
			side = of
		case c.op == anyOf:
			side = max(side, of)
		default:
			side = min(side, of)
		}
	}
	return side, taken
}

// part is the nearest point of a leaf.
type part struct {
	Surface
	leaf int
}

// Nearest looks first at the surfaces of the leaves. If the nearest of their points is on the
// combination's surface, nothing is nearer. Otherwise the nearest may be where surfaces meet.
func (c *combined) Nearest(x Vec, within float64) (Surface, bool) {
	var nearBuffer [16]part
	var sidesBuffer [16]int8
	near, sides := nearBuffer[:0], sidesBuffer[:0]
	near, sides = c.leavesNear(x, within, near, sides)
	if len(near) == 0 {
		return Surface{}, false
	}
	side, _ := c.sideOf(sides)
	inside := side >= 0
	first := near[0]
	if len(near) == 1 || math.Abs(near[1].Distance) > math.Abs(first.Distance)+4*c.little {
		// Between x and that point there is no other surface, so there the other leaves have x on
		// the same side as here.
		sides[first.leaf] = 1
		behind, _ := c.sideOf(sides)
		sides[first.leaf] = -1
		before, _ := c.sideOf(sides)
		if behind != before {
			if behind < before { // a complement
				first.Normal = times(-1, first.Normal)
			}
			first.Distance = math.Abs(first.Distance)
			if inside {
				first.Distance = -first.Distance
			}
			return first.Surface, true
		}
		near = near[1:]
	}
	s := search{shape: c, little: c.little, reach: norm(x) + c.reach, x: x,
		best: math.Nextafter(within, math.Inf(1))}
	for i, n := range near {
		if s.try(n.Point, n.Point, n.Normal) {
			if i == 0 && n.leaf == first.leaf {
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

// leavesNear appends the nearest points of the leaves that have one within a distance of x to near,
// the nearest first, and the side of x of each leaf to sides.
func (c *combined) leavesNear(x Vec, within float64, near []part, sides []int8) ([]part, []int8) {
	for i, l := range c.leaves {
		b := l.Bounds()
		if b.away(x) > within {
			sides = append(sides, -1)
			continue
		}
		s, ok := l.Nearest(x, within)
		switch {
		case !ok:
			sides = append(sides, int8(l.side(x)))
			continue
		case s.Distance < 0:
			sides = append(sides, 1)
		case s.Distance == 0:
			sides = append(sides, 0)
		default:
			sides = append(sides, -1)
		}
		near = append(near, part{s, i})
	}
	slices.SortStableFunc(near, func(a,
		b part) int {
		return cmp.Compare(math.Abs(a.Distance), math.Abs(b.Distance))
	})
	return near, sides
}
