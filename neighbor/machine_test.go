package neighbor

import (
	"testing"

	"gpusph/gpu"
)

// form is which of the host's kernels are used: the strict ones, whose text GPUs
// run too, or the fast ones with vectors.
type form bool

const (
	strict form = true
	fast   form = false
)

func (f form) String() string {
	if f == strict {
		return "strict"
	}
	return "fast"
}

// machine is a host device with a stream.
type machine struct {
	gpu.Device
	form   form
	stream gpu.Stream
	system *gpu.System
}

func open(t testing.TB, f form) *machine {
	t.Helper()
	system, err := gpu.Open([]string{"host"}, gpu.Options{Strict: f == strict})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	stream, err := system.Devices[0].NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	return &machine{system.Devices[0], f, stream, system}
}

func free(m *machine, memory ...gpu.Ptr) {
	for _, p := range memory {
		m.Free(p)
	}
}
