package geometry

import (
	"math"
	"math/rand/v2"
	"testing"
)

// flatShape is a shape of plane faces, and the same as a mesh.
// On a grid faces of several shapes lie in one plane.
func flatShape(t testing.TB, r *rand.Rand, grid bool) (s, mesh Shape) {
	p := Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
	if grid {
		number := func(low, n int) float64 { return float64(low+r.IntN(n)) / 4 }
		p = Vec{number(-2, 5), number(-2, 5), number(-2, 5)}
		s = Box{p, add(p, Vec{number(1, 4), number(1, 4), number(1, 4)})}
	} else if r.IntN(2) == 0 {
		s = must[Shape](t)(Rotate(Box{p,
			add(p, Vec{0.3 + r.Float64(), 0.3 + r.Float64(), 0.3 + r.Float64()})}, direction(r),
			6*r.Float64(), p))
	} else {
		s = must[Shape](t)(Translate(must[*Prism](t)(NewPrism(star, r.IntN(3), -0.3, 0.4)), p))
	}
	m := must[*Mesh](t)(Tessellate(s, 1))
	if r.IntN(2) == 0 { // moved, too
		back := must[Shape](t)(Translate(m, Vec{1, 2, 3}))
		return s, must[Shape](t)(Translate(back, Vec{-1, -2, -3}))
	}
	return s, m
}

// Combinations of shapes with plane faces are the same as those of their meshes, which are exact.
func TestCombinationsOfMeshes(t *testing.T) {
	for i := range 60 {
		r := rand.New(rand.NewPCG(21, uint64(i)))
		a, ma := flatShape(t, r, i%2 == 0)
		b, mb := flatShape(t, r, i%2 == 0)
		var s, m, half Shape
		switch i % 3 {
		case 0:
			s, m, half = Union(a, b), Union(ma, mb), Union(a, mb)
		case 1:
			s, m, half = Difference(a, b), Difference(ma, mb), Difference(ma, b)
		case 2:
			s, m, half = Intersection(a, b), Intersection(ma, mb), Intersection(a, mb)
		}
		if i%4 == 3 {
			ball := Sphere{Vec{r.Float64() - 0.5, 0, 0}, 0.5}
			s, m, half = Difference(s, ball), Difference(m, ball), Difference(half, ball)
		}
		sameNearest(t, i, r, s, m)
		sameNearest(t, i, r, s, half)
		if i%2 == 1 {
			sameNearest(t, i, r, Section(s), Section(m))
		}
	}
}

func sameNearest(t *testing.T, i int, r *rand.Rand, s, m Shape) {
	t.Helper()
	for range 40 {
		x := within(r, Box{Vec{-1, -1, -1}, Vec{1.5, 1.5, 1.5}})
		a, ok := s.Nearest(x, 1)
		b, also := m.Nearest(x, 1)
		if ok != also || math.Abs(a.Distance-b.Distance) > 1e-6 {
			t.Fatalf("%d: %v: %+v %t, of the meshes %+v %t", i, x, a, ok, b, also)
		}
		if distance(a.Point, b.Point) < 1e-6 && math.Abs(a.Distance) > 1e-3 &&
			distance(a.Normal, b.Normal) > 1e-3 {
			t.Errorf("%d: %v: normal %v, of the meshes %v", i, x, a.Normal, b.Normal)
		}
	}
}

// Sections of combinations: no point of the plane that is nearer is on the other side.
func TestSectionsOfCombinations(t *testing.T) {
	for i := range 60 {
		r := rand.New(rand.NewPCG(31, uint64(i)))
		whole := anyCombination(t, r, i%3 == 0)
		if i%3 == 0 { // no face in the plane
			whole = must[Shape](t)(Translate(whole, Vec{0, 0.1, 0}))
		}
		s := Section(whole)
		var surface []Vec // ends along lines in the plane
		for range 150 {
			angle := r.Float64() * 7
			from, way := Vec{r.Float64() - 0.3, 0, r.Float64() - 0.3},
				Vec{math.Cos(angle), 0, math.Sin(angle)}
			// where what touches the plane is as thin as you like
			for _, in := range tidied(s.Along(from, way, nil), 0, 1e-6) {
				for _, end := range []float64{in.Low, in.High} {
					if !math.IsInf(end, 0) {
						surface = append(surface, along(from, end, way))
					}
				}
			}
		}
		for range 20 {
			x := Vec{3*r.Float64() - 1.5, 0, 3*r.Float64() - 1.5}
			n, ok := s.Nearest(x, 5)
			if !ok {
				if len(surface) > 0 {
					t.Fatalf("%d: nothing is near %v", i, x)
				}
				continue
			}
			if n.Point[1] != 0 || math.Abs(n.Normal[1]) > 1e-9 || (n.Distance <= 0) != s.Inside(x) {
				t.Errorf("%d: %v: %+v", i, x, n)
			}
			if back := along(n.Point, n.Distance, n.Normal); distance(back, x) > 1e-7 {
				t.Errorf("%d: %v: %+v leads back to %v", i, x, n, back)
			}
			// but at cusps, as in space
			if !onCurve(s, n.Point, 3e-6) && !(i%3 == 0 && onCurve(s, n.Point, 0.03)) {
				t.Errorf("%d: %v: the point %v is not on the curve", i, x, n.Point)
			}
			for _, q := range surface {
				if d := distance(q, x); d < math.Abs(n.Distance)-1e-6 {
					t.Fatalf("%d: %v: distance %g, but %v is at %g: %s", i, x, n.Distance, q, d, describe(whole))
				}
			}
			if t.Failed() {
				t.Fatal(describe(whole))
			}
		}
	}
}

// onCurve reports whether there are points inside and points outside at a distance from p, in the
// plane.
func onCurve(s Shape, p Vec, off float64) bool {
	return bothSides(5000, func(k int) bool {
		angle := float64(k)
		return s.side(along(p, off, Vec{math.Cos(angle), 0, math.Sin(angle)})) > 0
	})
}
