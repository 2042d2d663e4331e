package measure

import (
	"context"
	"errors"
	"testing"

	"gpusph/sph"
)

// Steps are timed once both the time and the number of steps before them are reached.
func TestWarmUpToTimeAndSteps(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // so that a step that is still needed is an error
	for _, test := range []struct {
		time  float64
		steps int
		done  bool
	}{
		{0.4, 9, false}, {0.4, 10, false}, {0.4, 1000, false}, {0.5, 9, false}, {90, 9, false},
		{0.5, 10, true}, {0.6, 11, true},
	} {
		w := timer{ctx: ctx, last: sph.Progress{Time: test.time, Step: test.steps}}
		err := w.warmUp(Options{From: 0.5, Warmup: 10})
		if (err == nil) != test.done || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("after %d steps, at %g s: %v", test.steps, test.time, err)
		}
	}
}
