package program

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// basin is a flow in two dimensions that takes a fraction of a second.
const basin = `name = "Basin"
dimension = 2
spacing = 0.02
end = 0.3

[domain]
min = [0, 0]
max = [0.8, 0.6]
open = ["zmax"]

[[fluid]]
name = "column"
box = { min = [0, 0], max = [0.3, 0.3] }

[[wall]]
name = "sill"
box = { min = [0.5, 0], max = [0.62, 0.12] }
force = "sill"

[[gauge]]
name = "toe"
at = [0.4]

[run]
formats = "none"
`

// studied is a directory with the case file.
func studied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "basin.toml"), []byte(basin), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// succeeds runs a command line that should be done.
func succeeds(t *testing.T, dir, line string) result {
	t.Helper()
	r := gpusph(t, dir, line)
	if r.code != exitDone {
		t.Fatalf("gpusph %s ends with %d: %s", line, r.code, r.stderr)
	}
	return r
}

// killIn starts a command line, and kills it once a run in a directory has a checkpoint.
func killIn(t *testing.T, dir, line, run string) {
	t.Helper()
	c := program(dir, line)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		found, _ := filepath.Glob(filepath.Join(dir, run, "checkpoint_*"))
		if len(found) > 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("there is no checkpoint after a minute")
		}
	}
	c.Process.Kill()
	c.Wait()
}

// sameFile reports whether two files have the same bytes.
func sameFile(t *testing.T, a, b string) bool {
	t.Helper()
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

// Three runs of a case have a table of orders. The same line takes them; other options of the flow
// are refused, or replace them.
func TestConverge(t *testing.T) {
	t.Parallel()
	dir := studied(t)
	const line = "converge basin.toml --devices host --ratio 1.3 --dir study --measure " +
		"gauges:toe:max --measure forces:*:peak --error 5%"
	r := succeeds(t, dir, line)
	for _, want := range []string{"Basin at 0.0338, 0.026 and 0.02 m", "gauges toe max",
		"forces sill Fx peak", "What an uncertainty of 5 % takes", "The page is study/converge.html"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in %s", want, r.stdout)
		}
	}
	if !strings.Contains(r.stderr, "3 of 3, dp0.02: deltap 0.02 m") {
		t.Errorf("no progress in %s", r.stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "study", "converge.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Runs     []struct{ Directory string }
		Measures []struct{ Values []float64 }
	}
	if err := json.Unmarshal(text, &f); err != nil || len(f.Runs) != 3 || len(f.Measures) != 7 ||
		len(f.Measures[0].Values) != 3 || f.Runs[0].Directory != filepath.Join("study", "dp0.0338") {
		t.Errorf("%+v, %v", f, err)
	}
	r = succeeds(t, dir, line+" --quiet")
	if r.stdout+r.stderr != "" {
		t.Errorf("a quiet one prints %q", r.stdout+r.stderr)
	}
	if r = succeeds(t, dir, line); !strings.HasPrefix(r.stderr, "3 runs in study, 3 done before\n") ||
		strings.Contains(r.stderr, "of 3") {
		t.Errorf("again it says %s", r.stderr)
	}
	r = gpusph(t, dir, line+" --tend 0.2")
	if r.code != exitUsage || !strings.Contains(r.stderr,
		"study/dp0.0338 has a run of another case or with other options (deltap 0.0338 m); use --force") {
		t.Errorf("another end is taken: %s", r.stderr)
	}
	r = succeeds(t, dir, line+" --tend 0.2 --force")
	if !strings.Contains(r.stderr, "3 of 3") {
		t.Errorf("with --force it says %s", r.stderr)
	}
}

// A study that was killed continues: its finished runs are taken, the other one continues from its
// checkpoint with the same bits, and one that has none begins.
func TestConvergeContinues(t *testing.T) {
	t.Parallel()
	dir := studied(t)
	const line = "converge basin.toml --devices host --ratio 1.3 --tend 1.2 --checkpoint-every 0.05 " +
		"--dir "
	killIn(t, dir, line+"killed", "killed/dp0.026")
	r := succeeds(t, dir, line+"killed")
	for _, want := range []string{"3 runs in killed, 1 done before, 1 to continue, 1 to begin",
		"2 of 3, dp0.026: deltap 0.026 m, which continues", "3 of 3, dp0.02: deltap 0.02 m\n"} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("no %q in %s", want, r.stderr)
		}
	}
	succeeds(t, dir, line+"whole")
	for _, run := range []string{"dp0.0338", "dp0.026", "dp0.02"} {
		if !sameFile(t, filepath.Join(dir, "killed", run, "gauges.csv"),
			filepath.Join(dir, "whole", run, "gauges.csv")) {
			t.Errorf("the levels of %s are not the same", run)
		}
	}
	if !sameFile(t, filepath.Join(dir, "killed", "converge.csv"),
		filepath.Join(dir, "whole", "converge.csv")) {
		t.Error("the orders are not the same")
	}
}

// swept are the columns of sweep.csv that do not depend on the machine.
func swept(t *testing.T, path string) (rows [][]string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	times := slices.Index(all[0], "runtime[s]")
	for _, row := range all {
		rows = append(rows, append(row[:times:times], row[times+2:]...))
	}
	return rows
}

// isHeld reports whether a process has the lock of a run. One that is killed as it starts leaves
// the file without a lock.
func isHeld(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}

// Runs of a sweep have case files of their own, and the same results one by one and side by side,
// also after a kill, which ends those that are on their way in order.
func TestSweep(t *testing.T) {
	t.Parallel()
	dir := studied(t)
	table := "name,spacing,wall.sill.box.max.z\nlow,0.02,0.08\nhigh,0.02,0.16\nusual,0.025,\n"
	if err := os.WriteFile(filepath.Join(dir, "runs.csv"), []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	const line = "sweep basin.toml --table runs.csv --tend 1 --checkpoint-every 0.05 "
	r := succeeds(t, dir, line+"--devices host --dir one")
	for _, want := range []string{"Basin with 3 choices of spacing and wall.sill.box.max.z",
		"forces sill Fx peak [N/m]", "The page is one/sweep.html"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in %s", want, r.stdout)
		}
	}
	want := swept(t, filepath.Join(dir, "one", "sweep.csv"))
	if len(want) != 4 || want[1][0] != "low" || want[3][2] != "" || want[3][3] != "done" {
		t.Errorf("%q", want)
	}
	own, err := os.ReadFile(filepath.Join(dir, "one", "high.toml"))
	if err != nil || !strings.Contains(string(own), "0.16") {
		t.Errorf("%s, %v", own, err)
	}
	killIn(t, dir, line+"--devices host,host --parallel 2 --dir two", "two/high")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		locks, _ := filepath.Glob(filepath.Join(dir, "two", "*", "run.lock"))
		if !slices.ContainsFunc(locks, isHeld) {
			break // all have ended
		}
		if time.Now().After(end) {
			t.Fatalf("%v are there half a minute after the sweep was killed", locks)
		}
	}
	r = succeeds(t, dir, line+"--devices host --jobs 2 --dir two")
	if !strings.Contains(r.stderr, "to continue") {
		t.Errorf("nothing continues: %s", r.stderr)
	}
	got := swept(t, filepath.Join(dir, "two", "sweep.csv"))
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("side by side %q, one by one %q", got[i], want[i])
		}
	}
	r = succeeds(t, dir, line+"--devices host --dir one --vary physics.alpha=0.06,0.1")
	if !strings.Contains(r.stderr, "6 runs in one\n") {
		t.Errorf("more runs: %s", r.stderr)
	}
}

// A sweep does all of its runs, and tells at the end of those that have failed. They are not tried
// again.
func TestSweepWithFailures(t *testing.T) {
	t.Parallel()
	dir := studied(t)
	const line = "sweep basin.toml --devices host --dir study --fluid-left 0.9 --measure " +
		`gauges:toe:max --vary domain.open=["zmax"],["zmax","xmin"]`
	r := gpusph(t, dir, line)
	if r.code != exitFailed || !strings.Contains(r.stderr, "gpusph: 1 run of 2 failed: 002: ") ||
		!strings.Contains(r.stdout, "failed") {
		t.Fatalf("it ends with %d: %s%s", r.code, r.stdout, r.stderr)
	}
	again := gpusph(t, dir, line)
	if again.code != exitFailed || !strings.HasPrefix(again.stderr,
		"2 runs in study, 1 done before, 1 failed before\n") {
		t.Errorf("again it ends with %d: %s", again.code, again.stderr)
	}
}

// What is wrong with a study is told before anything runs, with its place.
func TestWrongStudies(t *testing.T) {
	t.Parallel()
	dir := studied(t)
	for name, text := range map[string]string{
		"wrong.csv":  "spacing,wall.sill.box.max.z\n0.02,0.1\n0.02,deep\n",
		"thin.csv":   "wall.sill.box.max.x\n0.6\n0.4\n",
		"notes.txt":  "x",
		"empty.toml": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range [][2]string{
		{"converge", "no flow is named"},
		{"converge basin.toml --measure gauges:tow:max",
			`gauges.csv has no column "tow"; there are toe`},
		{"converge basin.toml --measure probes:p", "the case has no table probes; there are"},
		{"converge basin.toml --from 9", "--from is 9 s, but the flow ends at 0.3 s"},
		{"converge basin.toml --from 0.2 --until 0.1", "--from is 0.2 s, but --until is 0.1 s"},
		{"converge basin.toml --deltap 0.2", "at 0.4 m: --deltap is 0.4 m, but must be at most"},
		{"converge basin.toml --error lots", `--error is "lots", but must be a part`},
		{"converge basin.toml --ratio 1", "--ratio is 1, but must be from 1.05 to 10"},
		{"converge basin.toml --ratio 2 --spacings 1,2,3", "--spacings and --ratio do not go together"},
		{"converge basin.toml --resume x", "--resume is an option of run"},
		{"converge basin.toml --dir .", "is not empty, and has no study.json"},
		{"sweep basin.toml", "nothing varies; use --vary"},
		{"sweep Hydrostatic --vary a=1", "gpusph sweep changes keys of a case file"},
		{"sweep basin.toml --vary spacing=0.02 --deltap 0.1", "--deltap is in place of the key spacing"},
		{"sweep basin.toml --vary wall.sil.box=1", `--vary: there is no key sil of wall "sill"`},
		{"sweep basin.toml --vary end=0.1,-1",
			"the run with end -1: --vary: end is -1, but must be above 0"},
		{"sweep basin.toml --vary physics.alfa=1", "the run with physics.alfa 1: --vary: "},
		{"sweep basin.toml --table wrong.csv",
			"the run with spacing 0.02, wall.sill.box.max.z deep: wrong.csv, line 3, column 6: "},
		{"sweep basin.toml --table thin.csv", "thin.csv, line 3, column 1: "},
		{"sweep basin.toml --table empty.toml", "empty.toml: it has no runs"},
		{"sweep basin.toml --vary end=0.1 --parallel 2 --gpus 2",
			"--jobs and --gpus do not go together"},
		{"sweep basin.toml --vary end=0.1,0.2 --devices cuda:7 --jobs 2",
			"--devices has cuda:7, but"},
	} {
		line, want := test[0], test[1]
		r := gpusph(t, dir, line)
		if r.code != exitUsage || !strings.Contains(r.stderr, want) ||
			strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("gpusph %s ends with %d: %s; want %q", line, r.code, r.stderr, want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 5 {
		t.Errorf("they leave %v behind", left)
	}
}
