package raster

import (
	"slices"
	"strings"
)

// faces of a box by name: the axis, and 1 for its upper side.
var faces = map[string][2]int{
	"left": {0, 0}, "right": {0, 1}, "front": {1, 0}, "back": {1, 1}, "bottom": {2, 0}, "top": {2, 1},
}

// faceSet are the faces of a box to draw, by axis and side, and its inside.
type faceSet struct {
	face  [3][2]bool
	inner bool
}

func (f *faceSet) set(on bool) {
	f.face = [3][2]bool{{on, on}, {on, on}, {on, on}}
}

// boxFill reads names joined by "|" (with) and "^" (without).
func (d *drawer) boxFill(n *node, text string) (f faceSet, err error) {
	on := true
	for _, word := range strings.FieldsFunc(strings.NewReplacer("|", " | ", "^", " ^ ").
		Replace(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }) {
		switch {
		case word == "|":
			on = true
		case word == "^":
			on = false
		case word == "all":
			f.set(on)
		case word == "solid":
			// The mode says which part of a solid is drawn.
			if slices.Contains([]string{"face", "full"}, d.mode) {
				f.set(on)
			}
			f.inner = on && d.mode != "face"
		default:
			face, is := faces[word]
			if !is {
				return f, lineError(n, "boxfill %q is not known", word)
			}
			f.face[face[0]][face[1]] = on
		}
	}
	return f, nil
}

// boxOf reads the corners of a box: <point> and <size> or <endpoint>.
func (d *drawer) boxOf(n *node) (lo, hi [3]float64, err error) {
	first := n.child("point")
	if first == nil {
		return lo, hi, lineError(n, "<point> is missing")
	}
	if lo, err = d.vars.vector(first); err != nil {
		return lo, hi, err
	}
	if size := n.child("size"); size != nil {
		hi, err = d.vars.vector(size)
		return lo, plus(lo, hi), err
	}
	end := n.child("endpoint")
	if end == nil {
		return lo, hi, lineError(n, "<size> or <endpoint> is missing")
	}
	hi, err = d.vars.vector(end)
	return lo, hi, err
}

func drawBox(d *drawer, n *node) error {
	fill := n.child("boxfill")
	if fill == nil {
		fill = &node{text: "all"}
	}
	set, err := d.boxFill(n, fill.text)
	if err != nil {
		return err
	}
	lo, hi, err := d.boxOf(n)
	if err != nil {
		return err
	}
	if why := d.oddBox(n); why != "" {
		d.unsupported[why] = true
		return nil
	}
	s := d.spanOf(d.matrix.point(lo), d.matrix.point(hi))
	if set.inner {
		d.lat.each(s.inner(), d.put)
	}
	for a := range 3 {
		for side := range 2 {
			if set.face[a][side] {
				d.lat.each(s.side(a, side), d.put)
			}
		}
	}
	return nil
}

// oddBox names what of a box is not supported, or nothing.
func (d *drawer) oddBox(n *node) string {
	switch {
	case d.free:
		return "setfrdrawmode"
	case d.mode == "wire":
		return "drawbox in wire mode"
	case !d.matrix.straight():
		return "drawbox turned"
	case n.child("layers") != nil:
		return "layers of drawbox"
	}
	return ""
}

// spanOf is the range of nodes nearest to two opposite corners of a box.
func (d *drawer) spanOf(p, q [3]float64) (s span) {
	i, j := d.nearest(p), d.nearest(q)
	for a := range 3 {
		s.min[a], s.max[a] = min(i[a], j[a]), max(i[a], j[a])
	}
	return s
}

// inner is the span without its outermost nodes.
func (s span) inner() span {
	for a := range 3 {
		s.min[a]++
		s.max[a]--
	}
	return s
}

// side is the outermost layer of an axis.
func (s span) side(axis, side int) span {
	if side == 0 {
		s.max[axis] = s.min[axis]
	} else {
		s.min[axis] = s.max[axis]
	}
	return s
}
