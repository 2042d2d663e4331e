package gpu

import (
	"fmt"
	"time"
	"unsafe"

	"gpusph/cuda"
)

// Ptr is an address in a device's memory.
type Ptr = uint64

// Device is a processor with memory of its own that runs kernels. A goroutine
// calls Bind before it uses a device or its streams.
type Device interface {
	Name() string  // as cuda:0 or host:1; unique in a System
	Model() string // as "NVIDIA H100 80GB HBM3"

	// Bind locks the calling goroutine to its thread and makes the device
	// the thread's current one.
	Bind() error

	// Memory returns the bytes that are free and that there are.
	Memory() (free, total int64)
	// Alloc returns zeroed memory, aligned to 256 bytes.
	Alloc(bytes int) (Ptr, error)
	// Free gives memory back. Nothing may be using it.
	Free(Ptr)

	// NewStream returns a stream; urgent ones overtake the others where the
	// device can.
	NewStream(urgent bool) (Stream, error)

	// Close gives everything back.
	Close() error
}

// MaxArgs is the most bytes that a kernel's argument struct may have: what CUDA passes to a kernel,
// less the range of indices.
const MaxArgs = 4096 - 8

// Stream is a queue of work on one device. One goroutine at a time uses it.
type Stream interface {
	// Args is where the argument struct of the next Launch is to be written, of at
	// most MaxArgs bytes.
	Args() unsafe.Pointer
	// Launch runs a kernel for i in [from, to) with the argument struct at Args, of
	// the given size, which may be overwritten when Launch returns.
	Launch(kernel cuda.Kernel, size uintptr, from, to int)
	// Scan writes the exclusive prefix sum of n uint32 at src to dst, and the
	// total to dst[n].
	Scan(dst, src Ptr, n int)
	// Fill sets bytes to a value.
	Fill(dst Ptr, value byte, bytes int)
	// Copy copies within the device.
	Copy(dst, src Ptr, bytes int)
	// Send copies to another device's memory.
	Send(to Device, dst, src Ptr, bytes int)
	// Upload copies from the host. src may be reused when it returns.
	Upload(dst Ptr, src []byte)
	// Download copies to the host; dst is filled after the next Sync, or SyncTo of
	// what is recorded later.
	Download(dst []byte, src Ptr)

	// Record returns an event that happens when the work put on the stream so
	// far is done.
	Record() Event
	// Signal is Record for those who only wait: the event has no time, and is cheaper.
	Signal() Event
	// Wait lets the work that follows wait for an event of any stream of any
	// device of the System. Record has returned before Wait is called.
	Wait(Event)
	// Sync waits for all work on the stream and returns its first error, which
	// names the device and the kernel.
	Sync() error
	// SyncTo waits for the work up to an event that this stream has recorded, and not
	// for what follows it; else it is as Sync.
	SyncTo(Event) error
}

// Event is a moment in a stream.
type Event interface {
	// Since waits for the event and returns the time from an earlier one of the
	// same device.
	Since(earlier Event) time.Duration
	// Free lets the event be used again. Nothing may be waiting for it.
	Free()
}

// Launch runs kernel for i in [from, to) with its arguments.
func Launch[A any](s Stream, kernel cuda.KernelOf[A], args A, from, to int) {
	if unsafe.Sizeof(args) > MaxArgs {
		panic(fmt.Sprintf("%s: the arguments have %d bytes, more than gpu.MaxArgs", kernel,
			unsafe.Sizeof(args)))
	}
	if to > from {
		*(*A)(s.Args()) = args // a pointer to args would put them on the heap
		s.Launch(cuda.Kernel(kernel), unsafe.Sizeof(args), from, to)
	}
}

// grapher is a Stream of a device that takes graphs.
type grapher interface {
	takesGraphs() bool
	graph(streams []Stream, f func())
}

// TakesGraphs reports whether Graph may be called with the stream.
func TakesGraphs(s Stream) bool {
	g, ok := s.(grapher)
	return ok && g.takesGraphs()
}

// Graph puts all that f puts on a stream and on others of its device on the stream as one piece
// of work. f launches kernels, and lets streams wait for signals of its own. All streams begin
// when s comes to the graph, and s goes on when all is done. If one of them has failed, all fails.
// On a GPU a kernel of a graph begins one microsecond after those that it waits for, not ten.
func Graph(s Stream, streams []Stream, f func()) { s.(grapher).graph(streams, f) }

// caller is a Stream that calls functions of the host.
type caller interface{ call(f func() error) }

// Call lets a stream call a function of the host when it comes there, and wait for it. The
// function's error is the stream's. It is called where the stream has failed as well, since others
// may be waiting for what it does. With a GPU's stream the caller waits, too.
func Call(s Stream, f func() error) { s.(caller).call(f) }

// Shared is memory that every device of a System and the host can read and
// write, for a few words that cross devices or go to the host.
type Shared struct {
	Ptr   Ptr
	Bytes []byte
}
