package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
)

func (f *caseProblem) readDomain() error {
	d := f.file.Domain
	s := &f.scene
	if low, high := min(d.Min[1], d.Max[1]), max(d.Min[1], d.Max[1]); f.file.Dimension == 2 && (low > 0 || high < 0) {
		return f.file.Errorf("domain.min", "the domain does not meet the plane y = 0, in which a flow in two dimensions is: along y it reaches from %s to %s m; "+
			"-0.5 and 0.5 m put it there", text.Number(low), text.Number(high))
	}
	s.Tank, s.InFile = f.wide(scene.Box{Min: d.Min, Max: d.Max}), true
	s.Room, s.Force = d.Room, d.Force
	for _, side := range d.Open {
		a, end := sideOf(side)
		s.Open[a][end] = true
	}
	for _, axis := range d.Periodic {
		s.Periodic[slices.Index(casefile.Axes, axis)] = true
	}
	for side, v := range d.Slide {
		a, end := sideOf(side)
		s.Slide[a][end] = v
	}
	return nil
}

// sideOf is the axis of a side, and 1 for its upper end.
func sideOf(side string) (axis, end int) {
	i := slices.Index(casefile.Sides, side)
	return i / 2, i % 2
}

// wide is a box as the scene has it: in two dimensions a metre wide.
func (f *caseProblem) wide(b scene.Box) scene.Box {
	if f.file.Dimension == 2 {
		b.Min[1], b.Max[1] = -0.5, 0.5
	}
	return b
}

// shapes is the scene's, which has some from now on.
func (f *caseProblem) shapes() *scene.Shaped {
	if f.scene.Shaped == nil {
		f.scene.Shaped = scene.NewShaped(false)
	}
	return f.scene.Shaped
}

// ownLattice is what a wall says whose particles follow its faces.
const ownLattice = "own"

func (f *caseProblem) readWall(i int) error {
	f.lowerFlap(i)
	w, path := &f.file.Walls[i], f.wallPath(i)
	force, motion, err := f.motion(i)
	if err != nil {
		return err
	}
	if w.Lattice != "" {
		b, turn, ok := f.upright(&w.Shape)
		if w.Lattice != ownLattice || !ok || w.Velocity != nil || w.Centre != nil {
			return f.file.Errorf(path+".lattice", "the wall %q has the lattice %q, but only boxes that stand upright, without velocity and centre, have one of their own, as lattice = \"own\"", w.Name, w.Lattice)
		}
		if err := f.checkMeetsPlane(&w.Shape, path, "wall", w.Name); err != nil {
			return err
		}
		f.scene.Solids = append(f.scene.Solids, scene.Solid{Name: w.Name, Path: path, Force: force, Box: b, Turn: turn, Motion: motion})
		return nil
	}
	shape, err := f.from.shape(&w.Shape, path)
	if err != nil {
		return err
	}
	bounds := scene.Clip(shape.Bounds(), f.scene.Tank)
	wall := scene.ShapedWall{Name: w.Name, Path: path, Shape: shape, Force: force, Motion: motion,
		Centre: [3]float64{(bounds.Min[0] + bounds.Max[0]) / 2, (bounds.Min[1] + bounds.Max[1]) / 2, bounds.Min[2]}}
	if f.file.Dimension == 2 {
		wall.Centre[1] = 0
	}
	if err := f.checkWithin(&w.Shape, shape, path, "wall", w.Name); err != nil {
		return err
	}
	wall.Hint = f.from.smallHint(&w.Shape, shape.Bounds(), f.scene.Tank)
	if w.Centre != nil {
		wall.Centre = *w.Centre
	}
	if w.Velocity != nil {
		wall.Velocity = *w.Velocity
	}
	s := f.shapes()
	s.Walls = append(s.Walls, wall)
	if f.makers[i] != nil {
		bounds.Min[2], bounds.Max[2] = f.scene.Tank.Min[2], bounds.Min[2]
		f.scene.Clearances = append(f.scene.Clearances, bounds)
	}
	return nil
}

// upright is a shape as a box that is turned about the vertical, if it is one. Such boxes may have
// lattices of their own.
func (f *caseProblem) upright(s *casefile.Shape) (b scene.Box, turn float64, ok bool) {
	if s.Box == nil || s.Scale != nil {
		return b, 0, false
	}
	b = f.wide(scene.Box{Min: s.Box.Min, Max: s.Box.Max})
	if r := s.Rotate; r != nil {
		if f.file.Dimension == 2 || r.Axis[0] != 0 || r.Axis[1] != 0 || r.Axis[2] == 0 {
			return b, 0, false
		}
		turn = r.Angle * math.Pi / 180
		if r.Axis[2] < 0 {
			turn = -turn
		}
		o := scene.Solid{Box: b}
		at, about := o.Frame(), [3]float64{}
		if r.About != nil {
			about = *r.About
		}
		if about[0] != at.X || about[1] != at.Y {
			sin, cos := math.Sincos(turn)
			moved := scene.Frame{X: about[0], Y: about[1], Cos: cos, Sin: sin}.Out([3]float64{at.X, at.Y})
			for a := range 2 {
				by := moved[a] - [2]float64{at.X, at.Y}[a]
				b.Min[a], b.Max[a] = b.Min[a]+by, b.Max[a]+by
			}
		}
	}
	if t := s.Translate; t != nil {
		for a := range 3 {
			if f.file.Dimension != 2 || a != 1 {
				b.Min[a], b.Max[a] = b.Min[a]+t[a], b.Max[a]+t[a]
			}
		}
	}
	return b, turn, true
}

func (f *caseProblem) readFluid(i int) error {
	w, path := &f.file.Fluids[i], fmt.Sprintf("fluid.%d", i)
	var velocity [3]float64
	if w.Velocity != nil {
		velocity = *w.Velocity
	}
	if b, turn, ok := f.upright(&w.Shape); ok && turn == 0 && w.Surface == nil && w.Wave == nil && w.Train == nil {
		if err := f.checkMeetsPlane(&w.Shape, path, "fluid", w.Name); err != nil {
			return err
		}
		f.scene.Pools = append(f.scene.Pools, scene.Pool{Name: w.Name, Path: path, Box: b, Velocity: velocity})
		return nil
	}
	fluid := scene.ShapedFluid{Name: w.Name, Path: path, Velocity: velocity}
	if err := f.readShapeOf(&fluid, w); err != nil {
		return err
	}
	if w.Wave != nil || w.Train != nil {
		if err := f.addWave(i, &fluid); err != nil {
			return err
		}
	}
	if w.Surface != nil {
		if fluid.Shape != nil && *w.Surface < fluid.Shape.Bounds().Min[2] {
			return f.file.Errorf(path+".surface", "the surface of the fluid %q is at %s m, but the fluid begins at %s m; leave it out to take the top of the fluid", w.Name, f.scene.Origin.Exact(2, *w.Surface), f.scene.Origin.Exact(2, fluid.Shape.Bounds().Min[2]))
		}
		fluid.Level = *w.Surface
	}
	s := f.shapes()
	s.Fluids = append(s.Fluids, fluid)
	return nil
}

// readShapeOf reads what a fluid fills: what is connected with a seed, what lies over the ground,
// or a shape.
func (f *caseProblem) readShapeOf(fluid *scene.ShapedFluid, w *casefile.Fluid) (err error) {
	switch {
	case w.Fill != nil:
		return f.readFill(fluid, w)
	case w.Cover != nil:
		err = f.readCover(fluid, w)
	case w.Normal != nil:
		err = f.readNormalDepth(fluid, w)
	default:
		if fluid.Shape, err = f.from.shape(&w.Shape, fluid.Path); err == nil {
			fluid.Level = min(fluid.Shape.Bounds().Max[2], f.scene.Tank.Max[2])
		}
	}
	if err != nil {
		return err
	}
	return f.checkWithin(&w.Shape, fluid.Shape, fluid.Path, "fluid", w.Name)
}

// readFill reads the seed and the level of a fluid that fills what is connected with the seed.
func (f *caseProblem) readFill(fluid *scene.ShapedFluid, w *casefile.Fluid) error {
	path := fluid.Path
	fluid.Seed, fluid.Level = w.Fill.Seed, w.Fill.Level
	if err := f.checkOnPlane(fluid.Seed[1], path+".fill.seed", "the seed of the fluid", w.Name); err != nil {
		return err
	}
	if f.file.Dimension == 2 {
		fluid.Seed[1] = 0
	}
	if f.scene.Tank.Distance(fluid.Seed) > 0 {
		return f.file.Errorf(path+".fill.seed", "the seed of the fluid %q, %s, is outside of the domain, which is from %s to %s", w.Name, f.scene.Origin.Metres(fluid.Seed), f.scene.Origin.Metres(f.file.Domain.Min), f.scene.Origin.Metres(f.file.Domain.Max))
	}
	if top := f.scene.Tank.Max[2]; fluid.Level > top+scene.Tolerance {
		return f.file.Errorf(path+".fill.level", "the level of the fluid %q is %s m, but the domain ends at %s m; use a higher domain, or a lower level", w.Name, f.scene.Origin.Exact(2, fluid.Level), f.scene.Origin.Exact(2, top))
	}
	if w.Fill.Within == nil {
		return nil
	}
	var err error
	if fluid.Within, err = f.from.shape(w.Fill.Within, path+".fill.within"); err != nil {
		return err
	}
	if err := f.checkWithin(w.Fill.Within, fluid.Within, path+".fill.within", "limit of the fluid",
		w.Name); err != nil {
		return err
	}
	if f.file.Dimension == 2 {
		fluid.Within = geometry.Section(fluid.Within)
	}
	if !fluid.Within.Inside(fluid.Seed) {
		return f.file.Errorf(path+".fill.seed", "the seed of the fluid %q, %s, is outside of "+
			"fill.within, which the fluid does not leave; use a point in it", w.Name,
			f.scene.Origin.Metres(fluid.Seed))
	}
	return nil
}

// readNormalDepth reads a fluid that flows at its normal depth. Where gravity is tilted along the
// flow, the bed of the file falls less by that. The velocity is that of the flow, unless the file
// gives another.
func (f *caseProblem) readNormalDepth(fluid *scene.ShapedFluid, w *casefile.Fluid) error {
	n, path := w.Normal, fluid.Path+".normal-depth"
	way, pull := [3]float64{1}, [3]float64{2: -gravity}
	if n.Direction != nil {
		way = unitVector([3]float64{n.Direction[0], n.Direction[1]})
	}
	if p := f.file.Physics; p != nil && p.Gravity != nil {
		pull = *p.Gravity
	}
	if !(pull[2] < 0) {
		return f.file.Errorf(path, "the fluid %q has a normal depth, but no gravity points downwards; "+
			"use physics.gravity = [0, 0, -9.81]", w.Name)
	}
	depth, speed := normalDepth(n, f.file.Dimension)
	fall := n.Slope - (pull[0]*way[0]+pull[1]*way[1])/-pull[2]
	at := n.At
	at[2] += depth
	plane, err := geometry.NewPlane(at, [3]float64{fall * way[0], fall * way[1], 1})
	if err != nil {
		return f.file.Errorf(path, "the fluid %q: %v", w.Name, err)
	}
	fluid.Shape, fluid.Level = geometry.Intersection(f.scene.Tank.Shape(), plane), math.NaN()
	if w.Velocity == nil {
		along := unitVector([3]float64{way[0], way[1], -fall})
		for a := range 3 {
			fluid.Velocity[a] = speed * along[a]
		}
	}
	f.note(path, "the fluid %q begins at its normal depth, %s m, with %s m/s, Froude number %s",
		w.Name, text.Number(depth), text.Number(speed), text.Figure(speed/math.Sqrt(-pull[2]*depth)))
	return nil
}

// readCover reads a fluid that lies on a height map.
func (f *caseProblem) readCover(fluid *scene.ShapedFluid, w *casefile.Fluid) error {
	path := fluid.Path
	grid, err := f.from.grid(w.Cover.File, path+".cover.file", w.Cover.Offset, w.Cover.NoData)
	if err != nil {
		return err
	}
	f.from.noteNoData(w.Cover.File, grid, w.Cover.Offset, "the fluid does not begin there")
	cover, err := geometry.NewCover(grid, w.Cover.Depth)
	if err != nil {
		return f.file.Errorf(path+".cover", "the fluid %q: %v", w.Name, err)
	}
	if fluid.Shape, err = f.from.moved(cover, &w.Shape, path); err != nil {
		return err
	}
	fluid.Level = math.NaN()
	return nil
}

// checkSeeds refuses seeds in walls.
func (f *caseProblem) checkSeeds() error {
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
			return f.file.Errorf(fmt.Sprintf("fluid.%d.fill.seed", i), "the seed of the fluid %q, %s, is %s%s; use a point in the fluid", w.Name, f.scene.Origin.Metres(seed), where, name)
		}
	}
	return nil
}

// checkWithin refuses what is nowhere in the domain.
func (f *caseProblem) checkWithin(s *casefile.Shape, shape geometry.Shape, path, kind, name string) error {
	key, bounds, at := f.shapeKey(path), shape.Bounds(), f.scene.Origin
	if err := f.checkSection(s, shape, path, kind, name); err != nil {
		return err
	}
	for a := range 3 {
		tank, from, to := f.scene.Tank, bounds.Min[a], bounds.Max[a]
		if f.file.Dimension == 2 && a == 1 {
			continue
		}
		if min(to, tank.Max[a]) > max(from, tank.Min[a]) {
			continue
		}
		if !(to > from) {
			return f.file.Errorf(key, "the %s %q is flat: it has no extent along %s", kind, name, casefile.Axes[a])
		}
		hint := f.from.unitHint(s, path)
		if hint == "" && f.file.Dimension != 2 {
			var by [3]string
			for b := range 3 {
				by[b] = "0"
				if !(min(bounds.Max[b], tank.Max[b]) > max(bounds.Min[b], tank.Min[b])) {
					by[b] = text.Number(tank.Min[b] - bounds.Min[b])
				}
			}
			hint = fmt.Sprintf("; use translate = [%s] to move it there", strings.Join(by[:], ", "))
		}
		if math.IsInf(bounds.Min[a], 0) || math.IsInf(bounds.Max[a], 0) {
			hint = ""
		}
		return f.file.Errorf(key, "the %s %q is not in the domain: along %s it reaches from %s to %s m, but the domain from %s to %s m%s",
			kind, name, casefile.Axes[a], at.Number(a, from), at.Number(a, to), at.Exact(a, tank.Min[a]), at.Exact(a, tank.Max[a]), hint)
	}
	return nil
}

// shapeKey is the path of the key that says the shape of a table, or the table's.
func (f *caseProblem) shapeKey(path string) string {
	for _, key := range casefile.ShapeKeys() {
		if f.file.Given(path + "." + key) {
			return path + "." + key
		}
	}
	return path
}
