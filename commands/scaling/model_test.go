package scaling

import (
	"math"
	"testing"

	"gpusph/internal/measure"
	"gpusph/sph/engine"
)

// free is a model in which nothing but the slices limits; T(1) is 1 s.
func free(weights []float64) *model {
	m := &model{Forces: 0.6, Build: 0.2, Link: measure.Link{Bandwidth: math.Inf(1)}, Stripe: 1,
		StepsToList: 10, Exchanges: []int{36, 36}, particles: weights, pairs: weights, least: 2}
	m.calibrate(0.8, 0.8)
	return m
}

// costly is one in which everything costs something: T(1) is 1 s, of which 0.1 s
// are fixed.
func costly(weights []float64) *model {
	m := &model{Forces: 0.7, Build: 0.2, Link: measure.Link{Latency: 1e-3, Bandwidth: 1e6},
		Stripe: 100, StepsToList: 10, Exchanges: []int{36, 36}, particles: weights, pairs: weights,
		least: 2}
	m.calibrate(1, 1)
	return m
}

func speedUp(m *model, n int) float64 {
	one, _ := m.time(1, nil)
	t, _ := m.time(n, nil)
	return one / t
}

func TestModel(t *testing.T) {
	for n := 1; n <= 20; n++ {
		if got, want := speedUp(free(even(80)), n), 1/greatestShare(even(80), n, 2); math.Abs(got-want) > 1e-9 {
			t.Errorf("with nothing in the way, %d devices are %g times as fast, not %g", n, got, want)
		}
	}
	if one, share := costly(even(80)).time(1, nil); one != 1 || share != 1 {
		t.Errorf("T(1) is %g, not 1", one)
	}
	last := 0.0
	for n := 1; n <= 64; n++ {
		s := speedUp(costly(even(80)), n)
		if s < last-1e-12 || s > float64(n) {
			t.Errorf("%d devices are %g times as fast, one less %g", n, s, last)
		}
		last = s
	}
	if last >= 10 {
		t.Errorf("64 devices are %g times as fast with a tenth that does not shrink", last)
	}
	if got, want := speedUp(costly(even(80)), 64), speedUp(costly(even(80)), 40); got != want {
		t.Errorf("beyond a device for two slices, the speed-up goes from %g to %g", want, got)
	}
}

// Two devices with 20 slices of 100 particles each, at T(1) = 1 s: 0.45 s of C,
// 200 particles of 36 bytes at 1 MB/s and three times 1 ms, hidden by the Forces of
// seven stripes of eight, and a slice's state in a list of ten steps.
func TestModelByHand(t *testing.T) {
	m := costly(even(40))
	lists := (3*1e-3 + 100*44/1e6) / 10
	compute := 0.45
	if got, _ := m.time(2, nil); math.Abs(got-(compute+lists+0.1)) > 1e-12 {
		t.Errorf("T(2) is %g, not %g", got, compute+lists+0.1)
	}
	// On one processor, the compute of both adds up.
	if got, _ := m.time(2, []string{"host", "host"}); math.Abs(got-(2*compute+lists+0.1)) > 1e-12 {
		t.Errorf("T(2) on one processor is %g, not %g", got, 2*compute+lists+0.1)
	}
	// Over a slow link, they hide a part of it.
	m.Link.Bandwidth = 1e3
	slow := 2*(3e-3+200*36/1e3-0.875*0.5*0.7/2) + (3*1e-3+100*44/1e3)/10
	if got, _ := m.time(2, nil); math.Abs(got-(compute+slow+0.1)) > 1e-12 {
		t.Errorf("T(2) over a slow link is %g, not %g", got, compute+slow+0.1)
	}
	// Where there are three exchanges, each is hidden by a third of the Forces.
	m.Exchanges = []int{36, 36, 36}
	slow = 3*(3e-3+200*36/1e3-0.875*0.5*0.7/3) + (3*1e-3+100*44/1e3)/10
	if got, _ := m.time(2, nil); math.Abs(got-(compute+slow+0.1)) > 1e-12 {
		t.Errorf("T(2) with three exchanges is %g, not %g", got, compute+slow+0.1)
	}
	m.Exchanges = []int{36, 36}
	m.Link.Bandwidth = 1e6
	// Where all particles are in one stripe, nothing hides the exchange.
	m.Stripe = engine.MinStripe
	open := 2 * (3e-3 + 200*36/1e6)
	if got, _ := m.time(2, nil); math.Abs(got-(compute+lists+open+0.1)) > 1e-12 {
		t.Errorf("T(2) with nothing to hide behind is %g, not %g", got, compute+lists+open+0.1)
	}
	// Phases that are longer than the steps are shortened.
	m.calibrate(0.5, 0.5)
	if m.Fixed != 0 || math.Abs(m.Forces+m.Build-0.5) > 1e-12 {
		t.Errorf("%+v", m)
	}
}

// Parts that do not fill a device take longer than in proportion.
func TestModelOfParts(t *testing.T) {
	m := costly(even(40))
	m.Parts = []measure.PartTime{{Part: 0.25, Seconds: 2}, {Part: 0.5, Seconds: 3},
		{Part: 1, Seconds: 4}}
	for w, want := range map[float64]float64{0.1: 0.5, 0.25: 0.5, 0.375: 0.625, 0.5: 0.75, 0.75: 0.875,
		1: 1, 1.0000001: 1} {
		if got := m.ofAll(w); math.Abs(got-want) > 1e-12 {
			t.Errorf("a part of %g takes %g of all, not %g", w, got, want)
		}
	}
	lists := (3*1e-3 + 100*44/1e6) / 10
	if got, want := first(m.time(2, nil)), 0.5*0.2+0.75*0.7+lists+0.1; math.Abs(got-want) > 1e-12 {
		t.Errorf("T(2) is %g, not %g", got, want)
	}
	if got, want := first(m.time(2, []string{"host", "host"})), 0.9+lists+0.1; math.Abs(got-want) > 1e-12 {
		t.Errorf("T(2) on one processor is %g, not %g", got, want)
	}
}

func first(a, _ float64) float64 { return a }

// The fit meets points that are as far from the model as one another, and errors
// are of the model to the measured.
func TestPredict(t *testing.T) {
	weights := even(80)
	m := costly(weights)
	var mips []float64
	for n := 1; n <= 4; n++ {
		at, _ := m.time(n, nil)
		if n > 1 {
			at += 0.05
		}
		mips = append(mips, 1.6/at)
	}
	p := predict(made(weights, mips, nil), m)
	if math.Abs(p.Handover-0.05) > 1e-9 || p.Fitted != 3 || !p.Own || p.Most != 40 {
		t.Errorf("H is %g from %d points, for up to %d devices", p.Handover, p.Fitted, p.Most)
	}
	for _, r := range p.Points {
		if r.N == 1 && (math.Abs(r.Error) > 1e-9 || math.Abs(r.ErrorFitted) > 1e-9) {
			t.Errorf("one device is predicted with an error of %g", r.Error)
		}
		if r.Measured == nil || r.N == 1 {
			continue
		}
		if want := 0.05 / r.Placed.Step; math.Abs(r.Error-want) > 1e-9 || math.Abs(r.ErrorFitted) > 1e-9 {
			t.Errorf("%d devices: errors of %g and %g, not %g and 0", r.N, r.Error, r.ErrorFitted, want)
		}
	}
	if last := p.Points[len(p.Points)-1]; last.N != 64 || last.Measured != nil ||
		!(last.Fitted.Mips < last.Alone.Mips) {
		t.Errorf("the last is %+v", last)
	}
}
