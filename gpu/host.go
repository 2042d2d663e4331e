package gpu

// #include "hostmem.h"
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"gpusph/cuda"
)

// hostDevice is the host's processor, or a share of it: all host devices of a
// System take their turns on its cores.
type hostDevice struct {
	name    string
	cores   chan struct{} // a token per core, shared by the System's host devices
	kernels map[cuda.Kernel]cuda.HostKernel

	mu      sync.Mutex
	streams []*hostStream
}

func newHostDevice(name string, cores chan struct{}, o Options) *hostDevice {
	lanes := o.Lanes
	switch {
	case o.Strict:
		lanes = 1
	case lanes == 0:
		lanes = cuda.HostLanes()
	}
	return &hostDevice{name: name, cores: cores, kernels: cuda.HostKernels(lanes)}
}

func (d *hostDevice) Name() string  { return d.name }
func (d *hostDevice) Model() string { return hostModel() }
func (d *hostDevice) Bind() error   { return nil }

func (d *hostDevice) storesTo(to Device) bool { _, host := to.(*hostDevice); return host }

// hostModel names the processor and counts the cores that Go may use.
func hostModel() string {
	model := runtime.GOARCH + " processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores", model, runtime.GOMAXPROCS(0))
}

func (d *hostDevice) Memory() (free, total int64) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if _, err := fmt.Sscanf(line, "MemTotal: %d kB", &kib); err == nil {
			total = kib << 10
		}
		if _, err := fmt.Sscanf(line, "MemAvailable: %d kB", &kib); err == nil {
			free = kib << 10
		}
	}
	return free, total
}

func (d *hostDevice) Alloc(bytes int) (Ptr, error) {
	p := C.hostAlloc(C.size_t(bytes))
	if p == 0 {
		return 0, memoryError(d, bytes)
	}
	return Ptr(p), nil
}

func (d *hostDevice) Free(p Ptr) { C.hostFree(C.uint64_t(p)) }

func (d *hostDevice) NewStream(bool) (Stream, error) {
	s := &hostStream{device: d, queue: make(chan func() error, 1024)}
	go s.run()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.streams = append(d.streams, s)
	return s, nil
}

// Close ends the device's streams when their work is done.
func (d *hostDevice) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.streams {
		close(s.queue)
	}
	d.streams = nil
	return nil
}

// sharedHost is Shared memory for a System of host devices.
func sharedHost(bytes int) (Shared, func(), error) {
	p := C.hostAlloc(C.size_t(bytes))
	if p == 0 {
		return Shared{}, nil, fmt.Errorf("host: %d bytes: %w", bytes, ErrMemory)
	}
	return Shared{Ptr(p), unsafe.Slice((*byte)(C.hostPointer(p)), bytes)}, func() { C.hostFree(p) }, nil
}

// hostStream runs its queue in a goroutine.
type hostStream struct {
	device *hostDevice
	queue  chan func() error
	err    error // of the goroutine; read after Sync
}

func (s *hostStream) run() {
	for work := range s.queue {
		if err := work(); err != nil && s.err == nil {
			s.err = fmt.Errorf("%s: %w", s.device.name, err)
		}
	}
}

// put queues work that is skipped after an error.
func (s *hostStream) put(work func() error) {
	s.queue <- func() error {
		if s.err != nil {
			return nil
		}
		return work()
	}
}

func (s *hostStream) Launch(kernel cuda.Kernel, args unsafe.Pointer, size uintptr, from, to int) {
	copied := make([]uint64, (size+7)/8)
	C.hostUpload(C.uint64_t(uintptr(unsafe.Pointer(&copied[0]))), args, C.size_t(size))
	s.put(func() error {
		k, ok := s.device.kernels[kernel]
		switch {
		case !ok:
			return fmt.Errorf("%s: no kernel has this name", kernel)
		case k.Size != size:
			return fmt.Errorf("%s: the arguments are %d bytes in Go and %d in C; go generate ./cuda would mend it", kernel, size, k.Size)
		}
		s.parallel(from, to, func(from, to int) { k.Run(unsafe.Pointer(&copied[0]), from, to) })
		return nil
	})
}

// parallel calls run for parts of [from, to) on all cores.
func (s *hostStream) parallel(from, to int, run func(from, to int)) {
	workers := cap(s.device.cores)
	part := max(256, (to-from)/(8*workers)&^31)
	workers = min(workers, (to-from+part-1)/part)
	var next atomic.Int64
	next.Store(int64(from &^ 31)) // parts begin with the list's tiles
	work := func() {
		s.device.cores <- struct{}{}
		defer func() { <-s.device.cores }()
		for {
			at := int(next.Add(int64(part))) - part
			if at >= to {
				return
			}
			run(max(at, from), min(at+part, to))
		}
	}
	var group sync.WaitGroup
	for range workers - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

func (s *hostStream) Scan(dst, src Ptr, n int) {
	s.put(func() error { cuda.HostScan(dst, src, n); return nil })
}

func (s *hostStream) Fill(dst Ptr, value byte, bytes int) {
	s.put(func() error { C.hostFill(C.uint64_t(dst), C.int(value), C.size_t(bytes)); return nil })
}

func (s *hostStream) Copy(dst, src Ptr, bytes int) {
	s.put(func() error { C.hostCopy(C.uint64_t(dst), C.uint64_t(src), C.size_t(bytes)); return nil })
}

func (s *hostStream) Send(to Device, dst, src Ptr, bytes int) {
	if _, ok := to.(*hostDevice); ok {
		s.Copy(dst, src, bytes)
		return
	}
	s.put(func() error { return copyToCUDA(to, dst, src, bytes) })
}

func (s *hostStream) Upload(dst Ptr, src []byte) {
	if len(src) == 0 {
		return
	}
	copied := append([]byte(nil), src...)
	s.put(func() error {
		C.hostUpload(C.uint64_t(dst), unsafe.Pointer(&copied[0]), C.size_t(len(copied)))
		return nil
	})
}

func (s *hostStream) Download(dst []byte, src Ptr) {
	if len(dst) == 0 {
		return
	}
	s.put(func() error { C.hostDownload(unsafe.Pointer(&dst[0]), C.uint64_t(src), C.size_t(len(dst))); return nil })
}

func (s *hostStream) Record() Event {
	e := &hostEvent{happened: make(chan struct{})}
	// Errors do not keep events from happening: nobody waits for ever.
	s.queue <- func() error {
		e.at = time.Now()
		e.err = s.err
		close(e.happened)
		return nil
	}
	return e
}

func (s *hostStream) Wait(e Event) {
	s.put(e.(waiter).wait)
}

func (s *hostStream) Sync() error {
	e := s.Record().(*hostEvent)
	<-e.happened
	return e.err
}

// hostEvent is a moment in a hostStream.
type hostEvent struct {
	happened chan struct{}
	at       time.Time
	err      error
}

func (e *hostEvent) wait() error { <-e.happened; return nil }
func (e *hostEvent) Free()       {}

func (e *hostEvent) Since(earlier Event) time.Duration {
	return e.at.Sub(earlier.(*hostEvent).at)
}
