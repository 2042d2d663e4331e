package openings

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/problems/scene"
)

// A grid has the values of its file at its points, on the map, and is linear between them; sites
// have those of their places.
func TestVelocityGrid(t *testing.T) {
	u := func(time, y, z float64) float64 { return 0.1 + time + 0.5*y - 0.3*z }
	text := "# t[s], y[m], z[m], u[m/s]\n"
	for _, time := range []float64{2, 0, 1} {
		for _, z := range []float64{100, 100.4} {
			for _, y := range []float64{0, 0.5, 2} {
				text += fmt.Sprintf("%g, %g, %g, %g\n", time, y, z, u(time, y, z-100))
			}
		}
	}
	g, err := readGrid(text, scene.Origin{0, 0, 100}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][3]float64{{0, 0, 0}, {1, 0.5, 0.4}, {2, 1.3, 0.1}, {0, 2, 0.3}} {
		got := g.velocity(int(at[0]), [3]float64{7, at[1], at[2]})
		if want := -u(at[0], at[1], at[2]); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v: %g, not %g", at, got, want)
		}
	}
	o := Opening{Centre: [3]float64{7, 1, 0.2}, Normal: [3]float64{1, 0, 0},
		Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}}, Half: [2]float64{0.5, 0.2}}
	l := o.LayoutOf(3, 0.2, 0.1)
	all, mean := g.over(l)
	if len(all) != 3 || len(all[1]) != 40 || math.Abs(mean.At(1)+u(1, 1, 0.2)) > 1e-12 {
		t.Errorf("%d times of %d sites, mean %g, not %g", len(all), len(all[1]), mean.At(1),
			-u(1, 1, 0.2))
	}
	if x := l.Sites[7]; math.Abs(all[2][7]+u(2, x[1], x[2])) > 1e-12 {
		t.Errorf("the site at %v has %g", x, all[2][7])
	}
	o.Grid, o.Velocity = all, mean
	if x := l.Sites[3]; math.Abs(o.gridAt(3, 0.25)+u(0.25, x[1], x[2])) > 1e-12 {
		t.Errorf("at 0.25 s the site at %v has %g", x, o.gridAt(3, 0.25))
	}
}

// Files that are no grid are refused.
func TestVelocityGridIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"t,w\n0,1\n":                   "must have the names of the columns: t,z,u",
		"t,z,u\n0,0,1\n0,1,1\n1,0,1\n": "there is no row for one of 2 points at 1 s",
		"t,z,u\n0,0\n":                 `line 2 is "0,0", but must have 3 numbers`,
	} {
		_, err := readGrid(text, scene.Origin{}, 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}
