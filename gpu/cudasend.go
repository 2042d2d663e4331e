//go:build cuda

package gpu

import (
	"fmt"
	"unsafe"

	"gorgonia.org/cu"
)

// slot is pinned host memory on the way between the host and a GPU or between
// GPUs. A stream has two, so that one is filled while the other is emptied.
type slot struct {
	memory []byte
	last   *cudaEvent // when it was emptied last
}

const slotBytes = 1 << 20

// slot returns the next slot.
func (s *cudaStream) slot() (*slot, error) {
	next := &s.staging[s.turn]
	s.turn = 1 - s.turn
	if next.memory == nil {
		var err error
		if next.memory, err = pinned(slotBytes); err != nil {
			return nil, fmt.Errorf("page-locked host memory: %w", err)
		}
	}
	return next, nil
}

// emptied notes that the slot is free after the work now on a stream of d,
// whose context is current.
func (t *slot) emptied(d *cudaDevice, stream cu.Stream) error {
	e, err := d.newEvent(false)
	if err == nil {
		err = e.record(stream)
	}
	if t.last != nil {
		t.last.Free()
	}
	t.last = e
	return err
}

// upload copies src to staging memory, and from there to the device.
func (s *cudaStream) upload(dst Ptr, src []byte) error {
	for len(src) > 0 {
		t, err := s.slot()
		if err == nil && t.last != nil {
			err = t.last.wait()
		}
		if err != nil {
			return err
		}
		n := copy(t.memory, src)
		if err = cu.MemcpyHtoDAsync(cu.DevicePtr(dst), unsafe.Pointer(&t.memory[0]), int64(n), s.stream); err != nil {
			return err
		}
		if err = t.emptied(s.device, s.stream); err != nil {
			return err
		}
		dst, src = dst+Ptr(n), src[n:]
	}
	return nil
}

func (s *cudaStream) Send(to Device, dst, src Ptr, bytes int) {
	if bytes <= 0 {
		return
	}
	s.put("send", func() error {
		err := resultOf(s.send(to, dst, src, bytes))
		if err != nil && !late(err) {
			err = fmt.Errorf("to %s: %w", to.Name(), err)
		}
		return err
	})
}

func (s *cudaStream) send(to Device, dst, src Ptr, bytes int) error {
	d := s.device
	switch to, isGPU := to.(*cudaDevice); {
	case !isGPU: // the address is the host's
		return cu.MemcpyAsync(cu.DevicePtr(dst), cu.DevicePtr(src), int64(bytes), s.stream)
	case to.gpu == d.gpu:
		return cu.MemcpyDtoDAsync(cu.DevicePtr(dst), cu.DevicePtr(src), int64(bytes), s.stream)
	case d.reaches(to):
		return cu.MemcpyPeerAsync(cu.DevicePtr(dst), to.context, cu.DevicePtr(src), d.context,
			int64(bytes), s.stream)
	default:
		return s.sendByHost(to, dst, src, bytes)
	}
}

func (d *cudaDevice) storesTo(to Device) bool {
	other, isGPU := to.(*cudaDevice)
	return isGPU && (other.gpu == d.gpu || d.reaches(other))
}

// reaches tells whether the device's GPU can write to another's memory, which
// it is made to where it can.
func (d *cudaDevice) reaches(to *cudaDevice) bool {
	if d.noPeer {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	yes, known := d.peers[to.gpu]
	if !known {
		if can, err := d.gpu.CanAccessPeer(to.gpu); err == nil && can != 0 {
			err = d.do(func() error { return to.context.EnablePeerAccess(0) })
			yes = err == nil || err == result(cu.PeerAccessAlreadyEnabled)
		}
		d.peers[to.gpu] = yes
	}
	return yes
}

// sendByHost sends in parts: this stream fills a slot, then a stream of the
// receiver's empties it. Work put on this stream later waits for the last part.
func (s *cudaStream) sendByHost(to *cudaDevice, dst, src Ptr, bytes int) error {
	inbox := s.inboxes[to]
	if inbox == nil {
		var err error
		if inbox, err = to.newStream(true); err != nil {
			return err
		}
		s.inboxes[to] = inbox
	}
	var last *cudaEvent
	for bytes > 0 {
		t, err := s.slot()
		if err == nil && t.last != nil {
			err = s.stream.Wait(t.last.event, 0)
		}
		if err != nil {
			return err
		}
		n := min(bytes, len(t.memory))
		if err = cu.MemcpyDtoHAsync(unsafe.Pointer(&t.memory[0]), cu.DevicePtr(src), int64(n), s.stream); err != nil {
			return err
		}
		filled, err := s.device.newEvent(false)
		if err == nil {
			err = filled.record(s.stream)
		}
		if err != nil {
			return err
		}
		err = to.do(func() error {
			if err := inbox.stream.Wait(filled.event, 0); err != nil {
				return err
			}
			if err := cu.MemcpyHtoDAsync(cu.DevicePtr(dst), unsafe.Pointer(&t.memory[0]), int64(n),
				inbox.stream); err != nil {
				return err
			}
			return t.emptied(to, inbox.stream)
		})
		filled.Free()
		if err != nil {
			return err
		}
		last = t.last
		dst, src, bytes = dst+Ptr(n), src+Ptr(n), bytes-n
	}
	return s.stream.Wait(last.event, 0)
}

// copyToCUDA copies from the host's memory at the address src.
func copyToCUDA(to Device, dst, src Ptr, bytes int) error {
	if bytes <= 0 {
		return nil
	}
	err := to.(*cudaDevice).do(func() error {
		// A copy from memory that is not pinned may return before it is done.
		if err := cu.MemcpyAsync(cu.DevicePtr(dst), cu.DevicePtr(src), int64(bytes), cu.NoStream); err != nil {
			return err
		}
		return cu.NoStream.Synchronize()
	})
	if err != nil {
		return fmt.Errorf("send to %s: %w", to.Name(), err)
	}
	return nil
}

// sharedCUDA is Shared memory for all GPUs and the host. It belongs to the
// context of some GPU that is open.
func sharedCUDA(bytes int) (Shared, func(), error) {
	infos, err := cudaDevices()
	if err != nil {
		return Shared{}, nil, err
	}
	var owner cudaDevice
	for i := range infos {
		if owner.gpu, err = cu.GetDevice(i); err != nil {
			return Shared{}, nil, resultOf(err)
		}
		if _, active, _ := owner.gpu.PrimaryCtxState(); active != 0 {
			break
		}
	}
	if owner.context, err = owner.gpu.RetainPrimaryCtx(); err != nil {
		return Shared{}, nil, resultOf(err)
	}
	var memory []byte
	err = owner.do(func() (err error) {
		memory, err = pinned(max(bytes, 1))
		return err
	})
	if err != nil {
		owner.gpu.ReleasePrimaryCtx()
		return Shared{}, nil, fmt.Errorf("%s of page-locked host memory: %w", size(int64(bytes)), err)
	}
	p := unsafe.Pointer(&memory[0])
	free := func() {
		owner.do(func() error { return cu.MemFreeHost(p) })
		owner.gpu.ReleasePrimaryCtx()
	}
	return Shared{Ptr: Ptr(uintptr(p)), Bytes: memory[:bytes]}, free, nil
}
