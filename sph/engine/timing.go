package engine

import (
	"gpusph/balance"

	"gpusph/sph"
)

// timing decides in which periods a step is timed, for the balancer and the report. Such a step takes
// longer than others, and its result changes slowly.
type timing struct {
	settled int  // periods planned since slices moved last
	untimed int  // since the last with a timed step
	steps   int  // done since the balancer observed the last
	doubt   bool // whether the last timed step is to be believed
	doubted bool // and the one before
}

// In the first periods after slices have moved a step is timed, and then in one of a few; but soon
// again where it gave nothing, or for the first time that devices take unequally long.
const (
	timedFirst = 2
	timedThen  = 12
	unequally  = 0.02 // of the average time, that the longest is above it
)

// next says whether a step of the next period that is planned is timed.
func (t *timing) next(moved bool) (timed bool) {
	if moved {
		t.settled, t.steps = 0, 0
	}
	t.untimed++
	timed = t.settled < timedFirst || t.untimed >= timedThen || t.doubt
	t.settled++
	if timed {
		t.untimed, t.doubt = 0, false
	}
	return timed
}

// observe takes the loads that a period's timed step has given. The period had so many steps, perhaps
// none.
func (t *timing) observe(loads []balance.Load, steps int) {
	sum, longest := 0.0, 0.0
	for _, l := range loads {
		sum += l.Seconds
		longest = max(longest, l.Seconds)
	}
	again := steps == 0 || longest*float64(len(loads)) > (1+unequally)*sum
	t.doubt, t.doubted = again && !t.doubted, again
}

// loadsOf is what the balancer wants to know.
func loadsOf(p *sph.Progress) []balance.Load {
	loads := make([]balance.Load, len(p.Devices))
	for i, d := range p.Devices {
		loads[i] = balance.Load{Slices: d.Slices, Layer: p.PerLayer, Seconds: d.Busy, Work: d.Work}
	}
	return loads
}
