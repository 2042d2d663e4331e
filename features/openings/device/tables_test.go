package device

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// The time over which means are taken is long against the waves that are to leave.
func TestMeanTime(t *testing.T) {
	p := sph.Defaults(0.03)
	p.C0 = 15
	o := &openings.Opening{Centre: [3]float64{0, 0, 0.24}, Half: [2]float64{0.015, 0.24},
		Level: timeseries.Constant(0.24)}
	row := &cuda.Opening{Bottom: -0.24} // of a centre at 0.24 m, so 0.24 m deep
	for _, test := range []struct {
		change func()
		want   float64
	}{
		{func() {}, 30 * math.Sqrt(0.24/9.81)},
		{func() { o.NonReflecting = true }, 30 * math.Sqrt(0.24/9.81)},
		{func() { o.Level = nil }, 1000 * 2 * 0.24 / p.C0},
		{func() { o.NonReflecting = false }, 0},
		{func() { o.NonReflecting, o.Velocity = true, timeseries.Constant(1) }, 0},
	} {
		test.change()
		if got := meanTime(&p, o, row); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%+v: %g s, want %g", o, got, test.want)
		}
	}
}
