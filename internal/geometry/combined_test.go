package geometry

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// anyShape is a shape about the size of 1 near the origin. With an even number it is often on a
// coarse grid, so that faces of several shapes lie in one plane and edges meet.
func anyShape(t testing.TB, r *rand.Rand, grid bool) Shape {
	number := func(low, high float64) float64 {
		v := low + r.Float64()*(high-low)
		if grid {
			v = math.Round(v*4) / 4
		}
		return v
	}
	place := func() Vec { return Vec{number(-0.5, 0.5), number(-0.5, 0.5), number(-0.5, 0.5)} }
	axis := func() Vec {
		if grid {
			var v Vec
			v[r.IntN(3)] = 1
			return v
		}
		return direction(r)
	}
	p := place()
	var s Shape
	switch r.IntN(6) {
	case 0, 1:
		s = Box{p, add(p, Vec{number(0.25, 1), number(0.25, 1), number(0.25, 1)})}
		if !grid {
			s = must[Shape](t)(Rotate(s, axis(), r.Float64()*6, p))
		}
	case 2:
		s = Sphere{p, number(0.25, 0.75)}
	case 3:
		s = must[*Revolved](t)(NewCylinder(p, along(p, number(0.5, 1), axis()), number(0.25, 0.5)))
	case 4:
		s = must[*Revolved](t)(NewCone(p, along(p, number(0.5, 1), axis()), number(0.25, 0.5),
			number(0, 0.25)))
	case 5:
		outline := [][2]float64{{p[0], p[1]}, {p[0] + 0.75, p[1]}, {p[0] + 0.5, p[1] + 0.25},
			{p[0] + 0.5, p[1] + 0.75}}
		s = must[*Prism](t)(NewPrism(outline, r.IntN(3), p[2], p[2]+number(0.25, 1)))
	}
	if !grid {
		f := 0.7 + 0.6*r.Float64()
		s = must[Shape](t)(Scale(s, Vec{f, f, f}))
	}
	return s
}

func anyCombination(t testing.TB, r *rand.Rand, grid bool) Shape {
	a, b := anyShape(t, r, grid), anyShape(t, r, grid)
	switch r.IntN(8) {
	case 0:
		return Union(a, b)
	case 1:
		return Intersection(a, b)
	case 2:
		return Difference(a, b)
	case 3:
		return Union(a, b, anyShape(t, r, grid))
	case 4:
		return Difference(a, b, anyShape(t, r, grid))
	case 5:
		return Union(Difference(a, b), anyShape(t, r, grid))
	case 6:
		return Complement(Union(Intersection(a, anyShape(t, r, grid)), b))
	}
	return Difference(Union(a, b), anyShape(t, r, grid), anyShape(t, r, grid))
}

// The nearest point of hundreds of combinations is on their surface, and nothing is nearer.
func TestCombinations(t *testing.T) {
	cusps := 0
	defer func() {
		if cusps > 20 {
			t.Errorf("%d points are not on the surface, but for cusps", cusps)
		}
		t.Log(cusps, "cusps")
	}()
	for i := range 200 {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		s := anyCombination(t, r, i%2 == 0)
		around := Box{Vec{-1, -1, -1}, Vec{1.5, 1.5, 1.5}}
		surface := surfacePoints(t, r, s, 300)
		for k := range 30 {
			x := within(r, around)
			if len(surface) > 0 && k%2 == 0 {
				x = along(surface[r.IntN(len(surface))], 0.1*r.NormFloat64(), direction(r))
			}
			n, ok := s.Nearest(x, 5)
			if !ok {
				if len(surface) > 0 {
					t.Errorf("%d: no surface is near %v", i, x)
				}
				continue
			}
			if (n.Distance <= 0) != s.Inside(x) {
				t.Errorf("%d: %v: distance %g, inside %t", i, x, n.Distance, s.Inside(x))
			}
			if back := along(n.Point, n.Distance, n.Normal); distance(back, x) > 1e-7 {
				t.Errorf("%d: %v: the normal %v leads from %v to %v", i, x, n.Normal, n.Point, back)
			}
			if !onSurface(r, s, n.Point, 3e-6) {
				// where a circle touches a plane the solid is as thin as you like
				if cusps++; i%2 == 0 && (onSurface(r, s, n.Point, 0.03) || onSurface(r, s, n.Point, 0.15)) {
					continue
				}
				t.Errorf("%d: %v: the point %v, at %g, is not on the surface", i, x, n.Point, n.Distance)
			}
			for _, q := range surface {
				if d := distance(q, x); d < math.Abs(n.Distance)-1e-6 {
					t.Fatalf("%d: %v: distance %g, but %v is at %g", i, x, n.Distance, q, d)
				}
			}
			checkBall(t, r, s, x, 60)
			if t.Failed() {
				t.Fatalf("combination %d: %s", i, describe(s))
			}
		}
		for range 10 {
			checkLine(t, s, within(r, around), direction(r))
		}
		if t.Failed() {
			t.Fatalf("combination %d: %s", i, describe(s))
		}
	}
}

func describe(s Shape) string {
	c, ok := s.(*combined)
	if !ok {
		if m, ok := s.(*moved); ok {
			return fmt.Sprintf("moved %v %s", m.motion, describe(m.shape))
		}
		if r, ok := s.(*Revolved); ok {
			return fmt.Sprintf("revolved %v %v %v", r.from, r.axis, r.profile.p)
		}
		if p, ok := s.(*Prism); ok {
			return fmt.Sprintf("prism %v %v %v %v", p.outline.p, p.axis, p.low, p.high)
		}
		return fmt.Sprintf("%T %v", s, s)
	}
	text := fmt.Sprintf("op %d (", c.op)
	for _, p := range c.parts {
		text += "\n  " + describe(p)
	}
	return text + ")"
}

// surfacePoints are ends of what random lines have inside.
func surfacePoints(t testing.TB, r *rand.Rand, s Shape, lines int) (points []Vec) {
	for range lines {
		from, way := within(r, Box{Vec{-0.6, -0.6, -0.6}, Vec{1, 1, 1}}), direction(r)
		for _, i := range s.Along(from, way, nil) {
			for _, end := range []float64{i.Low, i.High} {
				if !math.IsInf(end, 0) {
					points = append(points, along(from, end, way))
				}
			}
		}
	}
	return points
}

// onSurface reports whether there are points inside and points outside very close to p.
func onSurface(r *rand.Rand, s Shape, p Vec, little float64) bool {
	// corners may be sharp
	return bothSides(20000, func(int) bool { return s.side(along(p, little, direction(r))) > 0 })
}

// bothSides reports whether some of up to n probes are inside, and others not.
func bothSides(n int, inside func(k int) bool) bool {
	in, out := false, false
	for k := 0; k < n && !(in && out); k++ {
		if inside(k) {
			in = true
		} else {
			out = true
		}
	}
	return in && out
}

// Where the answer is known.
func TestWhereShapesMeet(t *testing.T) {
	box := func(x0, y0, z0, x1, y1, z1 float64) Box { return Box{Vec{x0, y0, z0}, Vec{x1, y1, z1}} }
	third := 1 / math.Sqrt(3)
	cylinder := must[*Revolved](t)(NewCylinder(Vec{0, 0, -1}, Vec{0, 0, 1}, 0.5))
	pipe := func(x, radius float64) Shape {
		return must[*Revolved](t)(NewCylinder(Vec{x, 0, -9}, Vec{x, 0, 9}, radius))
	}
	cone := func(x float64) Shape { // of radius 5 at z = 0, and of next to no slope
		return must[*Revolved](t)(NewCone(Vec{x, 0, -9}, Vec{x, 0, 9}, 5+9e-12, 5-9e-12))
	}
	torus := must[*Revolved](t)(NewRevolved(Vec{}, Vec{0, 0, 1},
		[][2]float64{{0.5, 1}, {2, 1}, {2, 2.2}, {0.5, 2.2}, {0.5, 1}}))
	for _, c := range []struct {
		name     string
		shape    Shape
		x        Vec
		distance float64
		point    Vec
		normal   Vec
	}{
		{"the face that two boxes share is no surface",
			Union(box(0, 0, 0, 1, 1, 1), box(1, 0, 0, 2, 1, 1)), Vec{1, 0.5, 0.8}, -0.2, Vec{1, 0.5, 1},
			Vec{0, 0, 1}},
		{"inside of an L the edge is nearest", Union(box(0, -3, 0, 2, 3, 1), box(0, -3, 0, 1, 3, 2)),
			Vec{0.6, 0.5, 0.7}, -0.5, Vec{1, 0.5, 1}, Vec{0.8, 0, 0.6}},
		{"outside of an intersection the edge is nearest",
			Intersection(box(-9, -9, -9, 0, 9, 9), box(-9, -9, -9, 9, 9, 0)), Vec{3, 0, 4}, 5, Vec{},
			Vec{0.6, 0, 0.8}},
		{"the corner of three", Intersection(Plane{Vec{}, Vec{1, 0, 0}}, Plane{Vec{}, Vec{0, 1, 0}},
			Plane{Vec{}, Vec{0, 0, 1}}), Vec{1, 1, 1}, math.Sqrt(3), Vec{}, Vec{third, third, third}},
		{"a tank's walls at a corner", Complement(box(0, 0, 0, 1, 1, 1)), Vec{-3, -4, 0.5}, -5,
			Vec{0, 0, 0.5}, Vec{0.6, 0.8, 0}},
		{"a tank's walls at a face", Complement(box(0, 0, 0, 1, 1, 1)), Vec{-0.2, 0.5, 0.5}, -0.2,
			Vec{0, 0.5, 0.5}, Vec{1, 0, 0}},
		{"two spheres' circle", Union(Sphere{Vec{-3, 0, 0}, 5}, Sphere{Vec{3, 0, 0}, 5}), Vec{0, 1, 0},
			-3, Vec{0, 4, 0}, Vec{0, 1, 0}},
		{"a dome's rim", Intersection(Sphere{Vec{}, 5}, Plane{Vec{0, 0, 3}, Vec{0, 0, -1}}),
			Vec{7, 0, -1}, 5, Vec{4, 0, 3}, Vec{0.6, 0, -0.8}},
		{"a column's foot", Union(cylinder, Plane{Vec{}, Vec{0, 0, 1}}), Vec{0.4, 0, -0.1},
			-math.Hypot(0.1, 0.1), Vec{0.5, 0, 0}, Vec{math.Sqrt2 / 2, 0, math.Sqrt2 / 2}},
		{"a hole through a slab", Difference(box(-2, -2, 0, 2, 2, 1), cylinder), Vec{0.1, 0, 0.5}, 0.4,
			Vec{0.5, 0, 0.5}, Vec{-1, 0, 0}},
		{"a hole's rim", Difference(box(-2, -2, 0, 2, 2, 1), cylinder), Vec{0.2, 0, 1.4}, 0.5,
			Vec{0.5, 0, 1}, Vec{-0.6, 0, 0.8}},
		{"two parallel pipes", Union(pipe(-3, 5), pipe(3, 5)), Vec{0, 1, 0.5}, -3, Vec{0, 4, 0.5},
			Vec{0, 1, 0}},
		{"two parallel cones", Union(cone(-3), cone(3)), Vec{0, 1, 0}, -3, Vec{0, 4, 0}, Vec{0, 1, 0}},
		{"a ring on a pipe, from within", Union(pipe(0, 1), torus), Vec{0.6, 0, 1.9}, -0.5,
			Vec{1, 0, 2.2}, Vec{0.8, 0, 0.6}},
		{"a cone through a pipe", Union(pipe(0, 2),
			must[*Revolved](t)(NewCone(Vec{0, 0, -1}, Vec{0, 0, 3}, 3, 1))), Vec{1.52, 0, 0.86}, -0.5,
			Vec{2, 0, 1}, Vec{0.96, 0, 0.28}},
		{"a pipe in a ball", Union(pipe(0, 3), Sphere{Vec{0, 0, 0}, 5}), Vec{2.4, 0, 3.2}, -1,
			Vec{3, 0, 4}, Vec{0.6, 0, 0.8}},
	} {
		n, ok := c.shape.Nearest(c.x, 10)
		if !ok || math.Abs(n.Distance-c.distance) > 1e-10 || distance(n.Point, c.point) > 1e-9 ||
			distance(n.Normal, c.normal) > 1e-9 {
			t.Errorf("%s: %+v, want %g %v %v", c.name, n, c.distance, c.point, c.normal)
		}
	}
}

// Far from the origin, as with coordinates of a map, nothing changes but by rounding.
func TestFarFromOrigin(t *testing.T) {
	away := Vec{500_000, 5_000_000, 100}
	bottle := must[*Mesh](t)(Tessellate(shapes(t)["bottle"], 0.1))
	shifted := must[*Mesh](t)(bottle.mapped(func(x Vec) Vec { return add(x, away) }))
	random := rand.New(rand.NewPCG(42, 1))
	for range 2000 {
		x := within(random, bottle.Bounds().Grown(0.1))
		a, _ := bottle.Nearest(x, 1)
		b, _ := shifted.Nearest(add(x, away), 1)
		if math.Abs(a.Distance-b.Distance) > 1e-8 || math.Abs(a.Distance) > 1e-8 &&
			shifted.Inside(add(x, away)) != bottle.Inside(x) {
			t.Fatalf("%v: %+v, far away %+v", x, a, b)
		}
		checkLine(t, shifted, add(x, away), direction(random))
	}
	for _, p := range shifted.points {
		if !shifted.Inside(p) {
			t.Errorf("the corner %v is outside", p)
		}
	}
	for i := range 60 {
		r := rand.New(rand.NewPCG(41, uint64(i)))
		s := anyCombination(t, r, false)
		far := must[Shape](t)(Translate(s, away))
		for range 20 {
			x := within(r, Box{Vec{-1, -1, -1}, Vec{1.5, 1.5, 1.5}})
			a, ok := s.Nearest(x, 1)
			b, also := far.Nearest(add(x, away), 1)
			if math.Abs(a.Distance) < 0.999 && math.Abs(b.Distance) < 0.999 && ok != also || ok && also &&
				math.Abs(a.Distance-b.Distance) > 1e-7 {
				t.Fatalf("%d: %v: %+v %t, far away %+v %t: %s", i, x, a, ok, b, also, describe(s))
			}
		}
	}
}

// A pipe that lies on the floor, and one that touches the floor of a hollow from within: close to
// the line in which they touch, the surface is there on both of its sides.
func TestShapesThatTouch(t *testing.T) {
	pipe := must[*Revolved](t)(NewCylinder(Vec{0, -1, 0.25}, Vec{0, 1, 0.25}, 0.25))
	floor := Plane{Vec{}, Vec{0, 0, 1}}
	wedge := Difference(Box{Vec{0, -1, 0}, Vec{1, 1, 0.25}}, pipe)
	for name, c := range map[string]struct {
		shape    Shape
		x        Vec
		distance float64
	}{
		"below":          {Union(pipe, floor), Vec{0, 0, -0.1}, -0.1},
		"below, beside":  {Union(pipe, floor), Vec{1e-5, 0, -0.1}, -0.1},
		"a ball, below":  {Union(Sphere{Vec{0, 0, 0.25}, 0.25}, floor), Vec{0, 0, -0.1}, -0.1},
		"in the pipe":    {Union(pipe, floor), Vec{0, 0, 0.1}, -0.1},
		"before a wedge": {wedge, Vec{-0.03, 0, -0.04}, 0.05},
		"in the plane": {Section(Union(pipe, floor, Sphere{Vec{9, 9, 9}, 1})), Vec{0, 0, 0.1},
			-0.1},
		"below a pipe's cross": {Section(
			Union(must[*Revolved](t)(NewCylinder(Vec{-1, 0, 0.25}, Vec{1, 0, 0.25}, 0.25)),
				Sphere{Vec{0, 0, 0.75}, 0.25})), Vec{0, 0, 0.4}, -0.1},
	} {
		n, ok := c.shape.Nearest(c.x, 1)
		if !ok || math.Abs(n.Distance-c.distance) > 1e-3 {
			t.Errorf("%s: %+v %t, want %g", name, n, ok, c.distance)
		}
	}
}
