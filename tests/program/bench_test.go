package program

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/scaling"
	"gpusph/internal/measure"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// bench measures a flow and the device's limits, keeps them and compares with them.
func TestBench(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "bench -problem DamBreak3D -boundary dummy -deltap 0.06 -devices host:2 " +
		"-warmup 5 -steps 10 -repeat 2 "
	r := gpusph(t, dir, line+"-json first.json")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	for _, want := range []string{"Throughput", "Limits of host:0", "copies at", "Forces ", "all but the loads"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	var file measure.File
	if err := json.Unmarshal(read(t, dir, "first.json"), &file); err != nil || file.Head != measure.FileHead {
		t.Fatalf("the file has the head %v: %v", file.Head, err)
	}
	m := file.Measurement
	// What is derived is what it should be of what was measured.
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-9*want }
	steps := 0.0
	for i, mips := range m.Mips {
		steps += mips * m.Seconds[i] * 1e6 / float64(m.Particles)
	}
	if !near(steps, float64(m.Steps)) || m.Steps < 20 {
		t.Errorf("%g mips in %g s are %g steps, not %d", m.Mips, m.Seconds, steps, m.Steps)
	}
	slowest := max(m.Phases[0]["Forces"], m.Phases[1]["Forces"])
	if want := 2 * m.Neighbours * float64(m.Particles) / slowest; !near(m.PairsPerSecond, want) {
		t.Errorf("%g list entries a second, not %g: two evaluations a step", m.PairsPerSecond, want)
	}
	for k, active := range m.Active {
		if want := m.Mips[k] * float64(m.Fluid) / float64(m.Particles); !near(active, want) || len(m.Active) != len(m.Mips) {
			t.Errorf("%g mips of active particles, not %g: dummy walls take no part", m.Active, want)
		}
	}
	for _, want := range []string{
		fmt.Sprintf("Active particles %s mips, %s of all took part\n",
			text.Digits((m.Active[0]+m.Active[1])/2), text.Percent(float64(m.Fluid)/float64(m.Particles))),
		fmt.Sprintf("Forces does %s G entries/s", text.Digits(m.PairsPerSecond/1e9)),
		fmt.Sprintf("%s mips (%s to %s)", text.Digits((m.Mips[0]+m.Mips[1])/2),
			text.Digits(min(m.Mips[0], m.Mips[1])), text.Digits(max(m.Mips[0], m.Mips[1]))),
		fmt.Sprintf(" %.1f µs", 1e6*m.Phases[1]["BuildNeibs"]),
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	l := m.Limits
	if l == nil || !(l.CopyBandwidth > 0 && l.Forces.Forces > 0 && l.Forces.Arithmetic > 0) {
		t.Fatalf("the limits are %+v", l)
	}
	for _, phase := range []sph.Phase{sph.BuildNeibs, sph.Forces} {
		memory := l.Memory[phase.String()]
		if !(memory.Bytes > 0 && near(memory.Bandwidth, memory.Bytes/m.Phases[0][phase.String()]) && near(memory.OfCopy, memory.Bandwidth/l.CopyBandwidth)) {
			t.Errorf("%v moves %+v", phase, memory)
		}
	}
	// 136 bytes a particle and 2 an entry, twice a step, of less than all particles and
	// more than none.
	if bytes := l.Memory["Forces"].Bytes; bytes >= (272+4*m.Neighbours)*float64(m.Particles) || bytes < 256 {
		t.Errorf("Forces of a part of %d particles moves %g bytes", m.Particles, bytes)
	}
	again := gpusph(t, dir, line+"-compare first.json")
	compared := again.stdout[max(0, strings.Index(again.stdout, "Compared with first.json")):]
	for _, want := range append([]string{"mips"}, sph.Phases[:]...) {
		if !strings.Contains(compared, want) || strings.Count(compared, "\n") != 1 {
			t.Errorf("no %q in %q", want, compared)
		}
	}
	if r := gpusph(t, dir, line+"-compare "+filepath.Join(dir, "none.json")); r.code != 2 {
		t.Errorf("with nothing to compare with, exit code %d", r.code)
	}
}

// Lines that end at once, with one sentence, and leave nothing behind: options that the
// command has no use for, and values out of range.
func TestBenchLines(t *testing.T) {
	endAtOnce(t, "bench --problem DamBreak3D ", []ending{
		{"--dir foo", 2, "--dir is an option of run, check, surface, measure, converge, " +
			"sweep, validate, scaling, timeline and balance, not of bench"},
		{"--tend 0.1", 2, "--tend is an option of run, init, check, converge, sweep, " +
			"scaling, timeline and balance, not of bench"},
		{"--maxiter 3", 2, "--maxiter is an option of run, check and balance, not of bench"},
		{"--steps 0", 2, "--steps is 0, but must be at least 1; "},
		{"--repeat 0", 2, "--repeat is 0, but must be from 1 to 1000; "},
		{"--from -1", 2, "--from is -1, but must be at least 0; "},
	})
	for _, line := range []string{"scaling --maxiter 3", "scaling --formats csv", "timeline --nosave", "timeline --sample-interval 1", "balance --log-level debug"} {
		endAtOnce(t, line+" --problem DamBreak3D", []ending{{"", 2, "is an option of run"}})
	}
}

// What a measurement is compared with is read before anything is measured.
func TestBenchCompareLines(t *testing.T) {
	dir := t.TempDir()
	const here = "bench -problem DamBreak3D -deltap 0.06 -devices host:1 -warmup 10 " +
		"-steps 10 -repeat 1 "
	m := measure.Measurement{
		Problem: "DamBreak3D", Devices: []string{"host:0"}, Model: "Abacus", DeltaP: 0.06,
		Particles: 7129,
		Mips:      []float64{1}, Phases: []map[string]float64{{}},
	}
	for _, test := range []struct {
		name   string
		file   any
		wanted []string
	}{
		{"empty", struct{}{}, []string{"is no result of bench"}},
		{"null", nil, []string{"is no result of bench"}},
		{"without", map[string]any{"mips": []float64{}}, []string{"is no result of bench"}},
		{"summary", map[string]any{"problem": "DamBreak3D", "mips": 3},
			[]string{"is no result of bench"}},
		{"zero", func() measure.Measurement { m := m; m.Mips = []float64{0}; return m }(),
			[]string{"is no result of bench"}},
		{"another", func() measure.Measurement {
			m := m
			m.Problem, m.DeltaP, m.Devices, m.From, m.Phases = "Hydrostatic", 0.05,
				[]string{"host:0", "host:1"}, 0.5, make([]map[string]float64, 2)
			return m
		}(), []string{
			"does not fit: the problem is Hydrostatic there and DamBreak3D here, " +
				"deltap is 0.05 m there and 0.06 m here",
			"the number of devices is 2 there and 1 here, the kind of device is Abacus there and",
			"--from is 0.5 s there and 0 s here",
		}},
		{"scaling", measure.File{Head: scaling.FileHead, Measurement: m}, []string{`its format is "gpusph scaling", not "gpusph bench"; `}},
		{"later", measure.File{Head: output.NewHead("bench", measure.FileHead.FileVersion+1),
			Measurement: m}, []string{"its version is 4"}},
		{"kind", measure.File{Head: measure.FileHead, Measurement: m}, []string{"does not fit: " +
			"the kind of device is Abacus there and"}},
		{"headless", m, []string{"does not fit: the kind of device is Abacus there and"}},
		{"old", func() measure.Measurement { m := m; m.DeltaP = 0; return m }(),
			[]string{"does not fit: the kind of device is Abacus there and"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			content, err := json.Marshal(test.file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, test.name), content, 0o666); err != nil {
				t.Fatal(err)
			}
			r := gpusph(t, dir, here+"-compare "+test.name)
			if r.code != exitUsage || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("exit code %d: %s", r.code, r.stderr)
			}
			for _, want := range test.wanted {
				if !strings.Contains(r.stderr, want) {
					t.Errorf("no %q in %s", want, r.stderr)
				}
			}
		})
	}
}

// A flow with a motion or a table, which may end with it, is timed until its own end.
func TestBenchOfMotions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"waveflume", "rolling-tank"} {
		file, err := filepath.Abs(filepath.Join("..", "..", "cases", name+".toml"))
		if err != nil {
			t.Fatal(err)
		}
		r := gpusph(t, t.TempDir(), "bench "+file+
			" -deltap 0.04 -steps 3 -warmup 1 -repeat 1 -devices host -quiet")
		if r.code != 0 {
			t.Errorf("%s: exit code %d: %s", name, r.code, r.stderr)
		}
	}
}
