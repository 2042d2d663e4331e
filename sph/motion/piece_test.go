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
