package problems

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// scene is a tank with water at rest and solids in it. Fluid and walls do not
// depend on the kind of boundary, but for the number of layers of wall
// particles:
//
//   - Water fills its boxes with particles that start half a spacing from the
//     walls. All have the mass ρ V/n, V being the volume of the boxes less
//     what solids displace, n the number of particles, ρ the mean density under
//     the pressure that the water begins with; so the mass of the water
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
type scene struct {
	tank     box
	open     sides   // have no wall
	room     float64 // beyond open sides, as for splashes above the rim [m]
	periodic [3]bool
	slide    [3][2][3]float64 // velocities of the walls of the tank's sides [m/s]
	water    []pool
	solids   []solid // apart from each other
	filed    bool    // is of a case file
	force    string  // name under which the force on the tank's walls is measured; "" is none
	shaped   *shaped // what is made of other shapes than boxes; nil is none
	origin   origin  // of its coordinates; those of problems in Go are the map's
	images   int     // along WideAxis, each of the one before, without walls between

	// swell says by how much the water at a place is moved at first, and its pressure raised, as a head [m]; nil is not at all.
	swell func(x [3]float64) (by [3]float64, head float64)

	supports float64 // particle spacing at which inner walls as thick as the support are too thick [m]; 0 is none
}

// sides are those of a box: along each axis the lower one, then the upper one.
type sides [3][2]bool

// noLid is the sides of an open tank that are open.
var noLid = sides{2: {false, true}}

// tolerance of the geometry, for lengths and volumes computed in two ways.
const tolerance = 1e-9

// fill puts the scene's particles and bodies into c, and what depends on them
// into c.Params: mass, domain, Lennard-Jones radius.
func (s *scene) fill(c *sph.Case) error {
	p, q := &c.Params, &c.Particles
	if err := s.checkImages(c); err != nil {
		return err
	}
	l, err := s.layout(p)
	if err != nil {
		return err
	}
	fluid, wall := s.particles(p, l)
	if err := checkCount(p, fluid+wall); err != nil {
		return err
	}
	least, greatest := spacings(l.lattices()...)
	*q = roomFor(int(fluid + wall))
	volume, all, err := s.addFluids(c, l)
	if err != nil {
		return err
	}
	n := q.Len()
	shape, err := s.walls()
	if err != nil {
		return err
	}
	var heads *headField
	if s.swell == nil {
		heads = s.newHeadField(c, shape)
	}
	compressed := s.settle(c, all, heads)
	p.Mass = p.Rho0 * (1 + compressed) * volume / float64(n)
	s.setFlows(q, l)
	first, err := s.addWalls(c, l)
	if err != nil {
		return err
	}
	s.pressWalls(c, heads)
	s.begin(c)
	s.setDomain(p, l)
	p.LJRadius = least
	if s.images > 0 {
		p.SplitAxis = WideAxis
	}
	s.note(c, volume, compressed, least, greatest)
	s.noteVolumes(c, l)
	s.noteLengths(c, l, shape, first)
	s.findGround(c, shape)
	if err := s.fillLoads(c, shape); err != nil {
		return err
	}
	return fillSurfaces(c, shape)
}

// roomFor are no particles, with room for n.
func roomFor(n int) sph.Particles {
	return sph.Particles{
		Position: make([][3]float64, 0, n),
		Velocity: make([][3]float32, 0, n),
		Rel:      make([]float32, 0, n),
		Type:     make([]sph.Type, 0, n),
		Body:     make([]uint8, 0, n),
	}
}

// addFluids adds the fluids: the boxes, then other shapes. It returns their volume [m³] and the
// columns that their particles are in.
func (s *scene) addFluids(c *sph.Case, l *layout) (volume float64, all columns, err error) {
	p, q := &c.Params, &c.Particles
	for i := range s.water {
		before := q.Len()
		s.addWater(q, p, &s.water[i], l.water[i], &all)
		if q.Len() == before && s.water[i].path != "" {
			return 0, all, placed{s.water[i].path, fmt.Errorf("the fluid %q has no particle: walls take its place", s.water[i].name)}
		}
		l.fluids = append(l.fluids, q.Len()-before)
	}
	volume, err = s.addShapedFluids(q, p, l, &all)
	if err == nil && (q.Len() == 0 || !(volume > 0)) {
		err = fmt.Errorf("no water is left: the solids take its place")
	}
	return volume, all, err
}

// addWalls adds the walls: solids, other shapes, those of the tank. It returns the index of the
// first particle of each solid, of the shaped walls, and of what follows these.
func (s *scene) addWalls(c *sph.Case, l *layout) (first []int, err error) {
	q := &c.Particles
	for i := range s.solids {
		first = append(first, q.Len())
		o, of := &s.solids[i], &l.solids[i]
		body := bodyOf(c, o.force, [3]float64{of.frame.x, of.frame.y, o.min[2]})
		move(c, body, o.motion)
		of.each(of.shell, func(x [3]float64, _ int) { q.Add(of.out(x), sph.Wall, body) })
	}
	first = append(first, q.Len())
	if err := s.addShapedWalls(c, l); err != nil {
		return nil, err
	}
	first = append(first, q.Len())
	s.addImages(q)
	foot := [3]float64{(s.tank.min[0] + s.tank.max[0]) / 2, (s.tank.min[1] + s.tank.max[1]) / 2, s.tank.min[2]}
	tankBody := bodyOf(c, s.force, foot)
	l.tank.each(l.walls, func(x [3]float64, _ int) {
		q.Add(x, sph.Wall, tankBody)
		q.Velocity[q.Len()-1] = single(s.slides(x))
	})
	return first, nil
}

// setDomain sets the domain: the tank and its walls, or room beyond where it is open.
func (s *scene) setDomain(p *sph.Params, l *layout) {
	p.Periodic, p.Origin = s.periodic, s.origin
	setDomain(p, s.whole(), beyondWalls(p, l.tank, l.depth))
	room := max(s.room, p.Support())
	for _, a := range p.Axes() {
		if s.open[a][0] {
			p.Min[a] = s.tank.min[a] - room
		}
		if s.open[a][1] {
			p.Max[a] = s.tank.max[a] + room
		}
	}
}

// addWater adds a pool, at the sites of its lattice.
func (s *scene) addWater(q *sph.Particles, p *sph.Params, w *pool, l lattice, all *columns) {
	least, _ := spacings(l)
	gap := (1 - tolerance) * min(least, p.DeltaP) / 2
	var close []*solid
	for i := range s.solids {
		o := &s.solids[i]
		f := o.frame()
		reach := math.Hypot(o.size(0), o.size(1))/2 + gap
		if w.distance([3]float64{f.x, f.y, min(max(o.min[2], w.min[2]), w.max[2])}) <= reach {
			close = append(close, o)
		}
	}
	area := l.cell(p) / l.step[2]
	l.each(shell{outer: l.inside()}, func(x [3]float64, _ int) {
		for _, o := range close {
			if o.distance(x) < gap {
				return
			}
		}
		all.add(q, &l, x, w.velocity, w.max[2], area)
	})
}

// slides is with what velocity a wall particle of the tank moves: that of the side which it is behind, and not beyond an edge of that [m/s].
func (s *scene) slides(x [3]float64) (velocity [3]float64) {
	if s.slide == ([3][2][3]float64{}) {
		return velocity
	}
	behind := 0
	for a := range 3 {
		for end := range 2 {
			if end == 0 && x[a] < s.tank.min[a] || end == 1 && x[a] > s.tank.max[a] {
				velocity = s.slide[a][end]
				behind++
			}
		}
	}
	if behind > 1 {
		return [3]float64{}
	}
	return velocity
}

// bodyOf is the number of the body whose force is measured under a name, which is made where it is new; 0 without a name.
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
func move(c *sph.Case, body uint8, motion motion.Table) {
	if len(motion.Times) > 0 {
		c.Bodies[body-1].Motion = motion
	}
}

// pressWalls gives walls that have a state the pressure of the water before them.
func (s *scene) pressWalls(c *sph.Case, h *headField) {
	p, q := &c.Params, &c.Particles
	if !p.Boundary.HasState() {
		return
	}
	room := s.tank // a little less: its faces lie in cells of fluid
	for a := range 3 {
		room.min[a], room.max[a] = room.min[a]+tolerance*room.size(a), room.max[a]-tolerance*room.size(a)
	}
	inParallel(q.Len(), func(i int) error {
		if q.Type[i] != sph.Wall {
			return nil
		}
		x := s.fold(q.Position[i])
		if s.swell != nil {
			w := &s.water[0]
			q.Rel[i] = float32(relAtHead(p, p.Rho0*weight(p)*(w.max[2]-x[2])))
			return nil
		}
		q.Rel[i] = float32(relAtHead(p, h.wall(x, room.nearest(x))))
		return nil
	})
}

// volume of the water [m³].
func (s *scene) volume() float64 {
	var v float64
	for i := range s.water {
		w := solid{box: s.water[i].box}
		v += w.size(0) * w.size(1) * w.size(2)
		for j := range s.solids {
			v -= w.shared(&s.solids[j])
		}
	}
	return v
}

// check returns the first thing that is wrong with the scene at any spacing.
func (s *scene) check() error {
	for a := range 3 {
		if !(s.tank.size(a) > 0) {
			return fmt.Errorf("the %s has no extent along %v", s.called(), sph.Axis(a))
		}
	}
	var all []solid
	for _, w := range s.water {
		all = append(all, solid{name: w.name, path: w.path, box: w.box})
	}
	all = append(all, s.solids...)
	for i := range all {
		o := &all[i]
		if !(min(o.size(0), o.size(1), o.size(2)) > 0) {
			return o.errorf("%s has no volume", o.called())
		}
		low, high := o.min[2] < s.tank.min[2]-tolerance, o.max[2] > s.tank.max[2]+tolerance
		for _, v := range o.footprint() {
			if low || high || s.tank.distance([3]float64{v[0], v[1], s.tank.min[2]}) > tolerance {
				return o.errorf("%s does not fit into the %s%s", o.called(), s.called(), s.beyond(o))
			}
		}
		water := i < len(s.water)
		for j := range i {
			// Solids may stand in water.
			if t := &all[j]; water == (j < len(s.water)) && o.shared(t) > tolerance*o.size(0)*o.size(1)*o.size(2) {
				return o.errorf("%s and %s overlap%s", t.called(), o.called(), o.apart())
			}
		}
	}
	return nil
}

// note tells the log what was filled; volume is of the first width, compressed the mean of ρ/ρ0 - 1 there.
func (s *scene) note(c *sph.Case, volume, compressed, least, greatest float64) {
	p := &c.Params
	add := func(format string, values ...any) { c.Notes = append(c.Notes, fmt.Sprintf(format, values...)) }
	noteMotions(c)
	noteFill(c, "water", volume*float64(s.widths()), "", least, greatest)
	if compressed >= 5e-5 {
		add("its own weight compresses the water below its level: the mass is %.2g %% more than at %s kg/m³", 100*compressed, text.Number(p.Rho0))
	}
	if s.images > 0 {
		add("%d times as wide, %.4g m along %v; probes, gauges and bodies are in the first width", s.widths(), s.whole().size(int(WideAxis)), WideAxis)
	}
}
