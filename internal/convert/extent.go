package convert

// Boxes that shapes lie in.

import (
	"math"

	"gpusph/internal/casefile"
)

// extent is a box along the axes.
type extent struct{ low, high vec }

func nowhere() extent {
	inf := math.Inf(1)
	return extent{vec{inf, inf, inf}, vec{-inf, -inf, -inf}}
}

func (e extent) with(x vec) extent {
	for i := range 3 {
		e.low[i], e.high[i] = min(e.low[i], x[i]), max(e.high[i], x[i])
	}
	return e
}

func (e extent) union(f extent) extent {
	for i := range 3 {
		e.low[i], e.high[i] = min(e.low[i], f.low[i]), max(e.high[i], f.high[i])
	}
	return e
}

func (e extent) clip(f extent) extent {
	for i := range 3 {
		e.low[i], e.high[i] = max(e.low[i], f.low[i]), min(e.high[i], f.high[i])
	}
	return e
}

func (e extent) grow(by float64) extent {
	for i := range 3 {
		e.low[i] -= by
		e.high[i] += by
	}
	return e
}

// overlaps reports whether two share more than a layer that is so thick.
func (e extent) overlaps(f extent, layer float64) bool {
	c := e.clip(f)
	return c.high[0]-c.low[0] > layer && c.high[1]-c.low[1] > layer && c.high[2]-c.low[2] > layer
}

// inside reports whether it lies in another that is grown.
func (e extent) inside(f extent, grown float64) bool {
	f = f.grow(grown)
	for i := range 3 {
		if e.low[i] < f.low[i] || e.high[i] > f.high[i] {
			return false
		}
	}
	return true
}

func (e extent) box() casefile.Shape {
	return casefile.Shape{Box: &casefile.Box{Min: tidied(e.low), Max: tidied(e.high)}}
}

// corners are the eight corners.
func (e extent) corners() []vec {
	var all []vec
	for i := range 8 {
		x := e.low
		for axis := range 3 {
			if i>>axis&1 == 1 {
				x[axis] = e.high[axis]
			}
		}
		all = append(all, x)
	}
	return all
}

// of is the extent of what m makes of a box.
func (m affine) extent(e extent) extent {
	out := nowhere()
	for _, x := range e.corners() {
		out = out.with(m.of(x))
	}
	return out
}

// bounds is the extent of a shape, and whether it is known: that of a mesh is where it was read.
func bounds(s casefile.Shape) (extent, bool) {
	e, ok := nowhere(), true
	switch {
	case s.Box != nil:
		e = extent{s.Box.Min, s.Box.Max}
	case s.Sphere != nil:
		e = e.with(s.Sphere.Centre).grow(s.Sphere.Radius)
	case s.Cylinder != nil:
		e = cylinderExtent(s.Cylinder)
	case s.Prism != nil:
		along := map[string]int{"x": 0, "y": 1, "z": 2}[s.Prism.Along]
		first, second := others(along)
		for _, corner := range s.Prism.Outline {
			for _, at := range []float64{s.Prism.From, s.Prism.To} {
				var x vec
				x[first], x[second], x[along] = corner[0], corner[1], at
				e = e.with(x)
			}
		}
	case s.STL != nil && s.STL.Corners != nil:
		e = extent{s.STL.Corners[0], s.STL.Corners[1]}
	case s.Union != nil:
		for _, part := range s.Union {
			f, known := bounds(part)
			e, ok = e.union(f), ok && known
		}
	case s.Intersection != nil:
		e, ok = bounds(s.Intersection[0])
		for _, part := range s.Intersection[1:] {
			if f, known := bounds(part); known && ok {
				e = e.clip(f)
			}
		}
	case s.Difference != nil:
		e, ok = bounds(s.Difference[0])
	default:
		return e, false
	}
	m, err := movedBy(&s)
	ok = ok && err == nil
	if m != identity {
		e = m.extent(e)
	}
	return e, ok
}

// movedBy is how a shape is scaled, turned and shifted.
func movedBy(s *casefile.Shape) (m affine, err error) {
	m = identity
	switch len(s.Scale) {
	case 1:
		m = scaled(vec{s.Scale[0], s.Scale[0], s.Scale[0]})
	case 3:
		m = scaled(vec(s.Scale))
	}
	if s.Rotate != nil {
		var about vec
		if s.Rotate.About != nil {
			about = *s.Rotate.About
		}
		t, err := turned(about, s.Rotate.Axis, s.Rotate.Angle)
		if err != nil {
			return m, err
		}
		m = t.after(m)
	}
	if s.Translate != nil {
		m = moved(*s.Translate).after(m)
	}
	return m, nil
}

// Bounds is the box that a shape lies in, and whether it is known: that of a mesh is where it was
// read.
func Bounds(s casefile.Shape) (low, high [3]float64, known bool) {
	e, known := bounds(s)
	return e.low, e.high, known
}

// others are the axes beside one, the first one first.
func others(axis int) (int, int) {
	switch axis {
	case 0:
		return 1, 2
	case 1:
		return 0, 2
	}
	return 0, 1
}

func cylinderExtent(c *casefile.Cylinder) extent {
	e := nowhere().with(c.From).with(c.To)
	d := vec{c.To[0] - c.From[0], c.To[1] - c.From[1], c.To[2] - c.From[2]}
	for i := range 3 {
		reach := c.Radius
		if length := dot(d, d); length > 0 {
			reach *= math.Sqrt(max(0, 1-d[i]*d[i]/length))
		}
		e.low[i] -= reach
		e.high[i] += reach
	}
	return e
}
