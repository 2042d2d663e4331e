package tests

import (
	"math"
	"testing"
)

// DambreakColumn against Martin & Moyce (1952): the height of the column at the wall, and the
// particle that is furthest from there, for n² = 2 and a = 57.15 mm.
//
// Measured, with 20 spacings in a: heights are off by 0.019 at most with dummy walls and the
// predictor and corrector, and by 0.024 by default, late, when some water hangs on the wall. The
// particle is 15 % before the measured front at T = 1.19, and 6 to 14 % from T = 1.4 on. `gpusph
// validate DambreakColumn` says more of both.
func TestDambreakColumn(t *testing.T) {
	t.Run("dummy", func(t *testing.T) {
		columnAgainstMeasured(t, 0.02, "--boundary", "dummy", "--scheme", "predictor-corrector",
			"--alpha", "0.1")
	})
	t.Run("usual", func(t *testing.T) { columnAgainstMeasured(t, 0.03) })
}

func columnAgainstMeasured(t *testing.T, off float64, args ...string) {
	const a = 0.05715
	c := setup(t, "DambreakColumn", a/20, args...)
	f := begin(t, c, 2.36*math.Sqrt(a/gravity), testDevices())
	var height, front table
	f.each(0.002, func() {
		s := f.sample()
		height.rows = append(height.rows, []float64{s.Time * math.Sqrt(gravity/a), s.Height[0] / (2 * a)})
		front.rows = append(front.rows, []float64{s.Time * math.Sqrt(2*gravity/a), s.Front / a})
	})
	for _, m := range readTable(t, "martin_moyce_height.csv").rows[:10] {
		if got, ok := height.at(1, m[0]); !ok || math.Abs(got-m[1]) > off {
			t.Errorf("at τ = %g the height is %.3f, measured was %g", m[0], got, m[1])
		}
	}
	for _, m := range readTable(t, "martin_moyce_front.csv").rows {
		if got, ok := front.at(1, m[0]); !ok || got < 0.97*m[1] || got > 1.18*m[1] {
			t.Errorf("at T = %g the front is at %.2f, measured was %g", m[0], got, m[1])
		}
	}
}
