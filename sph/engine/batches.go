package engine

import (
	"gpusph/gpu"
	"gpusph/sph"
)

// The steps of a rebuild interval are launched at once, or in batches, between which the host sets
// something or looks at the flow. The bits are the same: a batch ends with what begins the next
// step. Lists end where they would have ended, and the next are planned as the interval begins.

// batch is the steps [from, to) of all of an interval, which are launched together.
type batch struct {
	from, to, all int
	ends          bool // the interval
	samples       bool // the flow is measured after them
}

// request is a number of steps, at most.
type request struct {
	steps   int
	keeps   bool // the lists, so that they can go on
	samples bool // if all steps are launched
}

// Proceed is Advance in a way that steps may follow with the same lists, so a flow has the same
// bits, whatever numbers of steps it is moved by. With sampled the flow is measured after them,
// before the host waits for them. The sample is nil where fewer steps were done, or where the lists
// were too short for it: then Sample measures with the next lists.
func (s *Simulation) Proceed(steps int, sampled bool) (sph.Progress, *sph.Sample, error) {
	of := proceedTask
	if sampled {
		of = proceedToSampleTask
	}
	if err := s.broadcast(task{what: of, number: steps}); err != nil {
		return sph.Progress{}, nil, err
	}
	defer s.broadcastDone()
	p, g, err := s.advance(request{steps, true, sampled})
	if err != nil || !g.samples || p.Steps < steps {
		return p, nil, err
	}
	m := s.publishedMoments()
	if step, _ := m.Step(g.to); !m.IsDue(g.to) || step != p.Step {
		return p, nil, nil
	}
	sample := m.Sample(g.to)
	return p, &sample, nil
}

// ListsGoOn reports whether further steps can follow with the same lists. The next step may be the
// last of the flow: then the clock has halted, but after it.
func (s *Simulation) ListsGoOn() bool {
	return s.open && s.clock.Limit > s.clock.Step-s.clock.First
}

// batch is the next of a request.
func (s *Simulation) batch(r request) (g batch) {
	if s.open {
		g.from = s.done
	}
	g.to = min(g.from+r.steps, s.planned)
	g.all = g.to
	if r.keeps {
		g.all = s.planned
	}
	g.ends = g.to == g.all
	g.samples = r.samples && g.to-g.from == r.steps && !s.shorten
	return g
}

// launchBatch launches the next batch of a request.
func (s *Simulation) launchBatch(r request) (g batch, err error) {
	launch := func(d *domain) error {
		d.launchSteps(s.batch(r))
		return nil
	}
	if r.steps < 1 { // lists go on by steps only
		if err := s.EndLists(); err != nil {
			return g, err
		}
	}
	if s.ListsGoOn() {
		s.phase = "Forces and MinimumScan"
		err = s.onAllDomains(launch)
	} else {
		err = s.withLists(launch)
	}
	g = s.batch(r)
	s.fresh, s.open, s.done = false, !g.ends, g.to
	return g, err
}

// EndLists ends lists that go on: new ones are built before the next step.
func (s *Simulation) EndLists() error {
	if !s.open {
		return nil
	}
	if err := s.broadcast(task{what: endListsTask}); err != nil {
		return err
	}
	defer s.broadcastDone()
	s.open = false
	return s.onAllDomains(func(d *domain) error {
		d.leaveLists()
		return nil
	})
}

// leaveLists ends lists that a batch has not ended, as if the next step were rejected.
func (d *domain) leaveLists() {
	d.control.Fill(d.maxima, 0, 3*maximaBytes)
	d.ended = d.keep(d.control.Record())
	d.ahead, d.evaluated = false, false
	d.restore()
}

// goOn begins a batch with the lists of another one, which the host has waited for.
func (d *domain) goOn() {
	d.begin(sph.MinimumScan)
	before := d.keep(d.main.Signal()) // what the host has set
	d.allWait(before)
	d.scanned, d.checked, d.repeats.ended, d.wallsMeasured = before, before, nil, nil
	d.begun = d.keep(d.control.Record())
	d.setting = nil
}

// pauseSteps ends a batch after which lists go on. It begins the next step.
func (d *domain) pauseSteps() {
	d.awaitAllMoved(d.control)
	d.begin(sph.MinimumScan)
	d.scanNext()
	d.checkStep(true)
	d.ahead = true
	if d.samples {
		d.measureAhead()
		d.evaluated = true
	}
	d.publishSteps()
}

// measureAhead measures what the next step begins with, if the lists are good for it.
func (d *domain) measureAhead() {
	d.begin(sph.PhaseCount)
	d.evaluateFields(d.keep(d.control.Signal()), d.clock, d.sampledFields()...)
	d.control.Wait(d.keep(d.main.Signal()))
	d.recorder.RecordAhead(d.control, d.begins())
}

// awaitSettings lets all streams wait for what the host has set since the lists were queued.
func (d *domain) awaitSettings() {
	if d.setting != nil {
		d.allWait(d.setting)
		d.setting = nil
	}
}

// set gives the device a part of a table, for the steps that follow. The host does not wait.
func (d *domain) set(at gpu.Ptr, bytes []byte) error {
	d.main.Upload(at, bytes)
	d.setting = d.keep(d.main.Signal())
	return nil
}
