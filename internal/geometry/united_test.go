package geometry

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A file of two blocks through each other, one with a hollow, is their union.
func TestUnited(t *testing.T) {
	a, b, c := Box{Vec{}, Vec{2, 1, 1}}, Box{Vec{1.5, -0.5, 0.2}, Vec{3, 0.7, 1.4}},
		Box{Vec{0.2, 0.2, 0.2}, Vec{0.9, 0.8, 0.8}}
	var all []Triangle
	for _, s := range []Shape{a, b, c} {
		for _, p := range must[*Mesh](t)(Tessellate(s, 1)).Triangles() {
			if s == Shape(c) {
				p[0], p[1] = p[1], p[0]
			}
			all = append(all, p)
		}
	}
	m := must[*Mesh](t)(NewMesh(all, 0))
	united := must[Shape](t)(m.Solid())
	want := Difference(Union(a, b), c)
	r := rand.New(rand.NewPCG(6, 6))
	apart := 0
	for range 1000 {
		x := within(r, m.Bounds().Grown(0.3))
		n, ok := united.Nearest(x, 1)
		w, also := want.Nearest(x, 1)
		if ok != also || math.Abs(n.Distance-w.Distance) > 1e-9 || united.Inside(x) != want.Inside(x) ||
			m.Inside(x) != want.Inside(x) {
			t.Fatalf("%v: %+v %t, want %+v %t", x, n, ok, w, also)
		}
		if plain, ok := m.Nearest(x, 1); ok && math.Abs(plain.Distance-w.Distance) > 1e-3 {
			apart++
		}
	}
	if apart == 0 {
		t.Error("the mesh alone suffices")
	}
	whole := must[*Mesh](t)(Tessellate(a, 1))
	if s := must[Shape](t)(whole.Solid()); s != Shape(whole) {
		t.Errorf("a mesh of one part is %T", s)
	}
}

// A mesh of several parts is what their surfaces go around, wherever they lie, and its nearest
// point is on what can be seen.
func TestParts(t *testing.T) {
	cube := func(x, y, z, size float64) Box {
		return Box{Vec{x, y, z},
			Vec{x + size, y + size, z + size}}
	}
	outer, middle, inner := cube(0, 0, 0, 2), cube(0.3, 0.3, 0.3, 1.4), cube(0.7, 0.7, 0.7, 0.6)
	beside, apart := Box{Vec{2, 0, 0}, Vec{3, 2, 2}}, cube(3.5, 0, 0, 0.7)
	onTop, below := cube(0.5, 0.6, 2, 0.8), cube(0.5, 0.6, 0, 0.8)
	type part struct {
		shape  Shape
		inward bool
	}
	for name, c := range map[string]struct {
		parts []part
		want  Shape
		kinds []FaultKind
	}{
		"nested":              {[]part{{outer, false}, {inner, false}}, outer, []FaultKind{Within}},
		"nested, small first": {[]part{{inner, false}, {outer, false}}, outer, []FaultKind{Within}},
		"nested, all inwards": {[]part{{outer, true}, {inner, true}}, outer,
			[]FaultKind{InsideOut, Within}},
		"nested three deep": {[]part{{middle, false}, {outer, false}, {inner, false}}, outer,
			[]FaultKind{Within}},
		"cavity": {[]part{{outer, false}, {inner, true}}, Difference(outer, inner),
			[]FaultKind{Cavity}},
		"cavity, all inwards": {[]part{{outer, true}, {inner, false}}, Difference(outer, inner),
			[]FaultKind{InsideOut, Cavity}},
		"core in a cavity": {[]part{{outer, false}, {middle, true}, {inner, false}},
			Union(Difference(outer, middle), inner), []FaultKind{Cavity}},
		"inward core": {[]part{{outer, false}, {middle, true}, {inner, true}},
			Union(Difference(outer, middle), inner), []FaultKind{InsideOut, Cavity}},
		"cavity of one of two": {[]part{{outer, false}, {middle, false}, {inner, true}}, outer,
			[]FaultKind{Within}},
		"apart": {[]part{{outer, false}, {apart, false}}, Union(outer, apart), nil},
		"apart, one inwards": {[]part{{outer, false}, {apart, true}}, Union(outer, apart),
			[]FaultKind{InsideOut}},
		"a face in common": {[]part{{outer, false}, {beside, false}}, Union(outer, beside),
			[]FaultKind{NonManifold}},
		"on a face": {[]part{{outer, false}, {onTop, false}}, Union(outer, onTop), nil},
		"on a face, inwards": {[]part{{outer, false}, {onTop, true}}, Union(outer, onTop),
			[]FaultKind{InsideOut}},
		"on a face from inside": {[]part{{outer, false}, {below, false}}, outer, []FaultKind{Within}},
		"cavity up to a face": {[]part{{outer, false}, {below, true}}, Difference(outer, below),
			[]FaultKind{Cavity}},
		"an edge in common": {[]part{{outer, false}, {Box{Vec{2, 0, 2}, Vec{3, 2, 3}}, false}},
			Union(outer, Box{Vec{2, 0, 2}, Vec{3, 2, 3}}), []FaultKind{NonManifold}},
		"touching, with a core": {[]part{{outer, false}, {beside, false}, {middle, true},
			{inner, false}}, Union(beside, Difference(outer, middle), inner),
			[]FaultKind{NonManifold, Cavity}},
		"twice the same": {[]part{{outer, false}, {apart, false}, {apart, false}},
			Union(outer, apart), nil},
		"two in one, one hollow": {[]part{{outer, false}, {cube(0.1, 0.1, 0.1, 0.5), true},
			{cube(1.2, 1.2, 1.2, 0.5), false}}, Difference(outer, cube(0.1, 0.1, 0.1, 0.5)),
			[]FaultKind{Within, Cavity}},
	} {
		t.Run(name, func(t *testing.T) {
			var all []Triangle
			for _, p := range c.parts {
				for _, tri := range must[*Mesh](t)(Tessellate(p.shape, 5)).Triangles() {
					if p.inward {
						tri[0], tri[1] = tri[1], tri[0]
					}
					all = append(all, tri)
				}
			}
			m := must[*Mesh](t)(NewMesh(all, 0))
			var kinds []FaultKind
			for _, f := range m.Faults(0) {
				kinds = append(kinds, f.Kind)
			}
			if name != "twice the same" && !slices.Equal(kinds, c.kinds) {
				t.Errorf("faults are %v, not %v", kinds, c.kinds)
			}
			got := must[Shape](t)(m.Solid())
			l := over(Box{Vec{-0.3, -0.3, -0.3}, Vec{4.4, 2.4, 3.4}}, 0.1)
			if !slices.Equal(Runs(got, l), Runs(c.want, l)) {
				t.Errorf("%d sites, not %d", Sites(Runs(got, l)), Sites(Runs(c.want, l)))
			}
			if n, m := len(Near(got, l, -0.25, 0)), len(Near(c.want, l, -0.25, 0)); n != m {
				t.Errorf("%d sites near the surface, not %d", n, m)
			}
			r := rand.New(rand.NewPCG(6, 6))
			for range 500 {
				x := within(r, m.Bounds().Grown(0.3))
				n, ok := got.Nearest(x, 1)
				w, also := c.want.Nearest(x, 1)
				if ok != also || math.Abs(n.Distance-w.Distance) > 1e-9 || got.Inside(x) != c.want.Inside(x) {
					t.Fatalf("%v: %+v %t, want %+v %t", x, n, ok, w, also)
				}
			}
		})
	}
}

// TestManyPlaces holds that meshes whose triangles lie in one place, or whose parts all lie over
// each other, are refused before every pair of them is looked at.
func TestManyPlaces(t *testing.T) {
	box := must[*Mesh](t)(Tessellate(Box{Vec{}, Vec{1, 2, 3}}, 10)).Triangles()
	var same, near []Triangle
	for n := range 300 {
		same = append(same, box...)
		for _, triangle := range box {
			for k := range triangle {
				triangle[k][0] += 1e-4 * float64(n)
			}
			near = append(near, triangle)
		}
	}
	if _, err := NewMesh(same, 0); err == nil ||
		!strings.Contains(err.Error(), "more than 64 triangles with the same corners") {
		t.Errorf("the error is %v", err)
	}
	m, err := NewMesh(near, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Solid(); err == nil || !strings.Contains(err.Error(), "lie over each other") {
		t.Errorf("the error is %v", err)
	}
}
