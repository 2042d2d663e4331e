package grid

import (
	"math"
	"testing"
)

// Boxes that vanish leave fluid at rest that flows on without divergence, and its energy falls as
// it dissipates: by nothing else.
func TestStirring(t *testing.T) {
	f := box(true)
	f.Step, f.Until, f.End = 0.01, 0.035, 0.2
	s := latticeRun(t, f.Flow, Options{System: hosts(t, 1), Solver: PPCG}, 0)
	solid := func() (sum float64) {
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range snap.Field("Solid").Values {
			sum += v
		}
		return sum
	}
	advance := func(steps int) []float64 {
		if _, err := s.Advance(steps); err != nil {
			t.Fatal(err)
		}
		sums, err := s.Sums()
		if err != nil {
			t.Fatal(err)
		}
		return sums.Of
	}
	if before := solid(); before != 18+2*2*4 {
		t.Errorf("%g cells are solid at the beginning", before)
	}
	advance(4)
	before := advance(4)
	after := advance(1)
	if left := solid(); left != 0 {
		t.Errorf("%g cells are still solid", left)
	}
	lost, dissipated := (before[Energy]-after[Energy])/0.01, (before[Dissipation]+after[Dissipation])/2
	if math.Abs(lost/dissipated-1) > 1e-3 || after[Divergence] > 1e-8 {
		t.Errorf("the flow loses %g and dissipates %g; its divergence is %g", lost, dissipated,
			after[Divergence])
	}
}
