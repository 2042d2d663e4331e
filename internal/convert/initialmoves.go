package convert

// What is moved or turned after it was drawn.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
)

// moveDrawn moves or turns the walls or the fluid of a mark. Turns are clockwise for a viewer who
// looks against their axis.
func (r *reader) moveDrawn(e *element) error {
	m, err := r.initialMove(e)
	if err != nil {
		return err
	}
	kind := map[bool]string{true: "mkbound", false: "mkfluid"}[e.value("mkbound") != ""]
	marks, err := numbers(e.value(kind))
	if err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	found := false
	for k := range r.c.Walls {
		if kind != "mkbound" || !slices.Contains(marks, r.wallMarks[k]) {
			continue
		}
		if r.c.Walls[k].Shape, err = m.onto(r.c.Walls[k].Shape); err != nil {
			return err
		}
		found = true
		r.moved = append(r.moved, r.wallMarks[k])
	}
	for k := range r.c.Fluids {
		f := &r.c.Fluids[k]
		if kind != "mkfluid" || !slices.Contains(marks, r.levels[k].mk) {
			continue
		}
		if f.Fill != nil {
			return errors.New("fluid that fills what is free is not moved; draw it as a box")
		}
		if f.Shape, err = m.onto(f.Shape); err != nil {
			return err
		}
		e, _ := bounds(f.Shape)
		found, r.levels[k].extent = true, e
		r.movedFluids = append(r.movedFluids, r.levels[k].mk)
	}
	if slices.ContainsFunc(marks, r.isTankOf) && kind == "mkbound" {
		return errors.New("the sides of the domain stay where they are")
	}
	if !found {
		return fmt.Errorf("nothing is drawn with %s %s", kind, e.value(kind))
	}
	r.near(e, "its particles are on the lattice of the others here, and not on one that is moved")
	return nil
}

// initialMove is the shift or the turn of an element.
func (r *reader) initialMove(e *element) (affine, error) {
	if e.name == "move" {
		x, err := r.point(e)
		return moved(x), err
	}
	angle, err := r.number(e, "angle")
	if err != nil {
		return affine{}, err
	}
	from, err := r.point(e.child("axisp1"))
	if err != nil {
		return affine{}, err
	}
	to, err := r.point(e.child("axisp2"))
	if err != nil {
		return affine{}, err
	}
	if r.plane {
		from[1], to[1] = from[1]-r.planeY, to[1]-r.planeY
	}
	return turned(from, minus(to, from), -angle*angleUnit(e)*180/math.Pi)
}

// onto is a shape that may be moved already, moved by m.
func (m affine) onto(s casefile.Shape) (casefile.Shape, error) {
	before, err := movedBy(&s)
	if err != nil {
		return s, err
	}
	s.Scale, s.Rotate, s.Translate = nil, nil, nil
	return m.after(before).place(s)
}
