package engine

import (
	"errors"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// Package measure says what is measured, and how. Here is when: within a step, between two periods,
// and what the processes do for it.

// measurements are the samples and copies that are taken, and those that are requested.
type measurements struct {
	series   measure.Series
	copies   measure.Copies
	previews measure.Previews
}

// wanted is what the host wants of the next steps.
func (t *measurements) wanted() measure.Asked {
	return measure.Asked{Answered: t.series.Answered, Copied: t.copies.Pending,
		Preview: t.previews.Asked}
}

// begins is the step that the domain is at, for its recorder.
func (d *domain) begins() *measure.Step {
	own := d.owned()
	t := &measure.Step{Forces: d.forcesArgs(predictor, d.list.Active()), From: own.from, To: own.to,
		Bodies: d.bodyStates(d.step), Corrections: d.corrections,
		Readings: d.readings, Energies: d.energiesOf}
	for k := range d.states {
		t.States[k] = d.states[k]
	}
	return t
}

// measureStep lets the control stream measure and copy before any device may write over what this
// step begins with. The event is when it has read what passes have computed of walls; nil is that it
// reads nothing of that.
func (d *domain) measureStep() (measured gpu.Event) {
	if d.step < d.recorder.First() {
		return nil
	}
	switch {
	case d.measuresHalos():
		d.awaitAllMoved(d.control)
	case d.recorder.Reads(d.step):
		d.awaitEvaluated(d.control)
	}
	d.recorder.Record(d.control, d.begins(), &d.asked)
	if d.recorder.Reads(d.step) {
		measured = d.keep(d.control.Signal())
	}
	return measured
}

// measuresHalos reports whether this step measures what passes of the predictor compute, and no
// evaluation of the predictor has waited for what neighbours have of that.
func (d *domain) measuresHalos() bool {
	return d.recorder.Reads(d.step) && d.Case.Params.Scheme() == sph.Verlet
}

// takePreview puts a preview on the device's streams, of the particles that the period begins with.
// Nothing writes over these before the second step, which waits for what the control stream has
// checked in the first.
func (d *domain) takePreview() {
	if d.asked.Preview != nil {
		// graphs do not wait for what was on the control stream before
		d.checked = d.keep(d.recorder.TakePreview(d.control, d.begins(), d.asked.Preview))
	}
}

// reserveCopies makes room for copies of as many particles as the domain has room for.
func (d *domain) reserveCopies() error {
	err := d.recorder.Reserve(d.room)
	if errors.Is(err, gpu.ErrMemory) {
		return d.memoryError(d.room, err)
	}
	return err
}

// publishedMoments are those of the steps that are over.
func (s *Simulation) publishedMoments() *measure.Moments {
	m := &measure.Moments{Plan: s.measures, First: s.group.First}
	for i := range s.subdomains {
		m.Of = append(m.Of, s.subdomains[i].sampleBytes)
	}
	return m
}

// Samples takes the samples at the times asked for that the steps have come to, in their order.
// Each is between what was measured before the step that came to its time and behind it.
func (s *Simulation) Samples() []sph.Sample { return s.series.Take() }

// Sample measures the flow as it is. It builds the neighbour lists that the
// next Advance needs, so measuring often changes nothing but the time it takes.
func (s *Simulation) Sample() (sph.Sample, error) {
	if err := s.broadcast(task{what: sampleTask}); err != nil {
		return sph.Sample{}, err
	}
	defer s.broadcastDone()
	m, err := s.SampleAside()
	if err == nil {
		s.series.Reach(&s.measures.Times, &m)
	}
	return m, err
}

// SampleAside is Sample, but stands for none of the times that samples are asked for.
func (s *Simulation) SampleAside() (sph.Sample, error) {
	if err := s.broadcast(task{what: sampleAsideTask}); err != nil {
		return sph.Sample{}, err
	}
	defer s.broadcastDone()
	if err := s.buildLastingLists(); err != nil {
		return sph.Sample{}, err
	}
	err := s.onLocalDomains(func(d *domain) error {
		d.evaluateFields(d.listed, d.always, d.sampledFields()...)
		d.recorder.RecordNow(d.main, d.begins())
		return d.main.Sync()
	})
	s.moments = 1
	if err = s.agree(err); err != nil {
		return sph.Sample{}, err
	}
	return s.publishedMoments().Sample(0), nil
}

// sampledFields are those of passes that samples take.
func (d *domain) sampledFields() []int {
	fields := d.Case.Params.EnergiesOfPasses()
	if len(d.Case.Bodies) > 0 {
		fields = append(fields, d.Case.Params.FieldsOfWallForces()...)
	}
	return fields
}

// buildLastingLists builds lists that hold all pairs of the particles as they are. Lists that are
// used up at once do not. The period that Advance would begin with these is over without a step.
func (s *Simulation) buildLastingLists() error {
	for {
		if err := s.BuildNeibs(); err != nil {
			return err
		}
		var clock cuda.Clock // all devices have the same
		err := s.onAllDomains(func(d *domain) error {
			if d.index > s.group.First {
				return nil
			}
			d.main.Download(clock.Bytes(), d.clock)
			return d.main.Sync()
		})
		if err != nil || clock.Halt != cuda.SkinUsed {
			return err
		}
		if _, err := s.Advance(1); err != nil {
			return err
		}
	}
}

// CopyState copies the particles to the host, and holds the devices up for as long as that takes.
// As Sample does, it builds the lists that come next, unless lists go on.
func (s *Simulation) CopyState() (*measure.StateCopy, error) {
	if err := s.broadcast(task{what: captureTask}); err != nil {
		return nil, err
	}
	defer s.broadcastDone()
	c := s.measures.NewStateCopy(s.clock.Time, int(s.clock.Step), len(s.subdomains))
	lists := s.BuildNeibs
	if s.Case.Params.Boundary.Model().Extrapolated {
		lists = s.buildLastingLists // pressures of walls are computed by them
	}
	if s.ListsGoOn() {
		lists = func() error { return nil }
	}
	if err := lists(); err != nil {
		return nil, err
	}
	err := s.onAllDomains(func(d *domain) error {
		from := d.listed
		if d.step > 0 {
			from = d.keep(d.main.Signal())
		}
		d.evaluateFields(from, d.always, sph.WallStateField)
		if d.step > 0 {
			d.restoreParticles()
		}
		return d.recorder.CopyNow(d.main, d.begins(), c)
	})
	if err == nil {
		err = s.bring(c)
	}
	return c, err
}

// bring brings a copy to the leading process.
func (s *Simulation) bring(c *measure.StateCopy) error {
	err := c.Bring(s.group)
	if err != nil {
		s.lost = err
	}
	return err
}

// Snapshot copies the particles to the host and puts them in order.
func (s *Simulation) Snapshot() (*sph.Snapshot, error) {
	c, err := s.CopyState()
	if err != nil {
		return nil, err
	}
	return c.Snapshot(), nil
}

// StateCopies takes the copies at the times asked for that have come to the host, in their order.
// Those of a period come while the next is computed; all fetches them at once.
func (s *Simulation) StateCopies(all bool) ([]*measure.StateCopy, error) {
	var err error
	if all && s.copies.Pending != nil {
		if err = s.broadcast(task{what: capturesTask}); err != nil {
			return nil, err
		}
		defer s.broadcastDone()
		if err = s.onAllDomains((*domain).fetch); err == nil {
			err = s.storeFetched()
		}
	}
	return s.copies.Take(), err
}

func (d *domain) fetch() error { return d.recorder.Fetch(&d.asked) }

// prepareCopies makes room for copies of as many particles as the devices have room for. Where the
// next steps may make copies, those of the last period come to the host now, before any device
// begins a step in which others wait for it.
func (s *Simulation) prepareCopies(steps int) error {
	if s.measures.Places == 0 {
		return nil
	}
	s.phase = sph.Phases[sph.BuildNeibs]
	if !s.ListsGoOn() {
		if err := s.queueLists(); err != nil { // they may need more room, and so may copies
			return err
		}
	}
	small := func(d *domain) bool { return d.recorder.Room() < d.room }
	again := s.copies.Pending != nil && s.measures.FirstCopy(&s.clock, steps) < steps
	var err error
	if again || slices.ContainsFunc(s.domains, small) {
		err = s.onLocalDomains(func(d *domain) error {
			return errors.Join(d.fetch(),
				d.reserveCopies())
		})
	}
	return s.agree(err)
}

// storeFetched stores the copies that are on the host, of all processes or in parts.
func (s *Simulation) storeFetched() (err error) {
	for _, c := range s.copies.Fetched(s.options.Part != nil) {
		switch {
		case err != nil:
		case !c.Part():
			err = s.bring(c)
		case !s.group.Leads():
			err = s.options.Part(c)
		}
		if s.group.Leads() {
			s.copies.Store(c)
		}
	}
	return err
}

// takeMeasured takes what the steps of a period that is over have measured and copied.
func (s *Simulation) takeMeasured(before *cuda.Clock, g batch) error {
	first := s.domains[0]
	p := &measure.Period{Before: *before, After: s.clock, From: g.from}
	if first.recorder.First() < g.to { // otherwise moments are those of an earlier period
		p.Sampling = g.to
	}
	if first.recorder.Copy < g.to {
		p.Copying = g.to
	}
	m := s.publishedMoments()
	return errors.Join(s.series.Add(m, p), s.copies.Find(m, p))
}

// AskPreview lets the next Advance take a preview of at most about n particles. One that was taken
// before is not valid any more. An error says that there is no memory for it; the flow goes on all
// the same.
func (s *Simulation) AskPreview(most int) error {
	if s.group.Processes != nil {
		return errors.New("there are no previews of flows that several processes compute")
	}
	return s.previews.Ask(s.measures, most, s.idsBelow(),
		func(p *measure.Preview) (memory []gpu.Shared, err error) {
			for range s.domains {
				m, err := s.options.System.Share(p.Bytes())
				if err != nil {
					return nil, err
				}
				memory = append(memory, m)
			}
			return memory, s.onAllDomains(func(d *domain) error { return d.recorder.ReservePreview(p) })
		})
}

// TakenPreview is what the last Advance has taken, or nil. It is valid until the next is asked for,
// or the simulation is closed.
func (s *Simulation) TakenPreview() *measure.Preview { return s.previews.Taken }
