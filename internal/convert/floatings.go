package convert

// Bodies that float.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
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
			err := r.floating(c, mk)
			if is := (ranked{}); errors.As(err, &is) {
				r.note(is.rank, c, "mkbound %d: %v", mk, err)
			} else if err != nil {
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
	case shapes == nil && !slices.ContainsFunc(r.painter.items, func(i *item) bool {
		return i.stuff == bound && i.mk == mk
	}):
		return merely("nothing is drawn with it, so nothing floats")
	case shapes == nil:
		return errors.New("there are none")
	case len(shapes) == 1:
		b.Shape = shapes[0]
	default:
		b.Shape = casefile.Shape{Union: shapes}
	}
	r.thicken(e, &b)
	if err := r.weigh(e, &b, mk); err != nil {
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
		if c.name == "linearvel" || c.name == "angularvel" {
			r.skip(c, "bodies move as fluid, joints and contacts make them, and not by velocities that are "+
				"given; a [[wall]] with a motion does")
		} else if c.name == "masspart" {
			r.near(c, "particles of bodies have the mass of the fluid's")
		} else if !slices.Contains(floatingKeys, c.name) {
			r.unknown(c)
		}
	}
	return nil
}

// bodyLayers is how many spacings a body must be thick, so that fluid does not act through it.
const bodyLayers = 4

// thicken makes a thin body that is a box as thick as its particles make it there: they are on both
// of its faces and stand for half a spacing to each side.
func (r *reader) thicken(e *element, b *casefile.Body) {
	if b.STL != nil && b.STL.Corners != nil && b.Scale == nil && b.Rotate == nil && !r.plane {
		r.thickenMesh(e, b)
		return
	}
	if b.Box == nil || b.Scale != nil || b.Rotate != nil || b.Translate != nil {
		return
	}
	box := *b.Box
	for a := range 3 {
		size := (box.Max[a] - box.Min[a]) / r.dp
		if r.plane && a == 1 || size >= bodyLayers-1e-6 || size+1 < bodyLayers-1e-6 {
			continue
		}
		box.Min[a], box.Max[a] = tidy(box.Min[a]-0.5*r.dp), tidy(box.Max[a]+0.5*r.dp)
		r.near(e, "the body %q is a spacing thicker along %s than drawn, as its particles on both faces "+
			"make it", b.Name, axes[a])
	}
	b.Box = &box
}

// thickenMesh scales a mesh that is thin along axes by as much.
func (r *reader) thickenMesh(e *element, b *casefile.Body) {
	scale, shift := []float64{1, 1, 1}, vec{}
	if b.Translate != nil {
		shift = *b.Translate
	}
	for a := range 3 {
		low, high := b.STL.Corners[0][a], b.STL.Corners[1][a]
		size := (high - low) / r.dp
		if size >= bodyLayers-1e-6 || size+1 < bodyLayers-1e-6 {
			continue
		}
		scale[a] = tidy(bodyLayers / size)
		shift[a] = tidy(shift[a] + (1-scale[a])*(low+high)/2)
		b.Scale, b.Translate = scale, &shift
		r.near(e, "the body %q is %s m thicker along %s than drawn, as its particles on both faces make "+
			"it", b.Name, text.Number((bodyLayers-size)*r.dp), axes[a])
	}
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
func (r *reader) weigh(e *element, b *casefile.Body, mk int) error {
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
		rho0 := r.physics().Rho0
		if rho0 == 0 {
			rho0 = 1000
		}
		density = tidy(relative * rho0)
		fallthrough
	case isDensity:
		b.Density = &density
	default:
		return errors.New("it has neither massbody nor rhopbody nor relativeweight")
	}
	if b.Mass != nil && !(*b.Mass > 0) || b.Density != nil && !(*b.Density > 0) {
		return errors.New("its mass must be above 0")
	}
	if b.Mass == nil && (e.child("center") != nil || e.child("inertia") != nil) {
		r.massOf(e, b, mk)
	}
	if c := e.child("center"); c != nil {
		at, err := r.point(c)
		if err != nil {
			return err
		}
		at[1] = r.acrossPlane(at[1])
		at[2] = tidy(at[2] - r.lowered[mk])
		if b.Centre = &at; b.Mass == nil {
			r.skip(c, "a body with a density has the centre of its shape; give it a mass to choose another")
			b.Centre = nil
		}
	}
	return r.inertia(e.child("inertia"), b)
}

// massOf gives a body with a density the mass of its volume, where that is known, since its centre
// and its inertia are given.
func (r *reader) massOf(e *element, b *casefile.Body, mk int) {
	volume, known := 0.0, false
	for _, i := range r.painter.items {
		if i.stuff != bound || i.mk != mk {
			continue
		}
		if known || len(i.cuts) > 0 {
			return // several figures, which may overlap
		}
		of, err := simple(b.Shape)
		if i.mesh != nil {
			of, err = geometry.NewMesh(i.mesh, 0)
		}
		if err != nil || of == nil {
			return
		}
		if volume, known = geometry.Volume(of); !known {
			return
		}
	}
	if known && volume > 0 {
		mass := text.Three(*b.Density*volume, math.Round)
		b.Mass, b.Density = &mass, nil
		r.near(e, "the mass of the body %q is that of its volume, %s m³", b.Name, text.Number(volume))
	}
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
	for _, kind := range []struct{ name, before string }{{"translationDOF", ""}, {"rotationDOF",
		"rotation-"}} {
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
