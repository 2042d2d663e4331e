//go:build cuda

package gpu

// #include "cudashim.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// exports are a device's allocations that other processes can reach.
type exports struct {
	handles map[Ptr]Export
	freed   []Ptr // since the last Reclaim
	leaving []Ptr // before it: other processes have been told
}

func (d *cudaDevice) export(p Ptr) (e Export, err error) {
	d.mu.Lock()
	known, ok := d.exports.handles[p]
	d.mu.Unlock()
	if ok {
		return known, nil
	}
	e.Base = p
	err = d.do(func() error {
		var base C.CUdeviceptr
		var bytes C.size_t
		if err := check(C.cuMemGetAddressRange(&base, &bytes, C.CUdeviceptr(p))); err != nil {
			return err
		}
		e.Bytes = int64(bytes)
		return check(C.cuIpcGetMemHandle((*C.CUipcMemHandle)(unsafe.Pointer(&e.Handle)),
			C.CUdeviceptr(p)))
	})
	if err != nil {
		return e, fmt.Errorf("%s: memory for other processes: %w", d.name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.exports.handles == nil {
		d.exports.handles = map[Ptr]Export{}
	}
	d.exports.handles[p] = e
	return e, nil
}

func (d *cudaDevice) reach(h Handle) (p Ptr, err error) {
	err = d.do(func() error {
		var at C.CUdeviceptr
		err := check(C.cuIpcOpenMemHandle(&at, *(*C.CUipcMemHandle)(unsafe.Pointer(&h)),
			C.CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS))
		p = Ptr(at)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: reaching the memory of another process: %w", d.name, err)
	}
	return p, nil
}

func (d *cudaDevice) leave(p Ptr) error {
	return d.do(func() error { return check(C.cuIpcCloseMemHandle(C.CUdeviceptr(p))) })
}

// keepsExport reports whether Free is to wait for other processes. d.mu is locked.
func (d *cudaDevice) keepsExport(p Ptr) bool {
	if _, ok := d.exports.handles[p]; !ok {
		return false
	}
	delete(d.exports.handles, p)
	d.exports.freed = append(d.exports.freed, p)
	return true
}

func (d *cudaDevice) reclaim() {
	d.mu.Lock()
	gone := d.exports.leaving
	d.exports.leaving, d.exports.freed = d.exports.freed, nil
	d.mu.Unlock()
	for _, p := range gone {
		d.Free(p)
	}
}

// identity is the UUID, of a MIG device its own.
func (d *cudaDevice) identity() string {
	var id C.CUuuid
	if check(C.cuDeviceGetUuid_v2(&id, C.CUdevice(d.gpu))) != nil {
		return ""
	}
	return fmt.Sprintf("%x", *(*[16]byte)(unsafe.Pointer(&id)))
}

// call calls a function of the host when the stream has come there, and holds up the caller until
// then: the driver may call one function after the other, and those of several streams wait for
// each other by way of other processes.
func (s *cudaStream) call(f func() error) {
	s.put("call", s.stream.Synchronize)
	if err := f(); err != nil && s.err == nil {
		s.err = fmt.Errorf("%s: %w", s.device.name, err)
	}
}

func (s *cudaStream) native(what string, f func(stream unsafe.Pointer) error) {
	s.put(what, func() error { return f(unsafe.Pointer(s.stream.C())) })
}
