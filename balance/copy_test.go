package balance

import (
	"slices"
	"testing"
)

// A copy of a balancer does as the balancer does, and neither learns from the other.
func TestCopies(t *testing.T) {
	for _, policy := range []interface {
		Policy
		Copy() Policy
	}{predictive(), &Paper{H: 0.1, K: 30}} {
		bounds := []int{2, 12, 22}
		see := func(p Policy, slow float64) []int {
			for range 3 {
				p.Observe([]Load{{Slices: 10, Seconds: slow}, {Slices: 10, Seconds: 1}}, 10)
			}
			return p.Bounds(bounds, 2)
		}
		policy.Observe([]Load{{Slices: 10, Seconds: 2}, {Slices: 10, Seconds: 1}}, 10)
		first, second, other := policy.Copy(), policy.Copy(), policy.Copy()
		moved := see(first, 3)
		if slices.Equal(moved, bounds) {
			t.Errorf("%v moves nothing: the test does not test it", policy)
		}
		other.Observe([]Load{{Slices: 10, Seconds: 1}, {Slices: 10, Seconds: 1000}}, 10)
		see(first, 0.1)
		if got := see(second, 3); !slices.Equal(got, moved) {
			t.Errorf("%v: another copy moves to %v, the first to %v", policy, got, moved)
		}
		if got := see(policy, 3); !slices.Equal(got, moved) {
			t.Errorf("%v itself moves to %v, its copy to %v", policy, got, moved)
		}
	}
}
