package sph

import "testing"

// A period's graphs have all of its steps but one that is timed, the first of them few where there
// are many, and none is much smaller than what the host has time for.
func TestNextGraph(t *testing.T) {
	for k := range 2000 {
		timed, steps := k%2, 2+k/2
		var graphs []int
		for done := timed; done < steps; {
			n := nextGraph(done, steps-done, 50e-6)
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

// Where lists take long enough, the first graph has all steps.
func TestFirstGraph(t *testing.T) {
	for _, test := range []struct {
		lists float64
		steps int
		want  int
	}{{0, 20, 5}, {0, 7, 7}, {1190e-6, 20, 5}, {1210e-6, 20, 20}, {1210e-6, 40, 5}, {1e9, 1000, 1000}} {
		if got := nextGraph(0, test.steps, test.lists); got != test.want {
			t.Errorf("the first graph of %d steps behind lists of %g s has %d, want %d", test.steps, test.lists, got, test.want)
		}
	}
}
