package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/problems/reading"
	"gpusph/sph"
)

// fromFiles makes the problem of a case file that stands beside others.
func fromFiles(t *testing.T, files map[string]string) (FileProblem, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return FromFile(filepath.Join(dir, "case.toml"))
}

// Each key of [physics] with a value that is not its default comes to the parameters.
func TestPhysicsKeys(t *testing.T) {
	const flow = `name = "Keys"
spacing = 0.1
end = 1
[domain]
min = [0, 0, 0]
max = [2, 1, 1]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.5] }
[physics]
`
	more := map[string]string{ // what an option needs beside it
		"laminar": "nu = 0.001\n", "xi": "diffusion = \"fourtakas\"\n", "diffusion": "xi = 0.2\n",
		"slip":           "boundary = \"mdbc\"\n",
		"roughness-sand": "slip = true\n", "roughness-manning": "boundary = \"dummy\"\n",
		"roughness-depth": "slip = true\nroughness-manning = 0.03\n",
		"correction":      "boundary = \"dummy\"\n",
	}
	read := func(key, value string) *sph.Params {
		t.Helper()
		return &flowOfCase(t, flow+more[key]+key+" = "+value+"\n").Params
	}
	for key, test := range map[string]struct {
		value string
		is    func(p *sph.Params) any
		want  any
	}{
		"rho0": {"1025.5", func(p *sph.Params) any { return p.Rho0 }, 1025.5},
		"gravity": {"[0.5, -0.25, -3.75]", func(p *sph.Params) any { return p.Gravity },
			[3]float64{0.5, -0.25, -3.75}},
		"depth":    {"0.8", func(p *sph.Params) any { return p.C0 }, 10 * math.Sqrt(9.81*0.8)},
		"speed":    {"2.5", func(p *sph.Params) any { return p.C0 }, 25.0},
		"kernel":   {`"cubic"`, func(p *sph.Params) any { return p.Kernel.String() }, "cubic"},
		"h-factor": {"1.7", func(p *sph.Params) any { return p.H / p.DeltaP }, 1.7},
		"c0":       {"31.5", func(p *sph.Params) any { return p.C0 }, 31.5},
		"alpha":    {"0.037", func(p *sph.Params) any { return p.Alpha }, 0.037},
		"nu":       {"0.0023", func(p *sph.Params) any { return p.Nu }, 0.0023},
		"laminar": {`"monaghan-gingold"`,
			func(p *sph.Params) any { return p.Laminar.String() }, "monaghan-gingold"},
		"limiter":       {"2.5", func(p *sph.Params) any { return p.Further.Limiter }, 2.5},
		"limiter-floor": {"0.03\nlimiter = 3", func(p *sph.Params) any { return p.Further.LimiterFloor }, 0.03},
		"residual":      {"true", func(p *sph.Params) any { return p.Further.Residual }, true},
		"wall-friction": {"0.02\nboundary = \"dummy\"",
			func(p *sph.Params) any { return p.Further.Friction }, 0.02},
		"correction-from": {"0.7\ncorrection = true",
			func(p *sph.Params) any { return p.Further.CorrectionFrom }, 0.7},
		"preset":      {`"classic"`, func(p *sph.Params) any { return p.Boundary.String() }, "mdbc"},
		"smagorinsky": {"0.13", func(p *sph.Params) any { return p.Further.Smagorinsky }, 0.13},
		"correction":  {"true", func(p *sph.Params) any { return p.Further.Correction }, true},
		"reduced-pressure": {"false",
			func(p *sph.Params) any { return p.Further.ReducedPressure }, false},
		"xsph":               {"0.35", func(p *sph.Params) any { return p.Further.XSPH }, 0.35},
		"divergence-damping": {"0.25", func(p *sph.Params) any { return p.Further.DivergenceDamping }, 0.25},
		"shifting":           {"1.5", func(p *sph.Params) any { return p.Further.Shifting }, 1.5},
		"scalar":             {"0.004", func(p *sph.Params) any { return p.Further.Scalar }, 0.004},
		"diffusion": {`"molteni-colagrossi"`,
			func(p *sph.Params) any { return p.Diffusion.String() }, "molteni-colagrossi"},
		"xi": {"0.17", func(p *sph.Params) any { return p.Xi }, 0.17},
		"boundary": {`"dynamic"`, func(p *sph.Params) any { return p.Boundary.String() },
			"dynamic"},
		"slip": {"true", func(p *sph.Params) any { return p.Further.Slip }, true},
		"scheme": {`"verlet"`, func(p *sph.Params) any { return p.Further.Scheme.String() },
			"verlet"},
		"surfaces": {"true", func(p *sph.Params) any { return p.Further.Surfaces }, true},
		"roughness-sand": {"0.003", func(p *sph.Params) any { return *p.Number("roughness-sand") },
			0.003},
		"roughness-manning": {"0.017",
			func(p *sph.Params) any { return *p.Number("roughness-manning") }, 0.017},
		"roughness-depth": {"0.7", func(p *sph.Params) any { return *p.Number("roughness-depth") }, 0.7},
		"cfl":             {"0.21", func(p *sph.Params) any { return p.CFL }, 0.21},
	} {
		got := test.is(read(key, test.value))
		if x, ok := got.(float64); ok {
			if math.Abs(x-test.want.(float64)) > 1e-9*math.Abs(x) {
				t.Errorf("%s = %s comes out as %v", key, test.value, got)
			}
		} else if got != test.want {
			t.Errorf("%s = %s comes out as %v", key, test.value, got)
		}
	}
	// No key is left out above, but for what a flow has a value of: a table.
	known := []string{"rho0", "gravity", "gravity-table", "depth", "speed"}
	for _, o := range CaseOptions() {
		known = append(known, o.Name)
	}
	if n := len(known); n != 36 {
		t.Errorf("there are %d keys of [physics], and this test knows 36: %v", n, known)
	}
	table := flowOfCase(t, flow+"gravity-table = { interval = 0.3, values = [[0.5, 0.25, -9], [1, 0, -8], [0, 0, -7], [0, 0, -7], [0, 0, -6]] }\n")
	if g := table.Gravity; g.Interval != 0.3 || len(g.Values) != 5 || g.Values[1] != [3]float64{1,
		0, -8} || table.Params.Gravity != [3]float64{0.5, 0.25, -9} {
		t.Errorf("gravity-table comes out as %+v and %v", g, table.Params.Gravity)
	}
	// The mass of the fluid follows its density.
	if a, b := read("rho0", "1025.5"), read("rho0", "2051"); math.Abs(b.Mass/a.Mass-2) > 1e-6 {
		t.Errorf("masses are %g and %g kg", a.Mass, b.Mass)
	}
}

// Without gravity a flow takes its speed of sound from c0, or from its speed; without both the
// error names them.
func TestNoGravity(t *testing.T) {
	const flow = `name = "Free"
spacing = 0.1
end = 1
dimension = %d
[domain]
min = [0, -0.5, 0]
max = [2, 1, 1]
[[fluid]]
name = "water"
box = { min = [0.5, -0.5, 0.2], max = [1, 1, 0.7] }
[[wall]]
name = "ball"
sphere = { centre = [1.5, 0, 0.5], radius = 0.3 }
force = "ball"
[physics]
%s`
	for _, dim := range []int{2, 3} {
		for _, physics := range []string{
			"gravity = [0, 0, 0]\nc0 = 15",
			"gravity-table = { interval = 2, values = [[0, 0, 0], [0, 0, 0]] }\nc0 = 15.0",
			"gravity = [0, 0, 0]\nspeed = 1.5", "gravity = [0, 0, 0]\nspeed = 1.5\nc0 = 15",
		} {
			for _, boundary := range sph.Boundaries {
				c := flowOfCase(t, fmt.Sprintf(flow, dim, physics+"\nboundary = \""+boundary+"\"\n"))
				if c.Params.C0 != 15 || c.Params.Gravity != [3]float64{} {
					t.Errorf("%s: c0 is %g m/s, gravity %v m/s²", physics, c.Params.C0,
						c.Params.Gravity)
				}
				if c.Params.Boundary == sph.LennardJones && !(c.Params.LJForce > 0) {
					t.Errorf("%s: Lennard-Jones walls do not push", physics)
				}
				for i, rel := range c.Particles.RelDensity {
					if rel != 0 || math.IsNaN(c.Particles.Position[i][2]) {
						t.Fatalf("%s: particle %d has the density %g at %v", physics, i, rel,
							c.Particles.Position[i])
					}
				}
				if err := c.Check(); err != nil {
					t.Errorf("%s: %v", physics, err)
				}
			}
		}
		for physics, key := range map[string]string{
			"gravity = [0, 0, 0]\n": "line 16", "gravity = [0, 0, 0]\nc0 = 0\n": "line 16",
			"gravity = [0, 0, 0]\ndepth = 2\n":                                                 "line 16",
			"alpha = 0.1\ngravity-table = { interval = 2, values = [[0, 0, 0], [0, 0, 0]] }\n": "line 17",
		} {
			err := errorOfCase(fmt.Sprintf(flow, dim, physics))
			if err == nil || !strings.Contains(err.Error(), "physics.c0") ||
				!strings.Contains(err.Error(), "physics.speed") ||
				!strings.Contains(err.Error(), key) {
				t.Errorf("%s: %v", physics, err)
			}
		}
	}
}

// A plane of probes begins at its origin, wherever that is, and ends at its other corners. Case
// files may measure velocities.
func TestPlaneOfProbes(t *testing.T) {
	c := flowOfCase(t, basin+`
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 1, 0.5] }
[[probe]]
name = "P"
plane = { origin = [0.3, 0.2, 0.1], first = [0.7, 0.25, 0.15], second = [0.35, 0.8, 0.3], counts = [3, 2] }
velocity = true
[[probe]]
name = "Q"
at = [1, 0.5, 0.3]
`)
	want := [][3]float64{{0.3, 0.2, 0.1}, {0.5, 0.225, 0.125}, {0.7, 0.25, 0.15}, {0.35, 0.8,
		0.3}, {0.55, 0.825, 0.325}, {0.75, 0.85, 0.35}, {1, 0.5, 0.3}}
	if len(c.Probes) != len(want) {
		t.Fatalf("%d probes", len(c.Probes))
	}
	for i, p := range c.Probes {
		for a := range 3 {
			if math.Abs(p.Position[a]-want[i][a]) > 1e-12 {
				t.Errorf("%s is at %v m, want %v m", p.Name, p.Position, want[i])
				break
			}
		}
		if p.Velocity != (i < 6) {
			t.Errorf("%s measures its velocity: %t", p.Name, p.Velocity)
		}
	}
}

// A gauge that looks from a height knows the ground and the ceiling there: above a deck,
// beneath it, up to a height of its own.
func TestGaugeRange(t *testing.T) {
	const flow = basin + `open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.4, 1, 0.4] }
[[wall]]
name = "deck"
box = { min = [0.8, -1, 0.5], max = [1.6, 2, 0.6] }
`
	none := math.Inf(1)
	for keys, want := range map[string][2]float64{
		"":                      {0, 0.5},
		"from = 0.2\n":          {0, 0.5},
		"from = 0.7\n":          {0.6, none},
		"from = 0.7\nto = 0.9":  {0.6, 0.9},
		"to = 0.3\n":            {0, 0.3},
		"from = 0.1\nto = 0.95": {0, 0.5},
	} {
		c := flowOfCase(t, flow+"[[gauge]]\nname = \"G\"\nat = [1, 0.5]\n"+keys)
		if g := c.Gauges[0]; math.Abs(g.Ground-want[0]) > 1e-5 || g.Ceiling != want[1] &&
			!(math.Abs(g.Ceiling-want[1]) < 1e-5) {
			t.Errorf("%q: the ground is at %g m, the ceiling at %g m, want %g m", keys, g.Ground,
				g.Ceiling, want)
		}
	}
	for keys, want := range map[string]string{"from = 0.55": `in the wall "deck"`,
		"from = 2": "outside of the domain", "from = 0.7\nto = 0.65": "must be above from",
		"to = 5": "domain ends at 1 m"} {
		err := errorOfCase(flow + "[[gauge]]\nname = \"G\"\nat = [1, 0.5]\n" + keys)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", keys, err)
		}
	}
}

// A probe moves with the wall, or the group of walls, that it names.
func TestProbeWithBody(t *testing.T) {
	const flow = basin + `
[[fluid]]
name = "water"
box = { min = [0.7, 0, 0], max = [2, 1, 0.5] }
[[wall]]
name = "still"
box = { min = [1.5, 0, 0], max = [2, 1, 0.3] }
force = "step"
[[wall]]
name = "piston"
box = { min = [0.2, 0, 0], max = [0.7, 1, 1] }
%s
motion = { times = [0, 1, 2], displacements = [[0, 0, 0], [0.1, 0, 0], [0.1, 0, 0]] }
[[probe]]
name = "free"
at = [1.2, 0.5, 0.2]
[[probe]]
name = "face"
line = { from = [0.7, 0.5, 0.1], to = [0.7, 0.5, 0.3], count = 2 }
normal = [1, 0, 0]
body = "%s"
`
	for _, test := range [][2]string{{"", "piston"}, {"force = \"wavemaker\"", "piston"},
		{"force = \"wavemaker\"", "wavemaker"}} {
		c := flowOfCase(t, fmt.Sprintf(flow, test[0], test[1]))
		moves := slices.IndexFunc(c.Bodies,
			func(b sph.Body) bool { return b.Motion.Moves() }) + 1
		if moves == 0 || c.Probes[0].Body != 0 || c.Probes[1].Body != moves ||
			c.Probes[2].Body != moves {
			t.Errorf("%v: body %d moves, but the probes move with %d, %d and %d", test, moves,
				c.Probes[0].Body, c.Probes[1].Body, c.Probes[2].Body)
		}
		if err := c.Check(); err != nil {
			t.Error(err)
		}
		if notes := strings.Join(c.MotionEnds(), "; "); notes != "" {
			t.Errorf("the motion lasts, but the notes are %q", notes)
		}
		c.End = 2.5
		if notes := strings.Join(c.MotionEnds(), "; "); !strings.Contains(notes,
			"ends at 2 s, before the flow does at 2.5 s") {
			t.Errorf("the motion ends early, but the notes are %q", notes)
		}
	}
	for body, want := range map[string]string{"step": "what moves is piston",
		"pistn": "did you mean piston?"} {
		err := errorOfCase(fmt.Sprintf(flow, "", body))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// hillsWithout is a case with a height map of 2 m by 0.5 m cells, of which some have no height.
func hillsWithout(keys, fluid string) map[string]string {
	return map[string]string{"case.toml": `name = "Hills"
spacing = 0.25
end = 1
[domain]
min = [100, 50, 0]
max = [108, 53, 3]
open = ["zmax"]
[[wall]]
name = "ground"
height-map = { file = "hills.asc"` + keys + ` }
[[fluid]]
name = "lake"
` + fluid,
		"hills.asc": "\ufeffncols 4\r\nnrows 6\r\nxllcorner 100\r\nyllcorner 50\r\ndx 2\r\ndy 0.5\r\nNODATA_value -9999\r\n" +
			"-9999 2 2 2\r\n2 0.5 0.5 2\r\n2 0.5 0.5 2\r\n2 0.5 0.5 2\r\n2 0.5 0.5 2\r\n2 2 2 -9999\r\n"}
}

// Cells without a height are walls up to the top of the domain, or as high as the case says.
// What is told has their number and the first of them. Fluid that would begin on them is
// refused.
func TestCellsWithoutHeight(t *testing.T) {
	const lake = `box = { min = [100, 50, 0], max = [108, 53, 1.5] }` + "\n"
	p, err := fromFiles(t, hillsWithout("", lake))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes,
		"hills.asc: 2 cells of its 24 have no height, the first in row 6 and column 4, at (107, 50.25) m; "+
			"they are walls up to the top of the domain") {
		t.Errorf("notes are %s", notes)
	}
	// of walls near a point, but for those of the sides
	highest := func(c *sph.Case, x, y float64) (top float64) {
		for i, at := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Wall && math.Abs(at[0]-x) < 0.3 &&
				math.Abs(at[1]-y) < 0.3 && at[1] > 0 && at[0] < 8 {
				top = max(top, at[2])
			}
		}
		return top
	}
	if z := highest(c, 7, 0.25); z < 2.8 {
		t.Errorf("the cell without a height is closed up to %g m only", z)
	}
	if z := highest(c, 3, 0.25); z > 2.1 {
		t.Errorf("its neighbours are closed up to %g m", z)
	}
	for i, at := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && (at[2] < 0.4 || at[2] > 1.5) {
			t.Fatalf("fluid begins at %v m", at)
		}
	}

	given, err := fromFiles(t, hillsWithout(", nodata = 2.25", lake))
	if err != nil {
		t.Fatal(err)
	}
	if c, err = given.Setup(0); err != nil {
		t.Fatal(err)
	}
	if z := highest(c, 7.3, 0.25); z > 2.26 || z < 1.9 || strings.Contains(strings.Join(c.Notes,
		""), "no height") {
		t.Errorf("a cell of 2.25 m has walls up to %g m; notes are %v", z, c.Notes)
	}

	for _, fluid := range []string{`box = { min = [100, 50, 0], max = [108, 53, 2.5] }`,
		`cylinder = { from = [107, 50.25, 0], to = [107, 50.25, 2.8], radius = 0.5 }`} {
		_, err = fromFiles(t, hillsWithout("", fluid+"\n"))
		if err == nil || !strings.Contains(err.Error(),
			" without a height, the first in row 6 and column 4, at (107, 50.25, 2) m") ||
			!strings.Contains(err.Error(), "nodata = 2, ") {
			t.Errorf("fluid on cells without a height: %v", err)
		}
	}
	if _, err := fromFiles(t, hillsWithout(", nodata = 2",
		"box = { min = [100, 50, 0], max = [108, 53, 2.5] }\n")); err != nil {
		t.Errorf("fluid on cells that the case gives a height: %v", err)
	}
	if p, err = fromFiles(t, hillsWithout("",
		"fill = { seed = [104, 51.5, 0.8], level = 2.4 }\n")); err != nil {
		t.Fatal(err)
	}
	if c, err = p.Setup(0); err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes,
		`2 cells without a height, the first in row 6 and column 4, at (107, 50.25, 2) m, is below the level of the fluid "lake"`) {
		t.Errorf("notes are %s", notes)
	}
	// A fluid that is a height map does not begin on them.
	if p, err = fromFiles(t, hillsWithout(", nodata = -1",
		"height-map = { file = \"hills.asc\", base = 0.25 }\ntranslate = [0, 0, 0.75]\n")); err == nil {
		c, err = p.Setup(0)
	}
	if err != nil {
		t.Fatal(err)
	}
	wet := map[bool]int{} // by whether it is on a cell without a height
	for i, at := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			wet[at[0] > 7.1 && at[1] < 0.2 && at[2] > 1.1]++
		}
	}
	if wet[true] > 0 || wet[false] == 0 {
		t.Errorf("%d particles of a fluid that is a height map are where this has no height, %d elsewhere", wet[true], wet[false])
	}
	cover, err := fromFiles(t, hillsWithout("", "cover = { file = \"hills.asc\", depth = 0.5 }\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c, err = cover.Setup(0); err != nil {
		t.Fatal(err)
	}
	for i, at := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && at[0] > 7 && at[1] < 0.25 {
			t.Errorf("a cover has fluid at %v m, where the map has no height", at)
		}
	}
	if !strings.Contains(strings.Join(c.Notes, "\n"), "the fluid does not begin there") {
		t.Errorf("notes are %v", c.Notes)
	}
}

// Tables of motions may begin with a byte order mark; what has semicolons or decimal commas is
// refused with words about these.
func TestMotionTables(t *testing.T) {
	m, err := reading.Displacements("\ufeff0, 0, 0, 0\r\n0.5, 0.125, 0.25, -1\r\n")
	if err != nil || !slices.Equal(m.Times, []float64{0, 0.5}) ||
		m.Displacements[1] != [3]float64{0.125, 0.25, -1} {
		t.Errorf("%+v, %v", m, err)
	}
	if m, err = reading.Displacements("\ufefft, x, y, z\n0, 0, 0, 0\n1, 1, 0, 0\n"); err != nil ||
		len(m.Times) != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	for _, text := range []string{"0;0;0;0\n0,5;0,1;0;0\n", "0, 0, 0, 0\n0,5;0,1;0,25;0\n",
		"t;x;y;z\n0;0;0;0\n"} {
		if _, err := reading.Displacements(text); err == nil || !strings.Contains(err.Error(),
			"with semicolons") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
