package gpu_test

import (
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/gpu/gputest"
)

func TestHost(t *testing.T) {
	for _, o := range []gpu.Options{{}, {Strict: true}, {Lanes: 8}} {
		system, err := gpu.Open([]string{"host", "host", "host"}, o)
		if err != nil {
			t.Fatal(err)
		}
		var open []func() gpu.Device
		for _, d := range system.Devices {
			open = append(open, func() gpu.Device { return d })
		}
		gputest.TestDevice(t, open...)
		system.Close()
	}
}

// Open refuses what there is not, in a sentence.
func TestOpenRefuses(t *testing.T) {
	for names, want := range map[string]string{"": "no devices", "tpu": "cuda:N and host",
		"cuda:x": "by its number"} {
		system, err := gpu.Open(strings.Fields(names), gpu.Options{})
		if err == nil {
			system.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", names, err, want)
		}
	}
}

// TestMaxArgs holds that every kernel's arguments fit into a stream's memory for
// them, in whole words.
func TestMaxArgs(t *testing.T) {
	for name, kernel := range cuda.HostKernels(1) {
		if kernel.Size > gpu.MaxArgs || kernel.Size%8 != 0 {
			t.Errorf("the arguments of %s are %d bytes; use a multiple of 8 and at most %d", name,
				kernel.Size, gpu.MaxArgs)
		}
	}
}
