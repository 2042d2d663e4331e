package convert

import (
	"math"
	"testing"

	"gpusph/features/lines"
	"gpusph/internal/casefile"
)

const moordyn = `<moorings>
 <start value="4"/>
 <mooredfloatings><floating mkbound="45"/></mooredfloatings>
 <moordynplus>
  <solverOptions><waterDepth value="0.5"/><freesurface value="0.1"/><kBot value="3e6"/>
   <frictionCoefficient value="0.3"/></solverOptions>
  <bodies><body ref="45"/></bodies>
  <connects><connect conref="1" x="-1" y="0" z="-0.2" M="2" V="0.001"/></connects>
  <lines>
   <linedefault><ea value="2900"/><diameter value="0.004"/><massDenInAir value="0.06"/>
    <ba value="-0.8"/><cdn value="1.5"/></linedefault>
   <line><vesselconnection bodyref="45" x="0.5" y="0" z="0"/><fixconnection x="2" y="0" z="-0.4"/>
    <length value="1.6"/><segments value="20"/></line>
   <line><vesselconnection bodyref="45" x="-0.5" y="0" z="0"/><connect conref="1"/>
    <length value="0.6"/><segments value="10"/><ba value="12"/></line>
   <line><fixconnection x="-2" y="0" z="-0.4"/><connect conref="1"/><length value="1.1"/></line>
   <line><vesselconnection bodyref="46" x="0" y="0" z="0"/><fixconnection x="2" y="0" z="-0.4"/>
    <length value="1.6"/></line>
  </lines>
 </moordynplus>
</moorings>`

// Lines of MoorDynPlus are those of the case file, with what all of them share, and points that
// connect them are loose ends with clumps.
func TestMoorings(t *testing.T) {
	e, err := parse([]byte(moordyn))
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{c: &casefile.Case{Bodies: []casefile.Body{{Name: "box"}}}, bodyMarks: []int{45}}
	r.moorings(e)
	all, set := lines.Tables(r.c), lines.SetOf(r.c)
	if len(all) != 3 || *set.Bed != -0.4 || *set.Level != 0.1 || set.Stiffness != 3e6 {
		t.Fatalf("%d lines in %+v", len(all), set)
	}
	l := all[0]
	if l.From.Body != "box" || l.From.At[0] != 0.5 || l.To.At[2] != -0.4 || l.Length != 1.6 ||
		l.Segments != 20 || l.Stiffness != 2900 || l.Mass != 0.06 || l.Damping != 0.8 ||
		(*l.Drag)[0] != 1.5 || (*l.Drag)[1] != 0.05 || l.Friction != 0.3 {
		t.Errorf("the first line is %+v", l)
	}
	if l = all[1]; !l.To.Loose || l.To.At[0] != -1 || len(l.Clumps) != 1 || l.Clumps[0].Mass != 2 ||
		math.Abs(l.Damping-12*10/(0.6*math.Sqrt(2900*0.06))) > 1e-12 {
		t.Errorf("the second line is %+v", l)
	}
	if l = all[2]; l.To.Line != "line1" || l.To.Along != 0.6 {
		t.Errorf("the third line is %+v", l)
	}
	wrong := 0
	for _, n := range r.notes {
		if n.Rank == ChangesFlow {
			wrong++
		}
	}
	if wrong != 1 { // the body 46 that there is not
		t.Errorf("the notes are %+v", r.notes)
	}
}
