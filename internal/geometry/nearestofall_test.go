package geometry

import (
	"math"
	"testing"
)

// boxMesh is a box as a mesh.
func boxMesh(t *testing.T, b Box) *Mesh {
	corner := func(k int) (x Vec) {
		for a := range 3 {
			if x[a] = b.Min[a]; k>>a&1 == 1 {
				x[a] = b.Max[a]
			}
		}
		return x
	}
	var all []Triangle
	for _, q := range [][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1},
		{4, 5, 7, 6}} {
		all = append(all, Triangle{corner(q[0]), corner(q[1]), corner(q[2])},
			Triangle{corner(q[0]), corner(q[2]), corner(q[3])})
	}
	m, err := NewMesh(all, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// cubes are shapes that mirrors along x, y and z, and quarter turns about them, leave as they are,
// about one middle, with lengths that are no binary fractions.
func cubes(t *testing.T) (all map[string]Shape, middle Vec) {
	middle = Vec{0.7, 0.3, 1.1}
	box, err := NewBox(Vec{0.54, 0.14, 0.94}, Vec{0.86, 0.46, 1.26})
	if err != nil {
		t.Fatal(err)
	}
	prism, err := NewPrism([][2]float64{{0.54, 0.94}, {0.86, 0.94}, {0.86, 1.26}, {0.54, 1.26}}, 1,
		0.14, 0.46)
	if err != nil {
		t.Fatal(err)
	}
	left, _ := NewBox(Vec{0.54, 0.14, 0.94}, Vec{0.7, 0.46, 1.26})
	right, _ := NewBox(Vec{0.65, 0.14, 0.94}, Vec{0.86, 0.46, 1.26})
	all = map[string]Shape{"box": box, "prism": prism, "mesh": boxMesh(t, box),
		"union": Union(left, right)}
	for _, name := range []string{"box", "prism", "mesh"} {
		turned, err := Rotate(all[name], Vec{0, 1, 0}, 0.3*math.Pi, middle)
		if err == nil {
			turned, err = Rotate(turned, Vec{0, 1, 0}, 0.2*math.Pi, middle)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[name+" turned by 90°"] = turned
	}
	return all, middle
}

// images are what mirrors and quarter turns make of a vector.
func images(v Vec) (all []Vec) {
	for k := range 6 {
		a, b := k%3, (k%3+1+k/3)%3
		p := Vec{v[a], v[b], v[3-a-b]}
		for signs := range 8 {
			q := p
			for axis := range 3 {
				q[axis] *= float64(1 - 2*(signs>>axis&1))
			}
			all = append(all, q)
		}
	}
	return all
}

// Mirror images of a place in a symmetric shape have mirror images of a nearest point, also where
// faces are equally near and rounding differs.
func TestNearestOfAllIsSymmetric(t *testing.T) {
	const dp, little = 0.02, 2e-7
	shapes, middle := cubes(t)
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 216 {
				from := Vec{float64(i%6) + 2.5, float64(i/6%6) + 2.5, float64(i/36) + 2.5}
				first, ok := NearestOfAll(s, along(middle, dp, from), 1, little)
				if !ok {
					t.Fatalf("nothing is near %v", from)
				}
				normals := images(first.Normal)
				for k, d := range images(from) {
					x := along(middle, dp, d)
					x[k%3] += 1e-15 * float64(k%5-2)
					of, ok := NearestOfAll(s, x, 1, little)
					if !ok || distance(of.Normal, normals[k]) > 1e-9 ||
						math.Abs(of.Distance-first.Distance) > 1e-9 {
						t.Fatalf("of %v the nearest is %+v, of %v %+v", from, first, d, of)
					}
				}
			}
		})
	}
}

// On the diagonal of a corner the corner is taken, beside it the nearest face.
func TestNearestOfAllInCorner(t *testing.T) {
	const little = 2e-7
	shapes, middle := cubes(t)
	for name, s := range shapes {
		for _, test := range []struct{ from, normal Vec }{
			{Vec{0.13, 0.13, 0.13}, Vec{1, 1, 1}}, {Vec{-0.13, 0, 0.13}, Vec{-1, 0, 1}},
			{Vec{0.1, -0.13, 0.13}, Vec{0, -1, 1}}, {Vec{0.13, 0.129, 0.1}, Vec{1, 0, 0}},
			{Vec{0.02, -0.05, 0.129}, Vec{0, 0, 1}},
		} {
			of, ok := NearestOfAll(s, add(middle, test.from), 1, little)
			far := 0.0
			for a, n := range test.normal {
				far += (n*0.16 - test.from[a]) * n * (n*0.16 - test.from[a]) * n
			}
			if n := unit(test.normal); !ok || distance(of.Normal, n) > 1e-9 ||
				math.Abs(of.Distance+math.Sqrt(far)) > 1e-9 ||
				distance(of.Point, along(add(middle, test.from), math.Sqrt(far), n)) > 1e-9 {
				t.Errorf("%s: from %v the nearest is %+v, want %v at %g", name, test.from, of, n, far)
			}
		}
	}
}

// Round faces, edges outside and opposite faces stay what Nearest says.
func TestNearestOfAllElsewhere(t *testing.T) {
	cylinder, err := NewCylinder(Vec{0.7, 0.1, 1.1}, Vec{0.7, 0.9, 1.1}, 0.16)
	if err != nil {
		t.Fatal(err)
	}
	plate, _ := NewBox(Vec{0, 0, 0.1}, Vec{1, 1, 0.2})
	for k, test := range []struct {
		s Shape
		x Vec
	}{
		{cylinder, Vec{0.75, 0.5, 1.18}}, {cylinder, Vec{0.9, 0.5, 1.3}},
		{cylinder, Vec{0.71, 0.95, 1.1}},
		{plate, Vec{1.1, 1.1, 0.3}}, {plate, Vec{0.5, 0.4, 0.12}},
	} {
		want, _ := test.s.Nearest(test.x, 1)
		if got, ok := NearestOfAll(test.s, test.x, 1, 1e-7); !ok || got != want {
			t.Errorf("%d: %+v, want %+v", k, got, want)
		}
	}
	for _, noise := range []float64{-1e-16, 0, 1e-16} { // between the faces of a plate
		got, ok := NearestOfAll(plate, Vec{0.5, 0.5, 0.15 + noise}, 1, 1e-7)
		if !ok || got.Normal != (Vec{0, 0, 1}) || math.Abs(got.Distance+0.05) > 1e-9 {
			t.Errorf("between two faces: %+v", got)
		}
	}
}
