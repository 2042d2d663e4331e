package balance

import (
	"fmt"
	"math"
)

// Predictive is a balancer that moves as many slices at once as its model of
// the devices says. In the model, a device's time is its slowness times the sum
// over its slices of work times a correction; these are learned from the
// measured times. By what a device takes longer than predicted, half is put
// down to the device and half to its slices. When slices move, the first half
// stays and the second goes with them, so what was wrong of either shows and is
// corrected in turn: this is Kaczmarz's method, in logarithms.
//
// The bounds are those of the least predicted time, if that is less than now by
// more than Threshold and than the noise of the measured times.
type Predictive struct {
	Threshold float64 // part of the longest device's time that a move must promise to save
	Memory    int     // steps over which measured times are averaged, the last weighing most

	slowness   []float64 // by device
	correction []float64 // by slice
	work       []float64 // by slice, as last told
	// by device: logarithm of measured by predicted time, as last seen; nil after a move
	wrong []float64
	news  bool    // something has been seen since Bounds was asked
	noise float64 // what wrong changes by, on average
	gain  float64 // what the last measurement weighed in the averages
	seen  int     // steps
}

const (
	// leastWork is the part of the mean work that a slice has at least: what is
	// told as nothing takes some time, and no factor makes something of nothing.
	leastWork = 0.01
	// doubt is the part of a device's slowness that each measurement puts down to
	// its slices instead. It changes no prediction for the bounds as they are,
	// and ends a belief in a slow device that keeps work, and proof, from it.
	doubt = 0.03
	// firstNoise is what the noise is taken for before it is known.
	firstNoise = 0.1
	// nearest is by what part of the least time the best bounds that are found may take longer: to
	// look closer takes the host as long as steps of a small flow.
	nearest = 1e-3
	// nearly is the part of what could be saved that is left for moving fewer
	// slices.
	nearly = 0.05
)

func (p *Predictive) String() string {
	return fmt.Sprintf("the predictive balancer, for gains of %g %%, memory of %d steps",
		100*p.Threshold, p.Memory)
}

// Observe learns from what the devices did. Only the proportions of their times
// enter, so nothing that slows all of them down does. Until slices move, a
// device's time must be off twice in the same direction, and the lesser counts.
func (p *Predictive) Observe(loads []Load, steps int) {
	work, measured := workOf(loads), 0.0
	for _, l := range loads {
		if !(l.Seconds > 0) {
			return
		}
		measured += l.Seconds
	}
	if steps < 1 || math.IsInf(measured, 0) {
		return
	}
	if len(p.slowness) != len(loads) || len(p.correction) != len(work) {
		*p = Predictive{Threshold: p.Threshold, Memory: p.Memory, slowness: ones(len(loads)),
			correction: ones(len(work)), noise: firstNoise}
	}
	p.work = work
	predicted, total := p.predict(loads)
	p.seen += steps
	p.gain = max(float64(steps)/float64(p.seen), float64(steps)/float64(steps+p.Memory))
	wrong, change, s := make([]float64, len(loads)), 0.0, 0
	for d, l := range loads {
		wrong[d] = math.Log(l.Seconds / measured * total / predicted[d])
		sure := wrong[d]
		if p.wrong != nil {
			sure = median(wrong[d], p.wrong[d], 0)
			change += math.Abs(wrong[d]-p.wrong[d]) / float64(len(loads))
		}
		shift := doubt * math.Log(p.slowness[d])
		p.slowness[d] *= math.Exp(p.gain * (sure/2 - shift))
		more := math.Exp(p.gain * (sure/2 + shift))
		for range l.Slices {
			p.correction[s] *= more
			s++
		}
	}
	if p.wrong != nil {
		p.noise += (change - p.noise) * p.gain
	}
	p.wrong, p.news = wrong, true
}

// predict returns what the devices take for the slices that they have, and all
// of it, in units of the model.
func (p *Predictive) predict(loads []Load) (times []float64, total float64) {
	times, s := make([]float64, len(loads)), 0
	for d, l := range loads {
		for range l.Slices {
			times[d] += p.slowness[d] * p.correction[s] * p.work[s]
			s++
		}
		total += times[d]
	}
	return times, total
}

// Bounds are those of the least predicted time, or the given ones where that
// saves too little. Of those that save nearly as much, they are near the given.
func (p *Predictive) Bounds(bounds []int, least int) []int {
	if !p.news {
		return bounds // nothing has been seen of these, or no more than the last time
	}
	p.news = false
	weights := make([]float64, len(p.work))
	for s := range weights {
		weights[s] = p.correction[s] * p.work[s]
	}
	now := make([]int, len(bounds))
	for d := range now {
		now[d] = bounds[d] - bounds[0]
	}
	c := newCutter(weights, p.slowness, least)
	_, shortest := c.best(nearest)
	longest := c.longest(now)
	if longest-shortest <= longest*max(p.Threshold, p.noise*math.Sqrt(p.gain)) {
		return bounds
	}
	moved := c.within(shortest+nearly*(longest-shortest), now)
	for d := range moved {
		moved[d] += bounds[0]
	}
	p.wrong = nil
	return moved
}

// workOf is the work by slice, none of it nothing. The slices are equal where a
// device tells none.
func workOf(loads []Load) []float64 {
	var work []float64
	slices, sum := 0, 0.0
	for _, l := range loads {
		slices += l.Slices
		work = append(work, l.Work...)
	}
	for _, w := range work {
		sum += w
	}
	if len(work) != slices || !(sum > 0) || math.IsInf(sum, 0) {
		return ones(slices)
	}
	for s := range work {
		work[s] = max(work[s], leastWork*sum/float64(slices))
	}
	return work
}

func ones(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = 1
	}
	return all
}

// median of three.
func median(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
