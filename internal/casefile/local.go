package casefile

import (
	"reflect"

	"gpusph/internal/text"
)

// Local is the case in coordinates of its own, and where their origin lies on the map [m]: at the
// least corner of the domain. A flow in two dimensions stays in its plane along y. Shapes that are
// shifted only lie where they are shifted to, without translate, so that a case may be moved on the
// map by the coordinates of its shapes, or by their translate: what comes out is the same.
func (c *Case) Local() (local *Case, origin [3]float64) {
	if c.Domain == nil {
		return c, origin
	}
	if origin = c.Domain.Min; c.Dimension == 2 {
		origin[1] = 0
	}
	local = clone(reflect.ValueOf(c)).Interface().(*Case)
	by := Shift{-origin[0], -origin[1], -origin[2]}
	by.Point(&local.Domain.Min)
	by.Point(&local.Domain.Max)
	if local.Turning != nil {
		by.Point(&local.Turning.Point)
	}
	for i := range local.Fluids {
		f := &local.Fluids[i]
		by.shape(&f.Shape, f.Cover)
		if f.Fill != nil {
			by.Point(&f.Fill.Seed)
			by.Along(2, &f.Fill.Level)
			f.Fill.limited(func(s *Shape) { by.shape(s, nil) })
		}
		if f.Normal != nil {
			by.Point(&f.Normal.At)
		}
		by.Along(2, f.Surface)
		if f.Cover != nil {
			by.Along(2, f.Cover.NoData)
		}
		if w := f.Wave; w != nil {
			by.Along(0, &w.Crest[0])
			by.Along(1, &w.Crest[1])
			by.Along(2, w.Bed)
		}
		if w := f.Train; w != nil {
			by.Along(0, &w.Crest[0])
			by.Along(1, &w.Crest[1])
			by.Along(2, w.Bed)
		}
	}
	for i := range local.Walls {
		w := &local.Walls[i]
		by.shape(&w.Shape, nil)
		by.Point(w.Centre)
		by.motion(w.Motion)
	}
	for i := range local.Bodies {
		by.body(&local.Bodies[i])
	}
	for i := range local.Probes {
		by.probe(&local.Probes[i])
	}
	for i := range local.Gauges {
		by.gauge(&local.Gauges[i])
	}
	by.grid(local.Grid)
	by.features(local)
	return local, origin
}

// grid shifts the faces of cells.
func (by Shift) grid(g *Grid) {
	for a := range by {
		if of := g.Axis(a); of != nil {
			for i := range of.Faces {
				by.Along(a, &of.Faces[i])
			}
		}
	}
}

// clone copies a value with all that its exported fields point to. Maps are the same.
func clone(v reflect.Value) reflect.Value {
	switch {
	case v.Kind() == reflect.Pointer && !v.IsNil():
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(clone(v.Elem()))
		return to
	case v.Kind() == reflect.Slice && !v.IsNil():
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(clone(v.Index(i)))
		}
		return to
	case v.Type() == reflect.TypeFor[any]() && !v.IsNil():
		return clone(v.Elem())
	case v.Kind() == reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				to.Field(i).Set(clone(v.Field(i)))
			}
		}
		return to
	}
	return v
}

// Shift is how far places are moved [m]. What is nil is not there.
type Shift [3]float64

// Along moves a coordinate along an axis.
func (by Shift) Along(axis int, x *float64) {
	if x != nil {
		*x = text.Sum(*x, by[axis])
	}
}

// Point moves one.
func (by Shift) Point(x *[3]float64) {
	if x != nil {
		for a := range x {
			by.Along(a, &x[a])
		}
	}
}

// plus is both shifts.
func (by Shift) plus(x *[3]float64) Shift {
	if x != nil {
		for a := range by {
			by[a] = text.Sum(by[a], x[a])
		}
	}
	return by
}

// shape moves a shape, or a cover that is moved as one. A shape is turned about a point that moves
// with it. What is scaled keeps its coordinates, and is shifted afterwards.
func (by Shift) shape(s *Shape, cover *Cover) {
	by = by.plus(s.Translate)
	if s.Scale != nil {
		s.Translate = (*[3]float64)(&by)
		return
	}
	s.Translate = nil
	if r := s.Rotate; r != nil {
		about := by.plus(r.About)
		r.About = (*[3]float64)(&about)
	}
	switch {
	case s.Box != nil:
		by.Point(&s.Box.Min)
		by.Point(&s.Box.Max)
	case s.Sphere != nil:
		by.Point(&s.Sphere.Centre)
	case s.Cylinder != nil:
		by.Point(&s.Cylinder.From)
		by.Point(&s.Cylinder.To)
	case s.Cone != nil:
		by.Point(&s.Cone.From)
		by.Point(&s.Cone.To)
	case s.Plane != nil:
		by.Point(&s.Plane.Point)
	case s.Prism != nil:
		by.prism(s.Prism)
	case s.Revolved != nil:
		by.Point(&s.Revolved.From)
	case s.HeightMap != nil:
		s.HeightMap.Offset = by
		by.Along(2, s.HeightMap.Base)
		by.Along(2, s.HeightMap.NoData)
	case s.STL != nil:
		s.STL.Offset = by
	case cover != nil:
		cover.Offset = by
	}
	for _, list := range [][]Shape{s.Union, s.Difference, s.Intersection} {
		for i := range list {
			by.shape(&list[i], nil)
		}
	}
}

// prism moves one along its axis, and its outline along the other two.
func (by Shift) prism(p *Prism) {
	across := [2]int{1, 2}
	axis := 0
	switch p.Along {
	case "y":
		axis, across = 1, [2]int{0, 2}
	case "z":
		axis, across = 2, [2]int{0, 1}
	}
	for i := range p.Outline {
		by.Along(across[0], &p.Outline[i][0])
		by.Along(across[1], &p.Outline[i][1])
	}
	by.Along(axis, &p.From)
	by.Along(axis, &p.To)
}

func (by Shift) gauge(g *Gauge) {
	by.Along(0, &g.At[0])
	by.Along(1, &g.At[1])
	by.Along(2, g.From)
	by.Along(2, g.To)
}

func (by Shift) motion(m *Motion) {
	if m == nil {
		return
	}
	for k := range m.Moves {
		by.Point(m.Moves[k].About)
		by.Point(m.Moves[k].Circle)
	}
	if m.Waves != nil {
		by.Point(m.Waves.Hinge)
		by.Along(2, m.Waves.Bed)
	}
}

func (by Shift) probe(p *Probe) {
	by.Point(p.At)
	if l := p.Line; l != nil {
		by.Point(&l.From)
		by.Point(&l.To)
	}
	if r := p.Plane; r != nil {
		by.Point(&r.Origin)
		by.Point(&r.First)
		by.Point(&r.Second)
	}
	if p.Patch != nil {
		by.Point(&p.Patch.Centre)
	}
}
