package exchange

import "testing"

// Each two of up to 16 processes are timed once, and of more each two next to each other, none of
// them twice at a time.
func TestRounds(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 16, 17, 18} {
		seen := map[[2]int]int{}
		for _, round := range rounds(n) {
			busy := map[int]bool{}
			for _, pair := range round {
				if pair[0] >= pair[1] || pair[0] < 0 || pair[1] >= n || busy[pair[0]] || busy[pair[1]] {
					t.Errorf("%d processes: the round %v", n, round)
				}
				busy[pair[0]], busy[pair[1]] = true, true
				seen[pair]++
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				want := 1
				if n > mostPaired && j != i+1 && j-i != n-1 {
					want = 0
				}
				if got := seen[[2]int{i, j}]; got != want {
					t.Errorf("%d processes: %d and %d are timed %d times, not %d", n, i, j, got, want)
				}
			}
		}
	}
}
