package casefile

import (
	"fmt"
	"strings"

	"gpusph/internal/text"
)

// checkShapes refuses shapes that are none, whatever is around them.
func (c *Case) checkShapes() error {
	for i := range c.Walls {
		if err := c.CheckShape(&c.Walls[i].Shape, fmt.Sprintf("wall.%d", i)); err != nil {
			return err
		}
	}
	for i := range c.Fluids {
		f, path := &c.Fluids[i], fmt.Sprintf("fluid.%d", i)
		if err := c.CheckShape(&f.Shape, path); err != nil {
			return err
		}
		if fill := f.Fill; fill != nil {
			if fill.Level <= fill.Seed[2] {
				return c.Errorf(path+".fill.level", "%s is %s m, but must be above the seed, which is at %s m", c.Label(path+".fill.level"), text.Exact(fill.Level), text.Exact(fill.Seed[2]))
			}
			if key := movedBy(&f.Shape); key != "" {
				return c.Errorf(path+"."+key, "%s moves nothing, since the fluid comes from a seed; "+
					"use another seed", c.Label(path+"."+key))
			}
			if fill.Within != nil {
				if err := c.CheckShape(fill.Within, path+".fill.within"); err != nil {
					return err
				}
			}
		}
		if n := f.Normal; n != nil {
			if err := c.checkNormalDepth(n, path+".normal-depth"); err != nil {
				return err
			}
			if key := movedBy(&f.Shape); key != "" {
				return c.Errorf(path+"."+key, "%s moves nothing, since a point on the bed says where "+
					"the fluid is; use another point", c.Label(path+"."+key))
			}
		}
		if err := c.checkWaves(f, path); err != nil {
			return err
		}
		if f.Cover != nil {
			if err := c.Above(path+".cover.depth", f.Cover.Depth, "m"); err != nil {
				return err
			}
		}
	}
	return nil
}

// movedBy is a key that moves a shape; "" is none.
func movedBy(s *Shape) string {
	switch {
	case s.Scale != nil:
		return "scale"
	case s.Rotate != nil:
		return "rotate"
	case s.Translate != nil:
		return "translate"
	}
	return ""
}

// Theories are those of periodic waves.
var Theories = []string{"airy", "stokes2", "stokes3"}

// checkWaves refuses heights, depths and directions that no wave has.
func (c *Case) checkWaves(f *Fluid, path string) error {
	var errs []error
	if w := f.Wave; w != nil {
		at := path + ".solitary-wave"
		errs = append(errs, c.Above(at+".height", w.Height, "m"), c.Above(at+".depth", w.Depth, "m"),
			c.waveDirection(at+".direction", w.Direction))
	}
	if w := f.Train; w != nil {
		at := path + ".wave"
		errs = append(errs, c.Word(at+".theory", w.Theory, Theories),
			c.Above(at+".height", w.Height, "m"), c.Above(at+".depth", w.Depth, "m"),
			c.waveDirection(at+".direction", w.Direction))
		if c.Given(at + ".period") {
			errs = append(errs, c.Above(at+".period", w.Period, "s"))
		} else {
			errs = append(errs, c.Above(at+".length", w.Length, "m"))
		}
	}
	return First(errs)
}

// waveDirection refuses a direction of no length, and in two dimensions one across the plane.
func (c *Case) waveDirection(path string, d *[2]float64) error {
	if d == nil {
		return nil
	}
	if c.Dimension == 2 && d[1] != 0 {
		return c.Errorf(path, "%s points along y, but in two dimensions it must be [1, 0] or [-1, 0]",
			c.Label(path))
	}
	return c.Direction(path, [3]float64{d[0], d[1]}, "[1, 0]")
}

// Above refuses what is not above 0.
func (c *Case) Above(path string, x float64, unit string) error {
	if x > 0 {
		return nil
	}
	return c.Errorf(path, "%s is %s %s, but must be above 0", c.Label(path), text.Exact(x), unit)
}

// Direction refuses one of no length.
func (c *Case) Direction(path string, x [3]float64, would string) error {
	if x != ([3]float64{}) {
		return nil
	}
	return c.Errorf(path, "%s is [0, 0, 0], which has no direction; use %s", c.Label(path), would)
}

// Order refuses an upper end that is not above the lower one.
func (c *Case) Order(path, low, high string, from, to float64, along string) error {
	if to > from {
		return nil
	}
	return c.Errorf(path+"."+high, "%s reaches from %s to %s m along %s, but %q must be above %q", c.Label(path), text.Exact(from), text.Exact(to), along, high, low)
}

// corners refuses outlines that are none.
func (c *Case) corners(path string, n int) error {
	const most = 10_000 // whether edges cross is asked of all pairs
	switch {
	case n < 3:
		return c.Errorf(path, "%s has %s, but must have 3 at least", c.Label(path), text.Count(n, "corner"))
	case n > most:
		return c.Errorf(path, "%s has %d corners, but may have %d; use fewer, or an STL file", c.Label(path), n, most)
	}
	return nil
}

// ends refuses two points that are one.
func (c *Case) ends(path string, from, to [3]float64) error {
	if from != to {
		return nil
	}
	return c.Errorf(path+".to", "%s has no length: from and to are both [%s, %s, %s]", c.Label(path), text.Exact(to[0]), text.Exact(to[1]), text.Exact(to[2]))
}

// CheckShape refuses a shape at a path that cannot be.
func (c *Case) CheckShape(s *Shape, path string) error {
	errs := []error{c.checkSolid(s, path)}
	if f := s.Scale; f != nil {
		if len(f) != 1 && len(f) != 3 {
			return c.Errorf(path+".scale", "%s has %s, but must have one, or three for x, y and z", c.Label(path+".scale"), text.Count(len(f), "number"))
		}
		for _, x := range f {
			if !(x > 0) {
				return c.Errorf(path+".scale", "%s has the factor %s, but must be above 0", c.Label(path+".scale"), text.Exact(x))
			}
		}
	}
	if r := s.Rotate; r != nil {
		errs = append(errs, c.Direction(path+".rotate.axis", r.Axis, "[0, 0, 1]"))
	}
	for _, list := range []struct {
		key string
		of  []Shape
	}{{"union", s.Union}, {"difference", s.Difference}, {"intersection", s.Intersection}} {
		at := path + "." + list.key
		if list.of != nil && len(list.of) < 2 {
			return c.Errorf(at, "%s has %s, but needs two at least", c.Label(at), text.Count(len(list.of), "shape"))
		}
		for i := range list.of {
			errs = append(errs, c.CheckShape(&list.of[i], fmt.Sprintf("%s.%d", at, i)))
		}
	}
	return First(errs)
}

// checkSolid refuses a shape's own numbers.
func (c *Case) checkSolid(s *Shape, path string) error {
	switch {
	case s.Box != nil:
		for a := range 3 {
			if c.Dimension == 2 && a == 1 {
				continue
			}
			if err := c.Order(path+".box", "min", "max", s.Box.Min[a], s.Box.Max[a], Axes[a]); err != nil {
				return err
			}
		}
	case s.Sphere != nil:
		return c.Above(path+".sphere.radius", s.Sphere.Radius, "m")
	case s.Cylinder != nil:
		return First([]error{c.Above(path+".cylinder.radius", s.Cylinder.Radius, "m"), c.ends(path+".cylinder", s.Cylinder.From, s.Cylinder.To)})
	case s.Cone != nil:
		if r := s.Cone.Radii; min(r[0], r[1]) < 0 || max(r[0], r[1]) <= 0 {
			return c.Errorf(path+".cone.radii", "%s are %s and %s m, but one must be above 0, and none below", c.Label(path+".cone.radii"), text.Exact(r[0]), text.Exact(r[1]))
		}
		return c.ends(path+".cone", s.Cone.From, s.Cone.To)
	case s.Plane != nil:
		return c.Direction(path+".plane.normal", s.Plane.Normal, "[0, 0, 1], out of the solid,")
	case s.Prism != nil:
		return First([]error{
			c.Word(path+".prism.along", s.Prism.Along, Axes), c.Order(path+".prism", "from", "to", s.Prism.From, s.Prism.To, s.Prism.Along),
			c.corners(path+".prism.outline", len(s.Prism.Outline)),
		})
	case s.Revolved != nil:
		for i, p := range s.Revolved.Profile {
			if p[0] < 0 {
				return c.Errorf(fmt.Sprintf("%s.revolved.profile.%d", path, i), "%s is %s m from the axis, but must be 0 or more", c.Label(fmt.Sprintf("%s.revolved.profile.%d", path, i)), text.Exact(p[0]))
			}
		}
		return First([]error{c.Direction(path+".revolved.axis", s.Revolved.Axis, "[0, 0, 1]"), c.corners(path+".revolved.profile", len(s.Revolved.Profile))})
	case s.STL != nil:
		if s.STL.Unit != "" {
			if err := c.Word(path+".stl.unit", s.STL.Unit, LengthUnits); err != nil {
				return err
			}
		}
		return c.checkSheet(s.STL, path+".stl")
	}
	return nil
}

// LengthUnits are those that STL files may have.
var LengthUnits = []string{"m", "cm", "mm", "in", "ft"}

// First is that which is not nil.
func First(all []error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// MostProbes is how many points a line or a plane of probes may have.
const MostProbes = 1000

func (c *Case) checkProbes() error {
	const most = MostProbes
	for i := range c.Probes {
		b, path := &c.Probes[i], fmt.Sprintf("probe.%d", i)
		switch {
		case b.Line != nil:
			if n := b.Line.Count; n < 2 || n > most {
				return c.Errorf(path+".line.count", "%s is %d, but must be from 2 to %d", c.Label(path+".line.count"), n, most)
			}
		case b.Plane != nil:
			if n, m := b.Plane.Counts[0], b.Plane.Counts[1]; n < 1 || m < 1 || n > most || m > most || n*m > most {
				return c.Errorf(path+".plane.counts", "%s is %d times %d, but must be 1 to %d points in all", c.Label(path+".plane.counts"), n, m, most)
			}
		case b.Patch != nil:
			p := b.Patch
			if err := c.Above(path+".patch.size", p.Size, "m"); err != nil {
				return err
			}
			if err := c.checkFace(path+".patch", &p.Normal, p.Distance); err != nil {
				return err
			}
			for _, key := range []string{"normal", "distance"} {
				if b.Normal != nil && key == "normal" || b.Distance != nil && key == "distance" {
					return c.Errorf(path+"."+key, "%s has a patch, which has a %s of its own; write it in patch = { … }", c.Label(path), key)
				}
			}
			continue
		}
		if err := c.checkFace(path, b.Normal, b.Distance); err != nil {
			return err
		}
	}
	return nil
}

// checkFace refuses a normal without a direction, and distances that are not before the face.
func (c *Case) checkFace(path string, normal *[3]float64, distance *float64) error {
	if normal == nil {
		if distance != nil {
			return c.Errorf(path+".distance", "%s is a distance from a face, but there is no normal along which it would be; use normal = [1, 0, 0], from the wall into the fluid", c.Label(path+".distance"))
		}
		return nil
	}
	if err := c.Direction(path+".normal", *normal, "[1, 0, 0], from the wall into the fluid,"); err != nil {
		return err
	}
	if c.Dimension == 2 && normal[1] != 0 {
		return c.Errorf(path+".normal", "%s points along y, but in two dimensions it must be [x, 0, z]", c.Label(path+".normal"))
	}
	if distance != nil && *distance < 0 {
		return c.Errorf(path+".distance", "%s is %s m, but must not be below 0: the normal points from the wall into the fluid", c.Label(path+".distance"), text.Exact(*distance))
	}
	return nil
}

func (c *Case) checkPhysics() error {
	p := c.Physics
	if p == nil {
		return nil
	}
	for _, v := range []struct {
		key, unit, would string
		value            float64
	}{{"rho0", "kg/m³", "water has 1000", p.Rho0}, {"depth", "m", "without it, that of the fluid at first is taken", p.Depth}, {"speed", "m/s", "it is the greatest of the flow", p.Speed}} {
		if path := "physics." + v.key; v.value < 0 || v.value == 0 && c.Given(path) {
			return c.Errorf(path, "%s is %s %s, but must be above 0; %s", path, text.Exact(v.value), v.unit, v.would)
		}
	}
	t := p.GravityTable
	if t == nil {
		return nil
	}
	if p.Gravity != nil {
		return c.Errorf("physics.gravity-table", "physics has both gravity and gravity-table; use one of them")
	}
	if t.Table == "" && len(t.Values) == 0 {
		return c.Errorf("physics.gravity-table.values", "physics.gravity-table.values is empty; use [[0, 0, -9.81]]")
	}
	if c.Turning != nil {
		return c.Errorf("physics.gravity-table", "physics.gravity-table and [turning] do not go together; use one of them")
	}
	return c.checkInterval("physics.gravity-table.interval", t.Interval, t.Table)
}

// checkInterval refuses a table without an interval, unless it is a file, which has times.
func (c *Case) checkInterval(path string, interval float64, file string) error {
	switch {
	case file != "" && !c.Given(path):
		return nil
	case !c.Given(path) && interval == 0:
		table := strings.TrimSuffix(path, ".interval")
		return c.Errorf(table, "%s has no interval; write interval = 0.1, the time between values [s]",
			table)
	}
	return c.Above(path, interval, "s")
}

func (c *Case) checkTurning() error {
	t := c.Turning
	if t == nil {
		return nil
	}
	if err := First([]error{c.checkInterval("turning.interval", t.Interval, t.Table), c.Direction("turning.axis", t.Axis, "[0, 1, 0]")}); err != nil {
		return err
	}
	if t.Keyframes != nil {
		if err := c.checkKeyframes(t); err != nil {
			return err
		}
	} else if n := len(t.Angles); n < 3 && t.Table == "" {
		return c.Errorf("turning.angles", "turning.angles has %s, but needs 3 at least: how fast the frame turns follows from them", text.Count(n, "angle"))
	}
	if c.Dimension == 2 && (t.Axis[0] != 0 || t.Axis[2] != 0) {
		return c.Errorf("turning.axis", "turning.axis is [%s, %s, %s], but in two dimensions it must be along y; use [0, 1, 0]", text.Exact(t.Axis[0]), text.Exact(t.Axis[1]), text.Exact(t.Axis[2]))
	}
	return nil
}
