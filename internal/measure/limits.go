package measure

import (
	"fmt"
	"io"

	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// limits are what the first device could do at most, as measured in the same run,
// and how near to it the phases come. A share of a device is measured with the
// other shares idle.
type limits struct {
	CopyBandwidth float64             `json:"copy_bandwidth_bytes_per_second"` // read and written by copies within its memory
	Memory        map[string]traffic  `json:"memory"`                          // by phase
	Forces        engine.ForcesLimits `json:"forces"`
}

// traffic is what a phase moves at least, by leastBytesOf.
type traffic struct {
	Bytes     float64 `json:"bytes_per_step"`
	Bandwidth float64 `json:"bytes_per_second"`
	OfCopy    float64 `json:"of_copy_bandwidth"` // may exceed 1 where caches hold the flow
}

// measureLimits measures the device, which owns that many particles.
func (m *Measurement) measureLimits(sim *engine.Simulation, d gpu.Device, particles int) (*limits, error) {
	l := &limits{Memory: map[string]traffic{}}
	var err error
	if l.Forces, err = sim.ForcesLimits(); err != nil {
		return nil, err
	}
	if l.CopyBandwidth, err = CopyBandwidth(d); err != nil {
		return nil, err
	}
	least := leastBytesOf(m.Neighbours, l.Forces.Active)
	for phase, each := range map[sph.Phase]float64{
		sph.BuildNeibs: least.List / m.StepsPerList, sph.Forces: 2 * least.Forces,
	} {
		t := traffic{Bytes: each * float64(particles)}
		if seconds := m.Phases[0][phase.String()]; seconds > 0 {
			t.Bandwidth = t.Bytes / seconds
			t.OfCopy = t.Bandwidth / l.CopyBandwidth
		}
		l.Memory[phase.String()] = t
	}
	return l, nil
}

// CopyBandwidth is the bytes per second that a device reads and writes when it
// copies within its memory: the best of several copies, of more than caches hold.
func CopyBandwidth(d gpu.Device) (bandwidth float64, err error) {
	const bytes, copies, rounds = 256 << 20, 4, 4
	done := make(chan error)
	go func() { // Bind keeps the thread
		done <- func() error {
			if err := d.Bind(); err != nil {
				return err
			}
			a, err := d.Alloc(2 * bytes)
			if err != nil {
				return err
			}
			defer d.Free(a)
			s, err := d.NewStream(false)
			if err != nil {
				return err
			}
			s.Copy(a+bytes, a, bytes)
			for range rounds {
				begun := s.Record()
				for range copies {
					s.Copy(a+bytes, a, bytes)
				}
				ended := s.Record()
				if err := s.Sync(); err != nil {
					return err
				}
				bandwidth = max(bandwidth, 2*bytes*copies/ended.Since(begun).Seconds())
				begun.Free()
				ended.Free()
			}
			return nil
		}()
	}()
	return bandwidth, <-done
}

// write prints the limits, and the phases in percent of them.
func (l *limits) write(w io.Writer, device string) {
	percentOf := func(part, all float64) string { return text.Fixed(100*part/all, 0) + " %" }
	fmt.Fprintf(w, "Limits of %s\n", device)
	fmt.Fprintf(w, "  memory         copies at %s GB/s;", text.Digits(l.CopyBandwidth/1e9))
	for i, phase := range []sph.Phase{sph.Forces, sph.BuildNeibs} {
		t := l.Memory[phase.String()]
		fmt.Fprintf(w, "%s %s %s", []string{"", ","}[i], phase, percentOf(t.OfCopy, 1))
	}
	fmt.Fprintln(w, " of it, by what they must move at least")
	f := l.Forces
	fmt.Fprintf(w, "  arithmetic     Forces at %s of what all but the loads allows (%s "+
		"of %s µs)\n", percentOf(f.Arithmetic, f.Forces), text.Fixed(1e6*f.Arithmetic, 1),
		text.Fixed(1e6*f.Forces, 1))
}
