package engine

import (
	"math"
	"runtime"
	"testing"

	"gpusph/features/damping"
)

// TestStepDoesNotAllocate compares periods of 2 and of 12 steps: what a period
// allocates on Go's heap, a step does not add to. The least of several is
// compared, since the runtime allocates for itself now and then.
func TestStepDoesNotAllocate(t *testing.T) {
	for k := range 9 {
		devices := 1 + k%3
		c := column(0.05)
		switch k / 3 {
		case 1: // along the slices, and across the layers
			c = around([3]bool{true, true, false}, 16)
		case 2: // features
			damping.Give(soaked(c), damping.Of(dampedColumn()))
		}
		clear(c.Particles.Velocity)
		c.Params.RebuildEvery, c.Params.Dt = 12, 1e-5 // so short that lists last
		s := start(t, c, Options{System: open(t, devices), Stripe: 100})
		allocations := func(steps int, timed bool) uint64 {
			least := uint64(math.MaxUint64)
			for range 5 {
				if err := s.BuildNeibs(); err != nil {
					t.Fatal(err)
				}
				s.timed = timed
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				p, err := s.Advance(steps)
				runtime.ReadMemStats(&after)
				if err != nil || p.Steps != steps {
					t.Fatalf("a period of %d steps has %d, %v", steps, p.Steps, err)
				}
				least = min(least, after.Mallocs-before.Mallocs)
			}
			return least
		}
		allocations(12, true) // makes the events
		short, long, timed := allocations(2, false), allocations(12, false), allocations(12, true)
		t.Logf("on %d devices, a period of 2 steps allocates %d times, one of 12 %d times", devices, short, long)
		if long > short {
			t.Errorf("on %d devices, a step allocates %.1f times", devices, float64(long-short)/10)
		}
		if timed > long {
			t.Errorf("on %d devices, a step that is timed allocates %d times", devices, timed-long)
		}
	}
}
