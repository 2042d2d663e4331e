package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The mean is weighted by time, and its deviation too: exact for what is linear between samples
// (mean) and by hand (deviation).
func TestOver(t *testing.T) {
	times := []float64{0, 1, 3, 5, 10}
	values := []float64{900, 1, 5, 7, -900}
	m, ok := Over(times, values, Window{1, 5})
	// weights 1, 2 and 1: (1 + 10 + 7)/4
	mean := 4.5
	deviation := math.Sqrt((1*12.25 + 2*0.25 + 1*6.25) / 4)
	if !ok || math.Abs(m.Mean-mean) > 1e-12 || math.Abs(m.Deviation-deviation) > 1e-12 ||
		m.Window != (Window{1, 5}) || m.Samples != 3 {
		t.Errorf("%+v, not %g ± %g", m, mean, deviation)
	}
	if got := Integral(times[1:4], values[1:4]); got != 18 {
		t.Errorf("the integral is %g, not 18", got)
	}
	if _, ok := Over(times, values, Window{6, 7}); ok {
		t.Error("an empty window has a mean")
	}
	if m, ok := Over(times, []float64{1, math.NaN(), 3, 3, 3}, Window{1, 5}); !ok || m.Mean != 3 ||
		m.From != 3 {
		t.Errorf("with a value that is no number: %+v", m)
	}
	if m, ok := Over(times, values, Window{3, 3}); !ok || m.Mean != 5 || m.Deviation != 0 {
		t.Errorf("of one sample: %+v", m)
	}
}

// record is a function of time at n samples from 0 to 10 s.
func record(n int, of func(t float64) float64) (times, values []float64) {
	for i := range n {
		times = append(times, 10*float64(i)/float64(n-1))
		values = append(values, of(times[i]))
	}
	return times, values
}

// Records that are steady from some time on, and records that are not.
func TestSteady(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	red := 0.0
	slow := func() float64 { // an autoregressive process, correlated over 20 samples
		red = 0.95*red + 0.3*noise.NormFloat64()
		return red
	}
	for _, test := range []struct {
		name         string
		of           func(t float64) float64
		ok           bool
		first, until float64 // between which the window begins
	}{
		{"noise", func(float64) float64 { return 8 + noise.NormFloat64() }, true, 0, 5},
		{"a peak, then noise", func(t float64) float64 {
			return 8 + 40*math.Exp(-t/0.3) + noise.NormFloat64()
		}, true, 0.5, 3},
		{"correlated noise", func(float64) float64 { return 8 + slow() }, true, 0, 5},
		{"waves", func(t float64) float64 { return math.Sin(2 * math.Pi * t / 0.8) }, true, 0, 5},
		{"a sudden start", func(t float64) float64 { return math.Min(1, t/2) }, true, 1.8, 2.3},
		{"a constant", func(float64) float64 { return 0.1 }, true, 0, 0.2},
		{"a smooth approach", func(t float64) float64 { return 3 + 2*math.Exp(-t) }, true, 4, 5.1},
		{"a trend", func(t float64) float64 { return t }, false, 0, 10},
		{"a trend with noise", func(t float64) float64 { return t + noise.NormFloat64() }, false, 0, 10},
		{"a slow decay", func(t float64) float64 { return math.Exp(-t / 10) }, false, 0, 10},
		{"a dam break", func(t float64) float64 {
			if t < 3 {
				return 0
			}
			return 70 * math.Exp(-(t-3)/2) * (1 + 0.2*math.Sin(4*t))
		}, false, 0, 10},
		{"two waves", func(t float64) float64 { return math.Sin(2 * math.Pi * t / 5) }, false, 0, 10},
		{"a rise at the end", func(t float64) float64 {
			return math.Max(0, t-8) + 0.01*noise.NormFloat64()
		}, false, 0, 10},
	} {
		for _, n := range []int{400, 12_000} {
			times, values := record(n, test.of)
			values[0] = 1e6 // the first sample does not count
			r := Record{Times: times, Components: [][]float64{values}}
			w, ok := r.Steady()
			if ok != test.ok || ok && (w.From < test.first || w.From > test.until || w.Until != 10) {
				t.Errorf("%s, %d samples: %v from %g s on", test.name, n, ok, w.From)
			}
		}
	}
}

// Components are steady together, and one that is small beside another does not matter.
func TestSteadyTogether(t *testing.T) {
	noise := rand.New(rand.NewPCG(3, 4))
	times, x := record(500, func(t float64) float64 { return 5 + noise.NormFloat64() })
	_, late := record(500, func(t float64) float64 { return 30 * math.Max(0, 3-t) })
	_, small := record(500, func(t float64) float64 { return 1e-6 * t })
	r := Record{Times: times, Components: [][]float64{x, late, small}}
	if w, ok := r.Steady(); !ok || w.From < 2.5 || w.From > 3.5 {
		t.Errorf("%v from %g s on, but one component settles at 3 s", ok, w.From)
	}
}

// A height has no zero that means something: what is far above the datum is not steady for that.
func TestSteadyHeights(t *testing.T) {
	times, z := record(300, func(t float64) float64 { return 1200 + 0.1*t })
	for _, absolute := range []bool{false, true} {
		r := Record{Times: times, Components: [][]float64{z}, Absolute: absolute}
		if _, ok := r.Steady(); ok != absolute {
			t.Errorf("with a zero that means something %v: steady %v", absolute, ok)
		}
	}
	if _, ok := (&Record{Times: times[:20], Components: [][]float64{z[:20]}}).Steady(); ok {
		t.Error("twenty samples are steady")
	}
}

// A drift that the noise hides from the autocorrelation shows in the means of the halves.
func TestDriftInNoise(t *testing.T) {
	noise := rand.New(rand.NewPCG(5, 6))
	times, x := record(100, func(t float64) float64 { return 0.18*t + noise.NormFloat64() })
	r := Record{Times: times, Components: [][]float64{x}}
	if w, ok := r.Steady(); ok {
		t.Errorf("it is steady from %g s on", w.From)
	}
}
