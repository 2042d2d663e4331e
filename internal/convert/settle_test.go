package convert

import (
	"fmt"
	"strings"
	"testing"
)

// Bodies a spacing above the bottom, and others a spacing above these, touch them; those that hang
// higher or that links hold stay where they are.
func TestSettle(t *testing.T) {
	body := func(mk int, low vec) string {
		high := vec{low[0] + 0.5, low[1] + 0.5, low[2] + 0.5}
		return fmt.Sprintf(`<setmkbound mk="%d"/>`, mk) + boxText(low, high)
	}
	text := string(definition(tub + body(5, vec{0.2, 0.2, 0.1}) + body(6, vec{0.3, 0.2, 0.7}) +
		body(7, vec{0.2, 1.2, 0.3}) + body(8, vec{0.3, 0.3, 1.2}) + `<setmkfluid mk="0"/>` +
		boxText(vec{1.2, 0.1, 0.1}, vec{1.6, 0.8, 0.5})))
	text = strings.Replace(text, "<geometry>", `<constantsdef><gravity x="0" y="0" z="-9.81"/>`+
		`</constantsdef><geometry>`, 1)
	text = strings.Replace(text, "</casedef>", `<floatings><floating mkbound="5-8" massbody="50">`+
		`<center x="0.4" y="0.4" z="0.4"/></floating></floatings></casedef>`, 1)
	tied := strings.Replace(text, "<execution>", `<execution><special><chrono>`+
		`<link_hinge idbody1="a"/></chrono></special>`, 1)
	for text, want := range map[string]string{text: "[0 0.5 0.3 1]", tied: "[0.1 0.7 0.3 1.2]"} {
		res, err := DualSPHysics([]byte(text), Source{Name: "case"})
		if err != nil {
			t.Fatal(err)
		}
		var lows []float64
		for k, b := range res.Case.Bodies {
			lows = append(lows, b.Box.Min[2])
			if lowered := res.Marks.Lowered[5+k]; tidy((*b.Centre)[2]+lowered) != 0.4 {
				t.Errorf("the centre of %s is %v, %g m lower", b.Name, *b.Centre, lowered)
			}
		}
		if got := fmt.Sprint(lows); got != want {
			t.Errorf("bodies are from %s on, not %s; %v", got, want, res.Notes)
		}
	}
}
