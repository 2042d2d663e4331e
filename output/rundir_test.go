package output

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
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

// With force what the list of a run names goes, with what a killed process has left of it. All else
// stays, whatever its name.
func TestRunDirForce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd [name]*")
	other := []string{
		".energies.csv", ".energies.csv12.swp", "Energies.csv", "case.toml", "data/mine.vtp",
		"data/part_1.png", "data/part_9/kept",
		"energies.csv.old", "figure11_x.png", "my report.txt", "part_00000.vtp", "sub/energies.csv",
		"cut_a.png", "movie.mp4", "validate_mine.csv", "data/frame_7.png", ".movie.mp41",
	}
	run := []string{".report.txt7351", "data/.part_00002.vtp3", "data/part_00002.vtp", "cut_y=0.1.png"}
	for _, name := range slices.Concat(runOnly, writersFiles()) {
		run = append(run, strings.ReplaceAll(name, "#", "00012"))
	}
	write := func(name string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := open(t, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range run {
		write(name)
		List(filepath.Join(dir, name))
	}
	d.Close()
	for _, name := range other {
		write(name)
	}
	before := files(t, dir)
	if _, err := open(t, dir, "", false); err == nil || !strings.Contains(err.Error(), "--force") ||
		!strings.Contains(err.Error(), "--dir") || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v", err)
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("a refused directory has changed to %v", after)
	}
	d, err = open(t, dir, "", true)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	slices.Sort(other)
	if after := files(t, dir); !slices.Equal(after, other) {
		t.Errorf("force leaves %v, want %v", after, other)
	}
	slices.Sort(run)
	run = slices.Compact(run)
	slices.Sort(d.Removed)
	if !slices.Equal(d.Removed, run) {
		t.Errorf("it says that it has removed %v, not %v", d.Removed, run)
	}
}

// With force no link is followed, removed or written to, and a file that a run would replace has to
// be in the list.
func TestForceRefuses(t *testing.T) {
	for name, make := range map[string]func(dir, elsewhere string) error{
		"data": func(dir, elsewhere string) error {
			return os.Symlink(elsewhere,
				filepath.Join(dir, "data"))
		},
		"run.lock": func(dir, elsewhere string) error {
			return os.Symlink(elsewhere+"/part_00000.vtp", filepath.Join(dir, "run.lock"))
		},
		"summary.json": func(dir, elsewhere string) error {
			return os.Symlink(elsewhere+"/part_00000.vtp", filepath.Join(dir, "summary.json"))
		},
		"energies.csv": func(dir, _ string) error {
			return os.WriteFile(
				filepath.Join(dir, "energies.csv"), nil, 0o666)
		},
		"run.log": func(dir, _ string) error {
			return syscall.Mkfifo(filepath.Join(dir, "run.log"),
				0o666)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, elsewhere := t.TempDir(), t.TempDir()
			if err := os.WriteFile(filepath.Join(elsewhere, "part_00000.vtp"), []byte("theirs"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, listName),
				[]byte("summary.json\ndata/part_00000.vtp\n../x\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := make(dir, elsewhere); err != nil {
				t.Fatal(err)
			}
			_, err := open(t, dir, "", true)
			for _, err := range []error{err, CheckRunDir(dir, true)} {
				if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, name)) ||
					!strings.Contains(err.Error(), "--dir") {
					t.Errorf("the error is %v", err)
				}
			}
			if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
			if text, err := os.ReadFile(filepath.Join(elsewhere, "part_00000.vtp")); string(text) != "theirs" {
				t.Errorf("what is elsewhere is %q, %v", text, err)
			}
		})
	}
}

// Who goes on removes what a killed process has left of files in the list, and nothing else.
func TestHalvesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	d, err := open(t, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	List(filepath.Join(dir, "report.txt"))
	List(filepath.Join(dir, "data", "part_00002.vtp"))
	d.Close()
	kept := []string{".gauges.csv77", ".report.txt", ".report.txtx1", "data/.part_00003.vtp5",
		"files.txt", "report.txt"}
	for _, name := range append([]string{".report.txt7351", "data/.part_00002.vtp3"}, kept...) {
		os.MkdirAll(filepath.Join(dir, "data"), 0o777)
		if name != "files.txt" {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d, err = GoOnInRunDir(dir); err != nil {
		t.Fatal(err)
	}
	d.Close()
	if after := files(t, dir); !slices.Equal(after, kept) {
		t.Errorf("there are %v, not %v", after, kept)
	}
}

// What lies behind a link in the place of the data directory is not removed, whatever the list
// names.
func TestHalvesBehindLinks(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	d, err := open(t, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	List(filepath.Join(dir, "data", "part_00002.vtp"))
	d.Close()
	half := filepath.Join(elsewhere, ".part_00002.vtp3")
	if err := errors.Join(os.WriteFile(half, nil, 0o666),
		os.Symlink(elsewhere, filepath.Join(dir, "data"))); err != nil {
		t.Fatal(err)
	}
	if d, err = GoOnInRunDir(dir); err != nil {
		t.Fatal(err)
	}
	d.Close()
	if _, err := os.Stat(half); err != nil {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	all := []string{"run.log", "data/part_00001.vtp", "data/part_00002.vtp", "data/.part_00003.vtp99",
		"figure8_busy.png"}
	if got, want := Names(all), "data/.part_#.vtp#, data/part_#.vtp (2), figure#_busy.png, run.log"; got != want {
		t.Errorf("%s, want %s", got, want)
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
