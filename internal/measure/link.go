package measure

import (
	"math"
	"time"

	"gpusph/gpu"
)

// Link is how long a device takes to send to the next: latency + bytes/bandwidth.
type Link struct {
	Between   string  `json:"between"`
	Within    bool    `json:"within_one_device"`
	Bytes     int     `json:"bytes"` // of the edge-sized message
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
}

// measureLink times sends from a device to the next one, on another processor
// where there is one, else copies within a device.
func measureLink(devices []gpu.Device, names []string, bytes int) (*Link, error) {
	from, to := 0, min(1, len(devices)-1)
	for i := range len(names) - 1 {
		if names[i] != names[i+1] {
			from, to = i, i+1
			break
		}
	}
	a, b := devices[from], devices[to]
	l, err := TimeLink(a, b, bytes)
	l.Within = names[from] == names[to]
	return &l, err
}

// TimeLink times sends of a given number of bytes from a device to another, or copies within one. Its goroutine's thread is the device's then.
func TimeLink(a, b gpu.Device, bytes int) (l Link, err error) {
	l = Link{Between: a.Name() + " and " + b.Name(), Bytes: bytes}
	if a == b {
		l.Between = a.Name() + " and itself"
	}
	if err := b.Bind(); err != nil {
		return l, err
	}
	there, err := b.Alloc(bytes)
	if err != nil {
		return l, err
	}
	defer func() { b.Bind(); b.Free(there) }()
	if err := a.Bind(); err != nil {
		return l, err
	}
	here, err := a.Alloc(bytes)
	if err != nil {
		return l, err
	}
	defer func() { a.Bind(); a.Free(here) }()
	stream, err := a.NewStream(true)
	if err != nil {
		return l, err
	}
	sends := func(bytes, times int) (float64, error) {
		begun := stream.Record()
		for range times {
			if a == b {
				stream.Copy(there, here, bytes)
			} else {
				stream.Send(b, there, here, bytes)
			}
		}
		ended := stream.Record()
		if err := stream.Sync(); err != nil {
			return 0, err
		}
		defer begun.Free()
		defer ended.Free()
		return ended.Since(begun).Seconds() / float64(times), nil
	}
	least := func(bytes int) float64 {
		best := math.Inf(1)
		for begun, k := time.Now(), 0; k < 10 && err == nil && time.Since(begun) < time.Second; k++ {
			t, e := sends(bytes, 20)
			best, err = min(best, t), e
		}
		return best
	}
	const small = 64
	least(bytes) // wakes the link up
	l.Latency = least(small)
	whole := least(bytes)
	l.Bandwidth = float64(bytes) / max(whole-l.Latency, 0.1*whole, 1e-9)
	return l, err
}
