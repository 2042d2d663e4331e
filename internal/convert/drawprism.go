package convert

// Commands that draw prisms: polygons that are moved along a vector; which side of their faces is
// wet, and where their walls are.

import (
	"errors"
	"fmt"
	"math"

	"gpusph/internal/casefile"
)

// drawPrism takes a prism along an axis: half of its points are one end, and the others the other,
// in the same order.
func (r *reader) drawPrism(e *element) (*item, error) {
	all, err := r.points(e, 6, 1000)
	if err != nil {
		return nil, err
	}
	n := len(all) / 2
	if len(all)%2 != 0 {
		return nil, fmt.Errorf("it has %d points, but both ends must have the same number", len(all))
	}
	by := minus(all[n], all[0])
	for i := range n {
		if d := minus(minus(all[n+i], all[i]), by); dot(d, d) > 1e-12 {
			return r.unequal(e, all[:n], all[n:])
		}
	}
	return r.extruded(e, all[:n], by, true)
}

// unequal is a prism whose ends are not the same. In two dimensions it is that of its section.
func (r *reader) unequal(e *element, first, last []vec) (*item, error) {
	matrix := r.painter.matrix
	if !r.plane {
		faces, err := r.drawsFaces(e, len(first), true)
		if err != nil {
			return nil, err
		}
		if faces {
			return r.facesBetween(e, first, last, true)
		}
		s, err := r.lofted(matrix, first, last)
		return &item{shape: s}, err
	}
	var section []vec
	for k := range first {
		from, to := matrix.of(first[k])[1], matrix.of(last[k])[1]
		if part := (r.planeY - from) / (to - from); from != to && part >= -1e-9 && part <= 1+1e-9 {
			x := first[k]
			for a := range 3 {
				x[a] = tidy(x[a] + part*(last[k][a]-x[a]))
			}
			x[1] = first[0][1]
			section = append(section, x)
			continue
		}
		return nil, errors.New("its ends are not the same, and the plane of the flow is not between them")
	}
	return r.extruded(e, section, vec{0, last[0][1] - first[0][1], 0}, true)
}

// facesBetween are the faces of a prism between two ends that are drawn, as sheets.
func (r *reader) facesBetween(e *element, first, last []vec, closed bool) (*item, error) {
	hidden, err := maskOf(e)
	if err != nil {
		return nil, err
	}
	if e.child("layers") != nil {
		return nil, errors.New("its faces have layers, and it is not along an axis; use a mesh (STL)")
	}
	var faces [][]vec
	for k := range first {
		next := (k + 1) % len(first)
		if hidden(k+3) || first[k] == first[next] || !closed && next == 0 {
			continue
		}
		faces = append(faces, []vec{first[k], first[next], last[next], last[k]})
	}
	for k, end := range [][]vec{first, last} {
		if closed && !hidden(k+1) {
			faces = append(faces, end)
		}
	}
	if faces == nil {
		return nil, errors.New("its mask leaves no face")
	}
	return r.sheeted(r.toPlane().after(r.painter.matrix), faces)
}

// drawPyramid takes the top and the corners of the base.
func (r *reader) drawPyramid(e *element) (*item, error) {
	all, err := r.points(e, 4, 1000)
	if err != nil {
		return nil, err
	}
	faces, err := r.drawsFaces(e, len(all)-2, true)
	if err != nil {
		return nil, err
	}
	hidden, err := maskOf(e)
	if err != nil {
		return nil, err
	}
	top, base := all[0], all[1:]
	sides := [][]vec{base}
	for k := range base {
		sides = append(sides, []vec{top, base[(k+1)%len(base)], base[k]})
	}
	matrix := r.toPlane().after(r.painter.matrix)
	if !faces {
		s, err := r.polyhedron(matrix, sides)
		return &item{shape: s}, err
	}
	var drawn [][]vec
	for k, side := range sides {
		if !hidden(k + 1) {
			drawn = append(drawn, side)
		}
	}
	return r.sheeted(matrix, drawn)
}

// drawsFaces reports whether only the faces of a prism are drawn: in the mode for that, with
// layers, with a mask, and where it is not closed.
func (r *reader) drawsFaces(e *element, corners int, closed bool) (bool, error) {
	hidden, err := maskOf(e)
	if err != nil {
		return false, err
	}
	faces := r.painter.mode == "face" || e.child("layers") != nil || !closed
	for k := range corners + 2 {
		faces = faces || hidden(k+1) && r.painter.mode != "solid"
	}
	return faces, nil
}

func (r *reader) drawExtrude(e *element) (*item, error) {
	closed := yes(e.value("closed"))
	least := 2
	if closed {
		least = 3
	}
	all, err := r.points(e, least, 1000)
	if err != nil {
		return nil, err
	}
	by, err := r.point(e.child("extrude"))
	if err != nil {
		return nil, err
	}
	return r.extruded(e, all, by, closed)
}

// drawBeach takes a profile in x and z, which reaches from -y to y.
func (r *reader) drawBeach(e *element) (*item, error) {
	all, err := r.points(e, 3, 1000)
	if err != nil {
		return nil, err
	}
	half := math.Abs(all[0][1])
	if half == 0 {
		return nil, errors.New("it has no width, which is twice the y of its points")
	}
	for i := range all {
		if math.Abs(math.Abs(all[i][1])-half) > 1e-9 {
			return nil, errors.New("its points have different y, but its width is the same everywhere; a " +
				"mesh (STL) has no such limit")
		}
		all[i][1] = -half
	}
	return r.extruded(e, all, vec{0, 2 * half, 0}, true)
}

// extruded is a polygon that is moved along an axis to which it is perpendicular. It is a skin
// where only faces are drawn.
func (r *reader) extruded(e *element, polygon []vec, by vec, closed bool) (*item, error) {
	hidden, err := maskOf(e)
	if err != nil {
		return nil, err
	}
	faces, err := r.drawsFaces(e, len(polygon), closed)
	if err != nil {
		return nil, err
	}
	p, _, err := prismOf(polygon, by)
	last := make([]vec, len(polygon))
	for k := range polygon {
		last[k] = tidied(minus(polygon[k], minus(vec{}, by)))
	}
	if err != nil && faces && e.child("layers") == nil {
		return r.facesBetween(e, polygon, last, closed)
	}
	if err != nil && !faces {
		s, err := r.lofted(r.toPlane().after(r.painter.matrix), polygon, last)
		return &item{shape: s}, err
	}
	if err != nil {
		return nil, err
	}
	if p.Outline = plain2(p.Outline); len(p.Outline) < 3 && closed {
		return nil, errors.New("it has no volume")
	}
	matrix := r.toPlane().after(r.painter.matrix)
	shape, err := matrix.place(casefile.Shape{Prism: p})
	if err != nil {
		return nil, err
	}
	if !faces {
		return &item{shape: shape}, nil
	}
	k, err := r.skinOf(e, everyFace)
	if err != nil {
		return nil, err
	}
	k.sheath, err = sheathed(polygon, by, matrix, hidden, closed)
	if err == nil && r.plane && k.sheath.along == 1 {
		k.sheath.first, k.sheath.last = false, false
	}
	return &item{shape: shape, skin: k}, err
}

// sheathHolds reports whether fluid is in the prism at first, or next to a side of it that is open.
func (r *reader) sheathHolds(i *item) bool {
	s := i.skin.sheath
	for _, f := range r.painter.items {
		if f.stuff != fluid {
			continue
		}
		if f.fill != nil {
			if s.reaches(f.fill.seed) {
				return true
			}
			continue
		}
		e, known := f.extent()
		if !known {
			continue
		}
		for n := range 1000 {
			x := e.low
			for axis, part := range [3]int{n % 10, n / 10 % 10, n / 100} {
				x[axis] += (float64(part) + 0.5) / 10 * (e.high[axis] - e.low[axis])
			}
			if s.reaches(x) && !in(x, f.taken()) {
				return true
			}
		}
	}
	return false
}

// in reports whether a point lies in one of the boxes among some shapes.
func in(x vec, shapes []casefile.Shape) bool {
	return covered(extent{x, x}, shapes)
}

// sheathWall is the wall of a prism's faces. If no fluid is in the prism, and none comes in from
// above,
// all of it is solid.
func (r *reader) sheathWall(i *item) (casefile.Shape, error) {
	s := i.skin.sheath
	holds := r.sheathHolds(i)
	if !holds && !s.open() && math.Abs(s.area()) > 1e-12 && len(plain2(s.outline)) > 2 {
		return i.shape, nil
	}
	from, to := i.skin.reach(true)
	if i.skin.given && i.skin.low < 0 && i.skin.high <= 0 { // layers on one side are where no fluid is
		from = math.Floor(-i.skin.high)
		to = max(math.Floor(-i.skin.low)+1, from+r.layers()) + i.skin.grown
		from -= i.skin.grown
	}
	s.longer = i.skin.grown * r.dp / s.scale
	return s.wall(from*r.dp, to*r.dp)
}
