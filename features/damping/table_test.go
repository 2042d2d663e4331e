package damping_test

import (
	"reflect"
	"testing"

	_ "gpusph/features"
	"gpusph/features/damping"
	"gpusph/internal/casefile"
	"gpusph/internal/casefile/casetest"
)

const tank = `name = "T"
spacing = 0.1
end = 1
[domain]
min = [10, 20, 30]
max = [11, 21, 31]
[[fluid]]
name = "water"
box = { min = [10, 20, 30], max = [11, 21, 30.5] }
`

const beach = `[[damping]]
name = "beach"
along = "y"
from = 20.6
to = 20.9
box = { min = [10, 20.5, 30], max = [11, 21, 31] }
rate = 5
components = "horizontal"
[[damping]]
name = "end"
from = 10.5
to = 10.9
beyond = 0.1
`

// Zones have the places of the file, move with the case, and are written as they were read.
func TestTables(t *testing.T) {
	c := casetest.Parsed(t, tank+beach)
	want := []damping.Table{
		{Name: "beach", Along: "y", From: 20.6, To: 20.9, Rate: 5, Components: "horizontal",
			Box: &casefile.Box{Min: [3]float64{10, 20.5, 30}, Max: [3]float64{11, 21, 31}}},
		{Name: "end", From: 10.5, To: 10.9, Beyond: 0.1},
	}
	if got := damping.Tables(c); !reflect.DeepEqual(got, want) {
		t.Errorf("the zones are %+v", got)
	}
	local, _ := c.Local()
	moved := []damping.Table{
		{Name: "beach", Along: "y", From: 0.6, To: 0.9, Rate: 5, Components: "horizontal",
			Box: &casefile.Box{Min: [3]float64{0, 0.5, 0}, Max: [3]float64{1, 1, 1}}},
		{Name: "end", From: 0.5, To: 0.9, Beyond: 0.1},
	}
	if got := damping.Tables(local); !reflect.DeepEqual(got, moved) {
		t.Errorf("in coordinates of their own the zones are %+v", got)
	}
	if got := damping.Tables(c); !reflect.DeepEqual(got, want) {
		t.Errorf("the zones of the map have moved: %+v", got)
	}
	casetest.Written(t, c, damping.Tables)
}

// What cannot be meant is refused at its place.
func TestTablesAreRefused(t *testing.T) {
	casetest.Refused(t, tank+beach, [][3]string{
		{`along = "y"`, `along = "w"`,
			`t.toml, line 12, column 1: damping "beach": along is "w", but must be x, y or z`},
		{`to = 20.9`, `to = 20.6`, `damping "beach": to is 20.6 m, and so is from`},
		{`rate = 5`, `rate = 0`, `damping "beach": rate is 0 1/s, but must be above 0`},
		{`rate = 5`, `beyond = 1`, `damping "beach" has both a box and beyond`},
		{`"horizontal"`, `"x"`, `must be all, horizontal or vertical`},
		{`20.5, 30]`, `21.5, 30]`, `damping "beach": box reaches from 21.5 to 21 m along y`},
		{`"end"`, `"beach"`, `two of [[damping]] are called "beach", as in line 11`},
		{`from = 10.5`, `form = 10.5`, "there is no key form of damping \"end\"; did you mean from?"},
		{"[[damping]]\nname = \"end\"", "[[sponge]]\nname = \"end\"",
			"there is no key sponge; did you mean damping?"},
	})
}
