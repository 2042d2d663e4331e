package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpusph/output"
)

// A directory that a run writes into is refused to others, by force too.
func TestTwoRunsInOneDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, _ := started(t, dir, endless)
	host, _ := os.Hostname()
	owner := fmt.Sprintf("out is in use by process %d on %s", c.Process.Pid, host)
	for _, line := range []string{"", "scaling --gpus 1,2 ", "timeline ", "balance "} {
		line += "--problem DamBreak3D --deltap 0.05 --devices host --dir out --force"
		if line[0] == 'b' {
			line = strings.Replace(line, "--devices host", "--devices host:2", 1)
		}
		r := gpusph(t, dir, line)
		if r.code != exitUsage || !strings.Contains(r.stderr, owner) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", line, r.code, r.stderr)
		}
	}
	c.Process.Signal(syscall.SIGTERM)
	c.Wait()
	out := filepath.Join(dir, "out")
	checkFiles(t, out, summary(t, out).Steps)

	// A run that was killed does not keep its directory.
	c, _ = started(t, dir, endless+"--force")
	c.Process.Kill()
	c.Wait()
	mustRun(t, dir, small+"--maxiter 3 --force")
	checkFiles(t, out, 3)
	nothingIsLeft(t, out)
}

// Where the files of a run cannot be made, it says so and takes back those that
// could.
func TestNoRecord(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"run.log", "energies.csv", "throughput.msgpack"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "out", name), 0o777); err != nil {
			t.Fatal(err)
		}
		r := gpusph(t, dir, small+"--maxiter 3 --formats vtk,csv --dir out --force -q")
		if want := "gpusph: out/" + name + " cannot be made: is a directory\n"; r.code != exitFailed || r.stderr != want {
			t.Errorf("exit code %d: %s", r.code, r.stderr)
		}
		if left, _ := os.ReadDir(filepath.Join(dir, "out")); len(left) != 1 {
			t.Errorf("there are %v", left)
		}
	}
}

// Three runs that begin together have three directories.
func TestRunsBeginTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var all []*exec.Cmd
	for range 3 {
		c := program(dir, small+"--maxiter 3 --formats none")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for _, c := range all {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "summary.json")); len(made) != 3 {
		t.Errorf("there are %v", made)
	}
}

// nothingIsLeft holds that --force removes all that a command has written.
func nothingIsLeft(t *testing.T, dir string) {
	t.Helper()
	d, err := output.OpenRunDir(dir, "", time.Time{}, true)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("--force leaves %v", left)
	}
}
