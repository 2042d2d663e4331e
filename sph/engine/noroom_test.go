package engine

import (
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"gpusph/gpu"
)

// Where there is no memory when arrays grow, whichever it is of, the flow says so, and again
// whatever is asked of it. Nothing is computed with arrays of which some have gone.
func TestNoRoomToGrow(t *testing.T) {
	grow := map[string]func(s *Simulation){
		"particles": func(s *Simulation) { s.policy = &boundJumper{} },
		"lists":     func(s *Simulation) { s.capacity += 64 },
		"copies":    func(s *Simulation) { s.measures.Places += 2 },
	}
	var left atomic.Int64 // allocations that succeed
	gpu.HostFault = func(what string) error {
		if what == gpu.NoMemory && left.Add(-1) < 0 {
			return errors.New("injected")
		}
		return nil
	}
	defer func() { gpu.HostFault = nil }()
	for what, change := range grow {
		failed := 0
		for before := range int64(100) {
			left.Store(math.MaxInt64)
			s := start(t, column(0.08), Options{System: open(t, 3), Stripe: 100, CopyInterval: 0.01})
			advance(t, s, 10)
			change(s)
			left.Store(before)
			var err error
			for k := 0; k < 8 && err == nil; k++ {
				_, err = s.Advance(10)
			}
			if err == nil {
				s.Close()
				break
			}
			failed++
			if !errors.Is(err, gpu.ErrMemory) || !strings.Contains(err.Error(), "has no room for") {
				t.Errorf("%s, after %d: it says %v", what, before, err)
			}
			_, captured := s.StateCopies(true)
			_, sampled := s.Sample()
			_, state := s.Snapshot()
			_, again := s.Advance(10)
			if errors.Join(captured, sampled, state) != nil && !errors.Is(errors.Join(captured, sampled, state), gpu.ErrMemory) || !errors.Is(again, gpu.ErrMemory) {
				t.Errorf("%s, after %d: captures say %v, samples %v, snapshots %v, and to advance %v", what, before, captured, sampled, state, again)
			}
			if err := s.Close(); err != nil {
				t.Errorf("%s, after %d: closing gives %v", what, before, err)
			}
		}
		if failed == 0 {
			t.Errorf("%s: nothing is allocated: the test shows nothing", what)
		}
		t.Logf("%s: %d allocations have failed", what, failed)
	}
}
