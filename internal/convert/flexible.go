package convert

// Structures that bend.

import (
	"errors"
	"fmt"
	"slices"

	"gpusph/features/flexible"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Part is a flexible part of the case.
type Part struct {
	Mark  int // mkbound
	Shape casefile.Shape
}

// Bending are the shapes of the flexible parts of a mkbound.
func (m *Marks) Bending(mk int) (all []*casefile.Shape) {
	for k := range m.Parts {
		if m.Parts[k].Mark == mk {
			all = append(all, &m.Parts[k].Shape)
		}
	}
	return all
}

// bendingMarks are the mkbound of structures that bend.
func bendingMarks(e *element) map[int]bool {
	all := map[int]bool{}
	for _, c := range e.all("flexstrucbody") {
		marks, _ := numbers(c.value("mkbound")) // flexible notes what is wrong
		for _, mk := range marks {
			all[mk] = true
		}
	}
	return all
}

// structures makes flexible parts of the walls that bend.
func (r *reader) structures(e *element) {
	for _, c := range e.children {
		if c.name != "flexstrucbody" {
			r.skip(c, "it is not known here")
			continue
		}
		mk, err := r.number(c, "mkbound")
		if err == nil {
			err = r.structure(c, int(mk))
		}
		if is := (ranked{}); errors.As(err, &is) {
			r.fail(c, err)
		} else if err != nil {
			r.skip(c, "the walls of mkbound %s do not bend: %v", c.value("mkbound"), err)
		}
	}
}

// structure makes one flexible part of the walls of an mk.
func (r *reader) structure(e *element, mk int) error {
	t := flexible.Table{}
	var shapes []casefile.Shape
	for k, mark := range r.wallMarks {
		if mark != mk {
			continue
		}
		shapes = append(shapes, r.c.Walls[k].Shape)
		t.Name = r.c.Walls[k].Name
		if r.c.Walls[k].Motion != nil {
			return errors.New("they have a motion of their own; move what clamps them")
		}
	}
	switch {
	case shapes == nil && r.isTankOf(mk):
		return errors.New("they are the sides of the domain")
	case shapes == nil:
		return errors.New("there are none")
	case len(shapes) == 1:
		t.Shape = shapes[0]
	default:
		t.Shape = casefile.Shape{Union: shapes}
	}
	if err := r.elastic(e, &t); err != nil {
		return err
	}
	if err := r.clamped(e, &t); err != nil {
		return err
	}
	for k := len(r.wallMarks) - 1; k >= 0; k-- {
		if r.wallMarks[k] == mk {
			r.c.Walls = slices.Delete(r.c.Walls, k, k+1)
			r.wallMarks = slices.Delete(r.wallMarks, k, k+1)
		}
	}
	if r.physics().Options["boundary"] == nil {
		r.option("boundary", "dynamic") // dummy walls do not bend
	}
	flexible.SetTables(r.c, append(flexible.Tables(r.c), t))
	r.parts = append(r.parts, Part{mk, t.Shape})
	r.near(e, "it is as thick as it is drawn, but DualSPHysics has particles on both of its faces, "+
		"and so a spacing more")
	return nil
}

// structureKeys are the elements of <flexstrucbody> that are read.
var structureKeys = []string{"density", "youngmod", "poissratio", "constitmodel", "hgfactor"}

// Constitutive models of DualSPHysics.
const (
	planeStrain = 1 + iota
	planeStress
	stVenantKirchhoff
)

// mostPoisson is the greatest ratio of flexible parts.
const mostPoisson = 0.49

// elastic takes what a part is made of.
func (r *reader) elastic(e *element, t *flexible.Table) (err error) {
	var model, hourglass float64
	to := []*float64{&t.Density, &t.Young, &t.Poisson, &model, &hourglass} // as structureKeys
	for k, name := range structureKeys {
		c := e.child(name)
		if c == nil {
			if name != "hgfactor" {
				err = errors.Join(err, fmt.Errorf("it has no <%s>", name))
			}
			continue
		}
		x, wrong := r.number(c, "value")
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("<%s>: %w", name, wrong))
		}
		*to[k] = x
	}
	if err != nil {
		return err
	}
	switch {
	case !(t.Density > 0) || !(t.Young > 0):
		return errors.New("density and Young's modulus must be above 0")
	case t.Poisson < 0:
		return fmt.Errorf("poissratio is %s, but must not be below 0", text.Exact(t.Poisson))
	case (model == stVenantKirchhoff) == r.plane:
		return fmt.Errorf("its model %s is that of another number of dimensions", text.Exact(model))
	case model != planeStrain && model != planeStress && model != stVenantKirchhoff:
		return fmt.Errorf("its model %s is not known here", text.Exact(model))
	case t.Poisson > mostPoisson:
		r.near(e.child("poissratio"), "it is %s, the greatest, beyond which materials are as good as "+
			"incompressible", text.Exact(mostPoisson))
		t.Poisson = mostPoisson
	}
	t.Narrow = model == planeStress
	if hourglass > 0 {
		t.Hourglass = &hourglass
	} else {
		r.near(e, "it has hourglass control, of α 0.1, without which particles of parts can lie in "+
			"zigzags")
	}
	for _, c := range e.children {
		if !slices.Contains(structureKeys, c.name) {
			r.unknown(c)
		}
	}
	return nil
}

// clamped makes a part reach into what holds it: that is what holds parts here. One that only
// touches that becomes longer by some spacings.
func (r *reader) clamped(e *element, t *flexible.Table) error {
	marks, err := numbers(e.value("mkclamp"))
	if err != nil {
		r.near(e, "nothing holds it")
		return nil
	}
	of, known := bounds(t.Shape)
	if !known {
		return errors.New("its shape is a mesh, or has no end; draw it into what clamps it as a solid " +
			"shape")
	}
	for _, mk := range marks {
		held := false
		if r.isTankOf(mk) {
			held = r.holdAt(r.domain, true, &of, t)
		}
		for k, mark := range r.wallMarks {
			if mark == mk && !held {
				by, known := bounds(r.c.Walls[k].Shape)
				held = known && r.holdAt(by, false, &of, t)
			}
		}
		for k, mark := range r.bodyMarks {
			if mark == mk && !held {
				by, known := bounds(r.c.Bodies[k].Shape)
				held = known && r.holdAt(by, false, &of, t)
			}
		}
		if !held {
			return fmt.Errorf("nothing with the mkbound %d of mkclamp touches them", mk)
		}
	}
	return nil
}

// reaches is how far a part is made to reach into what holds it [spacings].
const reaches = 4

// holdAt reports whether a box holds a part, from outside of it or from inside, and makes a part
// that is a box and touches it reach into it.
func (r *reader) holdAt(by extent, outside bool, of *extent, t *flexible.Table) bool {
	if !outside && by.overlaps(*of, 0.99*r.dp) || outside && !of.inside(by, 0.99*r.dp) {
		return true
	}
	for k := range 6 {
		if r.plane && k/2 == 1 {
			continue
		}
		at, face := *side(of, k), *side(&by, k^1)
		if outside {
			face = *side(&by, k)
		}
		beside := by
		beside.low[k/2], beside.high[k/2] = of.low[k/2], of.high[k/2]
		gap := outwards(k) * (face - at)
		if gap < -0.99*r.dp || gap > 1.01*r.dp || !beside.overlaps(*of, 0.01*r.dp) {
			continue
		}
		if t.Box == nil || t.Scale != nil || t.Rotate != nil || t.Translate != nil {
			return false
		}
		box := *t.Box
		*[]*float64{&box.Min[k/2], &box.Max[k/2]}[k%2] = tidy(face + outwards(k)*reaches*r.dp)
		t.Box, *of = &box, extent{box.Min, box.Max}
		return true
	}
	return false
}
