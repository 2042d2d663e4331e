package timeline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gpusph/commands/timeline/tracetest"
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

const unit = 10 * time.Microsecond // of what is made up

// timed is a span of some units; kernel, send and waits are some of these.
func timed(op gpu.Op, name, phase string, mark, from, to int) gpu.Span {
	return gpu.Span{Op: op, Name: name, Phase: phase, Mark: mark,
		Issued: time.Duration(from-1) * unit / 2, Returned: time.Duration(from) * unit / 2,
		Begin: time.Duration(from) * unit, End: time.Duration(to) * unit}
}

func kernel(name, phase string, mark, from, to int) gpu.Span {
	s := timed(gpu.OpKernel, name, phase, mark, from, to)
	s.From, s.To = 100, 300
	return s
}

func send(phase string, mark, bytes, from, to int) gpu.Span {
	s := timed(gpu.OpSend, "send", phase, mark, from, to)
	s.Bytes, s.Target = bytes, "made:1"
	return s
}

func forcesKernel(mark, from, to int) gpu.Span {
	return kernel("forces_wendland_dynamic", "Forces", mark, from, to)
}

func waits(phase string, mark, from, to int) gpu.Span {
	return timed(gpu.OpWait, "wait", phase, mark, from, to)
}

// madeUp is two devices, the first of which does what is written here, and the
// second a kernel from 0 to 1 ms.
func madeUp() *recording {
	return &recording{
		problem: "Made", model: "made up", particles: 1000, fluid: 400, time: 0.5, first: 41, steps: 1,
		lists: 1, within: time.Microsecond,
		tracks: arranged([]gpu.Track{
			{Device: "made:0", Stream: "main", Spans: []gpu.Span{
				send("BuildNeibs", 1, 7000, 0, 2), kernel("neibs", "BuildNeibs", 1, 3, 10),
				waits("MinimumScan", 6, 10, 92), kernel("restore", "MinimumScan", 6, 92, 93)}},
			{Device: "made:0", Stream: "control", Spans: []gpu.Span{
				waits("MinimumScan", 4, 10, 40), kernel("minimumscan", "MinimumScan", 4, 40, 44),
				kernel("block_displacement", "MinimumScan", 4, 44, 55)}},
			{Device: "made:0", Stream: "right", Spans: []gpu.Span{
				waits("MinimumScan", 4, 11, 20), send("MinimumScan", 4, 1000, 20, 30),
				waits("MinimumScan", 6, 30, 68), send("MinimumScan", 6, 3000, 68, 78)}},
			{Device: "made:0", Stream: "stripe 1", Spans: []gpu.Span{
				waits("Forces", 3, 10, 12), forcesKernel(3, 12, 40), waits("Forces", 5, 40, 44),
				forcesKernel(5, 44, 70)}},
			{Device: "made:0", Stream: "stripe 2", Spans: []gpu.Span{
				forcesKernel(3, 11, 25), waits("Forces", 5, 25, 60), forcesKernel(5, 60, 65)}},
			{Device: "made:0", Stream: "stripe 3", Spans: []gpu.Span{waits("MinimumScan", 2, 10, 11)}},
			{Device: "made:0", Stream: gpu.HostTrack,
				Spans: []gpu.Span{timed(gpu.OpSync, "sync main", "", 7, 91, 200)}},
			{Device: "made:1", Stream: "main",
				Spans: []gpu.Span{kernel("restore", "MinimumScan", 1, 0, 100)}},
			{Device: "made:1", Stream: gpu.HostTrack},
		}),
	}
}

// What a device is at, by each of the rules.
func TestPhases(t *testing.T) {
	at := func(spans ...[]gpu.Span) []gpu.Track {
		tracks := []gpu.Track{{Device: "made", Stream: gpu.HostTrack,
			Spans: []gpu.Span{timed(gpu.OpSync, "sync main", "BuildNeibs", 1, 0, 300)}}}
		for i, s := range spans {
			tracks = append(tracks, gpu.Track{Device: "made", Stream: StreamNames[i], Spans: s})
		}
		return tracks
	}
	type spans = []gpu.Span
	const lists, scan = "BuildNeibs", "MinimumScan"
	for what, is := range map[string]struct {
		tracks []gpu.Track
		want   string
	}{
		"Forces before BuildNeibs": {at(spans{kernel("neibs", lists, 1, 0, 20)},
			spans{forcesKernel(2, 5, 9)}), "BuildNeibs 0-5, Forces 5-9, BuildNeibs 9-20"},
		"Forces before MinimumScan": {at(spans{kernel("minimumscan", scan, 1, 0, 20)},
			spans{forcesKernel(2, 5, 9)}), "MinimumScan 0-5, Forces 5-9, MinimumScan 9-20"},
		"BuildNeibs before MinimumScan": {at(spans{kernel("neibs", lists, 1, 5, 9)},
			spans{kernel("check", scan, 2, 0, 20)}), "MinimumScan 0-5, BuildNeibs 5-9, MinimumScan 9-20"},
		"stripes overlap": {at(
			spans{forcesKernel(1, 0, 5), forcesKernel(2, 8, 12)}, spans{forcesKernel(1, 3, 9)},
			spans{forcesKernel(2, 12, 14)}), "Forces 0-14"},
		"a list has gaps": {at(
			spans{send(lists, 1, 8, 0, 1), kernel("hash", lists, 1, 5, 9)}, spans{waits(scan, 0, 0, 9)}),
			"BuildNeibs 0-9"},
		"a list waits for other devices": {at(
			spans{send(lists, 1, 8, 0, 1), waits(lists, 1, 1, 4), kernel("hash", lists, 1, 5, 9)}),
			"BuildNeibs 0-1, MinimumScan 1-4, BuildNeibs 4-9"},
		"a list waits first": {at(
			spans{waits(lists, 1, 1, 4), kernel("hash", lists, 1, 4, 9)}),
			"MinimumScan 1-4, BuildNeibs 4-9"},
		"two lists are not one": {at(
			spans{kernel("neibs", lists, 1, 0, 2), kernel("neibs", lists, 3, 8, 9)}),
			"BuildNeibs 0-2, BuildNeibs 8-9"},
		"to wait for forces, or between, " +
			"is no work": {at(spans{waits("Forces", 1, 0, 4), forcesKernel(1, 4, 6),
			waits("Forces", 3, 6, 7), forcesKernel(3, 9, 10)}),
			"MinimumScan 0-4, Forces 4-6, MinimumScan 6-7, Forces 9-10"},
		"copies that nothing hides": {at(spans{send(scan, 1, 8, 0, 4)},
			spans{forcesKernel(1, 3, 6)}), "MinimumScan 0-3, Forces 3-6"},
		"nothing is on it": {at(spans{forcesKernel(1, 0, 4)},
			spans{kernel("check", scan, 1, 6, 8)}), "Forces 0-4, MinimumScan 6-8"},
	} {
		var got []string
		for _, s := range phasesOf(is.tracks) {
			got = append(got, fmt.Sprintf("%s %d-%d", s.Name, s.Begin/unit, s.End/unit))
		}
		if got := strings.Join(got, ", "); got != is.want {
			t.Errorf("%s: %s, not %s", what, got, is.want)
		}
	}
}

// Steps begin with the first kernel of every other evaluation of the forces, in whatever
// stripe, also where that before has not ended.
func TestSteps(t *testing.T) {
	begins, correctors := stepsOf([]gpu.Track{
		{Stream: "main", Spans: []gpu.Span{kernel("neibs", "BuildNeibs", 1, 0, 4)}},
		{Stream: "stripe 1", Spans: []gpu.Span{forcesKernel(3, 6, 9), forcesKernel(5, 10, 14),
			forcesKernel(7, 17, 20), forcesKernel(9, 20, 22)}},
		{Stream: "stripe 2", Spans: []gpu.Span{forcesKernel(3, 5, 10), forcesKernel(5, 10, 20),
			forcesKernel(7, 20, 22), forcesKernel(9, 22, 24)}},
	})
	if len(begins) != 2 || begins[0] != 5*unit || begins[1] != 17*unit {
		t.Errorf("steps begin at %v, not at 50 and 170 µs", begins)
	}
	if !slices.Equal(correctors, []int{5, 9}) {
		t.Errorf("the marks of correctors are %v, not 5 and 9", correctors)
	}
}

// The times of what is made up, by hand.
func TestTimes(t *testing.T) {
	r := madeUp()
	if whole := r.extent(); whole.from != 0 || whole.to != 100*unit {
		t.Fatalf("the extent is %v", whole)
	}
	d := timesOf(r.devices()[0], r.extent())
	for what, v := range map[string]struct {
		got  time.Duration
		want int
	}{
		"main":              {d.streams["main"], 2 + 7 + 1},
		"control":           {d.streams["control"], 15},
		"right":             {d.streams["right"], 10 + 10},
		"stripe 1":          {d.streams["stripe 1"], 28 + 26},
		"stripe 2":          {d.streams["stripe 2"], 14 + 5},
		"busy":              {d.busy, 2 + 7 + 67 + 1}, // from 11 to 78
		"waiting":           {d.waiting, 1 + 14},      // 10 to 11, 78 to 92
		"idle":              {d.idle, 100 - 77 - 15},
		"BuildNeibs":        {d.phases[sph.BuildNeibs], 10},
		"Forces":            {d.phases[sph.Forces], 29 + 26},
		"MinimumScan":       {d.phases[sph.MinimumScan], 1 + 4 + 23},
		"copies":            {d.edges.time, 20},
		"copies, hidden":    {d.edges.hidden, 10 + 2}, // under the forces until 70
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
		"Time in which main stripe 1 stripe 2 control right any works",
		"made:0 10.0 % 54.0 % 19.0 % 15.0 % 20.0 % 77.0 % 15.0 % 8.0 %",
		"made:0 100.0 µs 550.0 µs 280.0 µs",
		"made:0, edges 2 2.0 100.0 60.0 %",
		"made:0, slices 1 7.0 20.0 0.0 %",
		"the same device: 60.0 % of the copies of edges",
		"made:1 100.0 % — — — — 100.0 % 0.0 % 0.0 %",
	} {
		if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// Rows are of streams that did something, from above: phases, host, main, stripes and
// what is beside.
func TestRows(t *testing.T) {
	var rows []string
	for _, tracks := range madeUp().devices() {
		for _, track := range inOrder(tracks) {
			rows = append(rows, track.Stream)
		}
	}
	if got, want := strings.Join(rows, " "),
		"phases host main stripe 1 stripe 2 control right phases host main"; got != want {
		t.Errorf("the rows are %s, not %s", got, want)
	}
}

func TestWriteTrace(t *testing.T) {
	var b bytes.Buffer
	if err := madeUp().writeTrace(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"name":"send","cat":"send","ph":"X","ts":680,"dur":100,"pid":1,"tid":4,"args":{"bytes":3000,"device":"made:1","phase":"MinimumScan"}}`,
		`{"name":"send","cat":"call","ph":"X","ts":335,"dur":5,"pid":1,"tid":7,"args":{"bytes":3000,"device":"made:1","phase":"MinimumScan"}}`,
		`{"name":"issue","cat":"issue","ph":"f","ts":680,"pid":1,"tid":4,"id":11,"bp":"e"}`,
		`{"name":"process_name","ph":"M","ts":0,"pid":2,"tid":0,"args":{"name":"made:1"}}`,
		`"args":{"count":200,"from":100,"phase":"Forces","to":300}`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
	counts := tracetest.Check(t, b.Bytes())
	for name, want := range map[string]int{
		"made:0 phases": 6, "made:0 main": 4, "made:0 right": 4, "made:0 stripe 1": 4,
		"made:0 stripe 3": 0,
		"made:0 host":     19, "made:1 main": 1, "made:1 host": 1,
	} {
		if counts[name] != want {
			t.Errorf("%s has %d events, not %d", name, counts[name], want)
		}
	}
}
