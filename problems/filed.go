package problems

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
)

// filed is the flow of a case file.
type filed struct {
	physics
	file    *casefile.Case
	scene   scene      // without what depends on the spacing
	gravity [3]float64 // at first [m/s²]
	from    *geometrySource
}

// Filed is a problem of a case file.
type Filed interface {
	Problem
	File() *casefile.Case
	Files() []string // that the case file names, each once
}

// FromFile makes the problem of a case file.
func FromFile(file string) (Filed, error) {
	c, err := casefile.Read(file)
	if err != nil {
		return nil, err
	}
	return FromCase(c)
}

// FromCase makes the problem of a case.
func FromCase(c *casefile.Case) (Filed, error) {
	f := &filed{file: c, from: &geometrySource{Case: c, meshes: map[string]*geometry.Mesh{}}}
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *filed) Name() string { return f.file.Name }

func (f *filed) Summary() string {
	if f.file.About != "" {
		return f.file.About
	}
	return "the flow of " + f.file.File()
}

// File implements Filed.
func (f *filed) File() *casefile.Case { return f.file }

// Files implements Filed.
func (f *filed) Files() []string { return f.from.files }

func (f *filed) Setup(deltaP float64) (*sph.Case, error) { return fill(f.at(deltaP)) }

func (f *filed) Outline(deltaP float64) (Outline, error) { return outline(f.at(deltaP)) }

// read takes from the file what does not depend on the spacing.
func (f *filed) read() error {
	if err := f.readDomain(); err != nil {
		return err
	}
	for i := range f.file.Walls {
		if err := f.readWall(i); err != nil {
			return err
		}
	}
	for i := range f.file.Fluids {
		if err := f.readFluid(i); err != nil {
			return err
		}
	}
	if f.scene.shaped != nil {
		f.scene.shaped.join(f.file.Dimension == 2)
	}
	if err := f.readPhysics(); err != nil {
		return err
	}
	if err := f.scene.check(); err != nil {
		return f.file.Errorf("", "%v", err)
	}
	return f.checkMeasured()
}

func (f *filed) readDomain() error {
	d := f.file.Domain
	s := &f.scene
	s.tank = f.wide(box{d.Min, d.Max})
	s.room = d.Room
	for _, side := range d.Open {
		a, end := sideOf(side)
		s.open[a][end] = true
	}
	for _, axis := range d.Periodic {
		s.periodic[slices.Index(casefile.Axes, axis)] = true
	}
	for side, v := range d.Slide {
		a, end := sideOf(side)
		s.slide[a][end] = v
	}
	return nil
}

// sideOf is the axis of a side, and 1 for its upper end.
func sideOf(side string) (axis, end int) {
	i := slices.Index(casefile.Sides, side)
	return i / 2, i % 2
}

// wide is a box as the scene has it: in two dimensions a metre wide.
func (f *filed) wide(b box) box {
	if f.file.Dimension == 2 {
		b.min[1], b.max[1] = -0.5, 0.5
	}
	return b
}

// shapes is the scene's, which has some from now on.
func (f *filed) shapes() *shaped {
	if f.scene.shaped == nil {
		f.scene.shaped = &shaped{rough: map[float64][2]float64{}}
	}
	return f.scene.shaped
}

func (f *filed) readWall(i int) error {
	w, path := &f.file.Walls[i], fmt.Sprintf("wall.%d", i)
	force, motion, err := f.motion(i)
	if err != nil {
		return err
	}
	if b, turn, ok := f.upright(&w.Shape); ok && w.Velocity == nil && w.Centre == nil {
		f.scene.solids = append(f.scene.solids, solid{name: w.Name, force: force, box: b, turn: turn, motion: motion})
		return nil
	}
	shape, err := f.from.shape(&w.Shape, path)
	if err != nil {
		return err
	}
	bounds := clip(shape.Bounds(), f.scene.tank)
	wall := shapedWall{name: w.Name, shape: shape, force: force, motion: motion,
		centre: [3]float64{(bounds.min[0] + bounds.max[0]) / 2, (bounds.min[1] + bounds.max[1]) / 2, bounds.min[2]}}
	for a := range 3 {
		if !(bounds.max[a] > bounds.min[a]) {
			return f.file.Errorf(path, "the wall %q is not in the domain: it reaches from %s to %s%s", w.Name, metres(shape.Bounds().Min), metres(shape.Bounds().Max), f.from.unitHint(&w.Shape, f.scene.tank))
		}
	}
	if w.Centre != nil {
		wall.centre = *w.Centre
	}
	if w.Velocity != nil {
		wall.velocity = *w.Velocity
	}
	s := f.shapes()
	s.walls = append(s.walls, wall)
	return nil
}

// clip is what bounds have of a box.
func clip(bounds geometry.Box, b box) box {
	for a := range 3 {
		b.min[a], b.max[a] = max(b.min[a], bounds.Min[a]), min(b.max[a], bounds.Max[a])
	}
	return b
}

// upright is a shape as a box that is turned about the vertical, if it is one. Such boxes have lattices of their own.
func (f *filed) upright(s *casefile.Shape) (b box, turn float64, ok bool) {
	if s.Box == nil || s.Scale != nil {
		return b, 0, false
	}
	b = f.wide(box{s.Box.Min, s.Box.Max})
	if r := s.Rotate; r != nil {
		if f.file.Dimension == 2 || r.Axis[0] != 0 || r.Axis[1] != 0 || r.Axis[2] == 0 {
			return b, 0, false
		}
		turn = r.Angle * math.Pi / 180
		if r.Axis[2] < 0 {
			turn = -turn
		}
		o := solid{box: b}
		at, about := o.frame(), [3]float64{}
		if r.About != nil {
			about = *r.About
		}
		if about[0] != at.x || about[1] != at.y {
			sin, cos := math.Sincos(turn)
			moved := frame{about[0], about[1], cos, sin}.out([3]float64{at.x, at.y})
			for a := range 2 {
				by := moved[a] - [2]float64{at.x, at.y}[a]
				b.min[a], b.max[a] = b.min[a]+by, b.max[a]+by
			}
		}
	}
	if t := s.Translate; t != nil {
		for a := range 3 {
			if f.file.Dimension != 2 || a != 1 {
				b.min[a], b.max[a] = b.min[a]+t[a], b.max[a]+t[a]
			}
		}
	}
	return b, turn, true
}

func (f *filed) readFluid(i int) error {
	w, path := &f.file.Fluids[i], fmt.Sprintf("fluid.%d", i)
	var velocity [3]float64
	if w.Velocity != nil {
		velocity = *w.Velocity
	}
	if b, turn, ok := f.upright(&w.Shape); ok && turn == 0 && w.Surface == nil {
		f.scene.water = append(f.scene.water, pool{name: w.Name, box: b, velocity: velocity})
		return nil
	}
	fluid := shapedFluid{name: w.Name, velocity: velocity}
	switch {
	case w.Fill != nil:
		fluid.seed, fluid.level = w.Fill.Seed, w.Fill.Level
		if f.file.Dimension == 2 {
			fluid.seed[1] = 0
		}
		if f.scene.tank.distance(fluid.seed) > 0 {
			return f.file.Errorf(path+".fill.seed", "the seed of the fluid %q, %s, is outside of the domain", w.Name, metres(fluid.seed))
		}
		if fluid.level <= fluid.seed[2] {
			return f.file.Errorf(path+".fill.level", "the level of the fluid %q, %s m, is not above its seed, %s", w.Name, text.Exact(fluid.level), metres(fluid.seed))
		}
	case w.Cover != nil:
		grid, err := f.from.grid(w.Cover.File, path+".cover.file")
		if err != nil {
			return err
		}
		if fluid.shape, err = geometry.NewCover(grid, w.Cover.Depth); err != nil {
			return f.file.Errorf(path+".cover", "the fluid %q: %v", w.Name, err)
		}
		fluid.level = math.NaN()
	default:
		shape, err := f.from.shape(&w.Shape, path)
		if err != nil {
			return err
		}
		fluid.shape, fluid.level = shape, min(shape.Bounds().Max[2], f.scene.tank.max[2])
	}
	if w.Surface != nil {
		fluid.level = *w.Surface
	}
	s := f.shapes()
	s.fluids = append(s.fluids, fluid)
	return nil
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

// depths are the lowest and the highest of the fluid at first [m].
func (f *filed) depths() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, w := range f.scene.water {
		low, high = min(low, w.min[2]), max(high, w.max[2])
	}
	if s := f.scene.shaped; s != nil {
		for _, w := range s.fluids {
			bounds := f.scene.tank
			if w.shape != nil {
				bounds = clip(w.shape.Bounds(), f.scene.tank)
			} else {
				bounds.max[2] = min(w.level, bounds.max[2])
				if s.whole != nil {
					bounds.min[2] = max(bounds.min[2], s.lowest(bounds))
				}
			}
			low, high = min(low, bounds.min[2]), max(high, bounds.max[2])
		}
	}
	return low, high
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

// readPhysics takes what moves the fluid.
func (f *filed) readPhysics() error {
	p := f.file.Physics
	if p == nil {
		p = &casefile.Physics{}
	}
	f.gravity = [3]float64{0, 0, -gravity}
	if p.Gravity != nil {
		f.gravity = *p.Gravity
	}
	if t := p.GravityTable; t != nil {
		if p.Gravity != nil {
			return f.file.Errorf("physics.gravity-table", "there are both gravity and gravity-table; one of them would do")
		}
		if !(t.Interval > 0) || len(t.Values) == 0 {
			return f.file.Errorf("physics.gravity-table", "gravity-table needs an interval above 0 and a value; interval = 0.1, values = [[0, 0, -9.81]] would do")
		}
		f.gravity = t.Values[0]
	}
	pull := math.Hypot(math.Hypot(f.gravity[0], f.gravity[1]), f.gravity[2])
	if p.GravityTable != nil {
		for _, g := range p.GravityTable.Values {
			pull = max(pull, math.Hypot(math.Hypot(g[0], g[1]), g[2]))
		}
	}
	for _, v := range []struct {
		key   string
		value float64
	}{{"rho0", p.Rho0}, {"depth", p.Depth}, {"speed", p.Speed}} {
		if v.value < 0 {
			return f.file.Errorf("physics."+v.key, "physics.%s is %s, but must be above 0", v.key, text.Exact(v.value))
		}
	}
	deltaP := f.file.Spacing
	if p.Speed > 0 {
		f.physics.params = weightless(deltaP, p.Speed).params
		f.speed = p.Speed
	} else {
		low, high := f.depths()
		depth := p.Depth
		if depth == 0 {
			depth = high - low
		}
		if !(pull > 0) {
			return f.file.Errorf("physics.gravity", "gravity is 0, so the speed of sound cannot follow from the depth; physics.speed = 1, the greatest speed of the flow [m/s], would do")
		}
		if !(depth > 0) {
			return f.file.Errorf("physics", "the fluid has no depth; physics.depth = 0.5 would do")
		}
		f.physics.params = water(deltaP, depth, 0, 0.1).params
		f.depth = depth
	}
	f.pull = pull
	f.params.Dim = max(f.file.Dimension, 2)
	if f.file.Dimension == 0 {
		f.params.Dim = 3
	}
	if p.Rho0 > 0 {
		f.params.Rho0 = p.Rho0
	}
	return f.setOptions(p.Options)
}

// setOptions takes the options of the physics, those first that ranges of others follow from.
func (f *filed) setOptions(options map[string]any) error {
	keys := make([]string, 0, len(options))
	for key := range options {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	rows := f.Options()
	var names []string
	for _, row := range rows {
		names = append(names, row.Name)
	}
	for _, key := range keys {
		i := slices.Index(names, key)
		if i < 0 {
			names = append(names, "rho0", "gravity", "gravity-table", "depth", "speed")
			meant := text.Meant(key, names)
			if meant == "" {
				meant = "; there are " + text.And(names)
			}
			return f.file.Errorf("physics."+key, "there is no key physics.%s%s", key, meant)
		}
		if err := set(rows[i], options[key]); err != nil {
			return f.file.Errorf("physics."+key, "%v", asKeys(err, names))
		}
	}
	flags := option.Table(f.Options())
	for _, row := range flags {
		if err := row.Check(); err != nil {
			return f.file.Errorf("physics."+row.Name, "%v", asKeys(err, names))
		}
	}
	for _, row := range rows {
		if _, given := options[row.Name]; !given || row.Value.String() == row.DefValue {
			continue
		}
		for _, need := range row.Needs {
			if !need.Met() {
				return f.file.Errorf("physics."+row.Name, "%v", asKeys(fmt.Errorf("--%s has no effect: %s", row.Name, need.Else), names))
			}
		}
	}
	return nil
}

// set gives an option the value of a key.
func set(row option.Option, value any) error {
	word := ""
	switch v := value.(type) {
	case string:
		word = v
	case bool:
		word = fmt.Sprint(v)
	case int64:
		word = fmt.Sprint(v)
	case float64:
		word = text.Exact(v)
	default:
		return fmt.Errorf("--%s is %v, but must be a number, a word or true", row.Name, value)
	}
	err := row.Value.Set(word)
	var refused option.Refused
	switch kind := row.Value.Type(); {
	case err == nil || errors.As(err, &refused):
		return err
	case kind == "bool":
		return fmt.Errorf("--%s is %q, but must be true or false", row.Name, word)
	case kind == "int":
		return fmt.Errorf("--%s is %q, but must be a whole number", row.Name, word)
	default:
		return fmt.Errorf("--%s is %q, but must be a number", row.Name, word)
	}
}

// asKeys is an error about options as one about keys: without the dashes of the command line.
func asKeys(err error, names []string) error {
	words := err.Error()
	for _, name := range names {
		words = strings.ReplaceAll(words, "--"+name+" ", name+" ")
	}
	return errors.New(words)
}

// checkMeasured refuses probes and gauges where they could measure nothing.
func (f *filed) checkMeasured() error {
	for i := range f.file.Probes {
		path := fmt.Sprintf("probe.%d", i)
		points, err := f.points(i)
		if err != nil {
			return err
		}
		for _, x := range points {
			if name, where := f.inWall(x.Position); where != "" {
				return f.file.Errorf(path, "the probe %q, at %s, is %s%s; a point in the fluid, or on the wall's surface, would do", x.Name, metres(x.Position), where, name)
			}
		}
	}
	for i, g := range f.file.Gauges {
		for a := range 2 {
			if f.params.Dim == 2 && a == 1 {
				continue
			}
			if g.At[a] < f.scene.tank.min[a] || g.At[a] > f.scene.tank.max[a] {
				return f.file.Errorf(fmt.Sprintf("gauge.%d.at", i), "the gauge %q is outside of the domain", g.Name)
			}
		}
	}
	return nil
}

// inWall says in which wall a point is, deeper than rounding.
func (f *filed) inWall(x [3]float64) (name, where string) {
	if f.scene.tank.distance(x) > tolerance {
		return "", "outside of the domain"
	}
	for i := range f.scene.solids {
		o := &f.scene.solids[i]
		y, depth := o.frame().in(x), math.Inf(1)
		for a := range 3 {
			if f.params.Dim != 2 || a != 1 {
				depth = min(depth, y[a]-o.min[a], o.max[a]-y[a])
			}
		}
		if depth > tolerance {
			return fmt.Sprintf("%q", o.name), "in the wall "
		}
	}
	if s := f.scene.shaped; s != nil && s.whole != nil && s.whole.Inside(x) {
		if near, ok := s.whole.Nearest(x, 1e-6*f.scene.tank.size(0)); !ok || near.Distance < -1e-6*f.scene.tank.size(0) {
			return fmt.Sprintf("%q", s.walls[s.owner(x)].name), "in the wall "
		}
	}
	return "", ""
}

// points are those of a probe.
func (f *filed) points(i int) (all []sph.Probe, err error) {
	b, path := &f.file.Probes[i], fmt.Sprintf("probe.%d", i)
	add := func(x [3]float64, several bool) {
		name := b.Name
		if several {
			name = fmt.Sprintf("%s%d", name, len(all)+1)
		}
		if f.params.Dim == 2 {
			x[1] = 0
		}
		all = append(all, sph.Probe{Name: name, Position: x})
	}
	const most = 1000
	switch {
	case b.At != nil:
		add(*b.At, false)
	case b.Line != nil:
		l := b.Line
		if l.Count < 2 || l.Count > most {
			return nil, f.file.Errorf(path+".line.count", "the line %q has %d points, but must have 2 to %d", b.Name, l.Count, most)
		}
		for k := range l.Count {
			add(between(l.From, l.To, float64(k)/float64(l.Count-1)), true)
		}
	case b.Plane != nil:
		r := b.Plane
		if n, m := r.Counts[0], r.Counts[1]; n < 1 || m < 1 || n > most || m > most || n*m > most {
			return nil, f.file.Errorf(path+".plane.counts", "the plane %q has %d times %d points, but may have %d", b.Name, n, m, most)
		}
		for j := range r.Counts[1] {
			for i := range r.Counts[0] {
				along := between(r.Origin, r.First, part(i, r.Counts[0]))
				up := between(r.Origin, r.Second, part(j, r.Counts[1]))
				for a := range 3 {
					along[a] += up[a] - r.Origin[a]
				}
				add(along, true)
			}
		}
	case b.Patch != nil:
		p := b.Patch
		length := math.Hypot(math.Hypot(p.Normal[0], p.Normal[1]), p.Normal[2])
		if !(length > 0) || f.params.Dim == 2 && p.Normal[1] != 0 {
			return nil, f.file.Errorf(path+".patch.normal", "the normal of the patch %q is [%g, %g, %g], but must point from the wall into the fluid", b.Name, p.Normal[0], p.Normal[1], p.Normal[2])
		}
		if !(p.Size > 0) || p.Distance < 0 {
			return nil, f.file.Errorf(path+".patch", "the patch %q has a size of %s m at a distance of %s m, but must have a size above 0, and be before the wall", b.Name, text.Exact(p.Size), text.Exact(p.Distance))
		}
		x := p.Centre
		for a := range 3 {
			x[a] += p.Distance * p.Normal[a] / length
		}
		add(x, false)
		all[0].Size, all[0].Normal = p.Size, p.Normal
	}
	return all, nil
}

// part is where the i-th of n points is, from 0 to 1.
func part(i, n int) float64 {
	if n == 1 {
		return 0
	}
	return float64(i) / float64(n-1)
}

func between(from, to [3]float64, t float64) (x [3]float64) {
	for a := range 3 {
		x[a] = from[a] + t*(to[a]-from[a])
	}
	return x
}

// at is the scene and the case at a spacing.
func (f *filed) at(deltaP float64) (*scene, *sph.Case, error) {
	c, err := f.newCase(f, deltaP)
	if err != nil {
		return nil, nil, err
	}
	p, file := &c.Params, f.file
	p.Gravity = f.gravity
	s := f.scene
	if file.Dimension == 2 || file.SplitAxis != "" {
		p.SplitAxis = 0
	}
	if file.SplitAxis != "" {
		p.SplitAxis = sph.Axis(slices.Index(casefile.Axes, file.SplitAxis))
	} else {
		for _, a := range p.Axes() {
			if s.tank.size(int(a)) > s.tank.size(int(p.SplitAxis)) {
				p.SplitAxis = a
			}
		}
	}
	c.End, c.Front = file.End, file.Front
	if file.Physics != nil {
		if t := file.Physics.GravityTable; t != nil {
			c.Gravity = sph.GravityTable{Interval: t.Interval, Values: t.Values}
		}
	}
	if t := file.Turning; t != nil {
		c.Turning = sph.Turning{Point: t.Point, Axis: t.Axis, Interval: t.Interval}
		for _, angle := range t.Angles {
			c.Turning.Angles = append(c.Turning.Angles, angle*math.Pi/180)
		}
	}
	for i := range file.Probes {
		points, err := f.points(i)
		if err != nil {
			return nil, nil, err
		}
		c.Probes = append(c.Probes, points...)
	}
	for _, g := range file.Gauges {
		y := g.At[1]
		if p.Dim == 2 {
			y = 0
		}
		c.Gauges = append(c.Gauges, sph.Gauge{Name: g.Name, X: g.At[0], Y: y})
	}
	c.Notes = append(c.Notes, f.from.notes...)
	return &s, c, f.checkThin(&s, p)
}

// checkThin refuses spacings at which walls are too thin to be closed.
func (f *filed) checkThin(s *scene, p *sph.Params) error {
	return nil
}
