package program

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/timeline"
	"gpusph/commands/timeline/tracetest"
	"gpusph/gpu"
)

// Lines that end at once, with one sentence, and leave nothing behind.
func TestTimelineLines(t *testing.T) {
	endAtOnce(t, "timeline -q ", []ending{
		{"--help", 0, "ui.perfetto.dev"},
		{"", 2, "no flow is named"},
		{"--problem DamBreak3D --steps 0", 2, "--steps is 0, but must be from 1 to 1000"},
		{"--problem DamBreak3D --warmup -1", 2, "--warmup is -1"},
		{"--problem DamBreak3D --from NaN", 2, "--from is NaN"},
		{"--problem DamBreak3D --dir x --png y.png", 2, "--dir does not go with --json"},
		{"--problem DamBreak3D --warmpu 3", 2, "did you mean --warmup?"},
		{"--problem DamBreak3D --devices host --deltap 0.06 --tend 0.01", 1, "the flow ends at"},
		{"--problem DamBreak3D --devices host --deltap 0.06 --json no/such/file", 2,
			"--json is no/such/file, but there is no directory no/such; use a directory that exists"},
	})
}

// A timeline of host devices, from the command line to the files.
func TestTimeline(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const flow = "timeline -problem DamBreak3D -deltap 0.06 -devices host:3 -warmup 12 " +
		"-stripe 200 -balance off -exchange overlap "
	r := gpusph(t, dir, flow+"-steps 2 -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	for _, want := range []string{"timeline of DamBreak3D", "2 steps after step", "host:1, edges", "hidden"} {
		if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	counts := tracetest.Check(t, read(t, out, "trace.json"))
	for _, name := range []string{
		"host:0 main", "host:0 right", "host:1 left", "host:1 right",
		"host:2 left", "host:2 control", "host:2 stripe 1", "host:2 phases", "host:2 host",
	} {
		if counts[name] == 0 {
			t.Errorf("nothing is recorded of %s: %v", name, counts)
		}
	}
	for name := range counts {
		if _, stream, _ := strings.Cut(name, " "); !slices.Contains(append([]string{timeline.PhaseTrack, gpu.HostTrack}, timeline.StreamNames...), stream) {
			t.Errorf("%s has no place in the picture", name)
		}
	}
	// Two evaluations of the forces a step, and what is sent for each: three arrays.
	if n := counts["host:0 right"]; n < 2*2*3 {
		t.Errorf("host:0 does %d things at its side in two steps", n)
	}
	if img, err := png.Decode(bytes.NewReader(read(t, out, "timeline.png"))); err != nil || img.Bounds().Dx() < 1500 {
		t.Errorf("timeline.png: %v", err)
	}
	for d := xml.NewDecoder(bytes.NewReader(read(t, out, "timeline.svg"))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("timeline.svg: %v", err)
		}
	}
	if again := gpusph(t, dir, flow+"-q -dir out"); again.code != 2 || !strings.Contains(again.stderr, "is not empty") {
		t.Errorf("a second time, exit code %d: %s", again.code, again.stderr)
	}
	nothingIsLeft(t, out)
	if one := gpusph(t, dir, flow+"-q -steps 1 -json one.json"); one.code != 0 || one.stdout != "" {
		t.Errorf("exit code %d: %s%s", one.code, one.stdout, one.stderr)
	}
	tracetest.Check(t, read(t, dir, "one.json"))
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("a trace alone leaves %v", left)
	}
}
