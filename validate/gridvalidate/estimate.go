package gridvalidate

import (
	"slices"

	"gpusph/grid"
	"gpusph/internal/jobs"
	"gpusph/validate"
)

// In a step the pressure takes about this many iterations, each about as long as the forces on as
// many particles as there are cells take in a fifth of a step.
const iterations = 4

// Estimate is what a run of the case at a size to a time takes; 0 is the problem's end. A flow
// crosses a metre in about a second: those of cases have no dimensions.
func (c *Case) Estimate(size Size, end float64) (n jobs.Needs) {
	f, err := c.Setup(size)
	if err != nil {
		return n
	}
	if end == 0 {
		end = f.End
	}
	dt := f.Step
	if dt == 0 && f.CFL > 0 {
		dt = f.CFL * slices.Min(f.Spacing[:])
	}
	cells := float64(f.Cells[0]) * float64(f.Cells[1]) * float64(f.Cells[2])
	cost := f.Cost(grid.Multigrid)
	if dt > 0 {
		n.Work = jobs.Work(end/dt, iterations*cells)
	}
	n.Device = 1.2 * cost.Numbers * float64(f.Precision.Bytes()) * cells
	n.Host = 2 * 8 * float64(cost.Snapshot) * cells
	return n
}

// EstimateSolution is what Solve takes at a level.
func EstimateSolution(of *validate.Grid, level validate.Level) jobs.Needs {
	c := &Case{Problem: of.Problem, Options: of.Options}
	return c.Estimate(Size{Cells: of.Cells[level]}, 0)
}
