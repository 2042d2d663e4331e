package geometry

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestScale(t *testing.T) {
	box := Box{Vec{1, 1, 1}, Vec{2, 2, 2}}
	mesh := must[*Mesh](t)(Tessellate(box, 1))
	ground := must[*HeightMap](t)(NewHeightMap(must[*Grid](t)(ReadGrid([]byte(hill))), -1))
	by := Vec{2, 3, 0.5}
	for name, c := range map[string]struct {
		shape Shape
		by    Vec
		want  Box
	}{
		"box":  {box, by, Box{Vec{2, 3, 0.5}, Vec{4, 6, 1}}},
		"mesh": {mesh, by, Box{Vec{2, 3, 0.5}, Vec{4, 6, 1}}},
		"moved mesh": {must[Shape](t)(Translate(mesh, Vec{1, 0, 0})), by,
			Box{Vec{4, 3, 0.5}, Vec{6, 6, 1}}},
		"height map": {ground, by, Box{Vec{20, 60, -0.5}, Vec{28, 69, 1.5}}},
		"ball":       {Sphere{Vec{1, 2, 3}, 1}, Vec{2, 2, 2}, Box{Vec{0, 2, 4}, Vec{4, 6, 8}}},
		"a combination": {Union(box, Sphere{Vec{1, 1, 1}, 0.5}), Vec{2, 2, 2},
			Box{Vec{1, 1, 1}, Vec{4, 4, 4}}},
	} {
		s := must[Shape](t)(Scale(c.shape, c.by))
		if got := s.Bounds(); distance(got.Min, c.want.Min)+distance(got.Max, c.want.Max) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for _, s := range []Shape{Sphere{Vec{}, 1}, Union(box, mesh), shapes(t)["cone"]} {
		if _, err := Scale(s, by); err == nil || !strings.Contains(err.Error(), "only boxes and meshes") {
			t.Errorf("%T is stretched: %v", s, err)
		}
	}
}

// A quarter of a turn is exact, and the right-hand rule holds.
func TestRotate(t *testing.T) {
	b := Box{Vec{1, 0, 0}, Vec{3, 1, 1}}
	s := must[Shape](t)(Rotate(b, Vec{0, 0, 5}, math.Pi/2, Vec{1, 0, 0}))
	if got, want := s.Bounds(), (Box{Vec{0, 0, 0}, Vec{1, 2, 1}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	back := must[Shape](t)(Rotate(s, Vec{0, 0, 1}, -math.Pi/2, Vec{1, 0, 0}))
	if back != Shape(b) {
		t.Errorf("turned back: %+v", back)
	}
	half := must[Shape](t)(Rotate(b, Vec{1, 1, 1}, 2*math.Pi/3, Vec{})) // x to y to z
	if n, ok := half.Nearest(Vec{0.5, 4, 0.5}, 2); !ok || math.Abs(n.Distance-1) > 1e-12 ||
		distance(n.Normal, Vec{0, 1, 0}) > 1e-12 {
		t.Errorf("%+v", n)
	}
}

// What cannot be is refused with a sentence.
func TestRefused(t *testing.T) {
	nan, box := math.NaN(), Box{Vec{}, Vec{1, 1, 1}}
	refused := func(_ any, err error) error { return err }
	second := func(_ Shape, err error) error { return err }
	for want, err := range map[string]error{
		"no volume":      refused(NewBox(Vec{0, 0, 1}, Vec{1, 1, 1})),
		"radius":         refused(NewSphere(Vec{}, 0)),
		"no direction":   refused(NewPlane(Vec{}, Vec{})),
		"no length":      refused(NewCylinder(Vec{1, 0, 0}, Vec{1, 0, 0}, 1)),
		"a cylinder has": refused(NewCylinder(Vec{}, Vec{1, 0, 0}, nan)),
		"radii":          refused(NewCone(Vec{}, Vec{1, 0, 0}, 0, 0)),
		"crosses itself": refused(NewPrism([][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 2}, {0.2, -1}}, 2,
			0, 1)),
		"no area":         refused(NewPrism([][2]float64{{0, 0}, {1, 1}, {2, 2}}, 2, 0, 1)),
		"at least 3":      refused(NewPrism([][2]float64{{0, 0}, {1, 1}}, 2, 0, 1)),
		"given twice":     refused(NewPrism([][2]float64{{0, 0}, {1, 1}, {1, 1}, {0, 1}}, 2, 0, 1)),
		"greater one":     refused(NewPrism(star, 2, 1, 0)),
		"axis 3":          refused(NewPrism(star, 3, 0, 1)),
		"from the axis":   refused(NewRevolved(Vec{}, Vec{0, 0, 1}, [][2]float64{{1, 0}, {-1, 1}})),
		"has no axis":     refused(NewRevolved(Vec{}, Vec{}, [][2]float64{{1, 0}, {1, 1}})),
		"three lengths":   second(Translate(box, Vec{nan, 0, 0})),
		"be a direction":  second(Rotate(box, Vec{}, 1, Vec{})),
		"above 0":         second(Scale(box, Vec{1, 0, 1})),
		"has a corner at": refused(NewMesh([]Triangle{{Vec{nan, 0, 0}}}, 0)),
		"have an area":    refused(NewMesh([]Triangle{{Vec{}, Vec{1, 0, 0}, Vec{2, 0, 0}}}, 0)),
		"told apart": refused(NewMesh(
			[]Triangle{{Vec{1e12, 0, 0}, Vec{1e12, 1, 0}, Vec{1e12, 0, 1}}}, 0)),
		"no tessellation":   refused(Tessellate(Union(box, box), 1)),
		"should be above 0": refused(Tessellate(box, 0)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Sets of intervals.
func TestIntervals(t *testing.T) {
	inf := math.Inf(1)
	a, b := []Interval{{0, 1}, {2, 3}, {5, 9}}, []Interval{{0.5, 2.5}, {6, 7}, {8, 10}}
	for name, c := range map[string]struct{ got, want []Interval }{
		"union": {union(slices.Concat(a, b), nil), []Interval{{0, 3}, {5, 10}}},
		"intersection": {intersection(a, b, nil),
			[]Interval{{0.5, 1}, {2, 2.5}, {6, 7}, {8, 9}}},
		"complement":            {complement(a, nil), []Interval{{-inf, 0}, {1, 2}, {3, 5}, {9, inf}}},
		"complement of nothing": {complement(nil, nil), []Interval{everything}},
		"complement of all":     {complement([]Interval{everything}, nil), nil},
		"gaps of rounding close": {tidied([]Interval{{0, 1}, {1.01, 2}, {3, 3.01}, {4, 5}}, 0, 0.1),
			[]Interval{{0, 2}, {4, 5}}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}
