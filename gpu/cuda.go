//go:build cuda

package gpu

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gorgonia.org/cu"

	"gpusph/cuda"
)

// cudaDevice is a GPU, or one of several shares of it. Shares use the GPU's
// primary context, and each its own streams, memory and copy of the kernels.
type cudaDevice struct {
	name, model   string
	gpu           cu.Device
	context       cu.CUContext
	noPeer        bool
	usual, urgent int  // priorities of streams
	early         bool // kernels are launched while the one before ends
	graphs        bool // streams take them

	module, grids module // those of grids are loaded with the first kernel of a grid

	mu            sync.Mutex // streams of a device may have a goroutine each
	closed        bool
	kernels       map[cuda.Kernel]function
	memory        map[Ptr]bool
	streams       []*cudaStream
	events        []*cudaEvent       // all that were made
	unused        []*cudaEvent       // of them
	unusedSignals []*cudaEvent       // and of those without a time
	unusedMoments []*graphEvent      // and of those within graphs
	never         *cudaEvent         // one that is not recorded
	peers         map[cu.Device]bool // which GPUs this one reaches
	exports       exports
}

// openCUDA opens the GPU of that number. share is 0 where the GPU is opened
// once, and counts from 1 where it is opened several times.
func openCUDA(index, share int, o Options) (Device, error) {
	infos, err := cudaDevices()
	if err != nil {
		return nil, fmt.Errorf("cuda:%d: %w", index, err)
	}
	if index < 0 || index >= len(infos) {
		return nil, fmt.Errorf("cuda:%d: there is no such GPU; there are %d, numbered from 0", index,
			len(infos))
	}
	d := &cudaDevice{
		name:    o.Prefix + infos[index].Name,
		model:   infos[index].Model,
		noPeer:  o.NoPeer,
		graphs:  !o.NoGraphs && driverTakesGraphs(),
		kernels: make(map[cuda.Kernel]function),
		memory:  make(map[Ptr]bool),
		peers:   make(map[cu.Device]bool),
		never:   &cudaEvent{},
	}
	major, _, _ := strings.Cut(infos[index].ComputeCapability, ".")
	if number, err := strconv.Atoi(major); err == nil {
		d.early = number >= 9
	}
	if share > 0 {
		d.name = fmt.Sprintf("%s.%d", d.name, share)
	}
	if d.gpu, err = cu.GetDevice(index); err == nil {
		d.context, err = d.gpu.RetainPrimaryCtx()
	}
	if err != nil {
		return nil, fmt.Errorf("%s (%s): the GPU cannot be opened: %w", d.name, d.model, resultOf(err))
	}
	err = d.do(func() (err error) {
		if d.usual, d.urgent, err = cu.StreamPriorityRange(); err == nil {
			d.module, err = loadModule(cuda.Module(o.Strict))
		}
		return err
	})
	if err != nil {
		d.gpu.ReleasePrimaryCtx()
		return nil, fmt.Errorf("%s (%s, compute capability %s): the kernels cannot be loaded: %w",
			d.name, d.model, infos[index].ComputeCapability, err)
	}
	return d, nil
}

func (d *cudaDevice) Name() string  { return d.name }
func (d *cudaDevice) Model() string { return d.model }

func (d *cudaDevice) Bind() error {
	runtime.LockOSThread()
	if err := cu.SetCurrentContext(d.context); err != nil {
		return fmt.Errorf("%s: binding: %w", d.name, resultOf(err))
	}
	return nil
}

// do calls f with the device's context current, on any goroutine.
func (d *cudaDevice) do(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cu.PushCurrentCtx(d.context); err != nil {
		return resultOf(err)
	}
	defer cu.PopCurrentCtx()
	return resultOf(f())
}

func (d *cudaDevice) Memory() (free, total int64) {
	d.do(func() (err error) {
		free, total, err = cu.MemInfo()
		return err
	})
	return free, total
}

func (d *cudaDevice) Alloc(bytes int) (Ptr, error) {
	var p cu.DevicePtr
	err := d.do(func() (err error) {
		if p, err = cu.MemAlloc(int64(max(bytes, 1))); err != nil {
			return err
		}
		if err = cu.MemsetD8(p, 0, int64(max(bytes, 1))); err == nil {
			err = cu.NoStream.Synchronize() // no stream of ours waits for this one
		}
		if err != nil {
			cu.MemFree(p)
		}
		return err
	})
	if err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.memory[Ptr(p)] = true
		return Ptr(p), nil
	}
	if _, total := d.Memory(); err == result(cu.OutOfMemory) || total > 0 && int64(bytes) > total {
		return 0, memoryError(d, bytes)
	}
	return 0, fmt.Errorf("%s: allocating %s: %w", d.name, size(int64(bytes)), err)
}

func (d *cudaDevice) Free(p Ptr) {
	d.mu.Lock()
	known := d.memory[p] && !d.keepsExport(p)
	if known {
		delete(d.memory, p)
	}
	d.mu.Unlock()
	if known {
		d.do(func() error { return cu.MemFree(cu.DevicePtr(p)) })
	}
}

func (d *cudaDevice) NewStream(urgent bool) (Stream, error) {
	return d.newStream(urgent)
}

func (d *cudaDevice) newStream(urgent bool) (*cudaStream, error) {
	priority := d.usual
	if urgent {
		priority = d.urgent
	}
	s := &cudaStream{
		device: d, priority: priority, params: make([]byte, 8+MaxArgs),
		inboxes: make(map[*cudaDevice]*cudaStream),
	}
	err := d.do(func() (err error) {
		s.stream, err = cu.MakeStreamWithPriority(priority, cu.NonBlocking)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: a new stream: %w", d.name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.streams = append(d.streams, s)
	return s, nil
}

// kernel returns a kernel of the device's module.
func (d *cudaDevice) kernel(name cuda.Kernel) (function, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, ok := d.kernels[name]
	if ok {
		return f, nil
	}
	f, err := d.module.function(string(name))
	if err == result(cu.NotFound) {
		f, err = d.gridKernel(string(name))
	}
	if err == result(cu.NotFound) {
		return f, errors.New("no kernel has this name")
	}
	if err == nil {
		d.kernels[name] = f
	}
	return f, err
}

// gridKernel returns a kernel of grids. Their module is loaded with the first, before which no
// kernel of the device waits for another device.
func (d *cudaDevice) gridKernel(name string) (f function, err error) {
	if d.grids == (module{}) {
		err = d.do(func() (err error) {
			d.grids, err = loadModule(cuda.GridModule())
			return err
		})
	}
	if err == nil {
		f, err = d.grids.function(name)
	}
	return f, err
}

// Close gives back the streams, memory and kernels of this device; other shares
// of the GPU go on. A GPU that has failed gives no more errors here: Sync has
// returned them.
func (d *cudaDevice) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	failed := slices.ContainsFunc(d.streams, func(s *cudaStream) bool { return s.err != nil })
	err := d.do(func() error {
		var errs []error
		for _, s := range d.streams {
			if s.err == nil {
				errs = append(errs, resultOf(s.stream.Synchronize()))
			}
			s.destroy()
		}
		for _, e := range d.events {
			cu.DestroyEvent(&e.event)
		}
		for p := range d.memory {
			cu.MemFree(cu.DevicePtr(p))
		}
		d.module.unload()
		if d.grids != (module{}) {
			d.grids.unload()
		}
		return errors.Join(errs...)
	})
	if released := resultOf(d.gpu.ReleasePrimaryCtx()); err == nil {
		err = released
	}
	if err != nil && !failed {
		return fmt.Errorf("%s: closing: %w", d.name, err)
	}
	return nil
}
