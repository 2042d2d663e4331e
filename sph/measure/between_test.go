package measure

import (
	"math"
	"reflect"
	"testing"

	"gpusph/sph"
)

// A sample between two has each value a quarter of the way from the earlier one, the step and the
// materials of that, and rates from how sums change in between.
func TestBetween(t *testing.T) {
	a := &sph.Sample{Time: 1, Step: 10, Energy: []float64{1, 2, 3}, Density: [2]float64{999, 1003},
		Stray: 2, Pressure: []float64{10, 20}, Height: []float64{0.1, 0.2}, Front: 4,
		Velocity: [][3]float64{{1, 2, 3}}, Force: [][3]float64{{1, 2, 3}},
		Moment: [][3]float64{{4, 5, 6}},
		Work:   []float64{1, 2}, Sums: []float64{10, 200, 3}, Turned: 2,
		Corrections: [][2]float64{{1, 2}}, BelowZero: 2}
	b := &sph.Sample{Time: 3, Step: 20, Energy: []float64{5, 10, 19}, Density: [2]float64{998, 1002},
		Stray: 1, Pressure: []float64{14, 36}, Height: []float64{0.5, 1}, Front: 8,
		Velocity: [][3]float64{{5, 10, 15}}, Force: [][3]float64{{5, 10, 15}},
		Moment: [][3]float64{{8, 9, 14}},
		Work:   []float64{5, 10}, Sums: []float64{14, 300, 11}, Turned: 10,
		Corrections: [][2]float64{{5, 10}}, BelowZero: 1}
	want := sph.Sample{Time: 1.5, Step: 10, Energy: []float64{2, 4, 7}, Density: [2]float64{998, 1003},
		Stray: 2, Pressure: []float64{11, 24}, Height: []float64{0.2, 0.4}, Front: 5,
		Velocity: [][3]float64{{2, 4, 6}}, Force: [][3]float64{{2, 4, 6}},
		Moment: [][3]float64{{5, 6, 8}},
		Work:   []float64{2, 4}, Sums: []float64{11, 225, 5}, Rates: []float64{2, 50, 4}, Turned: 4,
		Corrections: [][2]float64{{2, 4}}, BelowZero: 2}
	got := Between(a, b, 1.5)
	for k := range got.Height { // decimal fractions
		if math.Abs(got.Height[k]-want.Height[k]) < 1e-12 {
			got.Height[k] = want.Height[k]
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("between is\n%+v, not\n%+v", got, want)
	}
	if last := Between(a, b, 3); last.Step != 20 || last.Sums[1] != 300 || last.Rates[1] != 50 {
		t.Errorf("at the end it is %+v", last)
	}
}
