package program

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/output"
)

// small is a run of a second or less.
const small = "--problem DamBreak3D --deltap 0.05 --devices host:1 "

func read(t *testing.T, words ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(words...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func summary(t *testing.T, dir string) output.Summary {
	t.Helper()
	var s output.Summary
	if err := json.Unmarshal(read(t, dir, "summary.json"), &s); err != nil {
		t.Fatal(err)
	}
	if s.Name() != "summary-11" {
		t.Errorf("summary.json has the head %v", s.Head)
	}
	return s
}

// mustRun runs the program until it is done, and returns its summary.
func mustRun(t *testing.T, dir, line string) output.Summary {
	t.Helper()
	if r := gpusph(t, dir, line+" --dir out"); r.code != 0 {
		t.Fatalf("gpusph %s: exit code %d: %s", line, r.code, r.stderr)
	}
	return summary(t, filepath.Join(dir, "out"))
}

// endless is a run that somebody has to end.
const endless = small + "--tend 1000 --output-interval 0.01 --sample-interval 0.01 --dir out "

// started starts a run in out, and waits until it computes.
func started(t *testing.T, dir, line string) (c *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	c, stderr = program(dir, line), &bytes.Buffer{}
	c.Stderr = stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	growing(t, dir)
	return c, stderr
}

// growing waits until the tables of a run in out have some more rows.
func growing(t *testing.T, dir string) {
	t.Helper()
	rows := func() int {
		text, _ := os.ReadFile(filepath.Join(dir, "out", "energies.csv"))
		return bytes.Count(text, []byte("\n"))
	}
	enough := rows() + 5
	for deadline := time.Now().Add(30 * time.Second); rows() < enough; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the run does not go on")
		}
	}
}

// checkFiles holds that the files of a run are complete, up to a step.
func checkFiles(t *testing.T, dir string, step int) {
	t.Helper()
	s := summary(t, dir)
	if s.Steps != step || len(s.StateSHA256) != 64 {
		t.Errorf("the summary has %d steps, not %d, and state_sha256 %q", s.Steps, step, s.StateSHA256)
	}
	var twin output.Summary
	decoder := msgpack.NewDecoder(bytes.NewReader(read(t, dir, "summary.msgpack")))
	decoder.SetCustomStructTag("json")
	if err := decoder.Decode(&twin); err != nil || !reflect.DeepEqual(s, twin) {
		t.Errorf("summary.msgpack has %+v, not %+v: %v", twin, s, err)
	}
	for _, name := range []string{"energies.csv", "gauges.csv", "forces.csv", "throughput.csv"} {
		rows, err := csv.NewReader(bytes.NewReader(read(t, dir, name))).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%s has %d rows: %v", name, len(rows), err)
		}
		last := ""
		for i, row := range rows {
			for _, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); i > 0 && err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if row[0] == last {
				t.Errorf("%s has two rows at %s", name, last)
			}
			last = row[0]
		}
		if got := rows[len(rows)-1][1]; got != strconv.Itoa(step) {
			t.Errorf("%s ends at step %s, not %d", name, got, step)
		}
	}
	last, err := output.FindSnapshot(dir, math.NaN())
	if err != nil || last.Step != step || last.Time != s.Time || last.Len() != s.Particles.Total-s.Particles.Lost {
		t.Errorf("the last snapshot is not of step %d: %v", step, err)
	}
	if _, err := png.Decode(bytes.NewReader(read(t, dir, "last.png"))); err != nil {
		t.Errorf("last.png: %v", err)
	}
	if log := string(read(t, dir, "run.log")); !strings.Contains(log, "level=INFO msg=\"gpusph 0.1.0") {
		t.Errorf("run.log has %s", log)
	}
	for _, pattern := range []string{"*.tmp", "data/*.tmp"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("%s are left", left)
		}
	}
}
