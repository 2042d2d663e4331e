package gpu

import (
	"time"
	"unsafe"

	"gpusph/cuda"
)

// traceStream is a Stream that a Trace records. Its events are those of the
// stream within, so that all streams can wait for them. It takes no graphs, which would have
// to be made anew for their events, in more time than their work takes.
type traceStream struct {
	Stream
	trace  *Trace
	device *traceDevice
	name   string
	work   []tracedWork
}

// tracedWork is a Span, the times of which are still events.
type tracedWork struct {
	Span
	begin, end Event
}

// put calls f, which puts work on the stream, between two events.
func (s *traceStream) put(span Span, f func()) {
	if !s.trace.on {
		f()
		return
	}
	if span.Name == "" {
		span.Name = string(span.Op)
	}
	span.Phase, span.Mark = s.device.phase, s.device.mark
	begin := s.Stream.Record()
	span.Issued = time.Since(s.trace.start)
	f()
	span.Returned = time.Since(s.trace.start)
	s.work = append(s.work, tracedWork{span, begin, s.Stream.Record()})
}

func (s *traceStream) Launch(kernel cuda.Kernel, size uintptr, from, to int) {
	s.put(Span{Op: OpKernel, Name: string(kernel), From: from, To: to},
		func() { s.Stream.Launch(kernel, size, from, to) })
}

func (s *traceStream) Scan(dst, src Ptr, n int) {
	s.put(Span{Op: OpScan, To: n}, func() { s.Stream.Scan(dst, src, n) })
}

func (s *traceStream) Fill(dst Ptr, value byte, bytes int) {
	s.put(Span{Op: OpFill, Bytes: bytes}, func() { s.Stream.Fill(dst, value, bytes) })
}

func (s *traceStream) Copy(dst, src Ptr, bytes int) {
	s.put(Span{Op: OpCopy, Bytes: bytes}, func() { s.Stream.Copy(dst, src, bytes) })
}

func (s *traceStream) Send(to Device, dst, src Ptr, bytes int) {
	s.put(Span{Op: OpSend, Bytes: bytes, Target: to.Name()},
		func() { s.Stream.Send(to, dst, src, bytes) })
}

func (s *traceStream) Upload(dst Ptr, src []byte) {
	s.put(Span{Op: OpUpload, Bytes: len(src)}, func() { s.Stream.Upload(dst, src) })
}

func (s *traceStream) Download(dst []byte, src Ptr) {
	s.put(Span{Op: OpDownload, Bytes: len(dst)}, func() { s.Stream.Download(dst, src) })
}

func (s *traceStream) Wait(e Event) {
	s.put(Span{Op: OpWait}, func() { s.Stream.Wait(e) })
}

func (s *traceStream) call(f func() error) {
	s.put(Span{Op: OpCall}, func() { Call(s.Stream, f) })
}

func (s *traceStream) native(what string, f func(stream unsafe.Pointer) error) {
	s.put(Span{Op: OpCall, Name: what}, func() { native(s.Stream, what, f) })
}

// Sync and SyncTo keep the host waiting, not the stream.
func (s *traceStream) Sync() error { return s.sync("sync "+s.name, s.Stream.Sync) }

func (s *traceStream) SyncTo(e Event) error {
	return s.sync("event of "+s.name, func() error { return s.Stream.SyncTo(e) })
}

func (s *traceStream) sync(name string, wait func() error) error {
	if !s.trace.on {
		return wait()
	}
	issued := time.Since(s.trace.start)
	err := wait()
	returned := time.Since(s.trace.start)
	s.device.syncs = append(s.device.syncs,
		Span{Op: OpSync, Name: name, Phase: s.device.phase, Mark: s.device.mark,
			Issued: issued, Returned: returned, Begin: issued, End: returned})
	return err
}
