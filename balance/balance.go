// Package balance decides, from measured times, how many slices of the domain
// each device should own. It knows nothing of devices or particles: its
// functions are pure and its policies keep nothing but sums.
package balance

import "fmt"

// Load is what a device did in a number of steps.
type Load struct {
	Slices  int
	Seconds float64 // spent in Forces
}

// Policy moves the bounds of the devices' slices. Device d owns the slices
// [bounds[d], bounds[d+1]), at least one.
type Policy interface {
	// Observe takes what the devices did in the last steps.
	Observe(loads []Load, steps int)
	// Bounds returns the bounds that should follow the given ones, which it
	// leaves alone.
	Bounds(bounds []int) []int
	// String describes the policy for the log.
	String() string
}

// Paper is the a posteriori balancer of Rustico et al. 2014, Section 3.5: every
// K steps, a device that took longer for Forces than the average by more than
// H times what a slice takes gives one slice, towards one that took as much
// less; the devices in between pass a slice on.
type Paper struct {
	H float64 // threshold coefficient H_LB; 0.5 in the paper
	K int     // steps to average over; 10 in the paper

	steps   int
	loads   []Load
	changed bool
}

func (p *Paper) String() string {
	return fmt.Sprintf("the paper's balancer, H_LB = %g, k = %d", p.H, p.K)
}

// Observe adds up the loads.
func (p *Paper) Observe(loads []Load, steps int) {
	if len(p.loads) != len(loads) {
		p.loads, p.steps = make([]Load, len(loads)), 0
	}
	for d, l := range loads {
		p.loads[d].Slices = l.Slices
		p.loads[d].Seconds += l.Seconds
	}
	p.steps += steps
}

// Bounds moves at most one slice, once K steps have been observed.
func (p *Paper) Bounds(bounds []int) []int {
	if p.steps < p.K {
		return bounds
	}
	moved := Listing1(bounds, p.loads, p.H)
	p.loads, p.steps = nil, 0
	return moved
}

// Listing1 is the paper's: it returns the bounds after at most one slice has
// gone from a device that takes too long to one that is done too early. Where
// the listing takes any such pair, this takes the one that is furthest from the
// average on both sides, the first of equals. A device keeps its last slice.
func Listing1(bounds []int, loads []Load, h float64) []int {
	n := len(loads)
	var seconds float64
	var slices int
	for _, l := range loads {
		seconds += l.Seconds
		slices += l.Slices
	}
	if n < 2 || slices == 0 || !(seconds > 0) {
		return bounds
	}
	average := seconds / float64(n)
	threshold := h * seconds / float64(slices)
	giving, taking := -1, -1
	for d, l := range loads {
		delta := l.Seconds - average
		switch {
		case delta >= threshold && delta > 0 && l.Slices > 1 && (giving < 0 || l.Seconds > loads[giving].Seconds):
			giving = d
		case -delta >= threshold && delta < 0 && (taking < 0 || l.Seconds < loads[taking].Seconds):
			taking = d
		}
	}
	if giving < 0 || taking < 0 {
		return bounds
	}
	moved := append([]int(nil), bounds...)
	for b := giving + 1; b <= taking; b++ {
		moved[b]--
	}
	for b := taking + 1; b <= giving; b++ {
		moved[b]++
	}
	return moved
}

// Cut returns the bounds that share weights, one per slice from first on, over
// n devices as evenly as whole slices allow: the greatest share is as small as
// it can be. Every device gets at least one slice; there must be as many.
func Cut(weights []float64, first, n int) []int {
	bounds := make([]int, n+1)
	for d := range bounds {
		bounds[d] = first + d
	}
	bounds[n] = first + len(weights)
	var low, high float64 // of the greatest share
	for _, w := range weights {
		low = max(low, w)
		high += w
	}
	fits := func(share float64) []int {
		cuts := []int{first}
		at := 0
		for d := range n {
			sum := weights[at]
			at++
			for at < len(weights)-(n-1-d) && sum+weights[at] <= share {
				sum += weights[at]
				at++
			}
			cuts = append(cuts, first+at)
		}
		if at < len(weights) {
			return nil
		}
		return cuts
	}
	for range 60 {
		middle := (low + high) / 2
		if cuts := fits(middle); cuts != nil {
			bounds, high = cuts, middle
		} else {
			low = middle
		}
	}
	return bounds
}
