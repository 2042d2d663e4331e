package convert

import (
	"strings"
	"testing"
)

// hinged is a definition of a tank with a box of 0.2 m by 1 m at a height, and a hinge below it.
func hinged(low, hinge, more string) []byte {
	s := string(definition(`<drawbox><boxfill>all^top</boxfill><point x="-9" y="-9" z="-9"/>` +
		`<size x="18" y="18" z="18"/></drawbox><setmkbound mk="1"/><drawbox><point x="0" y="0" z="` +
		low + `"/><size x="0.4" y="1" z="1"/></drawbox><setmkfluid mk="0"/>` +
		`<drawbox><point x="-9" y="-9" z="-9"/><size x="4" y="18" z="2"/></drawbox>`))
	return []byte(strings.NewReplacer("</casedef>", `<floatings><floating mkbound="1">`+
		`<massbody value="500"/></floating></floatings></casedef>`, "<parameters>",
		`<special><chrono>`+more+`<bodyfloating id="flap" mkbound="1"/><link_hinge idbody1="flap">`+
			`<rotpoint x="0.2" y="0.5" z="`+hinge+`"/><rotvector y="1"/></link_hinge></chrono></special>`+
			`<parameters><parameter key="RigidAlgorithm" value="3"/>`).Replace(s))
}

// A box that is hinged on a wall begins above it where the definition has no collisions, so that
// it turns. It keeps its mass. Others begin where they are drawn.
func TestHingeIsClear(t *testing.T) {
	for name, test := range map[string]struct {
		low, hinge, more string
		off              bool
	}{
		"on the floor":    {"-9", "-9", "", true},
		"with collisions": {"-9", "-9", `<collision activate="true"/>`, false},
		"above the floor": {"-5", "-5", "", false},
		"in its middle":   {"-9", "-8.5", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			c, notes := converted(t, hinged(test.low, test.hinge, test.more))
			if len(c.Bodies) != 1 || c.Bodies[0].Hinge == nil {
				t.Fatalf("%+v, %q", c.Bodies, notes)
			}
			b := &c.Bodies[0]
			gap := b.Box.Min[2] - b.Hinge.At[2]
			if off := gap > 0.04 && gap < 0.11; off != test.off || b.Mass == nil || *b.Mass != 500 {
				t.Errorf("%+v, mass %v, %q", b.Box, b.Mass, notes)
			}
			noted := strings.Contains(strings.Join(notes, "\n"), "off the wall that it is hinged on")
			if noted != test.off {
				t.Errorf("%q", notes)
			}
		})
	}
}
