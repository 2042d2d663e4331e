// Package balance decides, from measured times, how many slices of the domain
// each device should own. It knows nothing of devices or particles: its
// functions are pure and its policies keep nothing but sums.
package balance

import (
	"fmt"
	"math"
)

// Load is what a device did in a number of steps.
type Load struct {
	Slices  int
	Seconds float64 // spent in Forces
}

// Policy moves the bounds of the devices' slices. Device d owns the slices
// [bounds[d], bounds[d+1]).
type Policy interface {
	// Observe takes what the devices did in the last steps.
	Observe(loads []Load, steps int)
	// Bounds returns the bounds that should follow the given ones, which it
	// leaves alone. Every device keeps at least the given number of slices.
	Bounds(bounds []int, least int) []int
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

	steps int
	loads []Load
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
func (p *Paper) Bounds(bounds []int, least int) []int {
	if p.steps < p.K {
		return bounds
	}
	moved := Listing1(bounds, p.loads, p.H, least)
	p.loads, p.steps = nil, 0
	return moved
}

// Listing1 is the paper's: it returns the bounds after at most one slice has
// gone from a device that takes too long to one that is done too early. Where
// the listing takes any such pair, this takes the one that is furthest from the
// average on both sides, the first of equals. A device keeps its least slices.
func Listing1(bounds []int, loads []Load, h float64, least int) []int {
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
		case delta > threshold && l.Slices > least && (giving < 0 || l.Seconds > loads[giving].Seconds):
			giving = d
		case -delta > threshold && (taking < 0 || l.Seconds < loads[taking].Seconds):
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
// it can be. Every device gets at least the given number of slices; there must
// be as many.
func Cut(weights []float64, first, n, least int) []int {
	sums := make([]float64, len(weights)+1)
	for i, w := range weights {
		sums[i+1] = sums[i] + w
	}
	low, high := 0.0, sums[len(weights)] // of the greatest share
	best := cutInto(sums, n, least, math.Inf(1))
	for range 60 {
		middle := (low + high) / 2
		if cuts := cutInto(sums, n, least, middle); cuts != nil {
			best, high = cuts, middle
		} else {
			low = middle
		}
	}
	for d := range best {
		best[d] += first
	}
	return best
}

// cutInto cuts slices, whose weights have the given running sums, into n parts
// of at least so many slices and at most a share of the weight; nil if that
// cannot be.
func cutInto(sums []float64, n, least int, share float64) []int {
	slices := len(sums) - 1
	// ends[d][e] is whether d parts can end at e.
	ends := make([][]bool, n+1)
	ends[0] = make([]bool, slices+1)
	ends[0][0] = true
	for d := 1; d <= n; d++ {
		ends[d] = make([]bool, slices+1)
		from, last := 0, -1 // the part may begin at from or later; last is the latest end of d-1 parts
		for e := d * least; e <= slices; e++ {
			for ; from < e && sums[e]-sums[from] > share; from++ {
			}
			if ends[d-1][e-least] {
				last = e - least
			}
			ends[d][e] = last >= from
		}
	}
	if !ends[n][slices] {
		return nil
	}
	cuts := make([]int, n+1)
	cuts[n] = slices
	for d := n; d > 1; d-- {
		at := cuts[d] - least
		for !ends[d-1][at] {
			at--
		}
		cuts[d-1] = at
	}
	return cuts
}
