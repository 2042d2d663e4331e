package validate

import (
	"context"
	"fmt"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/jobs"
	"gpusph/internal/text"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

// compareAll does all runs, in the order of the table or several at a time, until the user has
// enough. The results are in the order of the table.
func (v *comparison) compareAll(ctx context.Context) error {
	var tasks []*jobs.Task
	var add []func() // the results
	for _, c := range v.cases {
		of := &particles{comparison: v, Case: c}
		tasks, add = append(tasks, of.tasks()...), append(add, of.add)
	}
	for _, c := range v.grids {
		of := &cells{comparison: v, Case: c}
		tasks, add = append(tasks, of.tasks()...), append(add, of.add)
	}
	v.board.all = len(tasks)
	q := &jobs.Queue{Jobs: v.ofJobs(), Free: cli.FreeMemory(), Repeat: gpu.IsFault}
	q.Do(ctx, tasks)
	for _, do := range add {
		do()
	}
	if ctx.Err() == nil {
		return nil
	}
	v.screen.Clear()
	if v.result.empty() {
		return cli.ErrNothing
	}
	return cli.ErrInterrupted
}

// ofJobs are the devices of each job: of one all, and of several one each, which never waits for
// another device.
func (v *comparison) ofJobs() [][]string {
	if v.jobs <= 1 {
		return [][]string{v.place.Devices}
	}
	return jobs.Devices(v.place.Devices, v.jobs)
}

// task is a run as a task, with what is told of it while it runs and when it is over. do returns an
// error where ctx ends it.
func (v *comparison) task(about string, estimate func() jobs.Needs,
	do func(ctx context.Context, on validate.Place, tell func(part float64)) (outcome, error),
) *jobs.Task {
	t := &jobs.Task{}
	if v.jobs > 1 {
		t.Needs = estimate()
	}
	t.Do = func(ctx context.Context, on []string) error {
		place := v.place
		place.Devices = on
		begun := time.Now()
		shown := v.board.begin(about)
		o, err := do(ctx, place, func(part float64) { v.progress(ctx, shown, part) })
		seconds := time.Since(begun).Seconds()
		v.board.Lock()
		defer v.board.Unlock()
		v.board.end(shown)
		switch {
		case err != nil: // ctx has ended it
			return nil
		case o.err == nil:
			v.screen.Line(about + " " + o.said + fmt.Sprintf(" in %.1f s", seconds) + o.more)
		case !t.Alone && v.jobs > 1 && gpu.IsFault(o.err):
			v.board.done--
			v.screen.Line(about + " ends with an error of the GPU, perhaps that of a run at the same " +
				"time, and is done again alone: " + cli.OneLine(o.err))
		default:
			v.screen.Line(fmt.Sprintf("%s failed after %.1f s: %s", about, seconds, cli.OneLine(o.err)))
		}
		return o.err
	}
	return t
}

// outcome is how a run has ended: with an error, or with what is said of it before and after the
// seconds that it took.
type outcome struct {
	err        error
	said, more string
}

// particles is a case of particles and its runs.
type particles struct {
	*comparison
	*validate.Case
	runs     []*validate.Run // nil is one that is not over
	solution *validate.Solution
	unsolved bool // it wants a solution on a grid, and that has not been tried
}

// tasks are the runs of a case, and before them the solution on a grid that they are compared with.
func (c *particles) tasks() (all []*jobs.Task) {
	plan := c.Levels[c.level]
	c.runs = make([]*validate.Run, len(plan.Spacings))
	if c.Grid != nil && len(plan.Spacings) > 0 {
		c.unsolved = true
		all = append(all, c.solve())
	}
	for i, deltaP := range plan.Spacings {
		about := fmt.Sprintf("%-12s Δp %-8s", c.Name, text.Short(deltaP)+" m")
		all = append(all, c.task(about,
			func() jobs.Needs { return c.Estimate(deltaP, plan.End) },
			func(ctx context.Context, on validate.Place, tell func(float64)) (outcome, error) {
				r, err := cli.UnlessInterrupted(ctx, func() (*validate.Run, error) {
					return c.Run(ctx, deltaP, plan.End, on, tell)
				})
				if err != nil {
					return outcome{}, err
				}
				c.runs[i] = r
				return c.outcome(r), nil
			}))
	}
	return all
}

// outcome is that of a run.
func (c *particles) outcome(r *validate.Run) outcome {
	if r.Err != nil {
		return outcome{err: r.Err}
	}
	o := outcome{said: fmt.Sprintf("%s steps of %s particles", text.Thousands(r.Steps),
		text.Thousands(r.Flow.Particles.Len()))}
	if r.Lost > 0 {
		o.more = fmt.Sprintf("; %s left the domain", text.Thousands(r.Lost))
	}
	return o
}

// solve computes the flow on a grid. If that fails there is no solution.
func (c *particles) solve() *jobs.Task {
	about := fmt.Sprintf("%-12s on a grid, %d cells", c.Name, c.Grid.Cells[c.level])
	return c.task(about,
		func() jobs.Needs { return gridvalidate.EstimateSolution(c.Grid, c.level) },
		func(ctx context.Context, on validate.Place, tell func(float64)) (outcome, error) {
			s, err := cli.UnlessInterrupted(ctx, func() (*validate.Solution, error) {
				return gridvalidate.Solve(ctx, c.Grid, c.level, on, tell)
			})
			if ctx.Err() != nil {
				return outcome{}, ctx.Err()
			}
			c.solution, c.unsolved = s, false
			return outcome{err: err}, nil
		})
}

// add adds the case with the runs that are over, unless what they are compared with is not there.
func (c *particles) add() {
	var runs []*validate.Run
	for _, r := range c.runs {
		if r != nil {
			r.Grid = c.solution
			runs = append(runs, r)
		}
	}
	if !c.unsolved {
		c.result.add(c.Case, runs)
	}
}

// cells is a case on a grid and its runs.
type cells struct {
	*comparison
	*gridvalidate.Case
	runs []*gridvalidate.Run // nil is one that is not over
}

// tasks are the runs of a case.
func (c *cells) tasks() (all []*jobs.Task) {
	plan := c.Levels[c.level]
	c.runs = make([]*gridvalidate.Run, len(plan.Sizes))
	for i, size := range plan.Sizes {
		all = append(all, c.task(fmt.Sprintf("%-12s %-11s", c.Name, size),
			func() jobs.Needs { return c.Estimate(size, plan.End) },
			func(ctx context.Context, on validate.Place, tell func(float64)) (outcome, error) {
				r, err := cli.UnlessInterrupted(ctx, func() (*gridvalidate.Run, error) {
					return c.Run(ctx, size, plan.End, on, tell)
				})
				if err != nil {
					return outcome{}, err
				}
				c.runs[i] = r
				if r.Err != nil {
					return outcome{err: r.Err}, nil
				}
				return outcome{said: fmt.Sprintf("%s steps to %.4g s", text.Thousands(r.Steps), r.Time)}, nil
			}))
	}
	return all
}

// add adds the case with the runs that are over.
func (c *cells) add() {
	var runs []*gridvalidate.Run
	for _, r := range c.runs {
		if r != nil {
			runs = append(runs, r)
		}
	}
	c.result.addGrid(c.Case, runs)
}
