package scaling

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/measure"
	"gpusph/internal/plot"
	"gpusph/internal/plot/plottest"
)

// TestAboveIdeal holds that a prediction of more than ideal says why in its chart and
// in the report, and one of less says nothing.
func TestAboveIdeal(t *testing.T) {
	for _, test := range []struct {
		parts []measure.PartTime
		late  float64 // that measured steps take longer than the model says
		want  string
	}{
		{nil, 0, ""},
		{[]measure.PartTime{{Part: 0.25, Seconds: 1.2}, {Part: 0.5, Seconds: 2.1}, {Part: 1, Seconds: 4}},
			0, ""},
		{[]measure.PartTime{{Part: 0.25, Seconds: 0.5}, {Part: 0.5, Seconds: 1}, {Part: 1, Seconds: 4}},
			0, "More than ideal: Forces on 0.5 of the particles took 0.25 of the time on all"},
		{nil, -0.08, "More than ideal: the measured steps of several devices took less than the " +
			"model says."},
	} {
		m := free(even(80))
		m.Fixed, m.Parts = 0.1, test.parts
		var mips []float64
		for n := 1; n <= 2; n++ {
			mips = append(mips, 1.6/(first(m.time(n, nil))+test.late*float64(n-1)))
		}
		s := made(even(80), mips, nil)
		s.Prediction = predict(s, m)
		if test.late == 0 {
			s.Prediction.Own = false
		}
		var b strings.Builder
		s.Prediction.report(&b)
		c := s.Prediction.chart(s)
		if got := s.Prediction.aboveIdeal(); !strings.HasPrefix(got, test.want) || test.want == "" &&
			got != "" || !strings.Contains(b.String(), got) ||
			!strings.Contains(plottest.Words(t, &c), got) {
			t.Errorf("parts %v, %g s late: the remark is %q, want %q", test.parts, test.late, got, test.want)
		}
	}
}

// TestErrorBars holds that a curve's bars go from the slowest repeat to the fastest,
// hand-computed for 16 mips on two devices, of 14.4 to 16.16, and for their speed-ups and
// times.
func TestErrorBars(t *testing.T) {
	s := made(even(20), []float64{10, 16}, nil)
	for name, want := range map[string][3]float64{
		"runtime": {1600. / 16.16, 100, 1600 / 14.4}, "speedup": {1.44, 1.6, 1.616},
		"efficiency": {72, 80, 80.8},
	} {
		charts := s.charts()
		c := &charts[slices.IndexFunc(charts, func(c plot.Chart) bool { return c.Name == name })]
		v := &c.Curves[slices.IndexFunc(c.Curves, func(v plot.Curve) bool { return v.Name == "LB off" })]
		for i, got := range []float64{v.Least[1], v.Y[1], v.Most[1]} {
			if math.Abs(got-want[i]) > 1e-9*want[i] {
				t.Errorf("%s of two devices: %g to %g around %g, want %g", name, v.Least[1], v.Most[1], v.Y[1],
					want)
			}
		}
	}
}

// TestChartValues holds what the curves of a series show: 10, 16 and 20 mips of 1.6
// million particles on one, two and three devices, by hand.
func TestChartValues(t *testing.T) {
	s := made(even(12), []float64{10, 16, 20}, nil)
	m := free(even(12))
	m.calibrate(0.8, 0.16)
	s.Prediction = predict(s, m)
	nan := math.NaN()
	for _, test := range []struct {
		chart, curve string
		want         []float64
	}{
		{"runtime", "LB off", []float64{160, 100, 80}},
		{"speedup", "LB off", []float64{1, 1.6, 2}},
		{"beta", "LB off", []float64{nan, 25, 25}},
		{"efficiency", "LB off", []float64{100, 80, 200. / 3}},
		{"ntn", "LB off", []float64{160, 200, 240}},
		{"speedup", "ideal", []float64{1, 2, 3}},
		{"speedup", "expected", []float64{1, 2, 3}},
		{"prediction", "ideal", []float64{1, 2, 3, 4, 6, 8, 16, 32, 64}},
		// of six devices at most, with two slices each
		{"prediction", "expected", []float64{1, 2, 3, 4, 6, 6, 6, 6, 6}},
		{"prediction", "model", []float64{1, 2, 3, 4, 6, 6, 6, 6, 6}},
		{"prediction", "measured", []float64{1, 1.6, 2}},
	} {
		charts := s.charts()
		c := &charts[slices.IndexFunc(charts, func(c plot.Chart) bool { return c.Name == test.chart })]
		v := &c.Curves[slices.IndexFunc(c.Curves,
			func(v plot.Curve) bool { return v.Name == test.curve })]
		if !slices.EqualFunc(v.Y, test.want, func(a, b float64) bool {
			return math.Abs(a-b) < 1e-9*b ||
				a != a && b != b
		}) {
			t.Errorf("%s, %s: %.4g, want %.4g", test.chart, test.curve, v.Y, test.want)
		}
	}
}

// TestChartsTellTheFlow holds that each chart names the flow and its curves.
func TestChartsTellTheFlow(t *testing.T) {
	s := made(even(20), []float64{10, 16, 20}, []float64{0, 17, 22})
	s.Prediction = predict(s, costly(even(20)))
	weak := made(even(20), []float64{10, 16, 20}, nil)
	weak.Weak = true
	for _, test := range []struct {
		series       *Series
		title, names string
	}{
		{s, "Made, 1,600,000 particles<", "runtime speedup beta efficiency ntn prediction"},
		{weak, "Made, 1,600,000 particles on one device<", "runtime speedup efficiency"},
	} {
		if got := plottest.TellTheFlow(t, test.series.charts(), test.title); got != test.names {
			t.Errorf("there are %s, not %s", got, test.names)
		}
	}
}
