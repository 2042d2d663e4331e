package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// shaped is what a scene has that is not made of boxes. It lies on the tank's lattice: a site in a wall is a wall particle, if it is no
// deeper than the support of the kernel, and a site in a fluid is one of the fluid. So no two of them are closer than a spacing, and volumes
// are right on the mean. In two dimensions shapes are sections.
type shaped struct {
	walls  []shapedWall
	fluids []shapedFluid
	whole  geometry.Shape // all walls together; nil is none

	sites []geometry.Site        // of the walls, once fluids are filled
	wet   *wetColumns            // where these are
	rough map[float64][2]float64 // particles of fluid and of walls at some coarse spacings
}

type shapedWall struct {
	name     string
	path     string // in a case file
	hint     string // what may be wrong if it is small, as the end of an error
	shape    geometry.Shape
	force    string     // of the group of walls whose force is measured together; "" is none
	centre   [3]float64 // of its moments [m]
	velocity [3]float64 // with which it slides along itself [m/s]
	motion   motion.Table
}

// shapedFluid is a shape, or what a seed comes to.
type shapedFluid struct {
	name     string
	path     string         // in a case file
	shape    geometry.Shape // nil is what a seed comes to
	seed     [3]float64     // [m]
	level    float64        // of the surface, from which its pressure follows; of a cover, which has its own in each column, NaN [m]
	velocity [3]float64     // at first [m/s]

	flow func(x [3]float64) [3]float64 // the velocity at first at a place, in place of velocity [m/s]; nil is none
}

// newShaped is some walls, which are sections in a flow in a plane.
func newShaped(plane bool, walls ...shapedWall) *shaped {
	s := &shaped{walls: walls, rough: map[float64][2]float64{}}
	s.join(plane)
	return s
}

// on is the lattice for package geometry.
func on(l lattice) geometry.Lattice { return geometry.Lattice{Origin: l.origin, Step: l.step, N: l.n} }

// shape is the box for package geometry.
func (b box) shape() geometry.Shape { return geometry.Box{Min: b.min, Max: b.max} }

// shape is the solid for package geometry.
func (s *solid) shape() geometry.Shape {
	if s.turn == 0 {
		return s.box.shape()
	}
	f := s.frame()
	turned, err := geometry.Rotate(s.box.shape(), [3]float64{0, 0, 1}, s.turn, [3]float64{f.x, f.y, 0})
	if err != nil {
		panic(err) // a turn that is no number, which is refused before
	}
	return turned
}

// onOneLattice is the scene, to be filled, with those boxes of fluid that shaped walls reach into as shapes. Then both are on the tank's
// lattice. On two lattices sites would be too close to each other, or there would be gaps, which water runs into.
func (s scene) onOneLattice(p *sph.Params) *scene {
	if s.shaped == nil {
		return &s
	}
	more := *s.shaped
	if s.shaped = &more; more.whole == nil {
		return &s
	}
	more.fluids = slices.Clone(more.fluids)
	water := s.water
	s.water = nil
	for _, w := range water {
		if within := clip(more.whole.Bounds(), w.box); min(within.size(0), within.size(1), within.size(2)) > -p.DeltaP {
			more.fluids = append(more.fluids, shapedFluid{name: w.name, path: w.path, shape: w.shape(), level: w.max[2], velocity: w.velocity})
		} else {
			s.water = append(s.water, w)
		}
	}
	return &s
}

// lattice is that of the tank, or of its first width. In an open tank with shapes its layers fit the surface of the first fluid, and the
// rim is where the last of them ends.
func (s *scene) lattice(p *sph.Params) lattice {
	l := latticeOf(s.tank, p)
	if s.shaped == nil || !s.open[2][1] || len(s.shaped.fluids) == 0 {
		return l
	}
	depth := s.shaped.fluids[0].level - s.tank.min[2]
	if !(depth > p.DeltaP/2 && depth <= s.tank.size(2)) {
		return l
	}
	l.step[2] = depth / max(1, math.Round(depth/p.DeltaP))
	l.n[2] = int(math.Round(s.tank.size(2) / l.step[2]))
	return l
}

// addShapedWalls adds the sites in shaped walls as deep as the support of the kernel.
func (s *scene) addShapedWalls(c *sph.Case, l *layout) error {
	if s.shaped == nil || s.shaped.whole == nil {
		return nil
	}
	q, p := &c.Particles, &c.Params
	bodies := make([]uint8, len(s.shaped.walls))
	for i := range s.shaped.walls {
		w := &s.shaped.walls[i]
		bodies[i] = bodyOf(c, w.force, w.centre)
		move(c, bodies[i], w.motion)
	}
	least, _ := spacings(l.first)
	gap := (1 - tolerance) * least / 2
	has := make([]bool, len(s.shaped.walls))
	for _, site := range s.shaped.sites {
		x := [3]float64{l.first.along(0, site.At[0]), l.first.along(1, site.At[1]), l.first.along(2, site.At[2])}
		if slices.ContainsFunc(s.solids, func(o solid) bool { return o.distance(x) < gap }) {
			continue
		}
		owner := s.shaped.owner(decided(l.first, p, x), onSurface*l.first.step[0])
		has[owner] = true
		q.Add(x, sph.Wall, bodies[owner])
		q.Velocity[q.Len()-1] = single(s.shaped.walls[owner].velocity)
	}
	for i := range s.shaped.walls {
		w := &s.shaped.walls[i]
		shape := w.shape
		if p.Dim == 2 {
			shape = geometry.Section(shape)
		}
		if !has[i] && len(geometry.Runs(shape, on(l.first))) == 0 {
			return placed{w.path, fmt.Errorf("the wall %q has no particle: it lies between the sites of the lattice, which are %s m apart%s", w.name, text.Number(p.DeltaP), w.hint)}
		}
	}
	return nil
}

// wallDepth is how deep shaped walls have particles [m].
func (s *scene) wallDepth(p *sph.Params) float64 {
	if p.Boundary == sph.LennardJones {
		return p.DeltaP
	}
	return p.Support()
}

// decided is the point by which a site is decided to be in a wall. In two dimensions it is in the
// plane.
func decided(l lattice, p *sph.Params, x [3]float64) [3]float64 {
	of := on(l)
	y := of.Perturbed(x)
	if p.Dim == 2 {
		y[sph.PlaneAxis] = x[sph.PlaneAxis]
	}
	return y
}

// owner is the first wall that has a point, or else the first whose surface is within a distance [m].
func (s *shaped) owner(x [3]float64, within float64) int {
	i := slices.IndexFunc(s.walls, func(w shapedWall) bool { return w.shape.Inside(x) })
	if i < 0 {
		i = slices.IndexFunc(s.walls, func(w shapedWall) bool { _, ok := w.shape.Nearest(x, 2*within); return ok })
	}
	return max(i, 0)
}

// roughly is how many sites shapes are looked at with for an outline.
const roughly = 2e5

// count is about how many particles there will be, or a little more. Shapes are looked at with a coarse lattice; the number of particles of
// fluid then goes as the volume, that of walls as the area.
func (s *shaped) count(of *scene, p *sph.Params, l *layout) (fluid, wall float64) {
	if s == nil {
		return 0, 0
	}
	fine, power := l.first.inside().size(), float64(p.Dim)
	coarse := *p
	if fine > roughly {
		size := of.tank.size(0) * of.tank.size(2)
		if p.Dim == 3 {
			size *= of.tank.size(1)
		}
		coarse.DeltaP = math.Pow(size/roughly, 1/power)
		for latticeOf(of.tank, &coarse).inside().size() > 2*roughly { // one that is very long
			coarse.DeltaP *= 2
		}
		coarse.H *= coarse.DeltaP / p.DeltaP
	}
	n, ok := s.rough[coarse.DeltaP]
	if !ok {
		tank := of.lattice(&coarse)
		for i := range s.fluids {
			if runs, err := of.runsOf(&s.fluids[i], tank); err == nil { // filling says what is wrong
				n[0] += float64(geometry.Sites(runs))
			}
		}
		if s.whole != nil {
			n[1] = float64(len(geometry.Near(s.whole, on(tank), -of.wallDepth(&coarse), 0)))
		}
		s.rough[coarse.DeltaP] = n
	}
	ratio := coarse.DeltaP / p.DeltaP
	if ratio == 1 {
		return n[0], n[1]
	}
	const spare = 1.1
	return spare * n[0] * math.Pow(ratio, power), spare * n[1] * math.Pow(ratio, power-1)
}

// cell is the volume of a site [m³]; in two dimensions that of a metre of width.
func (l lattice) cell(p *sph.Params) float64 {
	if p.Dim == 2 {
		return l.step[0] * l.step[2]
	}
	return l.step[0] * l.step[1] * l.step[2]
}

// join makes one shape of all walls, which are sections in two dimensions.
func (s *shaped) join(plane bool) {
	if plane {
		for i := range s.fluids {
			if s.fluids[i].shape != nil {
				s.fluids[i].shape = geometry.Section(s.fluids[i].shape)
			}
		}
	}
	if len(s.walls) == 0 {
		return
	}
	var all []geometry.Shape
	for i := range s.walls {
		all = append(all, s.walls[i].shape)
	}
	s.whole = all[0]
	if len(all) > 1 {
		s.whole = geometry.Union(all[0], all[1:]...)
	}
	if plane {
		s.whole = geometry.Section(s.whole)
	}
}

// lowest is where a seed's fluid may reach down to at most: the lowest of the walls' surface in a box, as heights of columns have it.
func (s *shaped) lowest(b box) float64 {
	low := math.Inf(1)
	const n = 32
	for i := range n {
		for j := range n {
			from := [3]float64{b.min[0] + (float64(i)+0.5)/n*b.size(0), b.min[1] + (float64(j)+0.5)/n*b.size(1), b.min[2]}
			floor := b.min[2]
			for _, cut := range s.whole.Along(from, [3]float64{0, 0, 1}, nil) {
				if cut.Low <= floor-b.min[2]+tolerance {
					floor = max(floor, b.min[2]+cut.High)
				}
			}
			low = min(low, floor)
		}
	}
	return min(low, b.max[2])
}
