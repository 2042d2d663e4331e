package convert

// Damping zones.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	_ "gpusph/features" // whose tables case files have
	"gpusph/features/damping"
	"gpusph/internal/casefile"
)

// damping takes the zones of <damping>.
func (r *reader) damping(e *element) {
	taken := map[string]bool{}
	for _, c := range e.children {
		var err error
		switch c.name {
		case "dampingzone":
			err = r.dampingZone(c, taken)
		case "dampingbox":
			err = r.dampingBox(c, taken)
		case "dampingcylinder":
			err = errors.New("a [[damping]] zone is a box whose rate rises along an axis; one around a " +
				"cylinder is not there")
		default:
			err = errors.New("it is not known here")
		}
		if err != nil {
			r.fail(c, err)
		}
	}
}

// zone is what the kinds of zones have in common: how far they reach beyond their end, their rate
// and components.
func (r *reader) zone(e *element) (z damping.Table, err error) {
	for _, v := range []struct {
		name    string
		without float64
		to      *float64
	}{{"overlimit", 0, &z.Beyond}, {"redumax", 10, &z.Rate}} {
		*v.to = v.without
		if c := e.child(v.name); c != nil {
			if *v.to, err = r.number(c, "value"); err != nil {
				return z, fmt.Errorf("<%s>: %w", v.name, err)
			}
		}
	}
	c := e.child("factorxyz")
	if c == nil {
		return z, nil
	}
	f, err := r.vector(c, axes, 1)
	if err != nil {
		return z, err
	}
	across := f[1]
	if r.plane {
		across = f[0]
	}
	switch {
	case f[0] == 1 && across == 1 && f[2] == 1:
	case f[0] == 1 && across == 1 && f[2] == 0:
		z.Components = "horizontal"
	case f[0] == 0 && across == 0 && f[2] == 1:
		z.Components = "vertical"
	default:
		return z, fmt.Errorf("its factors are %g, %g and %g along x, y and z; a zone damps all, the "+
			"horizontal or the vertical components", f[0], f[1], f[2])
	}
	return z, nil
}

// dampingZone takes a zone that rises from one plane to another.
func (r *reader) dampingZone(e *element, taken map[string]bool) error {
	z, err := r.zone(e)
	if err != nil {
		return err
	}
	from, err := r.point(e.child("limitmin"))
	if err != nil {
		return fmt.Errorf("<limitmin>: %w", err)
	}
	to, err := r.point(e.child("limitmax"))
	if err != nil {
		return fmt.Errorf("<limitmax>: %w", err)
	}
	d, axis := minus(to, from), 0
	if r.plane {
		d[1] = 0
	}
	for a := range 3 {
		if math.Abs(d[a]) > math.Abs(d[axis]) {
			axis = a
		}
	}
	if size := math.Sqrt(dot(d, d)); !(math.Abs(d[axis]) > 0.9999*size) {
		return fmt.Errorf("it rises along %v, but a [[damping]] zone does along x, y or z", tidied(d))
	}
	if e.child("domain") != nil {
		r.near(e, "it acts across the whole domain, not within <domain>; a box of the [[damping]] "+
			"zone bounds it")
	}
	z.Name, z.Along, z.From, z.To = plain("", "damping",
		taken), casefile.Axes[axis], tidy(from[axis]), tidy(to[axis])
	damping.Set(r.c, append(damping.Tables(r.c), z))
	return nil
}

// sideWords are what <directions> of a box calls its sides, by axis, at the lower and the upper
// end.
var sideWords = [3][2]string{{"left", "right"}, {"front", "back"}, {"bottom", "top"}}

// dampingBox takes a zone between an inner and an outer box, as one for each side where the outer
// one is larger.
func (r *reader) dampingBox(e *element, taken map[string]bool) error {
	z, err := r.zone(e)
	if err != nil {
		return err
	}
	var corners [2][2]vec // of limitmin and limitmax: low, high
	for k, name := range []string{"limitmin", "limitmax"} {
		for end, corner := range []string{"pointini", "pointend"} {
			if corners[k][end], err = r.point(e.child(name).child(corner)); err != nil {
				return fmt.Errorf("<%s> <%s>: %w", name, corner, err)
			}
		}
	}
	inner, outer, beyond, n := corners[0], corners[1], z.Beyond, 0
	z.Beyond = 0
	for a := range 3 {
		for end := range 2 {
			from, to, sign := inner[end][a], outer[end][a], float64(2*end-1)
			if r.plane && a == 1 || !((to-from)*sign > 0) || !r.directed(e, sideWords[a][end]) {
				continue
			}
			side, box := z, casefile.Box{}
			for b := range 3 {
				box.Min[b], box.Max[b] = tidy(outer[0][b]-beyond), tidy(outer[1][b]+beyond)
			}
			if end == 0 {
				box.Max[a] = tidy(from)
			} else {
				box.Min[a] = tidy(from)
			}
			side.Name, side.Along, side.From, side.To, side.Box = plain("", "damping",
				taken), casefile.Axes[a], tidy(from), tidy(to), &box
			damping.Set(r.c, append(damping.Tables(r.c), side))
			n++
		}
	}
	switch {
	case n == 0:
		return errors.New("the outer box is nowhere larger than the inner one in its directions")
	case n > 1:
		r.near(e, "it is a zone for each side; where two overlap both act")
	}
	return nil
}

// directed reports whether a box damps towards a side: <directions> is words like all,-top.
func (r *reader) directed(e *element, side string) bool {
	c := e.child("directions")
	if c == nil {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(c.value("value")),
		func(x rune) bool { return x == ',' || x == ' ' || x == '|' })
	return !slices.Contains(words, "-"+side) && (slices.Contains(words,
		side) || slices.Contains(words, "all"))
}
