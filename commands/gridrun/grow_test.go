package gridrun

import (
	"testing"

	"gpusph/grid"
)

// TestGrown holds that grids of weak scaling have n times the cells, along the axes in turn.
func TestGrown(t *testing.T) {
	f := &grid.Flow{Cells: [3]int{8, 4, 16}}
	for _, c := range []struct {
		grow string
		n    int
		want [3]int
	}{{"", 4, [3]int{8, 4, 64}}, {"zx", 4, [3]int{16, 4, 32}}, {"xyz", 8, [3]int{16, 8, 32}},
		{"zx", 6, [3]int{24, 4, 32}}, {"xz", 1, [3]int{8, 4, 16}}} {
		s := &series{weak: true, grow: c.grow}
		if got := s.grown(f, c.n).Cells; got != c.want {
			t.Errorf("along %q on %d devices it has %v cells, not %v", c.grow, c.n, got, c.want)
		}
	}
	if got := (&series{}).grown(f, 4).Cells; got != f.Cells {
		t.Errorf("strong scaling has %v cells", got)
	}
}
