package problems

import (
	"math"

	"gpusph/sph/motion"
)

// solid is a box of wall particles, turned about the vertical through its
// centre.
type solid struct {
	name     string
	path     string // in a case file
	force    string // of the group of walls whose force is measured together; "" is none
	thickens bool   // is as thick as the support of the kernel, at least
	box
	turn   float64 // counterclockwise seen from above [rad]
	motion motion.Table
}

// frame turns points between the tank's axes and a solid's.
type frame struct{ x, y, cos, sin float64 }

func (s *solid) frame() frame {
	sin, cos := math.Sincos(s.turn)
	return frame{(s.min[0] + s.max[0]) / 2, (s.min[1] + s.max[1]) / 2, cos, sin}
}

// out takes a point from the solid's axes to the tank's.
func (f frame) out(p [3]float64) [3]float64 {
	u, v := p[0]-f.x, p[1]-f.y
	return [3]float64{f.x + f.cos*u - f.sin*v, f.y + f.sin*u + f.cos*v, p[2]}
}

// in is the inverse of out.
func (f frame) in(p [3]float64) [3]float64 {
	f.sin = -f.sin
	return f.out(p)
}

// distance from x to the solid; 0 inside [m].
func (s *solid) distance(x [3]float64) float64 { return s.box.distance(s.frame().in(x)) }

// polygon is convex and counterclockwise.
type polygon [][2]float64

// footprint is the outline of the solid seen from above.
func (s *solid) footprint() polygon {
	f := s.frame()
	var p polygon
	for _, c := range [4][2]float64{{s.min[0], s.min[1]}, {s.max[0], s.min[1]}, {s.max[0], s.max[1]}, {s.min[0], s.max[1]}} {
		q := f.out([3]float64{c[0], c[1]})
		p = append(p, [2]float64{q[0], q[1]})
	}
	return p
}

// clip is the part of p that lies in q (Sutherland & Hodgman 1974).
func (p polygon) clip(q polygon) polygon {
	for i, a := range q {
		b := q[(i+1)%len(q)]
		left := func(c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }
		var kept polygon
		for j, c := range p {
			d := p[(j+1)%len(p)]
			lc, ld := left(c), left(d)
			if lc >= 0 {
				kept = append(kept, c)
			}
			if (lc < 0) != (ld < 0) {
				t := lc / (lc - ld)
				kept = append(kept, [2]float64{c[0] + t*(d[0]-c[0]), c[1] + t*(d[1]-c[1])})
			}
		}
		p = kept
	}
	return p
}

func (p polygon) area() float64 {
	var twice float64
	for i, a := range p {
		b := p[(i+1)%len(p)]
		twice += a[0]*b[1] - a[1]*b[0]
	}
	return twice / 2
}

// shared is the volume that two solids have in common [m³].
func (s *solid) shared(t *solid) float64 {
	height := min(s.max[2], t.max[2]) - max(s.min[2], t.min[2])
	if height <= 0 {
		return 0
	}
	return height * s.footprint().clip(t.footprint()).area()
}
