package output

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// open opens a run directory that is closed when the test ends.
func open(t *testing.T, dir, problem string, force bool) (*RunDir, error) {
	t.Helper()
	d, err := OpenRunDir(dir, problem, time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC), force)
	if err == nil {
		t.Cleanup(d.Close)
	}
	return d, err
}

// Runs that begin in the same second have their own directories.
func TestRunDirName(t *testing.T) {
	t.Chdir(t.TempDir())
	var paths [8]string
	var all sync.WaitGroup
	for i := range paths {
		all.Go(func() {
			if d, err := open(t, "", "DamBreak3D", i%2 == 0); err != nil {
				t.Error(err)
			} else {
				paths[i] = d.Path
			}
		})
	}
	all.Wait()
	slices.Sort(paths[:])
	for i, path := range paths {
		want := "runs/DamBreak3D_2026-11-21T15-04-05"
		if i > 0 {
			want += "_" + string(rune('1'+i))
		}
		if path != want {
			t.Errorf("a run has the directory %q, not %q", path, want)
		}
	}
	d, err := open(t, "my/own", "DamBreak3D", false)
	if err != nil || d.Path != "my/own" {
		t.Fatalf("%v, %v", d, err)
	}
	if info, err := os.Stat("my/own"); err != nil || !info.IsDir() {
		t.Error(err)
	}
	if d.Close(); len(files(t, "my")) > 0 {
		t.Errorf("nothing was written, but there are %v", files(t, "my"))
	}
}

func TestRunDirForce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd [name]*")
	other := []string{
		".energies.csv", ".energies.csv12.swp", "Energies.csv", "case.toml", "data/mine.vtp", "data/part_1.png", "data/part_9/kept",
		"energies.csv.old", "figure11_x.png", "my report.txt", "part_00000.vtp", "sub/energies.csv",
	}
	run := []string{".report.txt7351", "data/.part_00002.vtp3"}
	for _, name := range runFiles() {
		run = append(run, strings.ReplaceAll(name, "#", "00012"))
	}
	for _, name := range append(run, other...) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, dir)
	if _, err := open(t, dir, "", false); err == nil || !strings.Contains(err.Error(), "--force") || !strings.Contains(err.Error(), "--dir") || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v", err)
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("a refused directory has changed to %v", after)
	}
	d, err := open(t, dir, "", true)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	slices.Sort(other)
	if after := files(t, dir); !slices.Equal(after, other) {
		t.Errorf("force leaves %v, want %v", after, other)
	}
}

// TestRunDirIsFile holds that a file in the place of the directory is refused.
func TestRunDirIsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, path, "", true); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Errorf("the error is %v", err)
	}
	if err := CheckRunDir(path, true); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Errorf("the error is %v", err)
	}
}
