package relaxation_test

import (
	"reflect"
	"testing"

	_ "gpusph/features"
	"gpusph/features/relaxation"
	"gpusph/internal/casefile"
	"gpusph/internal/casefile/casetest"
)

const tank = `name = "T"
spacing = 0.1
end = 1
[domain]
min = [10, 20, 30]
max = [14, 21, 31]
[[fluid]]
name = "water"
box = { min = [10, 20, 30], max = [14, 21, 30.5] }
`

const zones = `[[relaxation]]
name = "sea"
along = "x"
from = 12
to = 10
rate = 15
kind = "regular"
theory = "fourier"
height = 0.1
period = 1.5
depth = 0.5
bed = 30
direction = [1, 0.5]
[[relaxation]]
name = "beach"
from = 12.5
to = 14
box = { min = [12, 20, 30], max = [14, 21, 31] }
components = "horizontal"
kind = "still"
`

// Zones have the places of the file, move with the case, and are written as they were read.
func TestTables(t *testing.T) {
	c := casetest.Parsed(t, tank+zones)
	bed := 30.
	want := []relaxation.Table{
		{Name: "sea", Along: "x", From: 12, To: 10, Rate: 15, Kind: "regular", Theory: "fourier",
			Height: 0.1, Period: 1.5, Depth: 0.5, Bed: &bed, Direction: &[2]float64{1, 0.5}},
		{Name: "beach", From: 12.5, To: 14, Kind: "still", Components: "horizontal",
			Box: &casefile.Box{Min: [3]float64{12, 20, 30}, Max: [3]float64{14, 21, 31}}},
	}
	if got := relaxation.Tables(c); !reflect.DeepEqual(got, want) {
		t.Errorf("the zones are %+v", got)
	}
	local, _ := c.Local()
	got := relaxation.Tables(local)
	if got[0].From != 2 || got[0].To != 0 || *got[0].Bed != 0 ||
		got[1].Box.Min != [3]float64{2, 0, 0} {
		t.Errorf("in coordinates of their own the zones are %+v", got)
	}
	casetest.Written(t, c, relaxation.Tables)
}

// What cannot be meant is refused at its place.
func TestTablesAreRefused(t *testing.T) {
	casetest.Refused(t, tank+zones, [][3]string{
		{`along = "x"`, `along = "z"`, `t.toml, line 12, column 1: relaxation "sea": along is "z", ` +
			`but must be x or y`},
		{`to = 10`, `to = 12`, `relaxation "sea": to is 12 m, and so is from`},
		{`rate = 15`, `rate = 0`, `relaxation "sea": rate is 0, but must be above 0`},
		{`height = 0.1`, ``, `relaxation "sea" needs height with kind = "regular"; for example ` +
			`height = 0.1`},
		{`height = 0.1`, "height = 0.1\nseed = 3", `relaxation "sea": seed has no meaning with kind = ` +
			`"regular"; leave it out`},
		{`"still"`, `"stil"`, `must be regular, irregular, focused, table or still`},
		{`"fourier"`, `"cnoidal"`, `must be airy, stokes2, stokes5 or fourier`},
		{`[1, 0.5]`, `[0, 0]`, `direction is [0, 0], which is none`},
		{`kind = "still"`, "kind = \"still\"\nbeyond = 1",
			`relaxation "beach" has both a box and beyond`},
		{`"beach"`, `"sea"`, `two of [[relaxation]] are called "sea"`},
	})
}
