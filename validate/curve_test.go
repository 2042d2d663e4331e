package validate

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

var zigzag = Curve{X: []float64{0, 1, 2, 4}, Y: []float64{1, 3, 2, 6}}

func TestAt(t *testing.T) {
	for x, want := range map[float64]float64{0: 1, 0.5: 2, 1: 3, 3: 4, 4: 6} {
		if got := zigzag.At(x); got != want {
			t.Errorf("at %g there is %g, not %g", x, got, want)
		}
	}
	for _, x := range []float64{-0.001, 4.001, math.NaN()} {
		if got := zigzag.At(x); !math.IsNaN(got) {
			t.Errorf("at %g, outside, there is %g", x, got)
		}
	}
	if got := (Curve{}).At(0); !math.IsNaN(got) {
		t.Errorf("where nothing is there is %g", got)
	}
}

// A mean is that of the lines in a window, and unknown where the curve ends before.
func TestMeanOfWindow(t *testing.T) {
	for window, want := range map[[2]float64]float64{{1, 2}: 2.5, {0, 4}: 12.5 / 4, {0.5, 1.5}: 2.625, {2.5, 3.5}: 4} {
		if got := zigzag.Mean(window[0], window[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("the mean of %v is %g, not %g", window, got, want)
		}
	}
	if got := zigzag.Mean(1, 5); !math.IsNaN(got) {
		t.Errorf("the mean of a window beyond the end is %g", got)
	}
}

// The filter takes what is half of its width away, and the band is what lies in it.
func TestSmooth(t *testing.T) {
	c := Curve{X: []float64{0, 0.001, 0.002, 0.003, 0.004}, Y: []float64{0, 3, 0, 6, 0}}.Smooth(0.002)
	if got, want := fmt.Sprint(c.Y, c.Least, c.Most), "[1.5 1 3 2 3] [0 0 0 0 0] [3 3 6 6 6]"; got != want {
		t.Errorf("smooth it is %s, not %s", got, want)
	}
}

func TestFirst(t *testing.T) {
	for _, test := range []struct{ from, above, want float64 }{
		{math.Inf(-1), 2, 0.5}, {math.Inf(-1), 3, 2.5}, {math.Inf(-1), 0, 0}, {math.Inf(-1), 6, math.NaN()}, {1.5, 2.5, 2.25 + 0},
	} {
		got := zigzag.FirstFrom(test.from, test.above)
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("from %g on it comes above %g at %g, not %g", test.from, test.above, got, test.want)
		}
	}
	if got := zigzag.First(2); got != 0.5 {
		t.Errorf("it comes above 2 at %g", got)
	}
}

func TestTimes(t *testing.T) {
	all := Times(0, 0.6, 0.02)
	if len(all) != 31 || all[30] != 0.6 || all[0] != 0 {
		t.Errorf("there are %v", all)
	}
	if got, want := fmt.Sprint(Off(zigzag, Curve{X: []float64{0, 4}, Y: []float64{1, 5}}, []float64{0, 1, 3})), "[0 1 0]"; got != want {
		t.Errorf("off by %s, not %s", got, want)
	}
}

// Every column that cases compare with can be read, and rises in time.
func TestReferences(t *testing.T) {
	for _, c := range Cases {
		for _, f := range c.Figures {
			if f.Reference == nil {
				continue
			}
			r := f.Reference()
			if len(r.X) < 3 || f.Is == "" {
				t.Errorf("%s %s is compared with %d values that are %q", c.Name, f.Name, len(r.X), f.Is)
			}
			for i := range r.X[1:] {
				if !(r.X[i+1] > r.X[i]) || math.IsNaN(r.Y[i]) {
					t.Errorf("%s %s: after %g comes %g", c.Name, f.Name, r.X[i], r.X[i+1])
				}
			}
		}
	}
	if _, err := readColumns("spheric2_heights.csv", "time_s", "H5_m"); err == nil {
		t.Error("a column that is not there is read")
	}
}

// The record says what is written of it elsewhere: P1 comes over a quarter of its first peak at
// 0.395 s, and the means behind it.
func TestSphericRecord(t *testing.T) {
	if at := Reference("spheric2_pressures.csv", "time_s", "P1_Pa").First(2810); math.Abs(at-0.395) > 0.002 {
		t.Errorf("P1 comes at %g s", at)
	}
	for k, want := range []float64{5456, 5090, 4644, 4235} {
		if got := sphericRecord(k)().Mean(0.45, 0.7); math.Abs(got/want-1) > 0.005 {
			t.Errorf("the mean of P%d is %g Pa, not %g", k+1, got, want)
		}
	}
}

// A pressure is outside the measured band where it is above, below, or not known.
func TestOutsideBand(t *testing.T) {
	measured := measuredImpactPressure()
	for name, test := range map[string]struct {
		of   []float64
		want float64
	}{"median": {measured.Y, 0}, "above": {measured.Most, 0}, "far above": {[]float64{3, 3}, 1}, "below": {[]float64{0, 0}, 1}} {
		r := &Run{Flow: &sph.Case{Params: sph.Defaults(0.01)}}
		for i, p := range test.of {
			x := measured.X[i]
			if len(test.of) == 2 {
				x = 6 * float64(i)
			}
			if name == "above" {
				p *= 0.999
			}
			r.Samples = append(r.Samples, sph.Sample{Time: x * impactTime, Pressure: []float64{0, p * 1000 * gravity * impactDepth}})
		}
		if got := outsideBand(impactPressure(r)); math.Abs(got-test.want) > 0.02 {
			t.Errorf("%s: %g of it is outside, not %g", name, got, test.want)
		}
	}
	nothing := &Run{Flow: &sph.Case{Params: sph.Defaults(0.01)}}
	if got := outsideBand(impactPressure(nothing)); got != 1 {
		t.Errorf("of what is not known %g is outside", got)
	}
	if at := measured.First(0.5); math.Abs(at-2.466) > 0.001 || math.Abs(measured.At(2.6)-1.86) > 0.01 {
		t.Errorf("the median rises at %g, and is %g at the peak", at, measured.At(2.6))
	}
}

// The period and the decay of an oscillation that is known, from any part of it.
func TestOscillation(t *testing.T) {
	for _, from := range []float64{0, 0.13} {
		var c Curve
		for _, x := range Times(from, 5, 0.01) {
			c.X, c.Y = append(c.X, x), append(c.Y, -3*math.Cos(2*math.Pi*x/1.1)*math.Exp(-0.3*x))
		}
		if period, decay := periodOf(c), decayOf(c); math.Abs(period-1.1) > 1e-3 || math.Abs(decay-0.3) > 2e-3 {
			t.Errorf("the period is %g, the decay %g", period, decay)
		}
	}
	for _, short := range []Curve{{}, {X: []float64{0, 1}, Y: []float64{1, -1}}} {
		if period, decay := periodOf(short), decayOf(short); !math.IsNaN(period) || !math.IsNaN(decay) {
			t.Errorf("of %v the period is %g, the decay %g", short, period, decay)
		}
	}
}
