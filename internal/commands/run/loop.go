package run

import (
	"context"
	"errors"

	"gpusph/internal/cli"
)

// loop computes and measures, until the end or the first error. Before the first step and behind the last it
// measures the flow as it is, and takes a snapshot before the first. The samples and snapshots between are those of the
// steps.
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
		r.reached, r.moved = p, true
		r.page.shows()
		if err := errors.Join(r.here.Progress(&p), r.record.progress(&p)); err != nil {
			return err
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
	if err == nil && r.record.keeps {
		err = r.record.snapshot(r.sim, moment{}, r.record.snapshots.Go)
	}
	return err
}
