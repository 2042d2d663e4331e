package gridrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpusph/grid/gridpage"
)

// TestServed holds that a run with a page has the files of one without, that it draws pictures
// while it computes, and that a page of files has what the run has left.
func TestServed(t *testing.T) {
	dirs := map[string]string{}
	for _, more := range []string{"", " --serve 127.0.0.1:0"} {
		dir := filepath.Join(t.TempDir(), "run")
		dirs[more] = dir
		line := heated + more + " --maxiter 60 --dir " + dir
		if err := command(t, t.Context(), line, func(k *fake) {
			if more != "" {
				k.after = func() { awaitPicture(t, dir) }
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sums.csv", "last.png", "data/grid_00002.vti"} {
		if contents(t, dirs[""], name) != contents(t, dirs[" --serve 127.0.0.1:0"], name) {
			t.Errorf("with a page, %s is another", name)
		}
	}
	r, err := readFiles(dirs[""])
	if err != nil || r.Problem != "GridHeatedCavity" || r.Step != 60 || r.Cells != [3]int{8, 1, 8} ||
		r.State != "done" || r.Columns[1] != "energy[m²/s²]" || len(r.Rows) < 10 {
		t.Errorf("the files have %+v, %v", r, err)
	}
	err = command(t, t.Context(), heated+" --serve a:b --dir "+dirs[""]+"2", nil)
	if err == nil || !strings.Contains(err.Error(), "--serve: \"a:b\" is not an address") {
		t.Errorf("a wrong address: %v", err)
	}
}

// awaitPicture waits until a run has drawn one, which it does beside the computation.
func awaitPicture(t *testing.T, dir string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "last_speed.png")); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal("no picture is drawn while the run computes")
		}
	}
}

// TestViewUnfinished holds that a run that continues, whose report is of before that, is shown as
// one that is not at its end, and how one is shown that has been stopped.
func TestViewUnfinished(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := command(t, t.Context(), heated+" --stop-after 1ns --dir "+dir, nil); err != nil {
		t.Fatal(err)
	}
	if r, err := readFiles(dir); err != nil || r.State != "stopped" || r.Done > 0.5 ||
		!strings.Contains(r.How, "gpusph --resume "+dir) {
		t.Errorf("a run that was stopped: %+v, %v", r, err)
	}
	rows := contents(t, dir, "sums.csv") + "0.5,1,1,1,1,1,1\n"
	if err := os.WriteFile(filepath.Join(dir, "sums.csv"), []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
	if r, err := readFiles(dir); err != nil || r.State != gridpage.Files || r.Time != 0.5 ||
		r.Done != 0.5 || r.Problem != "GridHeatedCavity" {
		t.Errorf("a run that continues: %+v, %v", r, err)
	}
}
