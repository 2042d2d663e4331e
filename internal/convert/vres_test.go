package convert

import (
	"fmt"
	"strings"
	"testing"

	"gpusph/features/zones"
)

// Boxes of finer particles are zones, each as many times finer than the flow as all around it make
// it; those that turn or have no power of two are refused.
func TestFinerBoxes(t *testing.T) {
	const inner = `<bufferbox><point x="0.3" y="0.3" z="0.3"/><endpoint x="0.5" y="0.5" z="0.5"/>` +
		`<dpratio value="4"/></bufferbox>`
	const outer = `<bufferbox><point x="0.2" y="0.2" z="0.2"/><size x="0.5" y="0.6" z="0.7"/>` +
		`<dpratio v="2"/>` + inner + `</bufferbox>`
	of := func(vres string) *Result {
		text := string(definition(tub + `<setmkfluid mk="0"/>` + boxText(vec{0, 0, 0}, vec{1, 1, 0.5})))
		res, err := DualSPHysics([]byte(strings.Replace(text, "</casedef>",
			"<vres>"+vres+"</vres></casedef>", 1)), Source{Name: "case"})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	res := of(outer)
	const want = "zone1 [0.2 0.2 0.2] [0.7 0.8 0.9] 2; zone2 [0.3 0.3 0.3] [0.5 0.5 0.5] 8"
	var got []string
	for _, z := range zones.Tables(res.Case) {
		got = append(got, fmt.Sprint(z.Name, " ", z.Min, z.Max, " ", z.Finer))
	}
	if text := strings.Join(got, "; "); text != want || len(changes(res)) > 0 {
		t.Errorf("%s, %v", text, res.Notes)
	}
	twice := func(by string) string { return strings.Replace(outer, `<dpratio v="2"/>`, by, 1) }
	for box, want := range map[string]string{
		twice(`<dpratio v="2"/><tracking/>`):  "mkbound",
		twice(`<dpratio v="2"/><transform/>`): "it is turned",
		twice(`<dpratio v="3"/>`):             "3 times finer",
		twice(``):                             "no <dpratio>",
		strings.Replace(outer, `endpoint x="0.5"`, `endpoint x="0.9"`, 1): "not in the box",
	} {
		if got := fmt.Sprint(changes(of(box))); !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", box, got, want)
		}
	}
}

// A box that tracks something follows the body, or the wall or its group, that moves; otherwise it
// stays.
func TestTrackingBoxes(t *testing.T) {
	const vres = `<vres><bufferbox><point x="0.2" y="0.2" z="0.2"/><size x="0.5" y="0.6" z="0.6"/>` +
		`<dpratio v="2"/><tracking mkbound="7"/></bufferbox></vres>`
	const floats = `<floatings><floating mkbound="7" rhopbody="500"/></floatings>`
	const shifts = `<mvrect id="1" duration="2"><vel x="0.01" y="0" z="0"/></mvrect>`
	const turns = `<mvrot id="1" duration="2" anglesunits="degrees"><vel ang="9"/>` +
		`<axisp1 x="0.5" y="0.5" z="0"/><axisp2 x="0.5" y="0.5" z="1"/></mvrot>`
	const gauge = `<gauges><force name="post"><target mkbound="7"/></force></gauges>`
	moves := func(by string) string {
		return `<motion><objreal ref="7"><begin mov="1" start="0"/>` + by + `</objreal></motion>`
	}
	for _, test := range []struct {
		parts, special string
		follows, note  string
	}{
		{floats, "", "bound7", "does not turn"},
		{moves(shifts), "", "bound7", ""},
		{moves(shifts), gauge, "post", ""},
		{moves(turns), "", "bound7", "does not turn"},
		{"", "", "", "nothing of mkbound 7 moves here"},
	} {
		text := string(definition(tub + `<setmkfluid mk="0"/>` +
			boxText(vec{0, 0, 0}, vec{1, 1, 0.8}) + `<setmkbound mk="7"/>` +
			boxText(vec{0.4, 0.4, 0.4}, vec{0.5, 0.6, 0.6})))
		text = strings.Replace(text, "</casedef>", vres+test.parts+"</casedef>", 1)
		if test.special != "" {
			text = strings.Replace(text, "</parameters>", "</parameters><special>"+test.special+
				"</special>", 1)
		}
		res, err := DualSPHysics([]byte(text), Source{Name: "case"})
		if err != nil {
			t.Fatal(err)
		}
		all := zones.Tables(res.Case)
		if len(all) != 1 || all[0].Follows != test.follows || len(changes(res)) > 0 {
			t.Errorf("%+v: %+v, %v", test, all, res.Notes)
		}
		told := ""
		for _, n := range res.Notes {
			if strings.HasPrefix(n.Text, "<tracking>") {
				told += n.Text
			}
		}
		if !strings.Contains(told, test.note) || (told == "") != (test.note == "") {
			t.Errorf("%+v: %s", test, told)
		}
	}
}
