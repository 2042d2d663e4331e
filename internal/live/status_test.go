package live

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"reflect"
	"slices"
	"testing"
	"time"

	"gpusph/output"
	"gpusph/sph"
)

// statusOf is what /status tells of a page.
func statusOf(t *testing.T, p *Page) (got map[string]any) {
	t.Helper()
	s, err := Open(Address{Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Serve(p)
	answer, err := http.Get(s.URL() + "status")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return got
}

// compareStatus compares what /status tells with what it should, to 1e-9 of each number.
func compareStatus(t *testing.T, what string, got map[string]any, want string) {
	t.Helper()
	var wanted map[string]any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if a, b := rounded(got), rounded(wanted); !reflect.DeepEqual(a, b) {
		text, _ := json.MarshalIndent(got, "", "\t")
		t.Errorf("%s: the status is %s; want %s", what, text, want)
	}
}

// rounded is a value with its numbers to nine digits.
func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		if v == 0 {
			return v
		}
		unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-8)
		return math.Round(v/unit) * unit
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}

// What /status tells of a run that goes on are literal numbers.
func TestStatus(t *testing.T) {
	flow := &sph.Case{Name: "Dam", Params: sph.Defaults(0.02), End: 8}
	p := New(About{Case: flow, Devices: []string{"host:0", "host:1"}, Models: []string{"one", "two"}},
		func(slice int) float64 { return 0.5 * float64(slice) })
	defer p.Close()
	p.In("runs/dam")
	p.Warn("it is slow")
	if err := p.Snapshot(nil); err != nil {
		t.Fatal(err)
	}
	progress := func(time float64, step, steps int, wall float64) {
		g := &sph.Progress{Time: time, Step: step, Steps: steps, Dt: 0.001, Wall: wall,
			Particles: 3000000, Lost: 7}
		for i := range 2 {
			d := sph.DeviceProgress{Name: flow.Name, FirstSlice: 3 * i, Slices: 3 + i,
				Particles: 1000 * (1 + i)}
			d.Seconds[sph.BuildNeibs], d.Seconds[sph.Forces], d.Seconds[sph.MinimumScan] = 10+float64(i),
				20+float64(i), 30+float64(i)
			g.Devices = append(g.Devices, d)
		}
		if err := p.Progress(g); err != nil {
			t.Fatal(err)
		}
	}
	progress(2, 120, 10, 5)
	const devices = `[
		{"name": "host:0", "model": "one", "particles": 1000, "first_slice": 0, "slices": 3, "begins_m": 0,
			"seconds_per_step": {"BuildNeibs": 1, "Forces": 2, "MinimumScan": 3}},
		{"name": "host:1", "model": "two", "particles": 2000, "first_slice": 3, "slices": 4, "begins_m": 1.5,
			"seconds_per_step": {"BuildNeibs": 1.1, "Forces": 2.1, "MinimumScan": 3.1}}]`
	const rest = `"dt": 0.001, "particles": 3000000, "lost": 7, "snapshots": 1, "readers": 0, "warnings": ["it is slow"], "devices": ` + devices + "}"
	const head = `{"format": "gpusph status", "version": 1, "problem": "Dam", "dir": "runs/dam", `
	compareStatus(t, "running", statusOf(t, p),
		head+`"state": "running", "t": 2, "end": 8, "step": 120, "done": 0.25, "mips": 6, `+rest)

	// The time that is left follows from the part that is done in a time.
	p.rate.at, p.rate.done = time.Now().Add(-20*time.Second), 0.05
	progress(2, 120, 10, 5)
	if left, ok := statusOf(t, p)["eta_s"].(float64); !ok || math.Abs(left-75) > 1 {
		t.Errorf("%g s are left; want 75 s", left)
	}

	p.Is(Paused, "asked for")
	compareStatus(t, "paused", statusOf(t, p),
		head+`"state": "paused", "why": "asked for", "t": 2, "end": 8, "step": 120, "done": 0.25, "mips": 0, `+rest)

	p.Is(Ended, "")
	progress(9, 700, 10, 5)
	if done := statusOf(t, p)["done"]; done != 1.0 {
		t.Errorf("behind its end %v of a run is done", done)
	}
}

// The speed of a run is that of the last seconds.
func TestRate(t *testing.T) {
	var r rate
	begun := time.Now()
	r.add(begun, 1, 2e6, 0.1)
	if r.mips() != 2 || r.left(0.1) != nil {
		t.Errorf("%g mips and %v s left; want 2 and none", r.mips(), r.left(0.1))
	}
	r.add(begun.Add(10*time.Second), 10, 10e6, 0.3)
	if got := r.mips(); math.Abs(got-1.013353) > 1e-6 { // (10 + 2/e²) / (10 + 1/e²)
		t.Errorf("%g mips; want 1.013353", got)
	}
	if left := r.left(0.3); left == nil || math.Abs(*left-35) > 1e-9 {
		t.Errorf("%v s left; want 35", left)
	}
	// twice as fast: 0.02 + (1 - 1/e) 0.02 of the run in a second
	r.add(begun.Add(20*time.Second), 10, 10e6, 0.7)
	if left := r.left(0.7); left == nil || math.Abs(*left-9.190498) > 1e-5 {
		t.Errorf("%v s left; want 9.190498", *left)
	}
	r.pause()
	r.add(begun.Add(1000*time.Second), 10, 10e6, 0.7)
	if left := r.left(0.7); left == nil || math.Abs(*left-9.190498) > 1e-5 {
		t.Errorf("behind a pause %v s left; want 9.190498", *left)
	}
}

// What /status tells of a run that is over follows from its summary.
func TestStatusOfStoredRun(t *testing.T) {
	dir := t.TempDir()
	flow := &sph.Case{Name: "Dam", Params: sph.Defaults(0.02), End: 8}
	s := output.NewSummary(flow)
	s.Status, s.Time, s.Steps, s.Mips, s.Warnings = "interrupted", 2, 50, 6, []string{"it is slow"}
	s.Particles = output.Counts{Total: 3000, Fluid: 2000, Wall: 1000, Lost: 7}
	s.Options = map[string]string{"tend": "8"}
	s.Devices = []output.DeviceSummary{{Name: "host:0", Model: "one",
		After:   output.Share{Slices: 3, Particles: 1000},
		Seconds: output.PhaseSeconds{BuildNeibs: 50, Forces: 100, MinimumScan: 150}}}
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	p, err := FromFiles(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	got := statusOf(t, p)
	delete(got, "dir")
	compareStatus(t, "files", got, `{"format": "gpusph status", "version": 1, "problem": "Dam", "state": "files", "why": "interrupted",
		"t": 2, "end": 8, "step": 50, "done": 0.25, "dt": 0.04, "mips": 6, "particles": 3000, "lost": 7, "snapshots": 0, "readers": 0,
		"warnings": ["it is slow"], "devices": [{"name": "host:0", "model": "one", "particles": 1000, "first_slice": 0, "slices": 3,
			"begins_m": 0, "seconds_per_step": {"BuildNeibs": 1, "Forces": 2, "MinimumScan": 3}}]}`)
}

// fixedLoads are loads of one device, which are always the same.
type fixedLoads struct{ closed *bool }

func (fixedLoads) Names() []string { return []string{"cuda:0"} }
func (fixedLoads) Read() []Load    { return []Load{{Busy: 50, Memory: 3 << 30, Power: 400}} }
func (l fixedLoads) Close()        { *l.closed = true }

// Loads are a table of the page where there is a meter, and closed with it.
func TestLoads(t *testing.T) {
	flow := &sph.Case{Name: "Dam", Params: sph.Defaults(0.02), End: 8}
	var closed bool
	for _, loads := range []Loads{nil, fixedLoads{&closed}} {
		p := New(About{Case: flow, Loads: loads}, func(int) float64 { return 0 })
		p.Close()
		shown := slices.ContainsFunc(p.tables, func(table *table) bool {
			return table.name == loadsTable && slices.Contains(table.columns, "cuda:0 memory[GiB]")
		})
		if shown != (loads != nil) {
			t.Errorf("with the meter %v, whether the page has a table of loads is %v", loads, shown)
		}
	}
	if !closed {
		t.Error("the meter is not closed")
	}
}
