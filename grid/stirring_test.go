package grid

import (
	"math"
	"testing"
)

// Boxes that vanish leave fluid at rest, with them and without the flow loses the energy that it
// dissipates, also in stretched cells.
func TestStirring(t *testing.T) {
	for _, f := range []*incompressibleFlow{box(true), stretch(box(true))} {
		stir(t, f)
	}
}

func stir(t *testing.T, f *incompressibleFlow) {
	t.Helper()
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
	// what flows lose is what they dissipate, with boxes and without
	check := func(before, after []float64) {
		lost := (before[Energy] - after[Energy]) / 0.01
		dissipated := (before[Dissipation] + after[Dissipation]) / 2
		if math.Abs(lost/dissipated-1) > 2e-3 || after[Divergence] > 1e-8 {
			t.Errorf("the flow loses %g and dissipates %g; its divergence is %g", lost, dissipated,
				after[Divergence])
		}
	}
	check(advance(2), advance(1))
	advance(1)
	check(advance(4), advance(1))
	if left := solid(); left != 0 {
		t.Errorf("%g cells are still solid", left)
	}
}
