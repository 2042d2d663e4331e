package geometry

import (
	"fmt"
	"math"
)

// Box is what lies between two corners. Its sides may be infinite.
type Box struct{ Min, Max Vec }

// NewBox is the box between two corners.
func NewBox(low, high Vec) (Box, error) {
	for a := range 3 {
		if !finite(low[a], high[a]) || !(low[a] < high[a]) {
			return Box{}, fmt.Errorf("a box from %v to %v has no volume; each coordinate of the second "+
				"corner should be the greater one", low, high)
		}
	}
	return Box{low, high}, nil
}

// nowhere has nothing in it; space has everything.
var (
	nowhere = Box{Vec{math.Inf(1), math.Inf(1), math.Inf(1)},
		Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}
	space = Box{nowhere.Max, nowhere.Min}
)

// with is the least box that has both in it.
func (b Box) with(c Box) Box {
	for a := range 3 {
		b.Min[a], b.Max[a] = min(b.Min[a], c.Min[a]), max(b.Max[a], c.Max[a])
	}
	return b
}

// Grown by a length at all sides.
func (b Box) Grown(by float64) Box {
	for a := range 3 {
		b.Min[a], b.Max[a] = b.Min[a]-by, b.Max[a]+by
	}
	return b
}

// common is what both have, with a least coordinate above the greatest if that is nothing.
func (b Box) common(c Box) Box {
	for a := range 3 {
		b.Min[a], b.Max[a] = max(b.Min[a], c.Min[a]), min(b.Max[a], c.Max[a])
	}
	return b
}

// away is the distance from x to the box; 0 inside.
func (b *Box) away(x Vec) float64 {
	var sum float64
	for a := range 3 {
		d := max(b.Min[a]-x[a], x[a]-b.Max[a], 0)
		sum += d * d
	}
	return math.Sqrt(sum)
}

// size is the longest side that is finite.
func (b Box) size() (size float64) {
	for a := range 3 {
		if d := b.Max[a] - b.Min[a]; d > size && !math.IsInf(d, 0) {
			size = d
		}
	}
	return size
}

// Bounds is the box itself.
func (b Box) Bounds() Box { return b }

// Inside reports whether x is in the box.
func (b Box) Inside(x Vec) bool { return b.side(x) >= 0 }

func (b Box) side(x Vec) int {
	side := 1
	for a := range 3 {
		switch {
		case !(b.Min[a] <= x[a] && x[a] <= b.Max[a]):
			return -1
		case x[a] == b.Min[a] || x[a] == b.Max[a]:
			side = 0
		}
	}
	return side
}

// Nearest is the nearest point of the box's six faces.
func (b Box) Nearest(x Vec, within float64) (Surface, bool) {
	p, inside := x, true
	for a := range 3 {
		if c := min(max(x[a], b.Min[a]), b.Max[a]); c != x[a] {
			p[a], inside = c, false
		}
	}
	if !inside {
		if s := towards(x, p, false, unit(sub(x, p))); s.Distance <= within {
			return s, true
		}
		return Surface{}, false
	}
	least, axis, upper := math.Inf(1), 0, false
	var on Vec // the sum of the normals of faces that x lies on
	for a := range 3 {
		low, high := x[a]-b.Min[a], b.Max[a]-x[a]
		if low < least {
			least, axis, upper = low, a, false
		}
		if high < least {
			least, axis, upper = high, a, true
		}
		if low == 0 {
			on[a]--
		}
		if high == 0 {
			on[a]++
		}
	}
	if !(least <= within) || math.IsInf(least, 1) {
		return Surface{}, false
	}
	s := Surface{Distance: -least, Point: x}
	s.Point[axis], s.Normal[axis] = b.Min[axis], -1
	if upper {
		s.Point[axis], s.Normal[axis] = b.Max[axis], 1
	}
	if least == 0 && on != (Vec{}) {
		s.Normal = unit(on)
	}
	return s, true
}

// Along cuts the line by the three pairs of faces.
func (b Box) Along(from, way Vec, dst []Interval) []Interval {
	in := everything
	for a := range 3 {
		if way[a] == 0 {
			if from[a] < b.Min[a] || from[a] > b.Max[a] {
				return dst
			}
			continue
		}
		t, u := (b.Min[a]-from[a])/way[a], (b.Max[a]-from[a])/way[a]
		in.Low, in.High = max(in.Low, min(t, u)), min(in.High, max(t, u))
	}
	if in.Low <= in.High {
		dst = append(dst, in)
	}
	return dst
}

func (b Box) faces(x Vec, within float64, dst []face) []face {
	for a := range 3 {
		for _, end := range [2]float64{-1, 1} {
			f := face{kind: flat, o: b.Min}
			if end > 0 {
				f.o = b.Max
			}
			if math.IsInf(f.o[a], 0) || math.Abs(x[a]-f.o[a]) > within {
				continue
			}
			for other := range 3 {
				if other != a {
					f.o[other] = 0 // may be infinite
				}
			}
			f.n[a] = end
			dst = append(dst, f)
		}
	}
	return dst
}
