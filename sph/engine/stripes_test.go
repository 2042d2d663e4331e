package engine

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

// Their number changes only where another is much better.
func TestStripesAfter(t *testing.T) {
	for _, test := range []struct{ before, particles, want int }{
		{0, FewParticles - 1, MostStripes}, {7, FewParticles - 1, 7}, {6, FewParticles - 1, 6}, {5, FewParticles - 1, MostStripes}, {4, FewParticles - 1, MostStripes},
		{MostStripes, FewParticles + FewParticles/8, MostStripes}, {5, FewParticles + FewParticles/8, MostStripes}, {UsualStripes, FewParticles, UsualStripes},
		{MostStripes, FewParticles + FewParticles/4, UsualStripes}, {3, FewParticles, 3}, {2, FewParticles, UsualStripes}, {3, 2 * LeastStripe, 2},
	} {
		if got := stripesAfter(test.before, test.particles, LeastStripe); got != test.want {
			t.Errorf("after %d stripes, %d particles are in %d, want %d", test.before, test.particles, got, test.want)
		}
	}
}
