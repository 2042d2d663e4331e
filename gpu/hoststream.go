package gpu

// #include "hostmem.h"
import "C"

import (
	"cmp"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"gpusph/cuda"
	"gpusph/internal/text"
)

// arguments are room for the argument struct of any kernel. They are apart from
// all that has pointers, which cgo would not let C see.
type arguments [MaxArgs / 8]uint64

// command is work on a hostStream. Commands are values, so that a step allocates
// nothing.
type command struct {
	what     what
	kernel   cuda.Kernel
	args     *arguments // of the kernel
	size     uintptr    // of them [bytes]
	from, to int        // that the kernel runs for
	dst, src Ptr
	count    int    // bytes, or numbers to scan
	value    byte   // to fill with
	target   []byte // of a download, source of an upload
	receiver Device // of a send
	event    waiter // recorded, or waited for
	number   int    // of the event, if it is the host's
	call     func() error
}

// what a command does.
type what int

const (
	launch what = iota
	scan
	fill
	copyWithin
	send
	upload
	download
	record
	await
	call
)

// hostStream runs its queue in a goroutine. Kernels run in parts, on helping
// goroutines too, as many at a time as the System has cores.
type hostStream struct {
	device *hostDevice
	queue  chan command
	ring   []arguments // of the Launches that are on the queue, and of the next
	slot   int         // of the next
	err    error       // of the goroutine; events carry it

	current command // the goroutine's
	kernel  cuda.HostKernel
	next    atomic.Int64  // where the next part begins
	part    int           // indices in a part
	helpers int           // that there are
	help    chan struct{} // calls a helper
	group   sync.WaitGroup
}

// A full queue blocks who puts on it, and no other: streams wait only for
// events that are on their queues already. Besides the commands on a queue, one is done, one is
// being put on it, and the next is being written.
const queueLength = 256

func newHostStream(d *hostDevice) *hostStream {
	s := &hostStream{
		device: d, queue: make(chan command, queueLength), ring: make([]arguments, queueLength+3),
		help: make(chan struct{}, cap(d.cores)),
	}
	go s.run()
	return s
}

// close ends the stream's goroutines when its work is done.
func (s *hostStream) close() { close(s.queue) }

func (s *hostStream) run() {
	defer close(s.help)
	for s.current = range s.queue {
		c := &s.current
		if c.what == record {
			// Errors do not keep events from happening: no stream waits for ever.
			c.event.(*hostEvent).happen(c.number, s.err)
		} else if s.err == nil || c.what == call { // nor other processes
			if err := s.do(c); err != nil && s.err == nil {
				if c.what != await { // or it is another's, who has named himself
					err = fmt.Errorf("%s: %w", s.device.name, err)
				}
				s.err = err
			}
		}
	}
}

// do does what a command says. A panic in it is an error of the stream, so that no stream waits for
// it for ever.
func (s *hostStream) do(c *command) (err error) {
	defer text.Recover(cmp.Or(string(c.kernel), "a copy"), &err)
	switch c.what {
	case launch:
		return s.launch(c)
	case scan:
		cuda.HostScan(c.dst, c.src, c.count)
	case fill:
		C.hostFill(C.uint64_t(c.dst), C.int(c.value), C.size_t(c.count))
	case copyWithin:
		C.hostCopy(C.uint64_t(c.dst), C.uint64_t(c.src), C.size_t(c.count))
	case send:
		return copyToCUDA(c.receiver, c.dst, c.src, c.count)
	case upload:
		C.hostUpload(C.uint64_t(c.dst), unsafe.Pointer(&c.target[0]), C.size_t(len(c.target)))
	case download:
		C.hostDownload(unsafe.Pointer(&c.target[0]), C.uint64_t(c.src), C.size_t(len(c.target)))
	case await:
		if e, ok := c.event.(*hostEvent); ok {
			return e.waitFor(c.number) // what another has not done is not read
		}
		return c.event.wait()
	case call:
		return c.call()
	}
	return nil
}

func (s *hostStream) launch(c *command) error {
	if err := fault(string(c.kernel)); err != nil {
		return fmt.Errorf("%s: %w", c.kernel, err)
	}
	k, ok := s.device.kernels[c.kernel]
	switch {
	case !ok:
		return fmt.Errorf("%s: no kernel has this name", c.kernel)
	case k.Size != c.size:
		return fmt.Errorf("%s: the arguments are %d bytes in Go and %d in C; go generate ./cuda "+
			"would mend it", c.kernel, c.size, k.Size)
	}
	s.kernel = k
	workers := cap(s.device.cores)
	s.part = max(256, (c.to-c.from)/(8*workers)&^31)
	workers = min(workers, (c.to-c.from+s.part-1)/s.part)
	s.next.Store(int64(c.from &^ 31)) // parts begin with the list's tiles
	for ; s.helpers < workers-1; s.helpers++ {
		go s.helper()
	}
	s.group.Add(max(workers-1, 0))
	for range workers - 1 {
		s.help <- struct{}{}
	}
	s.work()
	s.group.Wait()
	return nil
}

// helper helps whenever it is called.
func (s *hostStream) helper() {
	for range s.help {
		s.work()
		s.group.Done()
	}
}

// work runs parts of the kernel, on a core of its own, until none is left.
func (s *hostStream) work() {
	s.device.cores <- struct{}{}
	defer func() { <-s.device.cores }()
	from, to := s.current.from, s.current.to
	for {
		at := int(s.next.Add(int64(s.part))) - s.part
		if at >= to {
			return
		}
		s.kernel.Run(unsafe.Pointer(s.current.args), max(at, from), min(at+s.part, to))
	}
}

func (s *hostStream) Args() unsafe.Pointer { return unsafe.Pointer(&s.ring[s.slot]) }

func (s *hostStream) Launch(kernel cuda.Kernel, size uintptr, from, to int) {
	args := &s.ring[s.slot]
	s.slot = (s.slot + 1) % len(s.ring)
	s.queue <- command{what: launch, kernel: kernel, args: args, size: size, from: from, to: to}
}

func (s *hostStream) Scan(dst, src Ptr, n int) {
	s.queue <- command{what: scan, dst: dst, src: src, count: n}
}

func (s *hostStream) Fill(dst Ptr, value byte, bytes int) {
	s.queue <- command{what: fill, dst: dst, value: value, count: bytes}
}

func (s *hostStream) Copy(dst, src Ptr, bytes int) {
	s.queue <- command{what: copyWithin, dst: dst, src: src, count: bytes}
}

func (s *hostStream) Send(to Device, dst, src Ptr, bytes int) {
	if _, ok := to.(*hostDevice); ok {
		s.Copy(dst, src, bytes)
		return
	}
	s.queue <- command{what: send, receiver: to, dst: dst, src: src, count: bytes}
}

func (s *hostStream) Upload(dst Ptr, src []byte) {
	if len(src) > 0 {
		s.queue <- command{what: upload, dst: dst, target: append([]byte(nil), src...)}
	}
}

func (s *hostStream) Download(dst []byte, src Ptr) {
	if len(dst) > 0 {
		s.queue <- command{what: download, target: dst, src: src}
	}
}

func (s *hostStream) Record() Event {
	e := s.device.newEvent()
	s.queue <- command{what: record, event: e, number: e.record()}
	return e
}

// Signal is Record: a time costs nothing here.
func (s *hostStream) Signal() Event { return s.Record() }

// Wait takes the number now: the event may be freed and recorded again before
// the stream comes to it.
func (s *hostStream) Wait(e Event) {
	c := command{what: await, event: e.(waiter)}
	if h, ok := e.(*hostEvent); ok {
		c.number = h.number()
	}
	s.queue <- c
}

func (s *hostStream) call(f func() error) { s.queue <- command{what: call, call: f} }

func (s *hostStream) Sync() error {
	e := s.Record()
	defer e.Free()
	return s.SyncTo(e)
}

func (s *hostStream) SyncTo(e Event) error {
	h := e.(*hostEvent)
	return h.waitFor(h.number())
}
