package engine

import (
	"testing"

	"gpusph/balance"
)

// boundJumper gives one device after the other all slices but the least, so that
// windows leap over each other and are cut into by runs from all sides.
type boundJumper struct{ turn int }

func (l *boundJumper) Observe([]balance.Load, int) {}
func (l *boundJumper) String() string              { return "boundJumper" }
func (l *boundJumper) Bounds(bounds []int, least int) []int {
	l.turn++
	n := len(bounds) - 1
	full := l.turn * (n - 1) % n // from last to first, and again
	moved := append([]int(nil), bounds...)
	for b := 1; b < n; b++ {
		if moved[b] = bounds[0] + b*least; b > full {
			moved[b] = bounds[n] - (n-b)*least
		}
	}
	return moved
}

// Bounds may move by any number of slices at once, and nothing of the result
// changes: what a device lacks of its new window comes in one run from each
// owner, wherever they are.
func TestBoundJumps(t *testing.T) {
	var hash string
	for _, n := range []int{1, 2, 5} {
		o := Options{System: open(t, n), Stripe: 500}
		if n > 1 {
			o.Balance = &boundJumper{}
		}
		s := start(t, column(0.05), o)
		most := 0
		for s.clock.Step < 200 {
			before := append([]int(nil), s.bounds...)
			if _, err := s.Advance(10); err != nil {
				t.Fatal(err)
			}
			for b := range before {
				most = max(most, s.bounds[b]-before[b], before[b]-s.bounds[b])
			}
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d devices: bounds move by up to %d slices; %.12s", n, most, snap.SHA256)
		if n == 1 {
			hash = snap.SHA256
		} else if snap.SHA256 != hash {
			t.Errorf("%d devices give %s, one gives %s", n, snap.SHA256, hash)
		}
		if n > 1 && most <= 6 {
			t.Errorf("over %d devices no bound jumps over a window of 6 slices: %d are the most", n, most)
		}
	}
}
