package openings

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// upright is an opening across x of a height, whose lower edge is at z = 1 m.
func upright(high float64, disc bool) *placed {
	to := &placed{Opening: Opening{Centre: [3]float64{0, 0, 1 + high/2},
		Normal: [3]float64{1, 0, 0}, Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}},
		Half: [2]float64{high / 2, high / 2}, Disc: disc}}
	return to
}

// Profiles are their formulas, and have the mean 1 over the sites that are wet at first.
func TestProfiles(t *testing.T) {
	p := sph.Defaults(0.01)
	logarithmic := func(part float64) float64 { return 1 + 0.05/0.41*(1+math.Log(part)) }
	for name, test := range map[string]struct {
		profile casefile.Profile
		disc    bool
		depth   float64 // that is wet, of 0.4 m
		is      func(u, v float64) float64
	}{
		"parabolic between walls": {casefile.Profile{Word: "parabolic"}, false, 0.4,
			func(_, v float64) float64 { return (v + 0.2) * (0.2 - v) }},
		"parabolic under a surface": {casefile.Profile{Word: "parabolic"}, false, 0.2,
			func(_, v float64) float64 { part := min((v+0.2)/0.2, 1); return part * (2 - part) }},
		"parabolic in a disc": {casefile.Profile{Word: "parabolic"}, true, 0.4,
			func(u, v float64) float64 { return max(0, 1-(u*u+v*v)/0.04) }},
		"logarithmic": {casefile.Profile{Word: "logarithmic"}, false, 0.2,
			func(_, v float64) float64 { return logarithmic((v + 0.2) / 0.2) }},
		"logarithmic in a disc": {casefile.Profile{Word: "logarithmic"}, true, 0.4,
			func(u, v float64) float64 { return logarithmic(1 - math.Hypot(u, v)/0.2) }},
		"of rows": {casefile.Profile{Rows: [][2]float64{{1, 0.5}, {1.2, 1.5}}}, false, 0.4,
			func(_, v float64) float64 { return 0.5 + min(max(v+0.2, 0), 0.2)/0.2 }},
	} {
		to := upright(0.4, test.disc)
		at := InFile{Outlet: &Outlet{Profile: &test.profile}}
		if test.disc {
			at.Disc = &OpenDisc{Radius: 0.2}
		}
		l := LayoutOf(&p, &to.Opening)
		wet := make([]bool, len(l.Sites))
		for k, x := range l.Sites {
			wet[k] = x[2] < 1+test.depth
		}
		factors := profile(&given{InFile: at}, to, &p)(l, wet)
		sum, mean, n := 0.0, 0.0, 0.0
		for k := range factors {
			if u, v, _ := to.From(l.Sites[k]); wet[k] {
				sum, mean, n = sum+test.is(u, v), mean+factors[k], n+1
			}
		}
		if math.Abs(mean/n-1) > 1e-9 {
			t.Errorf("%s: the mean is %g", name, mean/n)
		}
		for k := range factors {
			u, v, _ := to.From(l.Sites[k])
			if want := test.is(u, v) * n / sum; math.Abs(factors[k]-want) > 1e-6 {
				t.Errorf("%s: %g at %g, %g; want %g", name, factors[k], u, v, want)
				break
			}
		}
	}
	word := casefile.Profile{Word: "uniform"}
	if profile(&given{InFile: InFile{Outlet: &Outlet{Profile: &word}}},
		upright(0.4, false), &p) != nil {
		t.Error("a uniform profile has factors")
	}
}

// A level over a flow that is faster than its waves is refused from the Froude number 1 on, and a
// velocity that comes near the speed of sound with its profile.
func TestRefusedOpenings(t *testing.T) {
	f := &fromFile{file: &casefile.Case{}}
	const depth = 0.4
	level := func(o *Opening) { o.Level = timeseries.Constant(1.4) }
	waves := math.Sqrt(9.81 * depth) // [m/s]
	for _, test := range []struct {
		change func(o *Opening)
		speed  float64 // of the fluid at first [m/s]
		want   string
	}{
		{level, 0.98 * waves, ""},
		{level, 1.02 * waves, "Froude number 1.02"},
		{level, -1.02 * waves, "Froude number 1.02"},
		{func(*Opening) {}, 1.02 * waves, ""},
		{func(o *Opening) {
			o.Level, o.Discharge = timeseries.Constant(1.4), timeseries.Constant(-1.02*waves*depth)
		}, 0, "supercritical"},
		{func(o *Opening) {
			o.Level, o.Discharge = timeseries.Constant(1.4), timeseries.Constant(-0.98*waves*depth)
		}, 0, ""},
		{func(o *Opening) {
			o.Level, o.Inlet, o.Velocity = timeseries.Constant(1.4), true, timeseries.Constant(2)
		}, 0, ""},
		{func(o *Opening) { o.Velocity = timeseries.Constant(2) }, 0, ""},
		{func(o *Opening) { o.Velocity = timeseries.Constant(-2.1) }, 0, "use physics.speed = 2.1"},
		{func(o *Opening) { o.Discharge = timeseries.Constant(2.1 * depth) }, 0,
			"use physics.speed = 2.1"},
		{func(o *Opening) {
			o.Velocity, o.Profile = timeseries.Constant(1.5), []float64{0.5, 1.5}
		}, 0, "use physics.speed = 2.25"},
	} {
		c := &sph.Case{End: 1, Params: sph.Defaults(0.02)}
		c.Params.Dim, c.Params.C0 = 2, 2*reading.LeastSound
		of := upright(depth, false)
		of.Depth, of.Speed = depth, test.speed
		test.change(&of.Opening)
		l := LayoutOf(&c.Params, &of.Opening)
		of.Wet = make([]bool, len(l.Sites))
		for k := range of.Wet {
			of.Wet[k] = true
		}
		o := &given{InFile: InFile{Outlet: &Outlet{}, Path: "outlet.0"}}
		err := f.checkSupercritical(o, of, &of.Opening, l, c)
		if err == nil {
			err = f.checkFast(o, &of.Opening, l, c)
		}
		if err == nil && test.want != "" || err != nil && (test.want == "" ||
			!strings.Contains(err.Error(), test.want)) {
			t.Errorf("speed %g, %s: %v; want %q", test.speed, of.Given(), err, test.want)
		}
	}
}

// Directions across a normal are at right angles, the second as far up as can be.
func TestAcross(t *testing.T) {
	dot := func(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	for _, normal := range [][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0.6, 0, 0.8},
		{0.6, 0, -0.8}, {-0.48, 0.6, 0.64}} {
		for _, dim := range []int{2, 3} {
			if dim == 2 && normal[1] != 0 {
				continue
			}
			a := acrossOf(normal, dim)
			if math.Abs(dot(a[0], a[1]))+math.Abs(dot(a[0], normal))+math.Abs(dot(a[1], normal)) > 1e-12 ||
				math.Abs(dot(a[0], a[0])-1)+math.Abs(dot(a[1], a[1])-1) > 1e-12 {
				t.Errorf("%v: %v are not at right angles", normal, a)
			}
			if up := math.Hypot(normal[0], normal[1]); math.Abs(a[1][2]-up) > 1e-12 {
				t.Errorf("%v: up is %v, which rises by %g, want %g", normal, a[1], a[1][2], up)
			}
			if dim == 2 && a[0] != [3]float64{0, 1, 0} {
				t.Errorf("%v: in the plane %v is across it", normal, a[0])
			}
		}
	}
}

// A rectangle is turned about the direction of its flow, counterclockwise for who looks against it,
// and the box around it with it.
func TestTurnedRectangle(t *testing.T) {
	c, s := math.Sqrt(0.75), 0.5
	for _, test := range []struct{ normal, want [3]float64 }{
		{[3]float64{1, 0, 0}, [3]float64{0, c, s}}, {[3]float64{0, -1, 0}, [3]float64{c, 0, s}},
		{[3]float64{0, 0, 1}, [3]float64{c, s, 0}},
	} {
		o := &Opening{Normal: test.normal, Half: [2]float64{0.4, 0.2}, Centre: [3]float64{1, 2, 3}}
		o.Across = acrossOf(test.normal, 3)
		if alignedAxis(o) < 0 {
			t.Errorf("%v: it is not along an axis", test.normal)
		}
		for k := range o.Across {
			o.Across[k] = turnedBy(o.Across[k], test.normal, math.Pi/6)
		}
		box, err := block(o, 0, -0.1, 0.1, 3)
		if err != nil || alignedAxis(o) >= 0 {
			t.Fatalf("%v: %v, along an axis: %v", test.normal, err, alignedAxis(o))
		}
		for a, want := range test.want {
			if math.Abs(o.Across[0][a]-want) > 1e-12 {
				t.Errorf("%v: its width is along %v, not %v", test.normal, o.Across[0], test.want)
			}
		}
		if !box.Inside(o.Point(0.39, 0.19, 0)) || !box.Inside(o.Point(-0.39, 0.19, 0)) ||
			box.Inside(o.Point(0.41, 0, 0)) || box.Inside(o.Point(0, 0.21, 0)) {
			t.Errorf("%v: the box is not where the rectangle is", test.normal)
		}
	}
}
