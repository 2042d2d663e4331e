package convert

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// What is moved after it was drawn lies elsewhere, and is turned clockwise for a viewer who looks
// against the axis.
func TestMovedAfterDrawn(t *testing.T) {
	text := func(initials string) []byte {
		s := string(definition(`<setmkbound mk="3"/>` + boxText(vec{1, 0, 0}, vec{2, 0.5, 1}) +
			`<setmkfluid mk="1"/>` + boxText(vec{4, 0, 0}, vec{5, 1, 1}) + `<setmkfluid mk="2"/>` +
			`<fillvoidpoint x="-5" y="0" z="0"/>`))
		return []byte(strings.Replace(s, "</casedef>", "<initials>"+initials+"</initials></casedef>", 1))
	}
	const quarter = `<rotateaxis mkbound="3" angle="90" anglesunits="degrees"><axisp1/>` +
		`<axisp2 z="1"/></rotateaxis>`
	for _, test := range []struct {
		initials  string
		fluid     bool
		low, high vec
	}{
		{quarter, false, vec{0, -2, 0}, vec{0.5, -1, 1}}, // (x, y) becomes (y, -x)
		{`<move mkbound="3" x="0.25" z="-1"/>`, false, vec{1.25, 0, -1}, vec{2.25, 0.5, 0}},
		{`<move mkbound="3" x="1"/>` + quarter, false, vec{0, -3, 0}, vec{0.5, -2, 1}},
		{`<move mkfluid="1" y="0.5"/>`, true, vec{4, 0.5, 0}, vec{5, 1.5, 1}},
		{`<rotateaxis mkfluid="1" angle="3.14159265358979" anglesunits="radians"><axisp1/>` +
			`<axisp2 y="1"/></rotateaxis>`, true, vec{-5, 0, -1}, vec{-4, 1, 0}},
	} {
		res, err := DualSPHysics(text(test.initials), Source{})
		if err != nil {
			t.Fatal(err)
		}
		s, marks := res.Case.Walls[0].Shape, res.Marks.Moved
		if test.fluid {
			s, marks = res.Case.Fluids[0].Shape, res.Marks.MovedFluids
		}
		low, high, _ := Bounds(s)
		for a := range 3 {
			if math.Abs(low[a]-test.low[a])+math.Abs(high[a]-test.high[a]) > 1e-9 {
				t.Errorf("%s reaches from %v to %v, not %v to %v", test.initials, low, high, test.low,
					test.high)
				break
			}
		}
		if len(changes(res)) > 0 || len(marks) == 0 {
			t.Errorf("%s: %v, %v", test.initials, marks, res.Notes)
		}
	}
	for initials, want := range map[string]string{
		`<move mkbound="9" x="1"/>`:                    "nothing is drawn with mkbound 9",
		`<move mkfluid="2" x="1"/>`:                    "fluid that fills what is free is not moved",
		`<rotateaxis mkbound="3" angle="9"/>`:          "a point is missing",
		strings.Replace(quarter, ` z="1"`, "", 1):      "its axis has no length",
		strings.Replace(quarter, `mkbound="3"`, "", 1): "no list of numbers",
		strings.Replace(quarter, `angle="90"`, "", 1):  "it has no angle",
	} {
		res, err := DualSPHysics(text(initials), Source{})
		if err != nil || !strings.Contains(strings.Join(changes(res), "\n"), want) {
			t.Errorf("%s: %v, %v, not %s", initials, err, res.Notes, want)
		}
	}
}

// A shape that is moved again keeps what moved it before.
func TestMovedAgain(t *testing.T) {
	s := casefile.Shape{Box: &casefile.Box{Max: vec{2, 1, 1}},
		Rotate: &casefile.Rotate{Axis: vec{0, 0, 1}, Angle: 45, About: &[3]float64{1, 0, 0}}}
	m, err := turned(vec{}, vec{0, 0, 1}, 45)
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.onto(s)
	if err != nil {
		t.Fatal(err)
	}
	// the middle of the box, (1, 0.5): turned by 45° about (1, 0), and then about the origin
	c := math.Sqrt(0.5)
	e, known := bounds(again)
	for a, want := range (vec{c - 0.5, c, 0.5}) {
		if middle := (e.low[a] + e.high[a]) / 2; !known || math.Abs(middle-want) > 1e-9 {
			t.Errorf("the middle of %+v is at %g along %s, not at %g", again, middle, axes[a], want)
		}
	}
}
