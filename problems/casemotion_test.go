package problems

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/problems/reading"
	"gpusph/sph"
)

// paddled is a case file of a tank with a paddle, with a line about its motion.
func paddled(motion, more string) string {
	return `name = "Paddled"
dimension = 2
spacing = 0.02
end = 1
[domain]
min = [0, 0, 0]
max = [1, 0, 0.6]
open = ["zmax"]
[[wall]]
name = "paddle"
box = { min = [0.2, 0, 0], max = [0.3, 0, 0.5] }
` + motion + `
[[fluid]]
name = "water"
box = { min = [0.3, 0, 0], max = [1, 0, 0.3] }
` + more
}

func writeCase(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "case.toml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A wall of a case file moves as its table says, inline or in a file, and is measured.
func TestMotionOfCaseFile(t *testing.T) {
	var bodies []sph.Body
	for _, motion := range []string{
		`motion = { times = [0, 0.5, 1, 2], displacements = [[0, 0, 0], [0.05, 0, 0], [0.1, 0, 0.01], [0.1, 0, 0.01]] }`,
		`motion = { table = "motion.csv" }`,
	} {
		file := writeCase(t, paddled(motion, ""))
		table := "# a paddle\nt [s], x [m], y [m], z [m]\n0, 0, 0, 0\n0.5, 0.05, 0, 0\n\n1, 0.1, " +
			"0, 0.01 # at last\n2, 0.1, 0, 0.01\n"
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), "motion.csv"), []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := FromFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Setup(0)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if named := strings.Contains(motion, "csv"); named != (len(p.Files()) == 1) {
			t.Errorf("it names the files %v", p.Files())
		}
		if len(c.Bodies) != 1 || c.Bodies[0].Name != "paddle" {
			t.Fatalf("there are the bodies %v", c.Bodies)
		}
		if x, _, _ := c.Bodies[0].Motion.At(1); x != [3]float64{0.1, 0, 0.01} {
			t.Errorf("at 1 s it is at %v", x)
		}
		if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, "paddle moves between 0 and 0.1 m along x and between 0 and 0.01 m along z") {
			t.Errorf("the notes are %s", notes)
		}
		bodies = append(bodies, c.Bodies[0])
	}
	for _, time := range []float64{0.1, 0.4, 0.7, 1.5} {
		x, v, _ := bodies[0].Motion.At(time)
		if y, w, _ := bodies[1].Motion.At(time); x != y || v != w {
			t.Errorf("at %g s they are at %v and %v, with %v and %v m/s", time, x, y, v, w)
		}
	}
}

// What is wrong with a motion is said with the line that says it.
func TestWrongMotions(t *testing.T) {
	const good = `motion = { times = [0, 1], displacements = [[0, 0, 0], [0, 0, 0]] }`
	for _, test := range []struct{ motion, more, want string }{
		{`motion = { times = [0, 1, 1], displacements = [[0, 0, 0], [0.1, 0, 0], [0.1, 0, 0]] }`,
			"", "times must increase"},
		{`motion = { times = [0, 1], displacements = [[0, 0, 0]] }`, "", "2 times, but 1 " +
			"displacements"},
		{`motion = { table = "none.csv" }`, "", "none.csv"},
		{`motion = { }`, "", "use one of table, times, moves or waves"},
		{`motion = { table = "a.csv", times = [0] }`, "", "both table and times"},
		{`motion = { times = [0, 0.5], displacements = [[0, 0, 0], [0.1, 0, 0]] }`, "", "ends at " +
			"0.5 s"},
		{good + "\nvelocity = [0, 0, 1]", "", "both a velocity"},
		{good, "[[wall]]\nname = \"post\"\nforce = \"paddle\"\nbox = { min = [0.8, 0, 0], max = " +
			"[0.9, 0, 0.5] }\n", "of which the wall \"paddle\" moves"},
	} {
		p, err := FromFile(writeCase(t, paddled(test.motion, test.more)))
		if err == nil {
			_, err = p.Setup(0)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "case.toml") {
			t.Errorf("%s: the error is %v, want one that says %q", test.motion, err, test.want)
		}
	}
	if _, err := reading.Displacements("0, 0, 0, 0\n1, 0, 0\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("the error is %v", err)
	}
}

// Motions that leave the domain, or are too fast, are refused at their line by a run and by a look.
// They say by how much.
func TestMotionsTooFarOrFast(t *testing.T) {
	for _, test := range []struct {
		name, motion string
		wants        []string
	}{
		{"out of the domain", "times = [0, 1, 2], displacements = [[0, 0], [0, 0.9], [0, 0.9]]",
			[]string{`takes the wall "paddle" to z = 1.4 m, out of the domain, whose zmax is 0.6 m`,
				"goes 0.71 m less far", "a max of 1.32 m along z"}},
		{"beyond xmin", "times = [0, 1, 2], displacements = [[0, 0], [-0.6, 0], [-0.6, 0]]",
			[]string{`takes the wall "paddle" to x = -0.4 m`, "whose xmin is 0 m", "a min of -0.24 m"}},
		{"too fast", "times = [0, 0.01, 0.5], displacements = [[0, 0], [0, 0.1], [0, 0.1]]",
			[]string{"moves at up to 13.33 m/s, the greatest speed of the smooth curve through its",
				"the mean is 10 m/s", "2.6 times the time", "c0 = 44.5 in [physics]"}},
		{"turns too fast", "moves = [{ axis = [0, 1, 0], about = [0.25, 0, 0.6], speed = 2000 }]",
			[]string{`the wall "paddle" moves at up to 20.`}},
		{"into another wall", "times = [0, 1, 2], displacements = [[0, 0], [-0.22, 0], [-0.22, 0]]",
			[]string{"into another wall"}},
		{"across the plane", "times = [0, 1, 2], displacements = [[0, 0, 0], [0, 0.1, 0], [0, 0.1, 0]]",
			[]string{"across the plane"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := FromFile(writeCase(t, paddled("motion = { "+test.motion+" }", "")))
			if err != nil {
				t.Fatal(err)
			}
			c, err := p.Setup(0)
			if err == nil {
				err = c.Check() // of all particles, without a place
			}
			_, looked := p.Sketch(0, 1e5)
			for _, want := range test.wants {
				for _, err := range []error{err, looked} {
					if err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("the error is %v, want one that says %q", err, want)
					}
				}
			}
			if looked == nil || !strings.Contains(looked.Error(), "case.toml, line 12, column 1: ") {
				t.Errorf("the error of a look is %v", looked)
			}
			_, rough := p.Sketch(0, 500)
			if whole := err != nil && strings.Contains(err.Error(), "line 12"); whole != (rough != nil) {
				t.Errorf("the error of a sample is %v, that of all %v", rough, err)
			}
		})
	}
}

// Where a wall goes is told without rounding errors.
func TestMotionNote(t *testing.T) {
	file := writeCase(t, paddled("motion = { times = [0, 1, 2, 3, 4, 6], displacements = [[0, "+
		"0], [0.1, 0], [0, 0], [0.1, 0], [0, 0], [0, 0]] }", ""))
	p, err := FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(c.Notes, "\n"); !strings.Contains(notes, "paddle moves between 0 and 0.1 m along x from") {
		t.Error(notes)
	}
}

// A wall that moves on another one alone moves as that does, and is a body of its own.
func TestWallRides(t *testing.T) {
	p, err := FromFile(writeCase(t, paddled("motion = { moves = [{ along = [1, 0], speed = 0.1 "+
		"}] }", `[[wall]]
name = "arm"
box = { min = [0.2, 0.5], max = [0.3, 0.55] }
motion = { on = "paddle" }
`)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil || len(c.Bodies) != 2 {
		t.Fatalf("there are the bodies %v: %v", c.Bodies, err)
	}
	if x, _, _ := c.Bodies[1].Motion.At(0.5); math.Abs(x[0]-0.05) > 1e-12 || x[1] != 0 || x[2] != 0 {
		t.Errorf("it is at %v", x)
	}
}

// Moves of a case file are in metres and degrees, each carries those after it, and a wall moves on another one.
func TestMovesOfCaseFile(t *testing.T) {
	file := writeCase(t, strings.Replace(paddled(`[[wall.motion.moves]]
along = [0, 2]
rows = [[0, 0], [0.5, 0.05], [2, 0.05]]
[[wall.motion.moves]]
axis = [0, 1, 0]
about = [0.25, 0.25]
amplitude = 9
period = 4
`, `[[wall]]
name = "arm"
box = { min = [0.6, 0.5], max = [0.7, 0.55] }
[wall.motion]
on = "paddle"
[[wall.motion.moves]]
axis = [0, -1, 0]
about = [0.65, 0.5]
circle = [0.7, 0.5]
table = "angles.csv"
`), "end = 1", "end = 2", 1))
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "angles.csv"), []byte("t, angle\n0, 0\n1, 90\n2, 90\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Files()) != 1 || len(c.Bodies) != 2 || len(c.Bodies[1].Motion.Links) != 4 {
		t.Fatalf("it names %v and has the bodies %+v", p.Files(), c.Bodies)
	}
	paddle, arm := c.Bodies[0].Motion.Pose(1, [3]float64{}), c.Bodies[1].Motion.Pose(1,
		[3]float64{})
	o := c.Params.Origin
	local := func(x, z float64) [3]float64 { return [3]float64{x - o[0], 0, z - o[2]} }
	near := func(what string, got, want [3]float64) {
		t.Helper()
		if d := sph.Norm([3]float64{got[0] - want[0], got[1] - want[1], got[2] - want[2]}); d > 1e-12 {
			t.Errorf("%s is at %v, want %v", what, got, want)
		}
	}
	at, _, _ := paddle.Point(local(0.25, 0.35))
	sin, cos := math.Sincos(9 * math.Pi / 180) // clockwise, x to the right and z up
	near("a point over the axle", at, local(0.25+0.1*sin, 0.30+0.1*cos))
	// Its own moves take any point of the arm by (-0.05, 0.05), and the paddle's take that.
	at, _, _ = arm.Point(local(0.65, 0.55))
	carried, _, _ := paddle.Point(local(0.60, 0.60))
	near("the arm", at, carried)
	if w := arm.AngularVelocity(); sph.Norm(w) > 1e-9 {
		t.Errorf("the arm turns with %v rad/s", w)
	}
}

// TestWaveMakers holds how pistons and flaps of case files move, in a plane and in space.
func TestWaveMakers(t *testing.T) {
	const regular = "[wall.motion.waves]\nkind = \"regular\"\nheight = 0.04\nperiod = 1\ndepth = " +
		"0.3\n"
	setup := func(text string) *sph.Case {
		t.Helper()
		p, err := FromFile(writeCase(t, text))
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Setup(0)
		if err == nil {
			err = c.Check()
		}
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	point := func(c *sph.Case, time float64, x [3]float64) (at, v [3]float64) {
		pose := c.Bodies[0].Motion.Pose(time, [3]float64{})
		at, v, _ = pose.Point(x)
		return at, v
	}
	piston := setup(paddled(regular, ""))
	at, v := point(piston, 0.9, [3]float64{0.3, 0, 0.3})
	if notes := strings.Join(piston.Notes, "\n"); !strings.Contains(notes, "paddle makes regular waves of second order") {
		t.Errorf("the notes are\n%s", notes)
	}
	if n := len(piston.Resolved); n == 0 || piston.Resolved[n-1].Kind != sph.WaveHeight || len(piston.Warnings) == 0 {
		t.Errorf("the spacing of 0.02 m resolves waves of 0.04 m: %v, %v", piston.Resolved,
			piston.Warnings)
	}

	// Backwards the same motion goes the other way.
	back := strings.NewReplacer("[0.2, 0, 0], max = [0.3", "[0.7, 0, 0], max = [0.8", "min = "+
		"[0.3, 0, 0], max = [1", "min = [0, 0, 0], max = [0.7").
		Replace(paddled(regular+"direction = [-1, 0]\n", ""))
	other, w := point(setup(back), 0.9, [3]float64{0.7, 0, 0.3})
	if d := at[0] - 0.3 + other[0] - 0.7; math.Abs(d) > 1e-12 || math.Abs(v[0]+w[0]) > 1e-12 || v[0] == 0 {
		t.Errorf("against x the paddle is at %v with %v, along x at %v with %v", other, w, at, v)
	}

	// A flap is at its hinge at rest, and its greater stroke is that of half of a piston's flux at least.
	flap := strings.Replace(paddled(regular+"paddle = \"flap\"\nhinge = [0.25, 0, 0]\norder = "+
		"1\nramp = 0\n", ""), "0.2, 0, 0]", "0.2, 0, 0.02]", 1)
	c := setup(flap)
	hinge, still := point(c, 0.9, [3]float64{0.25, 0, 0})
	if hinge != [3]float64{0.25, 0, 0} || still != [3]float64{} {
		t.Errorf("the hinge is at %v with %v", hinge, still)
	}
	straight := setup(paddled(regular+"order = 1\nramp = 0\n", ""))
	_, v = point(straight, 0, [3]float64{0.25, 0, 0.3})
	_, w = point(c, 0, [3]float64{0.25, 0, 0.3})
	kd := 2 * math.Pi / 1.372945 * 0.3
	want := math.Sinh(kd) / (math.Sinh(kd) - (math.Cosh(kd)-1)/kd)
	if math.Abs(w[0]/v[0]-want) > 1e-4 || w[2] != 0 {
		t.Errorf("the flap moves %g times as fast as a piston, not %g", w[0]/v[0], want)
	}

	// In space waves may run along y.
	space := strings.NewReplacer("dimension = 2\n", "", "max = [1, 0, 0.6]", "max = [0.4, 1, 0.6]",
		"min = [0.2, 0, 0], max = [0.3, 0, 0.5]",
		"min = [0, 0.2, 0], max = [0.4, 0.3, 0.5]", "min = [0.3, 0, 0], max = [1, 0, 0.3]", "min "+
			"= [0, 0.3, 0], max = [0.4, 1, 0.3]", "spacing = 0.02", "spacing = 0.04").
		Replace(paddled(regular+"direction = [0, 1]\norder = 1\nramp = 0\n", ""))
	if _, along := point(setup(space), 0, [3]float64{}); along[0] != 0 || math.Abs(along[1]-v[0]) > 1e-12 {
		t.Errorf("along y the paddle has %v, along x %v", along, v)
	}
}
