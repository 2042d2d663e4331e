package atmosphere_test

import (
	"math"
	"testing"

	"gpusph/grid/atmosphere"
	"gpusph/grid/atmosphere/airtest"
)

// TestSweepOrder sends a faint wave of sound and warm air in a wind once around a periodic row,
// and compares with the wave of the beginning.
func TestSweepOrder(t *testing.T) {
	const wind = 20
	base := atmosphere.NewBase(0, 100).Level()
	rho := base.MeanDensity
	c := math.Sqrt(base.Stiffness[0] * atmosphere.BaseTheta)
	for _, wave := range []struct {
		name  string
		speed float64
		cfl   float64
		start func(g float64) [4]float64 // of a sine
	}{
		{"sound", c, 0.8, func(g float64) [4]float64 {
			return [4]float64{1e-8 * g, 1e-8 * g * c, 0, 1e-8 * g * atmosphere.BaseTheta}
		}},
		{"warm air", wind, 0.8 * wind / (c + wind), func(g float64) [4]float64 {
			return [4]float64{0.01 * g, wind * (rho + 0.01*g), 0, 0}
		}},
	} {
		last := 0.0
		for n := 16; n <= 64; n *= 2 {
			o := airtest.New(&atmosphere.Flow{Cells: [2]int{n, 1}, Cell: 100, Periodic: true})
			from, scale := 0.0, 0.0
			before := make([]float64, n)
			for i := range n {
				h := 2 * math.Pi / float64(n)
				g := (math.Cos(float64(i)*h) - math.Cos(float64(i+1)*h)) / h
				for v, q := range wave.start(g) {
					o.Q[v][i] = q
				}
				before[i] = o.Q[0][i]
				scale = max(scale, math.Abs(before[i]))
			}
			steps := math.Ceil(float64(n) / wave.cfl)
			o.Dt = float64(n) * o.Cell / wave.speed / steps
			for range int(steps) {
				o.Sweep(0)
			}
			for i := range n {
				from = max(from, math.Abs(o.Q[0][i]-before[i])/scale)
			}
			if order := math.Log2(last / from); last > 0 && order < 4.5 {
				t.Errorf("%s, %d cells: error %.3g, of order %.2f", wave.name, n, from, order)
			}
			last = from
		}
	}
}

// TestDiffusion compares the decay of shear and of warm air at rest with exp(-K k² t).
func TestDiffusion(t *testing.T) {
	const n, k = 32, 75.0
	for _, v := range []int{atmosphere.Rho, atmosphere.Along} {
		o := airtest.New(&atmosphere.Flow{Cells: [2]int{n, 1}, Cell: 100, Periodic: true, K: k})
		for i := range n {
			o.Q[v][i] = 1e-6 * math.Sin(2*math.Pi*(float64(i)+0.5)/n)
		}
		value := func(i int) float64 {
			if v == atmosphere.Rho {
				return o.Theta(i, 0)
			}
			return o.Q[v][i]
		}
		before := value(n / 4)
		o.Dt = 0.2
		for range 5000 {
			o.Sweep(0)
		}
		wave := 2 * math.Pi / (n * o.Cell)
		of := math.Exp(-k * wave * wave * 1000)
		if got := value(n/4) / before; math.Abs(got/of-1) > 0.005 {
			t.Errorf("variable %d decays to %g of its size, not %g", v, got, of)
		}
	}
}
