package output

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpusph/sph"
)

// What is predicted of a writer is what its files take, of a snapshot that is written in parts too,
// and nothing is left.
func TestPredict(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for _, n := range []int{2000, 3*predictedOf + 5000} {
		s := testSnapshot(n, 0.1)
		for _, w := range Formats {
			if n > predictedOf && w.Name == "csv" {
				continue // which takes long
			}
			g, err := Predict(s.Case, []string{"host:0"}, w, Selection{}, &sph.Progress{},
				&sph.Sample{Energy: make([]float64, 3)}, s)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			all, err := Begin(&Run{Dir: dir, Case: s.Case}, []Writer{w})
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if err := all.Snapshot(s); err != nil {
					t.Fatal(err)
				}
			}
			took, err := bytesIn(dir)
			if err != nil || took < float64(n) {
				t.Fatalf("%s: %g bytes: %v", w.Name, took, err)
			}
			if want := g.Once + 3*g.Snapshot; math.Abs(took/want-1) > 0.01 || g.Progress != 0 ||
				g.Sample != 0 {
				t.Errorf("%s: three snapshots of %d particles take %g bytes, predicted are %g: %+v", w.Name, n,
					took, want, g)
			}
			if err := all.End(nil); err != nil {
				t.Error(err)
			}
		}
	}
	table := Always[0]
	g, err := Predict(testCase(), nil, table, Selection{}, &sph.Progress{},
		&sph.Sample{Time: 0.125, Energy: make([]float64, 3)}, testSnapshot(0, 0))
	if want := float64(len("0.125,0,0,0,0,0\n")); err != nil || g.Sample != want || g.Once == 0 ||
		g.Progress != 0 || g.Snapshot != 0 {
		t.Errorf("%s: a row takes %+v, want %g bytes: %v", table.files, g, want, err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		for _, e := range left {
			if match, _ := filepath.Match("gpusph-check-*", e.Name()); match {
				t.Errorf("%s is left", e.Name())
			}
		}
	}
}
