package problems

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// A flow in two dimensions lies in the plane y = 0. What does not meet the plane is refused.

// checkMeetsPlane refuses a box that has no other check of where it is.
func (f *caseProblem) checkMeetsPlane(s *casefile.Shape, path, kind, name string) error {
	if f.file.Dimension != 2 {
		return nil
	}
	shape, err := f.from.shape(s, path)
	if err != nil {
		return err
	}
	return f.checkSection(s, shape, path, kind, name)
}

// checkSection refuses a shape that has no section with the plane.
func (f *caseProblem) checkSection(
	s *casefile.Shape, shape geometry.Shape, path, kind, name string,
) error {
	const a = int(sph.PlaneAxis)
	if f.file.Dimension != 2 {
		return nil
	}
	bounds := shape.Bounds()
	low, high := bounds.Min[a], bounds.Max[a]
	if low <= 0 && high >= 0 && hasSection(shape, f.scene.Tank) {
		return nil
	}
	what := "it has nothing there"
	if !math.IsInf(low, 0) && !math.IsInf(high, 0) {
		what = fmt.Sprintf("along y it reaches from %s to %s m", text.Number(low), text.Number(high))
		if low <= 0 && high >= 0 {
			what += ", but has nothing at 0"
		}
	}
	would := "move it there, or leave it out"
	if low > 0 || high < 0 {
		by := [3]float64{}
		if s.Translate != nil {
			by = *s.Translate
		}
		by[a] -= (low + high) / 2
		would = fmt.Sprintf("translate = [%s, %s, %s] moves it there",
			text.Number(by[0]), text.Number(by[1]), text.Number(by[2]))
		switch {
		case s.Translate != nil || s.Rotate != nil:
		case s.Prism != nil && s.Prism.Along == "y":
			would += ", and so does leaving from and to out"
		case s.Box != nil, s.Sphere != nil:
			would += ", and so do points without their y, as [x, z]"
		}
	}
	return f.file.Errorf(f.shapeKey(path), "the %s %q does not meet the plane y = 0, "+
		"in which a flow in two dimensions is: %s; %s", kind, name, what, would)
}

// hasSection reports whether a shape has more than a point of the plane, as lines across its bounds
// see it.
func hasSection(shape geometry.Shape, tank scene.Box) bool {
	const lines = 1000
	section := geometry.Section(shape)
	b := scene.Clip(shape.Bounds(), tank)
	for a, at := 0, shape.Bounds(); a < 3; a++ { // a shape beside the tank is told elsewhere
		if finite := !math.IsInf(at.Min[a], 0) && !math.IsInf(at.Max[a], 0); finite && b.Size(a) <= 0 {
			b.Min[a], b.Max[a] = at.Min[a], at.Max[a]
		}
	}
	var buffer [16]geometry.Interval
	for _, axes := range [2][2]int{{0, 2}, {2, 0}} {
		var way [3]float64
		way[axes[1]] = 1
		for i := range lines {
			var from [3]float64
			from[axes[0]] = b.Min[axes[0]] + (float64(i)+0.5)/lines*b.Size(axes[0])
			for _, in := range section.Along(from, way, buffer[:0]) {
				if in.High > in.Low {
					return true
				}
			}
		}
	}
	return false
}

// checkOnPlane refuses a point of which y is not 0.
func (f *caseProblem) checkOnPlane(y float64, path, kind, name string) error {
	if f.file.Dimension != 2 || math.Abs(y) <= scene.OnSurface*f.file.Spacing {
		return nil
	}
	return f.file.Errorf(path, "%s %q is not in the plane y = 0, in which a flow in two dimensions is: "+
		"its y is %s m; 0 puts it there", kind, name, text.Number(y))
}
