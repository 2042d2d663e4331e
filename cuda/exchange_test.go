package cuda_test

import (
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// What a device waits for from another is not waited for once one is lost.
func TestExchange(t *testing.T) {
	for _, test := range []struct {
		name         string
		milliseconds uint32
		lost         uint32 // before
		comes        bool   // the turn that is waited for
		want         uint32 // lost after
	}{
		{"from another", long, 0, true, 0}, {"not from another", 1, 0, false, 1},
		{"from one that is lost", long, 1, false, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := open(t, strict)
			flags, p := d.upload([2]uint32{4, 0}), d.waits(test.milliseconds)
			args := cuda.ExchangeArgs{Patience: p, Turn: 5, Out: [2]gpu.Ptr{flags + 4}, In: [2]gpu.Ptr{flags}}
			if err := d.stream.Sync(); err != nil { // all is there
				t.Fatal(err)
			}
			word(p.Lost).Store(test.lost)
			if test.comes {
				word(flags).Store(5)
			}
			gpu.Launch(d.stream, cuda.Exchange, args, 0, 1)
			var flag [2]uint32
			d.download(&flag, flags)
			if lost, told := word(p.Lost).Load(), word(p.LostOut).Load() != 0; lost != test.want || told != (test.want > test.lost) || flag[1] != 5 {
				t.Errorf("lost is %d, want %d, and the host hears of it: %v; the flag is %d, want 5", lost, test.want, told, flag[1])
			}
		})
	}
}

// long is the patience of kernels that must not need it [ms].
const long = 10_000

// waits is a patience of a device that has lost none.
func (d *device) waits(milliseconds uint32) cuda.Patience {
	lost := d.upload([2]uint32{})
	return cuda.Patience{Lost: lost, LostOut: lost + 4, Milliseconds: milliseconds}
}

// word is one of the device's, which kernels may be looking at.
func word(p gpu.Ptr) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Add(nil, uintptr(p))) }

// Where another device is lost, one kernel waits for it, whichever comes first, and none of those
// that are queued behind; the next scan halts the clock, also where one has written it meanwhile.
func TestLostDevice(t *testing.T) {
	d := open(t, strict)
	for first, name := range []string{"exchange", "minimumscan", "check", "begin"} {
		clock, flag, mailbox, own := atStep(0.5), d.upload(uint32(4)), d.upload(cuda.Maxima{Turn: 4}), d.upload(cuda.Maxima{})
		p := d.waits(1)
		exchange := cuda.ExchangeArgs{Patience: p, Turn: 5, In: [2]gpu.Ptr{flag}}
		scan := cuda.MinimumScanArgs{
			Clock: d.upload(clock), Maxima: mailbox, Own: own, Devices: 1, Patience: p, Turn: 5,
			End: 1, Cfl: 0.3, H: 0.05, C0: 15, DtMax: 1e-3, SkinMax: 0.02, Step: 4, VerifiedSteps: 3,
			Records: d.alloc(int(unsafe.Sizeof([2]cuda.StepRecord{}))), Forcing: cuda.ForcingTable{At: d.upload(cuda.Forcing{}), Count: 1},
		}
		kernels := []func(){
			func() { gpu.Launch(d.stream, cuda.Exchange, exchange, 0, 1) },
			func() { gpu.Launch(d.stream, cuda.MinimumScan, scan, 0, 1) },
			func() { gpu.Launch(d.stream, cuda.Check, scan, 0, 1) },
			func() { gpu.Launch(d.stream, cuda.Begin, scan, 0, 1) },
		}
		kernels[first]()
		before := clock
		if first == 0 {
			d.download(&clock, scan.Clock)
			if clock != before {
				t.Errorf("exchange makes %+v of the clock, which is the scans'", clock)
			}
		}
		d.stream.Upload(scan.Clock, before.Bytes()) // as a scan would that had read it before
		if err := d.stream.Sync(); err != nil {
			t.Fatal(err)
		}
		if word(p.Lost).Load() != 1 || word(p.LostOut).Load() != 1 {
			t.Fatalf("%s does not say that a device is lost", name)
		}
		exchange.Patience.Milliseconds, scan.Patience.Milliseconds = long, long
		late := time.AfterFunc(2*time.Second, func() {
			word(flag).Store(5)
			for part := range gpu.Ptr(4) {
				word(mailbox + 16*part + 12).Store(5)
			}
		})
		for range 3 {
			for _, launch := range kernels {
				launch()
			}
		}
		d.download(&clock, scan.Clock)
		if !late.Stop() {
			t.Fatalf("after %s has lost a device, a kernel waits again", name)
		}
		want := before
		want.Halt, want.Limit = cuda.DeviceLost, -1
		if clock != want {
			t.Errorf("after %s has lost a device the clock is %+v, want %+v", name, clock, want)
		}
	}
}
