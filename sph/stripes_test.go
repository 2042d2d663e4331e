package sph

import "testing"

// Few particles are cut into more stripes than many, unless these would have too few each.
func TestStripes(t *testing.T) {
	for _, test := range []struct{ particles, least, want int }{
		{0, LeastStripe, 1}, {LeastStripe - 1, LeastStripe, 1}, {3 * LeastStripe, LeastStripe, 3}, {FewParticles - 1, LeastStripe, MostStripes},
		{FewParticles, LeastStripe, UsualStripes}, {1 << 30, LeastStripe, UsualStripes}, {1 << 30, 1 << 29, 2}, {100, 0, MostStripes},
	} {
		if got := Stripes(test.particles, test.least); got != test.want {
			t.Errorf("%d particles, %d at least, are in %d stripes, want %d", test.particles, test.least, got, test.want)
		}
	}
}
