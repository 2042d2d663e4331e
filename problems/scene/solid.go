package scene

import (
	"math"

	"gpusph/sph/motion"
)

// Solid is a box of wall particles, turned about the vertical through its
// centre.
type Solid struct {
	Name     string
	Path     string // of its table in a case file, for errors
	Force    string // of the group of walls whose force is measured together; "" is none
	Thickens bool   // with the spacing: it is at least as thick as the support of the kernel
	Box
	Turn   float64 // counterclockwise seen from above [rad]
	Motion motion.Rigid
}

// Frame turns points between the tank's axes and a solid's.
type Frame struct{ X, Y, Cos, Sin float64 }

// Frame is the one in which the solid is its box.
func (s *Solid) Frame() Frame {
	sin, cos := math.Sincos(s.Turn)
	return Frame{X: (s.Min[0] + s.Max[0]) / 2, Y: (s.Min[1] + s.Max[1]) / 2, Cos: cos, Sin: sin}
}

// Out takes a point from the solid's axes to the tank's.
func (f Frame) Out(p [3]float64) [3]float64 {
	u, v := p[0]-f.X, p[1]-f.Y
	return [3]float64{f.X + f.Cos*u - f.Sin*v, f.Y + f.Sin*u + f.Cos*v, p[2]}
}

// In is the inverse of Out.
func (f Frame) In(p [3]float64) [3]float64 {
	f.Sin = -f.Sin
	return f.Out(p)
}

// Distance from x to the solid; 0 inside [m].
func (s *Solid) Distance(x [3]float64) float64 { return s.Box.Distance(s.Frame().In(x)) }

// polygon is convex and counterclockwise.
type polygon [][2]float64

// footprint is the outline of the solid seen from above.
func (s *Solid) footprint() polygon {
	f := s.Frame()
	var p polygon
	for _, c := range [4][2]float64{{s.Min[0], s.Min[1]}, {s.Max[0], s.Min[1]}, {s.Max[0], s.Max[1]}, {s.Min[0], s.Max[1]}} {
		q := f.Out([3]float64{c[0], c[1]})
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
func (s *Solid) shared(t *Solid) float64 {
	height := min(s.Max[2], t.Max[2]) - max(s.Min[2], t.Min[2])
	if height <= 0 {
		return 0
	}
	return height * s.footprint().clip(t.footprint()).area()
}
