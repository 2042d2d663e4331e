package run

import "testing"

// TestSnapshotMemory holds that the snapshots that wait to be written, of 44 bytes a
// particle, take 2 GiB or an eighth of what is free at most, and are no more than 16.
func TestSnapshotMemory(t *testing.T) {
	const particles = (2 << 30) / 44 // whose snapshot fills it
	for n, want := range map[int]int{1000: 16, particles / 17: 16, particles / 3: 3,
		particles / 3 * 2: 1, particles + 1: 1} {
		for free, want := range map[int64]int{0: want, 16 << 30: want, 1 << 40: want,
			8 << 30: max(1, (1<<30)/(44*n))} {
			if got := mayWait(free, 44*n); got != min(want, 16) {
				t.Errorf("of %d particles %d snapshots may wait in %d bytes, not %d", n, got, free, want)
			}
		}
	}
}
