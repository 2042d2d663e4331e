package problems

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/sph"
)

// Gauges know the ground beneath them and what is over it, exactly: floors, solids on them, slopes,
// bridges, lids, also along sides of the tank.
func TestGround(t *testing.T) {
	const shapes = `
[[fluid]]
name = "water"
box = { min = [0, 0, 0.6], max = [0.2, 1, 0.8] }
[[wall]]
name = "slope"
prism = { outline = [[0, -1], [2, -1], [2, 0], [0, 0.5]], along = "y", from = -1, to = 2 }
[[wall]]
name = "pillar"
box = { min = [1, 0, 0], max = [1.3, 0.4, 0.7] }
[[wall]]
name = "bridge"
box = { min = [1.5, -1, 0.5], max = [1.7, 2, 0.6] }
`
	gauge := func(x, y float64) string {
		return fmt.Sprintf("[[gauge]]\nname = \"%g %g\"\nat = [%g, %g]\n", x, y, x, y)
	}
	gauges := gauge(0.4, 0.5) + gauge(1.1, 0.2) + gauge(1.6, 0.5) + gauge(0, 0.5) + gauge(2, 1)
	none := math.Inf(1)
	for _, test := range []struct {
		domain string
		want   [][2]float64
	}{
		{"", [][2]float64{{0.4, 1}, {0.7, 1}, {0.1, 0.5}, {0.5, 1}, {0, 1}}},
		{"open = [\"zmax\"]\n", [][2]float64{{0.4, none}, {0.7, none}, {0.1, 0.5}, {0.5, none}, {0, none}}},
		// a floor of shapes alone, as conversions have it
		{"open = [\"zmin\", \"zmax\"]\n",
			[][2]float64{{0.4, none}, {0.7, none}, {0.1, 0.5}, {0.5, none}, {0, none}}},
	} {
		c := flowOfCase(t, basin+test.domain+shapes+gauges)
		for i, g := range c.Gauges {
			if want := test.want[i]; math.Abs(g.Ground-want[0]) > 1e-5 || g.Ceiling != want[1] && !(math.Abs(g.Ceiling-want[1]) < 1e-5) {
				t.Errorf("%sat %s the ground is %g m high and the ceiling %g m, want %g m", test.domain, g.Name, g.Ground, g.Ceiling, want)
			}
		}
	}
	for _, problem := range []struct {
		name            string
		args            []string
		ground, ceiling float64
	}{
		{"Spheric2", nil, 0, none}, {"Sloshing", nil, 0, 0.508}, {"DambreakColumn", nil, 0, none}, {"StandingWave", nil, 0, none},
		{"Hydrostatic", []string{"--wedge", "0.1", "--dim", "2"}, 0, none},
	} {
		c, err := trySetup(problem.name, 0, problem.args...)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range c.Gauges {
			if g.Ground != problem.ground || g.Ceiling != problem.ceiling {
				t.Errorf("%s: at %s the ground is %g m high and the ceiling %g m", problem.name, g.Name, g.Ground, g.Ceiling)
			}
		}
	}
}

// The sensors of problems are in faces, whose normals point into the room for the fluid, and read
// half a spacing before them.
func TestSensorsOfProblems(t *testing.T) {
	x, top, back := [3]float64{1}, [3]float64{2: 1}, [3]float64{-1}
	for name, normals := range map[string][][3]float64{"Spheric2": {x, x, x, x, top, top, top, top}, "Sloshing": {x}, "DambreakColumn": {back, back, back, back}} {
		for _, deltaP := range []float64{0, 0.01} {
			c, err := trySetup(name, deltaP)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Probes) != len(normals) {
				t.Fatalf("%s has %d probes", name, len(c.Probes))
			}
			for i, p := range c.Probes {
				if p.Normal != normals[i] || p.Distance != c.Params.DeltaP/2 || p.Size != 0 {
					t.Errorf("%s at %g: %s has the normal %v and reads at %g m over %g m", name, deltaP, p.Name, p.Normal, p.Distance, p.Size)
				}
			}
		}
	}
}

// Probes of case files read at the distance that they say, or half a spacing before their face;
// without a normal they read where they are. What is exported reads the same.
func TestProbesOfCaseFiles(t *testing.T) {
	const flow = `
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 1, 0.5] }
[[probe]]
name = "free"
at = [1, 0.5, 0.25]
[[probe]]
name = "usual"
at = [0, 0.5, 0.25]
normal = [2, 0, 0]
[[probe]]
name = "on the face"
at = [0, 0.5, 0.25]
normal = [1, 0, 0]
distance = 0
[[probe]]
name = "line"
line = { from = [0.5, 0.5, 0], to = [1.5, 0.5, 0], count = 2 }
normal = [0, 0, 1]
distance = 0.03
[[probe]]
name = "patch"
patch = { centre = [0, 0.5, 0.25], normal = [1, 0, 0], size = 0.04, distance = 0.02 }
[[probe]]
name = "usual patch"
patch = { centre = [0, 0.5, 0.25], normal = [1, 0, 0], size = 0.04 }
`
	side := [3]float64{0, 0.5, 0.25}
	want := []sph.Probe{
		{Name: "free", Position: [3]float64{1, 0.5, 0.25}},
		{Name: "usual", Position: side, Normal: [3]float64{2}, Distance: 0.05},
		{Name: "on the face", Position: side, Normal: [3]float64{1}},
		{Name: "line1", Position: [3]float64{0.5, 0.5, 0}, Normal: [3]float64{2: 1}, Distance: 0.03},
		{Name: "line2", Position: [3]float64{1.5, 0.5, 0}, Normal: [3]float64{2: 1}, Distance: 0.03},
		{Name: "patch", Position: side, Normal: [3]float64{1}, Distance: 0.02, Size: 0.04},
		{Name: "usual patch", Position: side, Normal: [3]float64{1}, Distance: 0.05, Size: 0.04},
	}
	c := flowOfCase(t, basin+flow)
	if !slices.Equal(c.Probes, want) {
		t.Errorf("probes are\n%+v, want\n%+v", c.Probes, want)
	}
	again := &casefile.Case{}
	exportCase(again, c)
	for i, p := range again.Probes {
		f := &caseProblem{file: &casefile.Case{Probes: again.Probes}, physics: physics{params: c.Params}}
		if got := f.points(i, c.Params.DeltaP); len(got) != 1 || got[0] != want[i] {
			t.Errorf("%s is exported as %+v", p.Name, got)
		}
	}
	if again.Probes[1].Distance != nil || again.Probes[2].Distance == nil || *again.Probes[2].Distance != 0 {
		t.Error("the usual distance is said, or another is not")
	}
}
