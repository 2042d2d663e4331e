package validate

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestNorms(t *testing.T) {
	if got := RMS([]float64{3, -4, 0, 0}); got != 2.5 {
		t.Errorf("RMS is %g, not 2.5", got)
	}
	if got := Greatest([]float64{1, -7, 3}); got != 7 {
		t.Errorf("the greatest is %g, not 7", got)
	}
	for _, none := range []float64{RMS(nil), Greatest(nil), Greatest([]float64{9, math.NaN(), 1}), RMS([]float64{1, math.NaN()})} {
		if !math.IsNaN(none) {
			t.Errorf("a norm of what is not known is %g", none)
		}
	}
	// An error of the square of the spacing has the order 2, between any two spacings.
	for _, fine := range []float64{0.025, 0.01, 0.04} {
		if got := Order(-3*0.05*0.05, 3*fine*fine, 0.05, fine); math.Abs(got-2) > 1e-12 {
			t.Errorf("from 0.05 to %g the order is %g", fine, got)
		}
	}
}

// Gates ask from their spacing on. What is not known misses them.
func TestGate(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		gate                 Gate
		deltaP, value, order float64
		asks, holds          bool
	}{
		{Gate{}, 0.1, 5, none, false, true},
		{Gate{Most: 1}, 0.1, -1, none, true, true},
		{Gate{Most: 1}, 0.1, -1.01, none, true, false},
		{Gate{Most: 1}, 0.1, none, none, true, false},
		{Gate{Most: 1, DeltaP: 0.02}, 0.021, 0, none, false, true},
		{Gate{Most: 1, DeltaP: 0.02}, 0.02, 0, none, true, true},
		{Gate{Most: 1, Falls: true}, 0.1, 0.5, 0.1, true, true},
		{Gate{Most: 1, Falls: true}, 0.1, 0.5, -0.1, true, false},
		{Gate{Most: 1, Falls: true}, 0.1, 0.5, none, true, false},
		{Gate{Falls: true, Order: 1.5}, 0.1, 99, 1.4, true, false},
		{Gate{Falls: true, Order: 1.5}, 0.1, 99, 1.6, true, true},
	} {
		if asks, holds := test.gate.asks(test.deltaP), test.gate.holds(test.value, test.order); asks != test.asks || holds != test.holds {
			t.Errorf("%+v asks %v and holds %v", test, asks, holds)
		}
	}
}

// Rows have the order from the next coarser spacing. A run that failed has one of its own, and no
// other. Runs that end too early do not have all norms.
func TestRows(t *testing.T) {
	c := &Case{Name: "MadeUp", Norms: []Norm{
		{Name: "error", Unit: "%", Exact: true, Of: func(r *Run) float64 { return 4 * r.DeltaP * r.DeltaP }, Gate: Gate{Most: 0.011, Falls: true, Order: 1.5, DeltaP: 0.05}},
		{Name: "between", Between: func(coarse, fine *Run) float64 { return coarse.DeltaP + fine.DeltaP }, Gate: Gate{Most: 0.1}},
		{Name: "late", Unit: "s", End: 2, Of: func(*Run) float64 { return math.NaN() }},
	}}
	runs := []*Run{{DeltaP: 0.1, End: 1, Seconds: 1}, {DeltaP: 0.07, End: 1, Err: errors.New("blew up")}, {DeltaP: 0.05, End: 2, Seconds: 61.25}}
	got := Table(c.Rows(runs))
	want := `
case    Δp [m]  norm              value  order                                gate   verdict     s
MadeUp  0.07    comes to its end      —                                               failed   0.0
MadeUp  0.1     error               4 %         (≤ 1.1 %, order > 1.5 at 0.05)  reported   1.0
MadeUp  0.05    error               1 %    2.0             ≤ 1.1 %, order > 1.5     holds  61.2
MadeUp  0.05    between            0.15                                 ≤ 0.1    missed  61.2
MadeUp  0.05    late                  —                                       reported  61.2
`
	for i, line := range strings.Split(strings.TrimSpace(want), "\n") {
		lines := strings.Split(got, "\n")
		if strings.Join(strings.Fields(lines[i]), " ") != strings.Join(strings.Fields(line), " ") {
			t.Errorf("line %d is %q, not %q", i, lines[i], line)
		}
	}
	if n := strings.Count(got, "\n"); n != 6 {
		t.Errorf("there are %d lines", n)
	}
}
