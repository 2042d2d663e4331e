package casefile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
)

// Body is a rigid body that the fluid carries: it floats, falls and turns. In two dimensions masses
// and forces are those of a metre of width, and bodies shift along x and z and turn about y.
type Body struct {
	Name string `key:"name" need:"yes" help:"name in bodies.csv and forces.csv"`
	Shape
	Density *float64     `key:"density" above:"0" unit:"kg/m³" group:"weight" help:"mass, centre and inertia follow from the shape"`
	Mass    *float64     `key:"mass" above:"0" unit:"kg" group:"weight" help:"instead of density"`
	Centre  *[3]float64  `key:"centre" unit:"m" help:"with mass: centre of mass; default that of the shape"`
	Inertia []float64    `key:"inertia" unit:"kg m²" items:"1" help:"with mass: about x, y and z through the centre, in two dimensions about y; default that of the shape"`
	Matrix  [][3]float64 `key:"inertia-matrix" unit:"kg m²" items:"3" help:"instead of inertia: three rows, with products of inertia"`

	Velocity *[3]float64 `key:"velocity" unit:"m/s" help:"of the centre of mass at the start; default 0"`
	Spin     *[3]float64 `key:"spin" unit:"°/s" help:"angular velocity about x, y and z at the start; default 0"`
	Lock     []string    `key:"lock" words:"x y z rotation-x rotation-y rotation-z rotation" help:"ways in which the body does not move: x, y, z, rotation-x, rotation-y, rotation-z, or rotation for all three"`
	Hinge    *Hinge      `key:"hinge" help:"the body only turns about a fixed axis"`
	Slider   *Slider     `key:"slider" help:"the body only shifts along a direction"`

	Springs  []BodySpring  `key:"spring" help:"springs, dampers and ropes"`
	Torsions []BodyTorsion `key:"torsion" help:"springs and dampers of rotation"`
	Moorings []BodyMooring `key:"mooring" help:"heavy lines to anchors"`

	Friction    float64 `key:"friction" least:"0" help:"Coulomb's coefficient where the body touches walls or bodies; default 0"`
	Restitution float64 `key:"restitution" least:"0" help:"part of an impact's speed that is left, 0 to 1; default 0"`
}

// Hinge is an axis that is fixed in space, about which a body turns.
type Hinge struct {
	At   [3]float64 `key:"at" unit:"m" need:"yes" help:"a point on the axis"`
	Axis [3]float64 `key:"axis" need:"yes" plane:"0 1 0" help:"direction of the axis; in two dimensions default [0, 1, 0]"`
}

// Slider is a direction that is fixed in space, along which a body shifts.
type Slider struct {
	Along [3]float64 `key:"along" need:"yes" help:"direction"`
}

// BodySpring pulls a point of a body towards a point that is fixed, or that is of another body.
type BodySpring struct {
	At        [3]float64 `key:"at" unit:"m" need:"yes" help:"point of the body at the start"`
	To        [3]float64 `key:"to" unit:"m" need:"yes" help:"the other end at the start"`
	Body      string     `key:"body" help:"body that has the other end; default it is fixed"`
	Length    *float64   `key:"length" least:"0" unit:"m" help:"length without a force; default the distance at the start"`
	Stiffness float64    `key:"stiffness" least:"0" unit:"N/m" help:"force over elongation; default 0, a damper"`
	Damping   float64    `key:"damping" least:"0" unit:"N s/m" help:"force over the speed of the ends apart; default 0"`
	Rope      bool       `key:"rope" help:"true: it pulls, but does not push"`
}

// BodyTorsion turns a body back about an axis that is fixed in space.
type BodyTorsion struct {
	Axis      [3]float64 `key:"axis" need:"yes" plane:"0 1 0" help:"direction of the axis; in two dimensions default [0, 1, 0]"`
	Stiffness float64    `key:"stiffness" least:"0" unit:"N m/rad" help:"moment over angle; default 0, a damper"`
	Damping   float64    `key:"damping" least:"0" unit:"N m s/rad" help:"moment over angular velocity; default 0"`
}

// BodyMooring is a heavy line (a catenary) from a body to an anchor on level ground, on which part
// of it may lie.
type BodyMooring struct {
	At        [3]float64 `key:"at" unit:"m" need:"yes" help:"point of the body at the start (fairlead)"`
	Anchor    [3]float64 `key:"anchor" unit:"m" need:"yes" help:"the other end, on level ground"`
	Length    float64    `key:"length" above:"0" unit:"m" need:"yes" help:"length without a force"`
	Weight    float64    `key:"weight" above:"0" unit:"N/m" need:"yes" help:"of a metre of the line in water"`
	Stiffness float64    `key:"stiffness" least:"0" unit:"N" help:"force over strain, EA; default the line does not stretch"`
}

// BodyLocks are the words of lock.
var BodyLocks = []string{"x", "y", "z", "rotation-x", "rotation-y", "rotation-z", "rotation"}

// checkBodies refuses bodies that are none, whatever is around them.
func (c *Case) checkBodies() error {
	for i := range c.Bodies {
		b, path := &c.Bodies[i], fmt.Sprintf("body.%d", i)
		if err := First([]error{c.CheckShape(&b.Shape, path), c.checkBodyName(i),
			c.checkWeight(b, path), c.checkFreedom(b, path), c.checkLines(b, path),
			c.NotBelow(path+".friction", b.Friction, "")}); err != nil {
			return err
		}
		if b.Restitution < 0 || b.Restitution > 1 {
			return c.Errorf(path+".restitution", "%s is %s, but must be from 0, where impacts leave no "+
				"speed, to 1", c.Label(path+".restitution"), text.Exact(b.Restitution))
		}
	}
	return nil
}

// checkBodyName refuses the name of a body under which the force on walls is measured.
func (c *Case) checkBodyName(i int) error {
	path, name := fmt.Sprintf("body.%d.name", i), c.Bodies[i].Name
	if err := c.checkColumn(path, name); err != nil {
		return err
	}
	for k := range c.Walls {
		w := &c.Walls[k]
		if group := w.Force; strings.EqualFold(group, name) ||
			group == "" && w.Motion != nil && strings.EqualFold(w.Name, name) {
			return c.Errorf(path, "the body %q has the name under which the force on the wall %q is "+
				"measured; use another name", name, w.Name)
		}
	}
	if c.Domain != nil && strings.EqualFold(c.Domain.Force, name) {
		return c.Errorf(path, "the body %q has the name under which the force on the walls of the "+
			"domain is measured; use another name", name)
	}
	return nil
}

// NotBelow refuses what is below 0.
func (c *Case) NotBelow(path string, x float64, unit string) error {
	if x >= 0 {
		return nil
	}
	return c.Errorf(path, "%s is %s%s, but must not be below 0", c.Label(path), text.Exact(x),
		strings.TrimRight(" "+unit, " "))
}

// checkWeight refuses masses and inertias that no body has.
func (c *Case) checkWeight(b *Body, path string) error {
	if b.Density != nil {
		if err := c.Above(path+".density", *b.Density, "kg/m³"); err != nil {
			return err
		}
		for _, key := range []string{"centre", "inertia", "inertia-matrix"} {
			if c.Given(path + "." + key) {
				return c.Errorf(path+"."+key, "%s does not go together with a density, from which it "+
					"follows; use mass in place of density, or leave it out", c.Label(path+"."+key))
			}
		}
		return nil
	}
	if b.Mass == nil {
		return c.Errorf(path, "%s has no density or mass; use one of density or mass", c.Label(path))
	}
	if err := c.Above(path+".mass", *b.Mass, "kg"); err != nil {
		return err
	}
	switch at := path + ".inertia"; {
	case b.Inertia != nil && b.Matrix != nil:
		return c.Errorf(at, "%s has both inertia and inertia-matrix; use one of them", c.Label(path))
	case b.Matrix != nil && c.Dimension == 2:
		return c.Errorf(at+"-matrix", "%s is for three dimensions; in two a body turns about y only: "+
			"use inertia = [0.1]", c.Label(at+"-matrix"))
	case b.Matrix != nil && len(b.Matrix) != 3:
		return c.Errorf(at+"-matrix", "%s has %s, but needs 3", c.Label(at+"-matrix"),
			text.Count(len(b.Matrix), "row"))
	case b.Inertia != nil && c.Dimension == 2 && len(b.Inertia) != 1:
		return c.Errorf(at, "%s has %s, but in two dimensions it must be one, about y",
			c.Label(at), text.Count(len(b.Inertia), "moment"))
	case b.Inertia != nil && c.Dimension != 2 && len(b.Inertia) != 3:
		return c.Errorf(at, "%s has %s, but must have 3, about x, y and z",
			c.Label(at), text.Count(len(b.Inertia), "moment"))
	}
	return nil
}

// checkFreedom refuses ways to move that contradict each other.
func (c *Case) checkFreedom(b *Body, path string) error {
	for i, word := range b.Lock {
		if err := c.Word(fmt.Sprintf("%s.lock.%d", path, i), word, BodyLocks); err != nil {
			return err
		}
	}
	if s := b.Spin; s != nil && c.Dimension == 2 && (s[0] != 0 || s[2] != 0) {
		return c.Errorf(path+".spin", "%s is [%s, %s, %s] °/s, but in two dimensions a body turns about "+
			"y only; use [0, 30, 0]", c.Label(path+".spin"), text.Exact(s[0]), text.Exact(s[1]),
			text.Exact(s[2]))
	}
	if v := b.Velocity; v != nil && c.Dimension == 2 && v[1] != 0 {
		return c.Errorf(path+".velocity", "%s has %s m/s along y, but in two dimensions it must be "+
			"[x, z]", c.Label(path+".velocity"), text.Exact(v[1]))
	}
	switch {
	case b.Hinge != nil && b.Slider != nil:
		return c.Errorf(path+".slider", "%s has both a hinge and a slider; use one of them",
			c.Label(path))
	case b.Hinge != nil && b.Lock != nil:
		return c.Errorf(path+".lock", "%s has no effect beside a hinge, which only lets it turn about "+
			"one axis; leave it out", c.Label(path+".lock"))
	case b.Slider != nil && b.Lock != nil:
		return c.Errorf(path+".lock", "%s has no effect beside a slider, which only lets it shift along "+
			"one direction; leave it out", c.Label(path+".lock"))
	case b.Hinge != nil && b.Velocity != nil:
		return c.Errorf(path+".velocity", "%s does not go together with a hinge, from which it follows; "+
			"use spin", c.Label(path+".velocity"))
	case b.Slider != nil && b.Spin != nil:
		return c.Errorf(path+".spin", "%s does not go together with a slider, along which the body does "+
			"not turn; leave it out", c.Label(path+".spin"))
	}
	if h := b.Hinge; h != nil {
		at := path + ".hinge.axis"
		if err := c.Direction(at, h.Axis, "[0, 1, 0]"); err != nil {
			return err
		}
		return c.onlyAboutY(at, h.Axis)
	}
	if s := b.Slider; s != nil {
		at := path + ".slider.along"
		if err := c.Direction(at, s.Along, "[0, 0, 1]"); err != nil {
			return err
		}
		if c.Dimension == 2 && s.Along[1] != 0 {
			return c.Errorf(at, "%s points along y, but in two dimensions it must be [x, z]", c.Label(at))
		}
	}
	if c.locked(b) {
		return c.Errorf(path+".lock", "%s leaves the body no way to move; use [[wall]] for what stands "+
			"still", c.Label(path+".lock"))
	}
	return nil
}

// onlyAboutY refuses another axis in two dimensions.
func (c *Case) onlyAboutY(path string, axis [3]float64) error {
	if c.Dimension != 2 || axis[0] == 0 && axis[2] == 0 {
		return nil
	}
	return c.Errorf(path,
		"%s is [%s, %s, %s], but in two dimensions a body turns about y only: [0, 1, 0]",
		c.Label(path), text.Exact(axis[0]), text.Exact(axis[1]), text.Exact(axis[2]))
}

// Locked reports whether a body cannot shift along an axis, or turn about it.
func (b *Body) Locked(axis int, turns bool) bool {
	word := Axes[axis]
	if turns {
		word = "rotation-" + word
	}
	return slices.Contains(b.Lock, word) || turns && slices.Contains(b.Lock, "rotation")
}

// locked reports whether locks leave a body no way to move.
func (c *Case) locked(b *Body) bool {
	for a := range 3 {
		plane := c.Dimension == 2
		if !b.Locked(a, false) && !(plane && a == 1) || !b.Locked(a, true) && !(plane && a != 1) {
			return false
		}
	}
	return true
}

// checkLines refuses springs and lines that are none.
func (c *Case) checkLines(b *Body, path string) error {
	var errs []error
	for k := range b.Springs {
		s, at := &b.Springs[k], fmt.Sprintf("%s.spring.%d", path, k)
		errs = append(errs, c.checkOther(b, s, at), c.NotBelow(at+".stiffness", s.Stiffness, "N/m"),
			c.NotBelow(at+".damping", s.Damping, "N s/m"))
		if s.Length != nil {
			errs = append(errs, c.NotBelow(at+".length", *s.Length, "m"))
		}
		if s.Stiffness == 0 && s.Damping == 0 {
			errs = append(errs, c.Errorf(at, "%s has neither stiffness nor damping, so it does nothing; "+
				"use stiffness = 1000", c.Label(at)))
		}
	}
	for k := range b.Torsions {
		s, at := &b.Torsions[k], fmt.Sprintf("%s.torsion.%d", path, k)
		errs = append(errs, c.Direction(at+".axis", s.Axis, "[0, 1, 0]"), c.onlyAboutY(at+".axis",
			s.Axis),
			c.NotBelow(at+".stiffness", s.Stiffness, "N m/rad"),
			c.NotBelow(at+".damping", s.Damping, "N m s/rad"))
		if s.Stiffness == 0 && s.Damping == 0 {
			errs = append(errs, c.Errorf(at, "%s has neither stiffness nor damping, so it does nothing; "+
				"use stiffness = 100", c.Label(at)))
		}
	}
	for k := range b.Moorings {
		errs = append(errs, c.checkMooring(&b.Moorings[k], fmt.Sprintf("%s.mooring.%d", path, k)))
	}
	return First(errs)
}

// checkOther refuses the other end of a spring at a body that there is not.
func (c *Case) checkOther(b *Body, s *BodySpring, path string) error {
	if s.Body == "" {
		return nil
	}
	var names []string
	for i := range c.Bodies {
		if name := c.Bodies[i].Name; name != b.Name {
			names = append(names, name)
		}
	}
	switch {
	case s.Body == b.Name:
		return c.Errorf(path+".body", "%s is %q, but both ends would be of that body; use another body, "+
			"or leave it out to fix the end", c.Label(path+".body"), s.Body)
	case len(names) == 0:
		return c.Errorf(path+".body", "%s is %q, but there is no other body; leave it out to fix the end",
			c.Label(path+".body"), s.Body)
	case !slices.Contains(names, s.Body):
		return c.Errorf(path+".body", "%s is %q, but the other bodies are %s%s", c.Label(path+".body"),
			s.Body, text.And(names), text.Meant(s.Body, names))
	}
	return nil
}

// checkMooring refuses lines that no line at rest is.
func (c *Case) checkMooring(m *BodyMooring, path string) error {
	if err := First([]error{c.Above(path+".length", m.Length, "m"), c.Above(path+".weight",
		m.Weight, "N/m"),
		c.NotBelow(path+".stiffness", m.Stiffness, "N")}); err != nil {
		return err
	}
	if m.At[2] < m.Anchor[2] {
		return c.Errorf(path+".anchor", "%s is at %s m, above the point of the body at %s m, but lines "+
			"hang down to their anchors; use a lower anchor", c.Label(path+".anchor"),
			text.Exact(m.Anchor[2]), text.Exact(m.At[2]))
	}
	span := math.Hypot(math.Hypot(m.At[0]-m.Anchor[0], m.At[1]-m.Anchor[1]), m.At[2]-m.Anchor[2])
	if !(m.Length > span) {
		return c.Errorf(path+".length", "%s is %s m, but the anchor is %s m from the body, so the line "+
			"would be taut; use a longer line, or [[body.spring]] with rope = true", c.Label(path+".length"),
			text.Exact(m.Length), text.Number(span))
	}
	return nil
}

// body moves all points of a body.
func (by Shift) body(b *Body) {
	by.shape(&b.Shape, nil)
	by.Point(b.Centre)
	if b.Hinge != nil {
		by.Point(&b.Hinge.At)
	}
	for k := range b.Springs {
		by.Point(&b.Springs[k].At)
		by.Point(&b.Springs[k].To)
	}
	for k := range b.Moorings {
		by.Point(&b.Moorings[k].At)
		by.Point(&b.Moorings[k].Anchor)
	}
}
