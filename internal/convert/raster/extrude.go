package raster

import (
	"math"
	"strings"
)

// drawBeach draws the strips between the points of a profile and their images on the plane y=0.
// Faces: 1 and 2 the sides, then the strips from the one between points 1 and 2 on, the last one
// from the last point to the first.
func drawBeach(d *drawer, n *node) error {
	points, err := d.points(n)
	if err != nil {
		return err
	}
	if len(points) < 2 {
		return lineError(n, "two points are needed")
	}
	if why := d.blocked(n); why != "" {
		d.unsupported[why] = true
		return nil
	}
	if !d.twoD {
		// The sides and the direction of the other end are not known.
		d.unsupported["drawbeach in three dimensions"] = true
		return nil
	}
	left := d.faceMask(n, len(points)+2)
	for i := range points {
		if left[i+3] {
			continue
		}
		a, b := points[i], points[(i+1)%len(points)]
		c, e := b, a
		c[1], e[1] = -b[1], -a[1]
		face := [][3]float64{d.matrix.point(a), d.matrix.point(b), d.matrix.point(c),
			d.matrix.point(e)}
		if d.unsure(face) {
			d.approximate[n.name] = true
		}
		d.drawFace(face)
	}
	return nil
}

// drawExtrude draws the strips that a profile sweeps along a vector.
func drawExtrude(d *drawer, n *node) error {
	points, err := d.placed(n, 2)
	if err != nil {
		return err
	}
	way := n.child("extrude")
	if way == nil {
		return lineError(n, "<extrude> is missing")
	}
	if why := d.blocked(n); why != "" {
		d.unsupported[why] = true
		return nil
	}
	offsets, err := d.layers(n)
	if err != nil {
		return err
	}
	v, err := d.vars.vector(way)
	if err != nil {
		return err
	}
	v = minus(d.matrix.point(v), d.matrix.point([3]float64{}))
	if closed, is := n.get("closed"); is && closed != "false" {
		d.unsupported["drawextrude closed"] = true
		return nil
	}
	for _, offset := range offsets {
		profile := aside(points, v, offset*d.lat.dp)
		for i := range len(profile) - 1 {
			face := [][3]float64{profile[i], profile[i+1], plus(profile[i+1], v),
				plus(profile[i], v)}
			if d.unsure(face) {
				d.approximate[n.name] = true
			}
			d.drawFace(face)
		}
	}
	return nil
}

// layers reads the offsets [spacings] of the layers of a figure; without them there is one of 0.
func (d *drawer) layers(n *node) ([]float64, error) {
	list := n.child("layers")
	if list == nil {
		return []float64{0}, nil
	}
	text, _ := list.get("vdp")
	var offsets []float64
	for _, part := range strings.Split(text, ",") {
		x, err := d.vars.number(strings.TrimSuffix(strings.TrimSpace(part), "*"))
		if err != nil {
			return nil, lineError(list, "vdp: %v", err)
		}
		offsets = append(offsets, x)
	}
	return offsets, nil
}

// aside moves a profile by a distance along the normals (segment × sweep), mitred at its corners.
func aside(points [][3]float64, sweep [3]float64, by float64) [][3]float64 {
	moved := make([][3]float64, len(points))
	normal := func(i int) [3]float64 {
		n := cross(minus(points[i+1], points[i]), sweep)
		return scaled(n, 1/max(norm(n), math.SmallestNonzeroFloat64))
	}
	for i, p := range points {
		first, last := normal(max(i-1, 0)), normal(min(i, len(points)-2))
		middle := plus(first, last)
		moved[i] = plus(p, scaled(middle, by/(1+dot(first, last))))
	}
	return moved
}
