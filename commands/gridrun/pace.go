package gridrun

import (
	"math"

	"gpusph/grid"
)

// pace chooses how many steps are done at once: few enough that no sample is late, and that Ctrl-C
// does not wait. A batch ends before the next time at which a sample is due, so samples depend on
// the flow alone. The flow has the same bits with any batches.
type pace struct {
	dt    float64 // of the last step
	step  float64 // seconds that one takes
	steps int     // since the run began or went on
}

const (
	batchWall = 0.5  // seconds that a batch may take
	growth    = 1.25 // of the time step within a batch, at most
	firstPart = 4    // a batch adds at most this part of the steps until then, as the step may grow
	mostBatch = 1000
)

// add takes what a batch was like.
func (p *pace) add(done *grid.Progress) {
	p.dt, p.steps = done.Dt, p.steps+done.Steps
	if done.Steps > 0 {
		p.step = done.Wall / float64(done.Steps)
	}
}

// batch is how many steps to do where something is due after a time [s].
func (p *pace) batch(left float64) int {
	if p.dt <= 0 {
		return 1
	}
	n := min(math.Floor(left/(growth*p.dt)), mostBatch, float64(p.steps/firstPart))
	if p.step > 0 {
		n = min(n, batchWall/p.step)
	}
	return max(1, int(n))
}
