package problems

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// In a corner of two bodies the load of a wall particle is split along the normals of their
// surfaces.
func TestLoads(t *testing.T) {
	const basin = `
name = "Basin"
spacing = 0.02
end = 1
dimension = %d
[domain]
min = [0, 0, 0]
max = [1, 0.3, 0.6]
open = ["zmax"]
%s
[[fluid]]
name = "water"
%s
`
	const pool = "box = { min = [0, 0, 0], max = [0.5, 0.3, 0.4] }"
	const slope = "[[wall]]\nname = \"beach\"\nforce = \"beach\"\n" +
		"prism = { outline = [[0, 0], [1, 0], [1, 0.25]], along = \"y\", from = -1, to = 1 }\n"
	gate := func(lowest float64) string {
		return fmt.Sprintf("[[wall]]\nname = \"gate\"\nforce = \"gate\"\n"+
			"box = { min = [0.5, 0, %g], max = [0.58, 0.3, 0.6] }", lowest)
	}
	pillar := "[[wall]]\nname = \"pillar\"\nforce = \"pillar\"\n" +
		"cylinder = { from = [0.5, 0.15, 0], to = [0.5, 0.15, 0.6], radius = 0.1 }"
	ball := "[[wall]]\nname = \"ball\"\nforce = \"ball\"\nsphere = { centre = [0.25, 0.15, 0.2], radius = 0.08 }"
	for name, test := range map[string]struct {
		dimension     int
		domain, fluid string
		in            func(x [3]float64) bool // whether a wall particle is in a corner
		cosine        float64                 // of the angle between the normals
		second        string
	}{
		"gate in a plane": {2, "", pool + "\n" + gate(0), func(x [3]float64) bool {
			return x[2] < 0 && x[0] > 0.5 && x[0] < 0.58
		}, 0, ""},
		"gate": {3, "", pool + "\n" + gate(0), func(x [3]float64) bool {
			below, beside := x[2] < 0, x[1] < 0 || x[1] > 0.3
			return (below || beside && x[2] < 0.6) && x[0] > 0.5 && x[0] < 0.58
		}, 0, ""},
		"floor with a name": {2, `force = "tank"`, pool + "\n" + gate(0), func(x [3]float64) bool {
			return x[2] < 0 && x[0] > 0.5 && x[0] < 0.58
		}, 0, "tank or gate"},
		"gate over a gap": {2, "", pool + "\n" + gate(0.1), nil, 0, ""},
		"pillar": {3, "", pool + "\n" + pillar, func(x [3]float64) bool {
			return x[2] < 0 && math.Hypot(x[0]-0.5, x[1]-0.15) < 0.1
		}, 0, ""},
		"ball in the water": {3, "", pool + "\n" + ball, nil, 0, ""},
		"gate on a slope": {2, "", "fill = { seed = [0.1, 0, 0.3], level = 0.4 }\n" + slope + gate(0.05),
			func(x [3]float64) bool { return x[0] > 0.5 && x[0] < 0.58 && x[2] < 0.15 }, 1 / math.Sqrt(17), "beach or gate"},
	} {
		t.Run(name, func(t *testing.T) {
			c := flowOfCase(t, fmt.Sprintf(basin, test.dimension, test.domain, test.fluid))
			if test.in == nil {
				if len(c.Loads) > 0 {
					t.Fatalf("there are %d loads, the first at %v", len(c.Loads), c.Particles.Position[c.Loads[0].ID])
				}
				return
			}
			has := map[uint32]sph.Load{}
			for _, l := range c.Loads {
				if l.Second == 0 && l.Normal == [3]float32{} || name == "gate on a slope" && math.Abs(c.Particles.Position[l.ID][0]-0.5) > 0.1 {
					continue // all of it is another body's, or it is where the slope begins
				}
				has[l.ID] = l
				if x := c.Particles.Position[l.ID]; !test.in(x) {
					t.Errorf("the wall particle at %v has the load %+v", x, l)
				}
				if test.second != "" && (l.First == 0 || l.Second == 0) {
					t.Errorf("%+v is of a body without a name, but %s have names", l, test.second)
				}
				n, d := l.Normal, l.Dual
				product := float64(n[0]*d[0] + n[1]*d[1] + n[2]*d[2])
				size := float64(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
				if want := 1 / (1 - test.cosine*test.cosine); math.Abs(product-1) > 1e-5 || math.Abs(size-want) > 1e-4 {
					t.Errorf("%+v: d·n is %v, d² is %v, not %v", l, product, size, want)
				}
			}
			if len(has) < 5 {
				t.Fatalf("there are %d loads", len(has))
			}
			for i, x := range c.Particles.Position {
				deep := x[2] < -0.8*c.Params.Support() || x[1] < -0.8*c.Params.Support() || x[0] > 0.56
				_, ok := has[uint32(i)]
				if test.dimension == 2 && test.cosine == 0 && !ok && !deep && c.Particles.Type[i] == sph.Wall && test.in(x) {
					t.Errorf("the wall particle at %v has no load", x)
				}
			}
		})
	}
}
