package openings

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// Openings that take parts of a side of the domain, as layers of fluids do side by side.

// wallsBeside fill the sides of which openings take parts with a wall as thick as their buffers.
func (f *fromFile) wallsBeside(b *buffers, s *scene.Scene, p *sph.Params) {
	for i := range f.all {
		side := f.all[i].Side
		first := slices.IndexFunc(f.all, func(o given) bool { return o.Side == side })
		if side == "" || first < i || b.all[i].Side[0] >= 0 {
			continue
		}
		var all []*placed
		for k := i; k < len(f.all); k++ {
			if f.all[k].Side == side {
				all = append(all, &b.all[k])
			}
		}
		wallBeside(side, all, s, p)
	}
}

// wallBeside fills one side, but for some openings.
func wallBeside(side string, all []*placed, s *scene.Scene, p *sph.Params) {
	axis, end := sideOf(side)
	deep := float64(Layers(p.Support(), p.DeltaP)) * p.DeltaP
	far := s.Tank.Size(0) + s.Tank.Size(1) + s.Tank.Size(2)
	slab, plane, name := s.Tank, all[0].Centre[axis], "beside the"
	for _, a := range acrossSide(axis, p.Dim) {
		slab.Min[a], slab.Max[a] = slab.Min[a]-far, slab.Max[a]+far
	}
	slab.Min[axis], slab.Max[axis] = plane-deep-far, plane
	if end == 1 {
		slab.Min[axis], slab.Max[axis] = plane, plane+deep+far
	}
	var holes []geometry.Shape
	left := 1.0 // of the side
	for k, o := range all {
		part := 1.0
		for k, a := range acrossSide(axis, p.Dim) {
			if p.Dim == 3 || a != int(sph.PlaneAxis) {
				part *= 2 * o.Half[k] / (math.Round(s.Tank.Size(a)/p.DeltaP) * p.DeltaP)
			}
		}
		left -= part
		if k > 0 {
			name += " and the"
		}
		name += fmt.Sprintf(" %s %s", o.Kind(), o.Name)
		holes = append(holes, holeOf(o, axis, end, far, s, p).Shape())
	}
	if left < scene.Tolerance {
		return
	}
	s.AddWall(scene.ShapedWall{Name: name,
		Shape: geometry.Difference(slab.Shape(), holes...), Force: s.Force,
		Centre: [3]float64{(s.Tank.Min[0] + s.Tank.Max[0]) / 2, (s.Tank.Min[1] + s.Tank.Max[1]) / 2,
			s.Tank.Min[2]}}, p.Dim == 2)
}

// holeOf is what an opening takes of a wall at its side, through all of it. At an end of the side
// it reaches beyond.
func holeOf(o *placed, axis, end int, far float64, s *scene.Scene, p *sph.Params) scene.Box {
	hole := scene.Box{Min: o.Centre, Max: o.Centre}
	for k, a := range acrossSide(axis, p.Dim) {
		hole.Min[a], hole.Max[a] = hole.Min[a]-o.Half[k], hole.Max[a]+o.Half[k]
		if hole.Min[a] < s.Tank.Min[a]+p.DeltaP/2 {
			hole.Min[a] -= 2 * far
		}
		if hole.Max[a] > s.Tank.Max[a]-p.DeltaP/2 {
			hole.Max[a] += 2 * far
		}
	}
	if end == 0 {
		hole.Min[axis] -= 2 * far
		hole.Max[axis] += far
	} else {
		hole.Max[axis] += 2 * far
		hole.Min[axis] -= far
	}
	return hole
}

// A rectangle or a disc stands in a casing, a wall around its buffer and behind it that is as thick
// as the buffer. Fluid beside the buffer would flow into it otherwise, and be removed. In a pipe or
// a channel the casing is in the walls.

// encase gives the scene the casing of an opening.
func encase(f *casefile.Case, o *given, to *placed, s *scene.Scene, p *sph.Params) error {
	deep := float64(Layers(p.Support(), p.DeltaP)) * p.DeltaP
	outer, err := block(&to.Opening, deep, 0, 2*deep, p.Dim)
	var inner geometry.Shape
	switch {
	case err != nil:
	case to.Disc:
		room := 0.0
		if alignedAxis(&to.Opening) < 0 {
			room = p.DeltaP / 2 // its sites are not in line with those of walls
		}
		inner, err = geometry.NewCylinder(to.Point(0, 0, -deep), to.Point(0, 0, deep), to.Radius+room)
	default:
		inner, err = block(&to.Opening, 0, -deep, deep, p.Dim)
	}
	if err != nil {
		return f.Errorf(o.Path, "the %s %q: %v", to.Kind(), o.Name, err)
	}
	s.AddWall(scene.ShapedWall{Name: fmt.Sprintf("around the %s %s", to.Kind(), o.Name),
		Shape: geometry.Difference(outer, inner)}, p.Dim == 2)
	return nil
}

// block is a box around an opening with a margin, from one depth behind its plane to another [m].
func block(o *Opening, margin, from, to float64, dim int) (geometry.Shape, error) {
	half := [2]float64{o.Half[0] + margin, o.Half[1] + margin}
	if dim == 2 {
		half[0] = 1
	}
	if alignedAxis(o) >= 0 {
		low, high := o.Point(-half[0], -half[1], from), o.Point(half[0], half[1], to)
		for a := range 3 {
			low[a], high[a] = min(low[a], high[a]), max(low[a], high[a])
		}
		return geometry.NewBox(low, high)
	}
	box, err := geometry.NewBox([3]float64{-to, -half[0], -half[1]},
		[3]float64{-from, half[0], half[1]})
	if err != nil {
		return nil, err
	}
	n, rolled := o.Normal, geometry.Shape(box)
	if by := o.roll(); math.Abs(by) > 1e-9 {
		if rolled, err = geometry.Rotate(box, [3]float64{1, 0, 0}, by, [3]float64{}); err != nil {
			return nil, err
		}
	}
	tilted, err := geometry.Rotate(rolled, [3]float64{0, -1, 0}, math.Asin(n[2]), [3]float64{})
	if err != nil {
		return nil, err
	}
	turned, err := geometry.Rotate(tilted, [3]float64{0, 0, 1}, math.Atan2(n[1], n[0]), [3]float64{})
	if err != nil {
		return nil, err
	}
	return geometry.Translate(turned, o.Centre)
}

// roll is by how much the first direction across a normal is turned about that from a level one
// [rad]: from y where the opening lies flat.
func (o *Opening) roll() float64 {
	n, level := o.Normal, [3]float64{0, 1, 0}
	if math.Hypot(n[0], n[1]) > 1e-9 {
		level = unit([3]float64{-n[1], n[0], 0})
	}
	cos, sin := 0.0, 0.0
	for a := range 3 {
		b, c := (a+1)%3, (a+2)%3
		cos += level[a] * o.Across[0][a]
		sin += (n[b]*level[c] - n[c]*level[b]) * o.Across[0][a]
	}
	return math.Atan2(sin, cos)
}
