package engine

import (
	"math"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// Samples have the volume that has come in until their time, within a tenth of that of a step, and
// the discharge then, however many steps lists are for.
func TestSamplesOfInflow(t *testing.T) {
	const depth = 0.24
	for _, every := range []int{2, 3, 5, 8} {
		c := river(2, 0.03, 0.6, depth, 0.5, sph.Dummy, 1)
		c.Params.RebuildEvery = every
		dt := c.Params.DtMax()
		inflow := timeseries.Series{Times: []float64{0, 1}, Values: []float64{0.5 * depth, depth}}
		openings.Of(c)[0].Velocity, openings.Of(c)[0].Discharge = nil, &inflow
		rows, _, _ := sampled(t, c, 1, 24, 0.7*dt)
		if len(rows) < 24 {
			t.Fatalf("%d samples in 24 steps", len(rows))
		}
		for _, row := range rows {
			got := openings.Samples(c, &row)[0]
			volume, discharge := inflow.Integral(row.Time), inflow.At(row.Time)
			if math.Abs(got.Volume-volume) > 0.1*discharge*dt ||
				math.Abs(got.Discharge-discharge) > 0.003*discharge {
				t.Errorf("lists for %d steps: at %.5f s %g m² are in, and %g m²/s come, not %g and %g",
					every, row.Time, got.Volume, got.Discharge, volume, discharge)
				break
			}
		}
	}
}
