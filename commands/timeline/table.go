package timeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
)

// interval is from one moment to a later one.
type interval struct{ from, to time.Duration }

// covered is how long at least one of the intervals is.
func covered(all []interval) time.Duration {
	sum := time.Duration(0)
	for _, i := range union(all) {
		sum += i.to - i.from
	}
	return sum
}

// overlap is how long at least one interval of a is while one of b is.
func overlap(a, b []interval) time.Duration {
	return covered(a) + covered(b) - covered(slices.Concat(a, b))
}

// computes reports whether a span is work of the device's processor, works whether
// it is work at all.
func computes(s gpu.Span) bool {
	return s.Op == gpu.OpKernel || s.Op == gpu.OpScan || s.Op == gpu.OpFill || s.Op == gpu.OpCopy
}

func works(s gpu.Span) bool { return s.Op != gpu.OpWait && s.Op != opPhase && s.Op != gpu.OpSync }

// intervals are those of the spans that are wanted.
func intervals(tracks []gpu.Track, wanted func(gpu.Span) bool) []interval {
	var all []interval
	for _, t := range tracks {
		for _, s := range t.Spans {
			if wanted(s) {
				all = append(all, interval{s.Begin, s.End})
			}
		}
	}
	return all
}

// extent is from the first to the last that any device did.
func (r *recording) extent() interval {
	all := intervals(r.tracks, func(s gpu.Span) bool { return s.Op != gpu.OpSync })
	if len(all) == 0 {
		return interval{}
	}
	whole := all[0]
	for _, i := range all {
		whole.from, whole.to = min(whole.from, i.from), max(whole.to, i.to)
	}
	return whole
}

// deviceTimes is how a device spent its time.
type deviceTimes struct {
	device  string
	streams map[string]time.Duration // in which each works
	busy    time.Duration            // any of them works
	waiting time.Duration            // none works, and some wait
	idle    time.Duration            // neither: the host has put nothing there
	phases  [sph.PhaseCount]time.Duration
	edges   copies // particles at the edges, in steps
	bulk    copies // particles of whole slices, before lists are built
}

// copies are what a device sent to others.
type copies struct {
	count, bytes int
	time         time.Duration // in which at least one was under way
	hidden       time.Duration // of it, in which the device computed, too
}

// hiddenPart is the part of the time of copies that is hidden.
func (c copies) hiddenPart() float64 { return float64(c.hidden) / float64(c.time) }

// timesOf are those of a device in an extent of time, from its tracks.
func timesOf(tracks []gpu.Track, whole interval) deviceTimes {
	d := deviceTimes{device: tracks[0].Device, streams: make(map[string]time.Duration)}
	var waits []interval
	for i, t := range tracks {
		one := tracks[i : i+1]
		switch t.Stream {
		case gpu.HostTrack:
		case PhaseTrack:
			for p, name := range sph.Phases {
				d.phases[p] = covered(intervals(one, func(s gpu.Span) bool { return s.Name == name }))
			}
		default:
			d.streams[t.Stream] = covered(intervals(one, works))
			waits = append(waits, intervals(one, func(s gpu.Span) bool { return s.Op == gpu.OpWait })...)
		}
	}
	work, computing := intervals(tracks, works), intervals(tracks, computes)
	d.busy = covered(work)
	d.waiting = covered(slices.Concat(work, waits)) - d.busy
	d.idle = whole.to - whole.from - d.busy - d.waiting
	for _, c := range []struct {
		copies *copies
		lists  bool
	}{{&d.edges, false}, {&d.bulk, true}} {
		sends := func(s gpu.Span) bool {
			return s.Op == gpu.OpSend && (s.Phase == sph.BuildNeibs.String()) == c.lists
		}
		for _, t := range tracks {
			for _, s := range t.Spans {
				if sends(s) {
					c.copies.count++
					c.copies.bytes += s.Bytes
				}
			}
		}
		sent := intervals(tracks, sends)
		c.copies.time, c.copies.hidden = covered(sent), overlap(sent, computing)
	}
	return d
}

// streams are those of any device that did something.
func (r *recording) streams() []string {
	return slices.DeleteFunc(slices.Clone(StreamNames), func(name string) bool {
		return !slices.ContainsFunc(r.tracks, func(t gpu.Track) bool { return t.Stream == name })
	})
}

// report writes tables of what the devices' time went into.
func (r *recording) report(w io.Writer) error {
	var b strings.Builder
	devices := r.devices()
	whole := r.extent()
	b.WriteString(r.about(len(devices), whole.to-whole.from))

	var all []deviceTimes
	for _, tracks := range devices {
		all = append(all, timesOf(tracks, whole))
	}
	b.WriteString("\n")
	text.Align(&b, r.shareTable(all, whole), 1)
	b.WriteString("\"only waits\" is while no stream of the device works and some wait; \"nothing " +
		"is on\" is the rest.\n\n")
	if r.cells > 0 {
		text.Align(&b, r.kernelTable(), 1)
		writeCopies(&b, all)
		_, err := io.WriteString(w, b.String())
		return err
	}
	text.Align(&b, r.phaseTable(all), 1)
	b.WriteString("Where phases overlap, it is Forces, of which Euler is part, then BuildNeibs; " +
		"MinimumScan is while a device does or awaits something else.\n")
	if len(devices) > 1 {
		b.WriteString("On separate GPUs, MinimumScan's kernels wait for the others themselves: their " +
			"time is work above.\n")
	}
	writeCopies(&b, all)
	_, err := io.WriteString(w, b.String())
	return err
}

// shareTable is the part of the time in which each stream of each device works.
func (r *recording) shareTable(all []deviceTimes, whole interval) [][]string {
	names := r.streams()
	rows := [][]string{append(append([]string{"Time in which"}, names...), "any works", "only waits",
		"nothing is on")}
	share := func(t time.Duration) string {
		return text.Percent(
			float64(t) / float64(whole.to-whole.from))
	}
	for _, d := range all {
		row := []string{d.device}
		for _, name := range names {
			if t, ok := d.streams[name]; ok {
				row = append(row, share(t))
			} else {
				row = append(row, "—")
			}
		}
		rows = append(rows, append(row, share(d.busy), share(d.waiting), share(d.idle)))
	}
	return rows
}

// phaseTable is the time of the phases of each device, per step or per building of the lists.
func (r *recording) phaseTable(all []deviceTimes) [][]string {
	rows := [][]string{{"Time per"}}
	for _, p := range sph.Phases {
		per := "step"
		if p == sph.BuildNeibs.String() {
			per = "list"
		}
		rows[0] = append(rows[0], p+"/"+per)
	}
	for _, d := range all {
		row := []string{d.device}
		for p, t := range d.phases {
			n := r.steps
			if sph.Phase(p) == sph.BuildNeibs {
				n = r.lists
			}
			row = append(row, text.Fixed(microseconds(t)/float64(n), 1)+" µs")
		}
		rows = append(rows, row)
	}
	return rows
}

// writeCopies writes a table of the copies to other devices, if there are any.
func writeCopies(b *strings.Builder, all []deviceTimes) {
	var edges copies // of all devices
	rows := [][]string{{"Copies to other devices", "number", "kB each", "µs each", "hidden"}}
	for _, d := range all {
		edges.time, edges.hidden = edges.time+d.edges.time, edges.hidden+d.edges.hidden
		for i, c := range []copies{d.edges, d.bulk} {
			if c.count == 0 {
				continue
			}
			what := []string{"edges", "slices"}[i]
			n := float64(c.count)
			rows = append(rows, []string{d.device + ", " + what, fmt.Sprint(c.count),
				text.Fixed(float64(c.bytes)/1e3/n, 1),
				text.Fixed(microseconds(c.time)/n, 1), text.Percent(c.hiddenPart())})
		}
	}
	if len(rows) == 1 {
		return
	}
	b.WriteString("\n")
	text.Align(b, rows, 1)
	b.WriteString("Hidden is what lay under kernels of the same device")
	if edges.time > 0 {
		fmt.Fprintf(b, ": %s of the copies of edges, of all devices", text.Percent(edges.hiddenPart()))
	}
	b.WriteString(".\n")
}
