package geometry

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A file of two blocks through each other, one with a hollow, is their union.
func TestUnited(t *testing.T) {
	a, b, c := Box{Vec{}, Vec{2, 1, 1}}, Box{Vec{1.5, -0.5, 0.2}, Vec{3, 0.7, 1.4}}, Box{Vec{0.2, 0.2, 0.2}, Vec{0.9, 0.8, 0.8}}
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
	united := must[Shape](t)(m.United())
	want := Difference(Union(a, b), c)
	r := rand.New(rand.NewPCG(6, 6))
	apart := 0
	for range 1000 {
		x := within(r, m.Bounds().Grown(0.3))
		n, ok := united.Nearest(x, 1)
		w, also := want.Nearest(x, 1)
		if ok != also || math.Abs(n.Distance-w.Distance) > 1e-9 || united.Inside(x) != want.Inside(x) || m.Inside(x) != want.Inside(x) {
			t.Fatalf("%v: %+v %t, want %+v %t", x, n, ok, w, also)
		}
		if plain, ok := m.Nearest(x, 1); ok && math.Abs(plain.Distance-w.Distance) > 1e-3 {
			apart++
		}
	}
	if apart == 0 {
		t.Error("the mesh alone would do")
	}
	whole := must[*Mesh](t)(Tessellate(a, 1))
	if s := must[Shape](t)(whole.United()); s != Shape(whole) {
		t.Errorf("a mesh of one part is %T", s)
	}
}
