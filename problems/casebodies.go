package problems

import (
	"fmt"
	"math"
	"strings"

	"gpusph/features/bodies"
	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// overlapping is the part of a body's volume that it may share with what is beside it, as rounding
// makes it.
const overlapping = 1e-6

// freeBody is a body of the file, before it is filled.
type freeBody struct {
	shape geometry.Shape
	whole geometry.Moments // of the shape
}

// readBody takes a body from the file: a wall with mass, centre and inertia.
func (f *caseProblem) readBody(i int) error {
	b, path := &f.file.Bodies[i], fmt.Sprintf("body.%d", i)
	if f.file.Turning != nil {
		return f.file.Errorf("turning", "[turning] and the body %q do not go together: free bodies are "+
			"simulated in frames at rest; use motion for the walls of the tank", b.Name)
	}
	shape, err := f.from.shape(&b.Shape, path)
	if err != nil {
		return err
	}
	if err := f.checkWithin(&b.Shape, shape, path, "body", b.Name); err != nil {
		return err
	}
	plane := f.file.Dimension == 2
	of := freeBody{shape: shape}
	var ok bool
	if of.whole, ok = geometry.MomentsOf(shape, plane); !ok {
		return f.file.Errorf(f.shapeKey(path),
			"the body %q has no volume, or no end; use a shape that is "+
				"closed", b.Name)
	}
	if err := f.checkBodyInDomain(b, of, path); err != nil {
		return err
	}
	if err := f.checkBodyOverlaps(b, of, path); err != nil {
		return err
	}
	free, centre, err := f.free(b, of, path)
	if err != nil {
		return err
	}
	s := f.shapes()
	s.Walls = append(s.Walls, scene.ShapedWall{Name: b.Name, Path: path, Shape: shape, Force: b.Name,
		Centre: centre, Free: free, Volume: of.whole.Volume, Notes: bodies.Notes})
	return nil
}

// checkBodyInDomain refuses a body that reaches out of the domain, or across a periodic side.
func (f *caseProblem) checkBodyInDomain(b *casefile.Body, of freeBody, path string) error {
	bounds, tank, at := of.shape.Bounds(), f.scene.Tank, f.scene.Origin
	plane := f.file.Dimension == 2
	for a := range 3 {
		low, high := bounds.Min[a], bounds.Max[a]
		if plane && a == 1 || low >= tank.Min[a]-scene.Tolerance && high <= tank.Max[a]+scene.Tolerance {
			continue
		}
		slab := geometry.Box{}
		for k := range 3 {
			slab.Min[k], slab.Max[k] = math.Inf(-1), math.Inf(1)
		}
		slab.Min[a], slab.Max[a] = tank.Min[a], tank.Max[a]
		beyond := geometry.Difference(of.shape, slab)
		if geometry.Sampled(beyond, bounds, plane) <= overlapping*of.whole.Volume {
			continue // bounds may be larger than what they are of
		}
		from, to, axis := at.Number(a, low), at.Number(a, high), casefile.Axes[a]
		if f.scene.Periodic[a] {
			return f.file.Errorf(f.shapeKey(path), "the body %q lies across a periodic side: along %s it "+
				"reaches from %s to %s m, but the domain from %s to %s m; shift it away from the side at first",
				b.Name, axis, from, to, at.Exact(a, tank.Min[a]), at.Exact(a, tank.Max[a]))
		}
		return f.file.Errorf(f.shapeKey(path),
			"the body %q reaches out of the domain: along %s it is from %s "+
				"to %s m, but the domain from %s to %s m; use a larger domain, or another place for it", b.Name,
			axis, from, to, at.Exact(a, tank.Min[a]), at.Exact(a, tank.Max[a]))
	}
	return nil
}

// checkBodyOverlaps refuses a body that reaches into a wall or another body.
func (f *caseProblem) checkBodyOverlaps(b *casefile.Body, of freeBody, path string) error {
	refused := func(shape geometry.Shape, kind, name string) error {
		common := geometry.Intersection(of.shape, shape)
		if geometry.Sampled(common, common.Bounds(),
			f.file.Dimension == 2) <= overlapping*of.whole.Volume {
			return nil
		}
		return f.file.Errorf(f.shapeKey(path),
			"the body %q reaches into the %s %q; shift one of them: they "+
				"may touch, but not overlap", b.Name, kind, name)
	}
	for i := range f.scene.Solids {
		o := &f.scene.Solids[i]
		if err := refused(o.Shape(), "wall", o.Name); err != nil {
			return err
		}
	}
	if f.scene.Shaped == nil {
		return nil
	}
	for i := range f.scene.Shaped.Walls {
		w := &f.scene.Shaped.Walls[i]
		kind, _, _ := strings.Cut(w.Path, ".")
		if err := refused(w.Shape, kind, w.Name); err != nil {
			return err
		}
	}
	return nil
}

// free is how a body of the file moves, and its centre of mass at first [m]. The other ends of its
// springs are found when bodies have numbers.
func (f *caseProblem) free(
	b *casefile.Body, of freeBody, path string,
) (*bodies.Body, [3]float64, error) {
	free := &bodies.Body{Friction: b.Friction, Restitution: b.Restitution}
	centre := of.whole.Centre
	density := 0.0
	if b.Density != nil {
		density = *b.Density
		free.Mass = density * of.whole.Volume
	} else {
		free.Mass = *b.Mass
		density = free.Mass / of.whole.Volume
		if b.Centre != nil {
			centre = *b.Centre
		}
	}
	free.Inertia = of.whole.Inertia()
	for a := range 3 {
		for k := range 3 {
			free.Inertia[a][k] *= density
		}
	}
	if f.file.Dimension == 2 {
		if err := f.checkOnPlane(centre[1], path+".centre", "the centre of the body",
			b.Name); err != nil {
			return nil, centre, err
		}
		centre[1] = 0
	}
	if err := f.giveInertia(free, b, path); err != nil {
		return nil, centre, err
	}
	f.giveFreedom(free, b, centre)
	if err := f.giveVelocity(free, b, centre, path); err != nil {
		return nil, centre, err
	}
	return free, centre, f.giveLines(free, b, path)
}

// giveInertia gives a body the inertia that the file has for it, if it does.
func (f *caseProblem) giveInertia(free *bodies.Body, b *casefile.Body, path string) error {
	key := ".inertia"
	switch {
	case b.Matrix != nil:
		key = ".inertia-matrix"
		free.Inertia = [3][3]float64(b.Matrix)
	case b.Inertia == nil:
		return nil
	case f.file.Dimension == 2:
		if !(b.Inertia[0] > 0) {
			return f.file.Errorf(path+key, "the inertia of the body %q is %s kg m², but must be above 0",
				b.Name, text.Exact(b.Inertia[0]))
		}
		moment := b.Inertia[0] // a disc's, of which only that about y acts
		free.Inertia = [3][3]float64{{moment / 2}, {0, moment}, {0, 0, moment / 2}}
		return nil
	default:
		free.Inertia = [3][3]float64{{b.Inertia[0]}, {0, b.Inertia[1]}, {0, 0, b.Inertia[2]}}
	}
	if err := free.CheckInertia(); err != nil {
		return f.file.Errorf(path+key, "the inertia of the body %q %v", b.Name, err)
	}
	return nil
}

// giveFreedom gives a body the directions and the axes in which it may move.
func (f *caseProblem) giveFreedom(free *bodies.Body, b *casefile.Body, centre [3]float64) {
	free.Pivot = centre
	switch {
	case b.Hinge != nil:
		free.Axes, free.Pivot = [][3]float64{unitVector(b.Hinge.Axis)}, b.Hinge.At
		if f.file.Dimension == 2 {
			free.Pivot[1] = 0
		}
		f.besideHinge(b)
		return
	case b.Slider != nil:
		free.Directions = [][3]float64{unitVector(b.Slider.Along)}
		return
	}
	plane := f.file.Dimension == 2
	for a := range 3 {
		var axis [3]float64
		axis[a] = 1
		if !b.Locked(a, false) && !(plane && a == 1) {
			free.Directions = append(free.Directions, axis)
		}
		if !b.Locked(a, true) && !(plane && a != 1) {
			free.Axes = append(free.Axes, axis)
		}
	}
}

// besideHinge takes the room between a box and a hinge less than a spacing beside it for no gap: it
// is there for the body to turn.
func (f *caseProblem) besideHinge(b *casefile.Body) {
	if b.Box == nil || b.Rotate != nil || b.Translate != nil || b.Scale != nil {
		return
	}
	for a := range 3 {
		room := scene.Box{Min: b.Box.Min, Max: b.Box.Max}
		switch x := b.Hinge.At[a]; {
		case x < b.Box.Min[a] && x > b.Box.Min[a]-f.file.Spacing:
			room.Min[a], room.Max[a] = x, b.Box.Min[a]
		case x > b.Box.Max[a] && x < b.Box.Max[a]+f.file.Spacing:
			room.Min[a], room.Max[a] = b.Box.Max[a], x
		default:
			continue
		}
		f.scene.Clearances = append(f.scene.Clearances, room)
	}
}

// giveVelocity gives a body its velocities at first, which have to be those of ways that it may
// move in.
func (f *caseProblem) giveVelocity(
	free *bodies.Body, b *casefile.Body, centre [3]float64, path string,
) error {
	if v := b.Velocity; v != nil {
		if free.Velocity = *v; !spanned(*v, free.Directions) {
			return f.file.Errorf(path+".velocity", "the velocity of the body %q is %s m/s, but it can only "+
				"shift %s; use a velocity along that, or other locks", b.Name,
				bodies.InBrackets(*v), bodies.Ways("along", free.Directions))
		}
	}
	if s := b.Spin; s != nil {
		for a := range 3 {
			free.Spin[a] = s[a] * math.Pi / 180
		}
		if !spanned(*s, free.Axes) {
			return f.file.Errorf(path+".spin",
				"the spin of the body %q is %s °/s, but it can only turn %s; "+
					"use a spin about that, or other locks", b.Name, bodies.InBrackets(*s),
				bodies.Ways("about", free.Axes))
		}
	}
	if b.Hinge != nil {
		w, arm := free.Spin, [3]float64{}
		for a := range 3 {
			arm[a] = centre[a] - free.Pivot[a]
		}
		free.Velocity = [3]float64{w[1]*arm[2] - w[2]*arm[1], w[2]*arm[0] - w[0]*arm[2],
			w[0]*arm[1] - w[1]*arm[0]}
	}
	return nil
}

// spanned reports whether a vector is a sum of orthonormal ones, but for rounding.
func spanned(v [3]float64, by [][3]float64) bool {
	rest := v
	for _, e := range by {
		part := v[0]*e[0] + v[1]*e[1] + v[2]*e[2]
		for a := range 3 {
			rest[a] -= part * e[a]
		}
	}
	return sph.Norm(rest) <= 1e-9*sph.Norm(v)
}

// giveLines gives a body its springs and moorings.
func (f *caseProblem) giveLines(free *bodies.Body, b *casefile.Body, path string) error {
	onPlane := func(x *[3]float64, at, kind string) error {
		if err := f.checkOnPlane(x[1], path+at, kind+" of the body", b.Name); err != nil {
			return err
		}
		if f.file.Dimension == 2 {
			x[1] = 0
		}
		return nil
	}
	for k := range b.Springs {
		s := &b.Springs[k]
		to := bodies.Spring{At: s.At, To: s.To, Stiff: s.Stiffness, Damping: s.Damping, Slack: s.Rope}
		if err := onPlane(&to.At, fmt.Sprintf(".spring.%d.at", k), "a spring"); err != nil {
			return err
		}
		if err := onPlane(&to.To, fmt.Sprintf(".spring.%d.to", k), "a spring"); err != nil {
			return err
		}
		to.Length = sph.Norm([3]float64{to.To[0] - to.At[0], to.To[1] - to.At[1], to.To[2] - to.At[2]})
		if s.Length != nil {
			to.Length = *s.Length
		}
		free.Springs = append(free.Springs, to)
	}
	for k := range b.Torsions {
		t := &b.Torsions[k]
		free.Torsions = append(free.Torsions, bodies.Torsion{Axis: unitVector(t.Axis),
			Stiff: t.Stiffness, Damping: t.Damping})
	}
	for k := range b.Moorings {
		m := &b.Moorings[k]
		to := bodies.Mooring{At: m.At, Anchor: m.Anchor, Length: m.Length, Weight: m.Weight,
			Stiff: m.Stiffness}
		if err := onPlane(&to.At, fmt.Sprintf(".mooring.%d.at", k), "a mooring"); err != nil {
			return err
		}
		if err := onPlane(&to.Anchor, fmt.Sprintf(".mooring.%d.anchor", k), "a mooring"); err != nil {
			return err
		}
		free.Moorings = append(free.Moorings, to)
	}
	return nil
}

// checkBodies refuses what depends on the options and the spacing.
func (f *caseProblem) checkBodies(s *scene.Scene, c *sph.Case) error {
	if len(f.file.Bodies) == 0 {
		return nil
	}
	if !c.Params.Boundary.CarriesBodies() {
		path := "body.0"
		if f.file.Given("physics.boundary") {
			path = "physics.boundary"
		}
		return f.file.Errorf(path,
			"the boundary %v does not carry the body %q; use boundary = %s",
			c.Params.Boundary, f.file.Bodies[0].Name, text.OrQuoted(sph.BoundariesWith(sph.CarryBodies)))
	}
	return s.CheckBodies(&c.Params)
}
