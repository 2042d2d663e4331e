package measure

import "testing"

// The times of samples are the multiples of the interval before the end, and the end once.
func TestTimesOfSamples(t *testing.T) {
	for _, test := range []struct {
		interval, end float64
		until         map[float64]int // how many times after 0 are not later
		times         []float64       // of them
	}{
		{0.25, 1, map[float64]int{0: 0, 0.2: 0, 0.25: 1, 0.75: 3, 0.99: 3, 1: 4, 1.01: 4}, []float64{0.25, 0.5, 0.75, 1}},
		{0.3, 1, map[float64]int{0.3: 1, 0.95: 3, 1: 4, 1.25: 4}, []float64{0.3, 0.6, 0.9, 1}},
		{0.1, 0.3, map[float64]int{0.29: 2, 0.3: 3, 0.31: 3}, []float64{0.1, 0.2, 0.3}},
		{2, 1, map[float64]int{0.5: 0, 1: 1, 3: 1}, []float64{1}},
	} {
		s := &Times{SampleInterval: test.interval, End: test.end}
		for at, want := range test.until {
			if got := s.samplesUntil(at); got != want {
				t.Errorf("each %g s to %g s: %d until %g s, not %d", test.interval, test.end, got, at, want)
			}
		}
		for k, want := range test.times {
			if got := s.timeOf(k + 1); got != want {
				t.Errorf("each %g s to %g s: the sample %d is at %.17g s, not %g", test.interval, test.end, k+1, got, want)
			}
		}
	}
}
