package cuda_test

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// What a device waits for from another is not waited for once one is lost.
func TestExchange(t *testing.T) {
	lost := cuda.Clock{Halt: cuda.DeviceLost, Limit: 7}
	for _, test := range []struct {
		name  string
		comes bool // the turn that is waited for
		limit int32
	}{
		{"it has come", true, 7}, {"one is lost", false, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, clock := open(t, strict), lost
			flags := d.upload([2]uint32{4, 0})
			args := cuda.ExchangeArgs{Clock: d.upload(clock), Turn: 5, Out: [2]gpu.Ptr{flags + 4}, In: [2]gpu.Ptr{flags}}
			d.download(&clock, args.Clock) // all is there
			if test.comes {
				atomic.StoreUint32((*uint32)(unsafe.Add(nil, uintptr(flags))), 5)
			}
			gpu.Launch(d.stream, cuda.Exchange, args, 0, 1)
			d.download(&clock, args.Clock)
			var flag [2]uint32
			d.download(&flag, flags)
			if clock.Limit != test.limit || clock.Halt != cuda.DeviceLost || flag[1] != 5 {
				t.Errorf("the clock is %+v, want limit %d, and the flag %d, want 5", clock, test.limit, flag[1])
			}
		})
	}
}
