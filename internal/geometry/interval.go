package geometry

// Sets of numbers as sorted, disjoint intervals.

import (
	"math"
	"slices"
)

// everything is the whole line.
var everything = Interval{math.Inf(-1), math.Inf(1)}

// union appends to dst what is in any of the sets, whose intervals are all in one list, in any
// order. The list is sorted.
func union(all []Interval, dst []Interval) []Interval {
	slices.SortFunc(all, func(a, b Interval) int {
		if a.Low < b.Low {
			return -1
		} else if a.Low > b.Low {
			return 1
		}
		return 0
	})
	begin := len(dst)
	for _, i := range all {
		if n := len(dst); n > begin && i.Low <= dst[n-1].High {
			dst[n-1].High = max(dst[n-1].High, i.High)
		} else {
			dst = append(dst, i)
		}
	}
	return dst
}

// intersection appends to dst what is in both sets.
func intersection(a, b []Interval, dst []Interval) []Interval {
	for len(a) > 0 && len(b) > 0 {
		if low, high := max(a[0].Low, b[0].Low), min(a[0].High, b[0].High); low <= high {
			dst = append(dst, Interval{low, high})
		}
		if a[0].High < b[0].High {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return dst
}

// complement appends to dst what is not in the set, and the ends between.
func complement(a []Interval, dst []Interval) []Interval {
	low := math.Inf(-1)
	for _, i := range a {
		if i.Low > low {
			dst = append(dst, Interval{low, i.Low})
		}
		low = i.High
	}
	if !math.IsInf(low, 1) {
		dst = append(dst, Interval{low, math.Inf(1)})
	}
	return dst
}

// tidied is the set without gaps and without intervals that are not longer than least, which
// rounding makes where faces lie in one plane. It begins at begin.
func tidied(a []Interval, begin int, least float64) []Interval {
	n := begin
	for _, i := range a[begin:] {
		switch {
		case n > begin && i.Low-a[n-1].High <= least:
			a[n-1].High = i.High
		case i.High-i.Low > least:
			a[n] = i
			n++
		}
	}
	return a[:n]
}

// between appends to dst the intervals that begin and end at some of the cuts, as inside says of
// the points between two of them. The cuts are sorted. Nothing lies before the first or behind the
// last. Cuts closer than least are one: rounding has made two of it.
func between(cuts []float64, least float64, inside func(t float64) bool,
	dst []Interval) []Interval {
	slices.Sort(cuts)
	begin := len(dst)
	for i := 0; i+1 < len(cuts); i++ {
		low, high := cuts[i], cuts[i+1]
		if high-low <= least || !inside((low+high)/2) {
			continue
		}
		if n := len(dst); n > begin && low-dst[n-1].High <= least {
			dst[n-1].High = high
		} else {
			dst = append(dst, Interval{low, high})
		}
	}
	return dst
}
