//go:build cuda

package gpu_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/gpu/gputest"
)

// gpus returns how many GPUs there are. It skips the test where there is none,
// and fails it where there must be one.
func gpus(t *testing.T) int {
	t.Helper()
	infos, err := gpu.GPUs()
	if err == nil && len(infos) > 0 {
		return len(infos)
	}
	if os.Getenv("GPUSPH_REQUIRE_CUDA") == "1" {
		t.Fatalf("GPUSPH_REQUIRE_CUDA=1, but there is no GPU: %v", err)
	}
	t.Skipf("no GPU: %v", err)
	return 0
}

func openCUDA(t *testing.T, o gpu.Options, names ...string) *gpu.System {
	t.Helper()
	s, err := gpu.Open(names, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func conform(t *testing.T, s *gpu.System) {
	var each []func() gpu.Device
	for _, d := range s.Devices {
		each = append(each, func() gpu.Device { return d })
	}
	gputest.TestDevice(t, each...)
}

func TestCUDA(t *testing.T) {
	n := gpus(t)
	names := []string{"cuda:0", "cuda:0"}
	for i := 1; i < n; i++ {
		names = append(names, fmt.Sprintf("cuda:%d", i))
	}
	for name, o := range map[string]gpu.Options{"fast": {}, "strict": {Strict: true},
		"no peer": {NoPeer: true}} {
		t.Run(name, func(t *testing.T) { conform(t, openCUDA(t, o, names...)) })
	}
	t.Run("trace", func(t *testing.T) {
		s := openCUDA(t, gpu.Options{}, names...)
		traceWait(t, s)
		conformTraced(t, s)
	})
	t.Run("trace with host", func(t *testing.T) {
		s := openCUDA(t, gpu.Options{}, "cuda:0", "host")
		traceWait(t, s)
		conformTraced(t, s)
	})
	t.Run("with host", func(t *testing.T) { conform(t, openCUDA(t, gpu.Options{}, "cuda:0", "host")) })
	t.Run("host with", func(t *testing.T) { conform(t, openCUDA(t, gpu.Options{}, "host", "cuda:0")) })
}

// TestCUDAKernels finds the host's kernels on the GPU.
func TestCUDAKernels(t *testing.T) {
	gpus(t)
	for _, strict := range []bool{false, true} {
		d := openCUDA(t, gpu.Options{Strict: strict}, "cuda:0").Devices[0]
		if err := d.Bind(); err != nil {
			t.Fatal(err)
		}
		for name, kernel := range cuda.HostKernels(1) {
			s, err := d.NewStream(false)
			if err != nil {
				t.Fatal(err)
			}
			s.Launch(name, kernel.Size, 0, 0)
			if err := s.Sync(); err != nil {
				t.Errorf("strict %t: %v", strict, err)
			}
		}
	}
}

func TestCUDAUnknownGPU(t *testing.T) {
	n := gpus(t)
	if _, err := gpu.Open([]string{fmt.Sprintf("cuda:%d", n)}, gpu.Options{}); err == nil {
		t.Error("a GPU that there is not was opened")
	}
}

// TestCUDAShared writes to shared memory from every GPU and reads it on the host.
func TestCUDAShared(t *testing.T) {
	n := gpus(t)
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("cuda:%d", i))
	}
	s := openCUDA(t, gpu.Options{}, names...)
	shared, err := s.Share(4 * n)
	if err != nil {
		t.Fatal(err)
	}
	words := unsafe.Slice((*uint32)(unsafe.Pointer(&shared.Bytes[0])), n)
	for i, d := range s.Devices {
		if words[i] != 0 {
			t.Errorf("shared memory begins with %#x", words[i])
		}
		p, stream := prepare(t, d, []byte{byte(i), 2, 3, 4})
		// The kernel slices copies one word; see gputest.
		gpu.Launch(stream, cuda.Slices, cuda.SlicesArgs{PerLayer: 1, Start: p, LeftDomain: p,
			Out: shared.Ptr + gpu.Ptr(4*i)}, 0, 1)
		if err := stream.Sync(); err != nil {
			t.Fatal(err)
		}
		if want := uint32(0x04030200 + i); words[i] != want {
			t.Errorf("%s wrote %#x to shared memory, not %#x", d.Name(), words[i], want)
		}
	}
}

// TestCUDASendByHost uses the way that GPUs take which do not reach each other,
// also where there is one GPU.
func TestCUDASendByHost(t *testing.T) {
	gpus(t)
	s := openCUDA(t, gpu.Options{}, "cuda:0", "cuda:0")
	data := make([]byte, 5<<20+12)
	for i := range data {
		data[i] = byte(i * 7 >> 3)
	}
	there, receiver := prepare(t, s.Devices[1], make([]byte, len(data)))
	if err := receiver.Sync(); err != nil {
		t.Fatal(err)
	}
	here, sender := prepare(t, s.Devices[0], data)
	gpu.SendByHost(sender, s.Devices[1], there, here, len(data))
	sender.Fill(here, 0, len(data))
	sender.Upload(here, data[:1000]) // through the same staging memory
	receiver.Wait(sender.Record())
	got := make([]byte, len(data))
	receiver.Download(got, there)
	if err := receiver.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := sender.Sync(); err != nil {
		t.Fatal(err)
	}
	if string(got) != string(data) {
		t.Error("what arrived is not what was sent")
	}
}

// TestCUDACrash lets a kernel write where there is no memory, in a process of
// its own because no GPU of the process works afterwards.
func TestCUDACrash(t *testing.T) {
	gpus(t)
	if os.Getenv("GPUSPH_TEST_CRASH") == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestCUDACrash$", "-test.v")
		c.Env = append(os.Environ(), "GPUSPH_TEST_CRASH=1")
		if text, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, text)
		}
		return
	}
	s, err := gpu.Open([]string{"cuda:0"}, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, stream := prepare(t, s.Devices[0], make([]byte, 4))
	gpu.Launch(stream, cuda.Slices, cuda.SlicesArgs{PerLayer: 1, Start: p, LeftDomain: p,
		Out: 1 << 60}, 0, 1)
	e := stream.Record()
	err = stream.Sync()
	if err == nil || !strings.HasPrefix(err.Error(), "cuda:0: slices: ") {
		t.Errorf("error %v, want one that names cuda:0 and slices", err)
	}
	stream.Fill(p, 0, 4)
	if again := stream.Sync(); again != err {
		t.Errorf("error %v after %v", again, err)
	}
	e.Free()
	if err := s.Close(); err != nil {
		t.Errorf("closing after an error that was told: %v", err)
	}
}

// TestCUDALostDevice lets kernels of a GPU wait for what no device stores. The first waits for as
// long as it has patience, and those behind it do not.
func TestCUDALostDevice(t *testing.T) {
	gpus(t)
	s := openCUDA(t, gpu.Options{}, "cuda:0")
	told, err := s.Share(4)
	if err != nil {
		t.Fatal(err)
	}
	p, stream := prepare(t, s.Devices[0], make([]byte, 1024))
	flag, lost, clock, mailbox, own := p, p+64, p+128, p+256, p+512
	for first := range 2 {
		stream.Fill(p, 0, 1024)
		told.Bytes[0] = 0
		exchange := cuda.ExchangeArgs{Patience: cuda.Patience{Lost: lost, LostOut: told.Ptr,
			Milliseconds: 200}, Turn: 1, In: [2]gpu.Ptr{flag}}
		scan := cuda.MinimumScanArgs{Patience: exchange.Patience, Turn: 1, Clock: clock, Maxima: mailbox,
			Own: own, Devices: 1}
		launch := []func(){
			func() { gpu.Launch(stream, cuda.Exchange, exchange, 0, 1) },
			func() { gpu.Launch(stream, cuda.MinimumScan, scan, 0, 32) },
		}
		begun := stream.Record()
		launch[first]()
		waited := stream.Record()
		exchange.Patience.Milliseconds, scan.Patience.Milliseconds = 60_000, 60_000
		for range 100 {
			launch[0]()
			launch[1]()
		}
		ended := stream.Record()
		var c cuda.Clock
		stream.Download(c.Bytes(), clock)
		if err := stream.Sync(); err != nil {
			t.Fatal(err)
		}
		if told.Bytes[0] != 1 || c.Halt != cuda.DeviceLost || c.Limit != -1 {
			t.Errorf("the host reads %d, and the clock is %+v", told.Bytes[0], c)
		}
		one, others := waited.Since(begun), ended.Since(waited)
		if one < 190*time.Millisecond || one > 10*time.Second || others > 10*time.Second {
			t.Errorf("one kernel waits for %v, 200 behind it for %v; want 200 ms and next to nothing", one,
				others)
		}
	}
}
