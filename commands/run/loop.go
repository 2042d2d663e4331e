package run

import (
	"context"
	"errors"

	"gpusph/commands/running"
	"gpusph/sph"
)

// Begin measures the flow before the first step, and takes a snapshot. The samples and snapshots
// between the first and the last are those of the steps.
func (r *run) Begin() error {
	err := r.record.sample(r.sim, 0, r.record.rows.Go, r.here)
	r.setUp.done("lists and a sample")
	if err == nil && r.record.keeps {
		err = r.record.snapshot(r.sim, running.Position{}, r.record.snapshots.Go)
		r.setUp.done("a snapshot")
	}
	return err
}

// Between does what readers of the page ask for, and the program that controls the run.
func (r *run) Between(ctx context.Context) error {
	return errors.Join(r.page.between(ctx), r.control.between(ctx))
}

// Save writes a checkpoint where one is due, or may be needed.
func (r *run) Save(due bool) error { return r.checkpoints.between(due) }

// Advance computes and measures a list period. Behind the last it measures the flow as it is.
func (r *run) Advance() (over bool, err error) {
	steps := r.flow.Params.RebuildEvery
	if r.MaxIter > 0 {
		steps = min(steps, r.MaxIter-r.reached.Step)
	}
	if steps, err = r.control.steps(steps); err != nil {
		return false, err
	}
	r.page.lookOn()
	r.watchdog.Begin()
	p, err := r.advance(steps)
	r.watchdog.End()
	if err != nil {
		return false, err
	}
	r.setUp.log(r.Log, p.Steps)
	r.reached = p
	r.control.advanced(p.Dt)
	r.page.shows()
	// the first was rejected, as lists could not be used for it: the next period does it again
	if p.Steps == 0 {
		r.rejected.add(&p)
	} else {
		r.rejected.addTo(&p)
		if err := errors.Join(r.here.Progress(&p), r.record.progress(&p)); err != nil {
			return false, err
		}
	}
	if p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter {
		return true, r.record.sample(r.sim, p.Step, r.record.rows.Go, r.here)
	}
	if err := r.record.samples(r.sim, r.record.rows.Go, r.here); err != nil {
		return false, err
	}
	return false, r.record.captures(r.sim, false)
}

// advance moves the flow. Where something can be set, lists go on after that.
func (r *run) advance(steps int) (p sph.Progress, err error) {
	if c := r.control; c != nil {
		p, c.sample, err = r.sim.Proceed(steps, c.samples)
		return p, err
	}
	return r.sim.Advance(steps)
}

// rejected is what periods without a step have taken. Files and others are told of it with the next
// step, so that every time is there once.
type rejected struct {
	wall    float64 // [s]
	moved   int
	seconds [][sph.PhaseCount]float64 // of each device
}

// add takes a period.
func (r *rejected) add(p *sph.Progress) {
	if r.seconds == nil {
		r.seconds = make([][sph.PhaseCount]float64, len(p.Devices))
	}
	r.wall, r.moved = r.wall+p.Wall, r.moved+p.Moved
	for k := range p.Devices {
		for phase, seconds := range p.Devices[k].Seconds {
			r.seconds[k][phase] += seconds
		}
	}
}

// addTo gives all to a period with steps.
func (r *rejected) addTo(p *sph.Progress) {
	p.Wall, p.Moved = p.Wall+r.wall, p.Moved+r.moved
	for k := range r.seconds {
		for phase, seconds := range r.seconds[k] {
			p.Devices[k].Seconds[phase] += seconds
		}
	}
	*r = rejected{}
}
