package timeline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gpusph/gpu"
	"gpusph/output"
)

// traceEvent is an event of Chrome's Trace Event Format, which Perfetto reads:
// ph is X for what has a duration, s and f for the ends of an arrow, M for names.
type traceEvent struct {
	Name string         `json:"name"`
	Cat  string         `json:"cat,omitempty"`
	Ph   string         `json:"ph"`
	Ts   float64        `json:"ts"`            // [µs]
	Dur  *float64       `json:"dur,omitempty"` // [µs]
	Pid  int            `json:"pid"`           // 1 + device
	Tid  int            `json:"tid"`           // 1 + track of the device
	ID   int            `json:"id,omitempty"`  // of the arrow
	BP   string         `json:"bp,omitempty"`  // e: the arrow ends at what surrounds it
	Args map[string]any `json:"args,omitempty"`
}

var FileHead = output.NewHead("timeline", 1)

// writeTrace writes a device as a process and a track as its thread; an arrow
// leads from each call on the host to what it put on a stream.
func (r *recording) writeTrace(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, `{"displayTimeUnit":"ms","traceEvents":[`)
	var failed error
	comma := ""
	for _, e := range r.traceEvents() {
		// A line an event. (Encode ends it, and leaves <, > and & as they are.)
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(e); err != nil && failed == nil {
			failed = err
		}
		fmt.Fprintf(out, "%s\n%s", comma, bytes.TrimSpace(line.Bytes()))
		comma = ","
	}
	// Viewers may stop reading at a key of the object that they do not know, so ours is the last.
	head, err := json.Marshal(FileHead)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n],\"otherData\":%s}\n", head)
	if err := out.Flush(); err != nil {
		return err
	}
	return failed
}

func (r *recording) traceEvents() []traceEvent {
	var events []traceEvent
	arrows := 0
	for d, tracks := range r.devices() {
		pid, host := d+1, len(tracks) // the host's track is the last
		name := func(what, name string, tid, index int) {
			events = append(events,
				traceEvent{Name: what + "_name", Ph: "M", Pid: pid, Tid: tid,
					Args: map[string]any{"name": name}},
				traceEvent{Name: what + "_sort_index", Ph: "M", Pid: pid, Tid: tid,
					Args: map[string]any{"sort_index": index}})
		}
		span := func(s gpu.Span, tid int, cat string, begin, end time.Duration) {
			duration := microseconds(max(0, end-begin))
			events = append(events, traceEvent{Name: s.Name, Cat: cat, Ph: "X", Ts: microseconds(begin),
				Dur: &duration,
				Pid: pid, Tid: tid, Args: traceArgs(s)})
		}
		name("process", tracks[0].Device, 0, pid)
		for i, track := range tracks {
			tid := i + 1
			name("thread", track.Stream, tid, tid)
			for _, s := range track.Spans {
				span(s, tid, string(s.Op), s.Begin, s.End)
				if track.Stream == PhaseTrack || track.Stream == gpu.HostTrack {
					continue
				}
				span(s, host, "call", s.Issued, s.Returned)
				arrows++
				arrow := traceEvent{Name: "issue", Cat: "issue", Pid: pid, ID: arrows}
				arrow.Ph, arrow.Ts, arrow.Tid = "s", microseconds(s.Issued), host
				events = append(events, arrow)
				arrow.Ph, arrow.Ts, arrow.Tid, arrow.BP = "f", microseconds(s.Begin), tid, "e"
				events = append(events, arrow)
			}
		}
	}
	return events
}

// traceArgs is what Perfetto shows of a span that is clicked at.
func traceArgs(s gpu.Span) map[string]any {
	args := make(map[string]any)
	switch s.Op {
	case gpu.OpKernel, gpu.OpScan:
		args["from"], args["to"], args["count"] = s.From, s.To, s.To-s.From
	case gpu.OpFill, gpu.OpCopy, gpu.OpSend, gpu.OpUpload, gpu.OpDownload:
		args["bytes"] = s.Bytes
	}
	if s.Target != "" {
		args["device"] = s.Target
	}
	if s.Phase != "" {
		args["phase"] = s.Phase
	}
	return args
}

// devices are the tracks of each device.
func (r *recording) devices() [][]gpu.Track { return byDevice(r.tracks) }

func byDevice(tracks []gpu.Track) [][]gpu.Track {
	var all [][]gpu.Track
	for i, t := range tracks {
		if i == 0 || t.Device != tracks[i-1].Device {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last] = append(all[last], t)
	}
	return all
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
