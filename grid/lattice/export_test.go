package lattice

import "testing"

// RateOf is the rate of the fastest of n waves on a base, and Duff's.
func RateOf(t *testing.T, r *RayleighTaylor, b *Base, n int) (eigenvalue, duff float64) {
	t.Helper()
	mode, err := b.Mode(r.Number(n))
	if err != nil {
		t.Fatal(err)
	}
	if duff, err = b.Duff(r.Number(n)); err != nil {
		t.Fatal(err)
	}
	return mode.Rate, duff
}

// Height is that of a row over the interface [cells].
func (r *RayleighTaylor) Height(row int) float64 { return r.height(row) }

// Drift is the velocity that a base's expansion by diffusion has at a height [cells/step].
func (b *Base) Drift() func(z float64) float64 {
	slope := times(b.first, b.temperature)
	return func(z float64) float64 { return b.excess * b.at(z, slope) }
}
