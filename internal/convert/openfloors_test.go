package convert

import (
	"fmt"
	"strings"
	"testing"

	"gpusph/features/openings"
)

// The face of a void in the bottom of a tank is a free outfall, half a spacing wider on each side;
// in another wall it is refused.
func TestHoles(t *testing.T) {
	const hole = `<setmkvoid/><drawbox><boxfill>bottom</boxfill><point x="0.3" y="0.4" z="0"/>` +
		`<size x="0.2" y="0.3" z="1"/></drawbox>`
	water := `<setmkfluid mk="0"/>` + boxText(vec{0, 0, 0.5}, vec{1, 1, 0.9})
	res := convertedOf(t, tub+hole+strings.Replace(hole, `x="0.3"`, `x="0.7"`, 1)+water)
	all := openings.Outlets(res.Case)
	if len(all) != 2 || len(changes(res)) > 0 {
		t.Fatalf("%+v, %v", all, res.Notes)
	}
	depth := 0.3 // of three spacings, which 2 h of 1.3 spacings take
	for k, o := range all {
		low, high := vec{0.25 + 0.4*float64(k), 0.35, -depth}, vec{0.55 + 0.4*float64(k), 0.75}
		for a := range 2 {
			if o.Min[a] != tidy(low[a]) || o.Max[a] != tidy(high[a]) {
				t.Errorf("%s is from %v to %v", o.Name, *o.Min, *o.Max)
			}
		}
		if o.Side != "zmin" || !o.Free || o.Min[2] != -depth {
			t.Errorf("%+v", o)
		}
	}
	if all[0].Name == all[1].Name || res.Case.Domain.Min[2] != -depth {
		t.Errorf("%s, %s in %+v", all[0].Name, all[1].Name, res.Case.Domain)
	}
	plate := `<drawbox><boxfill>top</boxfill><point x="0.2" y="0.2" z="0"/>` +
		`<size x="0.6" y="0.6" z="0.2"/></drawbox>`
	for commands, want := range map[string]string{
		tub + plate + strings.NewReplacer("bottom", "top", `z="1"`, `z="0.2"`).Replace(hole): "no side",
		tub + strings.Replace(hole, `x="0.3"`, `x="8"`, 1):                                   "no faces",
	} {
		if got := fmt.Sprint(changes(convertedOf(t, commands+water))); !strings.Contains(got, want) {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// A flat box of fluid marks a zone as one face of a box does.
func TestFlatMarkers(t *testing.T) {
	const zone = `</parameters><special><inout><inoutzone><zone3d><particles mkfluid="4" ` +
		`direction="right"/></zone3d><imposevelocity mode="0"><velocity v="1"/></imposevelocity>` +
		`</inoutzone></inout></special>`
	text := string(definition(tub + `<setmkfluid mk="4"/>` + boxText(vec{0, 0.2, 0.1},
		vec{0, 0.8, 0.4}) + `<setmkfluid mk="0"/>` + boxText(vec{0.2, 0.1, 0.1}, vec{0.9, 0.9, 0.4})))
	res, err := DualSPHysics([]byte(strings.Replace(text, "</parameters>", zone, 1)), Source{})
	if err != nil {
		t.Fatal(err)
	}
	all := openings.Inlets(res.Case)
	if len(all) != 1 || all[0].Rectangle == nil || len(changes(res)) > 0 {
		t.Fatalf("%+v, %v", all, res.Notes)
	}
	if got := fmt.Sprint(all[0].Rectangle.Size,
		all[0].Rectangle.Direction); got != "[0.7 0.4] [1 0 0]" {
		t.Errorf("%s, %v", got, all[0].Rectangle)
	}
}
