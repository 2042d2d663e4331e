package engine

import (
	"math"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// In steps that follow each other without new lists, columns of an opening move by the integral of
// the velocity that is given, which is linear in time: by half of the sum of what it is at the
// beginning and at the end of each step. So do the particles in the buffer.
func TestColumnsMoveByTheIntegral(t *testing.T) {
	const depth, dp, from, to = 0.24, 0.03, 5, 11
	for _, dim := range []int{2, 3} {
		for _, velocity := range []timeseries.Series{
			{Times: []float64{0, 1}, Values: []float64{0.1, 8}},
			{Times: []float64{0, 1}, Values: []float64{0.05, -8}},
			{Times: []float64{0, 1}, Values: []float64{-0.1, -6}},
		} {
			at := func(steps int) (snap *sph.Snapshot, time, phase float64) {
				c := river(dim, dp, 0.6, depth, velocity.Values[0], sph.Dummy, 4)
				o := &openings.Of(c)[0]
				o.Velocity, o.Level = &velocity, timeseries.Constant(depth)
				s := start(t, c, Options{System: open(t, 1)})
				advance(t, s, steps)
				sites, _ := openingStates(t, s)
				snap, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				return snap, s.clock.Time, sites[0].Phase
			}
			first, begins, was := at(from)
			last, ends, is := at(to)
			want := velocity.Integral(ends) - velocity.Integral(begins)
			if moved := (is - was) * dp; !(math.Abs(moved-want) < 1e-5*math.Abs(want)) {
				t.Errorf("%d dimensions, %v: a column has moved by %g m, want %g m", dim, velocity.Values,
					moved, want)
			}
			places, n := map[uint32]float32{}, 0
			for k, id := range first.ID {
				places[id] = first.Position[k][0]
			}
			for k, x := range last.Position {
				y, ok := places[last.ID[k]]
				if last.Type[k] != sph.Fluid || !ok || x[0] > 2*dp {
					continue
				}
				n++
				if moved := float64(x[0] - y); math.Abs(moved-want) > 1e-6*dp {
					t.Fatalf("%d dimensions, %v: a particle at %v has moved by %g m, want %g m", dim,
						velocity.Values, x, moved, want)
				}
			}
			if n < 16 {
				t.Errorf("the buffer has %d particles at both times", n)
			}
		}
	}
}
