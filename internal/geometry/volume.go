package geometry

// Volumes of shapes, and areas of their sections.

import (
	"math"
	"runtime"
	"sync"
)

// Volume of a shape [m³], where a formula has it: of boxes, spheres, cylinders and all that is
// revolved, prisms, meshes without overlaps, these moved, and unions of them that lie apart.
func Volume(s Shape) (volume float64, ok bool) {
	switch o := s.(type) {
	case Box:
		volume = 1
		for a := range 3 {
			volume *= max(0, o.Max[a]-o.Min[a])
		}
	case Sphere:
		volume = 4 * math.Pi / 3 * o.Radius * o.Radius * o.Radius
	case *Prism:
		volume = o.outline.area() * (o.high - o.low)
	case *Revolved:
		volume = o.profile.revolved()
	case *Mesh:
		volume = o.Volume()
	case *HeightMap:
		volume = o.Mesh.Volume()
	case *moved:
		volume, ok = Volume(o.shape)
		return volume * o.scale * o.scale * o.scale, ok
	case *combined:
		return o.sum(Volume)
	default:
		return 0, false
	}
	return volume, finite(volume)
}

// SectionArea is the area that a shape has in the plane y = 0 [m²], where a formula has it: of
// boxes, spheres and prisms along y.
func SectionArea(s Shape) (area float64, ok bool) {
	switch o := s.(type) {
	case *sectioned:
		return SectionArea(o.Shape)
	case Box:
		if o.Min[1] > 0 || o.Max[1] < 0 {
			return 0, true
		}
		area = max(0, o.Max[0]-o.Min[0]) * max(0, o.Max[2]-o.Min[2])
	case Sphere:
		area = math.Pi * max(0, (o.Radius-o.Centre[1])*(o.Radius+o.Centre[1]))
	case *Prism:
		if o.axis != 1 {
			return 0, false
		}
		if o.low <= 0 && o.high >= 0 {
			area = o.outline.area()
		}
	case *moved:
		if !o.keepsY() {
			return 0, false
		}
		inner := still
		inner.shift[1] = -o.in(Vec{})[1]
		shifted := move(o.shape, inner)
		if p, is := o.shape.(*Prism); is && p.axis == 1 {
			shifted = &Prism{p.outline, 1, p.low + inner.shift[1], p.high + inner.shift[1]}
		}
		if _, is := shifted.(*moved); is {
			return 0, false
		}
		area, ok = SectionArea(shifted)
		return area * o.scale * o.scale, ok
	case *combined:
		return o.sum(SectionArea)
	default:
		return 0, false
	}
	return area, finite(area)
}

// sum of the volumes or areas of the parts of a union that lie apart.
func (c *combined) sum(of func(Shape) (float64, bool)) (sum float64, ok bool) {
	if c.op != anyOf {
		return 0, false
	}
	for i, p := range c.parts {
		b := p.Bounds()
		for _, other := range c.parts[:i] {
			o := other.Bounds().common(b)
			if o.Max[0] > o.Min[0] && o.Max[1] > o.Min[1] && o.Max[2] > o.Min[2] {
				return 0, false
			}
		}
		one, ok := of(p)
		if !ok {
			return 0, false
		}
		sum += one
	}
	return sum, true
}

// area of a polygon.
func (g *polygon) area() (twice float64) {
	for i, a := range g.p {
		b := g.p[g.after(i)]
		twice += (a[0]-g.p[0][0])*(b[1]-g.p[0][1]) - (a[1]-g.p[0][1])*(b[0]-g.p[0][0])
	}
	return twice / 2
}

// revolved is the volume of a polygon of distances from an axis and places along it, turned about
// the axis (Pappus).
func (g *polygon) revolved() (volume float64) {
	for i, a := range g.p {
		b := g.p[g.after(i)]
		volume += (a[0]*b[1] - a[1]*b[0]) * (a[0] + b[0])
	}
	return volume * math.Pi / 3
}

// sampled is how many lines along z a shape is measured with: in the plane, and along x and y each.
const (
	linesInPlane = 1 << 13
	linesInSpace = 1 << 8
	linesOfMany  = 1 << 7 // of shapes of more than a few parts, each of which takes time
)

// Sampled is the volume that a shape has in a box [m³], or with plane the area at y = 0 [m²], as
// lines along z have it. It is off by some thousandths, or more where the shape has little of its
// bounds.
func Sampled(s Shape, in Box, plane bool) float64 {
	b := s.Bounds().common(in)
	n := [2]int{linesInSpace, linesInSpace}
	if c, ok := s.(*combined); ok && len(c.leaves) > 16 {
		n = [2]int{linesOfMany, linesOfMany}
	}
	if plane {
		b.Min[1], b.Max[1], n = 0, 0, [2]int{linesInPlane, 1}
	}
	if !(b.Max[0] > b.Min[0] && b.Max[2] > b.Min[2]) {
		return 0
	}
	rows := make([]float64, n[0])
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wait.Go(func() {
			var buffer [16]Interval
			for i := w; i < n[0]; i += workers {
				for j := range n[1] {
					from := Vec{b.Min[0] + (float64(i)+0.5)/float64(n[0])*(b.Max[0]-b.Min[0]),
						b.Min[1] + (float64(j)+0.5)/float64(n[1])*(b.Max[1]-b.Min[1])}
					for _, t := range s.Along(from, Vec{0, 0, 1}, buffer[:0]) {
						rows[i] += max(0, min(t.High, b.Max[2])-max(t.Low, b.Min[2]))
					}
				}
			}
		})
	}
	wait.Wait()
	sum := 0.0
	for _, r := range rows {
		sum += r
	}
	sum *= (b.Max[0] - b.Min[0]) / float64(n[0])
	if !plane {
		sum *= (b.Max[1] - b.Min[1]) / float64(n[1])
	}
	return sum
}

// Within is the part of a lattice that has a box in it, with a site to spare at each side, and its
// first site.
func (l Lattice) Within(b Box) Lattice {
	for a := range 3 {
		if l.N[a] == 1 {
			continue
		}
		index := func(x float64) int {
			return int(min(max(math.Floor((x-l.Origin[a])/l.Step[a]), -1), float64(l.N[a]+1)))
		}
		first, last := max(index(b.Min[a])-1, 0), min(index(b.Max[a])+2, l.N[a])
		l.Origin[a] += float64(first) * l.Step[a]
		l.N[a] = max(last-first, 0)
	}
	return l
}
