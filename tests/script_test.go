package tests_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gpusph/commands/app"
	"gpusph/output"
)

// In scripts the test binary is gpusph.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gpusph": func() {
		output.LastPicture.Width, output.LastPicture.Height = 320, 180 // large ones take long
		os.Exit(app.Main())
	}})
}

// TestScripts runs the command lines of testdata/script. docs/design/testing.md describes the
// commands that these have besides those of testscript.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "signal": sendSignal, "waitfor": waitFor, "flip": flip,
		},
		RequireExplicitExec: true,
	})
}

// exits runs a command and checks its exit code: exits CODE COMMAND...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	code := 0
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// signals are the names that scripts use.
var signals = map[string]syscall.Signal{
	"STOP": syscall.SIGSTOP, "CONT": syscall.SIGCONT, "TERM": syscall.SIGTERM,
	"QUIT": syscall.SIGQUIT, "KILL": syscall.SIGKILL,
}

// sendSignal sends a signal to all background commands: signal NAME
func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || signals[args[0]] == 0 {
		ts.Fatalf("usage: signal STOP|CONT|TERM|QUIT|KILL")
	}
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(signals[args[0]]))
	}
}

// waitFor waits until a file matches a pattern: waitfor PATTERN FILE. FILE may have wildcards.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitfor PATTERN FILE")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		paths, err := filepath.Glob(ts.MkAbs(args[1]))
		ts.Check(err)
		for _, path := range paths {
			if data, err := os.ReadFile(path); err == nil && pattern.Match(data) {
				return
			}
		}
	}
	ts.Fatalf("no %s that matches %q within a minute", args[1], args[0])
}

// flip inverts the last bit of a byte of a file: flip OFFSET FILE. A negative offset counts from
// the end.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip OFFSET FILE")
	}
	path := ts.MkAbs(args[1])
	at, err := strconv.Atoi(args[0])
	ts.Check(err)
	data, err := os.ReadFile(path)
	ts.Check(err)
	if strings.HasPrefix(args[0], "-") {
		at += len(data)
	}
	data[at] ^= 1
	ts.Check(os.WriteFile(path, data, 0o666))
}
