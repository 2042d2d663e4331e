package convert

// Sheets: plane faces without what is between them. Each becomes a wall of some layers on the side
// without fluid.

import (
	"errors"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// sheet is a face, and which of its edges, from a corner to the next, other faces have, too.
type sheet struct {
	corners []vec
	joined  []bool
}

// sheeted is an item of faces that a matrix moves. What they become is known when all is drawn.
func (r *reader) sheeted(matrix affine, faces [][]vec) (*item, error) {
	if r.painter.stuff != bound {
		return nil, errors.New("sheets have no volume; use a prism or a mesh (STL)")
	}
	i, all := &item{}, nowhere()
	for _, face := range faces {
		s := sheet{joined: make([]bool, len(face))}
		for _, x := range face {
			s.corners = append(s.corners, tidied(matrix.of(x)))
			all = all.with(matrix.of(x))
		}
		if n := areaOf(s.corners); dot(n, n) == 0 {
			return nil, errors.New("its points are on a line")
		}
		i.sheets = append(i.sheets, s)
	}
	for k := range i.sheets {
		for edge := range i.sheets[k].corners {
			for other := range i.sheets {
				s := &i.sheets[k]
				a, b := s.corners[edge], s.corners[(edge+1)%len(s.corners)]
				s.joined[edge] = s.joined[edge] || other != k && i.sheets[other].has(a, b)
			}
		}
	}
	i.shape = casefile.Shape{STL: &casefile.STL{
		Corners: &[2][3]float64{tidied(all.low), tidied(all.high)}}}
	return i, nil
}

// has reports whether two points are the ends of an edge.
func (s *sheet) has(a, b vec) bool {
	for k, x := range s.corners {
		y := s.corners[(k+1)%len(s.corners)]
		if x == a && y == b || x == b && y == a {
			return true
		}
	}
	return false
}

// sheetWall is the wall of the sheets of an item.
func (r *reader) sheetWall(i *item) (casefile.Shape, error) {
	if i.open != "" {
		return r.openWall(i)
	}
	var all []geometry.Triangle
	for k := range i.sheets {
		s := &i.sheets[k]
		normal := areaOf(s.corners)
		size := math.Sqrt(dot(normal, normal))
		for a := range 3 {
			normal[a] /= size
		}
		from, to := 0.0, r.layers()*r.dp
		switch r.wetSide(s, normal) {
		case 0:
			from, to = -layersLeast*r.dp/2, layersLeast*r.dp/2
		case 1:
			from, to = -to, 0
		}
		all = append(all, s.plate(normal, from, to)...)
	}
	return r.solid(all, "sheets")
}

// wetSide is 1 where all fluid is on the side of a face that its normal points to, -1 where it is
// on the other one, and 0 where it is on both, or none is known. Fluid behind another face tells
// nothing.
func (r *reader) wetSide(s *sheet, normal vec) int {
	front, back := false, false
	for _, i := range r.painter.items {
		if i.stuff != fluid {
			continue
		}
		e, known := i.extent()
		x := vec{(e.low[0] + e.high[0]) / 2, (e.low[1] + e.high[1]) / 2, (e.low[2] + e.high[2]) / 2}
		if i.fill != nil {
			x, known = i.fill.seed, true
		}
		switch d := dot(normal, minus(x, s.corners[0])); {
		case !known || r.hidden(s, x):
		case d > 0:
			front = true
		default:
			back = true
		}
	}
	switch {
	case front == back:
		return 0
	case front:
		return 1
	}
	return -1
}

// hidden reports whether another face is between a point and the middle of a face.
func (r *reader) hidden(s *sheet, x vec) bool {
	var middle vec
	for _, c := range s.corners {
		for a := range 3 {
			middle[a] += c[a] / float64(len(s.corners))
		}
	}
	for _, i := range r.painter.items {
		for k := range i.sheets {
			if other := &i.sheets[k]; other != s && other.crosses(x, middle) {
				return true
			}
		}
	}
	return false
}

// crosses reports whether the way between two points goes through a face.
func (s *sheet) crosses(from, to vec) bool {
	normal := areaOf(s.corners)
	before, after := dot(normal, minus(from, s.corners[0])), dot(normal, minus(to, s.corners[0]))
	if before*after >= -1e-12*dot(normal, normal) {
		return false
	}
	at, part := from, before/(before-after)
	for a := range 3 {
		at[a] += part * (to[a] - from[a])
	}
	for _, c := range corners(s.corners) {
		a, b, d := s.corners[c[0]], s.corners[c[1]], s.corners[c[2]]
		turn := func(p, q vec) bool { return dot(cross(minus(q, p), minus(at, p)), normal) >= 0 }
		if turn(a, b) && turn(b, d) && turn(d, a) {
			return true
		}
	}
	return false
}

// plate are the triangles of a wall from one distance of a face to another one, along its normal
// [m]. It is as much longer beyond edges that are those of other faces, too, and on its dry side
// beyond all edges, so that no wedge is open beside the next figure.
func (s *sheet) plate(normal vec, from, to float64) (all []geometry.Triangle) {
	n, long := len(s.corners), max(-from, to)
	var first, last []vec
	for k, x := range s.corners {
		low, high := x, x
		for a := range 3 {
			low[a], high[a] = x[a]+normal[a]*from, x[a]+normal[a]*to
		}
		for _, edge := range []int{(k + n - 1) % n, k} {
			out := cross(minus(s.corners[(edge+1)%n], s.corners[edge]), normal)
			length := math.Sqrt(dot(out, out))
			for a := range 3 {
				by := out[a] / length * long
				if s.joined[edge] || from == -long && to == 0 {
					low[a] += by
				}
				if s.joined[edge] || from == 0 && to == long {
					high[a] += by
				}
			}
		}
		first, last = append(first, low), append(last, high)
	}
	for _, c := range corners(last) {
		all = append(all, geometry.Triangle{last[c[0]], last[c[1]], last[c[2]]},
			geometry.Triangle{first[c[0]], first[c[2]], first[c[1]]})
	}
	for k := range n {
		next := (k + 1) % n
		all = append(all, geometry.Triangle{first[k], first[next], last[next]},
			geometry.Triangle{first[k], last[next], last[k]})
	}
	return all
}

// drawSheet takes a triangle, a quadrilateral or a polygon, or a row of triangles.
func (r *reader) drawSheet(e *element) (*item, error) {
	all, err := r.points(e, 3, 1000)
	if err != nil {
		return nil, err
	}
	var faces [][]vec
	switch e.name {
	case "drawtrianglesstrip":
		for k := 0; k+2 < len(all); k++ {
			faces = append(faces, []vec{all[k], all[k+1+k%2], all[k+2-k%2]})
		}
	case "drawtrianglesfan":
		for k := 1; k+1 < len(all); k++ {
			faces = append(faces, []vec{all[0], all[k], all[k+1]})
		}
	default:
		faces = [][]vec{all}
	}
	return r.sheeted(r.toPlane().after(r.painter.matrix), faces)
}
