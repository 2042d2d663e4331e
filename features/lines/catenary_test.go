package lines

import (
	"math"
	"testing"

	"gpusph/features/bodies"
)

// Moorings of a floating platform by an independent program: H, V at the fairlead and what hangs,
// by the distance of the ends. In its figures only what lies on the bed stretches.
func TestCatenary(t *testing.T) {
	for _, want := range [][4]float64{
		{804.533, 1.513e6, 7.993e5, 750.053}, {794.533, 8.362e5, 6.089e5, 571.411},
		{774.533, 3.49e5, 4.215e5, 395.527}, {754.533, 1.745e5, 3.294e5, 309.071},
	} {
		length := 835.5 + want[1]*(835.5-want[3])/7.536e8
		c, err := catenary(length, 1065.66, 1e14, want[0], 186, bed{high: 186})
		if err != nil {
			t.Fatal(err)
		}
		_, end := c.Ends()
		hangs := c.Length - c.Lying()
		if math.Abs(end[0]/want[1]-1) > 1e-3 || math.Abs(end[1]/want[2]-1) > 1e-3 ||
			math.Abs(hangs-want[3]) > 0.1 {
			t.Errorf("at %g m: %.6g and %.6g N, %g m hang; want %v", want[0], end[0], end[1], hangs, want)
		}
	}
}

// Lines that stretch have the forces that moorings of bodies have, which are computed apart.
func TestCatenaryStretches(t *testing.T) {
	m := bodies.Mooring{Length: 12, Weight: 5, Stiff: 2000}
	for _, far := range []float64{8.5, 10.5, 11.5} {
		c, err := catenary(m.Length, m.Weight, m.Stiff, far, 4, bed{high: 4})
		if err != nil {
			t.Fatal(err)
		}
		pull, down := m.Forces(far, 4)
		if _, end := c.Ends(); math.Abs(end[0]-pull) > 1e-6*pull || math.Abs(end[1]-down) > 1e-6*down {
			t.Errorf("at %g m: %v N, want %g and %g N", far, end, pull, down)
		}
		if x, z := c.At(m.Length); math.Abs(x-far) > 1e-6 || math.Abs(z-4) > 1e-6 {
			t.Errorf("the end is at %g, %g m, not at %g, 4 m", x, z, far)
		}
	}
}

// What a line cannot be at rest with is refused.
func TestCatenaryIsRefused(t *testing.T) {
	for _, test := range []struct {
		length float64
		want   string
	}{
		{7, "its ends are 8.944 m apart, but it is 7 m long and would be torn; use a length of 7.155 m " +
			"or more"},
		{12.5, "it is longer than its ends allow: 0.5004 m of it would lie on the bed without tension; " +
			"use a length of 12 m or less"},
	} {
		_, err := catenary(test.length, 5, 1e5, 8, 4, bed{high: 4})
		if err == nil || err.Error() != test.want {
			t.Errorf("%g m: %v, not %s", test.length, err, test.want)
		}
	}
}

// A line upwards that is as long as its ends are apart is at rest, without tension.
func TestCatenaryAsLongAsItsEnds(t *testing.T) {
	const up = 0.24
	c, err := catenary(up, 0.07, 5000, 0, up, bed{})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := c.Ends(); math.Hypot(a[0], a[1]) > 0.01 {
		t.Errorf("it pulls at its foot by %v N", a)
	}
	if _, err = catenary(up*1.001, 0.07, 5000, 0, up, bed{}); err == nil {
		t.Error("a longer one is not refused")
	}
}
