package lattice

import (
	"math"
	"testing"
)

// TestMixingHeight: a layer in which θ falls on a straight line has its height, and 5 % of it are
// beyond each end of its extent; a tanh of width δ has 3 δ.
func TestMixingHeight(t *testing.T) {
	const rows, spacing, height = 400, 0.25, 30.
	at := func(row int) float64 { return (float64(row) - (rows-1)/2.) * spacing }
	line, tanh := make([]float64, rows), make([]float64, rows)
	for row := range line {
		line[row] = max(0, min(1, 0.5-at(row)/height))
		tanh[row] = 0.5 - 0.5*math.Tanh(at(row)/4)
	}
	if h := MixingHeight(line, spacing); math.Abs(h/height-1) > 1e-4 {
		t.Errorf("the height of a straight line is %g, not %g", h, height)
	}
	if h := MixingHeight(tanh, spacing); math.Abs(h/12-1) > 1e-4 {
		t.Errorf("the height of a tanh is %g, not 12", h)
	}
	low, high := MixingExtent(line, 0.05)
	if math.Abs(high-low-0.9*height/spacing) > 1e-9 || math.Abs(low+high-(rows-1)) > 1e-9 {
		t.Errorf("the straight line is from %g to %g", low, high)
	}
	low, high = MixingExtent(tanh, 0.05)
	if want := 8 * math.Atanh(0.9) / spacing; math.Abs((high-low)/want-1) > 1e-3 {
		t.Errorf("the tanh is %g rows high, not %g", high-low, want)
	}
	over := []float64{1.2, 1, 0.5, 0, -0.3}
	if h := MixingHeight(over, 2); h != 3 {
		t.Errorf("fractions beyond 0 and 1: %g", h)
	}
	for _, theta := range [][]float64{{1, 1, 1}, {0, 0, 0}, {1, 1, 0, 0}, {1, 0.97, 0.02, 0}} {
		low, high := MixingExtent(theta, 0.05)
		if !(low >= 0 && low <= high && high < float64(len(theta))) {
			t.Errorf("%v is from %g to %g", theta, low, high)
		}
	}
}

// TestMixingOfBoth: the same interface, a cosine of amplitude a, has the same height by a gas of
// two temperatures in rows and by particles of two fluids. Its rows have θ = arccos(z/a)/π, and ∫ θ
// (1 - θ) dz = 4 a/π².
func TestMixingOfBoth(t *testing.T) {
	const across, rows, a = 240, 120, 20.
	const cold, hot = 0.6, 0.9
	gas := make([]float64, across*rows)
	var z, volumes []float64
	var light []bool
	for row := range rows {
		for x := range across {
			height := float64(row) + 0.5 - rows/2
			below := height < a*math.Cos(2*math.Pi*float64(x)/across)
			gas[row*across+x] = cold
			if below {
				gas[row*across+x] = hot
			}
			if x%3 == 0 { // particles are fewer, and of unequal volumes
				z, light = append(z, height), append(light, below)
				volumes = append(volumes, 1+0.5*float64(x/3%2))
			}
		}
	}
	want := 6 * 4 * a / (math.Pi * math.Pi)
	h := MixingHeight(Fractions(RowMeans(gas, across), cold, hot), 1)
	if math.Abs(h/want-1) > 0.01 {
		t.Errorf("of the gas %g, not %g", h, want)
	}
	theta := LightFractions(z, volumes, light, -rows/2, rows/2, rows/2)
	if h := MixingHeight(theta, 2); math.Abs(h/want-1) > 0.03 {
		t.Errorf("of particles %g, not %g", h, want)
	}
	theta = LightFractions([]float64{0.5, 3.5, 9}, []float64{1, 1, 1}, []bool{true, false, true},
		0, 4, 4)
	for row, f := range []float64{1, 1, 1, 0} {
		if theta[row] != f {
			t.Errorf("row %d has %g", row, theta[row])
		}
	}
}
