package sph

import "testing"

// A period's graphs have all of its steps after the first, the first of them few where there
// are many, and none is much smaller than what the host has time for.
func TestNextGraph(t *testing.T) {
	for steps := 2; steps <= 1000; steps++ {
		var graphs []int
		for done := 1; done < steps; {
			n := nextGraph(done, steps-done)
			if n < 1 || n > steps-done {
				t.Fatalf("after %d of %d steps, the next graph has %d", done, steps, n)
			}
			graphs = append(graphs, n)
			done += n
		}
		if graphs[0] > firstGraph*3/2 || len(graphs) > 6 {
			t.Errorf("%d steps are in graphs of %v", steps, graphs)
		}
		if last := graphs[len(graphs)-1]; len(graphs) > 1 && last < firstGraph/2 {
			t.Errorf("%d steps are in graphs of %v", steps, graphs)
		}
	}
}
