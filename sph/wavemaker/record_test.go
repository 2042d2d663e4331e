package wavemaker

import (
	"math"
	"math/cmplx"
	"testing"

	"gpusph/sph/motion"
)

// TestWindow compares the rate of a window with differences of its values.
func TestWindow(t *testing.T) {
	const ramp, finish, by = 1.5, 6, 1e-6
	for _, row := range []struct{ time, want float64 }{{-1, 0}, {0.75, 0.5}, {3, 1}, {5.25, 0.5},
		{7, 0}} {
		w, rate := window(row.time, ramp, finish)
		after, _ := window(row.time+by, ramp, finish)
		before, _ := window(row.time-by, ramp, finish)
		if d := (after - before) / (2 * by); math.Abs(w-row.want) > 1e-12 || math.Abs(d-rate) > 1e-8 {
			t.Errorf("at %g s the window is %g, not %g, and its rate %g, not %g", row.time, w, row.want,
				rate, d)
		}
	}
}

// TestLawOfRecord holds that a record in its window is the product of both between samples, too,
// and that it repeats without the ramp, which is no whole number of samples.
func TestLawOfRecord(t *testing.T) {
	level := lines{4, make([]complex128, 3)}
	level.c[1], level.c[2] = cmplx.Rect(0.2, 0.3), cmplx.Rect(0.1, -1)
	r := level.sampled()
	for _, of := range []struct {
		ramp, finish float64
		times        []float64
	}{
		{1.4 * r.step, motion.Never, []float64{4.5 * r.step, 1.37, 4.01, 4 + r.step, 6.3, 8 + r.step}},
		{1, 7, []float64{0.3, 0.9, 1.37, 3.91, 6.3, 6.7}},
	} {
		ramp, finish := of.ramp, of.finish
		law := r.law(0.5, ramp, finish)
		for _, time := range of.times {
			w, _ := window(time, ramp, finish)
			want := 0.0
			for n, c := range level.c {
				want += w * real(c*cmplx.Rect(1, 2*math.Pi*float64(n)*time/4))
			}
			if got, _, _ := law.At(0.5 + time); math.Abs(got-want) > 1e-3*0.3 {
				t.Errorf("ramp %g, finish %g: at %g s it is %g, not %g", ramp, finish, time, got, want)
			}
		}
	}
}

// TestLevelBeforePiston compares the slope of the level with differences of levels, and the level
// at a place that moves with the piston with linear theory there.
func TestLevelBeforePiston(t *testing.T) {
	p := &Paddle{Depth: 0.6, Gravity: gravity}
	const distance, by = 0.09, 1e-5
	for _, f := range []float64{0.3, 0.8, 1.4} {
		_, slope := p.before(f, distance)
		after, _ := p.before(f, distance+by)
		before, _ := p.before(f, distance-by)
		if want := (after - before) / (2 * by); cmplx.Abs(slope-want) > 1e-5*cmplx.Abs(want) {
			t.Errorf("at %g Hz the slope is %v, not %v", f, slope, want)
		}
	}
	level := lines{10, make([]complex128, 9)}
	level.c[5], level.c[8] = cmplx.Rect(0.002, 0.6), cmplx.Rect(0.001, 2)
	x := level.paddle(p)
	r, way := wantedRecord(p, &level, false, distance), x.sampled()
	worst, most := 0.0, 0.0
	for k := range r.x {
		there, here := 0.0, 0.0
		for n, c := range x.c {
			if c != 0 {
				turn := cmplx.Rect(1, 2*math.Pi*float64(n*k)/float64(len(r.x)))
				at, _ := p.before(float64(n)/10, distance+way.x[k])
				rest, _ := p.before(float64(n)/10, distance)
				there, here = there+real(c*at*turn), here+real(c*rest*turn)
			}
		}
		worst, most = max(worst, math.Abs(r.x[k]-there)), max(most, math.Abs(there-here))
	}
	if !(worst < 0.05*most) {
		t.Errorf("the level is %g m off, where the way of the piston makes %g m", worst, most)
	}
}

// TestBoundLevel has the long wave of two waves with phases.
func TestBoundLevel(t *testing.T) {
	p := &Paddle{Depth: 0.6, Gravity: gravity}
	level := lines{10, make([]complex128, 8)}
	level.c[5], level.c[7] = cmplx.Rect(0.02, 0.6), cmplx.Rect(0.03, 2)
	y := lines{10, make([]complex128, 8)}
	addBoundLevel(p, &level, &y)
	w, v := 2*math.Pi*0.7, 2*math.Pi*0.5
	g := p.subharmonic(w, p.Number(0.7), v, p.Number(0.5))
	for n, c := range y.c {
		want := 0i
		if n == 2 {
			want = cmplx.Rect(-0.02*0.03*math.Abs(g), 1.4)
		}
		if cmplx.Abs(c-want) > 1e-12 {
			t.Errorf("line %d is %v, not %v", n, c, want)
		}
	}
}
