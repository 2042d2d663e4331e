package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// Shaped is what a scene has that is not made of boxes. It lies on the tank's lattice: a site in a
// wall is a wall particle, if it is no deeper than the support of the kernel, and a site in a fluid
// is one of the fluid. So no two of them are closer than a spacing, and volumes are right on the
// mean. In two dimensions shapes are sections. Free bodies have lattices of
// their own (bodyLattice).
type Shaped struct {
	Walls  []ShapedWall
	Fluids []ShapedFluid
	Whole  geometry.Shape // all walls together; nil is none

	free, standing geometry.Shape // the walls that the fluid carries, and others; nil is none

	sites []geometry.Site        // of those that stand, once fluids are filled
	wet   *wetColumns            // where these are
	rough map[float64][2]float64 // particles of fluid and of walls at some coarse spacings
}

// ShapedWall is a wall of any shape.
type ShapedWall struct {
	Name     string
	Path     string // in a case file
	Hint     string // what may be wrong if it is small, as the end of an error
	Shape    geometry.Shape
	Force    string     // of the group of walls whose force is measured together; "" is none
	Centre   [3]float64 // of its moments [m]
	Velocity [3]float64 // with which it slides along itself [m/s]
	Motion   motion.Rigid

	// Of a body that the fluid carries, whose Force no other wall has; else nil. Volume is that of
	// the shape [m³], in two dimensions of a metre of width.
	Free   sph.FreeMotion
	Volume float64
	// It has particles however deep they are, but none in other walls or outside of the tank.
	Whole bool
	Notes func(s *Scene, w *ShapedWall, p *sph.Params) []string // on it, for the log; nil is none
}

// ShapedFluid is a shape, or what a seed comes to.
type ShapedFluid struct {
	Name  string
	Path  string         // in a case file
	Shape geometry.Shape // nil is what a seed comes to
	Seed  [3]float64     // [m]

	Within geometry.Shape // that the fluid of a seed does not leave; nil is none
	// of the surface, from which its pressure follows; of a cover, which has its own in each
	// column, NaN [m]
	Level    float64
	Velocity [3]float64 // at first [m/s]
	Material int        // of Scene.Materials

	// Of a wave: velocity [m/s] and pressure over ρ0 g [m] at a place at first, in place of Velocity
	// and the pressure of fluid that begins to move. Nil is none.
	Flow func(x [3]float64) [3]float64
	Head func(x [3]float64) float64
}

// NewShaped makes a Shaped of walls. In two dimensions (plane) they are sections.
func NewShaped(plane bool, walls ...ShapedWall) *Shaped {
	s := &Shaped{Walls: walls, rough: map[float64][2]float64{}}
	s.Join(plane)
	return s
}

// on is the lattice for package geometry.
func on(l lattice) geometry.Lattice { return geometry.Lattice{Origin: l.origin, Step: l.step, N: l.n} }

// Shape is the box as a shape of package geometry.
func (b Box) Shape() geometry.Shape { return geometry.Box{Min: b.Min, Max: b.Max} }

// Shape is the solid as a shape of package geometry.
func (s *Solid) Shape() geometry.Shape {
	if s.Turn == 0 {
		return s.Box.Shape()
	}
	f := s.Frame()
	turned, err := geometry.Rotate(s.Box.Shape(), [3]float64{0, 0, 1}, s.Turn, [3]float64{f.X, f.Y, 0})
	if err != nil {
		panic(err) // a turn that is no number, which is refused before
	}
	return turned
}

// OnOneLattice is the scene, to be filled, with those boxes of fluid that shaped walls reach into
// as shapes. Then both are on the tank's lattice. On two lattices sites would be too close to each
// other, or there would be gaps, which water runs into.
func (s Scene) OnOneLattice(p *sph.Params) *Scene {
	if s.Shaped == nil && s.Buffers == nil {
		return &s
	}
	if s.Shaped == nil {
		s.Shaped = NewShaped(p.Dim == 2)
	}
	more := *s.Shaped
	if s.Shaped = &more; more.Whole == nil && s.Buffers == nil {
		return &s
	}
	more.Fluids = slices.Clone(more.Fluids)
	water := s.Pools
	s.Pools = nil
	for _, w := range water {
		within := w.Box
		if s.Buffers == nil {
			within = Clip(more.Whole.Bounds(), w.Box)
		}
		if min(within.Size(0), within.Size(1), within.Size(2)) > -p.DeltaP {
			more.Fluids = append(more.Fluids, ShapedFluid{Name: w.Name, Path: w.Path,
				Shape: w.Shape(), Level: w.Max[2], Velocity: w.Velocity, Material: w.Material})
		} else {
			s.Pools = append(s.Pools, w)
		}
	}
	return &s
}

// lattice is that of the tank, or of its first width. In an open tank with shapes its layers fit
// the surface of the first fluid, and the rim is where the last of them ends.
func (s *Scene) lattice(p *sph.Params) lattice {
	l := latticeOf(s.Tank, p)
	if s.Shaped == nil || !s.Open[2][1] || len(s.Shaped.Fluids) == 0 || s.Buffers != nil {
		return l
	}
	depth := s.Shaped.Fluids[0].Level - s.Tank.Min[2]
	if !(depth > p.DeltaP/2 && depth <= s.Tank.Size(2)) {
		return l
	}
	l.step[2] = depth / (p.Parts() * max(1, math.Round(depth/(p.Parts()*p.DeltaP))))
	l.n[2] = int(math.Round(s.Tank.Size(2) / l.step[2]))
	return l
}

// addShapedWalls adds the sites in shaped walls as deep as the support of the kernel.
func (s *Scene) addShapedWalls(c *sph.Case, l *layout) error {
	if s.Shaped == nil || s.Shaped.Whole == nil {
		return nil
	}
	q, p := &c.Particles, &c.Params
	bodies := make([]uint8, len(s.Shaped.Walls))
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		bodies[i] = bodyOf(c, w.Force, w.Centre)
		move(c, bodies[i], w.Motion)
		addFree(c, bodies[i], w)
	}
	least, _ := spacings(l.first)
	gap := (1 - Tolerance) * least / 2
	has := make([]bool, len(s.Shaped.Walls))
	stands := func(w *ShapedWall) bool { return w.Free == nil }
	for _, site := range s.Shaped.sites {
		x := [3]float64{l.first.along(0, site.At[0]), l.first.along(1, site.At[1]), l.first.along(2, site.At[2])}
		if slices.ContainsFunc(s.Solids, func(o Solid) bool { return o.Distance(x) < gap }) {
			continue
		}
		owner := s.Shaped.ownerOf(decided(l.first, p, x), OnSurface*l.first.step[0], stands)
		has[owner] = true
		if s.fine > 0 {
			x = moved(site.Point, -s.fine/2, site.Normal)
		}
		q.Add(x, sph.Wall, bodies[owner])
		q.Velocity[q.Len()-1] = single(s.Shaped.Walls[owner].Velocity)
	}
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		if w.Free != nil {
			of := s.ownLattice(w, p)
			depth := s.wallDepth(p)
			if w.Whole && s.fine == 0 {
				depth = w.deep()
			}
			of.each(depth, p, func(x [3]float64) {
				if w.Whole && s.HolderOf(w, x) != Unheld {
					return
				}
				has[i] = true
				q.Add(x, sph.Wall, bodies[i])
			})
			l.bodies = append(l.bodies, of)
		}
		shape := w.Shape
		if p.Dim == 2 {
			shape = geometry.Section(shape)
		}
		if !has[i] && s.fine == 0 && len(geometry.Runs(shape, on(l.first))) == 0 {
			return PlacedError{Path: w.Path, error: fmt.Errorf("%s has no particle: it lies between the sites of the lattice, which are %s m apart%s",
				w.Called(), text.Number(p.DeltaP), w.Hint)}
		}
	}
	return nil
}

// wallDepth is how deep shaped walls have particles [m].
func (s *Scene) wallDepth(p *sph.Params) float64 {
	if !p.Boundary.Model().Layers || s.fine > 0 {
		return p.DeltaP
	}
	return max(p.Support(), s.Depth)
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

// Owner is the index of the first wall that has a point, or else of the first whose surface is
// within a distance [m].
func (s *Shaped) Owner(x [3]float64, within float64) int {
	return s.ownerOf(x, within, func(*ShapedWall) bool { return true })
}

// ownerOf is the same among some walls.
func (s *Shaped) ownerOf(x [3]float64, within float64, some func(w *ShapedWall) bool) int {
	i := slices.IndexFunc(s.Walls,
		func(w ShapedWall) bool { return some(&w) && w.Shape.Inside(x) })
	if i < 0 {
		i = slices.IndexFunc(s.Walls, func(w ShapedWall) bool {
			_, ok := w.Shape.Nearest(x, 2*within)
			return ok && some(&w)
		})
	}
	return max(i, 0)
}

// roughly is how many sites shapes are looked at with for an outline.
const roughly = 2e5

// count is about how many particles there will be, or a little more. Shapes are looked at with a
// coarse lattice; the number of particles of fluid then goes as the volume, that of walls as the
// area.
func (s *Shaped) count(of *Scene, p *sph.Params, l *layout) (fluid, wall float64) {
	if s == nil {
		return 0, 0
	}
	fine, power := l.first.inside().size(), float64(p.Dim)
	coarse := *p
	if roughly := of.sites(roughly); fine > roughly {
		size := of.Tank.Size(0) * of.Tank.Size(2)
		if p.Dim == 3 {
			size *= of.Tank.Size(1)
		}
		coarse.DeltaP = math.Pow(size/roughly, 1/power)
		for latticeOf(of.Tank, &coarse).inside().size() > 2*roughly { // one that is very long
			coarse.DeltaP *= 2
		}
		coarse.H *= coarse.DeltaP / p.DeltaP
	}
	n, ok := s.rough[coarse.DeltaP]
	if !ok {
		tank := of.lattice(&coarse)
		for i := range s.Fluids {
			if runs, err := of.runsOf(&s.Fluids[i], tank); err == nil { // filling says what is wrong
				n[0] += float64(geometry.Sites(runs))
			}
		}
		if s.standing != nil {
			n[1] = float64(len(geometry.Near(s.standing, on(tank), -of.wallDepth(&coarse), 0)))
		}
		for i := range s.Walls {
			if w := &s.Walls[i]; w.Free != nil {
				own := of.ownLattice(w, &coarse)
				n[1] += float64(len(own.sites(of.wallDepth(&coarse))))
			}
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

// Join makes one shape of all walls, which are sections in two dimensions.
func (s *Shaped) Join(plane bool) {
	if plane {
		for i := range s.Fluids {
			if s.Fluids[i].Shape != nil {
				s.Fluids[i].Shape = geometry.Section(s.Fluids[i].Shape)
			}
		}
	}
	if len(s.Walls) == 0 {
		return
	}
	var all, free, standing []geometry.Shape
	for i := range s.Walls {
		w := &s.Walls[i]
		if all = append(all, w.Shape); w.Free != nil {
			free = append(free, w.Shape)
		} else {
			standing = append(standing, w.Shape)
		}
	}
	s.Whole, s.free, s.standing = together(all, plane), together(free, plane), together(standing, plane)
}

// AddWall gives the scene one more wall. Scenes that share its others keep theirs.
func (s *Scene) AddWall(w ShapedWall, plane bool) {
	more := NewShaped(plane)
	if s.Shaped != nil {
		*more = *s.Shaped
	}
	more.Walls = append(slices.Clone(more.Walls), w)
	fluids := more.Fluids
	more.Fluids = nil // they are sections already
	more.Join(plane)
	more.Fluids, s.Shaped = fluids, more
}

// together is one shape of some, or nil; in two dimensions its section.
func together(all []geometry.Shape, plane bool) geometry.Shape {
	if len(all) == 0 {
		return nil
	}
	whole := all[0]
	if len(all) > 1 {
		whole = geometry.Union(all[0], all[1:]...)
	}
	if plane {
		return geometry.Section(whole)
	}
	return whole
}

// Lowest is where a seed's fluid may reach down to at most: the lowest of the walls' surface in a
// box, as heights of columns have it.
func (s *Shaped) Lowest(b Box) float64 {
	low := math.Inf(1)
	const n = 32
	for i := range n {
		for j := range n {
			from := [3]float64{b.Min[0] + (float64(i)+0.5)/n*b.Size(0), b.Min[1] + (float64(j)+0.5)/n*b.Size(1), b.Min[2]}
			floor := b.Min[2]
			for _, cut := range s.Whole.Along(from, [3]float64{0, 0, 1}, nil) {
				if cut.Low <= floor-b.Min[2]+Tolerance {
					floor = max(floor, b.Min[2]+cut.High)
				}
			}
			low = min(low, floor)
		}
	}
	return min(low, b.Max[2])
}
