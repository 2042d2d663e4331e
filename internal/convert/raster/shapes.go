package raster

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// blocked names what of the pen's state a shape with faces does not follow, or nothing.
func (d *drawer) blocked(n *node) string {
	switch {
	case d.free:
		return "setfrdrawmode"
	case d.mode == "wire":
		return n.name + " in wire mode"
	}
	return ""
}

// faceMask reads the attribute mask: the numbers from 1 on of faces that are left out, as "1 | 3",
// or one number above the count of faces with a bit for each ("96": 6 and 7).
func (d *drawer) faceMask(n *node, count int) map[int]bool {
	text, _ := n.get("mask")
	left := map[int]bool{}
	if bits, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && bits > count+1 {
		for i := range 32 {
			left[i+1] = bits&(1<<i) != 0
		}
		return left
	}
	for _, number := range splitNumbers(text) {
		if number > 0 {
			left[number] = true
		}
	}
	return left
}

// A body is a closed surface of plane faces. Some may be left out: it is open then, and has no
// inside.
type body struct {
	faces [][][3]float64
	left  map[int]bool // numbers of faces from 1 on
}

func (d *drawer) drawSolid(n *node, s body) {
	if why := d.blocked(n); why != "" {
		d.unsupported[why] = true
		return
	}
	whole := len(s.left) == 0
	for i, points := range s.faces {
		if d.unsure(points) {
			d.approximate[n.name] = d.approximate[n.name] || !s.left[i+1]
		}
	}
	if d.mode == "solid" && whole {
		d.fillSolid(s.faces, true)
		return
	}
	if d.mode == "full" && whole {
		d.fillSolid(s.faces, false)
	}
	for i, points := range s.faces {
		if !s.left[i+1] {
			d.drawFace(points)
		}
	}
}

// onLattice reports whether points are at nodes, as far as they lie inside the domain's plane.
func (d *drawer) onLattice(points [][3]float64) bool {
	for _, p := range points {
		for a := range 3 {
			x := d.lat.index(a, p[a])
			if math.Abs(x-math.Round(x)) > 1e-4 && (a != 1 || !d.twoD) {
				return false
			}
		}
	}
	return true
}

// unsure reports whether the nodes of a face depend on a rule that is known from counts alone.
func (d *drawer) unsure(points [][3]float64) bool {
	p := newPolygon(points)
	return p != nil && (math.Abs(p.normal[p.edges[2]]) < 1-1e-9 || !d.onLattice(points))
}

// drawFace draws a face that may be bent: as triangles then.
func (d *drawer) drawFace(points [][3]float64) {
	p := newPolygon(points)
	if p == nil {
		d.drawSegmentsOf(points)
		return
	}
	lo, hi := bounds(points)
	for _, x := range points {
		if math.Abs(dot(p.normal, minus(x, points[0]))) > 1e-6*norm(minus(hi, lo)) {
			for i := 1; i+1 < len(points); i++ {
				d.drawPolygon([][3]float64{points[0], points[i], points[i+1]})
			}
			return
		}
	}
	d.drawPolygon(points)
}

// drawSegmentsOf draws a face without an area as its lines.
func (d *drawer) drawSegmentsOf(points [][3]float64) {
	for i := range len(points) - 1 {
		d.drawSegment(points[i], points[i+1])
	}
}

// fillSolid draws the nodes inside a closed surface, by the crossings of each row of nodes with
// its faces. With bare the nodes of the faces are left out.
func (d *drawer) fillSolid(faces [][][3]float64, bare bool) {
	var all [][3]float64
	for _, f := range faces {
		all = append(all, f...)
	}
	s := d.lat.around(all, 0)
	rows := s
	rows.min[0], rows.max[0] = 0, 0
	var keep map[[3]int]bool
	if bare {
		keep = d.nodesOf(faces)
	}
	d.lat.each(rows, func(_, j, k int) {
		y, z := d.lat.at(1, j)+d.lat.dp*1e-7, d.lat.at(2, k)+d.lat.dp*1.7e-7
		var cuts []float64
		for _, f := range faces {
			for i := 1; i+1 < len(f); i++ {
				if x, cut := crossing(f[0], f[i], f[i+1], y, z); cut {
					cuts = append(cuts, d.lat.index(0, x))
				}
			}
		}
		slices.Sort(cuts)
		for c := 0; c+1 < len(cuts); c += 2 {
			first := max(int(math.Ceil(cuts[c]-slack)), s.min[0])
			for i := first; i <= min(int(math.Floor(cuts[c+1]+slack)), s.max[0]); i++ {
				if !keep[[3]int{i, j, k}] {
					d.put(i, j, k)
				}
			}
		}
	})
}

// nodesOf are the nodes that the faces would draw.
func (d *drawer) nodesOf(faces [][][3]float64) map[[3]int]bool {
	nodes := map[[3]int]bool{}
	d.collect = func(i, j, k int) { nodes[[3]int{i, j, k}] = true }
	for _, f := range faces {
		d.drawFace(f)
	}
	d.collect = nil
	return nodes
}

// crossing is the x at which the line along x through (y, z) crosses a triangle.
func crossing(a, b, c [3]float64, y, z float64) (float64, bool) {
	u, v := minus(b, a), minus(c, a)
	det := u[1]*v[2] - u[2]*v[1]
	if det == 0 {
		return 0, false
	}
	s := ((y-a[1])*v[2] - (z-a[2])*v[1]) / det
	t := (u[1]*(z-a[2]) - u[2]*(y-a[1])) / det
	if s < 0 || t < 0 || s+t > 1 {
		return 0, false
	}
	return a[0] + s*u[0] + t*v[0], true
}

// drawPrism has the points of one base, then those of the other. Faces: 1 and 2 the bases, then
// the sides from the one between points 1 and 2 on.
func drawPrism(d *drawer, n *node) error {
	points, err := d.placed(n, 6)
	if err != nil {
		return err
	}
	if len(points)%2 != 0 {
		return lineError(n, "the two bases have %d points together", len(points))
	}
	half := len(points) / 2
	s := body{faces: [][][3]float64{points[:half], points[half:]}, left: d.faceMask(n, half+2)}
	for i := range half {
		next := (i + 1) % half
		s.faces = append(s.faces, [][3]float64{points[i], points[next], points[half+next],
			points[half+i]})
	}
	d.drawSolid(n, s)
	return nil
}

// drawPyramid has the apex, then the points of the base. Faces: 1 the base, then the sides.
func drawPyramid(d *drawer, n *node) error {
	points, err := d.placed(n, 4)
	if err != nil {
		return err
	}
	base := points[1:]
	s := body{faces: [][][3]float64{base}, left: d.faceMask(n, len(points))}
	for i := range base {
		s.faces = append(s.faces, [][3]float64{points[0], base[i], base[(i+1)%len(base)]})
	}
	d.drawSolid(n, s)
	return nil
}

// turnedBox draws a box that is not along the axes.
func (d *drawer) turnedBox(n *node, set faceSet, lo, hi [3]float64) {
	corner := func(x, y, z int) [3]float64 {
		pick := [2][3]float64{lo, hi}
		return d.matrix.point([3]float64{pick[x][0], pick[y][1], pick[z][2]})
	}
	quad := map[[2]int][][3]float64{
		{0, 0}: {corner(0, 0, 0), corner(0, 1, 0), corner(0, 1, 1), corner(0, 0, 1)},
		{0, 1}: {corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1)},
		{1, 0}: {corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1)},
		{1, 1}: {corner(0, 1, 0), corner(1, 1, 0), corner(1, 1, 1), corner(0, 1, 1)},
		{2, 0}: {corner(0, 0, 0), corner(1, 0, 0), corner(1, 1, 0), corner(0, 1, 0)},
		{2, 1}: {corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)},
	}
	d.approximate["drawbox turned"] = true
	var all [][][3]float64
	for a := range 3 {
		for side := range 2 {
			all = append(all, quad[[2]int{a, side}])
		}
	}
	if set.inner {
		d.fillSolid(all, d.mode == "solid")
	}
	for a := range 3 {
		for side := range 2 {
			if set.face[a][side] {
				d.drawFace(quad[[2]int{a, side}])
			}
		}
	}
}

// drawFaces draws triangles, quadrilaterals and polygons one by one.
func drawFaces(pick func(count int) [][]int) func(*drawer, *node) error {
	return func(d *drawer, n *node) error {
		if why := d.blocked(n); why != "" {
			d.unsupported[why] = true
			return nil
		}
		points, err := d.placed(n, 3)
		if err != nil {
			return err
		}
		for _, corners := range pick(len(points)) {
			var face [][3]float64
			for _, c := range corners {
				face = append(face, points[c])
			}
			if d.unsure(face) {
				d.approximate[n.name] = true
			}
			d.drawFace(face)
		}
		return nil
	}
}

// onePolygon takes all points as one face.
func onePolygon(count int) [][]int {
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	return [][]int{all}
}

// strip takes three points after each other.
func strip(count int) (faces [][]int) {
	for i := range count - 2 {
		faces = append(faces, []int{i, i + 1, i + 2})
	}
	return faces
}

// fan takes the first point and two after each other.
func fan(count int) (faces [][]int) {
	for i := 1; i+1 < count; i++ {
		faces = append(faces, []int{0, i, i + 1})
	}
	return faces
}
