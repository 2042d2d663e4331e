package editor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asRun is what a shell does in place of a run.
func asRun(t *testing.T, script string) (e *Editor, p *page) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "case.toml")
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	e, url, client := opened(t, path, Commands{Run: []string{"sh", "-c", script}})
	p = connect(t, url, client)
	if m := p.await("hello"); m["run"].(map[string]any)["state"] != "" {
		t.Fatalf("before it is asked for the run is %v", m["run"])
	}
	return e, p
}

// awaitState is the first message of a run in a state.
func (p *page) awaitState(state string) map[string]any {
	p.t.Helper()
	for {
		if m := p.await("run"); m["state"] == state {
			return m
		}
	}
}

// A run tells how far it is, and one that is stopped gets a SIGTERM to end in order.
func TestRun(t *testing.T) {
	ended := filepath.Join(t.TempDir(), "ended")
	_, p := asRun(t, `trap 'echo ordered > `+ended+`; exit 3' TERM
		echo "Whole: 7,593 particles at deltap 0.05 m, into runs/Whole_1" >&2
		echo "Whole  40 %  ETA 3 s  t 0.4 of 1 s" >&2
		while :; do sleep 0.05; done`)
	p.send(request{Do: "run"})
	for {
		m := p.awaitState("running")
		if m["part"] == 0.4 {
			if m["dir"] != "runs/Whole_1" || !strings.HasPrefix(m["line"].(string), "ETA 3 s") {
				t.Errorf("%v", m)
			}
			break
		}
	}
	p.send(request{Do: "run"}) // which runs already
	p.send(request{Do: "stopRun"})
	p.awaitState("ending")
	p.awaitState("stopped")
	if _, err := os.Stat(ended); err != nil {
		t.Errorf("the run could not end in order: %v", err)
	}
	p.send(request{Do: "view"})
	if m := p.await("viewed"); !strings.Contains(m["wrong"].(string), "Whole_1") {
		t.Errorf("results that are not there are shown: %v", m)
	}
}

// A run that fails says why, in the words of the page.
func TestRunFails(t *testing.T) {
	_, p := asRun(t, `echo "gpusph: case.toml, line 2, column 1: too coarse; use --deltap 0.01; the `+
		`line reads: spacing" >&2; exit 1`)
	p.send(request{Do: "run"})
	if m := p.awaitState("failed"); m["said"] != "too coarse; use spacing = 0.01" {
		t.Errorf("%v", m)
	}
}

// The program that ends lets its run end first.
func TestRunEndsWithProgram(t *testing.T) {
	e, p := asRun(t, `trap 'sleep 0.3; exit 0' TERM
		echo ", into x" >&2; while :; do sleep 0.05; done`)
	p.send(request{Do: "run"})
	for p.awaitState("running")["dir"] != "x" {
	}
	begun := time.Now()
	e.Close()
	if state := e.runner.now().State; state != "stopped" || time.Since(begun) < 300*time.Millisecond {
		t.Errorf("after %v the run is %s", time.Since(begun), state)
	}
}

// TestRunEndsWithKill holds that a run ends where the editor is killed, which cannot end it itself.
func TestRunEndsWithKill(t *testing.T) {
	const as = "GPUSPH_TEST_EDITOR"
	if path := os.Getenv(as); path != "" { // the editor, which is killed
		runtime.LockOSThread()
		process(context.Background(), []string{"sh", "-c",
			"echo $$ > " + path + "; while :; do sleep 0.05; done"}, time.Second).Run()
		return
	}
	path := filepath.Join(t.TempDir(), "pid")
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), as+"="+path)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pid, limit := 0, time.Now().Add(time.Minute)
	for pid == 0 && time.Now().Before(limit) {
		time.Sleep(5 * time.Millisecond)
		text, _ := os.ReadFile(path)
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	c.Process.Kill()
	c.Wait()
	for !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		if stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); strings.Contains(
			string(stat), ") Z ") {
			return // no process has waited for it
		}
		if time.Now().After(limit) {
			syscall.Kill(pid, syscall.SIGKILL)
			t.Fatalf("process %d computes on", pid)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
