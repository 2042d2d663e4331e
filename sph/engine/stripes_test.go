package engine

import "testing"

// Few particles are cut into more stripes than many, unless these would have too few each.
func TestStripes(t *testing.T) {
	for _, test := range []struct{ particles, least, want int }{
		{0, MinStripe, 1}, {MinStripe - 1, MinStripe, 1}, {3 * MinStripe, MinStripe, 3}, {FewParticles - 1, MinStripe, MaxStripes},
		{FewParticles, MinStripe, DefaultStripes}, {1 << 30, MinStripe, DefaultStripes}, {1 << 30, 1 << 29, 2}, {100, 0, MaxStripes},
	} {
		if got := Stripes(test.particles, test.least); got != test.want {
			t.Errorf("%d particles, %d at least, are in %d stripes, want %d", test.particles, test.least, got, test.want)
		}
	}
}

// Their number changes only where another is much better.
func TestStripesAfter(t *testing.T) {
	for _, test := range []struct{ before, particles, want int }{
		{0, FewParticles - 1, MaxStripes}, {7, FewParticles - 1, 7}, {6, FewParticles - 1, 6}, {5, FewParticles - 1, MaxStripes}, {4, FewParticles - 1, MaxStripes},
		{MaxStripes, FewParticles + FewParticles/8, MaxStripes}, {5, FewParticles + FewParticles/8, MaxStripes}, {DefaultStripes, FewParticles, DefaultStripes},
		{MaxStripes, FewParticles + FewParticles/4, DefaultStripes}, {3, FewParticles, 3}, {2, FewParticles, DefaultStripes}, {3, 2 * MinStripe, 2},
	} {
		if got := stripesAfter(test.before, test.particles, MinStripe); got != test.want {
			t.Errorf("after %d stripes, %d particles are in %d, want %d", test.before, test.particles, got, test.want)
		}
	}
}
