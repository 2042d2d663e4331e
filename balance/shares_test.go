package balance

import (
	"slices"
	"testing"
)

// takingTurns is what shares take, each slice one second, if a device works for
// one of its shares after the other, the first or the last first; and how long the
// longest device is busy.
func takingTurns(bounds, devices []int, lastFirst bool) (loads []Load, longest float64) {
	busy := make([]float64, slices.Max(devices)+1)
	loads = make([]Load, len(devices))
	for k := range devices {
		s := k
		if lastFirst {
			s = len(devices) - 1 - k
		}
		n := bounds[s+1] - bounds[s]
		busy[devices[s]] += float64(n)
		loads[s] = Load{Slices: n, Seconds: busy[devices[s]], Work: ones(n)}
	}
	return loads, slices.Max(busy)
}

// balanced lets a policy move slices for some lists and returns the bounds, and how
// long the longest device is busy in the end.
func balanced(t *testing.T, p Policy, bounds, devices []int, least int) ([]int, float64) {
	t.Helper()
	for list := range 100 {
		loads, _ := takingTurns(bounds, devices, list%2 == 1)
		p.Observe(loads, 10)
		next := p.Bounds(bounds, least)
		for d := range devices {
			if next[0] != bounds[0] || next[len(devices)] != bounds[len(devices)] ||
				next[d+1]-next[d] < least {
				t.Fatalf("bounds %v have become %v", bounds, next)
			}
		}
		bounds = next
	}
	_, longest := takingTurns(bounds, devices, false)
	return bounds, longest
}

// Devices with several shares get as many slices as those with one.
func TestShares(t *testing.T) {
	for _, test := range []struct{ bounds, devices []int }{
		{[]int{2, 22, 42, 62}, []int{0, 0, 1}},
		{[]int{2, 22, 42, 62}, []int{1, 0, 0}},
		{[]int{2, 12, 22, 32, 42, 52, 62}, []int{0, 0, 1, 2, 2, 2}},
	} {
		equal := float64(60 / (slices.Max(test.devices) + 1))
		for _, policy := range []func() Policy{
			func() Policy { return &Predictive{Threshold: 0.01, Memory: 20} },
			func() Policy { return &Paper{H: 0.5, K: 10} },
		} {
			if bounds, longest := balanced(t, OfShares(policy(), test.devices), test.bounds, test.devices,
				2); longest > equal+1 {
				t.Errorf("%v on %v: bounds %v, and a device is busy for %g s, not %g", policy(), test.devices,
					bounds, longest, equal)
			}
		}
		if bounds, longest := balanced(t, &Predictive{Threshold: 0.01, Memory: 20}, test.bounds,
			test.devices, 2); longest <= equal+1 {
			t.Errorf("without knowing of shares on %v the bounds %v are as good: the test shows nothing",
				test.devices, bounds)
		}
	}
}

// Where no device has shares next to each other there is nothing to know; where one
// device has them all, or slices are too few, nothing moves.
func TestSharesThatStay(t *testing.T) {
	p := &Predictive{Threshold: 0.01, Memory: 20}
	if OfShares(nil, []int{0, 0}) != nil || OfShares(p, []int{0, 1, 0}) != Policy(p) {
		t.Error("a policy is made of none, or one of another that needs none")
	}
	for _, test := range []struct{ bounds, devices []int }{
		{[]int{2, 4, 30}, []int{0, 0}},
		{[]int{2, 4, 6, 9}, []int{0, 0, 1}},
	} {
		if bounds, _ := balanced(t, OfShares(&Predictive{Threshold: 0.01, Memory: 20}, test.devices),
			test.bounds, test.devices, 2); !slices.Equal(bounds, test.bounds) {
			t.Errorf("bounds %v on %v have become %v", test.bounds, test.devices, bounds)
		}
	}
}
