// Package balance decides, from measured times, how many slices of the domain
// each device should own. It knows nothing of devices or particles: its
// functions are pure and its policies keep nothing but sums.
package balance

import "fmt"

// Load is what a device did in a number of steps.
type Load struct {
	Slices  int     // it owned
	Layer   int     // slices in a layer of cells, which is what the paper calls a slice; 0 is 1
	Seconds float64 // it was busy with what grows with its particles, waiting aside
	// estimate for each of its slices, in any unit that all devices share; nil where none is known
	Work []float64
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
// K steps, a device that took longer than the average by more than
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
		p.loads[d].Slices, p.loads[d].Layer = l.Slices, max(l.Layer, 1)
		p.loads[d].Seconds += l.Seconds
	}
	p.steps += steps
}

// Bounds moves at most as many slices as a layer has, once K steps have been observed.
func (p *Paper) Bounds(bounds []int, least int) []int {
	if p.steps < p.K || len(p.loads) == 0 {
		return bounds
	}
	layer := p.loads[0].Layer
	for d := range p.loads {
		p.loads[d].Slices /= layer
	}
	moved := append([]int(nil), Listing1(bounds, p.loads, p.H, (least+layer-1)/layer)...)
	for b := range moved {
		moved[b] = bounds[b] + layer*(moved[b]-bounds[b])
	}
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
