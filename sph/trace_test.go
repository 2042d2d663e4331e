package sph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
)

// Tracing changes no bit, and what it records has the same structure each time.
func TestTraceChangesNothing(t *testing.T) {
	var hashes, structures []string
	for _, traced := range []bool{false, true, true} {
		o := Options{System: open(t, 3), Stripe: 100}
		if traced {
			o.Trace = gpu.NewTrace(o.System)
		}
		s := start(t, column(0.05), o)
		var tracks []gpu.Track
		for s.clock.Step < 20 {
			if traced {
				if err := o.Trace.Start(); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Advance(4); err != nil {
				t.Fatal(err)
			}
			if traced {
				var err error
				if tracks, err = o.Trace.Stop(); err != nil {
					t.Fatal(err)
				}
			}
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, snap.SHA256)
		if traced {
			structures = append(structures, structure(tracks))
			checkPhases(t, tracks)
		}
	}
	if len(slices.Compact(hashes)) != 1 {
		t.Error("a run that is traced and one that is not differ")
	}
	if structures[0] != structures[1] {
		t.Errorf("of two runs, one is recorded as\n%s\nand one as\n%s", structures[0], structures[1])
	}
}

// structure is all that is recorded but times.
func structure(tracks []gpu.Track) string {
	var b strings.Builder
	for _, track := range tracks {
		fmt.Fprintf(&b, "%s %s:", track.Device, track.Stream)
		for _, s := range track.Spans {
			fmt.Fprintf(&b, " %s/%s[%d:%d]%d%s", s.Phase, s.Name, s.From, s.To, s.Bytes, s.Target)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// checkPhases holds that a period of a few steps is recorded whole.
func checkPhases(t *testing.T, tracks []gpu.Track) {
	t.Helper()
	var streams []string
	for _, track := range tracks {
		streams = append(streams, track.Stream)
		count := make(map[string]int)
		for _, s := range track.Spans {
			count[s.Name]++
			switch {
			case s.Op == gpu.OpSend && s.Bytes == 0:
				t.Errorf("%s %s sends nothing", track.Device, track.Stream)
			case strings.HasPrefix(s.Name, "forces_") && s.Phase != "Forces":
				t.Errorf("%s %s: forces in the phase %s", track.Device, track.Stream, s.Phase)
			}
		}
		if n := count["Forces"]; track.Stream == gpu.PhaseTrack &&
			(n == 0 || n%2 > 0 || count["MinimumScan"] != n || count["Euler"] != n || count["BuildNeibs"] != 1) {
			t.Errorf("%s has phases %v", track.Device, count)
		}
	}
	want := "phases main aside right host phases main aside left right host phases main aside left host"
	if got := strings.Join(streams, " "); got != want {
		t.Errorf("the tracks are %s", got)
	}
}
