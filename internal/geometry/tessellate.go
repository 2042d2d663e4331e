package geometry

// Triangles of analytic shapes.

import (
	"errors"
	"fmt"
	"math"
)

// Tessellate makes a mesh of a shape. What is curved has edges of about a length [m], and its
// corners are on the surface. Combinations and half spaces have no tessellation.
func Tessellate(s Shape, length float64) (*Mesh, error) {
	if !(length > 0) {
		return nil, fmt.Errorf("a shape is tessellated with edges of %g m, which should be above 0",
			length)
	}
	t, err := triangles(s, length)
	if err != nil {
		return nil, err
	}
	return NewMesh(t, 0)
}

// Drawn are triangles of a shape to look at: those of all parts of a union, with what these have in
// common. whole is false where some parts have none.
func Drawn(s Shape, length float64) (all []Triangle, whole bool) {
	switch o := s.(type) {
	case *combined:
		if o.op != anyOf {
			return nil, false
		}
		whole = true
		for _, p := range o.parts {
			of, ok := Drawn(p, length)
			all, whole = append(all, of...), whole && ok
		}
		return all, whole
	case *HeightMap:
		return o.Mesh.Triangles(), true
	}
	all, err := triangles(s, length)
	return all, err == nil
}

func triangles(s Shape, length float64) ([]Triangle, error) {
	switch o := s.(type) {
	case Box:
		if !finite(o.size(), o.Min[0], o.Min[1], o.Min[2], o.Max[0], o.Max[1], o.Max[2]) {
			break
		}
		p, err := NewPrism([][2]float64{{o.Min[0], o.Min[1]}, {o.Max[0], o.Min[1]}, {o.Max[0], o.Max[1]},
			{o.Min[0], o.Max[1]}}, 2, o.Min[2], o.Max[2])
		if err != nil {
			return nil, err
		}
		return p.triangles(), nil
	case *Prism:
		return o.triangles(), nil
	case Sphere:
		n := around(math.Pi*o.Radius, length, 4)
		arc := make([]point, n+1)
		for i := range arc {
			sin, cos := math.Sincos(math.Pi * float64(i) / float64(n))
			arc[i] = point{o.Radius * sin, -o.Radius * cos}
		}
		arc[0][0], arc[n][0] = 0, 0
		r, err := NewRevolved(o.Centre, Vec{0, 0, 1}, arc)
		if err != nil {
			return nil, err
		}
		return r.triangles(length), nil
	case *Revolved:
		return o.triangles(length), nil
	case *Mesh:
		return o.Triangles(), nil
	case *moved:
		all, err := triangles(o.shape, length/o.scale)
		for i := range all {
			for k, p := range all[i] {
				all[i][k] = o.out(p)
			}
		}
		return all, err
	}
	return nil, errors.New("half spaces and combinations of shapes have no tessellation; " +
		"their parts may")
}

// around is how many edges of about a length go along an arc.
func around(arc, length float64, least int) int {
	return max(least, int(math.Ceil(min(arc/length, 1e6))))
}

// triangles of the sides and the two ends.
func (p *Prism) triangles() (all []Triangle) {
	g := p.outline
	add := func(a, b, c Vec) {
		if p.axis == 1 { // x and z are not right-handed about y
			b, c = c, b
		}
		all = append(all, Triangle{a, b, c})
	}
	for i, a := range g.p {
		b := g.p[g.after(i)]
		add(p.solid(a, p.low), p.solid(b, p.low), p.solid(b, p.high))
		add(p.solid(a, p.low), p.solid(b, p.high), p.solid(a, p.high))
	}
	for _, t := range g.triangles() {
		add(p.solid(t[0], p.high), p.solid(t[1], p.high), p.solid(t[2], p.high))
		add(p.solid(t[0], p.low), p.solid(t[2], p.low), p.solid(t[1], p.low))
	}
	return all
}

// triangles of a polygon, by cutting off ears (Meisters 1975).
func (g *polygon) triangles() (all [][3]point) {
	left := append([]point(nil), g.p...)
	for len(left) > 3 {
		n, cut := len(left), -1
		for i := range n {
			a, b, c := left[(i+n-1)%n], left[i], left[(i+1)%n]
			if turn(a, b, c) <= 0 {
				continue
			}
			ear := true
			for _, q := range left {
				if q != a && q != b && q != c && turn(a, b, q) >= 0 && turn(b, c, q) >= 0 &&
					turn(c, a, q) >= 0 {
					ear = false
					break
				}
			}
			if ear {
				cut = i
				break
			}
		}
		if cut < 0 { // corners on a straight line
			cut = 0
			for i := range n {
				if turn(left[(i+n-1)%n], left[i], left[(i+1)%n]) == 0 {
					cut = i
				}
			}
		}
		all = append(all, [3]point{left[(cut+n-1)%n], left[cut], left[(cut+1)%n]})
		left = append(left[:cut], left[cut+1:]...)
	}
	return append(all, [3]point{left[0], left[1], left[2]})
}

// triangles of the surface. Edges of the profile are straight, so they are not divided.
func (s *Revolved) triangles(length float64) (all []Triangle) {
	_, most := s.profile.bounds()
	n := around(2*math.Pi*most[0], length, 8)
	u, v := across(s.axis)
	at := func(q point, k int) Vec {
		sin, cos := math.Sincos(2 * math.Pi * float64(k%n) / float64(n))
		return add(s.from, s.solid(q, along(times(cos, u), sin, v)))
	}
	for i, a := range s.profile.p {
		b := s.profile.p[s.profile.after(i)]
		if s.profile.open[i] {
			continue
		}
		for k := range n {
			if a[0] > 0 {
				all = append(all, Triangle{at(a, k), at(a, k+1), at(b, k)})
			}
			if b[0] > 0 {
				all = append(all, Triangle{at(a, k+1), at(b, k+1), at(b, k)})
			}
		}
	}
	return all
}
