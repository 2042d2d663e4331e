package openings

import (
	"math"
	"testing"

	"gpusph/sph/timeseries"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12*(1+math.Abs(b)) }

// oblique is an opening whose axes are those of no lattice.
func oblique(disc bool) *Opening {
	c, s := 0.8, 0.6
	wide := 0.3
	if disc {
		wide = 0.2
	}
	return &Opening{Centre: [3]float64{1, 2, 3}, Normal: [3]float64{c, 0, s},
		Across: [2][3]float64{{0, 1, 0}, {-s, 0, c}}, Half: [2]float64{wide, 0.2}, Disc: disc}
}

// Points of the plane go to their coordinates and back; behind the plane is against the normal.
func TestPoint(t *testing.T) {
	o := oblique(false)
	x := o.Point(0.1, -0.2, 0.5)
	want := [3]float64{1 + 0.2*0.6 - 0.5*0.8, 2 + 0.1, 3 - 0.2*0.8 - 0.5*0.6}
	for a := range 3 {
		if !near(x[a], want[a]) {
			t.Errorf("the point is %v, want %v", x, want)
		}
	}
	if u, v, depth := o.From(x); !near(u, 0.1) || !near(v, -0.2) || !near(depth, 0.5) {
		t.Errorf("it is at %g, %g, %g behind the plane", u, v, depth)
	}
}

// The sites fill the opening on a lattice about its middle, a column behind each, and its area is
// theirs. Each place has the site that is nearest to it.
func TestLayout(t *testing.T) {
	const dp = 0.1
	for _, test := range []struct {
		disc         bool
		dim          int
		closed       int // the place of a wall; -1 is none
		sites, wide  int
		area, across float64
	}{
		{false, 3, -1, 24, 6, 0.24, 0.25}, {false, 3, 7, 23, 6, 0.23, 0.25},
		{false, 2, -1, 4, 1, 0.4, 0}, {true, 3, -1, 12, 4, 0.12, 0.15},
	} {
		o := oblique(test.disc)
		if test.closed >= 0 {
			o.Closed = make([]bool, 24)
			o.Closed[test.closed] = true
		}
		l := o.LayoutOf(test.dim, 2.6*dp, dp)
		if len(l.Sites) != test.sites || l.Along != [2]int{test.wide, 4} || l.Layers != 3 ||
			!near(l.Area(test.dim), test.area) || !near(l.Thickness(), 0.3) {
			t.Errorf("%+v: %d sites, %v along, %d layers, area %g, %g m thick", test, len(l.Sites), l.Along,
				l.Layers, l.Area(test.dim), l.Thickness())
			continue
		}
		sum, most := [3]float64{}, 0.0
		for k, x := range l.Sites {
			u, v, depth := o.From(x)
			sum, most = [3]float64{sum[0] + u, sum[1] + v, sum[2] + math.Abs(depth)}, max(most, math.Abs(u))
			column := o.Column(l, k)
			if len(column) != 3 || test.disc && math.Hypot(u, v) > 0.2+1e-9 {
				t.Errorf("%+v: a site at %g, %g with %d particles", test, u, v, len(column))
			}
			for n, at := range column {
				cu, cv, behind := o.From(at)
				if !near(cu, u) || !near(cv, v) || !near(behind, (float64(n)+0.5)*dp) || !o.Holds(l, at, 0) {
					t.Errorf("%+v: particle %d of a column is %g m behind the plane", test, n, behind)
				}
			}
			if got := o.NearestSite(l, o.Point(u+0.04, v-0.04, 0.2)); got != k {
				t.Errorf("%+v: beside site %d the nearest is %d", test, k, got)
			}
		}
		if test.closed < 0 && (math.Abs(sum[0])+math.Abs(sum[1]) > 1e-9 || !near(most, test.across)) ||
			sum[2] > 1e-9 {
			t.Errorf("%+v: the sites' middle is off by %v, the furthest is at %g m", test, sum, most)
		}
	}
}

// A place outside of a disc has a site towards the middle.
func TestNearestSiteOfADisc(t *testing.T) {
	o := oblique(true)
	l := o.LayoutOf(3, 0.26, 0.1)
	u, v, _ := o.From(l.Sites[o.NearestSite(l, o.Point(0.29, 0.19, 0.1))])
	if !near(u, 0.05) && !near(u, 0.15) || u < 0 || v < 0 {
		t.Errorf("beside the corner the site is at %g, %g", u, v)
	}
}

// The buffer ends at the plane, at its back and at the sides, each with a margin.
func TestHolds(t *testing.T) {
	for _, disc := range []bool{false, true} {
		o := oblique(disc)
		l := o.LayoutOf(3, 0.26, 0.1)
		wide := 0.3
		if disc {
			wide = 0.2
		}
		for _, test := range []struct {
			u, v, depth, margin float64
			want                bool
		}{
			{0, 0, 0.001, 0, true}, {0, 0, -0.001, 0, false}, {0, 0, -0.04, 0.05, true},
			{0, 0, -0.06, 0.05, false}, {0, 0, 0.299, 0, true}, {0, 0, 0.301, 0, false},
			{0, 0, 0.34, 0.05, true}, {0, 0, 0.36, 0.05, false},
			{wide - 0.001, 0, 0.1, 0, true}, {wide + 0.001, 0, 0.1, 0, false},
			{wide + 0.04, 0, 0.1, 0.05, true}, {wide + 0.06, 0, 0.1, 0.05, false},
			{0, 0.199, 0.1, 0, true}, {0, -0.201, 0.1, 0, false},
			{0, -0.24, 0.1, 0.05, true}, {0.19, 0.19, 0.1, 0, !disc},
		} {
			if got := o.Holds(l, o.Point(test.u, test.v, test.depth), test.margin); got != test.want {
				t.Errorf("disc %v: %+v: %v", disc, test, got)
			}
		}
	}
}

// What is given is named, and a buffer reaches as far as the kernel.
func TestGiven(t *testing.T) {
	for want, o := range map[string]*Opening{
		"free outfall": {Free: true}, "all is extrapolated": {},
		"velocity and level given": {Velocity: timeseries.Constant(1), Level: timeseries.Constant(1)},
		"discharge and temperature given": {Discharge: timeseries.Constant(1),
			Carried: &Carried{"temperature", *timeseries.Constant(1)}},
		"pressure given": {Pressure: timeseries.Constant(0)},
	} {
		if got := o.Given(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if Layers(2.6, 1) != 3 || Layers(3, 1) != 3 || Layers(3.01, 1) != 4 {
		t.Errorf("%d, %d and %d layers", Layers(2.6, 1), Layers(3, 1), Layers(3.01, 1))
	}
	if (&Opening{Inlet: true}).Kind() != "inlet" || (&Opening{}).Kind() != "outlet" {
		t.Error("inlets and outlets have each other's name")
	}
}
