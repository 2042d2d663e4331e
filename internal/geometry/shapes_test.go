package geometry

import (
	"math"
	"math/rand/v2"
	"testing"
)

func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func within(r *rand.Rand, b Box) Vec {
	var x Vec
	for a := range 3 {
		x[a] = b.Min[a] + r.Float64()*(b.Max[a]-b.Min[a])
	}
	return x
}

// direction is a random unit vector.
func direction(r *rand.Rand) Vec {
	return unit(Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
}

var star = [][2]float64{{0, 0}, {0.4, -0.1}, {1, 0.2}, {0.6, 0.5}, {0.9, 1}, {0.35, 0.7},
	{-0.1, 0.9}, {0.2, 0.4}}

// shapes is one of each kind, some of them turned.
func shapes(t testing.TB) map[string]Shape {
	revolved := must[*Revolved](t)
	prism := must[*Prism](t)
	shape := must[Shape](t)
	turnedPrism := shape(Rotate(prism(NewPrism(star, 2, -0.2, 0.7)), Vec{1, 2, 0.5}, 0.7,
		Vec{0.1, 0.2, 0.3}))
	return map[string]Shape{
		"box":              must[Box](t)(NewBox(Vec{-0.3, 0, 0.1}, Vec{0.5, 0.4, 1.2})),
		"sphere":           must[Sphere](t)(NewSphere(Vec{0.1, 0.2, 0.3}, 0.6)),
		"cylinder":         revolved(NewCylinder(Vec{0, 0, 0}, Vec{0.5, 0.7, 0.3}, 0.35)),
		"upright cylinder": revolved(NewCylinder(Vec{0.2, 0.1, 0}, Vec{0.2, 0.1, 1}, 0.4)),
		"cone":             revolved(NewCone(Vec{0, 0.1, 0}, Vec{0.2, 0.1, 0.8}, 0.5, 0.2)),
		"pointed cone":     revolved(NewCone(Vec{0, 0, 0}, Vec{0, 0, 0.5}, 0.6, 0)),
		"prism":            prism(NewPrism(star, 1, -0.5, 0.5)),
		"turned prism":     turnedPrism,
		"scaled prism":     shape(Scale(shape(Translate(turnedPrism, Vec{1, 0, 0})), Vec{0.5, 0.5, 0.5})),
		"ring": revolved(NewRevolved(Vec{0, 0, 0}, Vec{1, 0, 2},
			[][2]float64{{0.3, 0}, {0.6, 0.1}, {0.5, 0.4}, {0.3, 0}})),
		"bottle": revolved(NewRevolved(Vec{0.1, 0, 0}, Vec{0, 1, 0},
			[][2]float64{{0.4, 0}, {0.4, 0.5}, {0.1, 0.7}, {0.1, 1}, {0.2, 1.05}, {0.2, 1.1}})),
		"turned box": shape(Rotate(must[Box](t)(NewBox(Vec{-0.3, -0.2, 0}, Vec{0.3, 0.2, 0.9})),
			Vec{0, 0, 1}, 0.5, Vec{})),
	}
}

// What a shape says of a point agrees: of its inside, its distance, its nearest point and its
// normal, and what is along lines.
func TestShapesAgreeWithThemselves(t *testing.T) {
	for name, s := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			around := s.Bounds().Grown(0.3)
			if o, ok := s.(*Revolved); ok { // on the axis
				for k := range 50 {
					checkPoint(t, s, along(o.from, -0.2+0.03*float64(k), o.axis), 1e-12)
					checkLine(t, s, o.from, o.axis)
				}
			}
			for range 2000 {
				checkPoint(t, s, within(r, around), 1e-12)
				checkLine(t, s, within(r, around), direction(r))
				if t.Failed() {
					return
				}
			}
		})
	}
}

func checkPoint(t *testing.T, s Shape, x Vec, little float64) {
	t.Helper()
	n, ok := s.Nearest(x, math.Inf(1))
	if !ok {
		t.Fatalf("no surface is near %v", x)
	}
	if (n.Distance <= 0) != s.Inside(x) {
		t.Errorf("%v: distance %g, inside %t", x, n.Distance, s.Inside(x))
	}
	if d := distance(x, n.Point); math.Abs(d-math.Abs(n.Distance)) > little {
		t.Errorf("%v: distance %g, but its point is at %g", x, n.Distance, d)
	}
	if d := norm(n.Normal); math.Abs(d-1) > 1e-12 {
		t.Errorf("%v: normal %v has length %g", x, n.Normal, d)
	}
	if back := along(n.Point, n.Distance, n.Normal); distance(back, x) > 1e-9 {
		t.Errorf("%v: the normal %v leads from %v to %v", x, n.Normal, n.Point, back)
	}
	on, ok := s.Nearest(n.Point, 1e-9)
	if !ok {
		t.Errorf("%v: the nearest point %v is not on the surface", x, n.Point)
	}
	if norm(on.Normal) < 0.999 {
		t.Errorf("%v: the surface at %v has the normal %v", x, n.Point, on.Normal)
	}
	if _, ok := s.Nearest(x, math.Abs(n.Distance)*(1-1e-9)-1e-15); ok {
		t.Errorf("%v: found within less than its distance %g", x, n.Distance)
	}
	if b := s.Bounds(); b.away(n.Point) > 1e-9 {
		t.Errorf("%v: the nearest point %v is outside of the bounds %v", x, n.Point, b)
	}
}

func checkLine(t *testing.T, s Shape, from, way Vec) {
	t.Helper()
	in := s.Along(from, way, nil)
	last := math.Inf(-1)
	for k, i := range in {
		if !((k == 0 || i.Low > last) && i.High >= i.Low) {
			t.Fatalf("line %v %v: intervals %v are not in order", from, way, in)
		}
		last = i.High
		for _, end := range []float64{i.Low, i.High} {
			if math.IsInf(end, 0) {
				continue
			}
			if _, ok := s.Nearest(along(from, end, way), 1e-9); !ok {
				t.Errorf("line %v %v: no surface at the end %g of %v", from, way, end, in)
			}
		}
	}
	for k := range 40 {
		at := -1.5 + 3*(float64(k)+0.37)/40
		want := false
		for _, i := range in {
			want = want || i.Low <= at && at <= i.High
		}
		if x := along(from, at, way); s.Inside(x) != want {
			if n, _ := s.Nearest(x, math.Inf(1)); math.Abs(n.Distance) > 1e-9 {
				t.Errorf("line %v %v: inside is %t at %g (%v), intervals %v", from, way, s.Inside(x), at, x, in)
			}
		}
	}
}

// No point of the surface is nearer than the nearest: a ball of that radius is all inside or all
// outside.
func TestNearestIsNearest(t *testing.T) {
	for name, s := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			around := s.Bounds().Grown(0.3)
			for range 300 {
				checkBall(t, r, s, within(r, around), 100)
			}
		})
	}
}

func checkBall(t *testing.T, r *rand.Rand, s Shape, x Vec, n int) {
	t.Helper()
	near, ok := s.Nearest(x, math.Inf(1))
	if !ok {
		t.Fatalf("no surface is near %v", x)
	}
	d := math.Abs(near.Distance) * (1 - 1e-7)
	inside := s.Inside(x)
	towards := unit(sub(near.Point, x))
	for i := range n {
		way := direction(r)
		if i%2 == 0 { // more where it counts
			way = unit(along(towards, 0.3, way))
		}
		if y := along(x, d*math.Cbrt(1-0.3*r.Float64()*r.Float64()), way); s.Inside(y) != inside {
			t.Fatalf("%v is %t inside and %g from the surface at %v, but %v, at %g, is not", x, inside,
				near.Distance, near.Point, y, distance(x, y))
		}
	}
}

// The mesh of a shape has its volume, its sign and its distances, as far as flat triangles can.
func TestShapesAgreeWithTheirTessellations(t *testing.T) {
	for name, s := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			const length = 0.03
			m := must[*Mesh](t)(Tessellate(s, length))
			if m.Flipped || m.Degenerate > 0 {
				t.Errorf("flipped %t, %d degenerate", m.Flipped, m.Degenerate)
			}
			for i := range m.beside {
				for k := range 3 {
					if m.beside[i][k] < 0 {
						t.Fatalf("triangle %d has no neighbour at side %d", i, k)
					}
				}
			}
			r := rand.New(rand.NewPCG(5, 6))
			around := s.Bounds().Grown(0.2)
			const sag = length * length / 8 / 0.1 // of an arc of radius 0.1
			for range 1000 {
				x := within(r, around)
				a, _ := s.Nearest(x, math.Inf(1))
				b, ok := m.Nearest(x, math.Inf(1))
				if !ok || math.Abs(a.Distance-b.Distance) > sag {
					t.Fatalf("%v: distance %g, of the mesh %g", x, a.Distance, b.Distance)
				}
				if math.Abs(a.Distance) > sag && m.Inside(x) != s.Inside(x) {
					t.Fatalf("%v: the mesh and the shape differ about inside", x)
				}
				if norm(sub(a.Point, b.Point)) < length && math.Abs(a.Distance) > length &&
					dot(a.Normal, b.Normal) < 0.8 {
					t.Errorf("%v: normal %v, of the mesh %v", x, a.Normal, b.Normal)
				}
			}
		})
	}
}

// A mesh agrees with itself as other shapes do.
func TestMeshesAgreeWithThemselves(t *testing.T) {
	for name, s := range shapes(t) {
		m := must[*Mesh](t)(Tessellate(s, 0.15))
		r := rand.New(rand.NewPCG(7, 8))
		around := m.Bounds().Grown(0.2)
		for range 500 {
			checkPoint(t, m, within(r, around), 1e-12)
			checkLine(t, m, within(r, around), direction(r))
			if t.Failed() {
				t.Fatal(name)
			}
		}
	}
}

// On an edge or a corner the normal is the mean of the faces'.
func TestNormalsOnEdges(t *testing.T) {
	half, third := 1/math.Sqrt(2), 1/math.Sqrt(3)
	box := Box{Vec{}, Vec{1, 1, 1}}
	prism := must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1, 0, 1))
	cylinder := must[*Revolved](t)(NewCylinder(Vec{}, Vec{0, 0, 1}, 1))
	cone := must[*Revolved](t)(NewCone(Vec{}, Vec{0, 0, 1}, 1, 0))
	mesh := must[*Mesh](t)(Tessellate(box, 1))
	for _, c := range []struct {
		shape     Shape
		x, normal Vec
	}{
		{box, Vec{1, 0.5, 1}, Vec{half, 0, half}},
		{box, Vec{0, 0, 1}, Vec{-third, -third, third}},
		{prism, Vec{1, 0.5, 1}, Vec{half, 0, half}},
		{prism, Vec{1, 1, 0.5}, Vec{half, half, 0}},
		{mesh, Vec{1, 0.5, 1}, Vec{half, 0, half}},
		{mesh, Vec{0, 0, 1}, Vec{-third, -third, third}},
		{cylinder, Vec{0, 1, 1}, Vec{0, half, half}},
		{cone, Vec{0, 0, 1}, Vec{0, 0, 1}},
		{Complement(box), Vec{1, 0.5, 1}, Vec{-half, 0, -half}},
		{Union(box, Sphere{Vec{9, 9, 9}, 1}), Vec{1, 0.5, 1}, Vec{half, 0, half}},
		{Difference(box, Box{Vec{0.5, -1, 0.5}, Vec{2, 2, 2}}), Vec{0.5, 0.5, 0.5}, Vec{half, 0, half}},
	} {
		n, ok := c.shape.Nearest(c.x, 0.1)
		if !ok || n.Distance != 0 || distance(n.Normal, c.normal) > 1e-9 {
			t.Errorf("%T at %v: %+v, want the normal %v", c.shape, c.x, n, c.normal)
		}
	}
}
