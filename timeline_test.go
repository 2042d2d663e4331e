package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/sph"
)

func TestCovered(t *testing.T) {
	a := []interval{{5, 9}, {0, 3}, {2, 4}, {6, 7}, {20, 20}, {-5, -2}}
	b := []interval{{3, 6}, {8, 30}}
	if got := covered(a); got != 4+4+3 {
		t.Errorf("%v covers %d, not 11", a, got)
	}
	if got := overlap(a, b); got != 1+1+1 {
		t.Errorf("%v and %v overlap by %d, not 3", a, b, got)
	}
	if got := covered(nil) + overlap(a, nil); got != 0 {
		t.Errorf("nothing covers or overlaps by %d", got)
	}
}

// madeUp is two devices, the first of which does what is written here, and the
// second a kernel from 0 to 1 ms. Each unit is 10 µs.
func madeUp() *recording {
	const unit = 10 * time.Microsecond
	span := func(op gpu.Op, name, phase string, from, to int) gpu.Span {
		return gpu.Span{Op: op, Name: name, Phase: phase, Issued: time.Duration(from-1) * unit / 2, Returned: time.Duration(from) * unit / 2,
			Begin: time.Duration(from) * unit, End: time.Duration(to) * unit}
	}
	kernel := func(name, phase string, from, to int) gpu.Span {
		s := span(gpu.OpKernel, name, phase, from, to)
		s.From, s.To = 100, 300
		return s
	}
	send := func(phase string, bytes, from, to int) gpu.Span {
		s := span(gpu.OpSend, "send", phase, from, to)
		s.Bytes, s.Target = bytes, "made:1"
		return s
	}
	phase := func(name string, from, to int) gpu.Span { return span(gpu.OpPhase, name, name, from, to) }
	return &recording{
		problem: "Made", model: "made up", particles: 1000, fluid: 400, time: 0.5, first: 41, steps: 1, lists: 1, within: time.Microsecond,
		tracks: []gpu.Track{
			{Device: "made:0", Stream: gpu.PhaseTrack, Spans: []gpu.Span{
				phase("BuildNeibs", 0, 10), phase("Forces", 10, 50), phase("MinimumScan", 50, 60), phase("Euler", 60, 62),
				phase("Forces", 62, 90), phase("MinimumScan", 90, 91), phase("Euler", 91, 95)}},
			{Device: "made:0", Stream: "main", Spans: []gpu.Span{
				send("BuildNeibs", 7000, 0, 2), kernel("neibs", "BuildNeibs", 3, 10), span(gpu.OpWait, "wait", "Forces", 10, 12),
				kernel("forces_wendland_dynamic", "Forces", 12, 40), span(gpu.OpWait, "wait", "MinimumScan", 50, 60), kernel("euler", "Euler", 60, 62),
				kernel("forces_wendland_dynamic", "Forces", 62, 90), kernel("euler", "Euler", 91, 95)}},
			{Device: "made:0", Stream: "right", Spans: []gpu.Span{
				span(gpu.OpWait, "wait", "Forces", 0, 10), kernel("forces_wendland_dynamic", "Forces", 11, 20), send("Forces", 1000, 20, 30),
				span(gpu.OpWait, "wait", "Forces", 30, 38), send("Forces", 3000, 38, 48)}},
			{Device: "made:0", Stream: gpu.HostTrack, Spans: []gpu.Span{span(gpu.OpSync, "sync main", "Euler", 91, 200)}},
			{Device: "made:1", Stream: gpu.PhaseTrack},
			{Device: "made:1", Stream: "main", Spans: []gpu.Span{kernel("euler", "Euler", 0, 100)}},
			{Device: "made:1", Stream: gpu.HostTrack},
		},
	}
}

// The times of what is made up, by hand.
func TestTimes(t *testing.T) {
	const unit = 10 * time.Microsecond
	r := madeUp()
	if whole := r.extent(); whole.from != 0 || whole.to != 100*unit {
		t.Fatalf("the extent is %v", whole)
	}
	d := timesOf(r.devices()[0], r.extent())
	for what, v := range map[string]struct {
		got  time.Duration
		want int
	}{
		"main":              {d.streams["main"], 2 + 7 + 28 + 2 + 28 + 4},
		"right":             {d.streams["right"], 9 + 10 + 10},
		"busy":              {d.busy, 2 + 7 + 37 + 2 + 28 + 4}, // Forces from 11 to 48
		"waiting":           {d.waiting, 1 + 10},               // 10 to 11, 50 to 60
		"idle":              {d.idle, 100 - 80 - 11},
		"BuildNeibs":        {d.phases[sph.BuildNeibs], 10},
		"Forces":            {d.phases[sph.Forces], 40 + 28},
		"MinimumScan":       {d.phases[sph.MinimumScan], 11},
		"Euler":             {d.phases[sph.Euler], 6},
		"copies":            {d.edges.time, 20},
		"copies, hidden":    {d.edges.hidden, 10 + 2}, // under the central forces until 40
		"particles":         {d.bulk.time, 2},
		"particles, hidden": {d.bulk.hidden, 0},
	} {
		if v.got != time.Duration(v.want)*unit {
			t.Errorf("%s: %v, not %v", what, v.got, time.Duration(v.want)*unit)
		}
	}
	if d.edges.count != 2 || d.edges.bytes != 4000 || d.bulk.count != 1 || d.bulk.bytes != 7000 {
		t.Errorf("copies are %+v and %+v", d.edges, d.bulk)
	}
	var b bytes.Buffer
	if err := r.report(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"timeline of Made, 1,000 particles (400 fluid), on 2 devices of made up",
		"made:0 71.0 % — — 29.0 % 80.0 % 11.0 % 9.0 %",
		"made:0 100.0 µs 680.0 µs 110.0 µs 60.0 µs",
		"made:0, forces 2 2.0 100.0 60.0 %",
		"made:0, particles 1 7.0 20.0 0.0 %",
		"the same device: 60.0 % of the copies of forces",
		"made:1 100.0 % — — — 100.0 % 0.0 % 0.0 %",
	} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// checkTrace reads a trace as Perfetto would, and returns its threads' names and
// how many events with a duration each has.
func checkTrace(t *testing.T, text []byte) map[string]int {
	t.Helper()
	var trace struct {
		TraceEvents []struct {
			Name, Cat, Ph, BP string
			Ts, Dur           *float64
			Pid, Tid, ID      int
			Args              map[string]any
		}
	}
	if err := json.Unmarshal(text, &trace); err != nil {
		t.Fatal(err)
	}
	type thread struct{ pid, tid int }
	processes, threads := make(map[int]string), make(map[thread]string)
	counts, arrows := make(map[string]int), make(map[int]string)
	for _, e := range trace.TraceEvents {
		if e.Name == "process_name" {
			processes[e.Pid] = fmt.Sprint(e.Args["name"])
		}
		if e.Name == "thread_name" {
			threads[thread{e.Pid, e.Tid}] = fmt.Sprint(e.Args["name"])
		}
	}
	for i, e := range trace.TraceEvents {
		name := processes[e.Pid] + " " + threads[thread{e.Pid, e.Tid}]
		switch e.Ph {
		case "M":
		case "X":
			counts[name]++
			if e.Ts == nil || e.Dur == nil || *e.Dur < 0 || e.Cat == "" || e.Name == "" {
				t.Errorf("event %d, %+v, lacks something", i, e)
			}
			if e.Cat == "send" && (e.Args["device"] == nil || e.Args["bytes"] == nil) || e.Cat == "kernel" && e.Args["count"] == nil {
				t.Errorf("event %d is %+v: it should say how much, and to whom", i, e)
			}
		case "s", "f":
			arrows[e.ID] += e.Ph
		default:
			t.Errorf("event %d is %+v", i, e)
		}
		if processes[e.Pid] == "" || e.Ph != "M" && threads[thread{e.Pid, e.Tid}] == "" {
			t.Errorf("event %d, %+v, is of a device or stream that has no name", i, e)
		}
	}
	for id, ends := range arrows {
		if ends != "sf" {
			t.Errorf("arrow %d has the ends %q", id, ends)
		}
	}
	return counts
}

func TestWriteTrace(t *testing.T) {
	var b bytes.Buffer
	if err := madeUp().writeTrace(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"name":"send","cat":"send","ph":"X","ts":380,"dur":100,"pid":1,"tid":3,"args":{"bytes":3000,"device":"made:1","phase":"Forces"}}`,
		`{"name":"send","cat":"call","ph":"X","ts":185,"dur":5,"pid":1,"tid":4,"args":{"bytes":3000,"device":"made:1","phase":"Forces"}}`,
		`{"name":"issue","cat":"issue","ph":"f","ts":380,"pid":1,"tid":3,"id":13,"bp":"e"}`,
		`{"name":"process_name","ph":"M","ts":0,"pid":2,"tid":0,"args":{"name":"made:1"}}`,
		`"args":{"count":200,"from":100,"phase":"Euler","to":300}`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
	counts := checkTrace(t, b.Bytes())
	for name, want := range map[string]int{
		"made:0 phases": 7, "made:0 main": 8, "made:0 right": 5,
		"made:0 host": 14, "made:1 main": 1, "made:1 host": 1,
	} {
		if counts[name] != want {
			t.Errorf("%s has %d events, not %d", name, counts[name], want)
		}
	}
}

// Lines that end at once, with one sentence, and leave nothing behind.
func TestTimelineLines(t *testing.T) {
	endAtOnce(t, "timeline -q ", []ending{
		{"--help", 0, "ui.perfetto.dev"},
		{"", 2, "no problem is named"},
		{"--problem DamBreak3D --steps 0", 2, "--steps is 0, but must be from 1 to 1000"},
		{"--problem DamBreak3D --warmup -1", 2, "--warmup is -1"},
		{"--problem DamBreak3D --from NaN", 2, "--from is NaN"},
		{"--problem DamBreak3D --dir x --png y.png", 2, "--dir does not go with --json"},
		{"--problem DamBreak3D --warmpu 3", 2, "did you mean --warmup?"},
		{"--problem DamBreak3D --devices host --deltap 0.06 --tend 0.01", 1, "the flow ends at"},
		{"--problem DamBreak3D --devices host --deltap 0.06 --json no/such/file", 2, "there is no directory no/such"},
	})
}

// A timeline of host devices, from the command line to the files.
func TestTimeline(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const flow = "timeline -problem DamBreak3D -deltap 0.06 -devices host:3 -warmup 12 -stripe 200 -exchange overlap "
	r := gpusph(t, dir, flow+"-steps 2 -dir out")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	out := filepath.Join(dir, "out")
	for _, want := range []string{"timeline of DamBreak3D", "2 steps after step", "host:1, forces", "hidden"} {
		if !strings.Contains(r.stdout, want) || !strings.Contains(string(read(t, out, "report.txt")), want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	counts := checkTrace(t, read(t, out, "trace.json"))
	for _, name := range []string{
		"host:0 main", "host:0 right", "host:1 left", "host:1 right",
		"host:2 left", "host:2 aside", "host:2 phases", "host:2 host",
	} {
		if counts[name] == 0 {
			t.Errorf("nothing is recorded of %s: %v", name, counts)
		}
	}
	// Two evaluations of the forces a step, each with the kernel of the side and what it sends.
	if n := counts["host:0 right"]; n < 8 {
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
	if one := gpusph(t, dir, flow+"-q -steps 1 -json one.json"); one.code != 0 || one.stdout != "" {
		t.Errorf("exit code %d: %s%s", one.code, one.stdout, one.stderr)
	}
	checkTrace(t, read(t, dir, "one.json"))
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("a trace alone leaves %v", left)
	}
}
