package raster

import "strings"

// A fill is the nodes that a filling command may go through.
type fill struct {
	void, fluid, bound bool
	mkFluid, mkBound   int // −1: each
}

// filling reads <modefill> and the attributes mkfluid and mkbound.
func (d *drawer) filling(n *node) (f fill, err error) {
	mode := n.child("modefill")
	if mode == nil {
		return f, lineError(n, "<modefill> is missing")
	}
	for _, word := range strings.Split(mode.text, "|") {
		switch word = strings.TrimSpace(word); word {
		case "void":
			f.void = true
		case "fluid":
			f.fluid = true
		case "bound":
			f.bound = true
		case "border":
			d.unsupported["modefill border"] = true
		default:
			return f, lineError(n, "modefill %q is not void, fluid, bound or border", word)
		}
	}
	x, err := d.vars.attribute(n, "mkfluid", -1)
	if err != nil {
		return f, err
	}
	f.mkFluid = int(x)
	x, err = d.vars.attribute(n, "mkbound", -1)
	f.mkBound = int(x)
	return f, err
}

// passes gives, by code, whether a fill goes through a node.
func (d *drawer) passes(f fill) (through codeSet) {
	for code, m := range d.marks {
		switch {
		case m.void:
			through[code] = f.void
		case m.bound:
			through[code] = f.bound && (f.mkBound < 0 || f.mkBound == m.number)
		default:
			through[code] = f.fluid && (f.mkFluid < 0 || f.mkFluid == m.number)
		}
	}
	return through
}

func fillVoidPoint(d *drawer, n *node) error {
	p, err := d.vars.vector(n)
	if err != nil {
		return err
	}
	return d.flood(n, p, fill{void: true}, d.lat.domain())
}

func fillPoint(d *drawer, n *node) error {
	f, err := d.filling(n)
	if err != nil {
		return err
	}
	p, err := d.vars.vector(n)
	if err != nil {
		return err
	}
	return d.flood(n, p, f, d.lat.domain())
}

// fillBox fills from a point as far as the box's own border, which stays out.
func fillBox(d *drawer, n *node) error {
	f, err := d.filling(n)
	if err != nil {
		return err
	}
	seed, err := d.vars.vector(n)
	if err != nil {
		return err
	}
	lo, hi, err := d.boxOf(n)
	if err != nil {
		return err
	}
	if !d.matrix.straight() {
		d.unsupported["fillbox turned"] = true
		return nil
	}
	p, q := d.matrix.point(lo), d.matrix.point(hi)
	for a := range 3 {
		if d.halfway(a, p[a]) || d.halfway(a, q[a]) {
			d.approximate["fillbox halfway between nodes"] = true
		}
	}
	return d.flood(n, seed, f, d.limited(d.spanOf(p, q)))
}

// flood fills the nodes that are joined to the seed along the axes, inside a span.
func (d *drawer) flood(n *node, seed [3]float64, f fill, s span) error {
	through := d.passes(f)
	start := d.nearest(d.matrix.point(seed))
	for a := range 3 {
		if start[a] < s.min[a] || start[a] > s.max[a] {
			return nil
		}
	}
	if d.still() || !through[d.lat.get(start[0], start[1], start[2])] {
		return nil
	}
	w := &flooding{lat: &d.lat, through: &through, span: s, code: d.code}
	if through[d.code] {
		// The fill goes through its own mk, so filled nodes have another code for a while.
		w.code = filled
		defer d.lat.replace(s, filled, d.code)
	}
	w.runs = append(w.runs, start)
	for len(w.runs) > 0 && !d.lat.full {
		last := w.runs[len(w.runs)-1]
		w.runs = w.runs[:len(w.runs)-1]
		w.row(last)
	}
	return nil
}

// filled is the code of nodes during a fill, which no mark has.
const filled = maxMarks

// A flooding fills rows of nodes.
type flooding struct {
	lat     *lattice
	through *codeSet
	span
	code uint16
	runs [][3]int // a node of each row that is still to be filled
}

func (w *flooding) open(i, j, k int) bool { return w.through[w.lat.get(i, j, k)] }

// row fills the row through a node and notes the open rows at its sides.
func (w *flooding) row(at [3]int) {
	i, j, k := at[0], at[1], at[2]
	if !w.open(i, j, k) {
		return
	}
	first, last := i, i
	for first > w.min[0] && w.open(first-1, j, k) {
		first--
	}
	for last < w.max[0] && w.open(last+1, j, k) {
		last++
	}
	for i := first; i <= last; i++ {
		w.lat.set(i, j, k, w.code)
	}
	w.beside(first, last, j-1, k)
	w.beside(first, last, j+1, k)
	w.beside(first, last, j, k-1)
	w.beside(first, last, j, k+1)
}

func (w *flooding) beside(first, last, j, k int) {
	if j < w.min[1] || j > w.max[1] || k < w.min[2] || k > w.max[2] {
		return
	}
	was := false
	for i := first; i <= last; i++ {
		open := w.open(i, j, k)
		if open && !was {
			w.runs = append(w.runs, [3]int{i, j, k})
		}
		was = open
	}
}
