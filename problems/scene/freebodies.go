package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// bodyThickness is how thick a free body has to be in most places [spacings]: with fewer, supports
// of particles on its opposite faces span it as a whole (bodySpacings), and the force on it is one
// of particles that see fluid on both sides.
const bodyThickness = bodySpacings

// noteBodies tells of the bodies that the fluid carries.
func (s *Scene) noteBodies(c *sph.Case) {
	if s.Shaped == nil {
		return
	}
	for i := range s.Shaped.Walls {
		if w := &s.Shaped.Walls[i]; w.Notes != nil {
			c.Notes = append(c.Notes, w.Notes(s, w, &c.Params)...)
		}
	}
}

// Called is what people call a shaped wall.
func (w *ShapedWall) Called() string {
	kind, _, _ := strings.Cut(w.Path, ".")
	if kind == "" {
		kind = "wall"
	}
	return fmt.Sprintf("the %s %q", kind, w.Name)
}

// Free reports whether the scene has bodies that the fluid carries.
func (s *Scene) Free() bool {
	return s.Shaped != nil && slices.ContainsFunc(s.Shaped.Walls,
		func(w ShapedWall) bool { return w.Free != nil })
}

// free reports whether the force under a name is that on a body which the fluid carries.
func (s *Scene) free(force string) bool {
	return s.Shaped != nil && slices.ContainsFunc(s.Shaped.Walls,
		func(w ShapedWall) bool { return w.Free != nil && w.Force == force })
}

// addFree makes a body one that the fluid carries, if the wall is such.
func addFree(c *sph.Case, body uint8, w *ShapedWall) {
	if w.Free != nil {
		w.Free.GiveTo(c, int(body)-1)
	}
}

// CheckBodies refuses free bodies that are thinner than a number of spacings at most of their
// surface. Their edges are always thin. Parts that bend may be thin: check warns of that.
func (s *Scene) CheckBodies(p *sph.Params) error {
	if s.Shaped == nil || s.checkSpacing(p) != nil {
		return nil
	}
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		if w.Free == nil || w.Whole {
			continue
		}
		is, at := s.bodyThickness(w, p)
		if is >= bodyThickness*p.DeltaP*(1-1e-6) {
			continue
		}
		finer := ""
		if most := text.Three(is/bodyThickness, math.Floor); most >= finest {
			finer = fmt.Sprintf(", or use --deltap %s", text.Number(most))
		}
		return PlacedError{Path: w.Path,
			error: fmt.Errorf("the body %q is about %s m thick, as at %s, less "+
				"than %d spacings of %s m; make it %s m thick at least%s", w.Name,
				text.Number(text.Three(is, math.Round)), s.Origin.Metres(at), bodyThickness,
				text.Exact(p.DeltaP),
				text.Number(bodyThickness*p.DeltaP), finer)}
	}
	return nil
}

// bodyThickness is the median of how thick a body is behind its surface, and a place of it [m].
func (s *Scene) bodyThickness(w *ShapedWall, p *sph.Params) (is float64, at [3]float64) {
	shape := w.Shape
	bounds := Clip(shape.Bounds(), s.Tank)
	is = math.Inf(1)
	for _, a := range p.Axes() {
		is = min(is, bounds.Size(int(a)))
		at[a] = (bounds.Min[a] + bounds.Max[a]) / 2
	}
	if p.Dim == 2 {
		shape = geometry.Section(shape)
	}
	l := s.sitesAround(shape, latticeOf(s.Tank, p), p)
	far := max(l.Step[0], l.Step[2], p.DeltaP)
	if p.Dim == 3 {
		far = max(far, l.Step[1])
	}
	var all []thickness
	var buffer [16]geometry.Interval
	for _, site := range geometry.Near(shape, l, 0, far) {
		way := [3]float64{-site.Normal[0], -site.Normal[1], -site.Normal[2]}
		for _, in := range shape.Along(site.Point, way, buffer[:0]) {
			if in.Low <= alsoBehind*p.DeltaP && in.High > alsoBehind*p.DeltaP {
				all = append(all, thickness{at: site.Point, is: in.High})
			}
		}
	}
	if len(all) == 0 {
		return is, at
	}
	slices.SortStableFunc(all, func(a, b thickness) int { return cmp.Compare(a.is, b.is) })
	middle := all[len(all)/2]
	return middle.is, middle.at
}

// standing are the walls that no fluid carries, in which gauges find their ground. all are all
// walls.
func (s *Scene) standing(all geometry.Shape) (geometry.Shape, error) {
	if !s.Free() {
		return all, nil
	}
	return s.wallsOf(func(force string) bool { return !s.free(force) })
}

// fillSurfacesOf gives walls their nearest surface: free bodies that of their own shape, others
// that of all walls that stay.
func (s *Scene) fillSurfacesOf(c *sph.Case, standing geometry.Shape) error {
	own := make([]geometry.Shape, len(c.Bodies)+1)
	for i := range c.Bodies {
		if !s.Free() || !c.Bodies[i].Moves() {
			continue
		}
		shape, err := s.wallsOf(func(force string) bool { return force == c.Bodies[i].Name })
		if err != nil {
			return err
		}
		own[i+1] = shape
	}
	of := func(body uint8) geometry.Shape {
		if own[body] != nil {
			return own[body]
		}
		return standing
	}
	if s.Free() {
		c.FaceOf = faces(c, of)
	}
	return fillSurfaces(c, of)
}

// faces finds the nearest faces of bodies and walls, in the plane of flows of two dimensions.
func faces(c *sph.Case, of func(body uint8) geometry.Shape,
) func(body int, x [3]float64, within float64) (sph.Face, bool) {
	shapes := make([]geometry.Shape, len(c.Bodies)+1)
	for body := range shapes {
		if shapes[body] = of(uint8(body)); c.Params.Dim == 2 && shapes[body] != nil {
			shapes[body] = geometry.Section(shapes[body])
		}
	}
	return func(body int, x [3]float64, within float64) (sph.Face, bool) {
		if shapes[body] == nil {
			return sph.Face{}, false
		}
		s, ok := shapes[body].Nearest(x, within)
		return sph.Face{Distance: s.Distance, Normal: s.Normal}, ok
	}
}
