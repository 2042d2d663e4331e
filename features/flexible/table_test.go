package flexible_test

import (
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/flexible"
	"gpusph/problems"
)

const gate = `name = "T"
dimension = 2
spacing = 0.01
end = 1
[domain]
min = [0, 0]
max = [0.5, 0.3]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [0.2, 0.2] }
[[flexible]]
name = "plate"
box = { min = [0.3, -0.03], max = [0.34, 0.2] }
young = 1e6
poisson = 0.3
density = 2500
model = "neo-hookean"
clamp = [{ box = { min = [0.3, 0.18], max = [0.34, 0.2] } }]
tip = [{ name = "top", at = [0.34, 0.2] }]
`

// What cannot be meant is refused where it stands, with what would mend it.
func TestRefusedTables(t *testing.T) {
	for _, test := range []struct{ from, to, line, says string }{
		{"poisson = 0.3", "poisson = 0.5", "line 15", "0 to 0.49"},
		{"young = 1e6", "young = 0", "line 14", "above 0"},
		{"neo-hookean", "rubber", "line 17", "st-venant-kirchhoff"},
		{"density = 2500", "density = -1", "line 16", "above 0"},
		{"dimension = 2", "dimension = 2\nslip = 1", "line 3", "slip"},
		{"[0.34, 0.2] } }]", "[0.34, 0.2] }, to = \"lid\" }]", "line 18", "lid"},
		{"{ min = [0.3, 0.18]", "{ min = [0.3, -0.1]", "line 11", "all of the flexible part"},
	} {
		text := strings.Replace(gate, test.from, test.to, 1)
		p, err := problems.FromText([]byte(text), "t.toml")
		if err == nil {
			_, err = p.Setup(0)
		}
		if err == nil || !strings.Contains(err.Error(), test.line) ||
			!strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %s and %q", test.to, err, test.line, test.says)
		}
	}
}

// What lies in the floor and in a clamp is held, and what is in the floor has no wall particles.
func TestWhatIsHeld(t *testing.T) {
	p, err := problems.FromText([]byte(gate), "t.toml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	s := flexible.Of(c).Structure()
	floor, lid := 0, 0
	for _, of := range s.Points {
		low, high := of.At[2] < 0, of.At[2] > 0.18
		if (of.Clamp == 0) != (low || high) || (of.ID < 0) != low {
			t.Errorf("a point at %v is held by %d and has the particle %d", of.At, of.Clamp, of.ID)
		}
		if low {
			floor++
		}
		if high {
			lid++
		}
	}
	if floor != 12 || lid != 8 || len(s.Points) != 92 {
		t.Errorf("of %d points %d are in the floor and %d in the clamp", len(s.Points), floor, lid)
	}
	found := false
	for _, note := range c.Notes {
		found = found || strings.Contains(note, "first natural frequency in a vacuum is 26.6 Hz") &&
			strings.Contains(note, "sub-steps")
	}
	if !found {
		t.Errorf("notes are %q", c.Notes)
	}
}

// A part with as many particles through it as bending takes is not told to have more.
func TestThickEnough(t *testing.T) {
	for spacing, more := range map[string]bool{"0.008": false, "0.01": true} {
		p, err := problems.FromText([]byte(strings.Replace(gate, "spacing = 0.01",
			"spacing = "+spacing, 1)), "t.toml")
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Setup(0)
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(c.Notes, "\n")
		if strings.Contains(notes, "bending is more exact") != more {
			t.Errorf("at %s m: %s", spacing, notes)
		}
	}
}

// A thin part is not refused where a body floats, either.
func TestThinBesideBody(t *testing.T) {
	with := strings.Replace(gate, "spacing = 0.01", "spacing = 0.02", 1) + `
[[body]]
name = "box"
box = { min = [0.05, 0.15], max = [0.15, 0.25] }
density = 500
`
	p, err := problems.FromText([]byte(with), "t.toml")
	if err == nil {
		_, err = p.Setup(0)
	}
	if err != nil {
		t.Error(err)
	}
}

// Of parts that are alike there is one note.
func TestNotesOfParts(t *testing.T) {
	second := strings.NewReplacer("plate", "other", "0.3,", "0.4,", "0.34,", "0.44,").Replace(
		gate[strings.Index(gate, "[[flexible]]"):])
	p, err := problems.FromText([]byte(gate+second), "t.toml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(c.Notes, "\n")
	if strings.Count(notes, "first natural frequency") != 1 ||
		!strings.Contains(notes, "part plate, with 1 other like it, of") {
		t.Errorf("notes are %s", notes)
	}
}
