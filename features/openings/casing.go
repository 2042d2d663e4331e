package openings

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems/scene"
	"gpusph/sph"
)

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
	n := o.Normal
	tilted, err := geometry.Rotate(box, [3]float64{0, -1, 0}, math.Asin(n[2]), [3]float64{})
	if err != nil {
		return nil, err
	}
	turned, err := geometry.Rotate(tilted, [3]float64{0, 0, 1}, math.Atan2(n[1], n[0]), [3]float64{})
	if err != nil {
		return nil, err
	}
	return geometry.Translate(turned, o.Centre)
}
