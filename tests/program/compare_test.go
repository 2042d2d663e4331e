package program

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare compares runs of the same flow on other devices, which are the same, and of another
// one, which differs from the beginning.
func TestCompare(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const flow = "--problem DamBreak3D --deltap 0.05 --maxiter 40 --output-interval 0.01 " +
		"--sample-interval 0.005 "
	for name, options := range map[string]string{
		"one": "--devices host:1 --formats msgpack", "two": "--devices host:2 --formats msgpack",
		"vtk":   "--devices host:1 --formats vtk --sample-interval 0.01",
		"other": "--devices host:1 --formats msgpack --alpha 0.11",
		"some":  "--devices host:1 --formats msgpack --fields velocity,id",
	} {
		if r := gpusph(t, dir, flow+options+" --dir "+name); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	for _, test := range []struct {
		line string
		code int
		want []string
	}{
		{"one two", 0, []string{"The flows are the same, number for number.", "devices",
			"host,host", "energies.csv    the same, ", "; all are the same\n", "Checkpoints: " +
				"1 of the same steps, of 1 and 1; all are the same"}},
		{"one vtk", 0, []string{"sample-interval", "rows of the same times", "pairs of a time, of",
			"; all are the same\n"}},
		{"one some", 0, []string{"fields", "; all are the same\n"}},
		{"two other", 3, []string{"The flows differ, first seen at 0.005 s", "Alpha  0.06  0.11",
			"row 2 differs first", "The first that differs is of 0.0", "Velocity", "m/s", "Pressure"}},
		{"two other -tables-only", 3, []string{"row 2 differs first"}},
		{"one", 2, []string{"takes two run directories, but there are 1"}},
		{"one ./one", 2, []string{"./one is named twice", "one is named twice"}[1:]},
		{"one nowhere", 2, []string{"there is no directory nowhere"}},
		{"one two -json /nowhere/x", 2, []string{"there is no directory /nowhere"}},
	} {
		r := gpusph(t, dir, "compare "+test.line)
		if r.code != test.code || r.code != 0 && strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", test.line, r.code, r.stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(r.stdout+r.stderr, want) {
				t.Errorf("%s: no %q in\n%s%s", test.line, want, r.stdout, r.stderr)
			}
		}
		if strings.Contains(test.line, "tables-only") && strings.Contains(r.stdout, "Snapshots") {
			t.Error("snapshots are compared where only tables are asked for")
		}
	}
	// Case files that differ.
	if r := gpusph(t, dir, "init DambreakColumn"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	first := string(read(t, dir, "DambreakColumn.toml"))
	for i, text := range []string{first, strings.Replace(first, "0.57", "0.58", 1)} {
		if err := os.WriteFile(filepath.Join(dir, "flow.toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := gpusph(t, dir, fmt.Sprintf("flow.toml --deltap 0.005 --maxiter 2 --devices host:1 --formats none --dir case%d", i)); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	if r := gpusph(t, dir, "compare case0 case1"); r.code != 0 || strings.Count(r.stdout, "case.toml ") != 2 {
		t.Errorf("of case files: exit code %d: %s%s", r.code, r.stdout, r.stderr)
	}
	r := gpusph(t, dir, "compare one other -json /dev/stdout")
	var f struct {
		Same  bool
		First struct{ Step int }
		Snaps struct {
			First struct{ Step int }
		} `json:"snapshots"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &f); err != nil || r.code != 3 || f.Same || f.First.Step < 1 || f.Snaps.First.Step < f.First.Step {
		t.Errorf("%v: exit code %d, %+v", err, r.code, f)
	}
	// A snapshot that is cut is refused.
	if err := os.Truncate(filepath.Join(dir, "two", "data", "part_00001.msgpack"), 5000); err != nil {
		t.Fatal(err)
	}
	if r := gpusph(t, dir, "compare one two"); r.code != 2 || !strings.Contains(r.stderr, "part_00001.msgpack cannot be read") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}
