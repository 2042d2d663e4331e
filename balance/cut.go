package balance

import (
	"math"
	"sort"
)

// Cut returns the bounds that share weights, one per slice from first on, over
// n devices as evenly as whole slices allow: the greatest share is as small as
// it can be. Every device gets at least the given number of slices; there must
// be as many.
func Cut(weights []float64, first, n, least int) []int {
	equal := make([]float64, n)
	for d := range equal {
		equal[d] = 1
	}
	return CutUnequal(weights, equal, first, least)
}

// CutUnequal is Cut for devices that take other times for the same weight:
// slowness is positive and what each device takes for a unit of weight [s, or
// any unit]. The greatest time is as small as it can be.
func CutUnequal(weights, slowness []float64, first, least int) []int {
	c := newCutter(weights, slowness, least)
	best, _ := c.best(0)
	for d := range best {
		best[d] += first
	}
	return best
}

// cutter cuts slices into parts of consecutive ones, one part per device.
type cutter struct {
	sums     []float64 // of the weights before each slice, and of all
	slowness []float64 // by device
	least    int       // slices of a part
	ends     [][]bool  // by d and e: whether d parts in time can end at slice e
}

func newCutter(weights, slowness []float64, least int) *cutter {
	c := &cutter{slowness: slowness, least: least, sums: make([]float64, len(weights)+1),
		ends: make([][]bool, len(slowness)+1)}
	for i, w := range weights {
		c.sums[i+1] = c.sums[i] + w
	}
	for d := range c.ends {
		c.ends[d] = make([]bool, len(c.sums))
	}
	c.ends[0][0] = true
	return c
}

// longest is the greatest time that a device takes for its part.
func (c *cutter) longest(cuts []int) float64 {
	most := 0.0
	for d, slow := range c.slowness {
		most = max(most, slow*(c.sums[cuts[d+1]]-c.sums[cuts[d]]))
	}
	return most
}

// best is the cut whose longest time is least, or above that by a part of it at most, and that
// time. Bisection comes closer to it than rounding does.
func (c *cutter) best(part float64) ([]int, float64) {
	best := c.within(math.Inf(1), nil)
	low, high := 0.0, c.longest(best)
	for high-low > part*low {
		middle := low + (high-low)/2
		if middle == low || middle == high {
			break
		}
		if cuts := c.within(middle, nil); cuts != nil {
			best, high = cuts, c.longest(cuts)
		} else {
			low = middle
		}
	}
	return best, high
}

// within is a cut for which no device takes longer than the given time; nil if
// there is none. Each cut, from the last to the first, is as near to the given
// one as it can be, or as late where none are given.
func (c *cutter) within(time float64, near []int) []int {
	n, slices := len(c.slowness), len(c.sums)-1
	inTime := func(d, from, to int) bool { return c.slowness[d]*(c.sums[to]-c.sums[from]) <= time }
	// Part d ends at latest[d+1] or before, and so that the parts behind it can have the rest, at
	// earliest[d+1] or behind.
	latest, earliest := make([]int, n+1), make([]int, n+1)
	earliest[n] = slices
	for d := range n {
		latest[d+1] = sort.Search(slices, func(e int) bool {
			return e >= latest[d] &&
				!inTime(d, latest[d], e+1)
		})
	}
	for d := n - 1; d > 0; d-- {
		earliest[d] = sort.Search(earliest[d+1], func(k int) bool { return inTime(d, k, earliest[d+1]) })
	}
	for d := range n {
		clear(c.ends[d+1])
		e := max((d+1)*c.least, earliest[d+1])
		// The part may begin at from or later; last is the latest end of the parts before.
		from := sort.Search(e, func(k int) bool { return inTime(d, k, e) })
		last := e - c.least
		for ; last >= 0 && !c.ends[d][last]; last-- {
		}
		for ; e <= latest[d+1]; e++ {
			for ; from < e && !inTime(d, from, e); from++ {
			}
			if c.ends[d][e-c.least] {
				last = e - c.least
			}
			c.ends[d+1][e] = last >= from
		}
	}
	if !c.ends[n][slices] {
		return nil
	}
	cuts := make([]int, n+1)
	cuts[n] = slices
	for d := n - 1; d > 0; d-- {
		at := -1
		for k := cuts[d+1] - c.least; k >= 0 && inTime(d, k, cuts[d+1]); k-- {
			if !c.ends[d][k] {
				continue
			}
			if at < 0 || near != nil && abs(k-near[d]) < abs(at-near[d]) {
				at = k
			}
			if near == nil || k <= near[d] {
				break
			}
		}
		cuts[d] = at
	}
	return cuts
}

func abs(i int) int { return max(i, -i) }
