package output

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRunDirName(t *testing.T) {
	t.Chdir(t.TempDir())
	begun := time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC)
	got, err := RunDir("", "DamBreak3D", begun, false)
	if err != nil || got != filepath.FromSlash("runs/DamBreak3D_2026-11-21T15-04-05") {
		t.Fatalf("%q, %v", got, err)
	}
	if again, err := RunDir("", "DamBreak3D", begun, false); err != nil || again != got {
		t.Errorf("while it is empty: %q, %v", again, err)
	}
	if got, err := RunDir("my/own", "DamBreak3D", begun, false); err != nil || got != "my/own" {
		t.Errorf("%q, %v", got, err)
	}
	if info, err := os.Stat("my/own"); err != nil || !info.IsDir() {
		t.Error(err)
	}
}

func TestRunDirForce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd [name]*")
	run := []string{
		"data/part_00000.vtp", "data/.part_00001.csv7", "energies.csv", "forces.csv", "gauges.csv", "last.png", "particles.csv", "particles.pvd",
		".particles.pvd12", "probes.csv", "report.txt", "run.log", "summary.json", "summary.msgpack", "throughput.csv", "throughput.msgpack",
	}
	other := []string{"Energies.csv", "case.toml", "data/mine.vtp", "data/part_9/kept", "energies.csv.old", "part_00000.vtp", "sub/energies.csv"}
	for _, name := range append(slices.Clone(run), other...) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, dir)
	if _, err := RunDir(dir, "", time.Time{}, false); err == nil || !strings.Contains(err.Error(), "--force") || !strings.Contains(err.Error(), "--dir") || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v", err)
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("a refused directory has changed to %v", after)
	}
	if _, err := RunDir(dir, "", time.Time{}, true); err != nil {
		t.Error(err)
	}
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
	if _, err := RunDir(path, "", time.Time{}, true); err == nil || !strings.Contains(err.Error(), "--dir") {
		t.Errorf("the error is %v", err)
	}
}
