package convert

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/features/flexible"
	"gpusph/features/joints"
	"gpusph/features/lines"
	"gpusph/internal/casefile"
)

// inTank is a tank that moves to and fro along x, with a body in it and other parts.
func inTank(body, execution string) []byte {
	text := string(definition(tub + `<setmkbound mk="5"/>` +
		boxText(vec{0.3, 0.3, 0.5}, vec{0.7, 0.7, 0.9}) + water))
	text = strings.Replace(text, "</casedef>", `<motion><objreal ref="0"><begin mov="1" start="0"/>`+
		`<mvrectsinu id="1" duration="9"><freq x="1"/><ampl x="0.05"/><phase x="0"/></mvrectsinu>`+
		`</objreal></motion><floatings><floating mkbound="5" relativeweight="0.5">`+body+
		`</floating></floatings></casedef>`, 1)
	return []byte(strings.Replace(text, "</parameters>",
		"</parameters><special>"+execution+"</special>", 1))
}

// A tank moves with a body in it as its frame, in which the body begins with the velocity against
// it. What is held in space has no place in that frame.
func TestTankMovesWithBody(t *testing.T) {
	res, err := DualSPHysics(inTank(`<linearvelini z="0.5"/>`, ""), Source{})
	if err != nil {
		t.Fatal(err)
	}
	if len(changes(res)) > 0 || len(res.Case.Bodies) != 1 || res.Case.Physics.GravityTable == nil {
		t.Fatal(res.Notes)
	}
	speed := 2 * math.Pi * 0.05
	for name, v := range map[string]*[3]float64{"fluid": res.Case.Fluids[0].Velocity,
		"body": res.Case.Bodies[0].Velocity} {
		if v == nil || math.Abs(v[0]+speed) > 1e-9 || name == "body" && v[2] != 0.5 {
			t.Errorf("the %s begins with %v m/s, want %g m/s against the tank", name, v, speed)
		}
	}
	for _, test := range [][3]string{
		{`<translationDOF x="1" y="0" z="1"/><rotationDOF x="0"/>`, "", ""},
		{"", `<chrono><bodyfloating id="a" mkbound="5"/></chrono>`, "<chrono>: the frame is that of"},
	} {
		res, err := DualSPHysics(inTank(test[0], test[1]), Source{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(changes(res), "\n")
		if !strings.Contains(got, test[2]) || test[2] == "" && got != "" {
			t.Errorf("%s: %s, not %s", test[:2], got, test[2])
		}
	}
}

// A body that is held in space is in a tank whose walls move.
func TestTankMovesAroundBody(t *testing.T) {
	res, err := DualSPHysics(inTank(`<translationDOF x="0" y="1" z="1"/>`, ""), Source{})
	if err != nil {
		t.Fatal(err)
	}
	c := res.Case
	if len(changes(res)) > 0 || len(c.Bodies) != 1 || c.Bodies[0].Velocity != nil ||
		!slices.Equal(c.Bodies[0].Lock, []string{"x"}) || c.Physics.GravityTable != nil ||
		len(c.Walls) != 1 || c.Walls[0].Motion == nil {
		t.Errorf("%+v, %+v, %v", c.Walls, c.Bodies, res.Notes)
	}
}

// Bodies of several marks are called after them in links, and a thin one is as thick as its
// particles.
func TestChainOfThinBodies(t *testing.T) {
	text := string(definition(tub + `<setmkbound mk="5"/>` +
		boxText(vec{0.3, 0.2, 0.2}, vec{0.6, 0.8, 0.6}) + `<setmkbound mk="6"/>` +
		boxText(vec{0.3, 0.2, 0.7}, vec{0.6, 0.8, 0.9}) +
		`<setmkfluid mk="0"/>` + boxText(vec{0.7, 0.1, 0.1}, vec{0.9, 0.9, 0.9})))
	text = strings.Replace(text, "</casedef>",
		`<floatings><floating mkbound="5-6" rhopbody="500"/></floatings></casedef>`, 1)
	text = strings.Replace(text, "</parameters>", `</parameters><special><chrono>`+
		`<bodyfloating id="arm" mkbound="5-6"/><link_hinge idbody1="arm5" idbody2="arm6">`+
		`<rotpoint x="0.45" y="0.5" z="0.65"/><rotvector y="1"/></link_hinge></chrono></special>`, 1)
	res, err := DualSPHysics([]byte(text), Source{})
	if err != nil {
		t.Fatal(err)
	}
	all := joints.Tables(res.Case)
	if len(changes(res)) > 0 || len(all) != 1 || all[0].Body != "bound5" || all[0].To != "bound6" {
		t.Fatalf("%+v, %v", all, res.Notes)
	}
	// three layers become four, but two do not
	for k, want := range []casefile.Box{{Min: vec{0.25, 0.2, 0.2}, Max: vec{0.65, 0.8, 0.6}},
		{Min: vec{0.25, 0.2, 0.7}, Max: vec{0.65, 0.8, 0.9}}} {
		if got := *res.Case.Bodies[k].Box; got != want {
			t.Errorf("the body %d is %v, not %v", k, got, want)
		}
	}
}

// Where a body has a depth of its own the walls are the bed, above the deepest.
func TestDepthsOfBodies(t *testing.T) {
	e, err := parse([]byte(strings.Replace(moordyn, `<body ref="45"/>`,
		`<body ref="45"><depth value="0.9"/></body><body ref="46"><depth value="0.3"/></body>`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{c: &casefile.Case{Bodies: []casefile.Body{{Name: "box"}}}, bodyMarks: []int{45}}
	r.moorings(e)
	if set := lines.SetOf(r.c); *set.Bed != -0.8 || !set.Terrain {
		t.Errorf("the bed is %v, %v", *set.Bed, set.Terrain)
	}
}

// Walls of a flow with parts that bend are dynamic ones, where nothing else is said.
func TestWallsThatBend(t *testing.T) {
	for given, want := range map[string]any{"": "dynamic", "mdbc": "mdbc"} {
		r, e := plate(t, "1e6", "1e6")
		if given != "" {
			r.option("boundary", given)
		}
		r.structures(e)
		if got := r.physics().Options["boundary"]; got != want || len(flexible.Tables(r.c)) != 1 {
			t.Errorf("%q: walls are %v, not %v", given, got, want)
		}
	}
}

// Properties with an equation of state that are linked with marks of fluid are its phases. All have
// one artificial viscosity.
func TestLinkedPhases(t *testing.T) {
	const properties = `<properties><links><link mkfluid="0" property="water"/>` +
		`<link mkfluid="1,2" property="air"/><link mkbound="0" property="air"/></links>` +
		`<property name="water"><rhop0 value="1000"/><gamma value="7"/><cs0 value="25"/>` +
		`<visco value="0.02"/><phasetype value="0"/><surfcoef value="0"/></property>` +
		`<property name="air"><rhop0 value="1.2"/><gamma value="1.4"/><cs0 value="250"/>` +
		`<visco value="0.02"/></property></properties></casedef>`
	text := parameterised(tub+`<setmkfluid mk="0"/>`+boxText(vec{0.1, 0.1, 0.1}, vec{0.9, 0.9, 0.4})+
		`<setmkfluid mk="1"/>`+boxText(vec{0.1, 0.1, 0.5}, vec{0.9, 0.9, 0.9}), "",
		`<parameter key="ViscoTreatment" value="1"/><parameter key="Visco" value="0"/>`)
	with := func(from, to string) []byte {
		p := strings.Replace(properties, from, to, 1)
		return bytes.Replace(text, []byte("</casedef>"), []byte(p), 1)
	}
	res, err := DualSPHysics(with("", ""), Source{})
	if err != nil {
		t.Fatal(err)
	}
	m := res.Case.Materials
	if len(changes(res)) > 0 || len(m) != 2 || m[0].Rho0 != 1000 || m[1].Rho0 != 1.2 ||
		m[1].C0 != 250 || m[1].Gamma != 1.4 || res.Case.Fluids[1].Material != m[1].Name ||
		res.Case.Physics.Options["alpha"] != 0.02 {
		t.Errorf("%+v, alpha %v, %v", m, res.Case.Physics.Options["alpha"], res.Notes)
	}
	for from, want := range map[string]string{`mkfluid="1,2"`: "no property is linked with mkfluid 1",
		`<surfcoef value="0"/>`: "surface tension"} {
		to := map[bool]string{true: `mkfluid="7"`, false: `<surfcoef value="0.5"/>`}[from[0] == 'm']
		res, err := DualSPHysics(with(from, to), Source{})
		if err != nil || !slices.ContainsFunc(changes(res),
			func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%s: %v, %v", to, err, res.Notes)
		}
	}
}

// A table of a motion may repeat a row, and be broken after the end of the flow.
func TestTablesOfMotions(t *testing.T) {
	for _, test := range []struct {
		table string
		rows  int
		want  string
	}{
		{"0 0\n0 0\n0.5 1\n1 2\n2 3\n", 4, ""},
		{"0 0\n0.5 1\n3 2\n5 3\n0.1 7\n", 4, ""},
		{"0 0\n0.5 1\n0.5 2\n2 3\n", 0, "line 3 has the time 0.5 s, but times must rise"},
		{"0 0\n0.9 1\n0.5 2\n", 0, "times must rise"},
	} {
		for _, name := range []string{"mvfile", "mvpredef"} {
			res, err := DualSPHysics(moving(object(`<`+name+` id="1" duration="9"><file name="a.dat" `+
				`fields="2" fieldtime="0" fieldx="1"/></`+name+`>`)),
				Source{Read: func(string) ([]byte, error) { return []byte(test.table), nil }})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(changes(res), "\n")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("%q: %s, not %s", test.table, got, test.want)
			}
		}
		times, _, err := columnsOf(test.table, [4]int{0, 1, -1, -1}, 4)
		if (err != nil) != (test.want != "") || len(times) != test.rows {
			t.Errorf("%q: %v, %v", test.table, times, err)
		}
	}
}
