package balance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/measure"
	"gpusph/internal/plot/plottest"
	"gpusph/sph"
)

// list is a list period of a made-up run, of one step, with devices busy so long.
func (h *History) list(time float64, bounds []int, seconds ...float64) {
	p := sph.Progress{Time: time, Steps: 1, Wall: 1}
	for d, s := range seconds {
		p.Devices = append(p.Devices, sph.DeviceProgress{FirstSlice: bounds[d],
			Slices: bounds[d+1] - bounds[d],
			Busy:   s, Seconds: [sph.PhaseCount]float64{sph.BuildNeibs: s / 4, sph.Forces: s * 3 / 4,
				sph.MinimumScan: 100}})
	}
	h.add(&p, time)
}

// Hand-computed: of 3 and 1 s and then 2 and 6 s, the longest is 1 and 2 s above
// the average of 2 and 4 s.
func TestHistory(t *testing.T) {
	h := &History{}
	h.list(0.5, []int{2, 5, 9}, 3, 1)
	h.list(1, []int{2, 7, 9}, 2, 6)
	if seconds, part := h.distance(); math.Abs(seconds-1.5) > 1e-12 || math.Abs(part-0.5) > 1e-12 {
		t.Errorf("the distance is %g s, %g of the average", seconds, part)
	}
	if got, want := h.perStep(busy), []float64{2.5, 3.5}; !slices.Equal(got, want) {
		t.Errorf("busy are %v, want %v", got, want)
	}
	if got, want := h.perStep(forces), []float64{1.875, 2.625}; !slices.Equal(got, want) {
		t.Errorf("Forces take %v, want %v", got, want)
	}
	if h.Moved != 2 || h.Steps != 2 || h.Seconds != 2 {
		t.Errorf("%d slices move in %d steps and %g s", h.Moved, h.Steps, h.Seconds)
	}
	if time, slice := h.bound(1); !slices.Equal(time, []float64{0, 0.5, 0.5, 1}) ||
		!slices.Equal(slice, []float64{5, 5, 7, 7}) {
		t.Errorf("the line of the bound has its corners at %v and %v", time, slice)
	}
}

// Work that is first in the four slices on the left and then in those on the right,
// 8 s a step. Those of each list share it evenly; bounds that stay share it in one
// half, and one device has all of it in the other.
func TestStatic(t *testing.T) {
	c := &Comparison{Off: &History{}, names: []string{"a", "b"}, first: 2, least: 2}
	c.Off.list(0.5, []int{2, 6, 10}, 4, 4)
	c.Off.list(1, []int{2, 6, 10}, 5, 3)
	c.weighings = []weighing{
		{0.4, []float64{0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0}},
		{0.9, []float64{0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25}},
	}
	c.findStatic()
	if math.Abs(c.Ideal.Longest-4) > 1e-12 || math.Abs(c.Static.Longest-6) > 1e-12 {
		t.Errorf("the best at each list take %g s a step, those that stay %g s; want 4 and 6",
			c.Ideal.Longest, c.Static.Longest)
	}
	if got := c.uneven(c.Off); math.Abs(got-1) > 1e-12 {
		t.Errorf("one of two devices with all pairs is %g above the average, want 1", got)
	}
	b := c.Static.Bounds[1]
	if c.Static.Bounds[0] != 2 || c.Static.Bounds[2] != 10 || b < 4 || b > 8 {
		t.Errorf("the bounds that stay are %v", c.Static.Bounds)
	}
	if got := measure.Sum(c.Static.perStep); math.Abs(got-8) > 1e-12 {
		t.Errorf("the devices take %v a step, together not 8 s", c.Static.perStep)
	}
}

// The device that is busy longest takes 3 and 6 s in two lists of a step each, 4.5 s
// a step, of an average of 3 s.
func TestLongestInReport(t *testing.T) {
	h := &History{Name: "off"}
	h.list(0.5, []int{2, 5, 9}, 3, 1)
	h.list(1, []int{2, 7, 9}, 2, 6)
	c := &Comparison{Off: h, Paper: h, Predictive: h, names: []string{"a", "b"}, first: 2, least: 2,
		weighings: []weighing{{0.4, slices.Repeat([]float64{100}, 7)}}}
	var b strings.Builder
	if err := c.report(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"longest [ms] above [ms] above above* slices moved run time [s]", " 4500.0 1500.0 50.0 % ",
		"BuildNeibs and Forces, per step [ms] a b average greatest off 2500.0 3500.0 3000.0 3500.0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// TestComparisonChartsTellTheFlow holds that each figure names the flow and its curves, and
// what is to the right.
func TestComparisonChartsTellTheFlow(t *testing.T) {
	at := func(parameter float64) *History {
		h := &History{Parameter: parameter}
		h.list(0.5, []int{2, 5, 9}, 3, 1)
		h.list(1, []int{2, 7, 9}, 2, 6)
		return h
	}
	c := &Comparison{
		Problem: "Made", Particles: 1_234_567, Off: at(0), Paper: at(0.5), Predictive: at(2),
		names: []string{"a", "b"}, first: 2, least: 2,
		Thresholds: []*History{at(0.5), at(1)}, Gains: []*History{at(2)},
		weighings: []weighing{{0.4, slices.Repeat([]float64{100}, 7)}},
	}
	const want = "figure8_forces figure8_busy figure10_paper figure10_predictive figure11"
	if got := plottest.TellTheFlow(t, c.charts(), "Made, 1,234,567 particles<"); got != want {
		t.Errorf("there are %s, not %s", got, want)
	}
	for _, c := range c.charts() {
		if strings.Contains(c.Name, "figure10") &&
			strings.Contains(c.X, "H_LB") == strings.Contains(c.X, "gain") {
			t.Errorf("%s has %q to the right", c.Name, c.X)
		}
	}
}
