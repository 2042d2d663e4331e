package balance

import "slices"

// OfShares is a policy for shares of which some sit on one device: devices says on
// which, by share. Shares of a device take turns with it, so how long one of them
// takes says little of its own slices; and if it gets more of them, the others take
// longer too. The policy therefore sees shares that follow each other on one device
// as one, and these divide what it gets by the estimated work.
func OfShares(p Policy, devices []int) Policy {
	first := []int{0}
	for d := 1; d < len(devices); d++ {
		if devices[d] != devices[d-1] {
			first = append(first, d)
		}
	}
	if p == nil || len(first) == len(devices) {
		return p
	}
	return &ofShares{Policy: p, first: append(first, len(devices))}
}

type ofShares struct {
	Policy
	first []int     // share of each device, and how many shares there are
	work  []float64 // by slice, as last told
}

// Observe tells the policy of devices. Shares of one begin and end each phase
// together, so it is busy for as long as the longest of them.
func (p *ofShares) Observe(loads []Load, steps int) {
	var devices []Load
	for d := range len(p.first) - 1 {
		var all Load
		for _, l := range loads[p.first[d]:p.first[d+1]] {
			all.Slices, all.Layer = all.Slices+l.Slices, l.Layer
			all.Seconds = max(all.Seconds, l.Seconds)
			all.Work = append(all.Work, l.Work...)
		}
		devices = append(devices, all)
	}
	p.work = workOf(loads)
	p.Policy.Observe(devices, steps)
}

// Bounds are the policy's for the devices, each of which has slices enough for its
// shares, and between the shares of a device where that has others than before.
func (p *ofShares) Bounds(bounds []int, least int) []int {
	shares := len(p.first) - 1
	now, most := make([]int, shares+1), 0
	for d, first := range p.first {
		now[d] = bounds[first]
		if d < shares {
			most = max(most, p.first[d+1]-first)
		}
	}
	if shares < 2 || now[shares]-now[0] < shares*most*least || len(p.work) != now[shares]-now[0] {
		return bounds
	}
	next := p.Policy.Bounds(now, most*least)
	moved := slices.Clone(bounds)
	for d := range shares {
		if next[d] == now[d] && next[d+1] == now[d+1] {
			continue
		}
		weights := p.work[next[d]-now[0] : next[d+1]-now[0]]
		copy(moved[p.first[d]:], Cut(weights, next[d], p.first[d+1]-p.first[d], least))
	}
	return moved
}
