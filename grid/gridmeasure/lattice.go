package gridmeasure

import (
	"math"
	"sort"
)

// lattice is values at places (i + offset) h along each axis, and at other places along stretched
// ones.
type lattice struct {
	count    [3]int
	offset   [3]float64
	spacing  [3]float64
	nodes    [3][]float64 // places along stretched axes, from origin on; else nil
	faces    [3][]float64 // those of their cells
	periodic [3]bool
	origin   [3]float64
	stride   int // from one value to the next, and the first of them
	first    int
	values   []float64

	ends  [3][2]*float64      // the values at walls; nil where they are not known
	solid func(x [3]int) bool // whether a place is in a solid; nil is none
	stops bool                // values are 0 on solids; else they do not change towards them
}

func (l *lattice) index(x [3]int) int {
	return l.first + l.stride*(x[0]+l.count[0]*(x[1]+l.count[1]*x[2]))
}

func (l *lattice) at(x [3]int) float64 { return l.values[l.index(x)] }

// span is the two places along an axis between which a point is, and the part of the way from the
// first to the second. Place -1 is the lower wall and place count the upper one.
type span struct {
	low, high int
	part      float64
}

// span is that of a point.
func (l *lattice) span(axis int, x float64) span {
	n := l.count[axis]
	if l.nodes[axis] != nil {
		return l.spanOfNodes(axis, x-l.origin[axis])
	}
	t := (x-l.origin[axis])/l.spacing[axis] - l.offset[axis]
	i := int(math.Floor(t))
	last := float64(n - 1)
	switch {
	case l.periodic[axis]:
		return span{((i % n) + n) % n, ((i+1)%n + n) % n, t - float64(i)}
	case l.offset[axis] > 0 && t < 0 && l.ends[axis][0] != nil:
		return span{-1, 0, max(0, 1+t/l.offset[axis])}
	case l.offset[axis] > 0 && t > last && l.ends[axis][1] != nil:
		return span{n - 1, n, min(1, (t-last)/(1-l.offset[axis]))}
	case n == 1:
		return span{0, 0, 0}
	}
	low := min(max(i, 0), n-2)
	return span{low, low + 1, t - float64(low)}
}

// spanOfNodes is that along a stretched axis, at a distance from its lower end.
func (l *lattice) spanOfNodes(axis int, x float64) span {
	at, n := l.nodes[axis], l.count[axis]
	i := sort.SearchFloat64s(at, x) // the first that is not before x
	if i < n && at[i] == x {
		return span{i, i, 0}
	}
	last, length := at[n-1], l.faces[axis][len(l.faces[axis])-1]
	switch centred := l.offset[axis] > 0; {
	case l.periodic[axis] && (i == 0 || i == n):
		way := at[0] + length - last
		if x < last {
			x += length
		}
		return span{n - 1, 0, (x - last) / way}
	case centred && i == 0 && l.ends[axis][0] != nil:
		return span{-1, 0, max(0, x/at[0])}
	case centred && i == n && l.ends[axis][1] != nil:
		return span{n - 1, n, min(1, (x-last)/(length-last))}
	}
	low := min(max(i-1, 0), n-2)
	return span{low, low + 1, (x - at[low]) / (at[low+1] - at[low])}
}

// sample is the value at a point.
type sample struct {
	value float64
	solid bool // it is in a solid
	wall  bool // it is on a wall
}

// interpolate is linear along each axis.
func (l *lattice) interpolate(x [3]float64) float64 {
	var spans [3]span
	for a := range spans {
		spans[a] = l.span(a, x[a])
	}
	var at [3]int
	return l.along(2, &spans, &at).value
}

// along interpolates along the axes up to one, at the places of those after it.
func (l *lattice) along(axis int, spans *[3]span, at *[3]int) sample {
	if axis < 0 {
		return sample{value: l.at(*at), solid: l.solid != nil && l.solid(*at)}
	}
	s := &spans[axis]
	place := func(i int) sample {
		switch i {
		case -1:
			return sample{value: *l.ends[axis][0], wall: true}
		case l.count[axis]:
			return sample{value: *l.ends[axis][1], wall: true}
		}
		at[axis] = i
		return l.along(axis-1, spans, at)
	}
	switch s.part {
	case 0:
		return place(s.low)
	case 1:
		return place(s.high)
	}
	low, high := place(s.low), place(s.high)
	if low.solid != high.solid && l.offset[axis] > 0 { // else places are on surfaces
		return l.towards(low, high, l.fromSurface(axis, s))
	}
	return sample{value: low.value*(1-s.part) + high.value*s.part, solid: low.solid && high.solid}
}

// fromSurface is the part of the way between two centres, counted so that the face between them is
// halfway.
func (l *lattice) fromSurface(axis int, s *span) float64 {
	at := l.nodes[axis]
	if at == nil || s.high != s.low+1 || s.low < 0 || s.high == len(at) {
		return s.part
	}
	face := (l.faces[axis][s.high] - at[s.low]) / (at[s.high] - at[s.low])
	if s.part < face {
		return s.part / (2 * face)
	}
	return 1 - (1-s.part)/(2*(1-face))
}

// towards is the value at a part of the way between a place in the fluid and one in a solid, whose
// surface is halfway.
func (l *lattice) towards(low, high sample, part float64) sample {
	if low.solid {
		low, high, part = high, low, 1-part
	}
	switch {
	case low.wall || part >= 0.5:
		return high
	case l.stops:
		low.value *= min(1, 1-2*part)
	}
	return low
}
