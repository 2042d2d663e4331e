package cuda

// #cgo CXXFLAGS: -std=c++17 -fno-exceptions -fno-rtti
// #cgo !asan CXXFLAGS: -g0
// #cgo !dev CXXFLAGS: -O3
// #cgo dev CXXFLAGS: -O1
// #include "host.h"
import "C"

import "unsafe"

// HostKernel is a kernel compiled for the host.
type HostKernel struct {
	index C.int
	form  C.int   // 0 is strict, 1 and 2 have vectors of 8 and 16 lanes
	grid  bool    // it is of grids, whose forms have the same bits
	Size  uintptr // of its argument struct
}

// HostLanes is how many neighbours at a time this processor takes: 16, 8 or 1.
func HostLanes() int { return int(C.hostLanes()) }

// HostKernels returns the kernels compiled for the host by name, with at most
// the given number of lanes. With one lane they round as a GPU's strict ones do.
func HostKernels(lanes int) map[Kernel]HostKernel {
	form := map[int]C.int{8: 1, 16: 2}[min(lanes, HostLanes())]
	ofGrids := map[int]C.int{8: 1, 16: 2}[HostLanes()]
	kernels := make(map[Kernel]HostKernel)
	for k := range C.hostKernels() {
		kernels[Kernel(C.GoString(C.hostKernelName(k)))] = HostKernel{index: k, form: form,
			Size: uintptr(C.hostKernelSize(k))}
	}
	for k := range C.gridKernels() {
		// these have the same bits with any vectors
		kernels[Kernel(C.GoString(C.gridKernelName(k)))] = HostKernel{index: k, form: ofGrids, grid: true,
			Size: uintptr(C.gridKernelSize(k))}
	}
	return kernels
}

// Run runs the kernel for i in [from, to); args points to its argument struct.
func (k HostKernel) Run(args unsafe.Pointer, from, to int) {
	if k.grid {
		C.gridKernelRun(k.index, k.form, args, C.int(from), C.int(to))
		return
	}
	C.hostKernelRun(k.index, k.form, args, C.int(from), C.int(to))
}

// WithVectors returns the form of a grid's kernel with vectors of 16, 32 or 64 bytes, or the longest
// shorter ones that the processor has.
func (k HostKernel) WithVectors(bytes int) HostKernel {
	k.form = map[int]C.int{8: 1, 16: 2}[min(HostLanes(), bytes/4)]
	return k
}

// HostScan writes the exclusive prefix sum of n uint32 at the address src to
// dst, which may be src, and the total to dst[n].
func HostScan(dst, src uint64, n int) {
	C.hostScan(C.uint64_t(dst), C.uint64_t(src), C.int64_t(n))
}
