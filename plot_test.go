package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// written is the words of a chart, from its SVG.
func (c *chart) written(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := c.write(dir); err != nil {
		t.Fatal(err)
	}
	return string(read(t, dir, c.name+".svg"))
}

// TestChartsTellTheFlow holds that each chart names the flow, and has no two curves of
// a name.
func TestChartsTellTheFlow(t *testing.T) {
	at := func(parameter float64) *history {
		h := &history{Parameter: parameter}
		h.list(0.5, []int{2, 5, 9}, 3, 1)
		h.list(1, []int{2, 7, 9}, 2, 6)
		return h
	}
	c := &comparison{
		Problem: "Made", Particles: 1_234_567, Off: at(0), Paper: at(0.5), Predictive: at(2), names: []string{"a", "b"}, first: 2, least: 2,
		Thresholds: []*history{at(0.5), at(1)}, Gains: []*history{at(2)},
		weighings: []weighing{{0.4, even(7)}},
	}
	s := made(even(20), []float64{10, 16, 20}, []float64{0, 17, 22})
	s.Prediction = predict(s, costly(even(20)))
	weak := made(even(20), []float64{10, 16, 20}, nil)
	weak.Weak = true
	for _, test := range []struct {
		title  string
		charts []chart
		names  string
	}{
		{"Made, 1,234,567 particles<", c.charts(), "figure8_forces figure8_busy figure10_paper figure10_predictive figure11"},
		{"Made, 1,600,000 particles<", s.charts(), "runtime speedup beta efficiency ntn prediction"},
		{"Made, 1,600,000 particles on one device<", weak.charts(), "runtime speedup efficiency"},
	} {
		var names []string
		for _, c := range test.charts {
			names = append(names, c.name)
			svg := c.written(t)
			if !strings.Contains(svg, ">"+test.title) {
				t.Errorf("%s does not say that it is of %s", c.name, test.title)
			}
			var curves []string
			for _, v := range c.curves {
				if v.name == "" {
					continue // another line of the curve before
				}
				if slices.Contains(curves, v.name) {
					t.Errorf("%s has two curves %q", c.name, v.name)
				}
				if len(v.y) > 0 && !strings.Contains(svg, "> "+v.name+"<") {
					t.Errorf("%s does not tell which curve is %q", c.name, v.name)
				}
				curves = append(curves, v.name)
			}
		}
		if got := strings.Join(names, " "); got != test.names {
			t.Errorf("there are %s, not %s", got, test.names)
		}
	}
	for _, c := range c.charts() {
		if strings.Contains(c.name, "figure10") && strings.Contains(c.x, "H_LB") == strings.Contains(c.x, "gain") {
			t.Errorf("%s has %q to the right", c.name, c.x)
		}
	}
}

// TestAboveIdeal holds that a prediction of more than ideal says why in its chart and
// in the report, and one of less says nothing.
func TestAboveIdeal(t *testing.T) {
	for _, test := range []struct {
		parts []partTime
		late  float64 // that measured steps take longer than the model says
		want  string
	}{
		{nil, 0, ""},
		{[]partTime{{0.25, 1.2}, {0.5, 2.1}, {1, 4}}, 0, ""},
		{[]partTime{{0.25, 0.5}, {0.5, 1}, {1, 4}}, 0, "More than ideal: Forces on 0.5 of the particles took 0.25 of the time on all"},
		{nil, -0.08, "More than ideal: the measured steps of several devices took less than the model says."},
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
		if got := s.Prediction.aboveIdeal(); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" || !strings.Contains(b.String(), got) || !strings.Contains(c.written(t), got) {
			t.Errorf("parts %v, %g s late: the remark is %q, want %q", test.parts, test.late, got, test.want)
		}
	}
}

// TestErrorBars holds that a curve's bars go from the slowest repeat to the fastest,
// and that the plot has room for them: hand-computed for 16 mips on two devices, of
// 14.4 to 16.16, and for their speed-ups and times.
func TestErrorBars(t *testing.T) {
	s := made(even(20), []float64{10, 16}, nil)
	for name, want := range map[string][3]float64{
		"runtime": {1600. / 16.16, 100, 1600 / 14.4}, "speedup": {1.44, 1.6, 1.616}, "efficiency": {72, 80, 80.8},
	} {
		charts := s.charts()
		c := &charts[slices.IndexFunc(charts, func(c chart) bool { return c.name == name })]
		v := &c.curves[slices.IndexFunc(c.curves, func(v curve) bool { return v.name == "LB off" })]
		for i, got := range []float64{v.least[1], v.y[1], v.most[1]} {
			if math.Abs(got-want[i]) > 1e-9*want[i] {
				t.Errorf("%s of two devices: %g to %g around %g, want %g", name, v.least[1], v.most[1], v.y[1], want)
			}
		}
		p := plot.New()
		v.n, v.y, v.least, v.most = v.n[1:], v.y[1:], v.least[1:], v.most[1:]
		if _, err := v.addTo(p, c.at); err != nil {
			t.Fatal(err)
		}
		if math.Abs(p.Y.Min-want[0]) > 1e-9*want[0] || math.Abs(p.Y.Max-want[2]) > 1e-9*want[2] {
			t.Errorf("%s: what is drawn goes from %g to %g, not %g to %g", name, p.Y.Min, p.Y.Max, want[0], want[2])
		}
	}
}

// TestMarks holds that axes are marked at round numbers that are theirs.
func TestMarks(t *testing.T) {
	text := func(ticks []plot.Tick) (all string) {
		for _, k := range ticks {
			all += fmt.Sprintf(" %s@%.4g", k.Label, k.Value)
		}
		return all
	}
	for got, want := range map[string]string{
		text(round{}.Ticks(0, 55)):            " 0@0 10@10 20@20 30@30 40@40 50@50",
		text(round{}.Ticks(-0.3, 1)):          " -0.25@-0.25 0@0 0.25@0.25 0.5@0.5 0.75@0.75 1@1",
		text(powers{}.Ticks(math.Log2(3), 5)): " 4@2 8@3 16@4 32@5",
	} {
		if got != want {
			t.Errorf("there are the marks%s, want%s", got, want)
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
		{"prediction", "expected", []float64{1, 2, 3, 4, 6, 6, 6, 6, 6}}, // of six devices at most, with two slices each
		{"prediction", "model", []float64{1, 2, 3, 4, 6, 6, 6, 6, 6}},
		{"prediction", "measured", []float64{1, 1.6, 2}},
	} {
		charts := s.charts()
		c := &charts[slices.IndexFunc(charts, func(c chart) bool { return c.name == test.chart })]
		v := &c.curves[slices.IndexFunc(c.curves, func(v curve) bool { return v.name == test.curve })]
		if !slices.EqualFunc(v.y, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9*b || a != a && b != b }) {
			t.Errorf("%s, %s: %.4g, want %.4g", test.chart, test.curve, v.y, test.want)
		}
	}
}

// TestAxes holds that axes begin at 0, or below what is below it, end above the highest
// value, and have numbers of devices and groups where these are.
func TestAxes(t *testing.T) {
	for _, test := range []struct {
		c         chart
		low, high float64 // of the values, and then of the axis
		from, to  float64
		marks     string
	}{
		{chart{}, 3, 50, 0, 53, ""},
		{chart{}, -2, 50, -2.2, 53, ""},
		{chart{counts: []int{1, 2, 8}}, 1, 5, 0, 5.3, " 1@1 2@2 8@8"},
		{chart{counts: []int{1, 2, 8}, log: true}, 0, 3, -0.2, 3.2, " 1@0 2@1 8@3"},
		{chart{groups: []string{"a", "b"}}, 0, 1, 0, 1.06, " a@0 b@1"},
	} {
		p := plot.New()
		p.Y.Min, p.Y.Max = test.low, test.high
		test.c.scale(p)
		marks := ""
		if ticks, ok := p.X.Tick.Marker.(plot.ConstantTicks); ok {
			for _, k := range ticks {
				marks += fmt.Sprintf(" %s@%.4g", k.Label, k.Value)
			}
		}
		if math.Abs(p.Y.Min-test.from) > 1e-9 || math.Abs(p.Y.Max-test.to) > 1e-9 || marks != test.marks {
			t.Errorf("%+v: from %g to %g with the marks%s, not from %g to %g with%s", test.c, p.Y.Min, p.Y.Max, marks, test.from, test.to, test.marks)
		}
	}
}
