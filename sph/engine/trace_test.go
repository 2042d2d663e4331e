package engine

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
)

// Tracing changes no bit, and what it records has the same structure each time.
func TestTraceChangesNothing(t *testing.T) {
	for _, scheme := range []sph.Scheme{sph.PredictorCorrector, sph.Verlet} {
		t.Run(scheme.String(), func(t *testing.T) { traceChangesNothing(t, scheme) })
	}
}

func traceChangesNothing(t *testing.T, scheme sph.Scheme) {
	t.Helper()
	flow := func() *sph.Case {
		c := column(0.03)
		c.Params.Further.Scheme = scheme
		return c
	}
	var hashes, structures []string
	for _, traced := range []bool{false, true, true} {
		o := Options{System: open(t, 3), Stripe: 100}
		if traced {
			o.Trace = gpu.NewTrace(o.System)
		}
		s := start(t, flow(), o)
		var tracks []gpu.Track
		for s.clock.Step < 4*timedFirst {
			if traced {
				if err := o.Trace.Start(); err != nil {
					t.Fatal(err)
				}
			}
			s.timing.doubt = true // so that all periods have a timed step, whatever is measured
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

// Where a stage has several groups of passes, with an exchange behind each, the kernels of all are
// in the phase of the forces, and only what a device does meanwhile is not.
func TestPhaseOfEachGroup(t *testing.T) {
	c := column(0.03)
	c.Params.Boundary = sph.MDBC
	anySurfaces(c)
	o := Options{System: open(t, 3), Stripe: 100}
	o.Trace = gpu.NewTrace(o.System)
	s := start(t, c, o)
	if err := o.Trace.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(2); err != nil {
		t.Fatal(err)
	}
	tracks, err := o.Trace.Stop()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, track := range tracks {
		for _, span := range track.Spans {
			forces := strings.HasPrefix(span.Name, "forces_") || strings.HasPrefix(span.Name, "mdbc")
			if span.Op != gpu.OpKernel || !forces {
				continue
			}
			seen[span.Name] = true
			if span.Phase != sph.Forces.String() {
				t.Errorf("%s %s: %s in the phase %s", track.Device, track.Stream, span.Name, span.Phase)
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("there are the kernels %v only", seen)
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

// phaseOf is the phase that a kernel is to be recorded in.
func phaseOf(kernel, stream string) sph.Phase {
	switch {
	case strings.HasPrefix(kernel, "forces_"), kernel == "predict":
		return sph.Forces
	case stream == "main" && !strings.HasPrefix(kernel, "restore"), kernel == "begin", kernel == "publish_lists":
		return sph.BuildNeibs
	}
	return sph.MinimumScan
}

// forWhat is the first of the kernels, or what it publishes maxima for.
func forWhat(kernels []gpu.Span) string {
	k := slices.IndexFunc(kernels, func(s gpu.Span) bool { return s.Op == gpu.OpKernel && s.Name != "publish_maxima" })
	if k < 0 {
		return "publish_maxima"
	}
	return kernels[k].Name
}

// checkPhases holds that a period of a few steps is recorded whole.
func checkPhases(t *testing.T, tracks []gpu.Track) {
	t.Helper()
	var streams []string
	forces := make(map[string]map[int]int) // by device and mark
	lists := make(map[string]map[int]bool)
	for _, track := range tracks {
		streams = append(streams, track.Stream)
		if track.Stream != gpu.HostTrack && !slices.Contains(StreamNames(), track.Stream) {
			t.Errorf("the track %s is not among %v", track.Stream, StreamNames())
		}
		if forces[track.Device] == nil {
			forces[track.Device], lists[track.Device] = make(map[int]int), make(map[int]bool)
		}
		for k, s := range track.Spans {
			switch {
			case s.Phase == "" && track.Stream != gpu.HostTrack:
				t.Errorf("%s %s: %s is of no phase", track.Device, track.Stream, s.Name)
			case s.Op == gpu.OpSync && (s.Name == "sync main" || s.Name == "sync control"):
				t.Errorf("%s: the host waits for the next lists, which are on a stream already: %s", track.Device, s.Name)
			case s.Op == gpu.OpSend && s.Bytes == 0:
				t.Errorf("%s %s sends nothing", track.Device, track.Stream)
			case s.Op == gpu.OpKernel && s.Phase != phaseOf(forWhat(track.Spans[k:]), track.Stream).String():
				t.Errorf("%s %s: %s in the phase %s", track.Device, track.Stream, s.Name, s.Phase)
			case s.Op == gpu.OpKernel && s.Phase == sph.Forces.String():
				forces[track.Device][s.Mark]++
			case s.Phase == sph.BuildNeibs.String() && track.Stream != gpu.HostTrack:
				lists[track.Device][s.Mark] = true
			}
		}
	}
	// Two evaluations of the forces, or a prediction and one, in each of four steps, with a kernel
	// for each stripe, but one for all in the corrector that is timed.
	several := false
	for device, marks := range forces {
		timed := slices.Sorted(maps.Keys(marks))[1]
		if marks[timed] != 1 {
			t.Errorf("%s: the first corrector has %d kernels of forces; by mark there are %v", device, marks[timed], marks)
		}
		delete(marks, timed)
		stripes := slices.Compact(slices.Sorted(maps.Values(marks)))
		if len(marks) != 7 || len(stripes) != 1 || len(lists[device]) != 1 {
			t.Errorf("%s: kernels of forces by mark are %v, and lists have marks %v", device, marks, lists[device])
		}
		several = several || stripes[0] > 1
	}
	if !several {
		t.Errorf("no device has several stripes: the test shows little")
	}
	const stripes = "( stripe [1-8])+ host"
	want := regexp.MustCompile("^main control right" + stripes + " main control left right" + stripes + " main control left" + stripes + "$")
	if got := strings.Join(streams, " "); !want.MatchString(got) {
		t.Errorf("the tracks are %s", got)
	}
}
