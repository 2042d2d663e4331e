package run

import (
	"math"
	"reflect"
	"strconv"
	"testing"

	"gpusph/features/openings"
	"gpusph/output"
	"gpusph/sph"
)

// follow tells samples of a kinetic energy, each of 0.1 s, and returns the time at which it is
// steady, and since when; NaN if it is not.
func follow(s *steady, from, until int, kinetic func(t float64) float64) (at, since float64) {
	for k := from; k <= until; k++ {
		t := float64(k) / 10
		s.Sample(&sph.Sample{Time: t, Energy: []float64{kinetic(t)}})
		if s.since() != nil {
			return t, *s.since()
		}
	}
	return math.NaN(), math.NaN()
}

func newWindow(part, window float64) *steady {
	c := &sph.Case{}
	openings.Open(c, make([]openings.Opening, 2))
	return &steady{SteadyState: output.SteadyState{Part: part, Window: window}, flow: c}
}

func TestSteady(t *testing.T) {
	never := math.NaN()
	for name, test := range map[string]struct {
		kinetic   func(t float64) float64
		at, since float64
	}{
		"constant":        {func(t float64) float64 { return 3 }, 2, 0},
		"nothing moves":   {func(t float64) float64 { return 0 }, never, never}, // yet
		"it approaches":   {func(t float64) float64 { return 5 * (1 - math.Exp(-t)) }, 6.5, 4.5},
		"it comes to be":  {func(t float64) float64 { return 5 * math.Exp(-t) }, 6.5, 4.5},
		"it falls ever":   {func(t float64) float64 { return 100 - t }, never, never},
		"it swings":       {func(t float64) float64 { return 1 + math.Cos(4*t) }, never, never},
		"it swings less":  {func(t float64) float64 { return 1 + 0.0049*math.Cos(4*t) }, 2, 0},
		"a swing at last": {func(t float64) float64 { return 1 + max(0, t-1.95) }, never, never},
	} {
		at, since := follow(newWindow(0.01, 2), 0, 90, test.kinetic)
		if !reflect.DeepEqual([]string{number(at), number(since)},
			[]string{number(test.at), number(test.since)}) {
			t.Errorf("%s: at %g s it is steady since %g s, not at %g s since %g s", name, at, since, test.at,
				test.since)
		}
	}
	if s := newWindow(0, 2); s.Sample(&sph.Sample{Energy: []float64{1}}) != nil || len(s.Times) > 0 ||
		s.copy() != nil {
		t.Error("samples are kept without a request")
	}
}

// A flow with openings is steady when their discharges have settled, too, and what comes in goes
// out. A discharge that is uneven from sample to sample, as particles cross one by one, is steady
// if its means are.
func TestSteadyThroughOpenings(t *testing.T) {
	constant := func(t float64) float64 { return 2 * t }
	slower := func(t float64) float64 { return t * (9 - t) }
	never := math.NaN()
	for name, test := range map[string]struct {
		in, out func(t float64) float64 // volumes since the beginning
		at      float64
	}{
		"as much":   {constant, constant, 2},
		"it fills":  {constant, func(t float64) float64 { return 1.97 * t }, never},
		"it falls":  {slower, slower, never},
		"nearly":    {constant, func(t float64) float64 { return 1.985 * t }, 2},
		"in layers": {func(t float64) float64 { return math.Floor(400*t) / 200 }, constant, 2},
		// the mean over a window that ends at t lacks (e² - 1) exp(-t)/2 of 2
		"it comes out": {constant, func(t float64) float64 { return 2 * (t + math.Exp(-t) - 1) }, 5.8},
		"nothing":      {func(float64) float64 { return 0 }, func(float64) float64 { return 0 }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newWindow(0.01, 2)
			at := never
			for k := 0; k <= 80 && s.since() == nil; k++ {
				time := float64(k) / 10
				s.Sample(&sph.Sample{Time: time, Energy: []float64{3},
					Readings: []float64{0, test.in(time), 0, 0, -test.out(time), 0}})
				if s.since() != nil {
					at = time
				}
				again := newWindow(0.01, 2)
				again.goOn(s.copy())
				s = again
			}
			if number(at) != number(test.at) {
				t.Errorf("it is steady at %g s, not at %g s", at, test.at)
			}
			if n := len(s.Volumes); n > 21 {
				t.Errorf("%d volumes are kept, not those of a window", n)
			}
		})
	}
}

// A run that goes on finds what one that has not ended finds, and nothing by what another measure
// found.
func TestSteadyGoesOn(t *testing.T) {
	kinetic := func(t float64) float64 { return 5 * (1 - math.Exp(-t)) }
	first := newWindow(0.01, 2)
	follow(first, 0, 40, kinetic)
	second := newWindow(0.01, 2)
	second.goOn(first.copy())
	if at, since := follow(second, 41, 90, kinetic); number(at) != "6.5" || number(since) != "4.5" {
		t.Errorf("at %g s it is steady since %g s", at, since)
	}
	if n := len(second.Times); n != 21 {
		t.Errorf("%d samples are kept, not those of a window", n)
	}
	again, other := newWindow(0.01, 2), newWindow(0.01, 4)
	again.goOn(second.copy())
	other.goOn(second.copy())
	if again.since() == nil || other.since() != nil {
		t.Error("it is not steady any more, or by another window")
	}
	if at, since := follow(other, 66, 90, kinetic); number(at) != "8.6" || number(since) != "4.6" {
		t.Errorf("by a longer window it is steady at %g s since %g s", at, since)
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
