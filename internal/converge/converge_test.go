package converge

import (
	"fmt"
	"math"
	"testing"
)

// near reports whether two numbers agree to a part of one.
func near(x, y, part float64) bool { return math.Abs(x-y) <= part*math.Abs(y) }

// A quantity whose error is a power of the spacing has that order, and its limit, with any ratios
// of spacings: also where the fixed-point iteration does not converge.
func TestOrder(t *testing.T) {
	for _, spacings := range [][3]float64{
		{0.01, 0.01 * math.Sqrt2, 0.02}, {0.01, 0.02, 0.04}, {0.01, 0.015, 0.02},
		{0.01, 0.013, 0.03}, {0.01, 0.011, 0.09}, {0.01, 0.04, 0.05}, {0.01, 0.01414, 0.02},
	} {
		for _, p := range []float64{0.3, 1, 1.9, 2, 3.5} {
			for _, c := range []float64{0.7, -40} {
				v := Triple{Spacings: spacings}
				for i, h := range spacings {
					v.Values[i] = 3 + c*math.Pow(h, p)
				}
				r := v.Analyse()
				if r.Kind != Monotone || !near(r.Order, p, 1e-6) || !near(r.Extrapolated, 3, 1e-6) {
					t.Errorf("%v, p %g, c %g: %s, order %.12g, extrapolated %.12g", spacings, p, c, r.Kind,
						r.Order, r.Extrapolated)
				}
				off := math.Abs(v.Values[0] - 3)
				if !near(r.Band, 1.25*off, 1e-5) || !near(r.GCI, 1.25*off/math.Abs(v.Values[0]), 1e-5) ||
					!near(r.Distance, off/3, 1e-5) {
					t.Errorf("%v, p %g, c %g: band %g, GCI %g, distance %g; the error is %g", spacings, p, c,
						r.Band, r.GCI, r.Distance, off)
				}
				if x := r.At(&v, spacings[2]); !near(x, v.Values[2], 1e-6) {
					t.Errorf("%v, p %g, c %g: %g at the coarsest spacing, not %g", spacings, p, c, x,
						v.Values[2])
				}
			}
		}
	}
}

// The examples of Celik et al. (2008), Table 1, to the digits that are printed there. The spacings
// follow from numbers of cells of a plane.
func TestPublishedExamples(t *testing.T) {
	for _, test := range []struct {
		what   string
		cells  [3]float64
		values [3]float64
		kind   Kind
		want   string // p, φext, ea, eext and GCI
	}{
		{"reattachment length", [3]float64{18000, 8000, 4500}, [3]float64{6.063, 5.972, 5.863},
			Monotone, "1.53 6.1685 1.5 1.7 2.2"},
		{"axial velocity, p below 1", [3]float64{18000, 4500, 980},
			[3]float64{10.7880, 10.7250, 10.6050}, Monotone, "0.75 10.8801 0.6 0.8 1.1"},
		{"axial velocity, oscillatory", [3]float64{18000, 4500, 980},
			[3]float64{6.0042, 5.9624, 6.0909}, Oscillatory, "1.51 6.0269 0.7 0.4 0.5"},
	} {
		t.Run(test.what, func(t *testing.T) {
			v := Triple{Values: test.values}
			for i, n := range test.cells {
				v.Spacings[i] = 1 / math.Sqrt(n)
			}
			r := v.Analyse()
			got := fmt.Sprintf("%.2f %.4f %.1f %.1f %.1f", r.Order, r.Extrapolated, 100*r.Change,
				100*r.Distance, 100*r.GCI)
			if r.Kind != test.kind || got != test.want {
				t.Errorf("%s: %s; want %s", r.Kind, got, test.want)
			}
		})
	}
}

// What has no order is named, and no numbers are made up for it.
func TestKinds(t *testing.T) {
	equal, unequal := [3]float64{1, 2, 4}, [3]float64{1, 1.5, 3}
	for _, test := range []struct {
		spacings, values [3]float64
		want             Kind
	}{
		{equal, [3]float64{5, 5, 5}, Unchanged},
		{equal, [3]float64{5, 5, 6}, Unchanged},
		{equal, [3]float64{5, 6, 6}, Diverging},
		{equal, [3]float64{5, 6, 8}, Monotone},
		{equal, [3]float64{5, 4, 2}, Monotone},
		{equal, [3]float64{5, 6, 7}, Diverging}, // the order is 0
		{equal, [3]float64{5, 7, 8}, Diverging},
		{equal, [3]float64{5, 6, 4}, Oscillatory},
		{equal, [3]float64{5, 6, 5}, DivergingOscillatory},
		{equal, [3]float64{5, 7, 6}, DivergingOscillatory},
		{unequal, [3]float64{5, 6, 7.7}, Diverging}, // ln 2/ln 1.5 = 1.709
		{unequal, [3]float64{5, 6, 7.72}, Monotone},
		{equal, [3]float64{5, math.NaN(), 6}, Diverging},
	} {
		v := Triple{test.spacings, test.values}
		r := v.Analyse()
		if r.Kind != test.want {
			t.Errorf("%v at %v is %s, not %s", test.values, test.spacings, r.Kind, test.want)
		}
		if has := !math.IsNaN(r.Order); has != r.Converges() || has && !(r.Order > 0) {
			t.Errorf("%v at %v is %s, with the order %g", test.values, test.spacings, r.Kind, r.Order)
		}
		if has := !math.IsNaN(r.GCI); has != (r.Converges() || r.Kind == Unchanged) {
			t.Errorf("%v at %v is %s, with the GCI %g", test.values, test.spacings, r.Kind, r.GCI)
		}
	}
	v := Triple{equal, [3]float64{0, 1, 3}}
	if r := v.Analyse(); !math.IsNaN(r.GCI) || !near(r.Band, 1.25, 1e-9) {
		t.Errorf("about a value of 0 the GCI is %g and the band %g", r.GCI, r.Band)
	}
}

// The uncertainty is the GCI where the order can be believed. Higher orders, oscillations and
// divergence make it larger, never smaller.
func TestUncertainty(t *testing.T) {
	equal := [3]float64{1, 2, 4}
	for _, test := range []struct {
		values [3]float64
		want   float64 // in the unit of the values
	}{
		{[3]float64{5, 6, 9}, 1.25 / 2},                    // order 1.58
		{[3]float64{5, 6, 10}, 1.25 / 3},                   // order 2
		{[3]float64{5, 6, 16}, 3. / 3},                     // order 3.3: the formal order
		{[3]float64{5, 6, 7.42}, 1.25 / 0.42},              // order 0.506
		{[3]float64{5, 6, 7.1}, 3 * 2.1},                   // order 0.14: the range
		{[3]float64{5, 6, 3}, 9}, {[3]float64{5, 7, 8}, 9}, // oscillating, diverging
		{[3]float64{5, 7, 6}, 6}, {[3]float64{5, 5, 50}, 0}, // both; unchanged
	} {
		v := Triple{equal, test.values}
		if r := v.Analyse(); !near(r.Bound, test.want, 1e-9) || !near(r.Uncertainty, test.want/5, 1e-9) {
			t.Errorf("%v: %g, as a part %g, not %g", test.values, r.Bound, r.Uncertainty, test.want)
		}
	}
}

// The spacing of a wanted uncertainty is where the law of the error has it. An order above 2 is
// taken for 2.
func TestSpacing(t *testing.T) {
	for _, test := range []struct{ p, wanted, spacing float64 }{
		{1.9, 0.5, math.Pow(0.5, 1/1.9)}, {1.9, 4, math.Pow(4, 1/1.9)}, {3, 0.25, 0.5}, {3, 4, 2},
	} {
		v := Triple{Spacings: [3]float64{0.01, 0.02, 0.04}}
		for i, h := range v.Spacings {
			v.Values[i] = 10 + math.Pow(h, test.p)
		}
		r := v.Analyse()
		if h := r.Spacing(&v, test.wanted*r.Uncertainty); !near(h, 0.01*test.spacing, 1e-4) {
			t.Errorf("order %g, %g of the uncertainty: %g m, not %g m", test.p, test.wanted, h,
				0.01*test.spacing)
		}
	}
	for _, values := range [][3]float64{{5, 7, 8}, {5, 6, 4}, {5, 5, 6}} {
		v := Triple{[3]float64{1, 2, 4}, values}
		if r := v.Analyse(); !math.IsNaN(r.Spacing(&v, 0.1)) {
			t.Errorf("%v, %s, has a spacing", values, r.Kind)
		}
	}
}

// Laws are those that the values follow, and times of steps that are noise give a line through 0.
func TestCost(t *testing.T) {
	h := []float64{0.01, 0.014, 0.02}
	var steps []float64
	for _, x := range h {
		steps = append(steps, 120*math.Pow(x, -1.1))
	}
	if l := FitPower(h, steps); !near(l.C, 120, 1e-9) || !near(l.E, -1.1, 1e-9) ||
		!near(l.At(0.005), 120*math.Pow(0.005, -1.1), 1e-9) {
		t.Errorf("the law is %g x^%g", l.C, l.E)
	}
	n := []float64{1e4, 3e4, 9e4}
	for _, test := range []struct {
		seconds []float64
		want    Steps
	}{
		{[]float64{2e-3 + 1e-3, 2e-3 + 3e-3, 2e-3 + 9e-3}, Steps{2e-3, 1e-7}},
		{[]float64{1e-3, 3e-3, 9e-3}, Steps{0, 1e-7}},
		{[]float64{1e-3, 4e-3, 16e-3}, Steps{0, 1.3333e-7}}, // steeper than a line through 0
	} {
		if s := FitSteps(n, test.seconds); math.Abs(s.Fixed-test.want.Fixed) > 1e-9 ||
			!near(s.Each, test.want.Each, 0.1) {
			t.Errorf("%v: %g s + %g s a particle", test.seconds, s.Fixed, s.Each)
		}
	}
}
