package gridvalidate

import (
	"context"
	"errors"
	"math"
	"time"

	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/validate"
)

// stride is how many steps are done at once where no sums are asked for.
const stride = 50

// Run computes a flow until the end of a plan, and tells which part of it is done. Where the flow
// fails, the run says why. An error is returned where ctx ends it.
func (c *Case) Run(ctx context.Context, size Size, end float64, on validate.Place,
	tell func(part float64)) (*Run, error) {
	begun := time.Now()
	r := &Run{Size: size}
	r.Flow, r.Err = c.Setup(size)
	if r.Err == nil {
		if end > 0 {
			r.Flow.End = end
		}
		r.Err = r.compute(ctx, c, on, tell)
	}
	r.Seconds = time.Since(begun).Seconds()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// compute fills in a run.
func (r *Run) compute(ctx context.Context, c *Case, on validate.Place,
	tell func(part float64)) (err error) {
	system, err := gpu.Open(on.Devices, on.GPU)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := grid.New(r.Flow, grid.Options{System: system})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	if err := r.sum(c, sim, 0); err != nil {
		return err
	}
	steps := c.Every
	if steps == 0 {
		steps = stride
	}
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := sim.Advance(steps)
		if err != nil {
			return err
		}
		done, r.Steps, r.Time = p.Done, p.Step, p.Time
		if c.Every > 0 || done {
			if err := r.sum(c, sim, p.Speed); err != nil {
				return err
			}
		}
		tell(min(p.Time/r.Flow.End, 1))
	}
	snapshot, err := sim.Snapshot()
	if err != nil {
		return err
	}
	r.Last, err = gridmeasure.New(snapshot)
	return err
}

// sum adds sums of the flow whose greatest velocity is known, or 0. U is the greater of those
// before and after the steps, since a step's divergence is limited by the velocity before it.
func (r *Run) sum(c *Case, sim grid.Simulator, speed float64) error {
	s, err := sim.Sums()
	if err != nil {
		return err
	}
	r.Sums = append(r.Sums, s)
	_, solves := r.Flow.Equations.(*grid.Incompressible)
	if u := max(speed, r.speed); solves && u > 0 {
		r.Divergence = max(r.Divergence, s.Of[grid.Divergence]*r.Flow.Spacing[0]/u)
	}
	r.speed = speed
	if c.Watch == nil {
		return nil
	}
	snapshot, err := sim.Snapshot()
	if err != nil {
		return err
	}
	m, err := gridmeasure.New(snapshot)
	if err == nil {
		r.Watched = append(r.Watched, c.Watch(r, m))
	}
	return err
}

// Solve computes the solution that a case of particles is compared with at a level.
func Solve(ctx context.Context, of *validate.Grid, level validate.Level, on validate.Place,
	tell func(part float64)) (*validate.Solution, error) {
	c := &Case{Problem: of.Problem, Options: of.Options}
	if of.Mixing {
		c.Every, c.Watch = mixingEvery, mixingHeight
	}
	r, err := c.Run(ctx, Size{Cells: of.Cells[level]}, 0, on, tell)
	if err == nil {
		err = r.Err
	}
	if err != nil {
		return nil, err
	}
	s := &validate.Solution{Name: "on a grid, " + r.String(), U: r.Profile("u"), W: r.Profile("w"),
		Nusselt: math.NaN(), Mixing: r.Watch()}
	if e, is := r.Flow.Equations.(*grid.Incompressible); is && e.Heat != nil {
		s.Nusselt = nusselt(r)
	}
	return s, nil
}
