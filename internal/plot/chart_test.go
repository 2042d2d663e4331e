package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// TestMarks holds that axes are marked at round numbers that are theirs.
func TestMarks(t *testing.T) {
	text := func(ticks []plot.Tick) (all string) {
		for _, k := range ticks {
			all += fmt.Sprintf(" %s@%.4g", k.Label, k.Value)
		}
		return all
	}
	for got, want := range map[string]string{
		text(Round{Most: 2}.Ticks(0, 55)):     " 0@0 50@50",
		text(Round{Most: 4}.Ticks(0, 6.4)):    " 0@0 2@2 4@4 6@6",
		text(Round{Most: 3}.Ticks(-9.9, 0)):   " -5@-5 0@0",
		text(Round{Most: 6}.Ticks(-10.2, 0)):  " -10@-10 -8@-8 -6@-6 -4@-4 -2@-2 0@0",
		text(Round{Most: 2}.Ticks(0.6, 9.5)):  " 5@5",
		text(Round{}.Ticks(0, 55)):            " 0@0 10@10 20@20 30@30 40@40 50@50",
		text(Round{}.Ticks(-0.3, 1)):          " -0.25@-0.25 0@0 0.25@0.25 0.5@0.5 0.75@0.75 1@1",
		text(powers{}.Ticks(math.Log2(3), 5)): " 4@2 8@3 16@4 32@5",
	} {
		if got != want {
			t.Errorf("there are the marks%s, want%s", got, want)
		}
	}
}

// TestAxes holds that axes begin at 0, or below what is below it, end above the highest
// value, and have numbers of devices and groups where these are.
func TestAxes(t *testing.T) {
	for _, test := range []struct {
		c         Chart
		low, high float64 // of the values, and then of the axis
		from, to  float64
		marks     string
	}{
		{Chart{}, 3, 50, 0, 53, ""},
		{Chart{}, -2, 50, -2.2, 53, ""},
		{Chart{Counts: []int{1, 2, 8}}, 1, 5, 0, 5.3, " 1@1 2@2 8@8"},
		{Chart{Counts: []int{1, 2, 8}, Log: true}, 0, 3, -0.2, 3.2, " 1@0 2@1 8@3"},
		{Chart{Groups: []string{"a", "b"}}, 0, 1, 0, 1.06, " a@0 b@1"},
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
			t.Errorf("%+v: from %g to %g with the marks%s, not from %g to %g with%s", test.c, p.Y.Min,
				p.Y.Max, marks, test.from, test.to, test.marks)
		}
	}
}

// TestErrorBarsHaveRoom holds that a plot has room for the bars of its curves, from the
// slowest repeat to the fastest.
func TestErrorBarsHaveRoom(t *testing.T) {
	c := Chart{}
	v := Curve{Name: "LB off", Style: StyleOff, N: []float64{2}, Y: []float64{16},
		Least: []float64{14.4}, Most: []float64{16.16}}
	p := plot.New()
	if _, err := v.addTo(p, c.at); err != nil {
		t.Fatal(err)
	}
	if p.Y.Min != 14.4 || math.Abs(p.Y.Max-16.16) > 1e-9 {
		t.Errorf("what is drawn goes from %g to %g, not 14.4 to 16.16", p.Y.Min, p.Y.Max)
	}
}

// TestBands holds that a plot has room for its bands, that these have gaps where nothing is known,
// and that the legend names them.
func TestBands(t *testing.T) {
	none := math.NaN()
	b := Band{Name: "measured", X: []float64{0, 1, 2, 3, 4}, Least: []float64{-1, -2, none, 1, 1},
		Most: []float64{1, 2, none, 5, 4}}
	p := plot.New()
	shown, err := b.addTo(p, (&Chart{}).at)
	if err != nil || len(shown) != 1 {
		t.Fatalf("%d entries of the legend: %v", len(shown), err)
	}
	if p.Y.Min != -2 || p.Y.Max != 5 || p.X.Max != 4 {
		t.Errorf("what is drawn goes from %g to %g, up to x = %g", p.Y.Min, p.Y.Max, p.X.Max)
	}
	area, err := b.area(0, 2, (&Chart{}).at)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(area.XYs[0]), "[{0 -1} {1 -2} {1 2} {0 1}]"; got != want {
		t.Errorf("the area goes along %s, not %s", got, want)
	}
}

// TestLegendRows holds that what does not fit beside the rest has a row of its own, and that one
// that fits nowhere is there.
func TestLegendRows(t *testing.T) {
	canvas := draw.New(vgsvg.NewWith(vgsvg.UseWH(plotWidth, plotHeight)))
	rows := func(names ...string) (counts []int) {
		var all []plot.Legend
		for _, name := range names {
			l := plot.NewLegend()
			l.Add(name)
			all = append(all, l)
		}
		for _, row := range legendRows(canvas, all) {
			counts = append(counts, len(row))
		}
		return counts
	}
	half := strings.Repeat("m", 14)
	for _, test := range []struct {
		got  []int
		want string
	}{
		{rows(), "[]"}, {rows("a", "b", "c"), "[3]"}, {rows(half, "a", half, half), "[2 1 1]"},
		{rows(strings.Repeat(half, 4), "a"), "[1 1]"},
	} {
		if got := fmt.Sprint(test.got); got != test.want {
			t.Errorf("the rows have %s, not %s", got, test.want)
		}
	}
}
