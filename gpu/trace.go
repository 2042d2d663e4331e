package gpu

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// Op is a kind of work on a stream, or what else a Span tells of.
type Op string

const (
	OpKernel   Op = "kernel"
	OpScan     Op = "scan"
	OpFill     Op = "fill"
	OpCopy     Op = "copy"
	OpSend     Op = "send"
	OpUpload   Op = "upload"
	OpDownload Op = "download"
	OpWait     Op = "wait" // the stream waited for an event
	OpCall     Op = "call" // the stream waited for a function of the host
	OpSync     Op = "sync" // the host waited for the stream
)

// Span is a piece of work, with times since Start. Begin and End are the
// moments of events before and after it on its stream, so that they hold some
// microseconds of latency, too.
type Span struct {
	Op       Op
	Name     string // of the kernel, else of the operation
	Phase    string // of the device when it was issued; see Mark
	Mark     int    // phases that had begun on the device by then
	From, To int    // what a kernel ran for, as in Launch
	Bytes    int    // that were filled or copied
	Target   string // device that was sent to

	Issued, Returned time.Duration // when the host called, and could go on
	Begin, End       time.Duration // on the device
}

// Track is the spans of a stream, in the order of the stream.
type Track struct {
	Device, Stream string
	Spans          []Span
}

// Shift makes all times of the track later.
func (t *Track) Shift(by time.Duration) {
	for i := range t.Spans {
		s := &t.Spans[i]
		s.Issued, s.Returned, s.Begin, s.End = s.Issued+by, s.Returned+by, s.Begin+by, s.End+by
	}
}

// HostTrack is the track that each device has besides those of its streams: when the
// host waited for it.
const HostTrack = "host"

// Trace records what the devices of a System do, as in Figure 7 of the paper
// (Rustico et al., IEEE TPDS 25(1), 2014). Streams that pass through Stream
// record between Start and Stop. Each piece of work then costs two events more,
// which take some microseconds of the host and the device; the results stay the same.
//
// A device's clock is set by the host's at Start, within Uncertainty; the clocks
// of a GPU and of the host part by some tens of microseconds a second after that.
type Trace struct {
	mu      sync.Mutex // of the devices' streams
	devices []*traceDevice
	on      bool // changes while nothing is put on streams
	start   time.Time
}

// traceDevice is what a Trace knows of a device.
type traceDevice struct {
	device  Device
	streams []*traceStream
	clock   Stream // for base alone

	base   Event
	baseAt time.Duration // since the start
	within time.Duration

	phase string // that began last
	mark  int    // how many have begun
	syncs []Span
}

// NewTrace is a Trace of the devices of a System, in their order.
func NewTrace(s *System) *Trace {
	t := &Trace{}
	for _, d := range s.Devices {
		t.devices = append(t.devices, &traceDevice{device: d})
	}
	return t
}

// Stream returns a stream that does what s does, a stream of device d of the
// System, and records it under a name. A nil Trace returns s.
func (t *Trace) Stream(d Device, s Stream, name string) Stream {
	if t == nil {
		return s
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.devices, func(known *traceDevice) bool { return known.device == d })
	traced := &traceStream{Stream: s, trace: t, device: t.devices[i], name: name}
	t.devices[i].streams = append(t.devices[i].streams, traced)
	return traced
}

// Mark begins a phase: what is put on any stream of the device from now on is of it. The
// phase "" is none. It does nothing if the stream, one of the device's, is not traced.
func Mark(s Stream, phase string) {
	t, ok := s.(*traceStream)
	if !ok || !t.trace.on {
		return
	}
	t.device.phase = phase
	t.device.mark++
}

// Start begins to record. The devices should be idle.
func (t *Trace) Start() error {
	t.start = time.Now()
	for _, d := range t.devices {
		if err := bound(d.device, func() error { return d.setClock(t.start) }); err != nil {
			return err
		}
	}
	now := time.Now() // what is recorded should begin near 0
	for _, d := range t.devices {
		d.baseAt -= now.Sub(t.start)
	}
	t.start, t.on = now, true
	return nil
}

// setClock finds a moment that both the device's clock and the host's tell: an
// event that happened while the host waited for it, for as short as it can be.
func (d *traceDevice) setClock(start time.Time) (err error) {
	if d.clock == nil {
		if d.clock, err = d.device.NewStream(true); err != nil {
			return err
		}
	}
	const tries = 20
	d.base = nil
	for range tries {
		before := time.Now()
		e := d.clock.Record()
		if err := d.clock.Sync(); err != nil {
			return err
		}
		within := time.Since(before) / 2
		if d.base != nil && within >= d.within {
			e.Free()
			continue
		}
		if d.base != nil {
			d.base.Free()
		}
		d.base, d.baseAt, d.within = e, before.Add(within).Sub(start), within
	}
	return nil
}

// Now is the time since Start.
func (t *Trace) Now() time.Duration { return time.Since(t.start) }

// Uncertainty is how far apart from the host's clock that of any device may have
// been at Start.
func (t *Trace) Uncertainty() time.Duration {
	most := time.Duration(0)
	for _, d := range t.devices {
		most = max(most, d.within)
	}
	return most
}

// Stop waits for the streams and returns what they did since Start, by device;
// of each the streams in the order in which they were made, and the host. No work
// may be put on streams meanwhile. A stream that has failed has no spans, and its
// error is returned.
func (t *Trace) Stop() ([]Track, error) {
	t.on = false
	var tracks []Track
	var errs []error
	for _, d := range t.devices {
		errs = append(errs, bound(d.device, func() error {
			taken, err := d.take()
			tracks = append(tracks, taken...)
			return err
		}))
	}
	return tracks, errors.Join(errs...)
}

// take waits for the device, returns its tracks and forgets them.
func (d *traceDevice) take() ([]Track, error) {
	errs := make([]error, len(d.streams))
	for i, s := range d.streams {
		errs[i] = s.Stream.Sync()
	}
	var tracks []Track
	for i, s := range d.streams {
		track := Track{Device: d.device.Name(), Stream: s.name}
		for _, w := range s.work {
			if errs[i] == nil {
				w.Begin, w.End = d.at(w.begin), d.at(w.end)
				track.Spans = append(track.Spans, w.Span)
			}
			w.begin.Free()
			w.end.Free()
		}
		tracks = append(tracks, track)
		s.work = nil
	}
	tracks = append(tracks, Track{Device: d.device.Name(), Stream: HostTrack, Spans: d.syncs})
	if d.base != nil {
		d.base.Free()
	}
	d.base, d.syncs, d.phase, d.mark = nil, nil, "", 0
	return tracks, errors.Join(errs...)
}

// at is when an event happened, since the start.
func (d *traceDevice) at(e Event) time.Duration { return d.baseAt + e.Since(d.base) }

// bound runs f on a goroutine that has bound the device.
func bound(d Device, f func() error) error {
	result := make(chan error)
	go func() {
		err := d.Bind()
		if err == nil {
			err = f()
		}
		result <- err
	}()
	return <-result
}
