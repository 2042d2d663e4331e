package convert

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// floatingOf is a definition with a body of a material, or two.
func floatingOf(property, properties string, algorithm int) []byte {
	s := string(definition(tub + `<setmkbound mk="7"/>` +
		boxText(vec{0.4, 0.4, 0.4}, vec{0.7, 0.7, 0.7}) + water))
	s = strings.Replace(s, "</casedef>", `<floatings><floating mkbound="7" rhopbody="500" `+
		`property="`+property+
		`"/></floatings><properties>`+properties+`</properties></casedef>`, 1)
	return []byte(strings.Replace(s, "<parameters>", fmt.Sprintf(
		`<parameters><parameter key="RigidAlgorithm" value="%d"/>`, algorithm), 1))
}

// Friction and restitution come from the definition, from a file, and from several materials at
// once. What is missing is named, where bodies rub.
func TestMaterialsOfBodies(t *testing.T) {
	const wood = `<property name="wood"><Restitution_Coefficient value="0.6"/>` +
		`<Kfric value="0.35"/></property>`
	const file = `<propertyfile file="stuff.xml" path="materials"/>`
	read := func(name string) ([]byte, error) {
		if name == "stuff.xml" {
			return []byte(`<materials><property name="oak"><Kfric value="0.4"/></property>` +
				`</materials>`), nil
		}
		return nil, errors.New("there is no file " + name)
	}
	for _, test := range []struct {
		property, properties  string
		algorithm             int
		friction, restitution float64
		note                  string // about what is missing
	}{
		{"wood", wood, 2, 0.35, 0.6, ""},
		{"oak", file, 2, 0.4, 0, ""},
		{"wood+mine", wood + `<property name="mine" Kfric_User="0.1"/>`, 2, 0.1, 0.6, ""},
		{"wood + oak", file + wood, 2, 0.4, 0.6, ""},
		{"wood", wood + file + `<links><link mkbound="7" property="oak"/></links>`, 2, 0.4, 0, ""},
		{"steel", wood, 2, 0, 0, `the material "steel"`},
		{"wood", `<propertyfile file="none.xml" path="materials"/>` + wood, 2, 0.35, 0.6,
			"no file none.xml"},
		{"wood", `<propertyfile file="stuff.xml" path="other.place"/>` + wood, 2, 0.35, 0.6,
			"stuff.xml has no other.place"},
		{"steel", `<propertyfile file="none.xml" path="materials"/>`, 1, 0, 0, ""}, // bodies do not rub
	} {
		res, err := DualSPHysics(floatingOf(test.property, test.properties, test.algorithm),
			Source{Read: read})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Case.Bodies) != 1 {
			t.Fatal(res.Notes)
		}
		b := res.Case.Bodies[0]
		if b.Friction != test.friction || b.Restitution != test.restitution {
			t.Errorf("%s: friction %g and restitution %g", test.property, b.Friction, b.Restitution)
		}
		missing := ""
		for _, n := range res.Notes {
			if n.Rank == ChangesFlow {
				missing += n.Text
			}
		}
		if (missing != "") != (test.note != "") || !strings.Contains(missing, test.note) {
			t.Errorf("%s: %q, not %q", test.property, missing, test.note)
		}
	}
}

// The speed of sound follows from the height of still water, whatever the level is, and without one
// from the height of the fluid's particles.
func TestSoundOfHeight(t *testing.T) {
	high := `<drawbox><boxfill>all^top</boxfill><point x="0" y="0" z="3"/><size x="2" y="1" z="2"/>` +
		`</drawbox>` +
		`<setmkfluid mk="0"/>` + boxText(vec{0, 0, 3}, vec{1, 1, 4})
	for _, test := range []struct {
		constants string
		want      float64
		rises     bool
	}{
		{`<coefsound value="20"/><hswl value="0.8" auto="false"/>`, 56.0286, false},
		{`<coefsound value="20"/><hswl value="0" auto="true"/>`, 62.6418, true},
		{`<coefsound value="20"/>`, 62.6418, true},
		{`<coefsound value="20"/><speedsystem value="2"/>`, 40, false},
		{`<speedsound value="33"/><coefsound value="20"/>`, 33, false},
		{`<speedsound value="33"/><b value="112000" auto="false"/>`, 28, false}, // √(7 b/ρ0)
	} {
		res, err := DualSPHysics(parameterised(high, test.constants, ""), Source{})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Case.Physics.Options["c0"]; got != test.want || (res.Rise != nil) != test.rises {
			t.Errorf("%s: %v m/s", test.constants, got)
		}
		if test.rises {
			res.Rise(1.98)
			if got := res.Case.Physics.Options["c0"]; got != 88.1449 {
				t.Errorf("%s: with 1.98 m it is %v m/s", test.constants, got)
			}
		}
	}
}

// What GenCase adds to an execution is no change of the flow.
func TestGenerated(t *testing.T) {
	s := strings.Replace(string(definition(tub+water)), "</execution>",
		`<particles np="9"><_summary/><fluid mkfluid="0" count="9"/></particles>
<constants><dp value="0.1"/></constants>
<motion><objreal ref="0"/></motion><uservars/><vtkout mkboundfirst="11"/></execution>`, 1)
	if _, notes := converted(t, []byte(s)); len(notes) > 0 {
		t.Error(notes)
	}
}

// Marks of bodies that nothing is drawn with float nowhere.
func TestFloatingNothing(t *testing.T) {
	s := string(floatingOf("", "", 1))
	res, err := DualSPHysics([]byte(strings.Replace(s, `mkbound="7"`, `mkbound="7-9"`, 1)), Source{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Case.Bodies) != 1 || len(res.Notes) != 2 || res.Notes[0].Rank != Information ||
		!strings.Contains(res.Notes[0].Text, "mkbound 8: nothing is drawn with it") {
		t.Errorf("%d bodies, %v", len(res.Case.Bodies), res.Notes)
	}
}
