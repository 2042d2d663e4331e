package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// openChannel is a flow in two dimensions with an inlet and an outlet.
func openChannel() *sph.Case {
	c := &sph.Case{Name: "Channel", Params: sph.Defaults(0.1), End: 10}
	c.Params.Dim, c.Params.Mass, c.Params.Rho0 = 2, 10, 1000
	in := openings.Opening{Name: "river", Inlet: true, Centre: [3]float64{0, 0, 0.1},
		Normal: [3]float64{1, 0, 0}, Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}},
		Half: [2]float64{0.5, 0.1}, Discharge: timeseries.Constant(0.1)}
	out := in
	out.Name, out.Inlet, out.Centre[0], out.Normal[0] = "weir", false, 0.4, -1
	out.Discharge, out.Level = nil, timeseries.Constant(0.2)
	openings.Open(c, []openings.Opening{in, out})
	return c
}

// boundaries.csv has discharges and volumes with the signs of case files, and no flow without
// openings has it.
func TestBoundaries(t *testing.T) {
	c := openChannel()
	m := noSample(c)
	m.Time, m.Step = 0.5, 7
	m.Readings = []float64{0.5, 0.25, 0.2, -0.375, -0.125, 0.1}
	const head = "t[s],step,river_discharge[m²/s],river_volume[m²],river_level[m]," +
		"weir_discharge[m²/s],weir_volume[m²],weir_level[m]\n"
	for _, test := range []struct {
		name string
		dim  int
		want string
	}{
		{"plane", 2, head + "0.5,7,0.5,0.25,0.2,0.375,0.125,0.1\n"},
		{"space", 3, strings.ReplaceAll(head, "m²", "m³") + "0.5,7,0.5,0.25,0.2,0.375,0.125,0.1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c.Params.Dim = test.dim
			dir := written(t, c, func(o Observer) error { return o.Sample(m) })
			got, err := os.ReadFile(filepath.Join(dir, "boundaries.csv"))
			if err != nil || string(got) != test.want {
				t.Errorf("%v\n%s, not\n%s", err, got, test.want)
			}
		})
	}
	dir := written(t, testCase(), func(o Observer) error { return o.Sample(testSample()) })
	if _, err := os.Stat(filepath.Join(dir, "boundaries.csv")); !os.IsNotExist(err) {
		t.Errorf("a flow without openings has the table: %v", err)
	}
}

// The report of a flow with openings has what has come through them, and masses that add up.
func TestReportOfOpenings(t *testing.T) {
	c := openChannel()
	for range 14 {
		c.Particles.Add([3]float64{0.2, 0, 0.1}, sph.Fluid, 0)
	}
	b, s := c.Passages(), NewSummary(c)
	for k := range 2 {
		p := &sph.Progress{Time: 1 + float64(k), Born: 10 * k, Lost: 4 * k, Particles: 14 + 6*k,
			Crossings: []sph.Crossing{{In: 10 * k, Born: 10 * k}, {Out: 3 * k, Removed: 3 * k}},
			Devices:   []sph.DeviceProgress{{Name: "host:0"}}}
		b.Add(p)
		s.Add(p)
	}
	s.Passages = b.Copy()
	var text strings.Builder
	if err := Report(&text, s, &Flow{Mass: NewMassBalance(s), Passages: s.Passages}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"inlet river ", "outlet weir ", "discharge given", "level given",
		"Fluid at the start   140  kg/m", "Born at openings     100  kg/m",
		"Removed at openings   30  kg/m", "Fluid at the end     200  kg/m",
		"Left the domain       10  kg/m    1 particle, 4.167 % of the fluid",
		"Particles: 14 at the start + 10 born - 3 removed - 1 that left the domain = 20; as many are",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if s.Particles.Lost != 1 {
		t.Errorf("%d particles are lost", s.Particles.Lost)
	}
}
