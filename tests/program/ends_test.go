package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gpusph/output"
)

// Under nohup, a run goes on without its terminal.
func TestNoHangUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := program(dir, endless+"-q")
	c.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh"}, c.Args...)
	c.Path = "/bin/sh"
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	growing(t, dir)
	c.Process.Signal(syscall.SIGHUP)
	growing(t, dir)
	c.Process.Signal(syscall.SIGTERM)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

// A run whose readers have gone away goes on, and says at the end that its report
// could not be printed, if it should have been.
func TestReadersGoAway(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		option string
		code   int
	}{{"", exitFailed}, {"-q ", exitDone}} {
		dir := t.TempDir()
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		c := program(dir, small+"--maxiter 30 --dir out "+test.option)
		c.Stdout, c.Stderr = write, write
		c.Run()
		write.Close()
		if code := c.ProcessState.ExitCode(); code != test.code {
			t.Errorf("%s: exit code %d, not %d", test.option, code, test.code)
		}
		out := filepath.Join(dir, "out")
		checkFiles(t, out, 30)
		if s := summary(t, out); s.Status != output.Done {
			t.Errorf("the summary says %q", s.Status)
		}
	}
}

// What cannot be printed is an error.
func TestFullOutput(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for line, code := range map[string]int{
		"": 1, "help": 1, "run --help": 1, "problems": 1, "devices": 1, "version": 1, "--version": 1,
		small + "--maxiter 3": 1, small + "--maxiter 3 -q": 0,
	} {
		var stderr bytes.Buffer
		c := program(t.TempDir(), line)
		c.Stdout, c.Stderr = full, &stderr
		c.Run()
		if got := c.ProcessState.ExitCode(); got != code || code == 1 && !strings.HasSuffix(stderr.String(), "gpusph: the result cannot be printed: write /dev/stdout: no space left on device\n") {
			t.Errorf("%s: exit code %d, not %d: %s", line, got, code, &stderr)
		}
	}
}
