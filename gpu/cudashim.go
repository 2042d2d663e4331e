//go:build cuda

package gpu

/*
#cgo CFLAGS: -I/usr/local/cuda/include
#cgo LDFLAGS: -L${SRCDIR}/stubs -ldl -Wl,--export-dynamic -Wl,--unresolved-symbols=ignore-in-object-files
#include <stdlib.h>
#include "cudashim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"gorgonia.org/cu"
)

// driver says why the driver must not be called, if so.
func driver() error {
	switch status := C.driverStatus(); status {
	case 0:
		return nil
	case C.NO_DRIVER:
		return errors.New("this machine has no NVIDIA driver (libcuda.so.1 is not found)")
	case C.CUDA_ERROR_NO_DEVICE:
		return errNoGPU
	default:
		return fmt.Errorf("the NVIDIA driver does not start: %s (CUDA error %d)", result(status),
			int(status))
	}
}

// result is the driver's answer to a call; as an error it is the driver's text.
type result int

func (r result) Error() string { return C.GoString(C.driverText(C.int(r))) }

func check(r C.CUresult) error {
	if r == C.CUDA_SUCCESS {
		return nil
	}
	return result(r)
}

// resultOf turns an error of package cu, a number of a private type, into a result.
func resultOf(err error) error {
	if v := reflect.ValueOf(err); err != nil && v.Kind() == reflect.Int {
		return result(v.Int())
	}
	return err
}

// IsFault reports whether an error says that a kernel has failed on a GPU, which takes along all
// that the process has there.
func IsFault(err error) bool {
	var r result
	return errors.As(err, &r) && late(r)
}

// late tells whether an error came from work put on a stream earlier and not
// from the call that returned it.
func late(err error) bool {
	r, _ := err.(result)
	switch r {
	case C.CUDA_ERROR_ECC_UNCORRECTABLE, C.CUDA_ERROR_NVLINK_UNCORRECTABLE,
		C.CUDA_ERROR_ILLEGAL_ADDRESS, C.CUDA_ERROR_LAUNCH_TIMEOUT, C.CUDA_ERROR_ASSERT,
		C.CUDA_ERROR_HARDWARE_STACK_ERROR, C.CUDA_ERROR_ILLEGAL_INSTRUCTION,
		C.CUDA_ERROR_MISALIGNED_ADDRESS, C.CUDA_ERROR_INVALID_ADDRESS_SPACE,
		C.CUDA_ERROR_INVALID_PC, C.CUDA_ERROR_LAUNCH_FAILED:
		return true
	}
	return false
}

type module struct{ c C.CUmodule }

// loadModule loads a fatbin into the current context.
func loadModule(image string) (m module, err error) {
	err = check(C.cuModuleLoadData(&m.c, unsafe.Pointer(unsafe.StringData(image))))
	return m, err
}

func (m module) unload() error { return check(C.cuModuleUnload(m.c)) }

type function struct{ c C.CUfunction }

// function finds a kernel and gives it all of the L1 cache that it does not use
// as shared memory: neighbours are read many times.
func (m module) function(name string) (f function, err error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	if err := check(C.cuModuleGetFunction(&f.c, m.c, text)); err != nil {
		return f, err
	}
	// Both are hints, so what they return does not matter.
	C.cuFuncSetCacheConfig(f.c, C.CU_FUNC_CACHE_PREFER_L1)
	C.cuFuncSetAttribute(f.c, C.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
		C.CU_SHAREDMEM_CARVEOUT_MAX_L1)
	return f, nil
}

// launch puts a kernel with one struct of parameters on a stream.
func (f function) launch(s cu.Stream, blocks, threads int, params []byte, o how) error {
	return check(C.launchKernel(f.c, C.CUstream(unsafe.Pointer(s.C())), C.uint(blocks),
		C.uint(threads),
		unsafe.Pointer(&params[0]), C.size_t(len(params)), C.int(flag(o.early)), C.int(flag(o.urgent)),
		C.int(o.priority)))
}

func flag(b bool) C.uint {
	if b {
		return 1
	}
	return 0
}

// graphHandle is a graph of the driver's.
type graphHandle struct {
	graph C.CUgraph
	exec  C.CUgraphExec
	nodes []C.CUgraphNode
}

// add adds a kernel that waits for some before it.
func (g *graphHandle) add(f function, blocks, threads int, params []byte, after []int32,
	priority int) error {
	if g.graph == nil {
		if err := check(C.cuGraphCreate(&g.graph, 0)); err != nil {
			return err
		}
	}
	before := make([]C.CUgraphNode, len(after))
	for k, node := range after {
		before[k] = g.nodes[node]
	}
	var node C.CUgraphNode
	err := check(C.addKernel(&node, g.graph, unsafe.SliceData(before), C.size_t(len(before)), f.c,
		C.uint(blocks), C.uint(threads),
		unsafe.Pointer(&params[0]), C.int(priority)))
	g.nodes = append(g.nodes, node)
	return err
}

// driverTakesGraphs reports whether the driver has all that graphs need.
func driverTakesGraphs() bool { return C.driverTakesGraphs() != 0 }

// instantiate makes it ready to be launched.
func (g *graphHandle) instantiate() error { return check(C.makeGraph(&g.exec, g.graph)) }

// set changes what a kernel is launched with.
func (g *graphHandle) set(node int, f function, blocks, threads int, params []byte) error {
	return check(C.setKernel(g.exec, g.nodes[node], f.c, C.uint(blocks), C.uint(threads),
		unsafe.Pointer(&params[0])))
}

// launch puts the graph on a stream.
func (g *graphHandle) launch(s cu.Stream) error {
	return check(C.cuGraphLaunch(g.exec, C.CUstream(unsafe.Pointer(s.C()))))
}

// free gives it back; what has been launched is done all the same.
func (g *graphHandle) free() {
	if g.exec != nil {
		C.cuGraphExecDestroy(g.exec)
	}
	if g.graph != nil {
		C.cuGraphDestroy(g.graph)
	}
	*g = graphHandle{}
}

// how a kernel is launched.
type how struct {
	early    bool // it waits itself for the one before
	urgent   bool // it has a priority other than the stream's
	priority int
}

// pinned returns page-locked host memory, zeroed, at one address for all GPUs
// and the host. A context must be current.
func pinned(bytes int) ([]byte, error) {
	var p unsafe.Pointer
	err := check(C.cuMemHostAlloc(&p, C.size_t(bytes),
		C.CU_MEMHOSTALLOC_PORTABLE|C.CU_MEMHOSTALLOC_DEVICEMAP))
	if err != nil {
		return nil, err
	}
	memory := unsafe.Slice((*byte)(p), bytes)
	clear(memory)
	return memory, nil
}
