package measure

import (
	"math"
	"testing"
	"time"

	"gpusph/gpu"
)

// madeUpDevice is a device that does nothing, in the time that its link would take.
type madeUpDevice struct {
	gpu.Device
	name      string
	latency   time.Duration
	bandwidth float64 // [bytes/s]
	sent      map[string]int
}

func (d *madeUpDevice) Name() string                       { return d.name }
func (d *madeUpDevice) Bind() error                        { return nil }
func (d *madeUpDevice) Alloc(int) (gpu.Ptr, error)         { return 0, nil }
func (d *madeUpDevice) Free(gpu.Ptr)                       {}
func (d *madeUpDevice) NewStream(bool) (gpu.Stream, error) { return &madeUpStream{device: d}, nil }

// madeUpStream is its stream; now is the time on it.
type madeUpStream struct {
	gpu.Stream
	device *madeUpDevice
	now    time.Duration
}

func (s *madeUpStream) Send(to gpu.Device, _, _ gpu.Ptr, bytes int) {
	s.device.sent[to.Name()]++
	s.now += s.device.latency + time.Duration(1e9*float64(bytes)/s.device.bandwidth)
}
func (s *madeUpStream) Copy(_, _ gpu.Ptr, bytes int) { s.Send(s.device, 0, 0, bytes) }
func (s *madeUpStream) Record() gpu.Event            { return madeUpEvent(s.now) }
func (s *madeUpStream) Sync() error                  { return nil }

type madeUpEvent time.Duration

func (e madeUpEvent) Since(earlier gpu.Event) time.Duration {
	return time.Duration(e - earlier.(madeUpEvent))
}
func (madeUpEvent) Free() {}

// TestMeasureLink holds that latency and bandwidth of a link are found, and that it is
// one between two processors where there are two.
func TestMeasureLink(t *testing.T) {
	for _, test := range []struct {
		names         []string
		between, sent string
		within        bool
	}{
		{[]string{"cuda:0", "cuda:0", "cuda:1"}, "b and c", "c", false},
		{[]string{"cuda:0", "cuda:0"}, "a and b", "b", true},
		{[]string{"cuda:0"}, "a and itself", "a", true},
	} {
		sent := map[string]int{}
		var devices []gpu.Device
		for i := range test.names {
			devices = append(devices, &madeUpDevice{name: string(rune('a' + i)),
				latency: 8 * time.Microsecond, bandwidth: 25e9, sent: sent})
		}
		const bytes = 1 << 20
		l, err := measureLink(devices, test.names, bytes)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(l.Latency-8e-6) > 1e-8 || math.Abs(l.Bandwidth-25e9) > 0.001*25e9 {
			t.Errorf("%v: the link has %g s and %g bytes/s, not 8e-6 and 25e9", test.names,
				l.Latency, l.Bandwidth)
		}
		if l.Between != test.between || l.Within != test.within || l.Bytes != bytes || len(sent) != 1 || sent[test.sent] == 0 {
			t.Errorf("%v: %+v, sent to %v", test.names, l, sent)
		}
	}
}
