package raster

import (
	"math"
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
	if !d.matrix.straight() {
		d.turnedBox(n, set, lo, hi)
		return nil
	}
	offsets, err := d.layers(n)
	if err != nil {
		return err
	}
	p, q := bounds([][3]float64{d.matrix.point(lo), d.matrix.point(hi)})
	set = set.turned(&d.matrix)
	for _, offset := range offsets {
		d.straightBox(n, set, p, q, offset)
	}
	return nil
}

// straightBox draws a layer of a box along the axes: the sides with a face are moved outwards.
func (d *drawer) straightBox(n *node, set faceSet, p, q [3]float64, offset float64) {
	if offset != 0 && !set.all() {
		d.approximate["layers of drawbox"] = true
	}
	for a := range 3 {
		if set.face[a][0] || set.inner {
			p[a] -= offset * d.lat.dp
		}
		if set.face[a][1] || set.inner {
			q[a] += offset * d.lat.dp
		}
		if d.halfway(a, p[a]) || d.halfway(a, q[a]) {
			d.approximate[n.name+" halfway between nodes"] = true
		}
	}
	s := d.spanOf(p, q)
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
}

// halfway reports whether a place is in the middle between two nodes of the domain, where the
// side to which GenCase rounds is not known.
func (d *drawer) halfway(axis int, x float64) bool {
	at := d.lat.index(axis, x)
	return at > -0.6 && at < float64(d.lat.n[axis])-0.4 && (axis != 1 || !d.twoD) &&
		math.Abs(at-math.Floor(at)-0.5) < 1e-3
}

// all reports whether each face or none is in the set.
func (f faceSet) all() bool {
	first := f.face[0][0]
	for a := range 3 {
		if f.face[a] != [2]bool{first, first} {
			return false
		}
	}
	return true
}

// turned is the set after a map that takes axes to axes.
func (f faceSet) turned(m *matrix) faceSet {
	t := faceSet{inner: f.inner}
	for a := range 3 {
		for to := range 3 {
			if x := m[to][a]; math.Abs(x) > 1e-9 {
				t.face[to] = f.face[a]
				if x < 0 {
					t.face[to] = [2]bool{f.face[a][1], f.face[a][0]}
				}
			}
		}
	}
	return t
}

// oddBox names what of a box is not supported, or nothing.
func (d *drawer) oddBox(n *node) string {
	switch {
	case d.free:
		return "setfrdrawmode"
	case d.mode == "wire":
		return "drawbox in wire mode"
	case n.child("layers") != nil && !d.matrix.straight():
		return "layers of drawbox turned"
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
