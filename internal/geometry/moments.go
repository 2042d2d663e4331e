package geometry

// Volume, centre and second moments of shapes: what a rigid body of one density needs.

import (
	"math"
	"runtime"
	"sync"
)

// Moments are integrals over a shape. In two dimensions they are those of its section with the
// plane y = 0, a metre wide.
type Moments struct {
	Volume float64 // [m³]
	Centre Vec     // [m]
	// ∫ (x - centre) (x - centre)ᵀ dV [m⁵]; in two dimensions without y
	Second [3]Vec
}

// Inertia is that about the centre of a body of density 1, ∫ (r² 1 - r rᵀ) dV [m⁵]. Products of
// inertia that only rounding or sampling made are 0.
func (m *Moments) Inertia() (i [3]Vec) {
	const noise = 1e-6 // part of the trace
	trace := m.Second[0][0] + m.Second[1][1] + m.Second[2][2]
	for a := range 3 {
		for b := range 3 {
			i[a][b] = -m.Second[a][b]
			if a == b {
				i[a][b] += trace
			} else if math.Abs(i[a][b]) < noise*trace {
				i[a][b] = 0
			}
		}
	}
	return i
}

// MomentsOf integrates over a shape. Boxes, spheres, prisms, meshes and all that is revolved, these
// moved, and unions of them that lie apart are exact. Other combinations are cut by lines, on
// which they are exact: then volume and second moments are right to 1e-4 where a shape has much of
// its bounds. In two dimensions (plane) it is the section, exact or right to 1e-5. ok is false if
// the shape has no volume, or no end.
func MomentsOf(s Shape, plane bool) (m Moments, ok bool) {
	b := s.Bounds()
	if plane {
		b.Min[1], b.Max[1] = 0, 0
	}
	if !finite(b.Min[0], b.Min[1], b.Min[2], b.Max[0], b.Max[1], b.Max[2]) {
		return m, false
	}
	sum, exact := integrals{}, false
	if plane {
		s = Section(s)
		sum, exact = sectionIntegrals(s)
	} else {
		sum, exact = integralsOf(s)
	}
	if !exact {
		sum = linesThrough(s, b, plane)
	}
	return sum.moments()
}

// integrals of 1, x and x xᵀ over a shape.
type integrals struct {
	one    float64
	first  Vec
	second [3]Vec
}

// addMass adds a piece of a volume, whose integral of (x - centre)(x - centre)ᵀ is second.
func (s *integrals) addMass(volume float64, centre Vec, second [3]Vec) {
	s.one += volume
	s.first = along(s.first, volume, centre)
	for a := range 3 {
		for b := range 3 {
			s.second[a][b] += second[a][b] + volume*centre[a]*centre[b]
		}
	}
}

// moments are those about the centre.
func (s *integrals) moments() (m Moments, ok bool) {
	if m.Volume = s.one; !(m.Volume > 0) || !finite(m.Volume) {
		return m, false
	}
	m.Centre = times(1/m.Volume, s.first)
	for a := range 3 {
		for b := range 3 {
			m.Second[a][b] = s.second[a][b] - m.Volume*m.Centre[a]*m.Centre[b]
		}
	}
	return m, true
}

// integralsOf are those of a shape that a formula has.
func integralsOf(s Shape) (sum integrals, ok bool) {
	switch o := s.(type) {
	case Box:
		sum.addBox(o, 3)
	case Sphere:
		v := 4 * math.Pi / 3 * o.Radius * o.Radius * o.Radius
		d := v * o.Radius * o.Radius / 5
		sum.addMass(v, o.Centre, [3]Vec{{d, 0, 0}, {0, d, 0}, {0, 0, d}})
	case *Prism:
		sum.addTriangles(o.triangles())
	case *Mesh:
		sum.addTriangles(o.Triangles())
	case *HeightMap:
		sum.addTriangles(o.Mesh.Triangles())
	case *Revolved:
		sum.addRevolved(o)
	case *moved:
		if sum, ok = integralsOf(o.shape); ok {
			sum, ok = sum.moved(&o.motion)
		}
		return sum, ok
	case *combined:
		if !o.apart() {
			return sum, false
		}
		for _, p := range o.parts {
			part, ok := integralsOf(p)
			if !ok {
				return sum, false
			}
			sum.addMass(part.one, Vec{}, [3]Vec{})
			sum.first = add(sum.first, part.first)
			for a := range 3 {
				sum.second[a] = add(sum.second[a], part.second[a])
			}
		}
	default:
		return sum, false
	}
	return sum, true
}

// sectionIntegrals are those of a section that a formula has: of boxes.
func sectionIntegrals(s Shape) (sum integrals, ok bool) {
	b, ok := s.(Box)
	if ok {
		b.Min[1], b.Max[1] = -0.5, 0.5
		sum.addBox(b, 2)
	}
	return sum, ok
}

// apart reports whether a union's parts have boxes that do not overlap.
func (c *combined) apart() bool {
	if c.op != anyOf {
		return false
	}
	for i, p := range c.parts {
		b := p.Bounds()
		for _, other := range c.parts[:i] {
			o := other.Bounds().common(b)
			if o.Max[0] > o.Min[0] && o.Max[1] > o.Min[1] && o.Max[2] > o.Min[2] {
				return false
			}
		}
	}
	return true
}

// addBox adds a box. In two dimensions it has no second moment along y.
func (s *integrals) addBox(b Box, dimension int) {
	v, centre, second := 1.0, times(0.5, add(b.Min, b.Max)), [3]Vec{}
	for a := range 3 {
		v *= max(0, b.Max[a]-b.Min[a])
	}
	for a := range 3 {
		if size := b.Max[a] - b.Min[a]; dimension == 3 || a != 1 {
			second[a][a] = v * size * size / 12
		}
	}
	s.addMass(v, centre, second)
}

// addTriangles adds what triangles go around, as tetrahedra from one point.
func (s *integrals) addTriangles(all []Triangle) {
	o := all[0][0]
	for _, t := range all {
		p := [3]Vec{sub(t[0], o), sub(t[1], o), sub(t[2], o)}
		v := dot(p[0], cross(p[1], p[2])) / 6
		far := add(p[0], add(p[1], p[2]))
		middle := times(0.25, far)
		var second [3]Vec
		for a := range 3 {
			for b := range 3 {
				whole := far[a] * far[b]
				for _, q := range p {
					whole += q[a] * q[b]
				}
				second[a][b] = v * (whole/20 - middle[a]*middle[b])
			}
		}
		s.addMass(v, add(o, middle), second)
	}
}

// addRevolved adds what a profile of distances r from an axis and places z along it goes around:
// 2π ∫ r dA, 2π ∫ r z dA, 2π ∫ r z² dA along the axis and π ∫ r³ dA across it. The polygon's
// integrals are sums over triangles, by a rule that is exact for cubic functions.
func (s *integrals) addRevolved(o *Revolved) {
	var volume, first, axial, radial float64
	p := o.profile.p
	for i := 2; i < len(p); i++ {
		area := turn(p[0], p[i-1], p[i]) / 2
		mix := func(a, b, c, weight float64) {
			r := a*p[0][0] + b*p[i-1][0] + c*p[i][0]
			z := a*p[0][1] + b*p[i-1][1] + c*p[i][1]
			w := 2 * math.Pi * area * weight * r
			volume, first, axial, radial = volume+w, first+w*z, axial+w*z*z, radial+w*r*r/2
		}
		mix(1.0/3, 1.0/3, 1.0/3, -27.0/48)
		mix(0.6, 0.2, 0.2, 25.0/48)
		mix(0.2, 0.6, 0.2, 25.0/48)
		mix(0.2, 0.2, 0.6, 25.0/48)
	}
	z := first / volume
	axial -= z * first
	var second [3]Vec
	for a := range 3 {
		for b := range 3 {
			second[a][b] = (axial - radial) * o.axis[a] * o.axis[b]
		}
		second[a][a] += radial
	}
	s.addMass(volume, along(o.from, z, o.axis), second)
}

// moved are the integrals of the shape that is moved.
func (s *integrals) moved(by *motion) (to integrals, ok bool) {
	m, ok := s.moments()
	if !ok {
		return to, false
	}
	var half, second [3]Vec // R S and R S Rᵀ
	for a := range 3 {
		half[a] = by.turned(m.Second[a]) // S is symmetric
	}
	for b := range 3 {
		column := by.turned(Vec{half[0][b], half[1][b], half[2][b]})
		for a := range 3 {
			second[a][b] = column[a] * math.Pow(by.scale, 5)
		}
	}
	to.addMass(m.Volume*math.Pow(by.scale, 3), by.out(m.Centre), second)
	return to, true
}

// Numbers of lines that cut a shape. Their direction is askew to the axes, so that lengths on
// lines change continuously from line to line for boxes, too.
const (
	momentLinesInPlane = 1 << 14
	momentLinesInSpace = 1 << 9 // each way
	momentLinesOfMany  = 1 << 8 // of shapes of more than a few parts
)

// linesThrough are the integrals of a shape with finite bounds, along lines.
func linesThrough(s Shape, b Box, plane bool) (sum integrals) {
	n := [2]int{momentLinesInSpace, momentLinesInSpace}
	if c, ok := s.(*combined); ok && len(c.leaves) > 16 {
		n = [2]int{momentLinesOfMany, momentLinesOfMany}
	}
	way := unit(Vec{0.353, 0.211, 1})
	u, v := across(way)
	if plane {
		way, v = unit(Vec{0.353, 0, 1}), Vec{0, 1, 0}
		u, n = cross(v, way), [2]int{momentLinesInPlane, 1}
	}
	middle := times(0.5, add(b.Min, b.Max))
	var reach [2]float64 // of the bounds across the lines
	for a := range 3 {
		half := (b.Max[a] - b.Min[a]) / 2
		reach[0], reach[1] = reach[0]+half*math.Abs(u[a]), reach[1]+half*math.Abs(v[a])
	}
	step := [2]float64{2 * reach[0] / float64(n[0]), 2 * reach[1] / float64(n[1])}
	area := step[0]
	if !plane {
		area *= step[1]
	}
	rows := make([]integrals, n[0])
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wait.Go(func() {
			var buffer [16]Interval
			for i := w; i < n[0]; i += workers {
				for j := range n[1] {
					from := along(middle, (float64(i)+0.5)*step[0]-reach[0], u)
					from = along(from, (float64(j)+0.5)*step[1]-reach[1], v)
					for _, in := range s.Along(from, way, buffer[:0]) {
						rows[i].addRod(in, sub(from, middle), way, area)
					}
				}
			}
		})
	}
	wait.Wait()
	for i := range rows {
		sum.one += rows[i].one
		sum.first = add(sum.first, rows[i].first)
		for a := range 3 {
			sum.second[a] = add(sum.second[a], rows[i].second[a])
		}
	}
	about, ok := sum.moments()
	if !ok {
		return integrals{}
	}
	sum = integrals{}
	sum.addMass(about.Volume, add(about.Centre, middle), about.Second)
	return sum
}

// addRod adds what of a line from + t way, for a way of length 1, stands for a cross section [m²].
func (s *integrals) addRod(in Interval, from, way Vec, area float64) {
	long := in.High - in.Low
	var second [3]Vec
	for a := range 3 {
		second[a] = times(area*long*long*long/12*way[a], way)
	}
	s.addMass(area*long, along(from, (in.Low+in.High)/2, way), second)
}

// VolumeBelow is a function of the volume that a shape has below a level [m³], as lines along z
// have it; in two dimensions (plane) of its section, a metre wide. It is right to some thousandths.
func VolumeBelow(s Shape, plane bool) func(level float64) float64 {
	n, b := [2]int{linesOfMany, linesOfMany}, s.Bounds()
	if plane {
		b.Min[1], b.Max[1], n = 0, 0, [2]int{linesInPlane, 1}
	}
	area := (b.Max[0] - b.Min[0]) / float64(n[0])
	if !plane {
		area *= (b.Max[1] - b.Min[1]) / float64(n[1])
	}
	var all []Interval
	for i := range n[0] {
		for j := range n[1] {
			from := Vec{b.Min[0] + (float64(i)+0.5)/float64(n[0])*(b.Max[0]-b.Min[0]),
				b.Min[1] + (float64(j)+0.5)/float64(n[1])*(b.Max[1]-b.Min[1])}
			all = s.Along(from, Vec{0, 0, 1}, all)
		}
	}
	return func(level float64) (sum float64) {
		for _, in := range all {
			sum += area * max(0, min(in.High, level)-in.Low)
		}
		return sum
	}
}
