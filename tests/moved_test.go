package tests

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// lies is where a scene lies on the map [m].
type lies [3]float64

// text is a coordinate along an axis, with the decimals that both have.
func (by lies) text(axis int, x float64) string {
	return strconv.FormatFloat(math.Round((by[axis]+x)*1e6)/1e6, 'f', -1, 64)
}

func (by lies) point(x, y, z float64) string {
	return fmt.Sprintf("[%s, %s, %s]", by.text(0, x), by.text(1, y), by.text(2, z))
}

// cube is a cube as an ASCII STL file, with its least corner at a point.
func (by lies) cube(edge, x, y, z float64) string {
	var b strings.Builder
	b.WriteString("solid cube\n")
	for _, face := range [][4]int{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		for _, t := range [][3]int{{0, 1, 2}, {0, 2, 3}} {
			b.WriteString("facet normal 0 0 0\nouter loop\n")
			for _, k := range t {
				c := face[k]
				fmt.Fprintf(&b, "vertex %s %s %s\n", by.text(0, x+edge*float64(c&1)), by.text(1,
					y+edge*float64(c>>1&1)), by.text(2, z+edge*float64(c>>2)))
			}
			b.WriteString("endloop\nendfacet\n")
		}
	}
	return b.String() + "endsolid cube\n"
}

// movedScenes have shapes of all kinds. Spacing and coordinates are multiples of 1/32 m.
var movedScenes = []struct {
	name  string
	walls []string
	write func(by lies, boundary string) (toml string, files map[string]string)
}{
	{"boxes and shapes", []string{"dummy", "mdbc", "dynamic"}, func(by lies, boundary string) (string, map[string]string) {
		return fmt.Sprintf(`name = "Moved"
spacing = 0.0625
end = 1
domain = { min = %s, max = %s }
physics = { boundary = %q }
[[fluid]]
name = "water"
box = { min = %s, max = %s }
[[wall]]
name = "post"
lattice = "own"
box = { min = %s, max = %s }
rotate = { axis = [0, 0, 1], angle = 30, about = %s }
force = "post"
[[wall]]
name = "pillar"
cylinder = { from = %s, to = %s, radius = 0.15 }
force = "pillar"
[[wall]]
name = "ball"
sphere = { centre = [0, 0, 0], radius = 0.125 }
translate = %s
force = "ball"
[[probe]]
name = "P"
at = %s
[[gauge]]
name = "H"
at = [%s, %s]
`, by.point(-0.5, 0, 0.25), by.point(1, 0.75, 1), boundary, by.point(-0.5, 0, 0.25), by.point(0.25, 0.75, 0.75),
			by.point(0.625, 0.25, 0.25), by.point(0.875, 0.5, 0.75), by.point(0.75, 0.375, 0),
			by.point(0.25, 0.375, 0.25),
			by.point(0.25, 0.375, 1), by.point(-0.125, 0.375, 0.5), by.point(-0.25, 0.25, 0.375),
			by.text(0, -0.25), by.text(1, 0.25)), nil
	}},
	{"mesh and height map", []string{"dummy", "mdbc"}, func(by lies, boundary string) (string, map[string]string) {
		ground := fmt.Sprintf("ncols 4\nnrows 2\nxllcorner %s\nyllcorner %s\ncellsize 0.375\n",
			by.text(0, -0.5), by.text(1, 0))
		for range 2 {
			for _, z := range []float64{0.3125, 0.34375, 0.375, 0.40625} {
				ground += by.text(2, z) + " "
			}
			ground += "\n"
		}
		return fmt.Sprintf(`name = "Moved"
spacing = 0.0625
end = 1
domain = { min = %s, max = %s, open = ["zmax"], room = 0.5 }
physics = { boundary = %q }
[[fluid]]
name = "water"
fill = { seed = %s, level = %s }
[[wall]]
name = "ground"
height-map = { file = "ground.asc" }
force = "ground"
[[wall]]
name = "block"
stl = { file = "block.stl" }
force = "block"
[[wall]]
name = "fin"
stl = { file = "fin.stl" }
scale = [0.5]
rotate = { axis = [0, 0, 1], angle = 20 }
translate = %s
force = "fin"
[[wall]]
name = "gate"
prism = { outline = [[%s, %s], [%s, %s], [%s, %s], [%s, %s]], along = "y", from = %s, to = %s }
motion = { times = [0, 1], displacements = [[0, 0, 0], [0, 0, 0.125]] }
`, by.point(-0.5, 0, 0.25), by.point(1, 0.75, 1), boundary, by.point(-0.25, 0.25, 0.5), by.text(2, 0.75), by.point(-0.25, 0.375, 0.5),
				by.text(0, 0.375), by.text(2, 0.25), by.text(0, 0.625), by.text(2, 0.25),
				by.text(0, 0.625), by.text(2, 1),
				by.text(0, 0.375), by.text(2, 1), by.text(1, 0), by.text(1, 0.75)),
			map[string]string{"ground.asc": ground, "block.stl": by.cube(0.25, 0.125, 0.25, 0.375),
				"fin.stl": lies{}.cube(0.5, 0, 0, 0)}
	}},
	{"plane", []string{"dummy", "mdbc"}, func(by lies, boundary string) (string, map[string]string) {
		by[1] = 0 // the plane is at y = 0
		return fmt.Sprintf(`name = "Moved"
dimension = 2
spacing = 0.03125
end = 1
domain = { min = %s, max = %s }
physics = { boundary = %q }
[[fluid]]
name = "water"
box = { min = %s, max = %s }
[[wall]]
name = "pipe"
cylinder = { from = [%s, -1, %s], to = [%[6]s, 1, %[7]s], radius = 0.15 }
force = "pipe"
[[gauge]]
name = "H"
at = [%s, 0]
`, by.point(-0.5, 0, 0.25), by.point(1, 0.75, 1), boundary, by.point(-0.5, 0, 0.25), by.point(0.25, 0.75, 0.75),
			by.text(0, 0.25), by.text(2, 0.5), by.text(0, -0.25)), nil
	}},
}

// movedRun is what a scene comes to in some steps.
func movedRun(t *testing.T, toml string, files map[string]string) (*sph.Snapshot, sph.Sample) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "case.toml")
	if err := os.WriteFile(path, []byte(toml), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := problems.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	system, err := gpu.Open([]string{"host"}, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	s, err := engine.New(c, engine.Options{System: system})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for done := 0; done < 40; {
		at, err := s.Advance(40 - done)
		if err != nil {
			t.Fatal(err)
		}
		done = at.Step
	}
	sample, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snapshot, sample
}

// A scene that is moved gives the same bits of velocities, densities and forces. Heights move with
// it.
func TestMoved(t *testing.T) {
	for _, scene := range movedScenes {
		for _, boundary := range scene.walls {
			t.Run(scene.name+" "+boundary, func(t *testing.T) {
				toml, files := scene.write(lies{}, boundary)
				at, measured := movedRun(t, toml, files)
				for _, by := range []lies{{512345.6, 4212345.4, 123.4}, {-7000000, 0.1, -400}} {
					toml, files := scene.write(by, boundary)
					far, there := movedRun(t, toml, files)
					if !slices.Equal(far.Velocity, at.Velocity) || !slices.Equal(far.Density, at.Density) || !slices.Equal(far.Position, at.Position) {
						t.Errorf("moved by %v, other bits", by)
					}
					if !slices.Equal(there.Force, measured.Force) || !slices.Equal(there.Moment,
						measured.Moment) || !slices.Equal(there.Pressure, measured.Pressure) ||
						there.Energy[sph.Potential] != measured.Energy[sph.Potential] {
						t.Errorf("moved by %v, forces %v, pressures %v and a potential energy "+
							"of %g J, and at first %v, %v and %g", by, there.Force, there.Pressure,
							there.Energy[sph.Potential], measured.Force, measured.Pressure,
							measured.Energy[sph.Potential])
					}
					for k, z := range there.Height {
						if math.Abs(z-by[2]-measured.Height[k]) > 1e-9 {
							t.Errorf("moved by %v, the height is %.12g m, and at first %.12g", by, z, measured.Height[k])
						}
					}
				}
				if len(measured.Force) == 0 || at.Case.Params.Origin[0] != -0.5 {
					t.Errorf("the origin is %v, and there are %d bodies", at.Case.Params.Origin,
						len(measured.Force))
				}
			})
		}
	}
}
