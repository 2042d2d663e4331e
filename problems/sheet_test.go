package problems

import (
	"fmt"
	"strings"
	"testing"

	"gpusph/sph"
)

// A slope of two triangles is a wall of its thickness behind these, and without one an error.
func TestSheet(t *testing.T) {
	const text = `name = "Sheet"
spacing = 0.05
end = 1
[domain]
min = [0, 0, 0]
max = [2, 1, 1]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0.5], max = [0.5, 1, 0.9] }
[[wall]]
name = "slope"
stl = { file = "slope.stl"%s }
`
	corner := func(x, y float64) string { return fmt.Sprintf("vertex %g %g %g\n", x, y, 0.4-0.1*x) }
	var stl strings.Builder
	stl.WriteString("solid slope\n")
	for _, of := range [][3]string{{corner(0, 0), corner(2, 0), corner(2, 1)},
		{corner(0, 0), corner(2, 1), corner(0, 1)}} {
		stl.WriteString("facet normal 0 0 1\nouter loop\n" + strings.Join(of[:], "") +
			"endloop\nendfacet\n")
	}
	stl.WriteString("endsolid slope\n")
	for keys, between := range map[string][2]float64{
		", thickness = 0.2":                  {-0.2, 0},
		`, thickness = 0.2, side = "front"`:  {0, 0.2},
		`, thickness = 0.25, side = "both"`:  {-0.125, 0.125},
		"":                                   {},
		`, side = "front"`:                   {},
		`, thickness = 0.2, side = "middle"`: {},
	} {
		p, err := fromFiles(t, map[string]string{"case.toml": fmt.Sprintf(text, keys),
			"slope.stl": stl.String()})
		if between == [2]float64{} {
			if err == nil || !strings.Contains(err.Error(), "thickness = 0.05 makes a wall") &&
				!strings.Contains(err.Error(), "back, front or both") {
				t.Errorf("%q: %v", keys, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(keys, err)
		}
		c, err := p.Setup(0.05)
		if err != nil {
			t.Fatal(keys, err)
		}
		in, out := 0, 0
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] != sph.Wall || !(x[0] > 0.2 && x[0] < 1.8 && x[1] > 0.2 && x[1] < 0.8 &&
				x[2] > 0) {
				continue
			}
			if above := x[2] - (0.4 - 0.1*x[0]); above > between[0]*1.01 && above < between[1]*1.01 {
				in++
			} else {
				out++
			}
		}
		want := 1.6 * 0.6 * (between[1] - between[0]) / (0.05 * 0.05 * 0.05)
		if out > 0 || float64(in) < 0.8*want || float64(in) > 1.2*want {
			t.Errorf("%q: %d wall particles in the sheet, not %.0f, and %d elsewhere", keys, in, want, out)
		}
	}
}
