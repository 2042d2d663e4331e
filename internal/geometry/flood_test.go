package geometry

import (
	"math"
	"strings"
	"testing"
)

// A tank fills up to a level, on the seed's side of a plate that is thinner than the spacing.
func TestFlood(t *testing.T) {
	const step = 0.05
	// to 1.25, 0.75, 1.25
	l := Lattice{Origin: Vec{-0.25, -0.25, -0.25}, Step: Vec{step, step, step}, N: [3]int{30, 20, 30}}
	tank := Box{Vec{}, Vec{1, 0.5, 2}}
	plate := Box{Vec{0.4999, -1, -1}, Vec{0.5001, 2, 0.7}} // sites are at 0.475 and 0.525
	walls := Union(Difference(Box{Vec{-0.2, -0.2, -0.2}, Vec{1.2, 0.7, 1}}, tank), plate)
	for _, c := range []struct {
		name  string
		walls Shape
		seed  Vec
		level float64
		sites int
		leaks bool
		err   string
	}{
		{"one side", walls, Vec{0.1, 0.1, 0.1}, 0.5, 10 * 10 * 10, false, ""},
		{"the other side", walls, Vec{0.9, 0.1, 0.1}, 0.5, 10 * 10 * 10, false, ""},
		{"over the plate", walls, Vec{0.1, 0.1, 0.1}, 0.8, 20 * 10 * 16, false, ""},
		{"over the rim", walls, Vec{0.1, 0.1, 0.1}, 1.1, -1, true, ""},
		{"a hole in the floor", Difference(walls, Box{Vec{0.2, 0.2, -1}, Vec{0.3, 0.3, 1}}),
			Vec{0.1, 0.1, 0.1}, 0.5, -1, true, ""},
		{"a seed in the wall", walls, Vec{-0.1, 0.1, 0.1}, 0.5, 0, false, "in a wall"},
		{"a seed above the level", walls, Vec{0.1, 0.1, 0.8}, 0.5, 0, false, "above the level"},
		{"a seed far away", walls, Vec{0.1, 9, 0.1}, 0.5, 0, false, "outside"},
	} {
		f, err := Flood(l, c.walls, 0.4*step, c.seed, c.level)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if n := Sites(f.Runs); c.sites >= 0 && n != c.sites {
			t.Errorf("%s: %d sites, want %d", c.name, n, c.sites)
		}
		if (f.Leaked > 0) != c.leaks || (len(f.Leaks) > 0) != c.leaks {
			t.Errorf("%s: %d leaks, at %v", c.name, f.Leaked, f.Leaks)
		}
		for _, r := range f.Runs {
			if x := l.At(r.I, r.J, r.High-1); x[2] > c.level+1e-9 || c.walls.Inside(x) {
				t.Fatalf("%s: %v is filled", c.name, x)
			}
		}
	}
}

// In two dimensions the axis with one site has no border.
func TestFloodInPlane(t *testing.T) {
	const step = 0.05
	l := Lattice{Origin: Vec{-0.2, -step / 2, -0.2}, Step: Vec{step, step, step}, N: [3]int{28, 1, 28}}
	walls := Section(Complement(Box{Vec{0, -0.5, 0}, Vec{1, 0.5, 2}}))
	f := must[*Flooded](t)(Flood(l, walls, step/2, Vec{0.5, 0, 0.5}, 0.6))
	if n := Sites(f.Runs); n != 20*12 || f.Leaked > 0 {
		t.Errorf("%d sites, %d leaks at %v", n, f.Leaked, f.Leaks)
	}
}

// Without a look at walls between sites thick walls end the fluid as with it, and a plate that is
// thinner than a spacing does not.
func TestFloodOfThickWalls(t *testing.T) {
	const step = 0.05
	l := Lattice{Step: Vec{step, step, step}, N: [3]int{20, 10, 20}}
	for thick, want := range map[float64]int{0.1: 9 * 10 * 10, 0.0002: 20 * 10 * 10} {
		wall := Box{Vec{0.5 - thick/2, -1, -1}, Vec{0.5 + thick/2, 2, 0.7}}
		f := must[*Flooded](t)(Flood(l, wall, -1, Vec{0.1, 0.1, 0.1}, 0.5))
		if n := Sites(f.Runs); n != want {
			t.Errorf("%g m thick: %d sites, not %d", thick, n, want)
		}
	}
}

// In the plane y = 0 distances, points and normals are those of the curves.
func TestSection(t *testing.T) {
	slanted := must[Shape](t)(Rotate(Box{Vec{-1, -1, -1}, Vec{1, 1, 1}}, Vec{1, 0, 0}, math.Pi/4,
		Vec{}))
	plane := must[Plane](t)(NewPlane(Vec{}, Vec{0, 1, 1}))
	cylinder := must[*Revolved](t)(NewCylinder(Vec{-2, 0.3, 0}, Vec{2, 0.3, 0}, 0.5))
	pole := must[*Revolved](t)(NewCylinder(Vec{0, 0.3, -2}, Vec{0, 0.3, 2}, 0.5))
	ball := must[*Mesh](t)(Tessellate(Sphere{Vec{0, 0.6, 0}, 1}, 0.05))
	third := 1 / math.Sqrt(2)
	for _, c := range []struct {
		name     string
		shape    Shape
		x        Vec
		distance float64
		point    Vec
		normal   Vec
		off      float64
	}{
		{"a sphere off the plane is a disc", Sphere{Vec{0, 0.6, 0}, 1}, Vec{3, 0, 0}, 2.2, Vec{0.8, 0, 0},
			Vec{1, 0, 0}, 1e-12},
		{"its inside", Sphere{Vec{0, 0.6, 0}, 1}, Vec{0.1, 7, 0}, -0.7, Vec{0.8, 0, 0}, Vec{1, 0, 0},
			1e-12},
		{"the same of triangles", ball, Vec{3, 0, 0}, 2.2, Vec{0.8, 0, 0}, Vec{1, 0, 0}, 0.02},
		{"a slanted plane", plane, Vec{5, 0, 2}, 2, Vec{5, 0, 0}, Vec{0, 0, 1}, 1e-12},
		{"a slanted box", slanted, Vec{0.2, 0, 1.2}, 1.2 - math.Sqrt2, Vec{0.2, 0, math.Sqrt2},
			Vec{0, 0, 1}, 1e-9},
		{"its end", slanted, Vec{4, 0, 0.1}, 3, Vec{1, 0, 0.1}, Vec{1, 0, 0}, 1e-12},
		{"its corner", slanted, Vec{4, 0, 4 + math.Sqrt2}, 5, Vec{1, 0, math.Sqrt2}, Vec{0.6, 0, 0.8},
			1e-9},
		{"a lying cylinder", cylinder, Vec{0, 0, 1}, 0.6, Vec{0, 0, 0.4}, Vec{0, 0, 1}, 1e-12},
		{"a standing cylinder", pole, Vec{1, 0, 0.3}, 0.6, Vec{0.4, 0, 0.3}, Vec{1, 0, 0}, 1e-12},
		{"their corner from within", Union(cylinder, pole), Vec{0.3, 0, 0.3}, -0.1 * math.Sqrt2,
			Vec{0.4, 0, 0.4}, Vec{third, 0, third}, 1e-9},
		{"a box", Box{Vec{0, -0.1, 0}, Vec{1, 0.1, 1}}, Vec{0.5, 0, 0.2}, -0.2, Vec{0.5, 0, 0},
			Vec{0, 0, -1}, 1e-12},
		{"a box from the plane on", Union(Box{Vec{0, 0, 0}, Vec{1, 1, 1}}, Sphere{Vec{5, 0, 0}, 1}),
			Vec{0.5, 0, 0.2}, -0.2, Vec{0.5, 0, 0}, Vec{0, 0, -1}, 1e-12},
		{"a tank", Complement(Box{Vec{0, -0.1, 0}, Vec{1, 0.1, 1}}), Vec{0.5, 0, 0.2}, 0.2,
			Vec{0.5, 0, 0}, Vec{0, 0, 1}, 1e-12},
	} {
		n, ok := Section(c.shape).Nearest(c.x, 10)
		if !ok || math.Abs(n.Distance-c.distance) > c.off || distance(n.Point, c.point) > 5*c.off ||
			distance(n.Normal, c.normal) > 5*c.off {
			t.Errorf("%s: %+v %t, want %g %v %v", c.name, n, ok, c.distance, c.point, c.normal)
		}
	}
	if _, ok := Section(Sphere{Vec{0, 0.6, 0}, 1}).Nearest(Vec{3, 0, 0}, 2.1); ok {
		t.Error("the disc is nearer than it is")
	}
	if _, ok := Section(Box{Vec{0, 1, 0}, Vec{1, 2, 1}}).Nearest(Vec{0, 0, 0}, 3); ok {
		t.Error("a box beside the plane has a section")
	}
	if _, ok := Section(Sphere{Vec{0, 1.5, 0}, 1}).Nearest(Vec{0, 0, 0}, 2); ok {
		t.Error("a sphere beside the plane has a section")
	}
}
