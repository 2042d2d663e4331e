package geometry

import (
	"cmp"
	"slices"
)

// Sets of sites, as runs.

func compareRuns(a, b Run) int {
	return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J), cmp.Compare(a.Low, b.Low))
}

// Unite is the runs of all sites that some lists of runs have.
func Unite(lists ...[]Run) (all []Run) {
	sorted := slices.Concat(lists...)
	slices.SortFunc(sorted, compareRuns)
	for _, r := range sorted {
		if n := len(all); n > 0 && all[n-1].I == r.I && all[n-1].J == r.J && r.Low <= all[n-1].High {
			all[n-1].High = max(all[n-1].High, r.High)
		} else {
			all = append(all, r)
		}
	}
	return all
}

// Less is runs less those sites that others have. Both come in the order of Runs, and no site is in
// two runs of a list.
func Less(runs, others []Run) (rest []Run) {
	for _, r := range runs {
		for len(others) > 0 && (others[0].I < r.I || others[0].I == r.I &&
			(others[0].J < r.J || others[0].J == r.J && others[0].High <= r.Low)) {
			others = others[1:]
		}
		for _, o := range others {
			if o.I != r.I || o.J != r.J || o.Low >= r.High {
				break
			}
			if o.Low > r.Low {
				rest = append(rest, Run{r.I, r.J, r.Low, o.Low})
			}
			r.Low = max(r.Low, o.High)
		}
		if r.Low < r.High {
			rest = append(rest, r)
		}
	}
	return rest
}

// Has reports whether one of some runs, in the order of Runs, has a site.
func Has(runs []Run, i, j, k int) bool {
	at, found := slices.BinarySearchFunc(runs, Run{I: i, J: j, Low: k}, compareRuns)
	if found {
		return true
	}
	return at > 0 && runs[at-1].I == i && runs[at-1].J == j && k < runs[at-1].High
}
