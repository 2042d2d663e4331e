package geometry

import (
	"math/rand"
	"slices"
	"testing"
)

// TestSetsOfRuns compares sets of runs with sets of their sites.
func TestSetsOfRuns(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	const n = 6
	sites := func() (all [n * n * n]bool, runs []Run) {
		for at := range all {
			if all[at] = random.Intn(2) == 0; all[at] {
				runs = append(runs, Run{at / n / n, at / n % n, at % n, at%n + 1})
			}
		}
		return all, Unite(runs)
	}
	for range 100 {
		a, of := sites()
		b, less := sites()
		both, rest := Unite(of, less), Less(of, less)
		if !slices.IsSortedFunc(both, compareRuns) || !slices.IsSortedFunc(rest, compareRuns) {
			t.Fatal("runs are not sorted")
		}
		for at := range a {
			i, j, k := at/n/n, at/n%n, at%n
			if Has(of, i, j, k) != a[at] || Has(both, i, j, k) != (a[at] || b[at]) ||
				Has(rest, i, j, k) != (a[at] && !b[at]) {
				t.Fatalf("site %d, %d, %d of %v and %v is in %v and %v", i, j, k, of, less, both, rest)
			}
		}
	}
}
