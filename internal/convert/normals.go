package convert

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// boundNormal takes the surface of a round wall from its normals. Definitions for mdbc draw the
// particles of such a wall half a spacing inside its surface, whose radius only the normals have.
func (r *reader) boundNormal(e *element) error {
	marks, err := numbers(e.value("mkbound"))
	if err != nil || e.child("radius") == nil {
		return merely(noNormals)
	}
	radius, err := r.number(e.child("radius"), "v")
	if err != nil {
		return err
	}
	for k := range r.c.Walls {
		if !slices.Contains(marks, r.wallMarks[k]) {
			continue
		}
		drawn := radiusOf(&r.c.Walls[k].Shape, e.name)
		if drawn == nil || radius == *drawn || math.Abs(radius-*drawn) > r.dp {
			continue
		}
		r.inform(e, "the radius of the wall is that of its normals, %s m, and not that of its "+
			"particles, %s m", text.Exact(tidy(radius)), text.Exact(*drawn))
		*drawn = tidy(radius)
	}
	return merely(noNormals)
}

// radiusOf is the radius of a shape that normals of a name are for, if it is such a shape.
func radiusOf(s *casefile.Shape, name string) *float64 {
	switch {
	case name == "boundnormal_cylinder" && s.Cylinder != nil:
		return &s.Cylinder.Radius
	case name == "boundnormal_sphere" && s.Sphere != nil:
		return &s.Sphere.Radius
	}
	return nil
}
