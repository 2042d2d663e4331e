package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

// bench measures a flow and the device's limits, keeps them and compares with them.
func TestBench(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line = "bench -problem DamBreak3D -deltap 0.06 -devices host:2 -warmup 5 -steps 10 -repeat 2 "
	r := gpusph(t, dir, line+"-json first.json")
	if r.code != 0 {
		t.Fatalf("exit code %d: %s", r.code, r.stderr)
	}
	for _, want := range []string{"Throughput", "Limits of host:0", "copies at", "Forces ", "its loads alone", "all but the loads"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	var m measurement
	if err := json.Unmarshal(read(t, dir, "first.json"), &m); err != nil {
		t.Fatal(err)
	}
	l := m.Limits
	if l == nil || !(l.CopyBandwidth > 0 && l.Forces.Forces > 0 && l.Forces.Loads > 0 && l.Forces.Arithmetic > 0) {
		t.Fatalf("the limits are %+v", l)
	}
	for _, phase := range []sph.Phase{sph.BuildNeibs, sph.Forces} {
		memory := l.Memory[phase.String()]
		if !(memory.Bytes > 0 && memory.OfCopy > 0) {
			t.Errorf("%v moves %+v", phase, memory)
		}
	}
	// 128 bytes a particle and 2 an entry, twice a step, of less than all particles and
	// more than none.
	if bytes := l.Memory["Forces"].Bytes; bytes >= (256+4*m.Neighbours)*float64(m.Particles) || bytes < 256 {
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
		{"--dir foo", 2, "--dir is an option of run, scaling, timeline and balance, not of bench"},
		{"--tend 0.1", 2, "--tend is an option of run, scaling, timeline and balance, not of bench"},
		{"--maxiter 3", 2, "--maxiter is an option of run and balance, not of bench"},
		{"--steps 0", 2, "--steps is 0, but must be at least 1; "},
		{"--repeat 0", 2, "--repeat is 0, but must be from 1 to 1000; "},
		{"--from -1", 2, "--from is -1, but must be at least 0; "},
	})
	for _, line := range []string{"scaling --maxiter 3", "scaling --formats csv", "timeline --nosave", "timeline --sample-interval 1", "balance --log-level debug"} {
		endAtOnce(t, line+" --problem DamBreak3D", []ending{{"", 2, "is an option of run"}})
	}
}
