package program

import (
	"path/filepath"
	"strings"
	"testing"

	"gpusph/output"
)

// A run begins with the fluid of one of another spacing, and goes on with the same bits.
func TestStartFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(line, name string) output.Summary {
		t.Helper()
		if r := gpusph(t, dir, line+" -q --dir "+name); r.code != 0 {
			t.Fatalf("gpusph %s: exit code %d: %s", line, r.code, r.stderr)
		}
		return summary(t, filepath.Join(dir, name))
	}
	run("--problem DamBreak3D --deltap 0.06 --tend 0.1 --devices host:1", "before")
	const fine = "--problem DamBreak3D --deltap 0.05 --tend 0.1 --start-from before "
	whole := run(fine+"--devices host:2 --maxiter 30", "whole")
	if !strings.Contains(strings.Join(whole.Notes, "; "), "the flow begins with the fluid of before") {
		t.Errorf("notes: %q", whole.Notes)
	}
	run(fine+"--devices host:1 --maxiter 10", "part")
	part := filepath.Join(dir, "part")
	if r := gpusph(t, t.TempDir(), "--resume "+part+" --devices host:3 --maxiter 30 -q"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	if got := summary(t, part); got.StateSHA256 != whole.StateSHA256 {
		t.Errorf("%s, not %s", got.StateSHA256, whole.StateSHA256)
	}
}
