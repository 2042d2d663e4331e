package timeseries

import "testing"

// What is set follows what was, and comes to its value in time.
func TestSet(t *testing.T) {
	s := &Series{Times: []float64{0, 1}, Values: []float64{2, 4}}
	s.Live()
	rest := s.Set(0.5, 0.75, 1.25, 10)
	for time, want := range map[float64]float64{0: 2, 0.5: 3, 0.75: 3.5, 1: 6.75, 1.25: 10, 9: 10} {
		if s.At(time) != want || time >= 0.5 && rest.At(time) != want {
			t.Errorf("at %g s: %g and %g, not %g", time, s.At(time), rest.At(time), want)
		}
	}
	if got, want := s.Integral(2), 0.75*2.75+0.5*6.75+0.75*10; got != want {
		t.Errorf("integral %g, not %g", got, want)
	}
	rest = s.Set(3, 4, 5, 0)
	if rest.At(4) != 10 || rest.At(4.5) != 5 || s.At(0.5) != 3 || len(rest.Times) > 3 {
		t.Errorf("%+v", rest)
	}
}
