package geometry

import (
	"math"
	"runtime"
	"slices"
	"testing"
)

// Runs have the sites that are inside, and Near has the sites near the surface, as if each was
// asked.
func TestSites(t *testing.T) {
	all := shapes(t)
	all["mesh"] = must[*Mesh](t)(Tessellate(all["bottle"], 0.1))
	all["tank"] = Difference(Box{Vec{-0.5, -0.5, -0.5}, Vec{0.6, 0.6, 0.6}}, all["pointed cone"],
		all["sphere"])
	for name, s := range all {
		b := s.Bounds().Grown(0.2)
		l := over(b, 0.07)
		l.Step[0], l.Step[1], l.N[0] = 0.11, 0.083, l.N[0]*2/3
		const least, most = -0.16, 0.09
		var inside [][3]int
		var near []Site
		for i := range l.N[0] {
			for j := range l.N[1] {
				for k := range l.N[2] {
					x := l.Perturbed(l.At(i, j, k))
					if s.Inside(x) {
						inside = append(inside, [3]int{i, j, k})
					}
					if n, ok := s.Nearest(x, 0.5); ok && n.Distance >= least && n.Distance <= most {
						near = append(near, Site{[3]int{i, j, k}, n})
					}
				}
			}
		}
		var got [][3]int
		for _, r := range Runs(s, l) {
			for k := r.Low; k < r.High; k++ {
				got = append(got, [3]int{r.I, r.J, k})
			}
		}
		if !slices.Equal(got, inside) {
			t.Errorf("%s: %d sites inside, want %d", name, len(got), len(inside))
		}
		if len(inside) < 100 || len(near) < 300 {
			t.Errorf("%s: only %d sites inside, %d near", name, len(inside), len(near))
		}
		sites := Near(s, l, least, most)
		if !slices.EqualFunc(sites, near, func(a, b Site) bool {
			return a.At == b.At &&
				math.Abs(a.Distance-b.Distance) < 1e-12
		}) {
			t.Errorf("%s: %d sites near, want %d", name, len(sites), len(near))
		}
	}
}

// A site on a surface is in the shape at one of two opposite faces, whatever rounding does to it.
// So shapes of whole spacings have as many sites, wherever they lie, and what is left of space has
// the others.
func TestSitesOnFaces(t *testing.T) {
	const step = 0.02
	turned := func(s Shape, axis Vec, degrees float64) Shape {
		return must[Shape](t)(Rotate(s, axis, degrees*math.Pi/180, Vec{0.3, 0.3, 0.25}))
	}
	box := Box{Vec{0.21, 0.21, 0.16}, Vec{0.39, 0.39, 0.34}} // 9 spacings
	beside := Box{Vec{0.39, 0.21, 0.16}, Vec{0.45, 0.39, 0.34}}
	square := [][2]float64{{0.21, 0.16}, {0.39, 0.16}, {0.39, 0.34}, {0.21, 0.34}}
	all := map[string]struct {
		shape Shape
		sites int
	}{
		"box":                    {box, 729},
		"box turned by 90":       {turned(box, Vec{0, 0, 1}, 90), 729},
		"box turned by -90":      {turned(box, Vec{1, 0, 0}, -90), 729},
		"box turned in two ways": {turned(turned(box, Vec{0, 1, 0}, 90), Vec{0, 0, 1}, 180), 729},
		"prism along x":          {must[*Prism](t)(NewPrism(square, 0, 0.21, 0.39)), 729},
		"prism along y":          {must[*Prism](t)(NewPrism(square, 1, 0.21, 0.39)), 729},
		"prism along z":          {must[*Prism](t)(NewPrism(square, 2, 0.16, 0.34)), 729},
		"mesh":                   {must[*Mesh](t)(Tessellate(box, 0.05)), 729},
		"two boxes as one":       {Union(box, beside), 12 * 81},
		"two overlapping boxes": {Union(box, Box{Vec{0.31, 0.21, 0.16}, Vec{0.45, 0.39, 0.34}}),
			12 * 81},
		"box less a box": {Difference(Union(box, beside), beside), 729},
		"box less what is in it": {Difference(box, Box{Vec{0.25, 0.25, 0.2}, Vec{0.35, 0.35, 0.3}}),
			729 - 125},
		"intersection": {Intersection(Union(box, beside), box), 729},
	}
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			for _, by := range []float64{0, 1e-12, -1e-12, 1e-7 * step, 1e-6 * step, -1e-6 * step,
				0.3 * step, 0.5 * step, -0.9 * step} {
				l := Lattice{Origin: Vec{}, Step: Vec{step, step, step}, N: [3]int{30, 30, 25}}
				moved := must[Shape](t)(Translate(c.shape, Vec{by, 2 * by, -by}))
				inside, outside := Sites(Runs(moved, l)), Sites(Runs(Complement(moved), l))
				if inside != c.sites || inside+outside != 30*30*25 {
					t.Errorf("moved by %g: %d sites, %d outside, want %d", by, inside, outside, c.sites)
				}
				if near := len(Near(moved, l, -1, 0)); near != inside {
					t.Errorf("moved by %g: %d sites near the surface, of %d", by, near, inside)
				}
			}
		})
	}
}

// Where two shapes meet at sites, each site is in one of them.
func TestSitesBetweenShapes(t *testing.T) {
	l := Lattice{Origin: Vec{-0.05, -0.05, -0.05}, Step: Vec{0.1, 0.1, 0.1}, N: [3]int{21, 21, 21}}
	space := Box{Vec{-0.1, -0.1, -0.1}, Vec{2.1, 2.1, 2.1}}
	for name, s := range map[string]Shape{
		"sphere":   must[Sphere](t)(NewSphere(Vec{1, 1, 1}, 0.5)),
		"cylinder": must[*Revolved](t)(NewCylinder(Vec{1, 1, 0.5}, Vec{1, 1, 1.5}, 0.5)),
		"lying":    must[*Revolved](t)(NewCylinder(Vec{0.5, 1, 1}, Vec{1.5, 1, 1}, 0.5)),
		"slope": must[*Prism](t)(NewPrism([][2]float64{{0.2, 0.2}, {1.8, 0.2}, {1.8, 1}}, 1, 0.3,
			1.7)),
		"plane": must[Plane](t)(NewPlane(Vec{1, 1, 1}, Vec{1, -1, 2})),
		"cone":  must[*Revolved](t)(NewCone(Vec{1, 1, 0.5}, Vec{1, 1, 1.5}, 0.5, 0)),
	} {
		all := slices.Concat(Runs(s, l), Runs(Difference(space, s), l))
		if n := Sites(all); n != 21*21*21 {
			t.Errorf("%s: %d sites in it or outside, want %d", name, n, 21*21*21)
		}
		if name == "sphere" || name == "cylinder" || name == "lying" {
			mirrored := must[Shape](t)(Rotate(s, Vec{0, 0, 1}, math.Pi, Vec{1, 1, 1}))
			if n, m := Sites(Runs(s, l)), Sites(Runs(mirrored, l)); n != m {
				t.Errorf("%s: %d sites, and %d turned by 180 degrees", name, n, m)
			}
		}
	}
}

// Water from a seed comes to sites on the surface of a wall that are not in the wall.
func TestFloodToSurface(t *testing.T) {
	l := Lattice{Origin: Vec{-0.05, -0.05, -0.05}, Step: Vec{0.1, 0.1, 0.1}, N: [3]int{10, 10, 10}}
	walls := Union(Box{Vec{-1, -1, -1}, Vec{2, 2, 0.2}}, Box{Vec{-1, -1, -1}, Vec{0.2, 2, 2}})
	f := must[*Flooded](t)(Flood(l, walls, 0, Vec{0.5, 0.5, 0.5}, 0.95))
	if n := Sites(f.Runs); n != 8*10*8 {
		t.Errorf("%d sites, want %d", n, 8*10*8)
	}
}

// The order of sites does not depend on the number of processors.
func TestSitesInOrder(t *testing.T) {
	s := shapes(t)["turned prism"]
	l := over(s.Bounds(), 0.03)
	runs, sites := Runs(s, l), Near(s, l, -0.1, 0)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !slices.Equal(Runs(s, l), runs) || !slices.Equal(Near(s, l, -0.1, 0), sites) {
		t.Error("sites differ with one processor")
	}
}

// A mesh with a hole is filled as if it had none.
func TestRunsOfMeshWithHole(t *testing.T) {
	whole := must[*Mesh](t)(Tessellate(Sphere{Vec{}, 1}, 0.2))
	all := whole.Triangles()
	holed := must[*Mesh](t)(NewMesh(slices.Delete(slices.Clone(all), 300, 302), 0))
	l := over(whole.Bounds(), 0.05)
	want, got := Sites(Runs(whole, l)), Sites(Runs(holed, l))
	if math.Abs(float64(want-got)) > 0.001*float64(want) {
		t.Errorf("%d sites, want %d", got, want)
	}
	plain := 0
	for i := range l.N[0] {
		for j := range l.N[1] {
			if x := l.At(i, j, 0); !sorted(holed.hits(x, Vec{0, 0, 1}, nil)) {
				plain++
			}
		}
	}
	if plain == 0 {
		t.Error("no column goes through the hole")
	}
}

// Lines through edges and corners, and along faces, cross as lines beside them.
func TestLinesThroughCorners(t *testing.T) {
	m := must[*Mesh](t)(Tessellate(Box{Vec{}, Vec{1, 1, 1}}, 1))
	fine := must[*Mesh](t)(Tessellate(Sphere{Vec{}, 1}, 0.1))
	for _, p := range fine.points {
		if h := fine.hits(p, Vec{0, 0, 1}, nil); !sorted(h) {
			t.Errorf("through %v: %v", p, h)
		}
	}
	for i := range 21 {
		for j := range 21 {
			x := Vec{float64(i)/10 - 0.5, float64(j)/10 - 0.5, 0}
			in := m.Along(x, Vec{0, 0, 1}, nil)
			strictly := x[0] > 0 && x[0] < 1 && x[1] > 0 && x[1] < 1
			out := x[0] < 0 || x[0] > 1 || x[1] < 0 || x[1] > 1
			if strictly && !slices.Equal(in, []Interval{{0, 1}}) || out && len(in) > 0 || len(in) > 1 {
				t.Errorf("%v: %v", x, in)
			}
		}
	}
}

// Fluid less what is close to walls is what is far from them.
func TestWithout(t *testing.T) {
	fluid, walls := Box{Vec{}, Vec{1, 1, 1}}, Sphere{Vec{0.5, 0.5, 0.6}, 0.3}
	l := over(fluid.Grown(0.1), 0.07)
	n := 0
	for _, r := range Without(Runs(fluid, l), Near(walls, l, math.Inf(-1), 0.05)) {
		for k := r.Low; k < r.High; k++ {
			n++
			if x := l.At(r.I, r.J, k); !fluid.Inside(x) || distance(x, walls.Centre) <= 0.35 {
				t.Fatalf("%v is left", x)
			}
		}
	}
	want := 0
	for i := range l.N[0] {
		for j := range l.N[1] {
			for k := range l.N[2] {
				if x := l.At(i, j, k); fluid.Inside(x) && distance(x, walls.Centre) > 0.35 {
					want++
				}
			}
		}
	}
	if n != want {
		t.Errorf("%d sites are left, want %d", n, want)
	}
}

// A mesh includes its surface, and so does what is outside of it.
func TestOnMesh(t *testing.T) {
	m := must[*Mesh](t)(Tessellate(Sphere{Vec{0.1, 0.2, 0.3}, 1}, 0.3))
	for i := range m.corners {
		for _, p := range m.triangle(i) {
			if !m.Inside(p) || !Complement(m).Inside(p) {
				t.Errorf("the corner %v is outside", p)
			}
			if n, ok := m.Nearest(p, 1); !ok || n.Distance != 0 || math.Abs(norm(n.Normal)-1) > 1e-12 ||
				distance(n.Normal, sub(p, Vec{0.1, 0.2, 0.3})) > 0.2 {
				t.Errorf("the corner %v: %+v", p, n)
			}
		}
	}
}
