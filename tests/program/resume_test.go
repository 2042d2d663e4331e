package program

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpusph/output"
)

// series are the files of a run that have a row or an entry for each time.
var series = []string{"energies.csv", "gauges.csv", "forces.csv", "particles.pvd", "particles.csv"}

const resumed = "--problem DamBreak3D --deltap 0.05 --tend 0.15 --formats vtk,csv " +
	"--output-interval 0.02 --sample-interval 0.001 -q "

// done runs the program until it is done.
func done(t *testing.T, dir, line string) {
	t.Helper()
	if r := gpusph(t, dir, line); r.code != exitDone {
		t.Fatalf("gpusph %s: exit code %d: %s", line, r.code, r.stderr)
	}
}

// sameRun compares the files of two runs, and their last bits.
func sameRun(t *testing.T, what, dir, want string) {
	t.Helper()
	for _, name := range series {
		if _, err := os.Stat(filepath.Join(want, name)); err != nil {
			continue
		}
		if !bytes.Equal(read(t, dir, name), read(t, want, name)) {
			t.Errorf("%s: %s is another", what, name)
		}
	}
	if got, want := summary(t, dir), summary(t, want); got.StateSHA256 != want.StateSHA256 || got.Iterations != want.Iterations || got.Status != output.Done {
		t.Errorf("%s: the last state is %s after %d particle-iterations, %s; want %s after %d",
			what, got.StateSHA256, got.Iterations, got.Status, want.StateSHA256, want.Iterations)
	}
}

// withoutDevice is a table of particles without the column of that name.
func withoutDevice(table string) string {
	header, _, _ := strings.Cut(table, "\n")
	device := slices.Index(strings.Split(header, ","), "device")
	var all strings.Builder
	for line := range strings.Lines(table) {
		all.WriteString(strings.Join(slices.Delete(strings.Split(line, ","), device, device+1), ","))
	}
	return all.String()
}

// A run that was ended in any way goes on as if it had not been, on other devices.
func TestResume(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	done(t, dir, resumed+"--dir whole")
	whole := filepath.Join(dir, "whole")
	for name, lines := range map[string][]string{
		"maxiter": {"--maxiter 77 --gpus 2 --balance paper --dir maxiter", "--gpus 1"},
		"tend":    {"--tend 0.06 --dir tend", "--tend 0.15 --gpus 3"},
		"twice": {"--tend 0.05 --gpus 2 --dir twice", "--tend 0.1 --balance off",
			"--tend 0.15 --gpus 1"},
		"before":       {"--maxiter 3 --dir before", ""},
		"of each step": {"--tend 0.05 --checkpoint-every 0.001 --dir of", "--tend 0.15"},
	} {
		at := strings.Fields(name)[0]
		first := strings.Replace(resumed, "--tend 0.15 ", "", 1)
		if !strings.Contains(lines[0], "tend") {
			first = resumed
		}
		done(t, dir, first+lines[0])
		for _, line := range lines[1:] {
			done(t, dir, "--resume "+at+" -q "+line)
		}
		sameRun(t, name, filepath.Join(dir, at), whole)
	}
}

// A run that continues from an older checkpoint has no later ones of before, which would be taken
// for newer.
func TestResumeFromFile(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	done(t, dir, resumed+"--dir whole")
	done(t, dir, resumed+"--checkpoint-every 0.02 --dir out")
	out := filepath.Join(dir, "out")
	all, err := output.Checkpoints(out)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	if r := gpusph(t, dir, "--resume out/"+filepath.Base(all[0])+" -q --tend 0.001"); r.code != exitUsage {
		t.Errorf("of an end that is over: %+v", r)
	}
	if left, _ := output.Checkpoints(out); len(left) != 2 {
		t.Fatalf("a run that was refused leaves %q", left)
	}
	done(t, dir, "--resume out/"+filepath.Base(all[0])+" -q --checkpoint-interval 0 "+
		"--checkpoint-every 0")
	if left, _ := output.Checkpoints(out); len(left) != 1 || left[0] != all[0] {
		t.Errorf("there are left %q of %q", left, all)
	}
	sameRun(t, "from a file", out, filepath.Join(dir, "whole"))
}

// kills is how often a run is killed; GPUSPH_KILLS says otherwise.
func kills(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("GPUSPH_KILLS")); err == nil {
		return n
	}
	return 4
}

// A run that is killed at any moment, also while it writes a checkpoint, goes on as if it had not
// been.
func TestKilled(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	begun := time.Now()
	done(t, dir, resumed+"--dir whole")
	took := time.Since(begun)
	killed, none := 0, 0
	for run := 0; killed < kills(t); run++ {
		out := "run" + strconv.Itoa(run)
		line := resumed + "--checkpoint-every 0.004 --dir " + out
		for {
			c := program(dir, line+" --gpus "+strconv.Itoa(1+rand.IntN(3)))
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(rand.Float64()*float64(took)), func() { c.Process.Kill() })
			err := c.Wait()
			timer.Stop()
			if err == nil {
				break
			}
			if c.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("it ended with %v", err)
			}
			killed++
			line = "--resume " + out + " -q"
			if all, _ := output.Checkpoints(filepath.Join(dir, out)); len(all) == 0 {
				none++
				line = resumed + "--checkpoint-every 0.004 --force --dir " + out
			}
		}
		sameRun(t, out, filepath.Join(dir, out), filepath.Join(dir, "whole"))
		os.RemoveAll(filepath.Join(dir, out))
	}
	t.Logf("killed %d times, %d of them before there was a checkpoint", killed, none)
}

// Ctrl-C and SIGUSR1 write a checkpoint, and the program says how to go on.
func TestSignalsWriteCheckpoints(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, stderr := started(t, dir, endless)
	out := filepath.Join(dir, "out")
	if _, err := os.Stat(out); err != nil {
		entries, _ := filepath.Glob(filepath.Join(dir, "*"))
		t.Fatalf("there is %q", entries)
	}
	c.Process.Signal(syscall.SIGUSR1)
	for range 1000 {
		if all, _ := output.Checkpoints(out); len(all) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	first, err := output.Checkpoints(out)
	if err != nil || len(first) != 1 {
		t.Fatal("SIGUSR1 leaves", first, err)
	}
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if all, err := output.Checkpoints(out); err != nil || len(all) != 2 && all[0] == first[0] {
		t.Error("Ctrl-C leaves", all, err)
	}
	if !strings.Contains(stderr.String(), "gpusph --resume out goes on with it") {
		t.Errorf("it says %q", stderr)
	}
}

// What cannot go on is refused before anything is computed, and nothing of the run changes.
func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	done(t, dir, small+"--maxiter 50 --dir a")
	done(t, dir, small+"--maxiter 50 --checkpoint-interval 0 --dir none")
	for line, want := range map[string]string{
		"--resume nothing":                        "cannot be read",
		"--resume none":                           "has no checkpoint",
		"--resume a --alpha 0.25":                 "Alpha was",
		"--resume a --dir b":                      "do not go together",
		"--resume a --problem Hydrostatic":        "not Hydrostatic",
		"--resume a --tend 0.0001":                "use a later --tend",
		"--allow-changes --problem DamBreak3D":    "nothing to go on with",
		"--resume a --checkpoint-interval often":  "90s, 10m or 2h",
		"bench --resume a --problem DamBreak3D":   "is an option of run",
		"--resume a --deltap 0.06":                "DeltaP was",
		"--resume a --devices host:2 --bounds 99": "--bounds",
	} {
		if r := gpusph(t, dir, line); r.code != exitUsage || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, %q does not say %q", line, r.code, r.stderr, want)
		}
	}
	if r := gpusph(t, dir, "--resume a --alpha 0.25 --allow-changes --maxiter 70 -q"); r.code != exitDone {
		t.Error(r)
	}
	if log := read(t, dir, "a", "run.log"); !strings.Contains(string(log), "changed: Alpha was") {
		t.Errorf("run.log says %s", log)
	}
}
