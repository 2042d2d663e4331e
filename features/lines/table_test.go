package lines_test

import (
	"testing"

	_ "gpusph/features"
	"gpusph/features/lines"
	"gpusph/internal/casefile/casetest"
)

const tank = `name = "T"
spacing = 0.1
end = 1
[domain]
min = [10, 20, 30]
max = [14, 24, 32]
[[fluid]]
name = "water"
box = { min = [10, 20, 30], max = [14, 24, 31] }
[lines]
bed = 30.1
water = "still"
level = 31
[[line]]
name = "main"
from = { at = [10.5, 21, 30.1] }
to = { at = [12, 21, 31], loose = true }
length = 2
mass = 2
diameter = 0.02
stiffness = 5000
clump = [{ along = 2, volume = 0.01 }]
[[line]]
name = "side"
from = { at = [13.5, 21, 30.1] }
to = { line = "main", along = 2 }
length = 2
segments = 10
mass = 2
diameter = 0.02
stiffness = 5000
drag = [1, 0.1]
`

// Lines move with the case, and are written as they were read.
func TestTables(t *testing.T) {
	c := casetest.Parsed(t, tank)
	local, _ := c.Local()
	if at := *lines.Tables(local)[0].From.At; at != [3]float64{0.5, 1, at[2]} || at[2] > 0.11 {
		t.Errorf("in coordinates of its own the first end is at %v", at)
	}
	if level := *lines.SetOf(local).Level; level != 1 {
		t.Errorf("in coordinates of its own water stands at %g m", level)
	}
	casetest.Written(t, c, lines.Tables)
}

// What cannot be meant is refused at its place.
func TestTablesAreRefused(t *testing.T) {
	casetest.Refused(t, tank, [][3]string{
		{"stiffness = 5000\nclump", "stiffness = 0\nclump",
			`t.toml, line 21, column 1: line "main": stiffness is 0 N, but must be above 0`},
		{"mass = 2", "mass = -1", `mass is -1 kg/m, but must be above 0`},
		{"diameter = 0.02", "", `line "main" has no diameter`},
		{"segments = 10", "segments = 1", `segments is 1, but must be from 2 to 2000`},
		{`line = "main"`, `line = "mian"`, `the other lines are main; did you mean main?`},
		{`line = "main"`, `line = "side"`, `a line cannot end at itself`},
		{"along = 2 }\nlength", "along = 3 }\nlength", `along is 3 m, but the line "main" is 2 m long`},
		{"[{ along = 2,", "[{ along = 2.5,", `along is 2.5 m, but the line is 2 m long`},
		{"volume = 0.01", "drag-area = 1", `neither a mass nor a volume, so it does nothing`},
		{"loose = true", `loose = true, body = "box"`, `is loose and at a body`},
		{"{ at = [10.5, 21, 30.1] }", "{ loose = true }", `has no place; use at = [x, y, z]`},
		{`water = "still"`, `water = "wet"`, `must be particles, still or none`},
		{"level = 31", "", `lines has still water, but not how high it stands; use level, too`},
		{"[1, 0.1]", "[1, -1]", `has -1, but must not be below 0`},
	})
}
