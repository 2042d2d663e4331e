package run

import (
	"testing"
	"time"

	"gpusph/commands/running/clocktest"
	"gpusph/output"
	"gpusph/sph"
)

// A clock that is set back changes no time that a run took.
func TestClockSetBack(t *testing.T) {
	flow := &sph.Case{Name: "Test", End: 1, Params: sph.Defaults(0.1)}
	begun := time.Now().Add(-10 * time.Second)
	clocktest.SetBack(&begun)
	s := newResults(t.TempDir(), flow, begun)
	s.begun = s.begun.Add(-20 * time.Second) // of a run that goes on
	if s.end(nil); s.summary.Elapsed < 30 || s.summary.Elapsed > 60 ||
		s.summary.Status != output.Done {
		t.Errorf("the run took %g s, and is %s", s.summary.Elapsed, s.summary.Status)
	}
}
