package engine

import (
	"slices"
	"testing"
)

// A period's graphs have all of its steps but one that is timed, in few sizes.
func TestNextGraph(t *testing.T) {
	for steps, want := range map[int][]int{1: {1}, 2: {2}, 3: {2, 1}, 7: {4, 2, 1}, 8: {8}, 19: {8, 8, 2, 1}, 20: {8, 8, 4}, 31: {8, 8, 8, 4, 2, 1}} {
		var graphs []int
		for left := steps; left > 0; left -= graphs[len(graphs)-1] {
			graphs = append(graphs, nextGraph(left))
		}
		if !slices.Equal(graphs, want) {
			t.Errorf("%d steps are in graphs of %v, want %v", steps, graphs, want)
		}
	}
}
