package balance

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// The paper's Figure 9: GPU2 takes too long and GPU4 is done too early, so GPU2
// gives a slice, GPU3 passes one on, and GPU4 takes one.
func ExampleListing1() {
	bounds := []int{0, 5, 10, 15, 20} // of GPU1 to GPU4, with five slices each
	loads := []Load{{Slices: 5, Seconds: 10}, {Slices: 5, Seconds: 14}, {Slices: 5, Seconds: 10},
		{Slices: 5, Seconds: 6}}
	fmt.Println(Listing1(bounds, loads, 0.5, 1))
	// Output: [0 5 9 14 20]
}

// times are the loads of devices with these bounds, where slice s takes
// cost(device, s) seconds.
func times(bounds []int, cost func(device, slice int) float64) []Load {
	loads := make([]Load, len(bounds)-1)
	for d := range loads {
		loads[d].Slices = bounds[d+1] - bounds[d]
		for s := bounds[d]; s < bounds[d+1]; s++ {
			loads[d].Seconds += cost(d, s)
		}
	}
	return loads
}

func TestListing1(t *testing.T) {
	tests := []struct {
		name    string
		bounds  []int
		seconds []float64
		h       float64
		least   int
		want    []int
	}{
		{"balanced", []int{2, 7, 12}, []float64{5, 5}, 0.5, 1, []int{2, 7, 12}},
		{"the first gives", []int{2, 8, 12}, []float64{6, 4}, 0.5, 1, []int{2, 7, 12}},
		{"the last gives", []int{2, 6, 12}, []float64{4, 6}, 0.5, 1, []int{2, 7, 12}},
		{"below the threshold", []int{0, 8, 16}, []float64{8.3, 7.7}, 0.5, 1, []int{0, 8, 16}},
		{"a lower threshold", []int{0, 8, 16}, []float64{8.3, 7.7}, 0.25, 1, []int{0, 7, 16}},
		{"none takes", []int{0, 4, 8, 12, 16}, []float64{6, 3.4, 3.3, 3.3}, 0.9, 1,
			[]int{0, 4, 8, 12, 16}},
		{"none gives", []int{0, 4, 8, 12, 16}, []float64{2, 4.6, 4.7, 4.7}, 0.9, 1,
			[]int{0, 4, 8, 12, 16}},
		{"through two others", []int{0, 6, 10, 14, 16}, []float64{6, 4, 4, 2}, 0.5, 1,
			[]int{0, 5, 9, 13, 16}},
		{"through two others, back", []int{0, 2, 6, 10, 16}, []float64{2, 4, 4, 6}, 0.5, 1,
			[]int{0, 3, 7, 11, 16}},
		{"the furthest from the average", []int{0, 5, 11, 14, 16}, []float64{5, 6, 3, 2}, 0.5, 1,
			[]int{0, 5, 10, 13, 16}},
		{"the first of equals", []int{0, 6, 12, 14, 16}, []float64{6, 6, 2, 2}, 0.5, 1,
			[]int{0, 5, 11, 14, 16}},
		{"a last slice stays", []int{0, 1, 6}, []float64{9, 5}, 0.5, 1, []int{0, 1, 6}},
		{"the least stay", []int{0, 2, 8}, []float64{9, 5}, 0.5, 2, []int{0, 2, 8}},
		{"who has more gives instead", []int{0, 2, 6, 8}, []float64{9, 8, 1}, 0.5, 2, []int{0, 2, 5, 8}},
		{"who has least may pass on", []int{0, 6, 8, 10}, []float64{6, 2, 1.5}, 0.4, 2,
			[]int{0, 5, 7, 10}},
		{"one device", []int{0, 9}, []float64{5}, 0.5, 1, []int{0, 9}},
		{"nothing measured", []int{0, 4, 9}, []float64{0, 0}, 0.5, 1, []int{0, 4, 9}},
		{"not a number", []int{0, 4, 9}, []float64{math.NaN(), 1}, 0.5, 1, []int{0, 4, 9}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			loads := make([]Load, len(test.seconds))
			for d := range loads {
				loads[d] = Load{Slices: test.bounds[d+1] - test.bounds[d], Seconds: test.seconds[d]}
			}
			given := slices.Clone(test.bounds)
			if got := Listing1(test.bounds, loads, test.h, test.least); !slices.Equal(got, test.want) {
				t.Errorf("the bounds become %v, want %v", got, test.want)
			}
			if !slices.Equal(test.bounds, given) {
				t.Errorf("the given bounds are changed to %v", test.bounds)
			}
		})
	}
}

// Two devices that differ by exactly one slice leave it at that: whichever has
// it, the other is as far from the average. The paper's Listing 1, line 6, has
// |delta| > threshold, its text >=; with H_LB 0.5 only the former comes to rest.
func TestPingPong(t *testing.T) {
	bounds := []int{0, 2, 3}
	for range 10 {
		next := Listing1(bounds, times(bounds, func(int, int) float64 { return 1 }), 0.5, 1)
		if slices.Equal(next, bounds) {
			return
		}
		bounds = next
	}
	t.Error("a slice goes to and fro between two devices with three slices")
}

// settle applies Listing1 until it changes nothing any more.
func settle(t *testing.T, bounds []int, cost func(device, slice int) float64, h float64,
	least int) (settled []int, rounds int) {
	t.Helper()
	most := (bounds[len(bounds)-1] - bounds[0] + 1) * len(bounds)
	for rounds = range most {
		loads := times(bounds, cost)
		next := Listing1(bounds, loads, h, least)
		check(t, bounds, next, least)
		if slices.Equal(next, bounds) {
			return bounds, rounds
		}
		bounds = next
	}
	t.Fatalf("the bounds do not settle in %d rounds; they are %v", most, bounds)
	return nil, 0
}

// check holds what is true of any move: the slices stay the same, every device
// keeps the least it may have, and no bound moves by more than one, nor one to
// the left and another to the right.
func check(t *testing.T, before, after []int, least int) {
	t.Helper()
	n := len(before) - 1
	if len(after) != n+1 || after[0] != before[0] || after[n] != before[n] {
		t.Fatalf("%v becomes %v: slices are lost or won", before, after)
	}
	left, right := false, false
	for d := range n {
		if after[d+1]-after[d] < least {
			t.Fatalf("%v becomes %v: device %d has less than %d slices", before, after, d, least)
		}
		switch after[d] - before[d] {
		case -1:
			left = true
		case 1:
			right = true
		case 0:
		default:
			t.Fatalf("%v becomes %v: more than a slice moves", before, after)
		}
	}
	if left && right {
		t.Fatalf("%v becomes %v: slices cross", before, after)
	}
}

// FuzzListing1 moves slices of one cost, and of any cost between two devices,
// until they stay: they do, and then no device that may give is further above the
// average than the threshold while another is further below it.
func FuzzListing1(f *testing.F) {
	f.Add([]byte{3, 9, 1}, uint8(10), uint8(1))
	f.Add([]byte{1, 1, 1, 1, 200}, uint8(0), uint8(1))
	f.Add([]byte{20, 2, 2, 2, 2, 2, 2, 20}, uint8(40), uint8(2))
	f.Add([]byte{255, 255}, uint8(255), uint8(3))
	f.Fuzz(func(t *testing.T, parts []byte, threshold, fewest uint8) {
		if len(parts) < 2 || len(parts) > 16 {
			return
		}
		// From 0.5 on, where a slice cannot go to and fro.
		h, least := 0.5+float64(threshold)/100, 1+int(fewest%3)
		bounds := []int{7}
		for d, p := range parts {
			bounds = append(bounds, bounds[d]+least+int(p)%50)
		}
		one := func(int, int) float64 { return 1 }
		settled, _ := settle(t, bounds, one, h, least)
		rest(t, settled, times(settled, one), h, least)

		// Slices of any costs, as long as none is as great as what must lie between
		// two devices for it to move.
		pair := bounds[:3]
		costs := make([]float64, pair[2]+1)
		sum := 0.0
		for s := pair[0]; s < pair[2]; s++ {
			costs[s] = 1 + float64(parts[s%len(parts)])/255*min(1, 2*h-1)*0.9
			sum += costs[s]
		}
		if slices.Max(costs) < 2*h*sum/float64(pair[2]-pair[0]) {
			cost := func(_, slice int) float64 { return costs[slice] }
			settled, _ = settle(t, pair, cost, h, least)
			rest(t, settled, times(settled, cost), h, least)
		}
	})
}

// rest holds that nothing is left to move.
func rest(t *testing.T, bounds []int, loads []Load, h float64, least int) {
	t.Helper()
	var seconds float64
	for _, l := range loads {
		seconds += l.Seconds
	}
	n := float64(len(loads))
	threshold := h * seconds / float64(bounds[len(bounds)-1]-bounds[0])
	gives, takes := false, false
	for _, l := range loads {
		gives = gives || l.Slices > least && l.Seconds-seconds/n > threshold*1.000001
		takes = takes || seconds/n-l.Seconds > threshold*1.000001
	}
	if gives && takes {
		t.Errorf("%v stay, with %v, though there is more to move", bounds, loads)
	}
}

// Devices of other speeds: the slowest of them, and so the step, comes to within
// a slice of the best that bounds can do, also where a slice then goes to and
// fro, because the two devices take other times for it.
func TestUnequalDevices(t *testing.T) {
	tests := []struct {
		name   string
		speeds []float64 // seconds per slice
		slices int
	}{
		{"one slower", []float64{2, 1}, 30},
		{"one thrice as slow", []float64{3, 1}, 10},
		{"the middle one slower", []float64{1, 1.7, 1}, 60},
		{"all different", []float64{1, 1.2, 0.8, 1.5, 0.9, 1.1}, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := len(test.speeds)
			bounds := []int{0}
			for d := range n {
				bounds = append(bounds, (d+1)*test.slices/n)
			}
			cost := func(device, _ int) float64 { return test.speeds[device] }
			longest := func(loads []Load) (most float64) {
				for _, l := range loads {
					most = max(most, l.Seconds)
				}
				return most
			}
			rate := 0.0
			for _, s := range test.speeds {
				rate += 1 / s
			}
			best, before := float64(test.slices)/rate, longest(times(bounds, cost))
			for round := range 6 * test.slices {
				next := Listing1(bounds, times(bounds, cost), 0.5, 1)
				check(t, bounds, next, 1)
				bounds = next
				if took := longest(times(bounds, cost)); round > 5*test.slices &&
					took > best+2*slices.Max(test.speeds) {
					t.Fatalf("in round %d a step takes %g s, %g at best: %v", round, took, best, bounds)
				}
			}
			t.Logf("a step takes %g s, before %g, %g at best: %v", longest(times(bounds, cost)), before,
				best, bounds)
		})
	}
}

// The policy waits until it has seen K steps, averages over them, and begins
// anew.
func TestPaper(t *testing.T) {
	p := &Paper{H: 0.5, K: 10}
	bounds := []int{2, 8, 12}
	// What is seen first says that the first device is slow, the sum says that
	// the second is.
	p.Observe([]Load{{Slices: 6, Seconds: 9}, {Slices: 4, Seconds: 1}}, 5)
	if got := p.Bounds(bounds, 1); !slices.Equal(got, bounds) {
		t.Errorf("after 5 steps of 10 the bounds are %v, want %v", got, bounds)
	}
	p.Observe([]Load{{Slices: 6, Seconds: 2}, {Slices: 4, Seconds: 20}}, 5)
	if got, want := p.Bounds(bounds, 1), []int{2, 9, 12}; !slices.Equal(got, want) {
		t.Errorf("after 10 steps the bounds are %v, want %v", got, want)
	}
	if got := p.Bounds(bounds, 1); !slices.Equal(got, bounds) {
		t.Errorf("with nothing new seen the bounds are %v, want %v", got, bounds)
	}
	p.Observe([]Load{{Slices: 6, Seconds: 9}, {Slices: 4, Seconds: 1}}, 10)
	if got, want := p.Bounds(bounds, 1), []int{2, 7, 12}; !slices.Equal(got, want) {
		t.Errorf("after 10 more steps the bounds are %v, want %v", got, want)
	}
	p.Observe([]Load{{Slices: 6, Seconds: 9}, {Slices: 4, Seconds: 1}}, 10)
	if got := p.Bounds(bounds, 6); !slices.Equal(got, bounds) {
		t.Errorf("the bounds become %v, but device 0 needs 6 slices", got)
	}
	if s := p.String(); !strings.Contains(s, "0.5") || !strings.Contains(s, "10") {
		t.Errorf("the policy calls itself %q", s)
	}
}

// The paper's slice is a layer: where that has several slices, as many move at once, and none
// where a device would be left with less than it must have.
func TestPaperMovesLayers(t *testing.T) {
	for _, test := range []struct {
		bounds  []int
		seconds []float64
		least   int
		want    []int
	}{
		{[]int{8, 48, 88}, []float64{6, 4}, 5, []int{8, 44, 88}},
		{[]int{8, 49, 88}, []float64{4, 6}, 5, []int{8, 53, 88}},
		{[]int{8, 48, 88}, []float64{5.2, 4.9}, 5, []int{8, 48, 88}},
		{[]int{8, 16, 88}, []float64{9, 5}, 5, []int{8, 16, 88}},
		{[]int{8, 20, 88}, []float64{9, 5}, 5, []int{8, 16, 88}},
	} {
		p := &Paper{H: 0.5, K: 10}
		var loads []Load
		for d := range test.seconds {
			loads = append(loads, Load{Slices: test.bounds[d+1] - test.bounds[d], Layer: 4,
				Seconds: test.seconds[d]})
		}
		p.Observe(loads, 10)
		given := slices.Clone(test.bounds)
		if got := p.Bounds(test.bounds, test.least); !slices.Equal(got, test.want) ||
			!slices.Equal(test.bounds, given) {
			t.Errorf("devices at %v that take %v s: the bounds become %v, want %v", given, test.seconds, got,
				test.want)
		}
	}
}
