package raster

import "strings"

// A choice is the nodes that a redrawing command takes: a kind of node and an mk.
type choice struct {
	kind string // void, fluid, bound or all
	mk   int    // −1: each
}

func (c choice) takes(m mark) bool {
	switch {
	case c.kind == "all":
		return true
	case m.void:
		return c.kind == "void"
	case m.bound:
		return c.kind == "bound" && (c.mk < 0 || c.mk == m.number)
	}
	return c.kind == "fluid" && (c.mk < 0 || c.mk == m.number)
}

// among gives by code whether the choice takes it.
func (d *drawer) among(c choice) (is codeSet) {
	for code, m := range d.marks {
		is[code] = c.takes(m)
	}
	return is
}

// filter reads mkfluid and mkbound of redraw and redrawbox.
func (d *drawer) filter(n *node) (choice, error) {
	for _, kind := range []string{"fluid", "bound"} {
		if _, is := n.get("mk" + kind); is {
			mk, err := d.vars.attribute(n, "mk"+kind, -1)
			return choice{kind, int(mk)}, err
		}
	}
	return choice{"all", -1}, nil
}

func redraw(d *drawer, n *node) error { return d.redrawIn(n, d.lat.domain()) }

func redrawBox(d *drawer, n *node) error {
	s, err := d.boxSpan(n)
	if err != nil {
		return err
	}
	return d.redrawIn(n, s)
}

func (d *drawer) redrawIn(n *node, s span) error {
	c, err := d.filter(n)
	if err != nil || d.still() {
		return err
	}
	is := d.among(c)
	if !is[0] {
		s = s.within(d.lat.used())
	}
	d.lat.each(s, func(i, j, k int) {
		if is[d.lat.get(i, j, k)] {
			d.lat.set(i, j, k, d.code)
		}
	})
	return nil
}

// boxSpan is the span of the nodes of a command's box.
func (d *drawer) boxSpan(n *node) (s span, err error) {
	lo, hi, err := d.boxOf(n)
	if err != nil {
		return s, err
	}
	if !d.matrix.straight() {
		d.unsupported[n.name+" turned"] = true
		return span{min: [3]int{1, 1, 1}}, nil
	}
	d.approximate[n.name] = true
	return d.limited(d.spanOf(d.matrix.point(lo), d.matrix.point(hi))), nil
}

func redrawNear(d *drawer, n *node) error { return d.redrawNearIn(n, d.lat.domain()) }

func redrawNearBox(d *drawer, n *node) error {
	s, err := d.boxSpan(n)
	if err != nil {
		return err
	}
	return d.redrawNearIn(n, s)
}

// redrawNearIn draws the target nodes with one of the border nodes among their 26 neighbours,
// several times.
func (d *drawer) redrawNearIn(n *node, s span) error {
	if filter := n.child("dirfilter"); filter != nil && strings.TrimSpace(filter.text) != "all" {
		d.unsupported["dirfilter"] = true
		return nil
	}
	times, err := d.vars.attribute(n, "times", 1)
	if err != nil {
		return err
	}
	target, err := d.choice(n, "target")
	if err != nil {
		return err
	}
	border, err := d.choice(n, "border")
	if err != nil || d.still() {
		return err
	}
	for i := 0; float64(i) < times && !d.lat.full; i++ {
		// Marks may have been added by the command before.
		isTarget, isBorder := d.among(target), d.among(border)
		var found [][3]int
		d.lat.each(s.within(d.lat.used().wider()), func(i, j, k int) {
			if isTarget[d.lat.get(i, j, k)] && d.lat.touches(i, j, k, &isBorder) {
				found = append(found, [3]int{i, j, k})
			}
		})
		if len(found) == 0 {
			break
		}
		for _, x := range found {
			d.lat.set(x[0], x[1], x[2], d.code)
		}
	}
	return nil
}

func (d *drawer) choice(n *node, role string) (choice, error) {
	kind, _ := n.get(role + "tp")
	switch kind {
	case "void", "fluid", "bound", "all":
	default:
		return choice{}, lineError(n, "%stp %q is not void, fluid or bound", role, kind)
	}
	mk, err := d.vars.attribute(n, role+"mk", -1)
	return choice{kind, int(mk)}, err
}

// within is the common part of two spans.
func (s span) within(t span) span {
	for a := range 3 {
		s.min[a], s.max[a] = max(s.min[a], t.min[a]), min(s.max[a], t.max[a])
	}
	return s
}

// wider is the span with a node more at each side.
func (s span) wider() span {
	for a := range 3 {
		s.min[a]--
		s.max[a]++
	}
	return s
}

// used is the span of the drawn nodes.
func (l *lattice) used() span {
	var all extent
	for _, e := range l.count(maxMarks + 1) {
		if e.count > 0 {
			all.add(e.min)
			all.add(e.max)
		}
	}
	return all.span
}

// touches reports whether one of the neighbours of a node has one of the codes.
func (l *lattice) touches(i, j, k int, is *codeSet) bool {
	for c := max(k-1, 0); c <= min(k+1, l.n[2]-1); c++ {
		for b := max(j-1, 0); b <= min(j+1, l.n[1]-1); b++ {
			for a := max(i-1, 0); a <= min(i+1, l.n[0]-1); a++ {
				if (a != i || b != j || c != k) && is[l.get(a, b, c)] {
					return true
				}
			}
		}
	}
	return false
}
