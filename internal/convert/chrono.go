package convert

// What of Chrono has a counterpart: springs, and hinges, sliders and balls.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/casefile"
)

// chrono takes links of floating bodies to fixed points and lines, and springs.
func (r *reader) chrono(e *element) {
	bodies := map[string]int{} // by their ids: index of the case's; others are -1
	for _, c := range e.children {
		if !strings.HasPrefix(c.name, "body") {
			continue
		}
		id := c.value("id")
		bodies[id] = -1
		marks, err := numbers(c.value("mkbound"))
		if err != nil || c.name != "bodyfloating" {
			continue
		}
		for _, mk := range marks { // of several each is called after its number, too
			name := id
			if len(marks) > 1 {
				name = fmt.Sprint(id, mk)
			}
			bodies[name] = slices.Index(r.bodyMarks, mk)
		}
	}
	for _, c := range e.children {
		switch {
		case strings.HasPrefix(c.name, "body"):
		case c.name == "savedata" || c.name == "schemescale" || c.name == "ompthreads":
			r.inform(c, "bodies.csv has what bodies do")
		case c.name == "collision":
			r.near(c, "bodies collide with walls and with each other, by friction and restitution of "+
				"each body")
		case strings.HasPrefix(c.name, "link_"):
			if err := r.link(c, bodies); err != nil {
				r.skip(c, "%v", err)
			}
		default:
			r.unknown(c)
		}
	}
}

// link takes one link.
func (r *reader) link(e *element, bodies map[string]int) error {
	first, known := bodies[e.value("idbody1")]
	other, two := bodies[e.value("idbody2")]
	ends := [2]string{"point_fb1", "point_fb2"}
	if !two {
		other = -1
	}
	if known && first < 0 && other >= 0 { // the other way round
		first, other = other, first
		ends[0], ends[1] = ends[1], ends[0]
	}
	if !known || first < 0 {
		return fmt.Errorf("its first body, %q, is none that floats", e.value("idbody1"))
	}
	b := &r.c.Bodies[first]
	if e.name == "link_linearspring" {
		return r.spring(e, b, other, ends)
	}
	stiffness, _, err := r.given(e, "stiffness")
	damping, _, also := r.given(e, "damping")
	if err := errors.Join(err, also); err != nil {
		return err
	}
	switch {
	case e.name != "link_hinge" && e.name != "link_pointline" && e.name != "link_spheric":
		return errors.New("there are hinges, balls, sliders and springs, but no such link")
	case other >= 0 || e.name == "link_spheric":
		return r.joint(e, b, other, stiffness, damping)
	case b.Hinge != nil || b.Slider != nil:
		return fmt.Errorf("the body %q has a hinge or a slider already", b.Name)
	case e.name == "link_hinge":
		return r.hinge(e, b, stiffness, damping)
	}
	if stiffness != 0 || damping != 0 {
		return errors.New("a slider has no stiffness and damping; [[body.spring]] has")
	}
	return r.slider(e, b)
}

// slider makes a slider of a point that is kept on a line. With two vectors of rotation the body
// does not turn, with one it turns about that, and without it turns freely.
func (r *reader) slider(e *element, b *casefile.Body) error {
	along, err := r.point(e.child("slidingvector"))
	if err != nil {
		return err
	}
	var turns [2]vec
	for i, name := range []string{"rotvector", "rotvector2"} {
		if c := e.child(name); c != nil {
			if turns[i], err = r.point(c); err != nil {
				return err
			}
		}
	}
	if turns[1] != (vec{}) {
		b.Slider, b.Lock, b.Spin = &casefile.Slider{Along: along}, nil, nil
		return nil
	}
	way, about := axisOf(along), axisOf(turns[0])
	if way < 0 || about < 0 && turns[0] != (vec{}) {
		return errors.New("a body that shifts along a line and turns, too, needs a line and an axis " +
			"along x, y or z")
	}
	b.Lock, b.Velocity = nil, nil
	for a, letter := range axes {
		if a != way && !(r.plane && a == 1) {
			b.Lock = append(b.Lock, letter)
		}
	}
	for a, letter := range axes {
		if about >= 0 && a != about && !(r.plane && a != 1) {
			b.Lock = append(b.Lock, "rotation-"+letter)
		}
	}
	r.near(e, "the body %q turns about its centre of mass, not about the point on the line", b.Name)
	return nil
}

// axisOf is the axis that a vector lies along, or -1.
func axisOf(v vec) int {
	axis := -1
	for a := range 3 {
		if v[a] != 0 {
			if axis >= 0 {
				return -1
			}
			axis = a
		}
	}
	return axis
}

// hinge makes a hinge that is fixed in space.
func (r *reader) hinge(e *element, b *casefile.Body, stiffness, damping float64) error {
	at, err := r.point(e.child("rotpoint"))
	axis, also := r.point(e.child("rotvector"))
	if err = errors.Join(err, also); err != nil {
		return err
	}
	at[1] = r.acrossPlane(at[1])
	if axis == (vec{}) {
		return errors.New("its axis has no length")
	}
	b.Hinge, b.Lock, b.Velocity = &casefile.Hinge{At: at, Axis: axis}, nil, nil
	if stiffness != 0 || damping != 0 {
		b.Torsions = append(b.Torsions,
			casefile.BodyTorsion{Axis: axis, Stiffness: stiffness, Damping: damping})
	}
	r.clearHinge(e, b)
	return nil
}

// spring makes a spring from the first of two ends, at the body, to another body, or to a point
// that is fixed.
func (r *reader) spring(e *element, b *casefile.Body, other int, ends [2]string) error {
	at, err := r.point(e.child(ends[0]))
	to, also := r.point(e.child(ends[1]))
	if err = errors.Join(err, also); err != nil {
		return err
	}
	at[1], to[1] = r.acrossPlane(at[1]), r.acrossPlane(to[1])
	s := casefile.BodySpring{At: at, To: to}
	if other >= 0 {
		s.Body = r.c.Bodies[other].Name
	}
	var errs [3]error
	s.Stiffness, _, errs[0] = r.given(e, "stiffness")
	s.Damping, _, errs[1] = r.given(e, "damping")
	length, is, third := r.given(e, "rest_length")
	if errs[2] = third; is {
		s.Length = &length
	}
	if s.Stiffness == 0 && s.Damping == 0 {
		return errors.New("it has neither stiffness nor damping that are constant")
	}
	b.Springs = append(b.Springs, s)
	return errors.Join(errs[:]...)
}
