package motion

import (
	"math"
	"testing"
)

// What is left of a piece from a time on has its values.
func TestFrom(t *testing.T) {
	p := Piece{Time: 1, Value: [4]float64{1, -2, 3, 0.7}, Amplitude: [4]float64{0.4, 0.3, -0.2, 0.5},
		Frequency: 0.6, Phase: 0.15}
	rest := p.from(1.3)
	for _, s := range []float64{0, 0.4, 1.7} {
		got, _, _ := rest.at(s)
		want, _, _ := p.at(1.3 + s)
		if rest.Time != 2.3 || math.Abs(got-want) > 1e-12 {
			t.Errorf("%g s on it is %g, not %g", s, got, want)
		}
	}
}

// Constant accelerations and speeds, with an end, with a ramp and with none of both, go as far as
// elementary kinematics say.
func TestSteadyInClosedForm(t *testing.T) {
	const u, a = 0.7, -0.3
	for _, test := range []struct {
		during During
		x, v   func(s float64) float64 // of the time since the start
	}{
		{During{Start: 0.5, Finish: Never}, func(s float64) float64 { return u*s + a*s*s/2 },
			func(s float64) float64 { return u + a*s }},
		{During{Start: 0.5, Finish: 4.5}, func(s float64) float64 { return u*s + a*s*s/2 },
			func(s float64) float64 { return u + a*s }},
		// The speed rises from 0 to u in the ramp, and grows by a from there on.
		{During{Start: 0.5, Finish: Never, Ramp: 1}, func(s float64) float64 {
			return u/2 + u*(s-1) + a*(s-1)*(s-1)/2
		}, func(s float64) float64 { return u + a*(s-1) }},
	} {
		l := Steady(u, a, test.during)
		for _, s := range []float64{1.3, 2, 2.7} {
			x, v, _ := l.At(0.5 + s)
			if math.Abs(x-test.x(s)) > 1e-6 || math.Abs(v-test.v(s)) > 1e-6 {
				t.Errorf("%+v: after %g s it is at %g m with %g m/s, not at %g with %g", test.during, s, x, v,
					test.x(s), test.v(s))
			}
		}
	}
}
