package balance

import (
	"gpusph/internal/measure"
	"gpusph/sph"
)

// History is what a run with one policy was like.
type History struct {
	Name      string  `json:"name"`
	Policy    string  `json:"policy,omitempty"` // none where slices stay
	Parameter float64 `json:"-"`                // H_LB or the least gain [%]
	Steps     int     `json:"steps"`
	Seconds   float64 `json:"seconds"` // of all list periods
	Moved     int     `json:"slices_moved"`

	periods []period
	done    bool // the end of the simulated time is reached
}

// period is what a list period was like.
type period struct {
	time   float64 // simulated, at its end [s]
	part   float64 // of the run, that is done at its end
	steps  int
	bounds []int     // that devices owned during it
	forces []float64 // seconds by device
	busy   []float64 // seconds by device in all that grows with its particles
}

// add adds what Advance has done, and that this part of the run is done now.
func (h *History) add(p *sph.Progress, part float64) {
	q := period{time: p.Time, part: part, steps: p.Steps}
	for _, d := range p.Devices {
		q.bounds = append(q.bounds, d.FirstSlice)
		q.forces = append(q.forces, d.Busy-d.Seconds[sph.BuildNeibs])
		q.busy = append(q.busy, d.Busy)
	}
	last := p.Devices[len(p.Devices)-1]
	q.bounds = append(q.bounds, last.FirstSlice+last.Slices)
	if n := len(h.periods); n > 0 {
		for b, before := range h.periods[n-1].bounds {
			h.Moved += max(q.bounds[b]-before, before-q.bounds[b])
		}
	}
	h.periods = append(h.periods, q)
	h.Steps += p.Steps
	h.Seconds += p.Wall
	h.done = p.Done
}

// time is the simulated time that it has reached [s].
func (h *History) time() float64 {
	if len(h.periods) == 0 {
		return 0
	}
	return h.periods[len(h.periods)-1].time
}

// perStep is what each device took per step [s], of forces or busy.
func (h *History) perStep(of func(*period) []float64) []float64 {
	sums := make([]float64, len(of(&h.periods[0])))
	for i := range h.periods {
		for d, s := range of(&h.periods[i]) {
			sums[d] += s / float64(h.Steps)
		}
	}
	return sums
}

func forces(p *period) []float64 { return p.forces }
func busy(p *period) []float64   { return p.busy }

// distance is by how much the device that is busy longest is above the average
// of all, per step: in seconds and as a part of the average. In each list period
// it may be another device.
func (h *History) distance() (seconds, part float64) {
	average := 0.0
	for i := range h.periods {
		p := &h.periods[i]
		mean := measure.Sum(p.busy) / float64(len(p.busy))
		longest := 0.0
		for _, s := range p.busy {
			longest = max(longest, s)
		}
		average += mean / float64(h.Steps)
		seconds += (longest - mean) / float64(h.Steps)
	}
	return seconds, seconds / average
}
