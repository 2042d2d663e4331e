package convert

import (
	"math"
	"strings"
	"testing"

	"gpusph/features/openings"
)

// A disc is turned clockwise for a viewer who looks against the axis: (y, z) of (-1, 0) becomes
// (-cos 30°, sin 30°). A flow without other fluid begins with that of the disc's buffer.
func TestTurnedDisc(t *testing.T) {
	plate := string(definition(boxText(vec{-1, -3, -1}, vec{1, -1, 0})))
	text := strings.Replace(plate, "</parameters>",
		`</parameters><special><inout><inoutzone><zone3d><circle><point x="0" y="1" z="1"/>`+
			`<radius v="0.5"/><direction x="0" y="-1" z="0"/><rotateaxis angle="30" `+
			`anglesunits="degrees"><point1 x="0" y="0" z="1"/><point2 x="1" y="0" z="1"/></rotateaxis>`+
			`</circle></zone3d><imposevelocity mode="0"><velocity v="1"/></imposevelocity></inoutzone>`+
			`</inout></special>`, 1)
	res, err := DualSPHysics([]byte(text), Source{})
	if err != nil {
		t.Fatal(err)
	}
	all := openings.Inlets(res.Case)
	if len(changes(res)) > 0 || len(all) != 1 || all[0].Disc == nil || len(res.Case.Fluids) != 1 {
		t.Fatalf("%+v, %+v, %v", all, res.Case.Fluids, res.Notes)
	}
	c, s := math.Sqrt(0.75), 0.5
	c2 := res.Case.Fluids[0].Cylinder
	depth := math.Ceil(2*1.3) * 0.1 // of a buffer, without an h-factor
	for a, want := range (vec{0, -c, s}) {
		if got := all[0].Disc.Direction[a]; math.Abs(got-want) > 1e-9 {
			t.Errorf("the direction is %v", all[0].Disc.Direction)
		}
		// the centre (1, 0) before the axis at (0, 1) goes to (c, -s)
		centre := vec{0, c, 1 - s}
		if math.Abs(all[0].Disc.Centre[a]-centre[a]) > 1e-9 || math.Abs(c2.To[a]-centre[a]) > 1e-9 ||
			math.Abs(c2.From[a]-(centre[a]-want*depth)) > 1e-9 {
			t.Errorf("the centre is %v, the buffer %+v", all[0].Disc.Centre, c2)
		}
	}
}
