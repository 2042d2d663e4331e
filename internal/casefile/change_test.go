package casefile

import (
	"strings"
	"testing"
)

const changeable = `name = "Basin"
spacing = 0.1
end = 2

[domain]
min = [0, 0, 0]
max = [4, 2, 1]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 2, 0.5] }

[[wall]]
name = "sill"
box = { min = [3, 0, 0], max = [3.2, 2, 0.3] }

[[wall]]
name = "gate.1"
box = { min = [2, 0, 0], max = [2.3, 2, 1] }
[wall.motion]
moves = [{ along = [0, 0, 1], amplitude = 0.1, period = 1.5 }]
`

// Changes reach any key: of tables, of arrays of tables by name and by number, items of lists by
// number and by letter, and keys that the file does not have.
func TestChanges(t *testing.T) {
	given, err := Parse([]byte(changeable), "basin.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		key   string
		value string
		of    func(c *Case) any
		want  any
	}{
		{"spacing", "0.05", func(c *Case) any { return c.Spacing }, 0.05},
		{"about", "a basin", func(c *Case) any { return c.About }, "a basin"},
		{"domain.max.x", "5", func(c *Case) any { return c.Domain.Max }, [3]float64{5, 2, 1}},
		{"fluid.water.box.max.3", ".4", func(c *Case) any { return c.Fluids[0].Box.Max[2] }, 0.4},
		{"fluid.box.max.z", "0.4", func(c *Case) any { return c.Fluids[0].Box.Max[2] }, 0.4},
		{"wall.sill.box.max.z", "0.2", func(c *Case) any { return c.Walls[0].Box.Max[2] }, 0.2},
		{"wall.2.box.max", "[2.1, 2, 1]", func(c *Case) any { return c.Walls[1].Box.Max[0] }, 2.1},
		{"wall.gate.1.motion.moves.1.period", "2",
			func(c *Case) any { return *c.Walls[1].Motion.Moves[0].Period }, 2.0},
		{"physics.alpha", "0.02", func(c *Case) any { return c.Physics.Options["alpha"] }, 0.02},
		{"physics.gravity", "[0, 0, -1.6]", func(c *Case) any { return c.Physics.Gravity[2] }, -1.6},
		{"run.formats", "none", func(c *Case) any { return c.Run.Options["formats"] }, "none"},
	} {
		c, err := given.With([]Change{{Key: test.key, Value: ParseValue(test.value)}})
		if err != nil {
			t.Errorf("%s: %v", test.key, err)
			continue
		}
		if got := test.of(c); got != test.want {
			t.Errorf("%s is %v, not %v", test.key, got, test.want)
		}
		again, err := c.Again()
		if err != nil || test.of(again) != test.want {
			t.Errorf("%s again: %v", test.key, err)
		}
		var b strings.Builder
		if err := c.Write(&b, false, nil); err != nil {
			t.Fatal(err)
		}
		if read, err := Parse([]byte(b.String()), "x.toml"); err != nil || test.of(read) != test.want {
			t.Errorf("%s written and read: %v", test.key, err)
		}
	}
	if given.Spacing != 0.1 || len(given.changes) > 0 {
		t.Error("the case itself has changed")
	}
}

// An error about a changed key has the place of the change, one about another that of the file.
func TestWrongChanges(t *testing.T) {
	given, err := Parse([]byte(changeable), "basin.toml")
	if err != nil {
		t.Fatal(err)
	}
	table := Place{"table.csv", Position{4, 7}, "low,0.1,0.2"}
	line := Place{File: "--vary"}
	for _, test := range []struct {
		key, value string
		from       Place
		want       string
	}{
		{"spacing", "fine", table, "table.csv, line 4, column 7: spacing is \"fine\", but must be a " +
			"number of metres; the line reads: low,0.1,0.2"},
		{"spacing", "-1", line, "--vary: spacing is -1, but must be above 0"},
		{"spacign", "1", line, "--vary: there is no key spacign; did you mean spacing?"},
		{"spacing.x", "1", line, "--vary: spacing.x: spacing is 0.1, which has no x"},
		{"fluid.water.box.max.w", "1", line,
			"--vary: fluid.water.box.max.w: fluid.water.box.max has the items 1 to 3, but no w"},
		{"fluid.viscosity", "1", line, `--vary: there is no key viscosity of fluid "water"`},
		{"wall.sil.box", "1", line,
			`--vary: wall.sil.box: there is no wall "sil"; did you mean "sill"?`},
		{"wall.3.box", "1", line, "--vary: wall.3.box: there is no wall 3; there are 2"},
		{"wall.box.max.z", "1", line,
			`--vary: wall.box.max.z: there is no wall "box"; there are "sill" and "gate.1"`},
		{"gauge.head.at", "[1, 1]", line, "--vary: gauge.head.at: the case has no gauge"},
		{"waves.height", "1", line, "--vary: there is no key waves"},
		{"wall.sill.box.max", "[1, 2]", table, "table.csv, line 4, column 7: wall \"sill\": box.max is"},
		{"domain..max", "1", line, `--vary: "domain..max" is no key`},
		{"domain.max.x", "-1", table, "table.csv, line 4, column 7: the domain is empty along x"},
	} {
		_, err := given.With([]Change{{test.key, ParseValue(test.value), test.from}})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s = %s: %v; want %s", test.key, test.value, err, test.want)
		}
	}
}

// The second coordinate of a point of a plane is its third one in space.
func TestChangesInPlane(t *testing.T) {
	plane := `name = "Basin"
dimension = 2
spacing = 0.1
end = 2
domain = { min = [0, 0], max = [4, 1] }
fluid = [{ name = "water", box = { min = [0, 0], max = [2, 0.5] } }]
`
	given, err := Parse([]byte(plane), "basin.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"domain.max.z", "domain.max.2"} {
		c, err := given.With([]Change{{Key: key, Value: 0.7}})
		if err != nil {
			t.Fatal(err)
		}
		if max := c.Domain.Max; max[0] != 4 || max[2] != 0.7 {
			t.Errorf("%s: the domain ends at %v", key, max)
		}
	}
	_, err = given.With([]Change{{"domain.max.z", "high", Place{File: "--vary"}}})
	if err == nil || !strings.HasPrefix(err.Error(), "--vary: item ") {
		t.Errorf("%v", err)
	}
}
