// Package gputest is what every device must do, as tests.
package gputest

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"gpusph/gpu"
)

// TestDevice tests the first of the devices that open opens, and what passes
// between it and the others. It closes them. Each open gives a device of its
// own, which may be a share of the processor that another is a share of.
func TestDevice(t *testing.T, open ...func() gpu.Device) {
	var devices []gpu.Device
	names := make(map[string]bool)
	for _, o := range open {
		d := o()
		t.Cleanup(func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
		if d.Name() == "" || d.Model() == "" || names[d.Name()] {
			t.Errorf("device %q, model %q: want names, each once", d.Name(), d.Model())
		}
		names[d.Name()] = true
		devices = append(devices, d)
	}
	for _, test := range []struct {
		name string
		run  func(*bench)
	}{
		{"Alloc", testAlloc},
		{"NoMemory", testNoMemory},
		{"UploadDownload", testUploadDownload},
		{"Fill", testFill},
		{"Copy", testCopy},
		{"Launch", testLaunch},
		{"Scan", testScan},
		{"EventOrder", testEventOrder},
		{"EventReuse", testEventReuse},
		{"SyncTo", testSyncTo},
		{"Since", testSince},
		{"StickyError", testStickyError},
		{"Urgent", testUrgent},
		{"Send", testSend},
		{"Parallel", testParallel},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t, devices[0])
			b.others = devices[1:]
			test.run(b)
		})
	}
}

// bench is a device with a stream, in the goroutine of a test.
type bench struct {
	*testing.T
	gpu.Device
	gpu.Stream
	others []gpu.Device
}

// newBench binds a device and makes a stream.
func newBench(t *testing.T, d gpu.Device) *bench {
	t.Helper()
	b := &bench{T: t, Device: d}
	b.bind()
	b.Stream = b.stream(false)
	return b
}

func (b *bench) bind() {
	b.Helper()
	if err := b.Bind(); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) stream(urgent bool) gpu.Stream {
	b.Helper()
	s, err := b.NewStream(urgent)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// words returns memory for n uint32.
func (b *bench) words(n int) gpu.Ptr {
	b.Helper()
	p, err := b.Alloc(4 * n)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { b.Device.Free(p) })
	return p
}

// put returns memory that holds values.
func (b *bench) put(values []uint32) gpu.Ptr {
	b.Helper()
	p := b.words(len(values))
	b.Upload(p, raw(values))
	return p
}

// get waits for the stream and returns n uint32.
func (b *bench) get(p gpu.Ptr, n int) []uint32 {
	b.Helper()
	values := make([]uint32, n)
	b.Download(raw(values), p)
	b.sync()
	return values
}

func (b *bench) sync() {
	b.Helper()
	if err := b.Sync(); err != nil {
		b.Fatal(err)
	}
}

// want tells where got and want differ first.
func (b *bench) want(what string, got, want []uint32) {
	b.Helper()
	for i := range want {
		if got[i] != want[i] {
			b.Errorf("%s: word %d of %d is %#x, not %#x", what, i, len(want), got[i], want[i])
			return
		}
	}
}

// random returns n random numbers, the same each time.
func random(n int) []uint32 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	values := make([]uint32, n)
	for i := range values {
		values[i] = r.Uint32()
	}
	return values
}

// raw returns the bytes of values.
func raw(values []uint32) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 4*len(values))
}
