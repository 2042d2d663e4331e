package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Nothing holds this flow together: it is warned of, ends early, and the snapshot that is named is there.
func TestRunThatIsNonsense(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--alpha 0 --diffusion none --cfl 1 --kernel cubic --tend 0.4 --dir out")
	const reasons = "the likeliest reasons are cfl 1 (0.3 is usual), alpha 0 (0.05 to 0.3 is usual), diffusion none (fourtakas is usual) and kernel cubic (wendland is usual)"
	_, good, _ := strings.Cut(r.stderr, "\ngpusph: the flow blew up before step ")
	if r.code != exitFailed || !strings.Contains(good, "times the energy that it began with; "+reasons) {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	_, good, _ = strings.Cut(good, "the last good snapshot is ")
	name, _, _ := strings.Cut(good, ",")
	out := filepath.Join(dir, "out")
	read(t, out, name+".vtp")
	s := summary(t, out)
	const warning = "more energy than it began with"
	if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], warning) || !strings.Contains(s.Warnings[0], reasons) || s.Time > 0.35 {
		t.Errorf("at %g s the summary warns of %q", s.Time, s.Warnings)
	}
	for _, text := range []string{r.stderr, r.stdout, string(read(t, out, "run.log")), string(read(t, out, "report.txt"))} {
		if !strings.Contains(text, warning) {
			t.Errorf("no warning in %s", text)
		}
	}
}

// A step that is too long is warned of before anything else.
func TestLongStepIsWarnedOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--dt 0.0012 --maxiter 2 --formats none --dir out")
	const want = "dt is 0.0012 s, longer than the 0.000975 s that a Courant number of 0.3 allows; the flow may blow up"
	if s := summary(t, filepath.Join(dir, "out")); r.code != exitDone || len(s.Warnings) != 1 || s.Warnings[0] != want || !strings.Contains(r.stderr, "warning: "+want) {
		t.Errorf("exit code %d, warnings %q: %s", r.code, s.Warnings, r.stderr)
	}
	if log := string(read(t, dir, "out", "run.log")); strings.Count(log, want) != 1 {
		t.Errorf("not one warning in %s", log)
	}
	if r = gpusph(t, dir, small+"--dt 0.004"); r.code != exitUsage || !strings.Contains(r.stderr, "dt is 0.004 s, but sound passes h in 0.00325 s") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}
