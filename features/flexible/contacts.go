package flexible

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
)

// Contacts are points of surfaces by which parts touch walls, bodies, each other and themselves:
// those of parts first, then those of free bodies, then others. cuda/flexible/contact.h has the
// forces.
type Contacts struct {
	Points        []TouchPoint
	Bends, Listed int       // points of parts, and with them those of free bodies
	Kinds         int       // of points
	Rests         []float64 // sums that give no force, by kind and then by point of parts
	Stiff         []float64 // c, by part and then by kind [J]
	Radius        float64   // of the kernel [m]
	Reach         float64   // of lists [m]
	Apart         float64   // points of a part, or near clamps, that are nearer do not touch [m]
	Soft          float64   // greatest stiffness for points of free bodies [N/m]
}

// TouchPoint is a point of a surface at time 0.
type TouchPoint struct {
	At     [3]float64 // [m]
	Weight float64    // in sums over points
	Row    int        // of a particle of a part, or -1
	Clamp  int32      // -1 is free, 0 at rest, else the number of the body that it moves with
	Kind   int
	Part   int  // -1 is none
	Rooted bool // it is near what its part is clamped by
}

// The kinds of points; each of parts is that of others with its stiffness.
const (
	Rigid = iota // at rest, or moved by laws
	Free         // of free bodies
	Bends
)

const (
	touchRadius = 2   // of the kernel [spacings]
	touchSkin   = 0.5 // how much further lists reach: more than points come nearer in a step
	touchApart  = 1.9 // [spacings]
)

// cell is the stiffness of a cell of a part [N/m].
func (s *Structure) cell(part int) float64 {
	dp := s.spacing(part)
	return s.Parts[part].Young * s.Volume(part) / (dp * dp)
}

// softer is what a note adds of a part whose contacts with free bodies are softer.
func (s *Structure) softer(part int) string {
	if s.Touch.Soft >= s.cell(part) {
		return ""
	}
	return fmt.Sprintf(", %s N/m with free bodies", text.Rounded(s.Touch.Soft))
}

// ContactsWith sets what parts touch: obstacles, at a spacing [m]. soft is the greatest stiffness
// for points of free bodies [N/m].
func (s *Structure) ContactsWith(obstacles []TouchPoint, space, soft float64) {
	c := &Contacts{Radius: touchRadius * space, Reach: (touchRadius + touchSkin) * space,
		Apart: touchApart * space, Soft: soft}
	var stiff []float64 // of kinds from Bends on
	kinds := make([]int, len(s.Parts))
	for k := range s.Parts {
		cell := s.cell(k)
		if !slices.Contains(stiff, cell) {
			stiff = append(stiff, cell)
		}
		kinds[k] = Bends + slices.Index(stiff, cell)
	}
	c.Kinds = Bends + len(stiff)
	flat, slope := s.before(1)
	perCell := 1 / (slope * slope / (space * space)) // c over k
	for k := range s.Parts {
		cell := s.cell(k)
		c.Stiff = append(c.Stiff, perCell*cell, perCell*min(cell, soft))
		for _, other := range stiff {
			c.Stiff = append(c.Stiff, perCell*min(cell, other)/2)
		}
	}
	c.Points = s.surface(kinds, space)
	c.Bends = len(c.Points)
	byKind := func(kind int) (all []TouchPoint) {
		for _, o := range obstacles {
			if o.Kind == kind {
				all = append(all, o)
			}
		}
		return along(all, space)
	}
	c.Points = append(c.Points, byKind(Free)...)
	c.Listed = len(c.Points)
	c.Points = append(c.Points, byKind(Rigid)...)
	c.rest(flat)
	s.Touch = c
}

// before is the sum of kernels at z spacings before a flat lattice, the greater of that before a
// particle and of that between particles, and how it falls with z before a particle.
func (s *Structure) before(z float64) (sum, slope float64) {
	at := func(x, y, z float64) (of float64) {
		for i := -4.; i <= 4; i++ {
			for j := -4.; j <= 4; j++ {
				if !s.Plane || j == 0 {
					of += touchKernel(math.Sqrt((x-i)*(x-i)+(y-j)*(y-j)+z*z) / touchRadius)
				}
			}
		}
		return of
	}
	const d = 1e-4
	between := at(0.5, 0.5, z)
	if s.Plane {
		between = at(0.5, 0, z)
	}
	return max(at(0, 0, z), between), (at(0, 0, z-d) - at(0, 0, z+d)) / (2 * d)
}

// touchKernel is Wendland's at a part of its radius.
func touchKernel(part float64) float64 {
	if part >= 1 {
		return 0
	}
	return wendland(part)
}

// surface is the points of parts: particles that have not all neighbours.
func (s *Structure) surface(kinds []int, space float64) (all []TouchPoint) {
	full := 18
	if s.Plane {
		full = 8
	}
	for k := range s.Parts {
		roots := newNear(touchApart * space)
		for i := s.First[k]; i < s.First[k+1]; i++ {
			if s.Points[i].Clamp >= 0 {
				roots.add(s.Points[i].At, i)
			}
		}
		var own []TouchPoint
		for i := s.First[k]; i < s.First[k+1]; i++ {
			p := &s.Points[i]
			if p.ID < 0 || len(p.Near) >= full {
				continue
			}
			o := TouchPoint{At: p.At, Weight: 1, Row: i, Clamp: p.Clamp, Kind: kinds[k], Part: k,
				Rooted: p.Clamp >= 0}
			if p.Clamp >= 0 {
				o.Kind = Rigid
			}
			roots.around(p.At, func(int) { o.Rooted = true })
			own = append(own, o)
		}
		all = append(all, along(own, space)...)
	}
	return all
}

// along sorts points by what they move with and then by a curve that fills space, so that those
// lie together that follow each other.
func along(points []TouchPoint, space float64) []TouchPoint {
	type keyed struct {
		of  TouchPoint
		key uint64
	}
	var low [3]float64
	for i, p := range points {
		for a, x := range p.At {
			if i == 0 || x < low[a] {
				low[a] = x
			}
		}
	}
	all := make([]keyed, len(points))
	for i, p := range points {
		all[i].of = p
		for a, x := range p.At {
			cell := uint64((x - low[a]) / space)
			for bit := range 21 {
				all[i].key |= cell >> bit & 1 << (3*bit + a)
			}
		}
	}
	slices.SortStableFunc(all, func(p, q keyed) int {
		return cmp.Or(cmp.Compare(p.of.Clamp, q.of.Clamp), cmp.Compare(p.key, q.key))
	})
	for i := range all {
		points[i] = all[i].of
	}
	return points
}

// rest sets the sums that give no force: what a flat lattice has, or what there is at time 0.
func (c *Contacts) rest(flat float64) {
	c.Rests = make([]float64, c.Kinds*c.Bends)
	near := newNear(c.Radius)
	for i := range c.Points {
		near.add(c.Points[i].At, i)
	}
	for i := range c.Bends {
		sums, p := make([]float64, c.Kinds), &c.Points[i]
		near.around(p.At, func(k int) {
			if q := &c.Points[k]; k != i && c.mayTouch(p, q) {
				sums[q.Kind] += q.Weight * touchKernel(distance(p.At, q.At)/c.Radius)
			}
		})
		for kind, sum := range sums {
			c.Rests[kind*c.Bends+i] = max(flat, sum)
		}
	}
}

// mayTouch reports whether two points may touch at all.
func (c *Contacts) mayTouch(p, q *TouchPoint) bool {
	if p.Kind < Bends && q.Kind < Bends {
		return false
	}
	joined := p.Part >= 0 && p.Part == q.Part
	return !(joined || p.Rooted || q.Rooted) || distance(p.At, q.At) > c.Apart
}

// near finds points within a distance.
type near struct {
	radius float64
	cells  map[[3]int32][]placed
}

type placed struct {
	at [3]float64
	of int
}

func newNear(radius float64) *near { return &near{radius, map[[3]int32][]placed{}} }

func (n *near) cell(x [3]float64) (c [3]int32) {
	for a := range 3 {
		c[a] = int32(math.Floor(x[a] / n.radius))
	}
	return c
}

func (n *near) add(x [3]float64, of int) {
	c := n.cell(x)
	n.cells[c] = append(n.cells[c], placed{x, of})
}

// around visits the points nearer than the radius, in an order that does not depend on chance.
func (n *near) around(x [3]float64, visit func(of int)) {
	if len(n.cells) == 0 {
		return
	}
	c := n.cell(x)
	for k := range int32(27) {
		for _, p := range n.cells[[3]int32{c[0] + k%3 - 1, c[1] + k/3%3 - 1, c[2] + k/9 - 1}] {
			if distance(p.at, x) < n.radius {
				visit(p.of)
			}
		}
	}
}
