package validate

import (
	"context"
	"fmt"
	"time"

	"gpusph/internal/cli"
	"gpusph/internal/grid/gridvalidate"
	"gpusph/internal/text"
	"gpusph/internal/validate"
)

// compareGrids runs the cases that are computed on grids.
func (v *comparison) compareGrids(ctx context.Context) error {
	for _, c := range v.grids {
		plan := c.Levels[v.level]
		var runs []*gridvalidate.Run
		for _, size := range plan.Sizes {
			about := fmt.Sprintf("%-12s %-11s", c.Name, size)
			r, err := cli.UnlessInterrupted(ctx, func() (*gridvalidate.Run, error) {
				return c.Run(ctx, size, plan.End, v.place,
					func(part float64) { v.progress(ctx, about, part) })
			})
			if err != nil { // ctx has ended it
				v.result.addGrid(c, runs)
				return v.enough()
			}
			if r.Err != nil {
				v.failed(about, r.Seconds, r.Err)
			} else {
				v.screen.Line(fmt.Sprintf("%s %s steps to %.4g s in %.1f s", about,
					text.Thousands(r.Steps), r.Time, r.Seconds))
			}
			runs = append(runs, r)
		}
		v.result.addGrid(c, runs)
	}
	return nil
}

// solve computes the flow of a case of particles on a grid, where it asks for that. An error is
// returned where ctx ends it; if the flow fails there is no solution.
func (v *comparison) solve(ctx context.Context, c *validate.Case) (*validate.Solution, error) {
	if c.Grid == nil {
		return nil, nil
	}
	begun := time.Now()
	about := fmt.Sprintf("%-12s on a grid, %d cells", c.Name, c.Grid.Cells[v.level])
	s, err := cli.UnlessInterrupted(ctx, func() (*validate.Solution, error) {
		return gridvalidate.Solve(ctx, c.Grid, v.level, v.place,
			func(part float64) { v.progress(ctx, about, part) })
	})
	seconds := time.Since(begun).Seconds()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		v.failed(about, seconds, err)
		return nil, nil
	}
	v.screen.Line(fmt.Sprintf("%s in %.1f s", about, seconds))
	return s, nil
}

// failed tells of a run that is not there.
func (v *comparison) failed(about string, seconds float64, err error) {
	v.screen.Line(fmt.Sprintf("%s failed after %.1f s: %s", about, seconds, cli.OneLine(err)))
}
