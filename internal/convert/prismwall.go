package convert

// Which side of the faces of a prism is wet, and where its walls are.

import (
	"math"

	"gpusph/internal/casefile"
)

// sheathHolds reports whether fluid is in the prism at first, or next to a side of it that is open.
func (r *reader) sheathHolds(i *item) bool {
	s := i.skin.sheath
	for _, f := range r.painter.items {
		if f.stuff != fluid {
			continue
		}
		if f.fill != nil {
			if s.reaches(f.fill.seed) {
				return true
			}
			continue
		}
		e, known := f.extent()
		if !known {
			continue
		}
		for n := range 1000 {
			x := e.low
			for axis, part := range [3]int{n % 10, n / 10 % 10, n / 100} {
				x[axis] += (float64(part) + 0.5) / 10 * (e.high[axis] - e.low[axis])
			}
			if s.reaches(x) && !in(x, f.cuts) {
				return true
			}
		}
	}
	return false
}

// in reports whether a point lies in one of the boxes among some shapes.
func in(x vec, shapes []casefile.Shape) bool {
	return covered(extent{x, x}, shapes)
}

// sheathWall is the wall of a prism's faces. If no fluid is in the prism, and none comes in from above,
// all of it is solid.
func (r *reader) sheathWall(i *item) (casefile.Shape, error) {
	s := i.skin.sheath
	holds := r.sheathHolds(i)
	if !holds && !s.open() && math.Abs(s.area()) > 1e-12 && len(plain2(s.outline)) > 2 {
		return i.shape, nil
	}
	from, to := i.skin.reach(true)
	if i.skin.given && i.skin.low < 0 && i.skin.high <= 0 { // layers on one side are where no fluid is
		from = math.Floor(-i.skin.high)
		to = max(math.Floor(-i.skin.low)+1, from+layersLeast)
	}
	return s.wall(from*r.dp, to*r.dp)
}

// basin is the prism that holds a seed and ends its fluid: fluid leaves it nowhere below its level,
// unless the side of the box that is filled is there, too.
func (r *reader) basin(f *fill, box extent) (shape casefile.Shape, ok bool) {
	for _, i := range r.painter.items {
		if i.skin == nil || i.skin.sheath == nil || i.stuff != bound {
			continue
		}
		s := i.skin.sheath
		if s.inside(s.project(f.seed)) && s.matrix == identity && s.along != 2 && s.ends(box, 0.51*r.dp) {
			return i.shape, true
		}
	}
	return shape, false
}

// ends reports whether fluid in a box leaves the prism through none of its open sides.
func (s *sheath) ends(box extent, slack float64) bool {
	first, second := others(s.along) // second is z
	for k, a := range s.outline {
		b := s.outline[(k+1)%len(s.outline)]
		if s.sides[k] || min(a[1], b[1]) >= box.high[second]-slack ||
			max(a[1], b[1]) <= box.low[second]+slack {
			continue
		}
		low, high := min(a[0], b[0]), max(a[0], b[0])
		if !(high <= box.low[first]+slack || low >= box.high[first]-slack) {
			return false
		}
	}
	return (s.first || s.from <= box.low[s.along]+slack || s.along == 1 && box.low[1] == -0.5) &&
		(s.last || s.to >= box.high[s.along]-slack || s.along == 1 && box.high[1] == 0.5)
}
