package run

import (
	"fmt"
	"slices"
	"time"

	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// stop says why an option ends the run between two list periods, or nil. By wall time it ends only
// what has gone on, so that runs that go on with each other come to an end, however short the time
// is.
func (r *run) stop() *output.Stop {
	if since := r.steady.since(); since != nil {
		return &output.Stop{Option: "stop-steady", Since: since, Why: fmt.Sprintf(
			"the flow is steady since %s s: over %s s its kinetic energy has changed by less than %s of "+
				"the greatest that it has had",
			text.Number(*since), text.Number(r.steady.Window), text.Number(r.steady.Part))}
	}
	if r.StopAfter > 0 && r.moved && time.Since(r.begun) >= r.StopAfter {
		return &output.Stop{Option: "stop-after",
			Why: fmt.Sprintf("--stop-after %v is over", r.StopAfter)}
	}
	if r.page != nil && r.page.stop {
		return &output.Stop{Option: "serve", Why: "somebody asked for it on the page"}
	}
	return nil
}

// steady says since when a flow is steady: over a window of time, from one sample to another, its
// kinetic energy has changed by less than a part of the greatest that it has had.
type steady struct {
	output.Base
	output.SteadyState
}

func newSteady(r *run) *steady {
	return &steady{SteadyState: output.SteadyState{Part: r.StopSteady,
		Window: r.SteadyWindow(r.flow.End)}}
}

// since is the beginning of the first window in which the flow is steady [s], or nil.
func (s *steady) since() *float64 { return s.Since }

// Sample takes the kinetic energy.
func (s *steady) Sample(m *sph.Sample) error {
	if s.Part == 0 {
		return nil
	}
	s.Times, s.Kinetic = append(s.Times, m.Time), append(s.Kinetic, m.Energy[sph.Kinetic])
	s.Greatest = max(s.Greatest, m.Energy[sph.Kinetic])
	before := m.Time - s.Window*(1-1e-9)
	first := 0 // the last that is not later than the beginning of the window
	for first+1 < len(s.Times) && s.Times[first+1] <= before {
		first++
	}
	s.Times, s.Kinetic = s.Times[first:], s.Kinetic[first:]
	if s.Since == nil && s.Times[0] <= before &&
		slices.Max(s.Kinetic)-slices.Min(s.Kinetic) < s.Part*s.Greatest {
		since := s.Times[0]
		s.Since = &since
	}
	return nil
}

// copy is the state for a checkpoint, or nil where none is requested.
func (s *steady) copy() *output.SteadyState {
	if s.Part == 0 {
		return nil
	}
	c := s.SteadyState
	c.Times, c.Kinetic = slices.Clone(c.Times), slices.Clone(c.Kinetic)
	return &c
}

// goOn takes the state of the run before. What was steady by another measure need not be so by this
// one.
func (s *steady) goOn(was *output.SteadyState) {
	if was == nil || s.Part == 0 {
		return
	}
	same := was.Part == s.Part && was.Window == s.Window
	s.Times, s.Kinetic, s.Greatest = was.Times, was.Kinetic, was.Greatest
	if same {
		s.Since = was.Since
	}
}
