package convert

import (
	"strings"
	"testing"
)

// Walls of layers are as thick as the kernel reaches: beyond the outermost layer where fluid is
// inside, and within the innermost where it is outside. Layers stand for half a spacing to each
// side.
func TestReachOfLayers(t *testing.T) {
	for _, test := range []struct {
		skin     skin
		holds    bool
		from, to float64
	}{
		{skin{given: true, low: -2, high: 0, least: 4}, true, -2.5, 1.5},
		{skin{given: true, low: -2, high: 0, least: 4}, false, -3.5, 0.5},
		{skin{given: true, low: -4.5, high: -0.5, least: 4}, false, -5, 0},
		{skin{given: true, low: 0, high: 2, least: 4}, true, 0, 4},
		{skin{least: 4}, true, 0, 4}, {skin{least: 4}, false, -1.5, 1.5},
	} {
		if from, to := test.skin.reach(test.holds); from != test.from || to != test.to {
			t.Errorf("%+v: from %g to %g, not from %g to %g", test, from, to, test.from, test.to)
		}
	}
	for factor, want := range map[float64]float64{0: 3, 1.2: 3, 1.73205: 4, 2: 4, 2.2: 5} {
		r := newReader(Source{})
		if factor > 0 {
			r.option("h-factor", factor)
		}
		if got := r.layers(); got != want {
			t.Errorf("with the factor %g walls have %g layers, not %g", factor, got, want)
		}
	}
}

// Velocities that are given to bodies are refused with what does that.
func TestVelocitiesOfBodies(t *testing.T) {
	text := strings.Replace(string(definition(tub+`<setmkbound mk="5"/>`+
		boxText(vec{0.3, 0.3, 0.3}, vec{0.7, 0.7, 0.7}))), "</casedef>", `<floatings>`+
		`<floating mkbound="5" rhopbody="500"><linearvel><vel time="0" x="1"/></linearvel></floating>`+
		`</floatings></casedef>`, 1)
	_, notes := converted(t, []byte(text))
	if all := strings.Join(notes, "\n"); !strings.Contains(all, "<linearvel>: bodies move as fluid") {
		t.Error(all)
	}
}
