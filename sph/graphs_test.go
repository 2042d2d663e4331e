package sph

import (
	"slices"
	"testing"
)

// A period's graphs have all of its steps but one that is timed, the first of them few where there
// are many, and those that hand over as many as ever.
func TestNextGraph(t *testing.T) {
	for k := range 2000 {
		timed, steps := k%2, 2+k/2
		var graphs []int
		for done := timed; done < steps; {
			n := nextGraph(done, steps-done)
			if n < 1 || n > steps-done {
				t.Fatalf("after %d of %d steps, the next graph has %d", done, steps, n)
			}
			graphs = append(graphs, n)
			done += n
		}
		if graphs[0] > firstGraph*3/2 || slices.Max(graphs) > laterGraph || len(graphs) > 2+steps/laterGraph {
			t.Errorf("%d steps are in graphs of %v", steps, graphs)
		}
		for i, n := range graphs[:len(graphs)-1] {
			if i == 0 && n != firstGraph || i > 0 && n != laterGraph {
				t.Errorf("%d steps are in graphs of %v, of which those that hand over are not all alike", steps, graphs)
			}
		}
	}
}
