package lattice

import (
	"math"
	"testing"
)

// TestPsi: with little contrast and walls far away ψ is 1 + k δ, the exact value of a density that
// is a tanh, whose wave is sech^(k δ)(z/δ). With more contrast it is less.
func TestPsi(t *testing.T) {
	for _, atwood := range []float64{0.001, 0.4} {
		for _, width := range []float64{0.02, 0.05, 0.1, 0.2} {
			r := NewRayleighTaylor(128)
			r.Cells[1], r.Atwood, r.Interface = 512, atwood, width
			k := r.Number(1)
			psi, err := r.Base().Psi(k)
			if err != nil {
				t.Fatal(err)
			}
			exact := 1 + k*width*128
			t.Logf("A %g, δ %g L: ψ %.5f, 1 + k δ is %.5f", atwood, width, psi, exact)
			if atwood < 0.01 && math.Abs(psi/exact-1) > 1e-6 || psi <= 1 || psi > exact*(1+1e-6) {
				t.Errorf("A %g, δ %g L: ψ is %g, 1 + k δ %g", atwood, width, psi, exact)
			}
		}
	}
}

// TestMode: with little viscosity, contrast and stratification the rate is √(A g k/(1 + k δ)). Half
// as many points again do not change it, and with viscosity it is that of Duff's formula within 10
// %.
func TestMode(t *testing.T) {
	r := NewRayleighTaylor(256)
	r.Cells[1] = 1024
	r.Atwood, r.Stratification, r.Interface, r.Reynolds = 0.02, 0.0004, 0.08, 1e6
	k := r.Number(1)
	rate, _ := RateOf(t, r, r.Base(), 1)
	ideal := math.Sqrt(r.Atwood * r.Gravity() * k / (1 + k*0.08*256))
	t.Logf("rate %.6g, %+.2g off the ideal", rate, rate/ideal-1)
	if math.Abs(rate/ideal-1) > 1e-3 {
		t.Errorf("rate %g, not %g", rate, ideal)
	}
	for _, re := range []float64{500, 8000} {
		for _, width := range []float64{0.05, 0.2} {
			r := NewRayleighTaylor(128)
			r.Reynolds, r.Interface = re, width
			rate, duff := RateOf(t, r, r.Base(), 1)
			fine, _ := RateOf(t, r, r.base(basePoints*3/2), 1)
			t.Logf("Re %g, δ %g L: rate %.5f, Duff %+.2f %%", re, width, rate*r.Unit(),
				100*(duff/rate-1))
			if math.Abs(fine/rate-1) > 1e-6 {
				t.Errorf("Re %g, δ %g L: rate %g, with more points %g", re, width, rate, fine)
			}
			if math.Abs(duff/rate-1) > 0.1 {
				t.Errorf("Re %g, δ %g L: rate %g, Duff %g", re, width, rate, duff)
			}
		}
	}
}
