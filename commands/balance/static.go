package balance

import (
	"math"

	"gpusph/balance"
	"gpusph/commands/running"
	"gpusph/internal/measure"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// weighings is how many times in a run the work of the slices is counted.
const weighings = 16

// weighing is how the work lies over the slices at one time.
type weighing struct {
	part float64   // of the run, that was done then
	work []float64 // part of the neighbour pairs, by slice
}

// weigh counts the pairs of each slice, evenly over a run.
func (r *comparisonRun) weigh(sim *engine.Simulation, last *sph.Progress) error {
	c, part := r.comparison, r.part(last)
	if last.Step == 0 || part < (float64(len(c.weighings))+0.5)/weighings {
		return nil
	}
	snapshot, err := sim.Snapshot()
	if err != nil {
		return err
	}
	c.first, c.least = last.Devices[0].FirstSlice, sim.MinSlices()
	var s measure.Survey
	s.Count(snapshot, last)
	all := measure.Sum(s.Pairs)
	for i := range s.Pairs {
		s.Pairs[i] /= all
	}
	c.weighings = append(c.weighings, weighing{part, s.Pairs})
	return nil
}

// part is the part of the run that is done.
func (r *comparisonRun) part(p *sph.Progress) float64 {
	return running.Part(running.Position{Step: p.Step, Time: p.Time}, r.flow.End, r.MaxIter)
}

// bound is what bounds take by calculation: the time of all devices without
// balancing, laid on the slices as the neighbour pairs lie at the nearest
// weighing. Devices are equal, and nothing is fixed.
type bound struct {
	Bounds []int `json:"bounds,omitempty"` // none where they change at each list
	// mean over the steps of the longest device's time per step
	Longest float64 `json:"longest_s"`
	perStep []float64
}

// findStatic finds the best bounds that stay, and what the best at each list
// would take.
func (c *Comparison) findStatic() {
	n := len(c.names)
	if len(c.weighings) == 0 {
		return
	}
	sums, whole := c.sumWeighings()
	c.Ideal, c.Static = &bound{}, &bound{Longest: math.Inf(1)}
	for k, w := range c.weighings {
		c.Ideal.Longest += longest(sums[k], balance.Cut(w.work, 0, n, c.least))
	}
	for _, start := range append(c.weighings, weighing{work: whole}) {
		bounds := balance.Cut(start.work, 0, n, c.least)
		if t := c.improve(bounds, sums); t < c.Static.Longest {
			c.Static.Bounds, c.Static.Longest = append([]int(nil), bounds...), t
		}
	}
	c.Static.perStep = make([]float64, n)
	for d := range n {
		for _, before := range sums {
			c.Static.perStep[d] += before[c.Static.Bounds[d+1]] - before[c.Static.Bounds[d]]
		}
	}
	for b := range c.Static.Bounds {
		c.Static.Bounds[b] += c.first // as slices are numbered
	}
}

// sumWeighings lays the time of the run without balancing on the slices. before has, by weighing,
// the seconds per step before each slice, and whole the seconds of each slice over the run.
func (c *Comparison) sumWeighings() (before [][]float64, whole []float64) {
	seconds := make([]float64, len(c.weighings))
	for i := range c.Off.periods {
		p := &c.Off.periods[i]
		seconds[c.nearest(p)] += measure.Sum(p.busy)
	}
	whole = make([]float64, len(c.weighings[0].work))
	for k, w := range c.weighings {
		sums := make([]float64, len(w.work)+1)
		for s, work := range w.work {
			sums[s+1] = sums[s] + work*seconds[k]/float64(c.Off.Steps)
			whole[s] += work * seconds[k]
		}
		before = append(before, sums)
	}
	return before, whole
}

// improve moves one bound at a time to where the longest device takes least, until no bound gets
// better. It returns that time. before is as of sumWeighings.
func (c *Comparison) improve(bounds []int, before [][]float64) float64 {
	least := longestOf(before, bounds)
	for better := true; better; {
		better = false
		for b := 1; b < len(bounds)-1; b++ {
			if t := c.improveBound(bounds, b, before, least); t < least {
				least, better = t, true
			}
		}
	}
	return least
}

// improveBound moves bound b to where the longest device takes least, if that is less than least.
// It returns the smaller of both times.
func (c *Comparison) improveBound(bounds []int, b int, before [][]float64, least float64) float64 {
	best := bounds[b]
	for at := bounds[b-1] + c.least; at <= bounds[b+1]-c.least; at++ {
		bounds[b] = at
		if t := longestOf(before, bounds); t < least {
			best, least = at, t
		}
	}
	bounds[b] = best
	return least
}

// longestOf is the time per step of the longest device, summed over the weighings.
func longestOf(before [][]float64, bounds []int) (sum float64) {
	for _, of := range before {
		sum += longest(of, bounds)
	}
	return sum
}

// nearest is the weighing that is nearest to a list period.
func (c *Comparison) nearest(p *period) int {
	nearest := 0
	for k, w := range c.weighings {
		if math.Abs(w.part-p.part) < math.Abs(c.weighings[nearest].part-p.part) {
			nearest = k
		}
	}
	return nearest
}

// uneven is by how much the most neighbour pairs of a device are above the average,
// as a part of that: the mean over the steps. It knows of no clock, so it compares
// bounds where times are noisy; but pairs are not all that takes time.
func (c *Comparison) uneven(h *History) float64 {
	above := 0.0
	for i := range h.periods {
		p, most := &h.periods[i], 0.0
		if len(c.weighings) == 0 {
			return math.NaN()
		}
		work := c.weighings[c.nearest(p)].work
		for d := range c.names {
			most = max(most, measure.Sum(work[p.bounds[d]-c.first:p.bounds[d+1]-c.first]))
		}
		above += (most*float64(len(c.names)) - 1) * float64(p.steps) / float64(h.Steps)
	}
	return above
}

// longest is the greatest time of the parts that bounds make.
func longest(before []float64, bounds []int) float64 {
	most := 0.0
	for d := range len(bounds) - 1 {
		most = max(most, before[bounds[d+1]]-before[bounds[d]])
	}
	return most
}
