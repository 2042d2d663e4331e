package output

import (
	"slices"
	"strings"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// What has left the domain is counted by kind, and bodies are no fluid in the balance of mass.
func TestLeftByKind(t *testing.T) {
	c := &sph.Case{Params: sph.Defaults(0.1), Bodies: []sph.Body{{Name: "cork", Free: &bodies.Body{}},
		{Name: "plank", Free: &bodies.Body{}}, {Name: "gate"}}}
	c.Params.Mass = 2
	for k := range 30 {
		c.Particles.Add([3]float64{}, sph.Fluid, 0)
		c.Particles.Add([3]float64{}, sph.Wall, uint8(k%3))
	}
	s := NewSummary(c)
	p := &sph.Progress{Steps: 1, Lost: 5, Left: sph.LeftDomain{5}}
	if s.Add(p); s.Particles.Left != nil || NewMassBalance(s).Lost != 5 {
		t.Errorf("fluid alone leaves %+v", s.Particles.Left)
	}
	const walls = sph.MaxMaterials
	p.Lost, p.Left = 19, sph.LeftDomain{4, walls: 1, walls + 1: 10, walls + 2: 4}
	s.Add(p)
	m := NewMassBalance(s)
	if m.Lost != 4 || m.ParticlesEnd != 26 || m.Start != 60 || m.End != 52 || s.Particles.Lost != 19 {
		t.Errorf("the balance is %+v, and %d have left", m, s.Particles.Lost)
	}
	text := ""
	for _, row := range m.rows() {
		text += strings.Join(row, " ") + "\n"
	}
	for _, want := range []string{"4 particles, 13.33 % of the fluid", "1 particle of walls",
		"10 of the body cork, all that it has", "4 of the 10 particles of the body plank"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report has\n%s, not %s", text, want)
		}
	}
	p.Lost, p.Left = 4, sph.LeftDomain{walls + 2: 4}
	s.Add(p)
	m = NewMassBalance(s)
	if rows := m.rows(); m.Lost != 0 || rows[2][4] != "no particle of the fluid" || len(rows) != 4 {
		t.Errorf("without fluid the report has %v", rows)
	}
}

// ties.csv has the tension of each spring and mooring, and the moment of torsions.
func TestTiesTable(t *testing.T) {
	c := &sph.Case{Params: sph.Defaults(0.1), Bodies: []sph.Body{{Name: "buoy", Free: &bodies.Body{
		Springs: []bodies.Spring{{To: [3]float64{0, 0, 2}, Length: 1, Stiff: 7},
			{To: [3]float64{1}, Length: 3, Stiff: 2}},
		Torsions: []bodies.Torsion{{Axis: [3]float64{0, 1}, Stiff: 3}},
		Moorings: []bodies.Mooring{{Anchor: [3]float64{0.1, 0, -1}, Length: 4, Weight: 5}}}}}}
	at := slices.IndexFunc(sampleTables, func(t cellTable) bool { return t.file == "ties.csv" })
	ties := sampleTables[at].cells
	if len(ties(c, noSample(c))) != 0 {
		t.Error("a case without free bodies has ties")
	}
	bodies.Release(c)
	row := sampleRow(c, noSample(c), ties)
	got := strings.Join(headings(row), ",")
	if want := "t[s],step,buoy spring 1 tension[N],buoy spring 2 tension[N]," +
		"buoy torsion moment[N m],buoy mooring tension[N],buoy mooring lies[m]"; got != want {
		t.Errorf("the columns are %s, want %s", got, want)
	}
	values := rowValues(row)
	if values[2] != 7 || values[3] != -4 || values[4] != 0 || values[5] < 4.9 || values[5] > 5.1 ||
		values[6] < 2.9 || values[6] > 3.1 {
		t.Errorf("the values are %v", values)
	}
}
