package problems

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// cubeUnderWater is a cube of nine spacings whose faces go through sites, and how a wall says it.
const cubeUnderWater = `name = "Cube"
spacing = 0.02
end = 1
[domain]
min = [0, 0, 0]
max = [0.6, 0.6, 0.7]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.6, 0.6, 0.5] }
[[wall]]
name = "cube"
force = "cube"
`

// A body whose faces go through sites takes as many sites from the water as it has volume.
func TestFacesThroughSites(t *testing.T) {
	const all = 30 * 30 * 25
	for _, c := range []struct {
		wall  string
		sites int
	}{
		{"box = { min = [0.21, 0.21, 0.16], max = [0.39, 0.39, 0.34] }", 729},
		{"box = { min = [0.2, 0.2, 0.16], max = [0.38, 0.38, 0.34] }", 729},
		{"box = { min = [0.215, 0.21, 0.155], max = [0.395, 0.39, 0.335] }", 729},
		{"box = { min = [0.21, 0.21, 0.16], max = [0.39, 0.39, 0.34] }\n" +
			"rotate = { axis = [0, 0, 1], angle = 90, about = [0.3, 0.3, 0] }", 729},
		{"box = { min = [-0.09, -0.09, -0.09], max = [0.09, 0.09, 0.09] }\n" +
			"translate = [0.3, 0.3, 0.25]", 729},
		{"box = { min = [21, 21, 16], max = [39, 39, 34] }\nscale = [0.01]", 729},
		{`prism = { outline = [[0.21, 0.16], [0.39, 0.16], [0.39, 0.34], [0.21, 0.34]], along = "y", from = 0.21, to = 0.39 }`, 729},
		{"union = [ { box = { min = [0.21, 0.21, 0.16], max = [0.31, 0.39, 0.34] } }, " +
			"{ box = { min = [0.31, 0.21, 0.16], max = [0.39, 0.39, 0.34] } } ]", 729},
		{"difference = [ { box = { min = [0.21, 0.21, 0.16], max = [0.39, 0.39, 0.34] } }, " +
			"{ box = { min = [0.29, 0.11, 0.1], max = [0.49, 0.49, 0.4] } } ]", 4 * 81},
		{"box = { min = [-0.1, 0.21, -0.1], " +
			"max = [0.19, 0.9, 0.9] }", 9 * 20 * 25}, // it touches two sides and the floor
	} {
		t.Run(c.wall, func(t *testing.T) {
			flow := setUp(t, cubeUnderWater+c.wall)
			if taken := all - flow.Particles.Count(sph.Fluid); taken != c.sites {
				t.Errorf("it takes %d sites from the water, not %d", taken, c.sites)
			}
			for i, x := range flow.Particles.Position { // no gap beside the sides that it touches
				if c.sites == 9*20*25 && flow.Particles.Type[i] == sph.Fluid && x[0] < 0.19-1e-9 && x[1] > 0.21 {
					t.Fatalf("water is in the wall, at %v", x)
				}
			}
		})
	}
}

// Fluids of shapes that meet at sites share these, and leave none.
func TestFluidsMeetAtSites(t *testing.T) {
	const pipes = unitTank + `
[[fluid]]
name = "left"
prism = { outline = [[0, 0], [%[1]g, 0], [%[1]g, 0.5], [0, 0.5]], along = "y", from = 0, to = 1 }
[[fluid]]
name = "right"
prism = { outline = [[%[1]g, 0], [1, 0], [1, 0.5], [%[1]g, 0.5]], along = "y", from = 0, to = 1 }
`
	for _, x := range []float64{0.475, 0.5, 0.525, 0.3} {
		c := setUp(t, fmt.Sprintf(pipes, x))
		if n := c.Particles.Count(sph.Fluid); n != 20*20*10 {
			t.Errorf("met at %g m: %d particles of fluid, not %d", x, n, 20*20*10)
		}
	}
}

// A body with bodies in it is solid, unless the inner one faces inwards.
func TestNestedMesh(t *testing.T) {
	cube := func(low, high float64) geometry.Box {
		return geometry.Box{Min: [3]float64{low, low, low}, Max: [3]float64{high, high, high}}
	}
	const head = `name = "Nested"
spacing = 0.05
end = 1
[domain]
min = [0, 0, 0]
max = [1, 1, 1]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.15] }
[[wall]]
name = "it"
force = "it"
`
	walls := func(wall, stl string) (n int, notes string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "it.stl"), []byte(stl), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := inDirectory(t, dir, head+wall).Setup(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range c.Particles.Body {
			n += int(body)
		}
		return n, strings.Join(c.Notes, "\n")
	}
	const box = "box = { min = [0.2, 0.2, 0.2], max = [0.8, 0.8, 0.8] }"
	solid, _ := walls(box, "")
	hollow, _ := walls("difference = [ { "+box+" }, "+
		"{ box = { min = [0.35, 0.35, 0.35], max = [0.65, 0.65, 0.65] } } ]", "")
	for name, c := range map[string]struct {
		parts []geometry.Box
		last  bool // faces inwards
		wants int
		note  string
	}{
		"in one":  {[]geometry.Box{cube(0.2, 0.8), cube(0.35, 0.65)}, false, solid, "part of the mesh is in another one"},
		"in two":  {[]geometry.Box{cube(0.2, 0.8), cube(0.3, 0.7), cube(0.4, 0.6)}, false, solid, "2 closed parts"},
		"a void":  {[]geometry.Box{cube(0.2, 0.8), cube(0.35, 0.65)}, true, hollow, "taken as a cavity"},
		"nothing": {[]geometry.Box{cube(0.2, 0.8)}, false, solid, ""},
	} {
		var stl strings.Builder
		stl.WriteString("solid it\n")
		for i, b := range c.parts {
			mesh, err := geometry.Tessellate(b, 5)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range mesh.Triangles() {
				if c.last && i == len(c.parts)-1 {
					p[0], p[1] = p[1], p[0]
				}
				stl.WriteString("facet normal 0 0 0\nouter loop\n")
				for _, x := range p {
					fmt.Fprintf(&stl, "vertex %g %g %g\n", x[0], x[1], x[2])
				}
				stl.WriteString("endloop\nendfacet\n")
			}
		}
		stl.WriteString("endsolid it\n")
		n, notes := walls(`stl = { file = "it.stl" }`, stl.String())
		if n != c.wants || !strings.Contains(notes, c.note) {
			t.Errorf("%s: %d particles, not %d; notes: %s", name, n, c.wants, notes)
		}
	}
}

// The mass of each fluid and the volume of each body are told beside what their shapes have.
func TestVolumesAreTold(t *testing.T) {
	const reservoir = `name = "Reservoir"
dimension = 2
spacing = 0.0125
end = 0.2
[domain]
min = [0, -0.5, 0]
max = [1.6, 0.5, 0.6]
open = ["zmax"]
[[fluid]]
name = "reservoir"
box = { min = [0, -0.5, 0], max = [0.4, 0.5, 0.3] }
[[fluid]]
name = "layer"
box = { min = [0.4, -0.5, 0], max = [1.6, 0.5, 0.03] }
`
	const ball = "sphere = { centre = [0.3, 0.3, 0.25], radius = 0.1 }"
	for name, c := range map[string]struct {
		text            string
		notes, warnings []string
	}{
		"reservoir": {reservoir, []string{
			`the fluid "reservoir" has 120 kg a metre, as much as its shape`,
			`the fluid "layer" has 36 kg a metre, as much as its shape`,
			`in 960 particles of 0.1562 to 0.1875 kg`,
		}, []string{`the fluid "layer" is 2 spacings deep`}},
		"reservoir, finer": {strings.Replace(reservoir, "0.0125", "0.01", 1), []string{
			`the fluid "reservoir" has 120.26 kg a metre, 0.22 % more than the 120 kg a metre of its shape`, `the fluid "layer" has 36.078 kg a metre, 0.22 % more than the 36 kg a metre`},
			[]string{`the fluid "layer" is 3 spacings deep`}},
		"cube": {cubeUnderWater + "box = { min = [0.21, 0.21, 0.16], max = [0.39, 0.39, 0.34] }", []string{
			`the wall "cube" takes 0.005832 m³, as much as its shape`, `the fluid "water" has 175.02 kg, 0.49 % more than the 174.17 kg of its shape`}, nil},
		"cube, off": {cubeUnderWater + "box = { min = [0.21, 0.21, 0.16], max = [0.385, 0.385, 0.335] }", []string{
			`the wall "cube" takes 0.005832 m³, 8.8 % more than the 0.0053594 m³ of its shape`}, nil},
		"ball": {cubeUnderWater + ball, []string{`the wall "cube" takes`, `the 0.0041888 m³ of its shape`}, nil},
		"less": {cubeUnderWater + "difference = [ { " + ball + " }, { box = { min = [0, 0, 0.25], max = [1, 1, 1] } } ]",
			[]string{"m³ of its shape, which is sampled"}, nil},
		"plane": {cubeUnderWater + "plane = { point = [0, 0, 0.1], normal = [0, 0, 1] }", []string{`the wall "cube" takes 0.036 m³, as much`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			flow := setUp(t, c.text)
			notes, warnings := strings.Join(flow.Notes, "\n"), strings.Join(flow.Warnings, "\n")
			for _, want := range c.notes {
				if !strings.Contains(notes, want) {
					t.Errorf("notes lack %q:\n%s", want, notes)
				}
			}
			for _, want := range c.warnings {
				if !strings.Contains(warnings, want) {
					t.Errorf("warnings lack %q:\n%s", want, warnings)
				}
			}
			if len(flow.Warnings) != len(c.warnings) {
				t.Errorf("warnings are:\n%s", warnings)
			}
		})
	}
}
