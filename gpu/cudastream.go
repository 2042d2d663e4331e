//go:build cuda

package gpu

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"unsafe"

	"gorgonia.org/cu"

	"gpusph/cuda"
)

// cudaStream is a CUDA stream. One goroutine at a time uses it, and has bound
// the device.
type cudaStream struct {
	device *cudaDevice
	stream cu.Stream
	err    error       // the first
	last   cuda.Kernel // put on the stream

	params  []byte         // of the kernel being launched
	targets runtime.Pinner // that downloads not yet waited for write to

	sums      Ptr // scratch memory of Scan
	sumsBytes int

	priority   int
	recording  *recording // that what is put on the stream goes to instead, if any
	frontier   []int32    // its nodes that what follows waits for
	recorded   recording  // the next of this stream's graphs
	recordings int
	graphs     []*graph

	staging [2]slot
	turn    int // which slot is next
	inboxes map[*cudaDevice]*cudaStream
}

// put does f, which puts work on the stream, unless the stream has failed. The
// GPU tells of a failed kernel when something else is asked of it, so the last
// kernel that was put on the stream is named then. A kernel before it may have
// been the one; with CUDA_LAUNCH_BLOCKING=1 in the environment it is not.
func (s *cudaStream) put(what string, f func() error) {
	if s.recording != nil {
		s.refuse(what)
	}
	s.attempt(what, f)
}

// attempt is put for what a graph can hold, too.
func (s *cudaStream) attempt(what string, f func() error) {
	if s.err != nil {
		return
	}
	if err := resultOf(f()); err != nil {
		if late(err) && s.last != "" {
			what = string(s.last)
		}
		s.err = fmt.Errorf("%s: %s: %w", s.device.name, what, err)
	}
}

// launch puts a kernel on the stream.
func (s *cudaStream) launch(kernel cuda.Kernel, blocks, threads int, params []byte) error {
	f, err := s.device.kernel(kernel)
	if err != nil || blocks <= 0 {
		return err
	}
	if s.recording != nil {
		s.recording.add(s, kernel, f, blocks, threads, params)
		return nil
	}
	err = f.launch(s.stream, blocks, threads, params,
		how{s.device.early, kernel.Urgent(), s.device.urgent})
	if err == nil {
		s.last = kernel
	}
	return err
}

// Args are behind from and to in the struct name_launch of KERNEL.
func (s *cudaStream) Args() unsafe.Pointer { return unsafe.Pointer(&s.params[8]) }

func (s *cudaStream) Launch(kernel cuda.Kernel, size uintptr, from, to int) {
	s.attempt(string(kernel), func() error {
		if size%8 != 0 || int(size)+8 > len(s.params) {
			return fmt.Errorf("the arguments are %d bytes, which is no multiple of 8 or too many", size)
		}
		binary.NativeEndian.PutUint32(s.params, uint32(from))
		binary.NativeEndian.PutUint32(s.params[4:], uint32(to))
		const block = 128
		blocks := 0
		if to > from {
			blocks = (to - from&^31 + block - 1) / block
		}
		return s.launch(kernel, blocks, block, s.params[:8+size])
	})
}

// scanArgs is ScanArgs of scan.cuh, which has the constants too.
type scanArgs struct {
	dst, src, sums Ptr
	n, blocks      uint32
}

const (
	scanPart    = 2048 // numbers that a block scans
	scanThreads = 256
	scanSums    = 1024 // threads that scan the sums of the blocks
)

func (s *cudaStream) Scan(dst, src Ptr, n int) {
	s.put("scan", func() error {
		blocks := (n + scanPart - 1) / scanPart
		if err := s.room(4 * blocks); err != nil {
			return err
		}
		args := scanArgs{dst, src, s.sums, uint32(n), uint32(blocks)}
		params := s.params[:unsafe.Sizeof(args)]
		*(*scanArgs)(unsafe.Pointer(&params[0])) = args
		err := s.launch("scan_parts", blocks, scanThreads, params)
		if err == nil {
			err = s.launch("scan_sums", 1, scanSums, params)
		}
		if err == nil {
			err = s.launch("scan_add", blocks, scanThreads, params)
		}
		return err
	})
}

// room makes the scratch memory at least that large. It is made larger than that, since the host
// has to wait for all work on the stream each time.
func (s *cudaStream) room(bytes int) error {
	if bytes <= s.sumsBytes {
		return nil
	}
	bytes = max(2*bytes, 1<<16)
	if err := s.stream.Synchronize(); err != nil {
		return err
	}
	s.device.Free(s.sums)
	s.sums, s.sumsBytes = 0, 0
	sums, err := s.device.Alloc(bytes)
	if err == nil {
		s.sums, s.sumsBytes = sums, bytes
	}
	return err
}

func (s *cudaStream) Fill(dst Ptr, value byte, bytes int) {
	if bytes > 0 {
		s.put("fill", func() error {
			return cu.MemsetD8Async(cu.DevicePtr(dst), value, int64(bytes), s.stream)
		})
	}
}

func (s *cudaStream) Copy(dst, src Ptr, bytes int) {
	if bytes > 0 {
		s.put("copy", func() error {
			return cu.MemcpyDtoDAsync(cu.DevicePtr(dst), cu.DevicePtr(src), int64(bytes), s.stream)
		})
	}
}

func (s *cudaStream) Upload(dst Ptr, src []byte) {
	if len(src) > 0 {
		s.put("upload", func() error { return s.upload(dst, src) })
	}
}

func (s *cudaStream) Download(dst []byte, src Ptr) {
	if len(dst) > 0 {
		s.put("download", func() error {
			s.targets.Pin(&dst[0])
			return cu.MemcpyDtoHAsync(unsafe.Pointer(&dst[0]), cu.DevicePtr(src), int64(len(dst)), s.stream)
		})
	}
}

func (s *cudaStream) Record() Event { return s.event(true) }
func (s *cudaStream) Signal() Event { return s.event(false) }

func (s *cudaStream) event(timed bool) Event {
	e := s.device.never // if the stream fails
	if s.recording != nil && !timed {
		return s.recording.signal(s)
	}
	s.put("record", func() error {
		made, err := s.device.newEvent(timed)
		if err != nil {
			return err
		}
		e = made
		return e.record(s.stream)
	})
	return e
}

// Wait blocks the caller if the event is one of the host device.
func (s *cudaStream) Wait(e Event) {
	if s.recording != nil {
		s.recording.wait(s, e)
		return
	}
	s.put("wait", func() error {
		switch e := e.(type) {
		case *cudaEvent:
			if e.recorded {
				return s.stream.Wait(e.event, 0)
			}
			return nil
		default:
			return e.(waiter).wait()
		}
	})
}

func (s *cudaStream) Sync() error {
	s.put("sync", s.stream.Synchronize)
	s.targets.Unpin()
	return s.err
}

func (s *cudaStream) SyncTo(e Event) error {
	if c := e.(*cudaEvent); c.recorded { // else the stream had failed
		s.put("sync", c.event.Synchronize)
	}
	return s.err
}

// destroy gives the stream and its staging memory back; the device's Close
// gives back the rest.
func (s *cudaStream) destroy() {
	s.freeGraphs()
	s.stream.Destroy()
	s.targets.Unpin()
	for _, slot := range s.staging {
		if slot.memory != nil {
			cu.MemFreeHost(unsafe.Pointer(&slot.memory[0]))
		}
	}
}
