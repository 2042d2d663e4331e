package convert

// The ground: heights over a grid, which a file has, or which follow from points.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// ground is heights at the nodes of a grid, whose rows and columns may have any distances.
type ground struct {
	x, y []float64   // of the columns and of the rows [m]
	z    [][]float64 // by rows [m]
}

// drawBathymetry takes heights of points that are measured somewhere, over a grid of its own.
func (r *reader) drawBathymetry(e *element) (*item, error) {
	of := e.child("grid")
	step, err := r.optional(of, "dp", 0)
	if of == nil || err != nil || !(step > 0) {
		return nil, errors.Join(errors.New("it needs a <grid> with a dp above 0 of measured points"), err)
	}
	points, err := r.heightsAt(e.child("zpoints"))
	if err != nil {
		return nil, err
	}
	g, err := r.gridOf(of.child("initdomain"), points, step)
	if err != nil {
		return nil, err
	}
	for _, c := range of.children {
		switch c.name {
		case "initdomain":
		case "expands":
			for _, side := range c.children {
				err = errors.Join(err, r.expand(side, g))
			}
		case "periodicx", "periodicy":
			err = errors.Join(err, r.rampEnds(c, g))
		case "finalmove":
			by, wrong := r.point(c)
			g.shift(by)
			err = errors.Join(err, wrong)
		default:
			err = errors.Join(err, fmt.Errorf("<%s> is not known here", c.name))
		}
	}
	if err != nil {
		return nil, err
	}
	return r.drawGround(g)
}

// drawCSV takes the heights of a table: x in the first row and y in the first column.
func (r *reader) drawCSV(e *element) (*item, error) {
	file := strings.ReplaceAll(e.value("file"), `\`, "/")
	if mode := e.value("mode"); mode != "bathymetry" {
		return nil, fmt.Errorf("its mode is %q, but tables are those of bathymetry", mode)
	}
	if r.Read == nil || file == "" {
		return nil, fmt.Errorf("its file %q is not read", file)
	}
	data, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	g := &ground{}
	for n, line := range strings.Split(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune("\t\r;,", c) })
		if len(words) < 2 {
			continue
		}
		var row []float64
		for k, word := range words {
			x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if err != nil && (k > 0 || g.x != nil) {
				return nil, fmt.Errorf("%s, line %d: %q is not a number", file, n+1, word)
			}
			row = append(row, x)
		}
		if g.x == nil {
			g.x = row[1:]
			continue
		}
		g.y, g.z = append(g.y, row[0]), append(g.z, row[1:])
	}
	if err := g.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r.drawGround(g)
}

// check refuses grids that have no heights, or none at some of their nodes.
func (g *ground) check() error {
	rising := func(x []float64) bool {
		return len(x) > 1 && slices.IsSorted(x) && len(slices.Compact(slices.Clone(x))) == len(x)
	}
	if !rising(g.x) || !rising(g.y) {
		return errors.New("the places of its columns and of its rows must rise, two of each at least")
	}
	for k := range g.z {
		if len(g.z[k]) != len(g.x) {
			return fmt.Errorf("row %d has %d heights, but there are %d columns", k+1, len(g.z[k]), len(g.x))
		}
	}
	return nil
}

// heightsAt reads points, and moves, turns and scales them in the order of the elements.
func (r *reader) heightsAt(e *element) (all []vec, err error) {
	file := strings.ReplaceAll(e.value("file"), `\`, "/")
	if r.Read == nil || file == "" {
		return nil, fmt.Errorf("its <zpoints> have no file that is read: %q", file)
	}
	data, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	m := identity
	low, high := nowhere().high, nowhere().low
	for _, c := range e.children {
		x, err := r.vector(c, axes, map[bool]float64{true: 1}[c.name == "scale"])
		switch {
		case err != nil:
			return nil, err
		case c.name == "move":
			m = moved(x).after(m)
		case c.name == "scale":
			m = scaled(x).after(m)
		case c.name == "rotate":
			n, err := r.angles(c)
			if err != nil {
				return nil, err
			}
			m = n.after(m)
		case c.name == "selection":
			box, err := r.boxOf(c)
			if err != nil {
				return nil, err
			}
			low, high = box.low, box.high
		default:
			return nil, fmt.Errorf("<%s> is not known here", c.name)
		}
	}
	for n, line := range strings.Split(string(data), "\n") {
		words := strings.Fields(strings.NewReplacer(",", " ", ";", " ").Replace(line))
		if len(words) < 3 || strings.HasPrefix(words[0], "#") {
			continue
		}
		var x vec
		for a := range 3 {
			if x[a], err = strconv.ParseFloat(words[a], 64); err != nil {
				return nil, fmt.Errorf("%s, line %d: %q is not a number", file, n+1, words[a])
			}
		}
		x = m.of(x)
		if x[0] >= low[0] && x[0] <= high[0] && x[1] >= low[1] && x[1] <= high[1] {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no point in the selection", file)
	}
	return all, nil
}

// angles is the turn about x, then y, then z of an element.
func (r *reader) angles(e *element) (m affine, err error) {
	given, err := r.vector(e, [3]string{"angx", "angy", "angz"}, 0)
	m = identity
	for i, angle := range given {
		var axis vec
		axis[i] = 1
		if n, wrong := turned(vec{}, axis, angle); wrong == nil {
			m = n.after(m)
		}
	}
	return m, err
}

// gridOf is a grid in a box, or around the points, with the heights of these.
func (r *reader) gridOf(box *element, points []vec, step float64) (*ground, error) {
	all := nowhere()
	for _, x := range points {
		all = all.with(x)
	}
	if box != nil {
		in, err := r.boxOf(box)
		if err != nil {
			return nil, err
		}
		all = in
	}
	const most = 1e6
	g := &ground{}
	for a, to := range []*[]float64{&g.x, &g.y} {
		n := (all.high[a] - all.low[a]) / step
		if !(n >= 0.5 && n < most/1000) {
			return nil, fmt.Errorf("its grid has %g cells along %s, but must have from 1 to %g", n, axes[a],
				most/1000)
		}
		for k := range int(math.Round(n)) + 1 {
			*to = append(*to, all.low[a]+float64(k)*step)
		}
	}
	for _, y := range g.y {
		var row []float64
		for _, x := range g.x {
			row = append(row, heightOf(points, x, y))
		}
		g.z = append(g.z, row)
	}
	return g, nil
}

// heightOf is that of points near a place, those next to it weighted by the inverse square of
// their distances.
func heightOf(points []vec, x, y float64) float64 {
	square := func(p vec) float64 { return (p[0]-x)*(p[0]-x) + (p[1]-y)*(p[1]-y) }
	nearest := math.Inf(1)
	for _, p := range points {
		nearest = min(nearest, square(p))
	}
	sum, weights := 0.0, 0.0
	for _, p := range points {
		if d := square(p); d <= 4*nearest+1e-18 {
			w := 1 / (d + 1e-12)
			sum, weights = sum+w*p[2], weights+w
		}
	}
	return sum / weights
}

// drawGround is a solid below the heights of a grid.
func (r *reader) drawGround(g *ground) (*item, error) {
	if r.painter.stuff != bound {
		return nil, errors.New("the ground is a wall; use <setmkbound>")
	}
	base := math.Inf(1)
	for _, row := range g.z {
		base = min(base, slices.Min(row))
	}
	base -= (r.layers() + 1) * r.dp
	m := r.toPlane().after(r.painter.matrix)
	var all []geometry.Triangle
	quad := func(a, b, c, d vec) {
		all = append(all, geometry.Triangle{m.of(a), m.of(b), m.of(c)},
			geometry.Triangle{m.of(a), m.of(c), m.of(d)})
	}
	at := func(i, j int) vec { return vec{g.x[i], g.y[j], g.z[j][i]} }
	under := func(i, j int) vec { return vec{g.x[i], g.y[j], base} }
	columns, rows := len(g.x)-1, len(g.y)-1
	for j := range rows {
		for i := range columns {
			quad(at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1))
			quad(under(i, j), under(i, j+1), under(i+1, j+1), under(i+1, j))
		}
		quad(at(0, j+1), under(0, j+1), under(0, j), at(0, j))
		quad(at(columns, j), under(columns, j), under(columns, j+1), at(columns, j+1))
	}
	for i := range columns {
		quad(at(i, 0), under(i, 0), under(i+1, 0), at(i+1, 0))
		quad(at(i+1, rows), under(i+1, rows), under(i, rows), at(i, rows))
	}
	s, err := r.solid(all, fmt.Sprint("ground", r.painter.mk))
	if err == nil && m.linear != identity.linear {
		err = errors.New("the ground is not turned or scaled; do that with its points")
	}
	return &item{shape: s, mesh: all, top: func(x, y float64) float64 {
		return g.height(x-m.shift[0], y-m.shift[1]) + m.shift[2]
	}}, err
}

// fillAbove is what is free above the ground in a box, where that is level.
func (r *reader) fillAbove(box extent) (*item, error) {
	low, high := math.Inf(1), math.Inf(-1)
	other := func(i *item) bool { return i.top == nil }
	if all := r.painter.items; len(all) == 0 || slices.ContainsFunc(all, other) {
		return nil, errors.New("it fills what is free between several figures with walls; draw a solid " +
			"in its place")
	}
	for _, i := range r.painter.items {
		const n = 20
		for k := range (n + 1) * (n + 1) {
			x := box.low[0] + float64(k%(n+1))/n*(box.high[0]-box.low[0])
			y := box.low[1] + float64(k/(n+1))/n*(box.high[1]-box.low[1])
			if r.plane {
				y = 0
			}
			if z := i.top(x, y); !math.IsNaN(z) {
				low, high = min(low, z), max(high, z)
			}
		}
	}
	if !(high-low <= r.dp) {
		return nil, errors.New("it fills what is above ground that is not level; draw a box in its place")
	}
	box.low[2] = tidy(max(box.low[2], high))
	return &item{shape: casefile.Shape{Box: box.box().Box}}, nil
}
