package tests

import "testing"

// Lists of a flow in full motion last for several steps, as they are of the middle
// of the time for which they are made and each block's as long as its motion asks
// for. Measured, with dummy walls and α 0.1: 7.8 steps; lists of where particles are last for 5.0,
// with one skin for all for 2.7. (By default 5.8.)
func TestListsLast(t *testing.T) {
	const from, to, least = 0.3, 0.35, 6
	f := begin(t, setup(t, "DamBreak3D", 0.03, "--boundary", "dummy", "--alpha", "0.1"), to,
		testDevices())
	steps, lists := 0, 0
	for f.advance() {
		if f.reached.Time > from {
			steps += f.reached.Steps
			lists++
		}
	}
	each := float64(steps) / float64(lists)
	t.Logf("%d steps with %d lists, %.1f each", steps, lists, each)
	if lists == 0 || each < least {
		t.Errorf("lists last for %.1f steps each between %g s and %g s, want %d and more", each,
			from, to, least)
	}
}
