package casefile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// whole has every key.
const whole = `name = "Whole"
about = "a case with every key, \"quotes\" and µ"
dimension = 3
spacing = 0.05
end = 1
split-axis = "y"
front = "G1"

[domain]
min = [0, 0, 0]
max = [1, 2.5, 1e-1]
open = ["zmax", "xmin"]
room = 0.25
periodic = ["y"]
slide = { zmin = [1, -2, 0] }
force = "tank"
[physics]
rho0 = 998.2
gravity = [0.1, 0, -9.81]
depth = 0.3
alpha = 0.1
kernel = "wendland"
correction = true
some-count = 3

[turning]
point = [0, 0, 0]
axis = [0, 1, 0]
interval = 0.5
angles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

[[fluid]]
name = "pool"
material = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.05] }
surface = 0.06
velocity = [0, 0, -1]
scale = [1, 2, 3]
rotate = { axis = [0, 0, 1], angle = 45, about = [1, 1, 0] }
translate = [0, 0, 0.01]

[[fluid]]
name = "lake"
material = "water"
fill = { seed = [0.5, 0.5, 0.01], level = 0.05 }

[[fluid]]
name = "film"
material = "water"
cover = { file = "ground.asc", depth = 0.01 }

[[wall]]
name = "all"
force = "all"
centre = [0, 0, 0]
velocity = [0, 0, 0.5]
difference = [
    { union = [
        { sphere = { centre = [0, 0, 0], radius = 1 } },
        { cylinder = { from = [0, 0, 0], to = [0, 0, 1], radius = 1 }, translate = [1, 0, 0] },
        { cone = { from = [0, 0, 0], to = [0, 0, 1], radii = [1, 0] }, scale = [2] },
    ] },
    { intersection = [
        { plane = { point = [0, 0, 0], normal = [0, 0, 1] } },
        { prism = { outline = [[0, 0], [1, 0], [0, 1]], along = "z", from = 0, to = 1 } },
        { revolved = { from = [0, 0, 0], axis = [0, 0, 1], profile = [[0, 0], [1, 0], [0, 1]] } },
    ] },
]

[[wall]]
name = "ground"
height-map = { file = "ground.asc", base = -1 }
motion = { times = [0, 1], displacements = [[0, 0, 0], [0, 0, 0.1]] }

[[wall]]
name = "ship"
stl = { file = "ship.stl", unit = "mm" }
motion = { table = "ship.csv" }

[[probe]]
name = "P"
at = [0.5, 0.5, 0.01]

[[probe]]
name = "L"
line = { from = [0, 0, 0], to = [1, 1, 0.05], count = 10 }

[[probe]]
name = "R"
plane = { origin = [0, 0, 0], first = [1, 0, 0], second = [0, 1, 0], counts = [3, 4] }

[[probe]]
name = "S"
patch = { centre = [0, 0, 0], normal = [1, 0, 0], size = 0.1, distance = 0.01 }

[[gauge]]
name = "G1"
at = [0.5, 0.5]

[heat]
conductivity = 0.6
heat-capacity = 4186
expansion = 2e-4
reference = 20
temperature = 21
surface = { emissivity = 0.9, convection = 20, air = 290 }
length = 0.1
difference = 10

[[heat-wall]]
name = "warm"
of = ["zmin"]
temperature = 25

[[heat-wall]]
name = "plate"
of = ["xmax", "ship"]
conductivity = 400
heat-capacity = 385
density = 8900
depth = 0.02
temperature = 20

[[heat-source]]
name = "sun"
box = { min = [0, 0, 0], max = [1, 1, 1] }
power = 100

[lines]
bed = 0
bed-slope = [0.1, 0]
terrain = true
bed-stiffness = 1e5
bed-damping = 1
water = "still"
level = 0.5

[[line]]
name = "chain"
from = { at = [0, 0, 0] }
to = { at = [0, 0, 1], body = "ship" }
length = 2
segments = 20
mass = 1
diameter = 0.01
stiffness = 1e4
damping = 0.5
bending = 0.1
drag = [1.2, 0.1]
added-mass = [1, 0.1]
friction = 0.3
clump = [{ along = 1, mass = 1, volume = 0.001, drag-area = 0.1, added-mass = 0.5 }]

[[relaxation]]
name = "sea"
along = "x"
from = 0.5
to = 0
beyond = 0.1
rate = 15
power = 3
components = "horizontal"
kind = "regular"
theory = "fourier"
height = 0.1
period = 1.5
depth = 0.5
bed = 0.1
direction = [1, 0.5]
current = 0.1
phase = 10
start = 1
ramp = 2
[[damping]]
name = "beach"
along = "x"
from = 0.6
to = 0.9
beyond = 0.1
rate = 5
components = "horizontal"

[[inlet]]
name = "river"
side = "xmin"
min = [0, 0.5, 0]
max = [0, 2, 0.1]
discharge = [[0, 0.01], [0.5, 0.02], [1, 0.01]]
level = "level.csv"
profile = [[0, 0.8], [0.1, 1.2]]
nonreflecting = true
reverse = "stop"
material = "water"
temperature = [[0, 281], [1, 283]]

[[inlet]]
name = "spring"
material = "oil"
temperature = 290
disc = { centre = [0.5, 1, 0], radius = 0.2, direction = [0.3, 0, 1] }
velocity = 0.25
pressure = 2000
profile = "parabolic"

[[outlet]]
name = "culvert"
rectangle = { centre = [0.9, 1, 0.05], size = [0.5, 0.1], direction = [1, 0, 0] }
velocity = "drain.csv"
level = 0.05
material = "water"
temperature = 283

[[outlet]]
name = "weir"
side = "xmax"
free = true

[run]
formats = "csv,vtk"
output-interval = 0.05
gpus = 2
nosave = false

[[body]]
name = "raft"
box = { min = [0.2, 0.2, 0], max = [0.4, 0.4, 0.1] }
mass = 2
centre = [0.3, 0.3, 0.04]
inertia = [0.01, 0.01, 0.01]
velocity = [0.1, 0, 0]
spin = [0, 10, 0]
lock = ["y", "rotation-x"]
friction = 0.4
restitution = 0.5

[[body.spring]]
at = [0.2, 0.3, 0.05]
to = [0, 0.3, 0.05]
length = 0.1
stiffness = 100
damping = 2
rope = true

[[body.torsion]]
axis = [0, 1, 0]
stiffness = 3
damping = 0.1

[[body.mooring]]
at = [0.4, 0.3, 0.05]
anchor = [0.9, 0.3, 0]
length = 0.8
weight = 2
stiffness = 1e4

[[body]]
name = "door"
box = { min = [0.6, 0.2, 0], max = [0.7, 0.4, 0.1] }
density = 600
hinge = { at = [0.6, 0.3, 0], axis = [0, 1, 0] }

[[fluid]]
name = "channel"
normal-depth = { discharge=0.1, slope=0.01, manning=0.01, at=[0, 1, 0], width=2, direction=[1, 0] }
material = "oil"

[[material]]
name = "oil"
colour = "#a0b0c0"
rho0 = 900
c0 = 12
gamma = 5
nu = 1e-4
conductivity = 0.15
heat-capacity = 2000
expansion = 7e-4
consistency = 0.09
flow-index = 0.8
yield-stress = 2
regularisation = 100
thinning = 0.01

[[material]]
name = "water"

[[tension]]
between = ["oil", "water"]
sigma = 0.05
angle = 60

[[porous]]
name = "armour"
box = { min = [0.1, 0.1, 0.1], max = [0.2, 0.2, 0.2] }
porosity = 0.4
d50 = 0.05
alpha = 500
beta = 1.2
keulegan-carpenter = 20
viscosity = 1e-6
added-mass = 0.5

[[porous]]
name = "core"
box = { min = [0.3, 0.1, 0.1], max = [0.4, 0.2, 0.2] }
porosity = 0.35
darcy = 10
forchheimer = 20

[[particles]]
name = "drops"
file = "drops.csv"

[[flexible]]
name = "flap"
box = { min = [0.5, 0.1, 0.1], max = [0.55, 0.2, 0.3] }
young = 1e6
poisson = 0.3
density = 1200
model = "neo-hookean"
plane-stress = true
damping = 1e-4
hourglass = 0.1
clamp = [{ box = { min = [0.5, 0.1, 0.1], max = [0.55, 0.2, 0.15] }, to = "door" }]
tip = [{ name = "free end", at = [0.5, 0.15, 0.3] }]

[[joint]]
name = "latch"
kind = "hinge"
body = "door"
to = "raft"
at = [0.5, 0.3, 0]
axis = [0, 1, 0]
stiffness = 10
rest = 5
damping = 1
quadratic-damping = 2
motor = [[0, 0], [0.5, 10], [1, 0]]
repeat = true

[[joint]]
name = "rail"
kind = "slider"
body = "raft"
at = [0.3, 0.3, 0]
along = [0, 0, 1]
limits = [-0.1, 0.1]
motor-force = 20
`

// plain is a case without what it has of its file.
func plain(c *Case) Case {
	p := *c
	p.where, p.text, p.file = nil, nil, ""
	return p
}

func parse(t *testing.T, text string) *Case {
	t.Helper()
	c, err := Parse([]byte(text), "test.toml")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWhole holds that the case above has every key of the format, so that tests of it miss none.
func TestWhole(t *testing.T) {
	var missing func(v reflect.Value, path string) []string
	missing = func(v reflect.Value, path string) (all []string) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				return missing(v.Elem(), path)
			}
		case reflect.Struct:
			for _, f := range fieldsOf(v) {
				if f.value.IsZero() && !f.need {
					all = append(all, path+"."+f.key)
				}
				all = append(all, missing(f.value, path+"."+f.key)...)
			}
		}
		return all
	}
	c := parse(t, whole)
	if got := missing(reflect.ValueOf(c).Elem(), ""); !reflect.DeepEqual(got, []string{".physics.gravity-table", ".physics.speed", ".turning.table", ".turning.keyframes"}) {
		t.Errorf("without values: %v", got)
	}
	for _, key := range ShapeKeys() {
		if !strings.Contains(whole, key+" =") {
			t.Errorf("no shape %s", key)
		}
	}
}

// TestRoundTrip holds that a case that is written is read as it was.
func TestRoundTrip(t *testing.T) {
	c := parse(t, whole)
	c.Physics.GravityTable, c.Physics.Gravity, c.Turning, c.Physics.Speed = &GravityTable{Interval: 0.1, Values: [][3]float64{{0, 0, -1}, {0.5, 1e-300, 3}}}, nil, nil, 2.5
	rolls := parse(t, whole)
	rolls.Turning.Angles, rolls.Turning.Keyframes = nil, [][4]float64{{0, 0.1, -2, 30}, {0.5, 1, 0, 0}, {2, 1e-300, 3, 0}}
	file, rollFile := parse(t, whole), parse(t, whole)
	file.Physics.GravityTable, file.Physics.Gravity, file.Turning = &GravityTable{Table: "g.csv"}, nil, nil
	rollFile.Turning = &Turning{Axis: [3]float64{0, 1, 0}, Table: "roll.csv", Interval: 0.02}
	for _, annotated := range []bool{false, true} {
		roundTrip(t, c, annotated)
		roundTrip(t, file, annotated)
		roundTrip(t, rollFile, annotated)
		roundTrip(t, rolls, annotated)
		roundTrip(t, parse(t, whole), annotated)
	}
}

func roundTrip(t *testing.T, c *Case, annotated bool) {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b, annotated, nil); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(b.Bytes(), "again.toml")
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	if got, want := plain(again), plain(c); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v is read as\n%+v, from\n%s", want, got, &b)
	}
}

// TestEditors holds that line ends and the mark of editors of Windows, tabs, and a last line
// without an end change nothing.
func TestEditors(t *testing.T) {
	want := plain(parse(t, whole))
	for name, text := range map[string]string{
		"CRLF":             strings.ReplaceAll(whole, "\n", "\r\n"),
		"mark":             "\ufeff" + whole,
		"mark and CRLF":    "\ufeff" + strings.ReplaceAll(whole, "\n", "\r\n"),
		"tabs":             strings.ReplaceAll(strings.ReplaceAll(whole, " = ", "\t=\t"), "\n    ", "\n\t"),
		"no end":           strings.TrimRight(whole, "\n"),
		"comments, spaces": strings.ReplaceAll(whole, "\n", "  # a comment: [no] = \"key\"\n"),
	} {
		if got := plain(parse(t, text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	_, err := Parse([]byte("\ufeffname = \"x\"\r\n\tspacing = -1\r\nend = 1\r\n"), "w.toml")
	if err == nil || err.Error() != "w.toml, line 2, column 2: spacing is -1, but must be above 0; use spacing = 0.02; the line reads: spacing = -1" {
		t.Errorf("a file of Windows: %v", err)
	}
}

// TestPositions holds where keys and items of lists are.
func TestPositions(t *testing.T) {
	const text = "# µ\nname = \"µµ\"; \nspacing= 1\n[domain]\n  min = [0,\n    1,\n    2]\n[[wall]]\nname = 'a'\n[[wall]]\nname='b'\nbox = { min = [0,0,0], max = [1, 1, 1] }\nunion = [ { box = {} },\n {box = {min = []}}]\n[physics.\"x y\"]\n"
	at := positions([]byte(strings.Replace(text, "; ", "", 1)))
	for path, want := range map[string]Position{
		"name": {2, 1}, "spacing": {3, 1}, "domain": {4, 2}, "domain.min": {5, 3}, "domain.min.0": {5, 10}, "domain.min.1": {6, 5}, "domain.min.2": {7, 5},
		"wall": {8, 3}, "wall.0": {8, 3}, "wall.0.name": {9, 1}, "wall.1": {10, 3}, "wall.1.name": {11, 1}, "wall.1.box": {12, 1}, "wall.1.box.max": {12, 24},
		"wall.1.box.max.2": {12, 37}, "wall.1.union.0": {13, 11}, "wall.1.union.0.box": {13, 13}, "wall.1.union.1.box.min": {14, 10}, "physics.x y": {15, 10},
	} {
		if at[path] != want {
			t.Errorf("%s is at %v, not %v", path, at[path], want)
		}
	}
}

// TestPlaces holds where an error about a path is, what it shows of the line, and that columns
// count characters.
func TestPlaces(t *testing.T) {
	c := parse(t, whole)
	for path, want := range map[string]string{
		"":        "test.toml: is wrong",
		"nothing": "test.toml: is wrong",
		"domain.max": "test.toml, line 11, column 1: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"domain.max.1": "test.toml, line 11, column 11: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"domain.max.1.nothing": "test.toml, line 11, column 11: is wrong; the line reads: max = " +
			"[1, 2.5, 1e-1]",
		"wall.0.difference.0.union.1": "test.toml, line 60, column 9: is wrong; the line " +
			"reads: { cylinder = { from = [0, 0, 0], to = [0, 0, 1], radius = 1 …",
		"wall.0.difference.1": "test.toml, line 63, column 5: is wrong; the line " +
			"reads: { intersection = [",
		"probe.2.plane.second": "test.toml, line 90, column 50: is wrong; the line " +
			"reads: …0], first = [1, 0, 0], second = [0, 1, 0], counts = [3, 4] …",
		"wall.0.difference.1.nothing.at": "test.toml, line 63, column 5: is wrong; the line " +
			"reads: { intersection = [",
	} {
		if got := c.Errorf(path, "is wrong").Error(); got != want {
			t.Errorf("%q: %s\nnot %s", path, got, want)
		}
	}
	_, err := Parse([]byte("name = \"µµµ\" x\n"), "µ.toml")
	var at *Error
	if !errors.As(err, &at) || at.Position != (Position{1, 14}) {
		t.Errorf("%v is not in column 14", err)
	}
}

// TestLabels holds what paths are called.
func TestLabels(t *testing.T) {
	c := parse(t, whole)
	for path, want := range map[string]string{
		"spacing": "spacing", "domain.max": "domain.max", "domain.max.1": "item 2 of domain.max",
		"wall.0": `wall "all"`, "wall.0.name": `wall "all": name`, "wall.2.stl.unit": `wall "ship": stl.unit`, "wall.7.box": "wall 8: box",
		"wall.0.difference.1.intersection.2.revolved.profile.0": `wall "all": item 1 of difference, shape 2: intersection, shape 3: revolved.profile`,
		"fluid.1.fill.seed": `fluid "lake": fill.seed`, "gauge.0.at": `gauge "G1": at`, "domain.slide.zmin": "domain.slide.zmin",
	} {
		if got := c.Label(path); got != want {
			t.Errorf("%s is called %s, not %s", path, got, want)
		}
	}
}

// TestOtherFiles holds what is said of files that are no texts of TOML.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"utf16.toml", "\xff\xfen\x00a", "this is a text in UTF-16 of which a byte is missing; save it as UTF-8"},
		{"binary.toml", "\x7fELF\x00\x01", "this is a binary file, but a case file is a text"},
		{"case.xml", "\ufeff<?xml version=\"1.0\"?>", "gpusph convert makes one"},
		{"case.json", "\n {\"name\": 1}", "this looks like JSON"},
		{"nothing.toml", "", "the case has no name; write name = \"MyFlow\""},
		{"deep.toml", "a = " + strings.Repeat("[", 1e6), "nested"},
		{"control.toml", "name = \"a\x01b\"", "control characters"},
	} {
		file := filepath.Join(dir, test.name)
		if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), file) {
			t.Errorf("%s: %v, not %s", test.name, err, test.want)
		}
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "no.toml")); err == nil || !strings.Contains(err.Error(), "there is no case file") {
		t.Errorf("no file: %v", err)
	}
	if _, err := Parse(make([]byte, largest+1), "large.toml"); err == nil || !strings.Contains(err.Error(), "has 64 MiB") {
		t.Errorf("a large file: %v", err)
	}
}

// TestAgain holds that changes of a case do not change its file, and that files that it names can
// have other names.
func TestAgain(t *testing.T) {
	c := parse(t, whole)
	again, err := c.Again()
	if err != nil {
		t.Fatal(err)
	}
	again.Rename(map[string]string{"ground.asc": "x.asc", "ship.stl": "y.stl"})
	if again.Walls[1].HeightMap.File != "x.asc" || again.Walls[2].STL.File != "y.stl" || again.Fluids[2].Cover.File != "x.asc" {
		t.Error("files have their old names")
	}
	moves := &Case{Walls: []Wall{{Motion: &Motion{Table: "tables/piston.csv"}}}}
	moves.Rename(map[string]string{"tables/piston.csv": "piston.csv"})
	if got := moves.Walls[0].Motion.Table; got != "piston.csv" {
		t.Errorf("a table of a motion is called %s", got)
	}
	if !reflect.DeepEqual(plain(c), plain(parse(t, whole))) {
		t.Error("the case has changed")
	}
}

// FuzzParse holds that no text makes the reader panic, and that what it takes is written and read
// again as it was.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	for _, pattern := range []string{"../../problems/testdata/wrong/*.toml", "../../problems/*.toml", "../../cases/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data, "test.toml")
		if err != nil {
			if words := err.Error(); !strings.HasPrefix(words, "test.toml") || strings.Contains(words, "%!") || strings.Contains(words, "\n") {
				t.Errorf("%q", words)
			}
			return
		}
		roundTrip(t, c, false)
		roundTrip(t, c, true)
	})
}
