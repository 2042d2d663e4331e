package sph

import "testing"

// A period's graphs have all of its steps but one that is timed, the first of them few where there
// are many, and none is much smaller than what the host has time for.
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
		if graphs[0] > (firstGraph+timed)*3/2 || len(graphs) > 6 {
			t.Errorf("%d steps are in graphs of %v", steps, graphs)
		}
		if last := graphs[len(graphs)-1]; len(graphs) > 1 && last < firstGraph/2 {
			t.Errorf("%d steps are in graphs of %v", steps, graphs)
		}
	}
}
