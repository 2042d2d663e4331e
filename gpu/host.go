package gpu

// #include "hostmem.h"
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"gpusph/cuda"
)

// hostDevice is the host's processor, or a share of it: all host devices of a
// System take their turns on its cores.
type hostDevice struct {
	name    string
	cores   Cores // shared by the System's host devices
	kernels map[cuda.Kernel]cuda.HostKernel

	mu      sync.Mutex
	streams []*hostStream
	unused  []*hostEvent
}

func newHostDevice(name string, o Options) *hostDevice {
	lanes := o.Lanes
	switch {
	case o.Strict:
		lanes = 1
	case lanes == 0:
		lanes = cuda.HostLanes()
	}
	return &hostDevice{name: name, cores: o.Cores, kernels: cuda.HostKernels(lanes)}
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
	m := ReadHostMemory()
	return m.Free, m.Total
}

func (d *hostDevice) Alloc(bytes int) (Ptr, error) {
	if fault(NoMemory) != nil {
		return 0, memoryError(d, bytes)
	}
	p := C.hostAlloc(C.size_t(bytes))
	if p == 0 {
		return 0, memoryError(d, bytes)
	}
	return Ptr(p), nil
}

// HostFault lets tests make host devices fail; it is nil elsewhere. It is asked before a device
// runs a kernel, with the kernel's name, and before it allocates, with NoMemory. Its error is what
// goes wrong there. It may panic, too.
var HostFault func(what string) error

// NoMemory is what HostFault is asked before memory is allocated.
const NoMemory = "no memory"

func fault(what string) error {
	if HostFault == nil {
		return nil
	}
	return HostFault(what)
}

func (d *hostDevice) Free(p Ptr) { C.hostFree(C.uint64_t(p)) }

func (d *hostDevice) NewStream(bool) (Stream, error) {
	s := newHostStream(d)
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
		s.close()
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
	return Shared{Ptr(p), unsafe.Slice((*byte)(C.hostPointer(p)), bytes)}, func() { C.hostFree(p) },
		nil
}
