package cuda

// #cgo CXXFLAGS: -std=c++17 -O3 -fno-exceptions -fno-rtti
// #include "host.h"
import "C"

import "unsafe"

// HostKernel is a kernel compiled for the host.
type HostKernel struct {
	index C.int
	Size  uintptr // of its argument struct
}

// HostKernels returns the kernels compiled for the host by name.
func HostKernels() map[Kernel]HostKernel {
	kernels := make(map[Kernel]HostKernel)
	for k := range C.hostKernels() {
		kernels[Kernel(C.GoString(C.hostKernelName(k)))] = HostKernel{k, uintptr(C.hostKernelSize(k))}
	}
	return kernels
}

// Run runs the kernel for i in [from, to); args points to its argument struct.
func (k HostKernel) Run(args unsafe.Pointer, from, to int) {
	C.hostKernelRun(k.index, args, C.int(from), C.int(to))
}

// HostScan writes the exclusive prefix sum of n uint32 at the address src to
// dst, which may be src, and the total to dst[n].
func HostScan(dst, src uint64, n int) {
	C.hostScan(C.uint64_t(dst), C.uint64_t(src), C.int64_t(n))
}
