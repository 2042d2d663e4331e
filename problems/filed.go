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
	var unknown *casefile.UnknownKey
	if errors.As(err, &unknown) && slices.ContainsFunc(CaseOptions(), func(o option.Option) bool { return o.Name == unknown.Key }) {
		unknown.Belongs("physics")
	}
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

func (f *filed) Setup(deltaP float64) (*sph.Case, error) {
	s, c, err := f.at(deltaP)
	if err == nil {
		err = f.checkThin(s, c)
	}
	if c, err = fill(s, c, err); err != nil {
		return nil, f.place(err, deltaP)
	}
	if err := c.Params.Check(); err != nil {
		return nil, f.file.Errorf(f.keyOf(err), "%v", err)
	}
	return c, nil
}

func (f *filed) Outline(deltaP float64) (Outline, error) {
	o, err := outline(f.at(deltaP))
	return o, f.place(err, deltaP)
}

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
		return f.place(err, 0)
	}
	if err := f.checkSeeds(); err != nil {
		return err
	}
	return f.checkMeasured()
}

func (f *filed) readDomain() error {
	d := f.file.Domain
	s := &f.scene
	s.tank, s.filed = f.wide(box{d.Min, d.Max}), true
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
	if b, turn, ok := f.upright(&w.Shape); ok && w.Velocity == nil && w.Centre == nil {
		f.scene.solids = append(f.scene.solids, solid{name: w.Name, path: path, force: w.Force, box: b, turn: turn})
		return nil
	}
	shape, err := f.from.shape(&w.Shape, path)
	if err != nil {
		return err
	}
	bounds := clip(shape.Bounds(), f.scene.tank)
	wall := shapedWall{name: w.Name, path: path, shape: shape, force: w.Force,
		centre: [3]float64{(bounds.min[0] + bounds.max[0]) / 2, (bounds.min[1] + bounds.max[1]) / 2, bounds.min[2]}}
	if err := f.checkWithin(&w.Shape, shape.Bounds(), path, "wall", w.Name); err != nil {
		return err
	}
	wall.hint = f.from.smallHint(&w.Shape, shape.Bounds(), f.scene.tank)
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
		f.scene.water = append(f.scene.water, pool{name: w.Name, path: path, box: b, velocity: velocity})
		return nil
	}
	fluid := shapedFluid{name: w.Name, path: path, velocity: velocity}
	switch {
	case w.Fill != nil:
		fluid.seed, fluid.level = w.Fill.Seed, w.Fill.Level
		if f.file.Dimension == 2 {
			fluid.seed[1] = 0
		}
		if f.scene.tank.distance(fluid.seed) > 0 {
			return f.file.Errorf(path+".fill.seed", "the seed of the fluid %q, %s, is outside of the domain, which is from %s to %s", w.Name, metres(fluid.seed), metres(f.file.Domain.Min), metres(f.file.Domain.Max))
		}
		if top := f.scene.tank.max[2]; fluid.level > top+tolerance {
			return f.file.Errorf(path+".fill.level", "the level of the fluid %q is %s m, but the domain ends at %s m; a higher domain, or a lower level, would do", w.Name, text.Exact(fluid.level), text.Exact(top))
		}
	case w.Cover != nil:
		grid, err := f.from.grid(w.Cover.File, path+".cover.file")
		if err != nil {
			return err
		}
		cover, err := geometry.NewCover(grid, w.Cover.Depth)
		if err != nil {
			return f.file.Errorf(path+".cover", "the fluid %q: %v", w.Name, err)
		}
		if fluid.shape, err = f.from.moved(cover, &w.Shape, path); err != nil {
			return err
		}
		fluid.level = math.NaN()
	default:
		shape, err := f.from.shape(&w.Shape, path)
		if err != nil {
			return err
		}
		fluid.shape, fluid.level = shape, min(shape.Bounds().Max[2], f.scene.tank.max[2])
	}
	if fluid.shape != nil {
		if err := f.checkWithin(&w.Shape, fluid.shape.Bounds(), path, "fluid", w.Name); err != nil {
			return err
		}
	}
	if w.Surface != nil {
		if fluid.shape != nil && *w.Surface < fluid.shape.Bounds().Min[2] {
			return f.file.Errorf(path+".surface", "the surface of the fluid %q is at %s m, but the fluid begins at %s m; without it, its top is taken", w.Name, text.Exact(*w.Surface), text.Exact(fluid.shape.Bounds().Min[2]))
		}
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
	if p.Gravity != nil && p.Gravity[2] > 0 && p.Speed == 0 && !f.scene.periodic[2] {
		return f.file.Errorf("physics.gravity", "physics.gravity points upwards, %s m/s² along z; [0, 0, %s] would do, or physics.speed where this is meant", text.Exact(p.Gravity[2]), text.Exact(-p.Gravity[2]))
	}
	if t := p.GravityTable; t != nil {
		f.gravity = t.Values[0]
	}
	pull := math.Hypot(math.Hypot(f.gravity[0], f.gravity[1]), f.gravity[2])
	if p.GravityTable != nil {
		for _, g := range p.GravityTable.Values {
			pull = max(pull, math.Hypot(math.Hypot(g[0], g[1]), g[2]))
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
			return f.file.Unknown("physics", key, names)
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
	}
	err := row.Value.Set(word)
	if text, quoted := value.(string); quoted && err == nil && row.Value.Type() != "string" {
		return fmt.Errorf("--%s is %q in quotes; without them would do", row.Name, text)
	}
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
		for _, key := range []string{"at", "line", "plane", "patch"} {
			if f.file.Given(path + "." + key) {
				path += "." + key
			}
		}
		for _, x := range f.points(i) {
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
			return fmt.Sprintf("%q", s.walls[s.owner(x, 0)].name), "in the wall "
		}
	}
	return "", ""
}

// points are those of a probe.
func (f *filed) points(i int) (all []sph.Probe) {
	b := &f.file.Probes[i]
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
	switch {
	case b.At != nil:
		add(*b.At, false)
	case b.Line != nil:
		l := b.Line
		for k := range l.Count {
			add(between(l.From, l.To, float64(k)/float64(l.Count-1)), true)
		}
	case b.Plane != nil:
		r := b.Plane
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
		x := p.Centre
		for a := range 3 {
			x[a] += p.Distance * p.Normal[a] / length
		}
		add(x, false)
		all[0].Size, all[0].Normal = p.Size, p.Normal
	}
	return all
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
		c.Probes = append(c.Probes, f.points(i)...)
	}
	for _, g := range file.Gauges {
		y := g.At[1]
		if p.Dim == 2 {
			y = 0
		}
		c.Gauges = append(c.Gauges, sph.Gauge{Name: g.Name, X: g.At[0], Y: y})
	}
	c.Notes = append(c.Notes, f.from.notes...)
	return &s, c, f.checkSpeeds(p)
}

// checkSeeds refuses seeds in walls.
func (f *filed) checkSeeds() error {
	for i := range f.file.Fluids {
		w := &f.file.Fluids[i]
		if w.Fill == nil {
			continue
		}
		seed := w.Fill.Seed
		if f.file.Dimension == 2 {
			seed[1] = 0
		}
		if name, where := f.inWall(seed); where != "" {
			return f.file.Errorf(fmt.Sprintf("fluid.%d.fill.seed", i), "the seed of the fluid %q, %s, is %s%s; a point in the fluid would do", w.Name, metres(seed), where, name)
		}
	}
	return nil
}

// checkSpeeds refuses what moves so fast at first that the density would change, and walls that move but drag nothing along.
func (f *filed) checkSpeeds(p *sph.Params) error {
	check := func(path string, v *[3]float64, wall bool) error {
		if v == nil || *v == ([3]float64{}) {
			return nil
		}
		speed := math.Hypot(math.Hypot(v[0], v[1]), v[2])
		switch {
		case wall && p.Boundary == sph.LennardJones:
			return f.file.Errorf(path, "%s moves a wall, but %v walls drag nothing along; physics.boundary = %q would do", f.file.Label(path), p.Boundary, sph.Dummy)
		case wall && p.Nu == 0:
			return f.file.Errorf(path, "%s moves a wall, but there is no laminar viscosity, by which it would drag the fluid along; physics.nu = 1e-6, that of water, would do", f.file.Label(path))
		case speed*leastSound > p.C0*(1+tolerance):
			return f.file.Errorf(path, "%s is %s m/s, but sound has %s m/s, and must be %d times as fast as the flow at least; physics.speed = %s would do",
				f.file.Label(path), text.Number(speed), text.Number(p.C0), leastSound, text.Number(speed))
		}
		return nil
	}
	for i := range f.file.Fluids {
		if err := check(fmt.Sprintf("fluid.%d.velocity", i), f.file.Fluids[i].Velocity, false); err != nil {
			return err
		}
	}
	for i := range f.file.Walls {
		if err := check(fmt.Sprintf("wall.%d.velocity", i), f.file.Walls[i].Velocity, true); err != nil {
			return err
		}
	}
	for _, side := range casefile.Sides {
		v := f.file.Domain.Slide[side]
		if err := check("domain.slide."+side, &v, true); err != nil {
			return err
		}
	}
	return nil
}

// checkWithin refuses what is nowhere in the domain.
func (f *filed) checkWithin(s *casefile.Shape, bounds geometry.Box, path, kind, name string) error {
	key := f.shapeKey(path)
	for a := range 3 {
		tank, from, to := f.scene.tank, bounds.Min[a], bounds.Max[a]
		if f.file.Dimension == 2 && a == 1 {
			if from > 0 || to < 0 {
				return f.file.Errorf(key, "the %s %q does not meet the plane y = 0, in which a flow in two dimensions is: along y it reaches from %s to %s m", kind, name, text.Number(from), text.Number(to))
			}
			continue
		}
		if min(to, tank.max[a]) > max(from, tank.min[a]) {
			continue
		}
		if !(to > from) {
			return f.file.Errorf(key, "the %s %q is flat: it has no extent along %s", kind, name, casefile.Axes[a])
		}
		hint := f.from.unitHint(s, f.scene.tank)
		if hint == "" && f.file.Dimension != 2 {
			var by [3]string
			for b := range 3 {
				by[b] = "0"
				if !(min(bounds.Max[b], tank.max[b]) > max(bounds.Min[b], tank.min[b])) {
					by[b] = text.Number(tank.min[b] - bounds.Min[b])
				}
			}
			hint = fmt.Sprintf("; translate = [%s] would move it there", strings.Join(by[:], ", "))
		}
		if math.IsInf(bounds.Min[a], 0) || math.IsInf(bounds.Max[a], 0) {
			hint = ""
		}
		return f.file.Errorf(key, "the %s %q is not in the domain: along %s it reaches from %s to %s m, but the domain from %s to %s m%s",
			kind, name, casefile.Axes[a], text.Number(from), text.Number(to), text.Exact(tank.min[a]), text.Exact(tank.max[a]), hint)
	}
	return nil
}

// shapeKey is the path of the key that says the shape of a table, or the table's.
func (f *filed) shapeKey(path string) string {
	for _, key := range casefile.ShapeKeys() {
		if f.file.Given(path + "." + key) {
			return path + "." + key
		}
	}
	return path
}
