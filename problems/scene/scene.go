package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/parallel"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// Scene is a tank with water at rest and solids in it. Fluid and walls do not
// depend on the kind of boundary, but for the number of layers of wall
// particles:
//
//   - Water fills its boxes with particles that start half a spacing from the
//     walls. They have the mass ρ V/n, V being the volume of the boxes less
//     what solids displace, n the number of particles, ρ the mean density under
//     the pressure that the water begins with; see setMasses for boxes whose
//     lattices differ. So the mass of the water
//     is exact at any Δp. Sites in a solid, or closer to one than half a
//     spacing, stay empty. The particles of a column are spaced by their density.
//   - The tank's walls continue its lattice outwards, with corners and edges:
//     dynamic and dummy walls as deep as the support of the kernel, so that
//     water at a wall sees no end of it.
//   - Solids have a lattice in their own axes, that begins half a spacing
//     inside their faces; sites deeper than the support are left out.
//   - Lennard-Jones walls are the first of these layers. The water then starts
//     one spacing from the wall's particles, which is where their force begins
//     (r0 is the smallest spacing), and a particle of water whose volume
//     touches the wall feels nothing yet, or next to nothing. GPUSPH has r0 = Δp, too, but puts the
//     particles on the wall's face and the water Δp inside, which loses a
//     layer of half a Δp of water at each wall.
//   - In two dimensions all boxes are a metre wide along y, from -0.5 to 0.5 m, so that their
//     volumes are those of a metre of width. Particles are at y = 0, and there are no walls
//     before and behind.
type Scene struct {
	Tank     Box
	Open     Sides   // have no wall
	Room     float64 // beyond open sides, as for splashes above the rim [m]
	Periodic [3]bool
	Slide    [3][2][3]float64 // velocities of the walls of the tank's sides [m/s]
	Pools    []Pool
	Solids   []Solid // apart from each other
	InFile   bool    // a case file describes it: errors call the tank its domain
	Force    string  // name under which the force on the tank's walls is measured; "" is none
	Shaped   *Shaped // what is made of other shapes than boxes; nil is none
	Origin   Origin  // of its coordinates, on the map
	Images   int     // along WideAxis, each of the one before, without walls between
	Buffers  Buffers // nil is none

	// Fineness is how many times finer than the case the flow is simulated at x; nil is nowhere.
	Fineness func(x [3]float64) float64

	Elsewhere bool // there is fluid that is no part of the scene

	// of the fluids, by Pool.Material and ShapedFluid.Material, the reference fluid first; none is
	// one fluid, that of the parameters
	Materials []sph.Properties

	// Swell is the initial displacement of the fluid at x [m], and the head by which its pressure
	// is raised [m]; nil is none.
	Swell func(x [3]float64) (by [3]float64, head float64)

	// Clearances are the room below wave makers, and between bodies and hinges beside them. Gaps
	// there are not measured: no spacing closes them.
	Clearances []Box

	counts []int // particles of each fluid, once they are filled: boxes first
	// after them, the particles in buffers
	buffers []BufferOf

	// of particles, beyond which inner walls as thick as the support are too thick [m]; 0 is none
	MaxSpacing float64

	// of the particles of walls in the tank, and of those of its sides, at least [m]; what is deeper
	// and deeper than the support of the kernel has none
	Depth, SideDepth float64

	// Quick looks at shapes from fewer sites, where nothing is filled.
	Quick bool
	// Glance looks from even fewer, for whether a case can be filled at all.
	Glance bool

	counting bool // particles are counted, so walls are taken to be as thick as a spacing

	fine float64 // Δp of a scene that is sketched at a coarser spacing [m]; 0 of any other
}

// Sides are those of a box: along each axis the lower one, then the upper one.
type Sides [3][2]bool

// NoLid has the top open.
var NoLid = Sides{2: {false, true}}

// drains reports whether a side other than the top is open, where fluid leaves on purpose.
func (s Sides) drains() bool {
	s[2][1] = false
	return s != Sides{}
}

// Tolerance of the geometry, for lengths and volumes computed in two ways.
const Tolerance = 1e-9

// roomFor are no particles, with room for n.
func roomFor(n int) sph.Particles {
	return sph.Particles{
		Position:   make([][3]float64, 0, n),
		Velocity:   make([][3]float32, 0, n),
		RelDensity: make([]float32, 0, n),
		Type:       make([]sph.Type, 0, n),
		Body:       make([]uint8, 0, n),
	}
}

// addFluids adds the fluids: the boxes, then other shapes. It returns their volume [m³] and the
// columns that their particles are in.
func (s *Scene) addFluids(c *sph.Case, l *layout) (volume float64, all columns, err error) {
	p, q := &c.Params, &c.Particles
	for i := range s.Pools {
		before := q.Len()
		s.addWater(q, p, &s.Pools[i], l.water[i], &all)
		if q.Len() == before && s.Pools[i].Path != "" && s.fine == 0 {
			return 0, all, PlacedError{Path: s.Pools[i].Path, error: fmt.Errorf("the fluid %q has no particle: walls take its place", s.Pools[i].Name)}
		}
		l.fluids, l.volumes = append(l.fluids, q.Len()-before), append(l.volumes, s.volumeOf(i))
	}
	volume, err = s.addShapedFluids(q, p, l, &all)
	s.counts = l.fluids
	dry := q.Len() == 0 || !(volume > 0)
	if dry = dry && s.Buffers == nil && !s.Elsewhere; err == nil && dry {
		err = fmt.Errorf("no water is left: the solids take its place")
	}
	return volume, all, err
}

// addWalls adds the walls: solids, other shapes, those of the tank. It returns the index of the
// first particle of each solid, of the shaped walls, and of what follows these.
func (s *Scene) addWalls(c *sph.Case, l *layout) (first []int, err error) {
	q := &c.Particles
	for i := range s.Solids {
		first = append(first, q.Len())
		o, of := &s.Solids[i], &l.solids[i]
		body := bodyOf(c, o.Force, [3]float64{of.Frame.X, of.Frame.Y, o.Min[2]})
		move(c, body, o.Motion)
		of.each(of.shell, func(x [3]float64, _ int) { q.Add(of.Out(x), sph.Wall, body) })
	}
	first = append(first, q.Len())
	if err := s.addShapedWalls(c, l); err != nil {
		return nil, err
	}
	first = append(first, q.Len())
	s.addImages(q)
	foot := [3]float64{(s.Tank.Min[0] + s.Tank.Max[0]) / 2, (s.Tank.Min[1] + s.Tank.Max[1]) / 2, s.Tank.Min[2]}
	tankBody := bodyOf(c, s.Force, foot)
	s.addSides(q, l, tankBody)
	return first, nil
}

// addSides adds the walls of the tank's sides, which are of a body.
func (s *Scene) addSides(q *sph.Particles, l *layout, body uint8) {
	begins := make([]int, l.walls.planes())
	for k := range begins {
		begins[k] = q.Grow(int(l.walls.plane(k).size()))
	}
	parallel.Do(len(begins), func(k int) {
		i := begins[k]
		l.tank.each(l.walls.plane(k), func(x [3]float64, _ int) {
			at := x
			if s.fine > 0 {
				at = s.firstLayer(x)
			}
			q.Set(i, at, single(s.slides(x)), sph.Wall, body)
			i++
		})
	})
}

// setDomain sets the domain: the tank and its walls, or room beyond where it is open.
func (s *Scene) setDomain(p *sph.Params, l *layout) {
	p.Periodic, p.Origin = s.Periodic, s.Origin
	setDomain(p, s.Whole(), beyondWalls(p, l.tank, l.depth))
	room := max(s.Room, p.Support())
	for _, a := range p.Axes() {
		if s.unwalled(int(a), 0) {
			p.Min[a] = s.Tank.Min[a] - room
		}
		if s.unwalled(int(a), 1) {
			p.Max[a] = s.Tank.Max[a] + room
		}
	}
}

// addWater adds a pool, at the sites of its lattice.
func (s *Scene) addWater(q *sph.Particles, p *sph.Params, w *Pool, l lattice, all *columns) {
	least, _ := spacings(l)
	gap := (1 - Tolerance) * min(least, p.DeltaP) / 2
	var close []*Solid
	for i := range s.Solids {
		o := &s.Solids[i]
		f := o.Frame()
		reach := math.Hypot(o.Size(0), o.Size(1))/2 + gap
		if w.Distance([3]float64{f.X, f.Y, min(max(o.Min[2], w.Min[2]), w.Max[2])}) <= reach {
			close = append(close, o)
		}
	}
	area := l.cell(p) / l.step[2]
	whole := shell{outer: l.inside()}
	free := func(k int, f func(x [3]float64)) { // of solids
		l.each(whole.plane(k), func(x [3]float64, _ int) {
			if !slices.ContainsFunc(close, func(o *Solid) bool { return o.Distance(x) < gap }) {
				f(x)
			}
		})
	}
	counts, planes := make([]int, whole.planes()), make([]columns, whole.planes())
	parallel.Do(len(counts), func(k int) {
		if counts[k] = int(whole.plane(k).size()); len(close) > 0 {
			counts[k] = 0
			free(k, func([3]float64) { counts[k]++ })
		}
	})
	for k, n := range counts {
		counts[k] = q.Grow(n)
	}
	parallel.Do(len(counts), func(k int) {
		i := counts[k]
		free(k, func(x [3]float64) {
			planes[k].put(q, i, &l, x, w.Velocity, column{level: w.Max[2], area: area, material: w.Material})
			i++
		})
	})
	for _, of := range planes {
		all.join(q, &l, of)
	}
}

// slides is with what velocity a wall particle of the tank moves: that of the side which it is
// behind, and not beyond an edge of that [m/s].
func (s *Scene) slides(x [3]float64) (velocity [3]float64) {
	if s.Slide == ([3][2][3]float64{}) {
		return velocity
	}
	behind := 0
	for a := range 3 {
		for end := range 2 {
			if end == 0 && x[a] < s.Tank.Min[a] || end == 1 && x[a] > s.Tank.Max[a] {
				velocity = s.Slide[a][end]
				behind++
			}
		}
	}
	if behind > 1 {
		return [3]float64{}
	}
	return velocity
}

// bodyOf is the number of the body whose force is measured under a name, which is made where it is
// new; 0 without a name.
func bodyOf(c *sph.Case, force string, centre [3]float64) uint8 {
	if force == "" {
		return 0
	}
	for i := range c.Bodies {
		if c.Bodies[i].Name == force {
			return uint8(i + 1)
		}
	}
	c.Bodies = append(c.Bodies, sph.Body{Name: force, Centre: centre})
	return uint8(len(c.Bodies))
}

// move gives a body a motion, if there is one.
func move(c *sph.Case, body uint8, motion motion.Rigid) {
	if motion.Moves() {
		c.Bodies[body-1].Motion = motion
	}
}

// pressWalls gives walls that have a state the pressure of the water before them.
func (s *Scene) pressWalls(c *sph.Case, h *headField) {
	p, q := &c.Params, &c.Particles
	if !p.Boundary.HasState() {
		return
	}
	room := s.Tank // a little less: its faces lie in cells of fluid
	for a := range 3 {
		room.Min[a], room.Max[a] = room.Min[a]+Tolerance*room.Size(a), room.Max[a]-Tolerance*room.Size(a)
	}
	parallel.Each(q.Len(), func(i int) error {
		if q.Type[i] != sph.Wall {
			return nil
		}
		x := s.fold(q.Position[i])
		if s.Swell != nil {
			w := &s.Pools[0]
			q.RelDensity[i] = float32(relAtHead(p, p.Rho0*weight(p)*(w.Max[2]-x[2])))
			return nil
		}
		q.RelDensity[i] = float32(relAtHead(p, h.wall(x, room.Nearest(x))))
		return nil
	})
}

// volume of the water [m³].
func (s *Scene) volume() float64 {
	var v float64
	for i := range s.Pools {
		w := Solid{Box: s.Pools[i].Box}
		v += w.Size(0) * w.Size(1) * w.Size(2)
		for j := range s.Solids {
			v -= w.shared(&s.Solids[j])
		}
	}
	return v
}

// volumeOf is that of one box of water [m³].
func (s *Scene) volumeOf(i int) float64 {
	one := Scene{Pools: s.Pools[i : i+1], Solids: s.Solids}
	return one.volume()
}

// Check returns the first thing that is wrong with the scene at any spacing.
func (s *Scene) Check() error {
	for a := range 3 {
		if !(s.Tank.Size(a) > 0) {
			return fmt.Errorf("the %s has no extent along %v", s.called(), sph.Axis(a))
		}
	}
	var all []Solid
	for _, w := range s.Pools {
		all = append(all, Solid{Name: w.Name, Path: w.Path, Box: w.Box})
	}
	all = append(all, s.Solids...)
	for i := range all {
		o := &all[i]
		if !(min(o.Size(0), o.Size(1), o.Size(2)) > 0) {
			return o.errorf("%s has no volume", o.called())
		}
		low, high := o.Min[2] < s.Tank.Min[2]-Tolerance, o.Max[2] > s.Tank.Max[2]+Tolerance
		for _, v := range o.footprint() {
			if low || high || s.Tank.Distance([3]float64{v[0], v[1], s.Tank.Min[2]}) > Tolerance {
				return o.errorf("%s does not fit into the %s%s", o.called(), s.called(), s.beyond(o))
			}
		}
		water := i < len(s.Pools)
		for j := range i {
			// Solids may stand in water.
			if t := &all[j]; water == (j < len(s.Pools)) && o.shared(t) > Tolerance*o.Size(0)*o.Size(1)*o.Size(2) {
				return o.errorf("%s and %s overlap%s", t.called(), o.called(), o.apart())
			}
		}
	}
	return nil
}

// note tells the log what was filled; volume is of the first width, compressed the mean of ρ/ρ0 - 1
// there.
func (s *Scene) note(c *sph.Case, volume, compressed, least, greatest float64) {
	p := &c.Params
	if s.Buffers != nil {
		volume, compressed = float64(c.Particles.Count(sph.Fluid))*p.Mass/p.Rho0, 0
	}
	add := func(format string, values ...any) { c.Notes = append(c.Notes, fmt.Sprintf(format, values...)) }
	noteMotions(c)
	what := "water"
	if len(s.Materials) > 1 {
		what = "fluids"
	}
	noteFill(c, what, volume*float64(s.widths()), "", least, greatest)
	if compressed >= 5e-5 && len(c.Materials) == 0 {
		add("its own weight compresses the water below its level: the mass is %.2g %% more than at %s kg/m³", 100*compressed, text.Number(p.Rho0))
	}
	if s.Images > 0 {
		add("%d times as wide, %.4g m along %v; probes, gauges and bodies are in the first width", s.widths(), s.Whole().Size(int(WideAxis)), WideAxis)
	}
}
