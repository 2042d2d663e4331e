package convert

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// Phases of DualSPHysics are materials with their stresses, and fluids without a phase are noted.
func TestPhases(t *testing.T) {
	box := `<drawbox><boxfill>solid</boxfill><point x="0" y="0" z="0"/>` +
		`<size x="1" y="1" z="1"/></drawbox>`
	phases := func(of string) []byte {
		text := definition(`<setmkfluid mk="0"/>` + box)
		return bytes.Replace(text, []byte("<execution>"),
			[]byte("<execution><special><nnphases>"+of+"</nnphases></special>"), 1)
	}
	c, notes := converted(t, phases(`<phase mkfluid="0"><rhop value="1500"/>
<visco value="0.01"/><tau_yield value="0.05"/><HBP_m value="100"/><HBP_n value="0.8"/>
<phasetype value="0"/></phase>`))
	if len(notes) > 0 {
		t.Errorf("not taken: %v", notes)
	}
	if len(c.Materials) != 1 || len(c.Fluids) != 1 || c.Fluids[0].Material != c.Materials[0].Name {
		t.Fatalf("the materials are %+v, the fluids %+v", c.Materials, c.Fluids)
	}
	m := c.Materials[0]
	for name, v := range map[string][2]float64{"density": {m.Rho0, 1500},
		"consistency":  {m.Consistency, 15},
		"yield stress": {m.YieldStress, 75}, "regularisation": {m.Regularisation, 100},
		"index": {m.Index, 0.8}} {
		if math.Abs(v[0]-v[1]) > 1e-9*v[1] {
			t.Errorf("the %s is %g, want %g", name, v[0], v[1])
		}
	}
	for of, want := range map[string]string{
		`<phase mkfluid="0"><visco value="0"/></phase>`:    "a phase needs a viscosity",
		`<phase mkfluid="7"><visco value="0.01"/></phase>`: "there is no fluid with mkfluid 7",
	} {
		if _, notes := converted(t, phases(of)); !strings.Contains(strings.Join(notes, "\n"),
			want) {
			t.Errorf("%s: %v, want %q", of, notes, want)
		}
	}
}
