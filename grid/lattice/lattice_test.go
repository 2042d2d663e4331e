package lattice

import (
	"math"
	"testing"
)

// warmth is the temperature of the model.
var warmth = D2Q37().Temperature

// weight is that of a velocity.
func weight(m *Model, l int) float64 { return m.Weights[m.Shell[l]] }

// TestVelocities: every integer vector of the shells is there once, by distance and then by angle,
// and opposites are half a shell away.
func TestVelocities(t *testing.T) {
	m := D2Q37()
	seen := map[[2]int]bool{}
	for l, c := range m.Velocities {
		if seen[c] {
			t.Errorf("%v is there twice", c)
		}
		seen[c] = true
		square := c[0]*c[0] + c[1]*c[1]
		if float64(square) != m.Squares[m.Shell[l]] {
			t.Errorf("%v is in shell %d", c, m.Shell[l])
		}
		if o := m.Velocities[m.Opposite[l]]; o != [2]int{-c[0], -c[1]} {
			t.Errorf("opposite of %v is %v", c, o)
		}
		if l > 0 && m.Shell[l] == m.Shell[l-1] && angle(c) <= angle(m.Velocities[l-1]) {
			t.Errorf("%v is after %v", c, m.Velocities[l-1])
		}
	}
	for _, image := range [][2][2]int{{{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}} { // symmetry of a square
		for c := range seen {
			d := [2]int{image[0][0]*c[0] + image[0][1]*c[1], image[1][0]*c[0] + image[1][1]*c[1]}
			if !seen[d] {
				t.Errorf("%v has no image %v", c, d)
			}
		}
	}
}

// TestCrossing: of the populations in a row at a distance from a plane, this many pass it upwards.
// They are 26, as Calore et al. exchange.
func TestCrossing(t *testing.T) {
	var crossing [Reach]int
	for _, c := range D2Q37().Velocities {
		for row := range Reach {
			if c[1] > row {
				crossing[row]++
			}
		}
	}
	if crossing != [Reach]int{15, 8, 3} {
		t.Errorf("populations that pass a plane from rows 0, 1, 2: %v", crossing)
	}
}

// TestSlots: slots go through the velocities by falling c_y, then by rising c_x.
func TestSlots(t *testing.T) {
	m := D2Q37()
	var at [Populations][2]int
	for l, slot := range m.Slot {
		at[slot] = m.Velocities[l]
	}
	for s := 1; s < Populations; s++ {
		if a, b := at[s-1], at[s]; a[1] < b[1] || a[1] == b[1] && a[0] >= b[0] {
			t.Errorf("slots %d and %d have %v and %v", s-1, s, a, b)
		}
	}
}

// TestMoments: all moments to eighth order are those of a Gaussian with variance T₀, in units of
// √T₀, within 1e-14 of the sum of the moment's magnitudes. That they are isotropic follows.
func TestMoments(t *testing.T) {
	m := D2Q37()
	r, worst := 1/math.Sqrt(m.Temperature), 0.0
	for order := 0; order <= 2*degree; order++ {
		for a := 0; a <= order; a++ {
			b := order - a
			sum, magnitude, want := 0.0, 0.0, 0.0
			for l, c := range m.Velocities {
				term := weight(m, l) * math.Pow(r*float64(c[0]), float64(a)) *
					math.Pow(r*float64(c[1]), float64(b))
				sum, magnitude = sum+term, magnitude+math.Abs(term)
			}
			if a%2 == 0 && b%2 == 0 {
				want = float64(doubleFactorial(a-1) * doubleFactorial(b-1))
			}
			off := math.Abs(sum-want) / max(1, magnitude)
			worst = max(worst, off)
			if off > 1e-14 {
				t.Errorf("x^%d y^%d: %.17g, not %g", a, b, sum, want)
			}
		}
	}
	t.Logf("T₀ %.17g, r %.17g, weights %.17g; moments are off by %.1g", m.Temperature, r, m.Weights,
		worst)
	for s, w := range m.Weights {
		if w <= 0 {
			t.Errorf("weight %d is %g", s, w)
		}
	}
}

// TestTemperature: T₀ is the only root, and one of 35 T³ - 70 T² + 49 T - 12; r is that of the
// literature.
func TestTemperature(t *testing.T) {
	m := D2Q37()
	if n := len(quadratures(m)); n != 1 {
		t.Errorf("%d quadratures", n)
	}
	x := m.Temperature
	if p := ((35*x-70)*x+49)*x - 12; math.Abs(p) > 2e-14 {
		t.Errorf("the polynomial is %g", p)
	}
	if r := 1 / math.Sqrt(x); math.Abs(r-1.1969797703930744) > 1e-15 {
		t.Errorf("lattice constant %.17g", r)
	}
}
