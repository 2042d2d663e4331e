package problems

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/lines"
)

const mooredFlume = `name = "Moored"
dimension = 2
spacing = 0.05
end = 1
[domain]
min = [10, 0]
max = [16, 1]
open = ["zmax"]
[[fluid]]
name = "water"
fill = { seed = [12, 0.2], level = 0.5 }
[[wall]]
name = "sill"
box = { min = [14, 0], max = [14.5, 0.2] }
[[body]]
name = "box"
box = { min = [12.8, 0.35], max = [13.3, 0.65] }
density = 500
[[line]]
name = "front"
from = { at = [11.5, 0] }
to = { body = "box", at = [12.8, 0.35] }
length = 1.4
mass = 1
diameter = 0.01
stiffness = 2000
`

// Lines of a file are at their bodies, in the coordinates of the flow, with notes on what they are
// at rest.
func TestLines(t *testing.T) {
	c := flowOfCase(t, mooredFlume)
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	f := lines.Of(c)
	l := &f.Lines[0]
	if l.To.Body != 1 || l.To.Kind != lines.OnBody || math.Abs(l.To.At[0]-2.8) > 1e-12 ||
		l.Segments != 40 || l.Damping != 0.8 || f.Water != lines.Particles || !f.Bed.Is ||
		f.Bed.Level != 0 {
		t.Errorf("the lines are %+v", f)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, part := range []string{"line front of 1.4 m pulls with ", " N at its last at rest; ",
		" m of it lie on the bed; its first natural frequencies are ", " Hz across; sub-steps are "} {
		if !strings.Contains(notes, part) {
			t.Errorf("no note has %q in\n%s", part, notes)
		}
	}
}

// A line to an anchor beside the domain is noted, unless the water there has a level.
func TestLinesBesideDomain(t *testing.T) {
	far := strings.Replace(mooredFlume, "[11.5, 0] }\nto = { body = \"box\", at = [12.8, 0.35] }\n"+
		"length = 1.4", "[8, 0] }\nto = { body = \"box\", at = [12.8, 0.35] }\nlength = 4.9", 1)
	for text, noted := range map[string]bool{far: true, far + "[lines]\nlevel = 0.5\n": false} {
		notes := strings.Join(flowOfCase(t, text).Notes, "\n")
		if strings.Contains(notes, `of the line "front" is beside the domain`) != noted {
			t.Errorf("noted %t:\n%s", noted, notes)
		}
	}
}

// Beyond a periodic side a line is in the water of the other side, but over a plane bed only.
func TestLinesOverPeriodicSide(t *testing.T) {
	around := strings.NewReplacer("open = [\"zmax\"]", "open = [\"zmax\"]\nperiodic = [\"x\"]",
		"[11.5, 0]", "[9.2, 0]", "[12.8, 0.35] }\nlength = 1.4", "[10.5, 0.35] }\nlength = 1.4",
		"min = [12.8", "min = [10.5", "max = [13.3", "max = [11").Replace(mooredFlume)
	if notes := strings.Join(flowOfCase(t, around).Notes, "\n"); strings.Contains(notes, "beside") {
		t.Errorf("notes are\n%s", notes)
	}
	file := filepath.Join(t.TempDir(), "case.toml")
	if err := os.WriteFile(file, []byte(around+"[lines]\nterrain = true\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := FromFile(file)
	if err == nil {
		_, err = p.Setup(0)
	}
	if want := `lines.terrain is true, but a part of the line "front" is beyond the periodic side ` +
		`along x`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, not %s", err, want)
	}
}

// Over terrain lines lie on walls, where these are the bed.
func TestLinesOnWalls(t *testing.T) {
	c := flowOfCase(t, strings.Replace(mooredFlume, "[11.5, 0] }\nto = { body = \"box\", at = "+
		"[12.8, 0.35] }\nlength = 1.4", "[14.7, 0] }\nto = { body = \"box\", at = [13.3, 0.35] }\n"+
		"length = 1.55", 1)+"[lines]\nterrain = true\n")
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	b := &lines.Of(c).Bed
	for x, want := range map[float64]float64{1: 0, 3.9: 0, 4.1: 0.2, 4.4: 0.2, 4.6: 0} {
		if z := b.At([3]float64{x}); math.Abs(z-want) > 1e-6 {
			t.Errorf("the bed is at %g m at x = %g m, not at %g m", z, x, want)
		}
	}
}

// What lines cannot be with the rest of the case is refused at its place, with what mends it.
func TestLinesAreRefused(t *testing.T) {
	for _, test := range []struct{ was, is, want string }{
		{`body = "box"`, `body = "bx"`,
			`line 22, column 8: line "front": to.body is "bx", but the bodies are box; did you mean box?`},
		{"length = 1.4", "length = 1",
			`line 23, column 1: the line "front" cannot be at rest: its ends are 1.346 m apart, but it ` +
				`is 1 m long and would be torn; use a length of 1.077 m or more`},
		{"length = 1.4", "length = 1.8", `the line "front" cannot be at rest: it is longer than its ` +
			`ends allow: 0.1503 m of it would lie on the bed without tension; use a length of 1.65 m or ` +
			`less`},
		{"at = [11.5, 0]", "at = [11.5, -0.1]", `is 0.1 m below the bed, which is at z = 0 m there; ` +
			`use a place above it, or set lines.bed`},
		{"[11.5, 0] }\nto = { body = \"box\", at = [12.8, 0.35] }\nlength = 1.4",
			"[15, 0] }\nto = { body = \"box\", at = [13.3, 0.35] }\nlength = 1.8",
			`of the line "front" is in "sill" at rest, at [14.`},
		{"stiffness = 2000", "stiffness = 5e8", `a body of that mass follows it only with steps more ` +
			`than 10 times shorter than the flow needs; use `},
	} {
		file := filepath.Join(t.TempDir(), "case.toml")
		text := strings.Replace(mooredFlume, test.was, test.is, 1)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := FromFile(file)
		if err == nil {
			_, err = p.Setup(0)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, not %s", test.is, err, test.want)
		}
	}
}
