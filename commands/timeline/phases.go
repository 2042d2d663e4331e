package timeline

import (
	"maps"
	"slices"
	"strings"
	"time"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// PhaseTrack is the track of a device that says in which phase it is, in spans of
// opPhase. The phases overlap, on several streams, and it has the foremost.
const (
	PhaseTrack        = "phases"
	opPhase    gpu.Op = "phase"
)

// StreamNames are the streams of a device, from above.
var StreamNames = engine.StreamNames()

// arranged is the tracks of all devices as they are shown: of each its phases, the
// streams that did something, and the host.
func arranged(tracks []gpu.Track) []gpu.Track {
	var all []gpu.Track
	for _, device := range byDevice(tracks) {
		all = append(all, gpu.Track{Device: device[0].Device, Stream: PhaseTrack,
			Spans: phasesOf(device)})
		for _, t := range device {
			if t.Stream == gpu.HostTrack || slices.ContainsFunc(t.Spans, works) {
				all = append(all, t)
			}
		}
	}
	return all
}

// phasesOf is in which phase a device is: Forces while there are kernels of it, else
// BuildNeibs from the first work on a list to the last but for waits for other devices,
// else MinimumScan while any stream works or waits, since there a device waits for
// others. It is in none while nothing is on it.
func phasesOf(tracks []gpu.Track) []gpu.Span {
	forces := intervals(tracks, isForces)
	ofList := func(s gpu.Span) bool { return works(s) && s.Phase == sph.BuildNeibs.String() }
	others := intervals(tracks, func(s gpu.Span) bool {
		return s.Op == gpu.OpWait &&
			s.Phase == sph.BuildNeibs.String()
	})
	lists := without(slices.Collect(maps.Values(extents(tracks, ofList))), others)
	rest := intervals(tracks, func(s gpu.Span) bool { return works(s) || s.Op == gpu.OpWait })
	var spans []gpu.Span
	var before []interval
	for _, phase := range []struct {
		sph.Phase
		when []interval
	}{{sph.Forces, forces}, {sph.BuildNeibs, lists}, {sph.MinimumScan, rest}} {
		for _, i := range without(phase.when, before) {
			name := phase.String()
			spans = append(spans, gpu.Span{Op: opPhase, Name: name, Phase: name, Issued: i.from,
				Returned: i.from, Begin: i.from, End: i.to})
		}
		before = append(before, phase.when...)
	}
	slices.SortFunc(spans, func(a, b gpu.Span) int { return int(a.Begin - b.Begin) })
	return spans
}

// isForces reports whether a span is a kernel of Forces, or the prediction that position Verlet has
// in its place.
func isForces(s gpu.Span) bool {
	return s.Op == gpu.OpKernel && (strings.HasPrefix(s.Name, "forces_") || s.Name == "predict")
}

// extents are from when to when the spans of each mark are.
func extents(tracks []gpu.Track, wanted func(gpu.Span) bool) map[int]interval {
	marks := make(map[int]interval)
	for _, t := range tracks {
		for _, s := range t.Spans {
			if !wanted(s) {
				continue
			}
			i, known := marks[s.Mark]
			if !known {
				i = interval{s.Begin, s.End}
			}
			marks[s.Mark] = interval{min(i.from, s.Begin), max(i.to, s.End)}
		}
	}
	return marks
}

// inTime is intervals by when they begin.
func inTime(all []interval) []interval {
	return slices.SortedFunc(slices.Values(all),
		func(a, b interval) int { return int(a.from - b.from) })
}

// union is when at least one of the intervals is, in as few as there can be.
func union(all []interval) []interval {
	var joined []interval
	for _, i := range inTime(all) {
		if n := len(joined); n > 0 && i.from <= joined[n-1].to {
			joined[n-1].to = max(joined[n-1].to, i.to)
		} else {
			joined = append(joined, i)
		}
	}
	return joined
}

// without is when one of the intervals a is and none of b.
func without(a, b []interval) []interval {
	var left []interval
	b = union(b)
	for _, i := range union(a) {
		for _, j := range b {
			if j.from >= i.to || j.to <= i.from {
				continue
			}
			if j.from > i.from {
				left = append(left, interval{i.from, j.from})
			}
			i.from = j.to
		}
		if i.from < i.to {
			left = append(left, i)
		}
	}
	return left
}

// stepsOf are the moments at which a device begins its steps, and the marks of their
// correctors. Each evaluation of the forces or prediction has a mark; every other is a
// predictor's, and a step begins with its first kernel.
func stepsOf(tracks []gpu.Track) (begins []time.Duration, correctors []int) {
	evaluations := extents(tracks, isForces)
	for k, mark := range slices.Sorted(maps.Keys(evaluations)) {
		if k%2 == 0 {
			begins = append(begins, evaluations[mark].from)
		} else {
			correctors = append(correctors, mark)
		}
	}
	return begins, correctors
}
