package program

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/output"
	"gpusph/sph"
)

// ofTheFlow are the warnings of a run, but for those of its spacing.
func ofTheFlow(s output.Summary) (all []string) {
	for _, w := range s.Warnings {
		if !strings.Contains(w, "; use --deltap ") {
			all = append(all, w)
		}
	}
	return all
}

// Nothing holds this flow together: it is warned of, ends early, and the snapshot that is named is
// there.
func TestRunThatIsNonsense(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--alpha 0 --diffusion none --cfl 1 --kernel cubic --tend 0.4 --dir out")
	const reasons = "the likeliest reasons are cfl 1 (0.3 is usual), alpha 0 (0.02 to 0.1 is " +
		"usual), diffusion none (fourtakas is usual) and kernel cubic (wendland is usual)"
	_, good, _ := strings.Cut(r.stderr, "\ngpusph: the flow blew up before step ")
	if r.code != exitFailed || !strings.Contains(good, "times the energy that it began with; "+reasons) {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	_, good, _ = strings.Cut(good, "the last good snapshot is ")
	name, _, _ := strings.Cut(good, ",")
	out := filepath.Join(dir, "out")
	read(t, out, name+".vtp")
	s := summary(t, out)
	s.Warnings = ofTheFlow(s)
	const warning = "more energy than it began with"
	if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], warning) || !strings.Contains(s.Warnings[0], reasons) || s.Time > 0.35 {
		t.Errorf("at %g s the summary warns of %q", s.Time, s.Warnings)
	}
	for _, text := range []string{r.stderr, r.stdout, string(read(t, out, "run.log")), string(read(t, out, "report.txt"))} {
		if !strings.Contains(text, warning) || strings.Count(text, "; the worst particles are in out/trouble.json and trouble.vtp") < 2 {
			t.Errorf("no warning, or it and the error do not name the files, in %s", text)
		}
	}
	x := trouble(t, out)
	if file := x.Snapshot.File; file != name || x.Snapshot.Step > *x.Good || x.Step != s.Steps || x.Time != s.Time || !strings.Contains(s.Error, x.What) || len(x.Before) != 1 || !strings.Contains(x.Before[0].What, warning) {
		t.Errorf("after %d steps, the last good snapshot %s, the error %q, trouble.json has %+v",
			s.Steps, name, s.Error, x)
	}
	if len(x.Causes) < 5 || x.Causes[0] != "cfl 1 (0.3 is usual)" {
		t.Errorf("the causes are %q", x.Causes)
	}
	worstOf(t, out, x)
	mustRun(t, dir, small+"--maxiter 3 --force --formats none -q")
	if left, _ := filepath.Glob(filepath.Join(out, "trouble*")); len(left) > 0 {
		t.Errorf("a run in the same directory leaves %v", left)
	}
}

// trouble reads trouble.json.
func trouble(t *testing.T, dir string) (x output.Trouble) {
	t.Helper()
	if err := json.Unmarshal(read(t, dir, "trouble.json"), &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// worstOf holds that the worst particle is that of the last snapshot which is furthest off, and
// that its neighbours are as there.
func worstOf(t *testing.T, dir string, x output.Trouble) {
	t.Helper()
	last, err := output.FindSnapshot(dir, math.NaN())
	if err != nil {
		t.Fatal(err)
	}
	at := map[uint32]int{}
	worst, off := 0, -1.0
	for i, id := range last.ID {
		at[id] = i
		if d := math.Abs(float64(last.Density[i])/1000 - 1); d > off && last.Type[i] == sph.Fluid {
			worst, off = i, d
		}
	}
	if got := x.Worst[0]; got.ID != last.ID[worst] || float32(got.Density) != last.Density[worst] || math.Abs(math.Abs(float64(got.Off))-off) > 1e-6 || got.Why[0] != sph.OfDensity {
		t.Errorf("the worst is said to be %d, %s, of %g kg/m³, but it is %d, of %g", got.ID,
			got.Why, got.Density, last.ID[worst], last.Density[worst])
	}
	for _, n := range x.Worst[0].Neighbours {
		if i := at[n.ID]; n.Type == "fluid" && (float32(n.Position[0]) != last.Position[i][0] || float32(n.Velocity[2]) != last.Velocity[i][2] || float32(n.Density) != last.Density[i]) {
			t.Errorf("the neighbour %+v is another in the snapshot", n)
		}
	}
}

// Trouble that cannot be written hides nothing of why the run ended.
func TestTroubleThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "out", "trouble.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := gpusph(t, dir, small+"--alpha 0 --diffusion none --cfl 1 --kernel cubic --tend 0.4 "+
		"--dir out --force -q")
	const want = "the worst particles cannot be told: out/trouble.json cannot be written: " +
		"is a directory"
	if s := summary(t, filepath.Join(dir, "out")); r.code != exitFailed || !strings.HasPrefix(r.stderr, "gpusph: the flow blew up before step") || !strings.Contains(r.stderr, want) || !strings.Contains(ofTheFlow(s)[0], want) {
		t.Errorf("exit code %d: %s; warnings %q", r.code, r.stderr, s.Warnings)
	}
}

// A fixed step that is too long for a flow ends with files, too. A run that goes on has them until
// there is new trouble.
func TestTroubleOfRunThatGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line = small + "--alpha 0 --diffusion none --dt 0.0018 --c0 7.93 --formats none " +
		"--sample-interval 0.02 "
	out := filepath.Join(dir, "out")
	if r := gpusph(t, dir, line+"--skin 0.05 --tend 1 --checkpoint-every 0.1 --dir out -q"); r.code != exitFailed || !strings.Contains(r.stderr, "gpusph: the fixed time step dt = 0.0018 s takes a particle") || !strings.Contains(r.stderr, "; no snapshot was kept before; the worst particles are in out/trouble.json and trouble.vtp") {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	before := read(t, out, "trouble.json")
	x := trouble(t, out)
	if at, err := output.ReadCheckpoint(filepath.Join(out, x.Checkpoint)); err != nil || at.State.Step > *x.Good {
		t.Fatalf("the last good checkpoint is %q: %v", x.Checkpoint, err)
	}
	step := strconv.Itoa(*x.Good)
	if done(t, dir, "--resume out -q --maxiter "+step); string(read(t, out, "trouble.json")) != string(before) {
		t.Error("a run that goes on without trouble has changed trouble.json")
	}
	if r := gpusph(t, dir, "--resume out -q --maxiter 1000000"); r.code != exitFailed {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	if y := trouble(t, out); y.Step != x.Step || y.Time != x.Time || y.Worst[0].ID != x.Worst[0].ID {
		t.Errorf("trouble was at step %d, and after going on at %d", x.Step, y.Step)
	}
}

// A step that is too long is warned of before anything else.
func TestLongStepIsWarnedOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--dt 0.0012 --maxiter 2 --formats none --dir out")
	const want = "dt is 0.0012 s, longer than the 0.00113 s that a Courant number of 0.3 " +
		"allows; the flow may blow up"
	if s := summary(t, filepath.Join(dir, "out")); r.code != exitDone || len(ofTheFlow(s)) != 1 || ofTheFlow(s)[0] != want || !strings.Contains(r.stderr, "warning: "+want) {
		t.Errorf("exit code %d, warnings %q: %s", r.code, s.Warnings, r.stderr)
	}
	if log := string(read(t, dir, "out", "run.log")); strings.Count(log, want) != 1 {
		t.Errorf("not one warning in %s", log)
	}
	if r = gpusph(t, dir, small+"--dt 0.004"); r.code != exitUsage || !strings.Contains(r.stderr, "dt is 0.004 s, but sound passes h in 0.00375 s") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}

// Particles that leave are told of, with where they were last seen. The files stay where more leave
// later.
func TestTroubleOfParticlesThatLeave(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustRun(t, dir, "--problem RotatingSquare --deltap 0.05 --devices host:2 --tend 7.5 "+
		"--formats msgpack --output-interval 1 -q")
	out := filepath.Join(dir, "out")
	const names = "; the worst particles are in out/trouble.json and trouble.vtp"
	if log := string(read(t, out, "run.log")); strings.Count(log, names) < 2 || len(s.Warnings) != 1 || !strings.HasSuffix(s.Warnings[0], names) {
		t.Errorf("warnings %q, and run.log has %s", s.Warnings, log)
	}
	x := trouble(t, out)
	if x.Lost == 0 || x.Lost >= s.Particles.Lost || len(x.Left) != x.Lost || len(x.Before) > 0 || !strings.Contains(strings.Join(x.Causes, "\n"), "have left the domain: it is too small") {
		t.Fatalf("%d of %d particles had left the domain, %d are told of, after %+v; "+
			"the causes are %q", x.Lost, s.Particles.Lost, len(x.Left), x.Before, x.Causes)
	}
	seen, err := output.FindSnapshot(out, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range x.Left {
		i := slices.Index(seen.ID, l.ID)
		if i < 0 || l.Seen != seen.Time || float32(l.Position[2]) != seen.Position[i][2] || float32(l.Velocity[0]) != seen.Velocity[i][0] {
			t.Errorf("%+v is another in the snapshot at %g s", l, seen.Time)
		}
	}
}
