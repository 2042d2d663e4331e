package engine

import (
	"slices"
	"testing"
)

// A period's graphs have all of its steps but one that is timed, and are as few as can be.
func TestNextGraph(t *testing.T) {
	for steps, want := range map[int][]int{1: {1}, 2: {2}, 7: {7}, 8: {8}, 9: {5, 4}, 19: {7, 6, 6}, 20: {7, 7, 6}, 31: {8, 8, 8, 7}} {
		var graphs []int
		for left := steps; left > 0; left -= graphs[len(graphs)-1] {
			graphs = append(graphs, nextGraph(left))
		}
		if !slices.Equal(graphs, want) {
			t.Errorf("%d steps are in graphs of %v, want %v", steps, graphs, want)
		}
	}
}
