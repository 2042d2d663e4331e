package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/lines"
	"gpusph/sph"
)

// Curves are written for some 300 samples, as polylines with a value at each point, and a run from
// a checkpoint writes those that come after.
func TestCurves(t *testing.T) {
	c := &sph.Case{Name: "hung", Params: sph.Defaults(0.1), End: 3}
	lines.Give(c, &lines.Flow{Lines: []lines.Line{{Name: "rope", Length: 2, Segments: 4,
		From: lines.End{At: [3]float64{0, 0, 1}}, To: lines.End{At: [3]float64{1, 0, 1}},
		Kind: lines.Kind{Mass: 1, Diameter: 0.01, Stiffness: 100}}}})
	r := &Run{Dir: t.TempDir(), Case: c}
	v, err := newCurveSeries(r)
	if err != nil {
		t.Fatal(err)
	}
	sample := func(v Observer, n int) {
		t.Helper()
		m := &sph.Sample{Time: 0.004 * float64(n), Step: n, Readings: make([]float64, c.Readings())}
		for k := range 5 {
			m.Readings[4+3*k] = 0.6 * float64(k) // of 0.5 m
		}
		if err := v.Sample(m); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 6 {
		sample(v, n)
	}
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join(r.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := strings.Count(file("curves.pvd"), "data/curves_"); got != 3 {
		t.Errorf("%d files are listed, not 3", got)
	}
	text := file("data/curves_00002.vtp")
	for _, part := range []string{`NumberOfPoints="5"`, `NumberOfLines="1"`, `"Tension [N]"`,
		"CurveNames"} {
		if !strings.Contains(text, part) {
			t.Errorf("the file has no %s", part)
		}
	}
	all, err := ReadCurves(r.Dir, 1)
	if err != nil || len(all) != 1 || len(all[0]) != 5 || all[0][2][0] != 1.2 {
		t.Errorf("the last curves are %v (%v)", all, err)
	}
	if all, err := ReadCurves(t.TempDir(), 1); all != nil || err != nil {
		t.Errorf("a run without curves has %v (%v)", all, err)
	}
	states := r.Rows()
	sample(v, 9)
	again := &Run{Dir: r.Dir, Case: c, From: &Checkpoint{Files: states}}
	if v, err = newCurveSeries(again); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(r.Dir, "data/curves_00003.vtp")); err == nil {
		t.Error("a file after the checkpoint is left")
	}
	sample(v, 8)
	if got := strings.Count(file("curves.pvd"), "data/curves_"); got != 4 {
		t.Errorf("%d files are listed after the checkpoint, not 4", got)
	}
}
