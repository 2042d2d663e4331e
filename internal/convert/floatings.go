package convert

// Bodies that float, and what of Chrono has a counterpart: springs to points, hinges, sliders.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// floatings makes bodies of the walls that float.
func (r *reader) floatings(e *element) {
	options := r.physics().Options
	if options["boundary"] == "dynamic" {
		delete(options, "boundary")
		r.near(e, "dynamic walls do not carry bodies; all walls are as usual")
	}
	for _, c := range e.children {
		if c.name != "floating" {
			r.skip(c, "it is not known here")
			continue
		}
		marks, err := numbers(c.value("mkbound"))
		if err != nil {
			r.skip(c, "mkbound: %v; its walls stay where they are", err)
			continue
		}
		for _, mk := range marks {
			if err := r.floating(c, mk); err != nil {
				r.skip(c, "the walls of mkbound %d stay where they are: %v", mk, err)
			}
		}
	}
}

// floating makes one body of the walls of an mk.
func (r *reader) floating(e *element, mk int) error {
	var shapes []casefile.Shape
	b := casefile.Body{}
	for k, mark := range r.wallMarks {
		if mark != mk {
			continue
		}
		if b.Name == "" {
			b.Name = r.c.Walls[k].Name
		}
		shapes = append(shapes, r.c.Walls[k].Shape)
	}
	switch {
	case shapes == nil && r.isTankOf(mk):
		return errors.New("they are the sides of the domain")
	case shapes == nil:
		return errors.New("there are none")
	case len(shapes) == 1:
		b.Shape = shapes[0]
	default:
		b.Shape = casefile.Shape{Union: shapes}
	}
	if err := r.weigh(e, &b); err != nil {
		return err
	}
	if err := r.begin(e, &b); err != nil {
		return err
	}
	r.lock(e, &b)
	r.material(e, mk, &b)
	for k := len(r.wallMarks) - 1; k >= 0; k-- {
		if r.wallMarks[k] == mk {
			r.c.Walls = slices.Delete(r.c.Walls, k, k+1)
			r.wallMarks = slices.Delete(r.wallMarks, k, k+1)
		}
	}
	r.c.Bodies = append(r.c.Bodies, b)
	r.bodyMarks = append(r.bodyMarks, mk)
	for _, c := range e.children {
		if !slices.Contains(floatingKeys, c.name) {
			r.unknown(c)
		}
	}
	return nil
}

// floatingKeys are the elements of <floating> that are read.
var floatingKeys = []string{"massbody", "rhopbody", "relativeweight", "center", "inertia", "velini",
	"linearvelini", "omegaini", "angularvelini", "translationDOF", "rotationDOF", "material"}

// given is a number of an element, as its attribute or as the value of its child.
func (r *reader) given(e *element, name string) (x float64, is bool, err error) {
	if c := e.child(name); c != nil {
		x, err = r.number(c, "value")
		return x, true, err
	}
	if e.value(name) == "" {
		return 0, false, nil
	}
	x, err = r.number(e, name)
	return x, true, err
}

// weigh takes mass or density, centre and inertia.
func (r *reader) weigh(e *element, b *casefile.Body) error {
	mass, isMass, err := r.given(e, "massbody")
	density, isDensity, also := r.given(e, "rhopbody")
	relative, isRelative, third := r.given(e, "relativeweight")
	if err := errors.Join(err, also, third); err != nil {
		return err
	}
	switch {
	case isMass:
		b.Mass = &mass
	case isRelative:
		density = tidy(relative * r.physics().Rho0)
		fallthrough
	case isDensity:
		b.Density = &density
	default:
		return errors.New("it has neither massbody nor rhopbody nor relativeweight")
	}
	if b.Mass != nil && !(*b.Mass > 0) || b.Density != nil && !(*b.Density > 0) {
		return errors.New("its mass must be above 0")
	}
	if c := e.child("center"); c != nil {
		at, err := r.point(c)
		if err != nil {
			return err
		}
		at[1] = r.acrossPlane(at[1])
		if b.Centre = &at; b.Mass == nil {
			r.skip(c, "a body with a density has the centre of its shape; give it a mass to choose another")
			b.Centre = nil
		}
	}
	return r.inertia(e.child("inertia"), b)
}

// inertia takes the three moments, or the rows of the matrix.
func (r *reader) inertia(e *element, b *casefile.Body) error {
	if e == nil {
		return nil
	}
	if b.Mass == nil {
		r.skip(e, "a body with a density has the inertia of its shape; give it a mass to choose another")
		return nil
	}
	rows := e.all("values")
	if len(rows) == 0 {
		x, err := r.point(e)
		if b.Inertia = x[:]; r.plane {
			b.Inertia = []float64{x[1]}
		}
		return err
	}
	if len(rows) != 3 {
		return fmt.Errorf("its inertia has %s of <values>", text.Count(len(rows), "row"))
	}
	for i, row := range rows {
		var names [3]string
		for k := range names {
			names[k] = fmt.Sprintf("v%d%d", i+1, k+1)
		}
		x, err := r.vector(row, names, 0)
		if err != nil {
			return err
		}
		b.Matrix = append(b.Matrix, x)
	}
	if r.plane {
		b.Inertia, b.Matrix = []float64{b.Matrix[1][1]}, nil
	}
	return nil
}

// begin takes the velocities at first.
func (r *reader) begin(e *element, b *casefile.Body) error {
	for _, name := range []string{"velini", "linearvelini", "omegaini", "angularvelini"} {
		c := e.child(name)
		if c == nil {
			continue
		}
		v, err := r.point(c)
		if err != nil {
			return err
		}
		if v == (vec{}) {
			continue
		}
		if strings.HasSuffix(name, "velini") && name != "angularvelini" {
			b.Velocity = &v
			continue
		}
		for a := range 3 {
			v[a] = tidy(v[a] * 180 / math.Pi)
		}
		b.Spin = &v
	}
	return nil
}

// lock takes the degrees of freedom that a body does not have. Those that no body has in two
// dimensions need no lock.
func (r *reader) lock(e *element, b *casefile.Body) {
	for _, kind := range []struct{ name, before string }{{"translationDOF", ""}, {"rotationDOF", "rotation-"}} {
		c := e.child(kind.name)
		if c == nil {
			continue
		}
		for a, letter := range axes {
			never := r.plane && (a == 1) == (kind.before == "")
			if no(c.value(letter)) && !never {
				b.Lock = append(b.Lock, kind.before+letter)
			}
		}
	}
}

// material takes friction and restitution of the material that a body has.
func (r *reader) material(e *element, mk int, b *casefile.Body) {
	name := e.value("property")
	if c := e.child("material"); c != nil {
		name = c.value("name")
	}
	if r.materials == nil {
		return
	}
	for _, links := range r.materials.all("links") {
		for _, link := range links.all("link") {
			if marks, err := numbers(link.value("mkbound")); err == nil && slices.Contains(marks, mk) {
				name = link.value("property")
			}
		}
	}
	for _, p := range r.materials.all("property") {
		if p.value("name") != name || name == "" {
			continue
		}
		friction, _, err := r.given(p, "Kfric")
		rest, _, also := r.given(p, "Restitution_Coefficient")
		if err = errors.Join(err, also); err != nil {
			r.near(p, "%v; its friction and restitution are 0", err)
			continue
		}
		b.Friction, b.Restitution = friction, min(max(rest, 0), 1)
		r.near(p, "contacts of the body %q take its friction and restitution, and no stiffness", b.Name)
	}
}

// chrono takes links of floating bodies to fixed points and lines, and springs.
func (r *reader) chrono(e *element) {
	bodies := map[string]int{} // by their ids: index of the case's; others are -1
	for _, c := range e.children {
		if !strings.HasPrefix(c.name, "body") {
			continue
		}
		bodies[c.value("id")] = -1
		if marks, err := numbers(c.value("mkbound")); err == nil && len(marks) == 1 && c.name == "bodyfloating" {
			bodies[c.value("id")] = slices.Index(r.bodyMarks, marks[0])
		}
	}
	for _, c := range e.children {
		switch {
		case strings.HasPrefix(c.name, "body"):
		case c.name == "savedata" || c.name == "schemescale" || c.name == "ompthreads":
			r.inform(c, "bodies.csv has what bodies do")
		case c.name == "collision":
			r.near(c, "bodies collide with walls and with each other, by friction and restitution of each body")
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
	if !known || first < 0 {
		return fmt.Errorf("its first body, %q, is none that floats", e.value("idbody1"))
	}
	b := &r.c.Bodies[first]
	other, two := bodies[e.value("idbody2")]
	if e.name == "link_linearspring" {
		return r.spring(e, b, other, two)
	}
	if two && other >= 0 {
		return errors.New("it links two bodies that move; here only springs do, and hinges and sliders are " +
			"fixed in space")
	}
	stiffness, _, err := r.given(e, "stiffness")
	damping, _, also := r.given(e, "damping")
	if err := errors.Join(err, also); err != nil {
		return err
	}
	switch {
	case e.name != "link_hinge" && e.name != "link_pointline":
		return errors.New("there are hinges, sliders and springs, but no such link")
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
		return errors.New("a body that shifts along a line and turns, too, needs a line and an axis along x, y or z")
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
	return nil
}

// spring makes a spring to another body, or to a point that is fixed.
func (r *reader) spring(e *element, b *casefile.Body, other int, two bool) error {
	at, err := r.point(e.child("point_fb1"))
	to, also := r.point(e.child("point_fb2"))
	if err = errors.Join(err, also); err != nil {
		return err
	}
	at[1], to[1] = r.acrossPlane(at[1]), r.acrossPlane(to[1])
	s := casefile.BodySpring{At: at, To: to}
	if two && other >= 0 {
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
