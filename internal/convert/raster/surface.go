package raster

import "math"

// reach is how far [spacings] from a slanted face or line nodes are drawn, and how far beyond its
// border. GenCase's own counts of slopes, prisms and lines bound it between 0.600 and 0.615.
const reach = 0.6

// A polygon is a plane face of a shape.
type polygon struct {
	points [][3]float64
	normal [3]float64 // of length one
	edges  [3]int     // axes: the two of the projection, and the one across
}

// newPolygon makes a face of points in a plane; nil where they lie on a line.
func newPolygon(points [][3]float64) *polygon {
	p := &polygon{points: points}
	for i := 1; i+1 < len(points); i++ {
		p.normal = plus(p.normal, cross(minus(points[i], points[0]), minus(points[i+1], points[0])))
	}
	size, length := 0.0, norm(p.normal)
	for i := range points {
		size = max(size, norm(minus(points[i], points[0])))
	}
	if length < 1e-12*size*size || size == 0 {
		return nil
	}
	p.normal = scaled(p.normal, 1/length)
	across := 0
	for a := range 3 {
		if math.Abs(p.normal[a]) > math.Abs(p.normal[across])+1e-9 {
			across = a
		}
	}
	p.edges = [3]int{(across + 1) % 3, (across + 2) % 3, across}
	return p
}

// bounds of points.
func bounds(points [][3]float64) (lo, hi [3]float64) {
	lo, hi = points[0], points[0]
	for _, p := range points {
		for a := range 3 {
			lo[a], hi[a] = min(lo[a], p[a]), max(hi[a], p[a])
		}
	}
	return lo, hi
}

// around is the span of nodes at most by the distance [spacings] outside the points' bounds.
func (l *lattice) around(points [][3]float64, by float64) (s span) {
	lo, hi := bounds(points)
	for a := range 3 {
		s.min[a] = int(math.Ceil(l.index(a, lo[a]) - by - slack))
		s.max[a] = int(math.Floor(l.index(a, hi[a]) + by + slack))
	}
	return l.clip(s)
}

// drawPolygon draws the nodes within reach of a face's plane whose foot is within reach of the
// face.
func (d *drawer) drawPolygon(points [][3]float64) {
	p := newPolygon(points)
	if p == nil {
		return
	}
	s := d.lat.around(points, reach)
	across := p.edges[2]
	// Rows across the face: each has the few nodes that are near its plane.
	rows := s
	rows.min[across], rows.max[across] = 0, 0
	d.lat.each(rows, func(i, j, k int) {
		node := [3]int{i, j, k}
		first, last := p.nearPlane(&d.lat, node, s.min[across], s.max[across])
		for node[across] = first; node[across] <= last; node[across]++ {
			if p.holds(d.lat.node(node), (reach+slack)*d.lat.dp) {
				d.put(node[0], node[1], node[2])
			}
		}
	})
}

// node is the place of a node.
func (l *lattice) node(i [3]int) (x [3]float64) {
	for a := range 3 {
		x[a] = l.at(a, i[a])
	}
	return x
}

// nearPlane gives the nodes of a row across the face that the plane reaches.
func (p *polygon) nearPlane(l *lattice, node [3]int, first, last int) (int, int) {
	a := p.edges[2]
	node[a] = 0
	slope := p.normal[a]
	middle := dot(p.normal, minus(p.points[0], l.node(node))) / (slope * l.dp)
	half := reach / math.Abs(slope)
	return max(first, int(math.Ceil(middle-half-slack))), min(last, int(math.Floor(middle+half+slack)))
}

// holds reports whether the foot of a point on the plane is in the polygon or within the distance
// of its border.
func (p *polygon) holds(x [3]float64, by float64) bool {
	x = minus(x, scaled(p.normal, dot(p.normal, minus(x, p.points[0]))))
	inside := false
	u, v := p.edges[0], p.edges[1]
	for i, a := range p.points {
		b := p.points[(i+1)%len(p.points)]
		if distance(x, a, b) <= by {
			return true
		}
		if (a[v] > x[v]) != (b[v] > x[v]) && x[u] < a[u]+(b[u]-a[u])*(x[v]-a[v])/(b[v]-a[v]) {
			inside = !inside
		}
	}
	return inside
}

// distance of x from the segment between a and b.
func distance(x, a, b [3]float64) float64 {
	along := minus(b, a)
	t := 0.0
	if length := dot(along, along); length > 0 {
		t = min(max(dot(minus(x, a), along)/length, 0), 1)
	}
	return norm(minus(x, plus(a, scaled(along, t))))
}

// drawSegment draws the nodes within reach of a line whose foot is on it, and of a line along an
// axis the nearest ones.
func (d *drawer) drawSegment(a, b [3]float64) {
	if !d.oblique([][3]float64{a, b}) {
		d.lat.each(d.spanOf(a, b), d.put)
		return
	}
	along := minus(b, a)
	length := norm(along)
	main := 0
	for i := range 3 {
		if math.Abs(along[i]) > math.Abs(along[main]) {
			main = i
		}
	}
	whole := d.lat.around([][3]float64{a, b}, reach)
	for at := whole.min[main]; at <= whole.max[main]; at++ {
		// Nodes near the line in the plane of one index.
		middle := plus(a, scaled(along, (d.lat.at(main, at)-a[main])/along[main]))
		s := d.lat.around([][3]float64{middle}, 2)
		s.min[main], s.max[main] = at, at
		d.lat.each(s, func(i, j, k int) {
			x := minus(d.lat.node([3]int{i, j, k}), a)
			t := dot(x, along) / length
			off := norm(minus(x, scaled(along, t/length)))
			beyond := max(-t, t-length)
			if max(off, beyond) <= (reach+slack)*d.lat.dp {
				d.put(i, j, k)
			}
		})
	}
}

func drawLine(d *drawer, n *node) error {
	if d.free {
		d.unsupported["setfrdrawmode"] = true
		return nil
	}
	points, err := d.placed(n, 2)
	if err != nil {
		return err
	}
	d.polyline(n, points)
	return nil
}

func (d *drawer) polyline(n *node, points [][3]float64) {
	for i := range len(points) - 1 {
		d.drawSegment(points[i], points[i+1])
		if d.oblique(points[i : i+2]) {
			d.approximate[n.name] = true
		}
	}
}

// oblique reports whether points differ along more than one axis.
func (d *drawer) oblique(points [][3]float64) bool {
	lo, hi := bounds(points)
	moving := 0
	for a := range 3 {
		if hi[a]-lo[a] > d.lat.dp*slack {
			moving++
		}
	}
	return moving > 1
}

func setLineBegin(d *drawer, n *node) error {
	p, err := d.vars.vector(n)
	d.line = d.matrix.point(p)
	return err
}

func drawLineTo(d *drawer, n *node) error {
	if d.free {
		d.unsupported["setfrdrawmode"] = true
		return nil
	}
	p, err := d.vars.vector(n)
	if err != nil {
		return err
	}
	end := d.matrix.point(p)
	d.polyline(n, [][3]float64{d.line, end})
	d.line = end
	return nil
}
