// Package tracetest reads what timelines write.
package tracetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"gpusph/output"
)

// Check reads a trace as Perfetto would, and returns its threads' names and
// how many events with a duration each has.
func Check(t *testing.T, text []byte) map[string]int {
	t.Helper()
	var trace struct {
		TraceEvents []struct {
			Name, Cat, Ph, BP string
			Ts, Dur           *float64
			Pid, Tid, ID      int
			Args              map[string]any
		}
		OtherData output.Head
	}
	if err := json.Unmarshal(text, &trace); err != nil {
		t.Fatal(err)
	}
	if trace.OtherData != output.NewHead("timeline", 1) {
		t.Errorf("the trace has the head %v", trace.OtherData)
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
			if e.Cat == "send" && (e.Args["device"] == nil || e.Args["bytes"] == nil) || e.Cat == "kernel" &&
				e.Args["count"] == nil {
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
