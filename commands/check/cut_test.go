package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/problems"
	"gpusph/sph"
)

// flowOf makes a problem's flow.
func flowOf(t *testing.T, name string, deltap float64) *sph.Case {
	t.Helper()
	p, err := problems.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(deltap)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Planes are read and named as they are typed; what is none is refused in a sentence.
func TestParsePlanes(t *testing.T) {
	for list, want := range map[string]string{
		"":                    "[]",
		"y=0.335":             "[y=0.335]",
		" Z = 1e-1 ,x=-0,y=2": "[z=0.1 x=0 y=2]",
		"x=-0.25,y=-0.25":     "[x=-0.25 y=-0.25]",
	} {
		if got, err := parsePlanes(list); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%q: %v, want %s: %v", list, got, want, err)
		}
	}
	for list, want := range map[string]string{
		"y":            `--cut has "y", but a plane is an axis and where it is [m]; use y=0.335,z=0.1`,
		"y=":           `--cut has "y="`,
		"=1":           `--cut has "=1"`,
		"xy=1":         `--cut has "xy=1"`,
		"q=1":          `--cut has "q=1"`,
		"y=1m":         `--cut has "y=1m"`,
		"y=NaN":        `--cut has "y=NaN"`,
		"z=inf":        `--cut has "z=inf"`,
		"x=1,":         `--cut has ""`,
		"x=1,y=1,x=1.": "--cut has x=1 twice; name it once",
	} {
		if got, err := parsePlanes(list); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", list, got, err, want)
		}
	}
	var many []string
	for k := range mostPlanes + 1 {
		many = append(many, fmt.Sprintf("x=%d", k))
	}
	if _, err := parsePlanes(strings.Join(many, ",")); err == nil ||
		err.Error() != "--cut has 101 planes, but the maximum is 100" {
		t.Errorf("101 planes: %v", err)
	}
}

// Without --cut there is a plane through the middle of the fluid across each axis. Those that miss
// the domain are refused.
func TestPlanesOf(t *testing.T) {
	dam, wave, empty := flowOf(t, "DamBreak3D", 0.05), flowOf(t, "StandingWave", 0.05),
		cloud(0, [3]bool{}, [3]float64{1, 2, 3})
	for _, test := range []struct {
		c          *sph.Case
		asked      []plane
		want, fail string
	}{
		{dam, nil, "[y=0.335 x=0.2 z=0.2]", ""},
		{wave, nil, "[y=0]", ""},
		{empty, nil, "[y=1 x=0.5 z=1.5]", ""},
		{dam, []plane{{0, 1}, {2, -0.1}}, "[x=1 z=-0.1]", ""},
		{empty, []plane{{0, 0}, {1, 2}}, "[x=0 y=2]", ""},
		{empty, []plane{{0, 0}, {1, 2.01}}, "",
			"--cut has y=2.01, but the domain goes from y = 0 to 2 m; use a plane between them"},
		{empty, []plane{{2, -0.01}}, "", "--cut has z=-0.01, but the domain goes from z = 0 to 3 m; " +
			"use a plane between them"},
		{wave, []plane{{1, 0}}, "[y=0]", ""},
		{wave, []plane{{0, 0.5}}, "", "--cut has x=0.5, but the flow is in two dimensions; its " +
			"plane is y=0"},
		{wave, []plane{{1, 0.1}}, "", "--cut has y=0.1, but the flow is in two dimensions; its " +
			"plane is y=0"},
	} {
		got, err := planesOf(test.c, test.asked)
		if test.fail != "" && (err == nil || err.Error() != test.fail) || test.fail == "" &&
			(err != nil || fmt.Sprint(got) != test.want) {
			t.Errorf("%s, %v: %v, %v, want %s%s", test.c.Name, test.asked, got, err, test.want, test.fail)
		}
	}
}

// box adds particles on a lattice with a given number of sites and some steps, whose first is at a
// place.
func box(c *sph.Case, first, step [3]float64, sites [3]int, kind sph.Type, body uint8) {
	for i := range sites[0] {
		for j := range sites[1] {
			for k := range sites[2] {
				c.Particles.Add([3]float64{first[0] + float64(i)*step[0], first[1] + float64(j)*step[1],
					first[2] + float64(k)*step[2]}, kind, body)
			}
		}
	}
}

// A cut of a lattice is exactly one layer wherever the plane is, also halfway between two, and
// where the layers are nearer to each other or further apart than a spacing. It is the nearest.
func TestLayer(t *testing.T) {
	const n = 6
	for k := range 6 {
		axis, descending := sph.Axis(k/2), k%2 == 1
		for _, apart := range []float64{0.8, 0.9, 1, 1.07, 1.2, 1.4} { // spacings
			// layers above one in the middle
			for _, at := range []float64{0, 0.13, 0.25, 0.49, 0.5, 0.51, 0.75, 0.98} {
				c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
				step := [3]float64{0.1, 0.1, 0.1}
				step[axis] = 0.1 * apart
				first := [3]float64{0.3, 0.3, 0.3}
				if descending { // so that the ids are in the other order
					first[axis], step[axis] = first[axis]+(n-1)*step[axis], -step[axis]
				}
				box(c, first, step, [3]int{n, n, n}, sph.Fluid, 0)
				step[axis] = math.Abs(step[axis])
				got := layerOf(c, plane{axis, 0.3 + (2+at)*step[axis]})
				want := 0.3 + 2*step[axis]
				if at > 0.5 {
					want += step[axis]
				}
				if len(got) != n*n || !slices.IsSorted(got) {
					t.Errorf("across %s, %g spacings apart, %g above a layer: %d particles, want %d in order",
						axis, apart, at, len(got), n*n)
				}
				for _, i := range got {
					if x := c.Particles.Position[i][axis]; math.Abs(x-want) > 1e-9 {
						t.Errorf("across %s, %g spacings apart, %g above a layer: a particle at %g, want %g", axis,
							apart, at, x, want)
						break
					}
				}
			}
		}
	}
}

// Layers that are staggered, as those of a lattice that is turned, are not drawn over each other.
func TestLayerStaggered(t *testing.T) {
	c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
	a := 0.1 * math.Sqrt2
	box(c, [3]float64{0.3, 0.3, 0.3}, [3]float64{a, a, 0.1}, [3]int{6, 6, 6}, sph.Wall, 0)
	box(c, [3]float64{0.3 + a/2, 0.3 + a/2, 0.3}, [3]float64{a, a, 0.1}, [3]int{6, 6, 6}, sph.Wall, 0)
	for at, want := range map[float64]int{2: 36, 2.05: 36, 1.95: 36, 2.2: 36} {
		if got := layerOf(c, plane{1, 0.3 + at*a}); len(got) != want {
			t.Errorf("%g layers above the first: %d particles, want %d", at, len(got), want)
		}
	}
}

// Columns are found whatever their cells are: layers in which all is drawn that is near, and no
// more, wherever they begin.
func TestLayerAnywhere(t *testing.T) {
	for shift := 0.0; shift < 0.1; shift += 0.007 {
		c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
		box(c, [3]float64{-0.1 + shift, 0.3, -0.2 + 2*shift}, [3]float64{0.1, 0.08, 0.1}, [3]int{5, 8, 5},
			sph.Fluid, 0)
		box(c, [3]float64{-0.04 + shift, 0.352, -0.17 + 2*shift}, [3]float64{0.1, 10, 0.1},
			[3]int{5, 1, 5}, sph.Fluid, 0)
		box(c, [3]float64{-0.05 + shift, 0.352, 2.03 + shift/4}, [3]float64{0.1, 10, 0.1},
			[3]int{5, 1, 5}, sph.Wall, 0)
		box(c, [3]float64{-0.1 + shift, 0.3, 2 + shift/4}, [3]float64{0.1, 10, 0.1}, [3]int{5, 1, 5},
			sph.Fluid, 0)
		if got := layerOf(c, plane{1, 0.303}); len(got) != 25+25+25 {
			t.Errorf("begun at %g: %d particles, want 75", shift, len(got))
		}
	}
}

// Halfway between two layers a cut has nothing of the upper one, also where the lower has nothing.
func TestLayerHalfway(t *testing.T) {
	c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
	step := [3]float64{0.1, 0.1, 0.1}
	box(c, [3]float64{0.3, 0.3, 0.3}, step, [3]int{3, 3, 1}, sph.Wall, 0)
	box(c, [3]float64{0.3, 0.3, 0.4}, step, [3]int{9, 3, 1}, sph.Fluid, 0)
	for at, want := range map[float64]int{0.349: 9, 0.35: 9, 0.351: 27} {
		if got := layerOf(c, plane{2, at}); len(got) != want {
			t.Errorf("z=%g: %d particles, want %d", at, len(got), want)
		}
	}
}

// Beyond half a spacing from the last layer a cut is empty.
func TestLayerOutside(t *testing.T) {
	c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
	box(c, [3]float64{0.3, 0.3, 0.3}, [3]float64{0.1, 0.1, 0.1}, [3]int{5, 5, 5}, sph.Fluid, 0)
	box(c, [3]float64{0.3, 0.3, 1.3}, [3]float64{0.1, 0.1, 0.08}, [3]int{5, 5, 5}, sph.Fluid, 0)
	for at, want := range map[float64]int{0.249: 0, 0.251: 25, 0.749: 25, 0.751: 0, 1.249: 0,
		1.251: 25, 1.669: 25, 1.671: 0} {
		if got := layerOf(c, plane{2, at}); len(got) != want {
			t.Errorf("z=%g: %d particles, want %d", at, len(got), want)
		}
	}
	// Nor is there anything beyond layers further apart than a spacing, or between those that are
	// too far apart to be of one body.
	c = cloud(0, [3]bool{}, [3]float64{2, 2, 2})
	box(c, [3]float64{0.3, 0.3, 0.3}, [3]float64{0.1, 0.1, 0.12}, [3]int{5, 5, 3}, sph.Fluid, 0)
	box(c, [3]float64{0.3, 0.3, 0.72}, [3]float64{0.1, 0.1, 0.12}, [3]int{5, 5, 1}, sph.Fluid, 0)
	for at, want := range map[float64]int{0.24: 0, 0.36: 25, 0.48: 25, 0.6: 0, 0.64: 0, 0.68: 25,
		0.78: 0} {
		if got := layerOf(c, plane{2, at}); len(got) != want {
			t.Errorf("z=%g: %d particles of layers 0.12 and 0.18 m apart, want %d", at, len(got), want)
		}
	}
}

// Fluid, walls and bodies on lattices of their own have one layer each. What lies behind another is
// left out, and what overlaps in a layer is not.
func TestLayerOfKinds(t *testing.T) {
	c := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
	c.Bodies = []sph.Body{{Name: "pillar"}}
	box(c, [3]float64{0.5, 0.04, 0.5}, [3]float64{0.1, 0.1, 0.1}, [3]int{4, 8, 4}, sph.Fluid, 0)
	box(c, [3]float64{0.1, 0.09, 0.5}, [3]float64{0.1, 0.1, 0.1}, [3]int{4, 8, 4}, sph.Wall, 0)
	box(c, [3]float64{0.9, 0.01, 0.5}, [3]float64{0.1, 0.13, 0.1}, [3]int{4, 6, 4}, sph.Wall, 1)
	for at := 0.2; at < 0.6; at += 0.01 {
		var counts [3]int
		for _, i := range layerOf(c, plane{1, at}) {
			counts[kindOf(&c.Particles, int(i))]++
		}
		if counts != [3]int{16, 16, 16} {
			t.Errorf("y=%.3g: %v particles of fluid, walls and the body, want 16 of each", at, counts)
		}
	}
	// Walls with another lattice, too, wherever it is.
	for shift := 0.0; shift < 0.13; shift += 0.01 {
		d := cloud(0, [3]bool{}, [3]float64{2, 2, 2})
		box(d, [3]float64{0.1, 0.09, 0.5}, [3]float64{0.1, 0.1, 0.1}, [3]int{4, 8, 4}, sph.Wall, 0)
		box(d, [3]float64{0.9, 0.01 + shift, 0.5}, [3]float64{0.1, 0.13, 0.1}, [3]int{4, 6, 4}, sph.Wall,
			0)
		for at := 0.2; at < 0.6; at += 0.01 {
			if got := layerOf(d, plane{1, at}); len(got) != 32 {
				t.Errorf("two lattices, the second %g m higher, y=%.3g: %d particles, want 32", shift, at,
					len(got))
			}
		}
	}
	one := layerOf(c, plane{1, 0.34})
	c.Particles.Add([3]float64{0.51, 0.341, 0.5}, sph.Fluid, 0) // near one in the layer
	if got := layerOf(c, plane{1, 0.34}); len(got) != len(one)+1 {
		t.Errorf("%d particles with one more in the layer, want %d", len(got), len(one)+1)
	}
	// before walls half a spacing away there is nothing new
	c.Particles.Add([3]float64{0.61, 0.34, 0.5}, sph.Wall, 0)
	c.Particles.Add([3]float64{0.2, 0.395, 0.5}, sph.Fluid, 0)
	if got := layerOf(c, plane{1, 0.34}); len(got) != len(one)+2 {
		t.Errorf("%d particles with one that is behind another, want %d", len(got), len(one)+2)
	}
}

// No two particles of a cut of a problem are nearer than half a spacing in the picture, wherever
// the plane is, and the fluid has no gap.
func TestLayerOfProblems(t *testing.T) {
	for name, deltap := range map[string]float64{"DamBreak3D": 0.05, "Spheric2": 0.06,
		"BoreInABox": 0.04} {
		c := flowOf(t, name, deltap)
		for _, p := range middles(c) {
			for k := range 7 {
				p.at += deltap / 7
				layer := layerOf(c, p)
				if !slices.IsSorted(layer) {
					t.Errorf("%s, %s: particles are not in the order of ids", name, p)
				}
				right, up := p.sides()
				// columns under different pressures differ in height by less than a tenth of a
				// spacing
				var fluid, columns [][2]float64
				see := func(all [][2]float64, x [3]float64) [][2]float64 {
					at := [2]float64{x[right], x[up]}
					if slices.ContainsFunc(all, func(b [2]float64) bool {
						return math.Hypot(at[0]-b[0],
							at[1]-b[1]) < 0.3*deltap
					}) {
						return all
					}
					return append(all, at)
				}
				for n, i := range layer {
					x := c.Particles.Position[i]
					for _, j := range layer[:n] {
						if y := c.Particles.Position[j]; math.Hypot(x[right]-y[right], x[up]-y[up]) < 0.5*deltap {
							t.Fatalf("%s, %s: particles %d and %d are at %v and %v", name, p, j, i, y, x)
						}
					}
					if c.Particles.Type[i] == sph.Fluid {
						fluid = see(fluid, x)
					}
				}
				for i, x := range c.Particles.Position {
					if c.Particles.Type[i] == sph.Fluid {
						columns = see(columns, x)
					}
				}
				if len(fluid) != len(columns) {
					t.Errorf("%s, %s, %d: %d columns of fluid, want %d", name, p, k, len(fluid), len(columns))
				}
			}
		}
	}
}
