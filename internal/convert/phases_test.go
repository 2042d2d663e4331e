package convert

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gpusph/features/thick"
	"gpusph/internal/casefile"
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
	r := casefile.KeysIn[thick.Keys](m.Extra)
	for name, v := range map[string][2]float64{"density": {m.Rho0, 1500},
		"consistency":  {r.Consistency, 15},
		"yield stress": {r.YieldStress, 75}, "regularisation": {r.Regularisation, 100},
		"index": {r.Index, 0.8}} {
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

// Phases of the solver for liquids and gases are materials with their equations of state, and what
// flows of several fluids cannot have is noted.
func TestLiquidAndGas(t *testing.T) {
	flow := func(parameters, of string) []byte {
		text := definition(`<setmkfluid mk="0"/><drawbox><boxfill>solid</boxfill>` +
			`<point x="0" y="0" z="0"/><size x="1" y="1" z="1"/></drawbox>` +
			`<setmkfluid mk="1"/><drawbox><boxfill>solid</boxfill>` +
			`<point x="0" y="0" z="1.1"/><size x="1" y="1" z="1"/></drawbox>`)
		text = bytes.Replace(text, []byte("<execution>"),
			[]byte("<execution><special><phases>"+of+"</phases></special>"), 1)
		return bytes.Replace(text, []byte("<parameters>"), []byte("<parameters>"+parameters), 1)
	}
	const water = `<phase mkfluid="0"><rhop0 value="1000"/><gamma value="7"/><cs0 value="40"/>` +
		`<visco value="0.02"/><phasetype value="0"/></phase>`
	const laminar = `<parameter key="FlowType" value="2"/>` +
		`<parameter key="ViscoTreatment" value="3"/>` +
		`<parameter key="Visco" value="1e-6"/>`
	c, notes := converted(t, flow(laminar, water+`<phase mkfluid="1"><rhop0 value="1.2"/>`+
		`<gamma value="1.4"/><cs0 value="343"/><visco value="1.5e-5"/><phasetype value="1"/></phase>`))
	if len(notes) > 0 {
		t.Errorf("not taken: %v", notes)
	}
	if len(c.Materials) != 2 || len(c.Fluids) != 2 || c.Fluids[1].Material != c.Materials[1].Name {
		t.Fatalf("the materials are %+v, the fluids %+v", c.Materials, c.Fluids)
	}
	w, air := c.Materials[0], c.Materials[1]
	if w.Rho0 != 1000 || w.Gamma != 7 || w.C0 != 40 || *w.Nu != 0.02 || air.Rho0 != 1.2 ||
		air.Gamma != 1.4 || air.C0 != 343 || *air.Nu != 1.5e-5 {
		t.Errorf("water is %+v, air %+v", w, air)
	}
	if nu, is := c.Physics.Options["nu"]; is {
		t.Errorf("all fluids have a viscosity of %v besides their own", nu)
	}
	const air0 = `<phase mkfluid="1"><rhop0 value="1.2"/>`
	for of, want := range map[string]string{
		water + air0 + `<gamma value="9"/></phase>`:       "must be from 1 to 7",
		water + air0 + `<cs0 value="1000"/></phase>`:      "speeds of sound are from 40 to 1000 m/s",
		water + air0 + `<surfcoef value="0.07"/></phase>`: "[[tension]] with sigma in N/m; it is 0.07",
		water + air0 + `<eps value="3"/></phase>`:         "it is not known here; it is 3",
		water: `the fluid "fluid1" has no phase`,
	} {
		_, notes := converted(t, flow("", of))
		if !strings.Contains(strings.Join(notes, "\n"), want) {
			t.Errorf("%s: %v, want %q", of, notes, want)
		}
	}
	for parameters, want := range map[string]string{
		`<parameter key="Boundary" value="1"/>`: "dynamic walls know one fluid only",
		`<parameter key="ViscoTreatment" value="2"/>` +
			`<parameter key="Visco" value="1e-6"/>`: "there is none",
	} {
		_, notes := converted(t, flow(parameters, water+air0+`</phase>`))
		if !strings.Contains(strings.Join(notes, "\n"), want) {
			t.Errorf("%s: %v, want %q", parameters, notes, want)
		}
	}
}
