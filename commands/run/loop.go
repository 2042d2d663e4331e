package run

import (
	"context"
	"errors"

	"gpusph/commands/cli"
	"gpusph/sph"
)

// loop computes and measures, until the end or the first error. Before the first step and behind
// the last it measures the flow as it is, and takes a snapshot before the first. The samples and
// snapshots between are those of the steps.
func (r *run) loop(ctx context.Context) error {
	if r.Earlier == nil {
		if err := r.begin(); err != nil {
			return err
		}
	}
	for {
		if err := r.page.between(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if r.stopped = r.stop(); r.stopped != nil {
			return nil
		}
		if err := r.checkpoints.between(); err != nil {
			return err
		}
		steps := r.flow.Params.RebuildEvery
		if r.MaxIter > 0 {
			steps = min(steps, r.MaxIter-r.reached.Step)
		}
		r.page.lookOn()
		r.watchdog.begin()
		p, err := r.sim.Advance(steps)
		r.watchdog.end()
		if err != nil {
			return err
		}
		r.setUp.log(r.log, p.Steps)
		r.reached, r.moved = p, true
		r.page.shows()
		// the first was rejected, as lists could not be used for it: the next period does it again
		if p.Steps == 0 {
			r.rejected.add(&p)
		} else {
			r.rejected.addTo(&p)
			if err := errors.Join(r.here.Progress(&p), r.record.progress(&p)); err != nil {
				return err
			}
		}
		if p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter {
			return r.record.sample(r.sim, p.Step, r.record.rows.Go, r.here)
		}
		if err := r.record.samples(r.sim, r.record.rows.Go, r.here); err != nil {
			return err
		}
		if err := r.record.captures(r.sim, false); err != nil {
			return err
		}
	}
}

// begin measures the flow at its beginning.
func (r *run) begin() error {
	err := r.record.sample(r.sim, 0, r.record.rows.Go, r.here)
	r.setUp.done("lists and a sample")
	if err == nil && r.record.keeps {
		err = r.record.snapshot(r.sim, moment{}, r.record.snapshots.Go)
		r.setUp.done("a snapshot")
	}
	return err
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
