package problems

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/internal/geometry"
	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// surfaces calls f for each wall particle of a case that has surfaces, with its surface, and holds
// that normals have the length 1 and fluid has zeros.
func surfaces(t *testing.T, c *sph.Case, f func(i int, x, normal [3]float64, distance float64)) {
	t.Helper()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	values := c.Particles.Extra["Surface"]
	if len(values) != 4*c.Particles.Len() {
		t.Fatalf("%d particles have %d values", c.Particles.Len(), len(values))
	}
	for i, x := range c.Particles.Position {
		s := values[4*i:][:4]
		n := [3]float64{float64(s[0]), float64(s[1]), float64(s[2])}
		if c.Particles.Type[i] == sph.Fluid {
			if [4]float32(s) != [4]float32{} {
				t.Fatalf("fluid at %v has the surface %v", x, s)
			}
			continue
		}
		if !(math.Abs(scene.Norm(n)-1) < 1e-6) || !(s[3] >= 0) || c.Params.Dim == 2 && n[1] != 0 {
			t.Fatalf("the wall particle at %v has the surface %v", x, s)
		}
		f(i, x, n, float64(s[3]))
	}
}

// beyond is x + by way.
func beyond(x [3]float64, by float64, way [3]float64) [3]float64 {
	for a := range 3 {
		x[a] += by * way[a]
	}
	return x
}

// Walls of a tank have its nearest point, at a side, an edge and a corner. Those of a channel go on
// along it.
func TestSurfacesOfTank(t *testing.T) {
	for _, v := range []struct {
		name   string
		args   []string
		deltaP float64
		room   scene.Box
		kinds  int // a side, an edge, a corner
	}{
		{"Hydrostatic", nil, 0.05, scene.Box{Max: [3]float64{0.5, 0.5, math.Inf(1)}}, 3},
		{"Hydrostatic", []string{"--lid"}, 0.05, scene.Box{Max: [3]float64{0.5, 0.5, 0.5}}, 3},
		{"Hydrostatic", []string{"--lid", "--widths", "3"}, 0.05, scene.Box{Max: [3]float64{0.5, 1.5, 0.5}}, 3},
		{"Hydrostatic", []string{"--boundary", "lennard-jones"}, 0.05, scene.Box{Max: [3]float64{0.5, 0.5, math.Inf(1)}}, 3},
		{"Hydrostatic", []string{"--dim", "2"}, 0.02, scene.Box{Min: [3]float64{0, -1, 0}, Max: [3]float64{0.5, 1, math.Inf(1)}}, 2},
		{"LidDrivenCavity", nil, 0.05, scene.Box{Min: [3]float64{0, -1, 0}, Max: [3]float64{1, 1, 1}}, 2},
		{"Poiseuille", nil, 5e-5, scene.Box{Min: [3]float64{-1, -1, 0}, Max: [3]float64{1, 1, 1e-3}}, 1},
	} {
		c := setup(t, v.name, v.deltaP, append([]string{"--surfaces"}, v.args...)...)
		var seen [4]int
		surfaces(t, c, func(_ int, x, normal [3]float64, distance float64) {
			at, outside := v.room.Nearest(x), 0
			for a := range 3 {
				if at[a] != x[a] {
					outside++
				}
			}
			seen[outside]++
			want := scene.Norm(beyond(at, -1, x))
			if got := beyond(x, distance, normal); !(scene.Norm(beyond(got, -1, at)) < 1e-6*v.deltaP*10) || !(math.Abs(distance-want) < 1e-6*want) {
				t.Fatalf("%s %v: at %v the surface is at %v, %g m off, not %v, %g m", v.name, v.args, x, got, distance, at, want)
			}
		})
		for k := 1; k <= 3; k++ {
			if (seen[k] > 0) != (k <= v.kinds) {
				t.Errorf("%s %v: %v walls are beyond 0, 1, 2 and 3 sides", v.name, v.args, seen)
			}
		}
		if seen[0] > 0 {
			t.Errorf("%s %v: %d walls are not in the walls", v.name, v.args, seen[0])
		}
	}
}

// Walls of a turned pillar have its nearest side, in each width; none has its end on the floor or
// at the lid. Those below it have its foot.
func TestSurfacesOfPillar(t *testing.T) {
	const half = damPillar / 2
	c := setup(t, "DamBreak3D", 0.02, "--surfaces", "--widths", "3")
	var inside, below int
	surfaces(t, c, func(_ int, x, normal [3]float64, distance float64) {
		middle := damWidth * (math.Floor(x[1]/damWidth) + 0.5)
		p, q := x[0]-damPillarX, x[1]-middle
		u, v := (p+q)/math.Sqrt2, (q-p)/math.Sqrt2
		if max(math.Abs(u), math.Abs(v)) > half {
			return
		}
		side := half - max(math.Abs(u), math.Abs(v))
		if math.Abs(math.Abs(u)-math.Abs(v)) < 1e-9 { // two are as near, and meet at the edge
			side *= math.Sqrt2
		}
		down := max(0, -x[2], x[2]-damHeight)
		if down > 0 {
			below++
		} else {
			inside++
		}
		if want := math.Hypot(side, down); !(math.Abs(distance-want) < 1e-6*want) {
			t.Fatalf("at %v the surface is %g m off, not %g m", x, distance, want)
		}
		if math.Abs(math.Abs(u)-math.Abs(v)) < 1e-9 {
			return // two are as near
		}
		way := [3]float64{math.Copysign(1/math.Sqrt2, u), math.Copysign(1/math.Sqrt2, u), 0}
		if math.Abs(v) > math.Abs(u) {
			way = [3]float64{-math.Copysign(1/math.Sqrt2, v), math.Copysign(1/math.Sqrt2, v), 0}
		}
		for a := range way {
			way[a] *= side / distance
		}
		way[2] = down / distance
		if x[2] > damHeight {
			way[2] *= -1
		}
		if !(scene.Norm(beyond(normal, -1, way)) < 1e-5) {
			t.Fatalf("at %v the normal is %v, not %v", x, normal, way)
		}
	})
	if inside == 0 || below == 0 || inside%3 != 0 || below%3 != 0 {
		t.Errorf("%d walls are in the pillars, and %d below and above", inside, below)
	}
}

// sceneOf is the scene of a problem.
func sceneOf(t *testing.T, name string, deltaP float64, args ...string) *scene.Scene {
	t.Helper()
	p, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	p.Options().Register(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	s, _, err := p.(interface {
		scene(deltaP float64) (*scene.Scene, *sph.Case, error)
	}).scene(deltaP)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSurfacesAreNearest(t *testing.T) {
	for _, v := range []struct {
		name   string
		args   []string
		deltaP float64
	}{
		{"DamBreak3D", []string{"--obstacles", "3"}, 0.04},
		{"BoreInABox", []string{"--widths", "2"}, 0.06}, // the cross wall and its image are one
		{"BoreInABox", []string{"--variant", "wall", "--widths", "3", "--boundary", "lennard-jones"}, 0.06},
		{"Spheric2", nil, 0.06},
		{"Hydrostatic", []string{"--wedge", "0.1", "--depth", "0.3", "--widths", "2"}, 0.03},
		{"Hydrostatic", []string{"--wedge", "0.1", "--depth", "0.3", "--dim", "2"}, 0.02},
		{"DambreakColumn", nil, 0.004},
	} {
		t.Run(strings.Join(append([]string{v.name}, v.args...), " "), func(t *testing.T) {
			checkNearest(t, sceneOf(t, v.name, v.deltaP, v.args...), setup(t, v.name, v.deltaP, append([]string{"--surfaces"}, v.args...)...))
		})
	}
}

// The same in a tank away from the origin, with a solid that is turned, one at the side towards the
// image, and one on which nothing stands.
func TestSurfacesOfImages(t *testing.T) {
	s := &scene.Scene{
		Tank: scene.Box{Min: [3]float64{0.5, -0.2, -0.1}, Max: [3]float64{1.5, 0.6, 0.5}}, Open: scene.NoLid, Room: 0.1, Images: 2,
		Pools: []scene.Pool{{Name: "water", Box: scene.Box{Min: [3]float64{0.5, -0.2, -0.1}, Max: [3]float64{0.8, 0.6, 0.3}}}},
		Solids: []scene.Solid{
			{Name: "turned", Turn: 0.3, Box: scene.Box{Min: [3]float64{0.95, 0, -0.1}, Max: [3]float64{1.15, 0.15, 0.2}}},
			{Name: "at the side", Box: scene.Box{Min: [3]float64{0.9, 0.4, -0.1}, Max: [3]float64{1.1, 0.6, 0.5}}},
			{Name: "above", Turn: -1, Box: scene.Box{Min: [3]float64{1.25, 0.2, 0.1}, Max: [3]float64{1.4, 0.4, 0.4}}},
		},
	}
	c := &sph.Case{Name: "images", Params: sph.Defaults(0.03)}
	c.Params.Further.Surfaces = true
	if err := s.Fill(c); err != nil {
		t.Fatal(err)
	}
	checkNearest(t, s, c)
}

// The same of shapes in case files: where they meet, where they touch the floor or stand beyond it,
// and where they go on at the other end of a period.
func TestSurfacesOfCaseFiles(t *testing.T) {
	const water = `
[[fluid]]
name = "water"
box = { min = [0.05, 0.05, 0.3], max = [0.95, 0.45, 0.5] }
`
	for name, text := range map[string]string{
		"pipe and ball": `
open = ["zmax"]
[[wall]]
name = "pipe"
cylinder = { from = [0.3, 0.1, 0.1], to = [0.3, 0.4, 0.1], radius = 0.1 }
[[wall]]
name = "ball"
sphere = { centre = [0.7, 0.2, 0], radius = 0.17 }
[[wall]]
name = "post"
box = { min = [0.75, 0.2, 0], max = [0.85, 0.35, 0.6] }
rotate = { axis = [0, 0, 1], angle = 20, about = [0.8, 0.275, 0] }
[[wall]]
name = "roof"
difference = [{ box = { min = [0.1, 0.1, 0.52], max = [0.9, 0.4, 0.6] } }, { sphere = { centre = [0.5, 0.25, 0.5], radius = 0.1 } }]
`,
		"periodic": `
periodic = ["x", "y"]
[[wall]]
name = "half a ball"
sphere = { centre = [0, 0.25, 0.05], radius = 0.17 }
[[wall]]
name = "beam to both ends"
cylinder = { from = [-3, 0.1, 0.1], to = [4, 0.1, 0.1], radius = 0.06 }
[[wall]]
name = "box to one end"
box = { min = [0.7, 0.3, 0], max = [1, 0.5, 0.2] }
[[wall]]
name = "box to the other"
box = { min = [0, 0.3, 0], max = [0.2, 0.5, 0.25] }
`,
		"plane": `
periodic = ["x"]
[[wall]]
name = "disc"
sphere = { centre = [0.4, 0.05, 0.1], radius = 0.17 }
[[wall]]
name = "wedge"
prism = { outline = [[0.8, 0], [1.3, 0], [1.0, 0.2]], along = "y", from = -1, to = 1 }
`,
	} {
		t.Run(name, func(t *testing.T) {
			dimension, water := 3, water
			if name == "plane" {
				dimension, water = 2, water+"translate = [0, -0.2, 0]\n"
			}
			head := fmt.Sprintf("name = %q\ndimension = %d\nspacing = 0.025\nend = 1\n[physics]\nsurfaces = true\nkernel = \"wendland\"\nh-factor = 1.3\n[domain]\nmin = [0, 0, 0]\nmax = [1, 0.5, 0.6]\n", name, dimension)
			p := ofCase(t, head+text+water)
			s, _, err := p.(*caseProblem).at(0)
			if err != nil {
				t.Fatal(err)
			}
			c, err := p.Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			checkNearest(t, s, c)
		})
	}
}

// folded is where a place of a scene is an image of.
func folded(s *scene.Scene, x [3]float64) [3]float64 {
	size := s.Tank.Size(1)
	if k := math.Floor((x[1] - s.Tank.Min[1]) / size); k > 0 && s.Images > 0 {
		x[1] -= k * size
		if math.Mod(k, 2) == 1 {
			x[1] = s.Tank.Min[1] + s.Tank.Max[1] - x[1]
		}
	}
	return x
}

// checkNearest holds that nowhere nearer to a wall particle than its surface there is room for
// fluid, and at its surface there is. What is room is said here by folding images back and by
// distances to solids, not by shapes.
func checkNearest(t *testing.T, s *scene.Scene, c *sph.Case) {
	t.Helper()
	whole, deltaP := s.Whole(), c.Params.DeltaP
	room := func(x [3]float64) bool {
		for a := range 3 {
			switch {
			case s.Open[a][0] && x[a] <= whole.Min[a] || s.Open[a][1] && x[a] >= whole.Max[a]:
				continue
			case s.Periodic[a]:
				x[a] -= math.Floor((x[a]-whole.Min[a])/whole.Size(a)) * whole.Size(a)
				continue
			}
			if !(x[a] > whole.Min[a] && x[a] < whole.Max[a]) {
				return false
			}
		}
		x = folded(s, x)
		for i := range s.Solids {
			if s.Solids[i].Distance(x) == 0 {
				return false
			}
		}
		if s.Shaped != nil {
			for _, w := range s.Shaped.Walls {
				if w.Shape.Inside(x) {
					return false
				}
			}
		}
		return true
	}
	random := rand.New(rand.NewPCG(1, 2))
	way := func() (v [3]float64) {
		for a := range v {
			if c.Params.Dim == 3 || a != int(sph.PlaneAxis) {
				v[a] = random.NormFloat64()
			}
		}
		return beyond([3]float64{}, 1/scene.Norm(v), v)
	}
	walls, err := s.AllWalls()
	if err != nil {
		t.Fatal(err)
	}
	if c.Params.Dim == 2 {
		walls = geometry.Section(walls)
	}
	tilted, cornered, all := 0, 0, 0
	surfaces(t, c, func(_ int, x, normal [3]float64, distance float64) {
		if max(math.Abs(normal[0]), math.Abs(normal[1]), math.Abs(normal[2])) < 0.99 {
			tilted++
		}
		all++
		at := beyond(x, distance, normal)
		beside := room(beyond(at, 1e-5*deltaP, normal))
		for n := 0; n < 200 && !beside; n++ { // in a corner of less than a right angle
			beside = room(beyond(at, 1e-5*deltaP, way()))
		}
		if !beside {
			t.Fatalf("there is no room at the surface of the wall particle at %v, %v", x, at)
		}
		near := distance
		if face, ok := walls.Nearest(x, 2*distance); ok && distance > -face.Distance*(1+1e-6) {
			near = -face.Distance // the point is the corner of faces that are equally near
			if cornered++; !(near > 0.3*distance) {
				t.Fatalf("the corner at %v is %g m off, but a face %g m", at, distance, near)
			}
		}
		for range 60 {
			if at := beyond(x, near*(1-1e-5), way()); room(at) {
				t.Fatalf("the surface of the wall particle at %v is at %v, %g m off, but there is room at %v", x, beyond(x, distance, normal), distance, at)
			}
		}
	})
	if tilted == 0 {
		t.Error("no normal is tilted")
	}
	if 10*cornered > all {
		t.Errorf("%d of %d wall particles have a corner, not a face", cornered, all)
	}
}

// wallsIn is a case with wall particles at the sites of a box that are in a shape, no deeper than
// some length, and one particle of fluid.
func wallsIn(shape geometry.Shape, b scene.Box, deltaP, depth float64, dim int) *sph.Case {
	c := &sph.Case{Name: "shape", Params: sph.Defaults(deltaP), End: 1}
	c.Params.Dim, c.Params.Further.Surfaces = dim, true
	c.Params.Mass = 1
	var n [3]int
	for a := range 3 {
		n[a] = int(math.Round(b.Size(a) / deltaP))
		c.Params.Min[a], c.Params.Max[a] = b.Min[a]-deltaP, b.Max[a]+deltaP
	}
	if dim == 2 {
		const a = sph.PlaneAxis
		n[a], b.Min[a], b.Max[a] = 1, -deltaP/2, deltaP/2
		c.Params.Min[a], c.Params.Max[a] = -c.Params.H/2, c.Params.H/2
	}
	for i := range n[0] * n[1] * n[2] {
		var x [3]float64
		for a, k := range [3]int{i / (n[1] * n[2]), i / n[2] % n[1], i % n[2]} {
			x[a] = b.Min[a] + (float64(k)+0.5)/float64(n[a])*b.Size(a)
		}
		if i == 0 {
			c.Particles.Add(x, sph.Fluid, 0)
		}
		if s, ok := shape.Nearest(x, depth); ok && s.Distance <= 0 {
			c.Particles.Add(x, sph.Wall, 0)
		}
	}
	return c
}

// must is a shape, or the end of the test.
func must[S geometry.Shape](t *testing.T) func(s S, err error) geometry.Shape {
	return func(s S, err error) geometry.Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// The walls of a shape have the same surfaces as those of its triangles, but for what triangles are
// off the shape. So they do where shapes meet, and in a section.
func TestSurfacesOfTessellations(t *testing.T) {
	const deltaP, edge, radius = 0.05, 0.06, 0.5
	block := must[geometry.Box](t)(geometry.NewBox([3]float64{-0.4, -0.5, -0.3}, [3]float64{0.6, 0.5, 0.7}))
	turned := must[geometry.Shape](t)(geometry.Rotate(block, [3]float64{1, 2, 3}, 0.4, [3]float64{}))
	ball := geometry.Shape(geometry.Sphere{Centre: [3]float64{0.1, 0, 0.05}, Radius: radius})
	pipe := must[*geometry.Revolved](t)(geometry.NewCylinder([3]float64{-0.5, -0.1, -0.4}, [3]float64{0.4, 0.2, 0.5}, radius))
	room := must[geometry.Box](t)(geometry.NewBox([3]float64{-1, -1, -0.0137}, [3]float64{1, 1, 1}))
	mesh := func(s geometry.Shape) geometry.Shape {
		return must[*geometry.Mesh](t)(geometry.Tessellate(s, edge))
	}
	// The corners of a triangle are on the surface, and no farther than the diagonal of a square of
	// edges from each other.
	const chord = edge * edge / (4 * radius)
	for _, v := range []struct {
		name          string
		shape, mesh   geometry.Shape
		chord, normal float64 // how far triangles are off [m], and their normals
	}{
		{"box", block, mesh(block), 0, 0},
		{"turned box", turned, mesh(turned), 0, 0},
		{"sphere", ball, mesh(ball), chord, 1.6 * edge / radius},
		{"cylinder", pipe, mesh(pipe), chord, 1.6 * edge / radius},
		{"tank", geometry.Complement(room), geometry.Complement(mesh(room)), 0, 0},
		{"tank with a sphere in its floor", geometry.Union(geometry.Complement(room), ball), geometry.Union(geometry.Complement(mesh(room)), mesh(ball)), 2 * chord, 1.6 * edge / radius},
	} {
		for _, dim := range []int{3, 2} {
			space := scene.Box{Min: [3]float64{-1.2, -1.2, -1.2}, Max: [3]float64{1.2, 1.2, 1.2}}
			shape := v.shape
			if dim == 2 {
				shape = geometry.Section(shape)
			}
			exact, tessellated := wallsIn(shape, space, deltaP, 0.15, dim), wallsIn(shape, space, deltaP, 0.15, dim)
			for c, s := range map[*sph.Case]geometry.Shape{exact: v.shape, tessellated: v.mesh} {
				inner := sph.Particles{} // what is deeper than a chord, so that it is in the triangles too
				for i, x := range c.Particles.Position {
					if near, ok := shape.Nearest(x, v.chord); c.Particles.Type[i] == sph.Fluid || !ok || near.Distance < -v.chord {
						inner.Add(x, c.Particles.Type[i], 0)
					}
				}
				c.Particles = inner
				if err := scene.FillSurfaces(c, s); err != nil {
					t.Fatalf("%s in %d dimensions: %v", v.name, dim, err)
				}
			}
			walls, compared := 0, 0
			surfaces(t, exact, func(i int, x, normal [3]float64, distance float64) {
				walls++
				s := tessellated.Particles.Extra["Surface"][4*i:][:4]
				other := [3]float64{float64(s[0]), float64(s[1]), float64(s[2])}
				if off := math.Abs(float64(s[3]) - distance); off > v.chord+1e-6 {
					t.Fatalf("%s in %d dimensions: at %v the surface is %g m off, and that of triangles %g m", v.name, dim, x, distance, s[3])
				}
				at, ok := shape.Nearest(beyond(x, float64(s[3]), other), 1)
				if !ok || math.Abs(at.Distance) > v.chord+1e-6 {
					t.Fatalf("%s in %d dimensions: the nearest point of triangles is %g m off the surface", v.name, dim, at.Distance)
				}
				// A little aside the nearest point is another one where two are as near.
				for a := range 3 {
					for _, by := range []float64{-1, 1} {
						aside := x
						aside[a] += by * (2*v.chord + 1e-4)
						if near, ok := shape.Nearest(aside, 1); !ok || scene.Norm(beyond(near.Normal, -1, normal)) > 0.2 {
							return
						}
					}
				}
				compared++
				if off := scene.Norm(beyond(other, -1, normal)); off > v.normal+1e-5 {
					t.Fatalf("%s in %d dimensions: at %v the normal is %v, and that of triangles %v", v.name, dim, x, normal, other)
				}
			})
			t.Logf("%s in %d dimensions: %d walls, of %d the normals too", v.name, dim, walls, compared)
			if compared < walls/3 || walls < 20 {
				t.Errorf("%s in %d dimensions: of %d walls, %d normals were compared", v.name, dim, walls, compared)
			}
		}
	}
}

// In two dimensions a sphere is a disc, and a box turned about y is a turned square. All is in the
// plane.
func TestSurfacesInPlane(t *testing.T) {
	const deltaP, radius, half = 0.02, 0.4, 0.3
	square := must[geometry.Box](t)(geometry.NewBox([3]float64{-half, -half, -half}, [3]float64{half, half, half}))
	space := scene.Box{Min: [3]float64{-0.5, -0.5, -0.5}, Max: [3]float64{0.5, 0.5, 0.5}}
	for _, v := range []struct {
		shape geometry.Shape
		of    func(x, z float64) float64
	}{
		{geometry.Sphere{Centre: [3]float64{0, 0.1, 0}, Radius: math.Hypot(radius, 0.1)}, func(x, z float64) float64 { return radius - math.Hypot(x, z) }},
		{must[geometry.Shape](t)(geometry.Rotate(square, [3]float64{0, 1, 0}, math.Pi/6, [3]float64{})), func(x, z float64) float64 {
			sin, cos := math.Sincos(math.Pi / 6) // z turns to x about y
			return half - max(math.Abs(cos*x-sin*z), math.Abs(sin*x+cos*z))
		}},
	} {
		c := wallsIn(geometry.Section(v.shape), space, deltaP, 1, 2)
		if err := scene.FillSurfaces(c, v.shape); err != nil {
			t.Fatal(err)
		}
		walls := 0
		surfaces(t, c, func(_ int, x, normal [3]float64, distance float64) {
			walls++
			at := beyond(x, distance, normal)
			if want := v.of(x[0], x[2]); !(math.Abs(distance-want) < 1e-6) || !(math.Abs(v.of(at[0], at[2])) < 1e-6) {
				t.Fatalf("at %v the surface is %g m off, not %g m, at %v", x, distance, want, at)
			}
		})
		if walls < 500 {
			t.Errorf("there are only %d walls", walls)
		}
	}
}

// Without the option no particle has a surface. Flows without walls have no such option. Walls that
// are not in their shape, or have no surface, are refused, the first of them.
func TestSurfacesAreChecked(t *testing.T) {
	if c := setup(t, "Hydrostatic", 0.05, "--boundary", "dummy"); c.Particles.Extra != nil || c.Params.Further.Surfaces {
		t.Errorf("there are surfaces without the option")
	}
	for _, create := range All {
		p := create()
		without := slices.Contains([]string{"TaylorGreen", "ShearWave3D", "OscillatingDrop", "RotatingSquare"}, p.Name())
		for _, row := range p.Options() {
			if refused := slices.ContainsFunc(row.Needs, func(n option.Need) bool { return !n.Met() }); row.Name == "surfaces" && refused != without {
				t.Errorf("%s refuses surfaces: %v", p.Name(), refused)
			}
		}
	}
	ball := geometry.Shape(geometry.Sphere{Radius: 0.3})
	space := scene.Box{Min: [3]float64{-0.5, -0.5, -0.5}, Max: [3]float64{0.5, 0.5, 0.5}}
	for want, walls := range map[string]geometry.Shape{
		"wall particle 1 of problem shape, at [":   geometry.Sphere{Radius: 0.1},
		"outside of the walls":                     geometry.Sphere{Radius: 0.1},
		"has no surface of the walls within 1.8 ":  geometry.Box{Min: [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}, Max: [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}},
		"has no surface of the walls within 1.8 m": geometry.Sphere{Centre: [3]float64{9, 9, 9}, Radius: 1},
	} {
		c := wallsIn(ball, space, 0.02, 1, 3)
		if err := scene.FillSurfaces(c, walls); err == nil || !strings.Contains(err.Error(), want) || c.Particles.Extra != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}
