package convert

import (
	"math"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
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

// A box is turned as well, clockwise: its corners go where the axis takes them, and its width is
// turned about the direction of the flow, which may be another one then.
func TestTurnedBox(t *testing.T) {
	box := `<inoutzone><zone3d><box><point x="1.2" y="2.8" z="0.5"/><size x="0.6" y="0" z="0.4"/>` +
		`<direction x="0" y="-1" z="0"/><rotateaxis angle="30"><point1 x="1.3" y="AT" z="0.6"/>` +
		`<point2 x="1.3" y="TO" z="0.6"/></rotateaxis></box></zone3d></inoutzone>`
	level := strings.NewReplacer("AT", "0", "TO", "1").Replace(box)
	upright := strings.NewReplacer(`y="AT" z="0.6"`, `z="0"`, `y="TO" z="0.6"`, `z="1"`).Replace(box)
	for text, turns := range map[string]bool{level: true, upright: false} {
		e, err := parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{dp: 1e-6, c: &casefile.Case{Domain: &casefile.Domain{Open: sides[:]}},
			domain: extent{vec{-9, -9, -9}, vec{9, 9, 9}}}
		z, err := r.zonePlace(e)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := r.zoneTurn(e.child("zone3d").child("box").child("rotateaxis"))
		if turned := math.Abs(z.turn) > 1; turned != turns {
			t.Errorf("%s: its turn is %g", text, z.turn)
		}
		across := z.across(false)
		for _, x := range []float64{1.2, 1.8} {
			for _, height := range []float64{0.5, 0.9} {
				corner, found := m.of(vec{x, 2.8, height}), false
				for k := range 4 {
					d := minus(corner, z.centre)
					for a := range 3 {
						d[a] -= across[0][a] * z.size[0] * (float64(k&1) - 0.5)
						d[a] -= across[1][a] * z.size[1] * (float64(k>>1) - 0.5)
					}
					found = found || dot(d, d) < 1e-10
				}
				if !found {
					t.Errorf("%s: no corner is at %v; %+v, %v", text, corner, z, across)
				}
			}
		}
	}
}
