package geometry

// The nearest point of the surface of what is combined, or of what is cut by a plane.
//
// The surface of a combination is made of parts of its shapes' faces. So its point nearest to x is
// the foot of x on a face, or the nearest point of a curve in which two faces meet, or a point in
// which three do. All of these that are closer than the best so far are tried. One that truly lies
// on the surface has the inside of the combination on one side and the outside on another.
//
// In a section by the plane y = 0 faces are curves, and these meet in points.

import (
	"math"
	"slices"
	"sync"
)

// search is one search for the nearest point.
type search struct {
	shape  Shape
	x      Vec
	little float64 // how far off a point one looks whether it is on the surface [m]
	reach  float64 // nothing is farther [m]
	plane  bool    // in the section by y = 0
	best   float64 // what has to be bettered [m]

	at, normal Vec // of the best
	found      bool

	*scratch
}

// scratch is memory that searches use again.
type scratch struct {
	pieces []face
	away   []float64
	curves []curve
	lows   []float64 // where the curve under way is nearest
	cuts   []float64 // where it meets other faces
	two    [2]Vec
	edges  []face
	trace  trace
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// section is the plane of flows in two dimensions.
var section = face{kind: flat, leaf: -1, n: Vec{0, 1, 0}}

// try takes p if it is nearer than the best, and if from, very close to it, is on the surface:
// faces with the normals meet there.
func (s *search) try(p, from Vec, normals ...Vec) bool {
	d := distance(p, s.x)
	if !(d < s.best) {
		return false
	}
	outward, ok := s.on(from, normals...)
	if ok {
		s.best, s.at, s.normal, s.found = d, p, outward, true
	}
	return ok
}

// on reports whether faces that meet at p are the surface there, and which way is out.
func (s *search) on(p Vec, normals ...Vec) (outward Vec, ok bool) {
	ways, ok := s.ways(normals)
	if !ok {
		return outward, false
	}
	in, out := false, false
	for corner := range 1 << len(normals) {
		var way Vec
		for i := range normals {
			way = along(way, float64(1-2*(corner>>i&1)), ways[i])
		}
		n := norm(way)
		way = times(min(1, 30/n), way) // far along nearly parallel faces says nothing of this place
		switch s.shape.side(along(p, s.little, way)) {
		case 1:
			in, outward = true, along(outward, -1/n, way)
		case -1:
			out, outward = true, along(outward, 1/n, way)
		}
	}
	return unit(outward), in && out
}

// ways are directions that lead up from one face each and along the others.
func (s *search) ways(normals []Vec) (ways [2]Vec, ok bool) {
	const parallel = 1e-8
	var all [3]Vec
	n := copy(all[:], normals)
	if s.plane {
		all[n] = section.n
		n++
	}
	switch n {
	case 1:
		return [2]Vec{all[0]}, true
	case 2:
		c := dot(all[0], all[1])
		sin := 1 - c*c
		if !(sin > parallel) {
			return ways, false
		}
		return [2]Vec{times(1/sin, along(all[0], -c, all[1])), times(1/sin, along(all[1], -c, all[0]))},
			true
	}
	return ways, false
}

// faces tries all that is closer than the best, and reports whether there is a best.
func (s *search) faces() bool {
	s.scratch = scratches.Get().(*scratch)
	defer scratches.Put(s.scratch)
	s.pieces = s.shape.faces(s.x, s.best, s.pieces[:0])
	s.away = s.away[:0]
	for i := range s.pieces {
		f := &s.pieces[i]
		p := f.foot(s.x)
		s.away = append(s.away, distance(s.x, p))
		if s.plane {
			continue
		}
		from := p
		if f.kind == triangle { // not on its edge, where the normal may be another's
			inner := sub(times(1.0/3, add(add(f.o, f.b), f.c)), p)
			from = along(p, min(1, 10*s.little/norm(inner)), inner)
		}
		if !s.try(p, from, f.normal(p)) {
			s.beside(p, f, nil)
		}
	}
	for i := range s.pieces {
		if s.away[i] >= s.best {
			continue
		}
		if s.plane {
			s.pair(&s.pieces[i], &section)
			continue
		}
		for j := range i {
			if s.away[j] < s.best {
				s.pair(&s.pieces[i], &s.pieces[j])
			}
		}
	}
	return s.found
}

// beside tries points of a face close to p, if a face other than g touches it there, as the floor
// does a pipe that lies on it: closer to p than the root of little lengths no place is left to see
// the inside or the outside between the two.
func (s *search) beside(p Vec, f, g *face) {
	if f == &section || f.kind == triangle || !(distance(p, s.x) < s.best) {
		return
	}
	n, touched := f.normal(p), false
	for i := range s.pieces {
		k := &s.pieces[i]
		if k != f && k != g && k.kind != triangle && math.Abs(k.height(p)) < 10*s.little &&
			math.Abs(dot(k.normal(p), n)) > 1-1e-6 {
			touched = true
			break
		}
	}
	if !touched {
		return
	}
	const ways = 8
	off := 3e4 * s.little
	u, v := across(n)
	if s.plane {
		u = unit(cross(n, section.n))
		v = u
	}
	for i := range ways {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ways)
		q := along(along(p, off*cos, u), off*sin, v)
		for range 20 { // in a section, onto both
			q = f.foot(q)
			if !s.plane {
				break
			}
			q = flattened(q)
		}
		s.try(q, q, f.normal(q))
	}
}

// apart says that two faces do not meet, if that is cheap to know.
func apart(f, g *face) bool {
	if f.kind != triangle {
		f, g = g, f
	}
	if f.kind != triangle {
		return false
	}
	switch g.kind {
	case flat, triangle:
		a, b, c := g.height(f.o), g.height(f.b), g.height(f.c)
		if min(a, b, c) > 0 || max(a, b, c) < 0 {
			return true
		}
		if g.kind == flat {
			return false
		}
		a, b, c = f.height(g.o), f.height(g.b), f.height(g.c)
		return min(a, b, c) > 0 || max(a, b, c) < 0
	}
	middle := times(1.0/3, add(add(f.o, f.b), f.c))
	return math.Abs(g.height(middle)) > max(distance(middle, f.o), distance(middle, f.b),
		distance(middle, f.c))
}

// pair tries the curves in which two faces meet, and the points in which these meet others.
func (s *search) pair(f, g *face) {
	if f.kind == triangle && g.kind == triangle && f.leaf == g.leaf || apart(f, g) {
		return // edges of meshes are feet on their triangles
	}
	s.curves = meetings(f, g, s.x, min(s.best, s.reach), s.curves[:0])
	for i := range s.curves {
		s.curve(&s.curves[i], f, g)
	}
}

// curve tries what f and g have in common. Other faces cut it into arcs, each of which is on the
// surface as a whole or not at all.
func (s *search) curve(c *curve, f, g *face) {
	s.lows = c.lowest(s.x, s.best, &s.trace, s.lows[:0])
	lowest, at := math.Inf(1), Vec{}
	for _, t := range s.lows {
		if p, ok := c.at(t); ok && distance(p, s.x) < lowest {
			lowest, at = distance(p, s.x), p
		}
	}
	if !(lowest < s.best) || s.has(at, f, g) && s.try(at, at, s.normals(at, f, g)...) {
		return // nothing of the curve is nearer
	}
	s.beside(at, f, g)
	s.beside(at, g, f)
	s.cuts = c.ends(s.lows[0], min(s.best, s.reach), &s.trace, s.cuts[:0])
	if finite(s.best) { // beyond, faces that are not among the pieces may cut it
		s.cuts = c.roots(&face{kind: round, o: s.x, r: s.best}, &s.trace, s.cuts)
	}
	s.edges = g.edges(f.edges(s.edges[:0]))
	for i := range s.edges {
		s.cuts = c.roots(&s.edges[i], &s.trace, s.cuts)
	}
	for i := range s.pieces {
		k := &s.pieces[i]
		own := k == f || k == g || k.kind == triangle &&
			(k.leaf == f.leaf && f.kind == triangle || k.leaf == g.leaf && g.kind == triangle)
		if !own && s.away[i] < s.best && !apart(f, k) && !apart(g, k) {
			s.cuts = c.roots(k, &s.trace, s.cuts)
		}
	}
	slices.Sort(s.cuts)
	for i := range len(s.cuts) - 1 {
		s.arc(c, f, g, s.cuts[i], s.cuts[i+1])
	}
}

// arc tries the nearest point of a curve between two parameters.
func (s *search) arc(c *curve, f, g *face, low, high float64) {
	least, best := math.Inf(1), 0.0
	look := func(t float64) {
		if p, ok := c.at(t); ok && distance(p, s.x) < least {
			least, best = distance(p, s.x), t
		}
	}
	look(low)
	look(high)
	for _, t := range s.lows {
		if low < t && t < high {
			look(t)
		}
	}
	if !(least < s.best*(1-1e-12)) { // or it begins at that distance, and lies beyond
		return
	}
	middle, ok := c.at((low + high) / 2)
	if !ok || !s.has(middle, f, g) {
		return
	}
	outward, ok := s.on(middle, s.normals(middle, f, g)...)
	if !ok {
		return
	}
	p, _ := c.at(best)
	s.best, s.at, s.normal, s.found = least, p, outward, true
}

// has reports whether p is in both faces, where they are triangles.
func (s *search) has(p Vec, f, g *face) bool { return f.has(p, s.little) && g.has(p, s.little) }

// normals of both faces, but for the plane of a section.
func (s *search) normals(p Vec, f, g *face) []Vec {
	s.two = [2]Vec{f.normal(p), g.normal(p)}
	if s.plane {
		return s.two[:1]
	}
	return s.two[:]
}
