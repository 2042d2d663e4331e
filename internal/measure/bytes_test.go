package measure

import "testing"

// An active particle moves 96 bytes in the predictor, 128 in the corrector, which needs
// the velocity at the beginning of the step and the remainder, and 48 for its displacement; an entry
// moves 2 each time.
func TestLeastBytes(t *testing.T) {
	// By hand, of ten entries and half of the particles: a list moves 40 + 56 + 20 + 100 + 20 + 32 + 24 + 16 + 4 bytes
	// of each particle, half of 28 + 44 for the active and 20 of entries; an evaluation half of 136, and 20.
	if got, want := leastBytesOf(10, 0.5), (leastBytes{List: 312 + 36 + 20, Forces: 68 + 20}); got != want {
		t.Errorf("a list and an evaluation move %+v, not %+v", got, want)
	}
}
