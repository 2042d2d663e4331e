package run

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// Over says why the flow ends between two list periods, or nil.
func (r *run) Over() *output.Stop {
	if since := r.steady.since(); since != nil {
		return &output.Stop{Option: "stop-steady", Since: since, Why: fmt.Sprintf(
			"the flow is steady since %s s: over %s s its kinetic energy has changed by less than %s of "+
				"the greatest that it has had%s",
			text.Number(*since), text.Number(r.steady.Window), text.Number(r.steady.Part),
			r.steady.throughBoundary())}
	}
	if r.page != nil && r.page.stop {
		return &output.Stop{Option: "serve", Why: "somebody asked for it on the page"}
	}
	return r.control.over()
}

// steady says since when a flow is steady: over a window of time, from one sample to another, its
// kinetic energy has changed by less than a part of the greatest that it has had. What
// comes through parts of its boundary has settled, too: see settled.
type steady struct {
	output.Base
	output.SteadyState
	flow *sph.Case
}

func newSteady(r *run) *steady {
	return &steady{flow: r.flow, SteadyState: output.SteadyState{Part: r.StopSteady,
		Window: r.SteadyWindow(r.flow.End)}}
}

// since is the beginning of the first window in which the flow is steady [s], or nil.
func (s *steady) since() *float64 { return s.Since }

// throughBoundary is the end of a sentence on the discharges of a flow that is steady.
func (s *steady) throughBoundary() string {
	if len(s.Volumes) == 0 {
		return ""
	}
	return ", what came in less what went out was less than that part of the greatest discharge, " +
		"and the mean discharges of both halves of that time differ by less"
}

// Sample takes the kinetic energy, and the volumes that have come through the boundary.
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
	if volumes := s.flow.Volumes(m); len(volumes) > 0 {
		s.addVolumes(volumes)
	}
	if s.Since == nil && s.Times[0] <= before &&
		slices.Max(s.Kinetic)-slices.Min(s.Kinetic) < s.Part*s.Greatest && s.settled() {
		since := s.Times[0]
		s.Since = &since
	}
	return nil
}

// addVolumes takes what has come through the boundary by the last of the times, and keeps as many
// as there are times.
func (s *steady) addVolumes(volumes []float64) {
	s.Volumes = append(s.Volumes, volumes)
	s.Volumes = s.Volumes[max(0, len(s.Volumes)-len(s.Times)):]
}

// settled reports whether the discharges through the boundary have settled over the window. Mean
// discharges are differences of volumes, which are smoother than discharges. Those of both halves
// of the window differ by less than a part of the greatest of any part, and all that came in
// less all that went out is less than that part of it.
func (s *steady) settled() bool {
	last := len(s.Times) - 1
	if len(s.Volumes) == 0 {
		return true
	}
	if len(s.Volumes) <= last || last < 2 {
		return false
	}
	mean := func(k, from, to int) float64 {
		return (s.Volumes[to][k] - s.Volumes[from][k]) / (s.Times[to] - s.Times[from])
	}
	greatest, sum, change := 0.0, 0.0, 0.0
	for k := range s.Volumes[0] {
		all := mean(k, 0, last)
		greatest, sum = max(greatest, math.Abs(all)), sum+all
		change = max(change, math.Abs(mean(k, 0, last/2)-mean(k, last/2, last)))
	}
	return math.Abs(sum) <= s.Part*greatest && change <= s.Part*greatest
}

// copy is the state for a checkpoint, or nil where none is requested.
func (s *steady) copy() *output.SteadyState {
	if s.Part == 0 {
		return nil
	}
	c := s.SteadyState
	c.Times, c.Kinetic = slices.Clone(c.Times), slices.Clone(c.Kinetic)
	c.Volumes = slices.Clone(c.Volumes)
	return &c
}

// goOn takes the state of the run before. What was steady by another measure need not be so by this
// one.
func (s *steady) goOn(was *output.SteadyState) {
	if was == nil || s.Part == 0 {
		return
	}
	same := was.Part == s.Part && was.Window == s.Window
	s.Times, s.Kinetic, s.Greatest, s.Volumes = was.Times, was.Kinetic, was.Greatest, was.Volumes
	if same {
		s.Since = was.Since
	}
}
