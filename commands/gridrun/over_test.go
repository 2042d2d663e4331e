package gridrun

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// atEnd are the files that the end of a run writes after its last checkpoint, in their order.
var atEnd = []string{"sums.csv", "data/grid_00002.vti", "grid.pvd", "profile_mean.csv",
	"profile_u.csv", "profile_w.csv", "profile_T.csv", "last.png", "last_speed.png", "report.txt",
	"report.json"}

// TestKilledAtEnd kills a run within each of the files that its end writes. The run finishes, with
// the files of one that nothing has ended.
func TestKilledAtEnd(t *testing.T) {
	for name, of := range map[string]struct {
		options string
		points  []int
	}{
		"end": {"--tend 0.1 --steady 0 --output-interval 0.09 --sample-interval 0.08",
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		"steady": {"--tend 1 --steady 0.1 --output-interval 0.5 --sample-interval 0.5", []int{0, 9}},
	} {
		t.Run(name, func(t *testing.T) {
			whole := filepath.Join(t.TempDir(), "run")
			line := "GridHeatedCavity --cells 8 " + of.options + " --dir " + whole
			if err := command(t, t.Context(), line, nil); err != nil {
				t.Fatal(err)
			}
			checkAtEnd(t, whole)
			for _, n := range of.points {
				killAndFinish(t, whole, n)
			}
		})
	}
}

// checkAtEnd holds that atEnd has all files of a run but those that it had before.
func checkAtEnd(t *testing.T, dir string) {
	t.Helper()
	before := []string{"run.log", "throughput.csv", "data/grid_00000.vti", "data/grid_00001.vti",
		"files.txt"}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err == nil && !d.IsDir() && !strings.HasPrefix(filepath.Base(name), ".") &&
			filepath.Ext(name) != ".grid" && !slices.Contains(slices.Concat(before, atEnd), name) {
			t.Errorf("a run has %s, of which the test does not know when it is written", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// killAndFinish takes from a copy of a run the files from the nth on that its end writes, leaves
// half of the nth by the name that it has then, and continues the run.
func killAndFinish(t *testing.T, whole string, n int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	for _, name := range atEnd[n:] {
		path := filepath.Join(dir, name)
		data := contents(t, dir, name)
		before := ""
		switch name {
		case "sums.csv": // it had the rows before
			before = data[:strings.LastIndex(strings.TrimSpace(data), "\n")+1]
		case "grid.pvd":
			before = data[:strings.LastIndex(data, "<DataSet")] + "</Collection></VTKFile>"
		}
		if before == "" {
			os.Remove(path)
		} else if err := os.WriteFile(path, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		if name == atEnd[n] {
			half := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"1234567")
			os.WriteFile(half, []byte(data[:len(data)/2]), 0o600)
		}
	}
	if err := command(t, t.Context(), "--resume "+dir, nil); err != nil {
		t.Fatalf("killed within %s: %v", atEnd[n], err)
	}
	for _, name := range atEnd[:len(atEnd)-2] {
		if contents(t, dir, name) != contents(t, whole, name) {
			t.Errorf("killed within %s: %s is not that of a run without a kill", atEnd[n], name)
		}
	}
	r, want := reportOf(t, dir), reportOf(t, whole)
	if r.Status != "done" || r.Steps != want.Steps || r.Steady != want.Steady ||
		r.StateSHA256 != want.StateSHA256 || len(r.Devices) != 1 || r.Snapshots != want.Snapshots {
		t.Errorf("killed within %s: the report is %+v", atEnd[n], r)
	}
	err := command(t, t.Context(), "--resume "+dir, nil)
	if err == nil || !strings.HasSuffix(err.Error(), "to continue it") {
		t.Errorf("a run that has finished continues: %v", err)
	}
}

// TestShortenedEnd holds that a run that has steps left does not take an earlier end for its own.
func TestShortenedEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := command(t, t.Context(), heated+" --stop-after 1ns --dir "+dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "report.json")); err != nil {
		t.Fatal(err)
	}
	err := command(t, t.Context(), "--tend 0.001 --resume "+dir, nil)
	if err == nil || !strings.Contains(err.Error(), "use a later --tend to continue it") {
		t.Errorf("the error is %v", err)
	}
}
