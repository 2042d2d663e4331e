package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpusph/output"
)

// A disk that is full ends a run in order: it says which file, and how to go on. When there is room again the run goes on as if
// nothing had been.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.06 --tend 0.15 --sample-interval 0.00003 --output-interval 0.02 --checkpoint-every 0.01 "
	done(t, dir, line+"--dir whole -q")
	for _, devices := range []string{"1", "2"} {
		c := program(dir, line+"--force --dir out --gpus "+devices)
		c.Args = append([]string{"sh", "-c", `ulimit -f 400; exec "$@"`, "sh"}, c.Args...)
		c.Path = "/bin/sh"
		var stderr bytes.Buffer
		c.Stderr = &stderr
		c.Run()
		if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(stderr.String(), "cannot be written: file too large") || !strings.Contains(stderr.String(), "gpusph -resume out goes on with it") {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		if s := summary(t, filepath.Join(dir, "out")); s.Status != output.Failed {
			t.Errorf("the summary says %s", s.Status)
		}
		done(t, dir, "--resume out -q")
		sameRun(t, devices, filepath.Join(dir, "out"), filepath.Join(dir, "whole"))
	}
}

// A run whose directory has gone ends in order, too.
func TestDirectoryGoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, stderr := started(t, dir, endless+"--checkpoint-every 0.01")
	for range 1000 {
		if all, _ := output.Checkpoints(filepath.Join(dir, "out")); len(all) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := os.Rename(filepath.Join(dir, "out"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(stderr.String(), "no such file or directory") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if all, err := output.Checkpoints(filepath.Join(dir, "elsewhere")); err != nil || len(all) == 0 {
		t.Errorf("there are the checkpoints %v, %v", all, err)
	}
}
