package run

import (
	"context"
	"fmt"
	"math"

	"gpusph/internal/cli"
	"gpusph/internal/text"
	"gpusph/sph"
)

// loop computes and measures, until the end or the first error.
func (r *run) loop(ctx context.Context) error {
	end, watch := false, newWatch(r.flow, r.warn)
	for {
		if r.samples.due(r.reached.Time) || end {
			if err := r.record.sample(r.sim, r.reached.Step, r.record.rows.Go); err != nil {
				return err
			}
			if err := watch.sample(&r.record.measured); err != nil {
				return err
			}
		}
		if r.snapshots.due(r.reached.Time) && !r.NoSave && r.record.keeps() {
			if err := r.record.snapshot(r.sim, r.reached.Step, r.record.snapshots.Go); err != nil {
				return err
			}
			watch.kept(r.reached)
		}
		if end {
			return nil
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		steps := r.flow.Params.RebuildEvery
		if r.MaxIter > 0 {
			steps = min(steps, r.MaxIter-r.reached.Step)
		}
		p, err := r.sim.Advance(steps)
		if err != nil {
			return watch.leaves(err)
		}
		r.reached = p
		watch.period(p)
		if err := r.record.progress(p); err != nil {
			return err
		}
		r.meter.update(p)
		r.tell(p)
		end = p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter
	}
}

// tell logs what is remarkable about a period.
func (r *run) tell(p sph.Progress) {
	if p.Moved > 0 {
		var shares []int
		for _, d := range p.Devices {
			shares = append(shares, d.Slices)
		}
		r.log.Debug("slices moved", "step", p.Step, "moved", p.Moved, "slices", shares)
	}
	if p.Lost > 0 && p.Lost >= 2*r.warned {
		r.warned = p.Lost
		left := fmt.Sprintf("%s of %s particles have left the domain by step %s", text.Thousands(p.Lost), text.Thousands(r.flow.Particles.Len()), text.Thousands(p.Step))
		r.log.Warn(left)
		r.screen.Line("warning: " + left)
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
