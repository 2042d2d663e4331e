package cuda_test

import (
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// What a device waits for from another is not waited for once one is lost; what it waits for from
// itself is, since it comes.
func TestExchange(t *testing.T) {
	lost := cuda.Clock{Halt: cuda.DeviceLost, Limit: 7}
	for _, test := range []struct {
		name      string
		noTimeout int32
		comes     bool // the turn that is waited for
		limit     int32
	}{
		{"from another", 0, true, 7}, {"from one that is lost", 0, false, -1}, {"from itself", 1, true, 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, clock := open(t, strict), lost
			flags := d.upload([2]uint32{4, 0})
			args := cuda.ExchangeArgs{Clock: d.upload(clock), Turn: 5, NoTimeout: test.noTimeout, Out: [2]gpu.Ptr{flags + 4}, In: [2]gpu.Ptr{flags}}
			d.download(&clock, args.Clock) // all is there
			if in := (*uint32)(unsafe.Add(nil, uintptr(flags))); test.noTimeout > 0 {
				time.AfterFunc(20*time.Millisecond, func() { atomic.StoreUint32(in, 6) })
			} else if test.comes {
				atomic.StoreUint32(in, 5)
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
