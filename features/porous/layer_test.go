package porous

import (
	"math"
	"testing"
)

// The drag of stones of 5 cm with a porosity of 0.4 in water, by hand from van Gent's equation.
func TestDragOfStones(t *testing.T) {
	for _, test := range []struct{ kc, a, b float64 }{{0, 2.25, 206.25}, {10, 2.25, 206.25 * 1.75}} {
		s := Stones{D50: 0.05, Nu: 1e-6, Alpha: VanGentAlpha, Beta: VanGentBeta, KC: test.kc}
		if a, b := s.Drag(0.4); math.Abs(a-test.a) > 1e-9 || math.Abs(b-test.b) > 1e-9 {
			t.Errorf("with KC %g the drag is %g /s and %g /m, not %g and %g", test.kc, a, b, test.a, test.b)
		}
	}
}
