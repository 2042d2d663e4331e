package run

import (
	"testing"

	"gpusph/sph"
)

// What a period without a step has taken is told with the next step, once.
func TestRejectedPeriods(t *testing.T) {
	period := func(steps int) *sph.Progress {
		devices := []sph.DeviceProgress{{Seconds: [sph.PhaseCount]float64{1, 2, 3}},
			{Seconds: [sph.PhaseCount]float64{4, 5, 6}}}
		return &sph.Progress{Steps: steps, Wall: 10, Moved: 2, Devices: devices}
	}
	var r rejected
	r.add(period(0))
	r.add(period(0))
	for _, times := range []float64{3, 1} {
		p := period(7)
		r.addTo(p)
		if p.Wall != 10*times || p.Moved != int(2*times) ||
			p.Devices[1].Seconds != [sph.PhaseCount]float64{4 * times, 5 * times, 6 * times} {
			t.Errorf("a period with %g in it is %+v", times, p)
		}
	}
}
