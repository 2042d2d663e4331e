package timeseries

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12*(1+math.Abs(b)) }

// A series is linear between its times and constant outside. Its integral is that of trapezia, and
// its greatest value that of the magnitude.
func TestSeries(t *testing.T) {
	s := &Series{Times: []float64{1, 2, 4}, Values: []float64{2, -4, 1}}
	for _, test := range []struct{ time, at, integral, most float64 }{
		{0, 2, 0, 2}, {1, 2, 2, 2}, {1.25, 0.5, 2 + 0.25*1.25, 2}, {2, -4, 2 - 1, 4},
		{3, -1.5, 1 - 2.75, 4}, {4, 1, 1 - 3, 4}, {6, 1, -2 + 2, 4},
	} {
		at, integral, most := s.At(test.time), s.Integral(test.time), s.Most(test.time)
		if !near(at, test.at) || !near(integral, test.integral) || !near(most, test.most) {
			t.Errorf("at %g s: %g, integral %g, greatest %g; want %+v", test.time, at, integral, most, test)
		}
	}
	if c := Constant(-3); c.At(7) != -3 || c.Integral(2) != -6 || c.Most(5) != 3 {
		t.Errorf("a constant is %g, %g, %g", c.At(7), c.Integral(2), c.Most(5))
	}
}
