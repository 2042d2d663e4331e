package convert

import (
	"os"
	"strings"
	"testing"
)

// A wall that moves on along an axis that zones close slides along itself: it would leave the flow,
// which in DualSPHysics it comes back into on the other side. Walls that stop, that move across the
// axis or that end within the domain move as they are told to.
func TestWallsSlide(t *testing.T) {
	data, err := os.ReadFile("testdata/inlets2d.xml")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		motion, size string
		slides       bool
	}{
		"evenly": {`<begin mov="1" start="0"/><mvrect id="1" duration="100"><vel x="2"/>`, "5.3", true},
		"stops":  {`<begin mov="1" start="0"/><mvrect id="1" duration="0.1"><vel x="2"/>`, "5.3", false},
		"later":  {`<begin mov="1" start="0.2"/><mvrect id="1" duration="9"><vel x="2"/>`, "5.3", false},
		"across": {`<begin mov="1" start="0"/><mvrect id="1" duration="9"><vel z="-1"/>`, "5.3", false},
		"both": {`<begin mov="1" start="0"/><mvrect id="1" duration="9"><vel x="2" z="-1"/>`, "5.3",
			false},
		"shorter": {`<begin mov="1" start="0"/><mvrect id="1" duration="9"><vel x="2"/>`, "1", false},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer("<parameters>", `<parameters><parameter key="XPeriodicIncZ" `+
				`value="0"/>`, `<size x="5.3" y="2" z="0.3" />`, `<size x="`+test.size+`" y="2" z="0.3" />`,
				"</casedef>", `<motion><objreal ref="0">`+test.motion+`</mvrect></objreal></motion></casedef>`,
			).Replace(string(data))
			c, notes := converted(t, []byte(text))
			w := &c.Walls[0]
			if v := w.Velocity; test.slides && (v == nil || *v != [3]float64{2, 0, 0} || w.Motion != nil) ||
				!test.slides && (v != nil || w.Motion == nil) {
				t.Errorf("velocity %v, motion %v, %q", v, w.Motion, notes)
			}
			noted := strings.Contains(strings.Join(notes, "\n"), "the walls slide along themselves at 2 m/s")
			if noted != test.slides {
				t.Errorf("%q", notes)
			}
		})
	}
}
