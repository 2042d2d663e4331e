package convert

// Commands that draw prisms: polygons that are moved along a vector.

import (
	"errors"
	"fmt"
	"math"

	"gpusph/internal/casefile"
)

// drawPrism takes a prism along an axis: half of its points are one end, and the others the other, in the same order.
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
			return nil, errors.New("its ends are not the same, or not parallel; use a mesh (STL)")
		}
	}
	return r.extruded(e, all[:n], by, true)
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
			return nil, errors.New("its points have different y, but its width is the same everywhere; a mesh (STL) has no such limit")
		}
		all[i][1] = -half
	}
	return r.extruded(e, all, vec{0, 2 * half, 0}, true)
}

// extruded is a polygon that is moved along an axis to which it is perpendicular. It is a skin where
// only faces are drawn: in the mode for that, with layers, with a mask, and where it is not closed.
func (r *reader) extruded(e *element, polygon []vec, by vec, closed bool) (*item, error) {
	hidden, err := maskOf(e)
	if err != nil {
		return nil, err
	}
	p, _, err := prismOf(polygon, by)
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
	faces := r.painter.mode == "face" || e.child("layers") != nil || !closed
	for k := range len(polygon) + 2 {
		faces = faces || hidden(k+1) && r.painter.mode != "solid"
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
