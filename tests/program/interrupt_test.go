package program

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpusph/commands/balance"
	"gpusph/commands/bench"
	"gpusph/commands/cli"
	"gpusph/commands/scaling"
	"gpusph/commands/timeline"
)

// Commands that would go on for very long look at their context between list periods.
func TestCommandsAreInterrupted(t *testing.T) {
	const flow = " -problem DamBreak3D -deltap 0.06 -q -devices host:2 "
	usual := cli.Patience
	t.Cleanup(func() { cli.Patience = usual })
	cli.Patience = time.Hour
	for _, test := range []struct {
		line    string
		command func(context.Context, cli.Line) error
	}{
		{"-steps 100000000", bench.Run},
		{"-warmup 100000000", bench.Run},
		{"-steps 100000000 -tend 100000", scaling.Run},
		{"-warmup 100000000 -tend 100000", scaling.Run},
		{"-weak -steps 100000000 -tend 100000", scaling.Run},
		{"-warmup 100000000 -tend 100000", timeline.Run},
		{"-tend 100000", balance.Run},
		{"-search -warmup 100000000 -tend 100000", balance.Run},
		{"-search -steps 100000000 -tend 100000", balance.Run},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			line := flow + test.line
			if strings.Contains(line, "tend") {
				line += " -dir " + dir + "/out"
			}
			if err := test.command(ctx, cli.Line{Words: strings.Fields(line)}); !errors.Is(err, cli.ErrNothing) {
				t.Errorf("it ends with %v", err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("it left %s behind", left[0].Name())
			}
		})
	}
}

// The signals that end a command in order. Under nohup, a hangup does not.
func TestSignals(t *testing.T) {
	const forever = "-warmup 100000000 -tend 100000"
	const interrupted = "gpusph: interrupted; nothing is written"
	for _, test := range []struct {
		name   string
		signal syscall.Signal
		line   string
		code   int
		said   string
	}{
		{"SIGINT", syscall.SIGINT, forever, exitInterrupted, interrupted},
		{"SIGTERM", syscall.SIGTERM, forever, exitInterrupted, interrupted},
		{"SIGHUP", syscall.SIGHUP, forever, exitInterrupted, interrupted},
		{"nohup", syscall.SIGHUP, "-warmup 100 -steps 10 -repeat 1", exitDone, " 1 of 1 "},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.name == "SIGHUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("SIGHUP is ignored, as under nohup, and so it is by what is started here")
			}
			c := program(t.TempDir(), "scaling -problem DamBreak3D -deltap 0.06 "+
				"-devices host:1 -gpus 1 "+test.line)
			if test.name == "nohup" {
				c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`}, c.Args...)
			}
			stderr, err := c.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			said := ""
			for lines := bufio.NewScanner(stderr); lines.Scan(); {
				if said = lines.Text(); strings.Contains(said, "looking at the flow") {
					c.Process.Signal(test.signal)
				}
			}
			c.Wait()
			if code := c.ProcessState.ExitCode(); code != test.code || !strings.Contains(said, test.said) {
				t.Errorf("exit code %d: %s", code, said)
			}
		})
	}
}
