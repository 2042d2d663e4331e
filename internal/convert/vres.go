package convert

// Boxes of finer particles.

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/features/zones"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// finer takes the boxes of <vres>, each a number of times finer than what it is in.
func (r *reader) finer(e *element, than float64, in *extent) {
	for _, c := range e.children {
		switch c.name {
		case "bufferbox":
			if err := r.bufferBox(c, than, in); err != nil {
				r.skip(c, "%v", err)
			}
		case "buffsizeh", "overlappingh":
			r.near(c, "buffers are as deep as docs/design/zones.md has it")
		case "point", "size", "endpoint", "dpratio", "tracking", "transform", "simulationdomain",
			"pointref":
		default:
			r.unknown(c)
		}
	}
}

// bufferBox takes a box along the axes, with the boxes in it.
func (r *reader) bufferBox(e *element, than float64, in *extent) error {
	ratio := e.child("dpratio")
	if ratio == nil {
		return errors.New("it has no <dpratio>")
	}
	name := "v"
	if ratio.value(name) == "" {
		name = "value"
	}
	times, err := r.number(ratio, name)
	box, also := r.boxOf(e)
	if err = errors.Join(err, also); err != nil {
		return err
	}
	finer := tidy(than * times)
	switch bits := math.Log2(finer); {
	case e.child("transform") != nil || e.child("rotateaxis") != nil || e.child("rotate") != nil:
		return errors.New("it is turned, but a [[zone]] is along the axes")
	case !(times > 1) || bits != math.Trunc(bits):
		return fmt.Errorf("it is %s times finer than the flow, but a [[zone]] is 2, 4, 8 … times",
			text.Exact(finer))
	case in != nil && !box.inside(*in, 1e-9):
		return errors.New("it is not in the box around it")
	}
	if r.plane {
		box.low[1], box.high[1] = -0.5, 0.5
	}
	follows, err := r.tracked(e.child("tracking"))
	if err != nil {
		return err
	}
	all := zones.Tables(r.c)
	zones.Set(r.c, append(all, zones.Table{Name: fmt.Sprint("zone", len(all)+1),
		Min: tidied(box.low), Max: tidied(box.high), Finer: finer, Follows: follows}))
	r.finer(e, finer, &box)
	return nil
}

// tracked is the name of the body or wall that a box follows: the force on walls names their group.
func (r *reader) tracked(e *element) (name string, err error) {
	if e == nil {
		return "", nil
	}
	mk, err := r.number(e, "mkbound")
	if err != nil {
		return "", err
	}
	turns := false
	for k, b := range r.c.Bodies {
		if r.bodyMarks[k] == int(mk) && name == "" {
			name, turns = b.Name, true
		}
	}
	for k, w := range r.c.Walls {
		if r.wallMarks[k] == int(mk) && w.Motion != nil && name == "" {
			name = cmp.Or(w.Force, w.Name)
			turns = slices.ContainsFunc(w.Motion.Moves, func(m casefile.Move) bool {
				return m.Axis != nil && m.Circle == nil
			})
		}
	}
	switch {
	case name == "":
		r.inform(e, "nothing of mkbound %d moves here, so the box stays where it is", int(mk))
	case turns:
		r.near(e, "the box shifts with what turns, but a [[zone]] does not turn")
	}
	return name, nil
}
