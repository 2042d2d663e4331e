package device

import (
	"fmt"
	"math"
	"testing"

	"gpusph/features/joints"
	"gpusph/sph"
)

// A body that falls on a slider rebounds from the limit with a part e of its speed, to e² of the
// height, and comes to rest there unless e is 1.
func TestRebounds(t *testing.T) {
	const fall = 0.5
	for _, e := range []float64{0, 0.5, 0.8, 1} {
		t.Run(fmt.Sprint(e), func(t *testing.T) {
			c := flowOf([]sph.Body{rod("weight", [3]float64{}, 1, 2)}, []joints.Joint{{Name: "rail",
				Kind: joints.Slider, Body: 1, Axis: [3]float64{0, 0, 1}, Limited: true, Low: -fall,
				High: fall, Restitution: e}})
			r := newRig(t, c, 1e-3)
			var peaks []float64 // above the limit, after each impact
			lowest, height, rises := 0.0, 0.0, false
			for range 5000 {
				r.advance(1)
				j := r.joints()[0]
				lowest = min(lowest, j.Place+fall)
				if rises && j.Rate <= 0 {
					peaks = append(peaks, height)
				}
				rises, height = j.Rate > 0, j.Place+fall
			}
			for k, peak := range peaks {
				want := fall * math.Pow(e, 2*float64(k+1))
				if want < 1e-3 { // of a few steps
					break
				}
				// an impact is within a step of when it should be
				if off := math.Abs(peak - want); off > 0.02*float64(k+1)*want {
					t.Errorf("after impact %d it rises to %g m, want %g", k+1, peak, want)
				}
			}
			if want := map[float64]int{0: 0, 0.5: 4, 0.8: 8, 1: 7}[e]; len(peaks) < want || e == 0 &&
				len(peaks) > 0 {
				t.Errorf("it rebounds %d times, want %d", len(peaks), want)
			}
			j := r.joints()[0]
			if rests := j.Held == -1 && math.Abs(j.Place+fall) < 1e-6; rests != (e < 1) {
				t.Errorf("at the end it is %g m above the limit, held by %g", j.Place+fall, j.Held)
			}
			t.Logf("%d rebounds; the first to %v m; lowest %.2g m", len(peaks), peaks[:min(3, len(peaks))],
				lowest)
		})
	}
}

// Of two rods that hang in a row the second hits its limit: the impact turns the rate of its joint
// round, takes no energy where e is 1, and the joints hold.
func TestReboundInChain(t *testing.T) {
	c := pendulum(2, joints.Hinge)
	of := joints.Of(c)
	of[1].Limited, of[1].Low, of[1].High, of[1].Restitution = true, -0.4, 0.4, 1
	r := newRig(t, c, 1e-4)
	was, before, turned, worst := r.energy(), 0.0, 0, 0.0
	for range 20000 {
		r.advance(1)
		j := r.joints()[1]
		if before*j.Rate < 0 && math.Abs(math.Abs(j.Place)-0.4) < 1e-3 {
			turned++
			if math.Abs(j.Rate+before) > 0.02*math.Abs(before) {
				t.Errorf("an impact with %g rad/s leaves %g", before, j.Rate)
			}
		}
		before = j.Rate
		worst = max(worst, math.Abs(r.energy()-was))
	}
	t.Logf("%d impacts, energy within %.1e J, joints within %.1e m", turned, worst, r.broken())
	if turned < 2 || worst > 1e-2 || r.broken() > 1e-6 {
		t.Errorf("%d impacts change the energy by %g J; joints come %g m apart", turned, worst,
			r.broken())
	}
}
