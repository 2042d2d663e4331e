package gpu_test

import (
	"strings"
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/gpu/gputest"
)

// tracing is a device whose streams are traced.
type tracing struct {
	gpu.Device
	trace *gpu.Trace
}

func (d tracing) NewStream(urgent bool) (gpu.Stream, error) {
	s, err := d.Device.NewStream(urgent)
	if err != nil {
		return nil, err
	}
	return sender{d.trace.Stream(d.Device, s, "test")}, nil
}

// sender sends to the device that is within a tracing one.
type sender struct{ gpu.Stream }

func (s sender) Send(to gpu.Device, dst, src gpu.Ptr, bytes int) {
	if t, ok := to.(tracing); ok {
		to = t.Device
	}
	s.Stream.Send(to, dst, src, bytes)
}

// Close leaves the device to its System.
func (tracing) Close() error { return nil }

// conformTraced runs the tests of devices with traced streams.
func conformTraced(t *testing.T, s *gpu.System) {
	trace := gpu.NewTrace(s)
	if err := trace.Start(); err != nil {
		t.Fatal(err)
	}
	var each []func() gpu.Device
	for _, d := range s.Devices {
		each = append(each, func() gpu.Device { return tracing{d, trace} })
	}
	t.Run("traced", func(t *testing.T) { gputest.TestDevice(t, each...) })
	tracks, err := trace.Stop()
	if err == nil || !strings.Contains(err.Error(), "no_such_kernel") {
		t.Errorf("a stream has failed, but Stop says %v", err)
	}
	spans := 0
	for _, track := range tracks {
		spans += len(track.Spans)
	}
	if spans < 1000 {
		t.Errorf("only %d spans are recorded", spans)
	}
	checkTracks(t, tracks, 20*time.Millisecond) // the clocks part while all tests run
}

// checkTracks holds that the work of each stream is in order, none of it takes
// less than no time, and none has ended before it was issued, for clocks that
// are within a time of each other.
func checkTracks(t *testing.T, tracks []gpu.Track, within time.Duration) {
	t.Helper()
	for _, track := range tracks {
		var last gpu.Span
		for i, s := range track.Spans {
			if s.End < s.Begin || s.Returned < s.Issued || s.End < s.Issued-within {
				t.Errorf("%s %s %d: %+v ends before it begins", track.Device, track.Stream, i, s)
			}
			if i > 0 && (s.Begin < last.End-time.Microsecond || s.Issued < last.Returned) {
				t.Errorf("%s %s %d: %+v begins before %+v has ended", track.Device, track.Stream, i, s, last)
			}
			last = s
		}
	}
}

// traceWait lets the last device wait for much work of the first, on two of its streams.
func traceWait(t *testing.T, s *gpu.System) {
	const bytes, fills = 64 << 20, 30
	trace := gpu.NewTrace(s)
	here, there := s.Devices[0], s.Devices[len(s.Devices)-1]
	p, works := prepare(t, here, make([]byte, bytes))
	q, waits := prepare(t, there, []byte{0})
	bind(t, here)
	beside, err := here.NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	works, waits, beside = trace.Stream(here, works, "works"), trace.Stream(there, waits, "waits"),
		trace.Stream(here, beside, "beside")
	works.Fill(p, 1, bytes) // before Start
	if err := trace.Start(); err != nil {
		t.Fatal(err)
	}
	bind(t, here)
	gpu.Mark(works, "filling")
	for range fills {
		works.Fill(p, 1, bytes)
	}
	done := works.Record()
	beside.Wait(done)
	gpu.Mark(beside, "")
	works.Fill(p, 1, 1)
	gpu.Mark(beside, "filling")
	beside.Fill(p, 1, 1)
	bind(t, there)
	waits.Wait(done)
	waits.Fill(q, 2, 1)
	if err := waits.Sync(); err != nil {
		t.Fatal(err)
	}
	tracks, err := trace.Stop()
	if err != nil {
		t.Fatal(err)
	}
	bind(t, here)
	works.Fill(p, 3, bytes) // after Stop
	if err := works.Sync(); err != nil {
		t.Fatal(err)
	}
	done.Free()
	if err := trace.Start(); err != nil {
		t.Fatal(err)
	}
	bind(t, here)
	works.Fill(p, 4, 1)
	second, err := trace.Stop()
	if err != nil || len(second[0].Spans) != 1 || second[0].Spans[0].Phase != "" ||
		second[0].Spans[0].Mark != 0 {
		t.Errorf("started again, %+v is recorded: %v", second[0], err)
	}
	for _, s := range []gpu.Stream{works, waits, beside} {
		if err := s.Sync(); err != nil {
			t.Fatal(err)
		}
	}
	here.Free(p)
	there.Free(q)

	within := 2*trace.Uncertainty() + 100*time.Microsecond
	checkTracks(t, tracks, within)
	spans := make(map[string][]gpu.Span)
	for _, track := range tracks {
		spans[track.Device+" "+track.Stream] = track.Spans
	}
	filling, waiting, aside, host := spans[here.Name()+" works"], spans[there.Name()+" waits"],
		spans[here.Name()+" beside"], spans[there.Name()+" host"]
	if len(filling) != fills+1 || len(waiting) != 2 || len(aside) != 2 || len(host) != 1 {
		t.Fatalf("%d fills, %d spans of the waiting stream, %d of that beside and %d syncs are "+
			"recorded; want %d, 2, 2 and 1",
			len(filling), len(waiting), len(aside), len(host), fills+1)
	}
	last, wait := filling[fills-1], waiting[0]
	if last.Op != gpu.OpFill || last.Name != "fill" || last.Bytes != bytes {
		t.Errorf("a fill is recorded as %+v", last)
	}
	if wait.Op != gpu.OpWait || wait.Begin > last.Begin || wait.End < last.End-within ||
		waiting[1].Op != gpu.OpFill {
		t.Errorf("%+v, then %+v, does not wait for %+v", wait, waiting[1], last)
	}
	for _, is := range []struct {
		gpu.Span
		phase string
		mark  int
	}{{filling[0], "filling", 1}, {last, "filling", 1}, {aside[0], "filling", 1},
		{filling[fills], "", 2}, {aside[1], "filling", 3}, {waiting[0], "", 0}} {
		if here == there && is.Span == waiting[0] {
			is.phase, is.mark = "filling", 3
		}
		if is.Span.Phase != is.phase || is.Span.Mark != is.mark {
			t.Errorf("%+v is not of phase %q, the mark %d", is.Span, is.phase, is.mark)
		}
	}
	if sync := host[0]; sync.Op != gpu.OpSync || sync.End < waiting[1].End-within {
		t.Errorf("the host waits until %v for work that ends at %v", sync.End, waiting[1].End)
	}
	if again, err := trace.Stop(); err != nil || len(again) != len(tracks) || len(again[1].Spans) > 0 {
		t.Errorf("after Stop, %+v is recorded: %v", again, err)
	}
}

func bind(t *testing.T, d gpu.Device) {
	t.Helper()
	if err := d.Bind(); err != nil {
		t.Fatal(err)
	}
}

// prepare binds a device and puts bytes into its memory.
func prepare(t *testing.T, d gpu.Device, bytes []byte) (gpu.Ptr, gpu.Stream) {
	t.Helper()
	bind(t, d)
	s, err := d.NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Alloc(len(bytes))
	if err != nil {
		t.Fatal(err)
	}
	s.Upload(p, bytes)
	return p, s
}

func TestTrace(t *testing.T) {
	for _, names := range []string{"host", "host host"} {
		system, err := gpu.Open(strings.Fields(names), gpu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		traceWait(t, system)
		conformTraced(t, system)
		system.Close()
	}
}

// Without a Trace, streams are what they are.
func TestNoTrace(t *testing.T) {
	system, err := gpu.Open([]string{"host"}, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	var none *gpu.Trace
	s, err := system.Devices[0].NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	if none.Stream(system.Devices[0], s, "main") != s {
		t.Error("a stream that is not traced is another")
	}
	gpu.Mark(s, "nothing")
}
