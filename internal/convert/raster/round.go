package raster

import "math"

// A ball is a shape with round surfaces: inside and surface by the place of a node.
type ball struct {
	inside, surface func(x [3]float64) bool
	lo, hi          [3]float64
}

func (d *drawer) drawRound(n *node, b ball) {
	if why := d.blocked(n); why != "" {
		d.unsupported[why] = true
		return
	}
	if !d.matrix.rigid() {
		d.unsupported[n.name+" scaled"] = true
		return
	}
	d.approximate[n.name] = true
	d.lat.each(d.lat.around([][3]float64{b.lo, b.hi}, reach), func(i, j, k int) {
		x := d.lat.node([3]int{i, j, k})
		if d.mode != "face" && b.inside(x) || d.mode != "solid" && b.surface(x) {
			d.put(i, j, k)
		}
	})
}

// rigid reports whether the map keeps lengths.
func (m *matrix) rigid() bool {
	for a := range 3 {
		for b := range 3 {
			sum := 0.0
			for c := range 3 {
				sum += m[c][a] * m[c][b]
			}
			if math.Abs(sum-truth(a == b)) > 1e-9 {
				return false
			}
		}
	}
	return true
}

// roundFigure reads the points and the radius of a figure, and whether it is followed: not where a
// mask leaves out some of its faces.
func (d *drawer) roundFigure(n *node, count, faces int, name string) (points [][3]float64,
	r float64, follows bool, err error) {
	if points, err = d.placed(n, count); err != nil {
		return nil, 0, false, err
	}
	if r, err = d.radius(n); err != nil {
		return nil, 0, false, err
	}
	if len(d.faceMask(n, faces)) > 0 {
		d.unsupported[name+" with a mask"] = true
		return nil, 0, false, nil
	}
	return points, r, true, nil
}

func drawSphere(d *drawer, n *node) error {
	points, r, follows, err := d.roundFigure(n, 1, 1, "drawsphere")
	if err != nil || !follows {
		return err
	}
	offsets, err := d.layers(n)
	for _, offset := range offsets {
		d.drawRound(n, d.sphere(points, r+offset*d.lat.dp))
	}
	return err
}

func (d *drawer) sphere(points [][3]float64, r float64) ball {
	tolerance, width := slack*d.lat.dp, (reach+slack)*d.lat.dp
	off := func(x [3]float64) float64 { return norm(minus(x, points[0])) - r }
	b := ball{inside: func(x [3]float64) bool { return off(x) < -tolerance },
		surface: func(x [3]float64) bool { return math.Abs(off(x)) <= width }}
	for a := range 3 {
		b.lo[a], b.hi[a] = points[0][a]-r, points[0][a]+r
	}
	return b
}

// drawCylinder draws a cylinder between the middles of its covers. Its mask is followed only where
// it leaves nothing out.
func drawCylinder(d *drawer, n *node) error {
	points, r, follows, err := d.roundFigure(n, 2, 3, "drawcylinder")
	if err != nil || !follows {
		return err
	}
	offsets, err := d.layers(n)
	along := minus(points[1], points[0])
	along = scaled(along, 1/max(norm(along), math.SmallestNonzeroFloat64))
	for _, offset := range offsets { // also of the covers
		by := scaled(along, offset*d.lat.dp)
		d.drawRound(n, d.cylinder(minus(points[0], by), plus(points[1], by), r+offset*d.lat.dp))
	}
	return err
}

func (d *drawer) cylinder(from, to [3]float64, r float64) (b ball) {
	height := norm(minus(to, from))
	axis := scaled(minus(to, from), 1/max(height, math.SmallestNonzeroFloat64))
	tolerance, width := slack*d.lat.dp, (reach+slack)*d.lat.dp
	// Covers along an axis are at the nearest node.
	first, last := -tolerance, height+tolerance
	for a := range 3 {
		if math.Abs(axis[a]) > 1-1e-9 {
			for _, x := range [][3]float64{from, to} {
				at := (d.lat.at(a, near(d.lat.index(a, x[a]))) - from[a]) * axis[a]
				first, last = min(first, at-tolerance), max(last, at+tolerance)
			}
		}
	}
	place := func(x [3]float64) (along, off float64) {
		x = minus(x, from)
		along = dot(x, axis)
		return along, norm(minus(x, scaled(axis, along)))
	}
	b.inside = func(x [3]float64) bool {
		along, off := place(x)
		return along >= -tolerance && along <= height+tolerance && off < r-tolerance
	}
	b.surface = func(x [3]float64) bool {
		along, off := place(x)
		if along < first || along > last {
			return false
		}
		cover := along <= max(first+tolerance, 0)+tolerance || along >= min(last-tolerance,
			height)-tolerance
		return math.Abs(off-r) <= width || cover && off < r
	}
	b.lo, b.hi = bounds([][3]float64{from, to})
	for a := range 3 {
		b.lo[a], b.hi[a] = b.lo[a]-r, b.hi[a]+r
	}
	return b
}

func (d *drawer) radius(n *node) (float64, error) {
	r, err := d.vars.attribute(n, "radius", math.NaN())
	if err == nil && !(r > 0) {
		err = lineError(n, "radius must be positive")
	}
	return r, err
}
