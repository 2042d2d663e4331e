package run

import (
	"context"
	"errors"
	"math"

	"gpusph/internal/cli"
)

// loop computes and measures, until the end or the first error. Before the first step and behind the last it
// measures the flow as it is. The samples between are those of the steps.
func (r *run) loop(ctx context.Context) error {
	for begin, end := true, false; ; begin = false {
		at := moment{r.reached.Step, r.reached.Time}
		var err error
		if begin || end {
			err = r.record.sample(r.sim, at.step, r.record.rows.Go, r.here)
		} else {
			err = r.record.samples(r.sim, r.record.rows.Go, r.here)
		}
		if err != nil {
			return err
		}
		if r.snapshots.due(at.time) && r.record.keeps {
			if err := r.record.snapshot(r.sim, at, r.record.snapshots.Go); err != nil {
				return err
			}
		}
		if end {
			return nil
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		steps := r.flow.Params.RebuildEvery
		if r.MaxIter > 0 {
			steps = min(steps, r.MaxIter-at.step)
		}
		p, err := r.sim.Advance(steps)
		if err != nil {
			return err
		}
		r.reached = p
		if err := errors.Join(r.here.Progress(&p), r.record.progress(&p)); err != nil {
			return err
		}
		end = p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter
	}
}

// clock says when something that happens at an interval of simulated time is
// due: at 0, and at the first moment at or after each multiple.
type clock struct{ interval, next float64 }

func (c *clock) due(time float64) bool {
	if time < c.next {
		return false
	}
	c.next = (math.Floor(time/c.interval+1e-9) + 1) * c.interval
	return true
}
