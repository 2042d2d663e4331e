package sph

import (
	"slices"
	"time"

	"gpusph/gpu"
)

// timed is a kernel of Forces of the step that is timed, on one of the device's streams.
type timed struct{ begin, end gpu.Event }

// period is when the lists of a period of steps began, when they were there, and when
// the steps were done.
type period struct {
	building, listed, ended gpu.Event
	pieces                  []timed
}

// mark is an event before a kernel of the step that is timed; took notes the kernel when
// it has been launched. Other steps have no such events, since each costs a little.
func (d *domain) mark(s gpu.Stream) gpu.Event {
	if !d.timing {
		return nil
	}
	return d.keep(s.Record())
}

func (d *domain) took(begun gpu.Event, s gpu.Stream) {
	if d.timing {
		d.pieces = append(d.pieces, timed{begun, d.keep(s.Record())})
	}
}

// takeSeconds says what the phases of a period of steps took. Kernels overlap: Forces is
// while there is one of it, and MinimumScan while there is none, which is waiting for it
// or for another device. The second step stands for all, and the first, which begins when the
// last device has its lists, for as much as they.
func (d *domain) takeSeconds(p *period, steps int) {
	d.seconds = [PhaseCount]float64{BuildNeibs: p.listed.Since(p.building).Seconds()}
	if len(p.pieces) == 0 {
		return
	}
	base := p.pieces[0].begin
	var forces []interval
	for _, t := range p.pieces {
		forces = append(forces, interval{t.begin.Since(base), t.end.Since(base)})
	}
	begin, end, computing := union(forces)
	whole := (p.ended.Since(base) - begin).Seconds() * float64(steps) / float64(steps-min(1, steps-1))
	if end > begin {
		d.seconds[Forces] = whole * computing.Seconds() / (end - begin).Seconds()
		d.seconds[MinimumScan] = max(0, whole-d.seconds[Forces])
	}
}

type interval struct{ begin, end time.Duration }

// union is from when to when intervals are, and how long there is at least one.
func union(intervals []interval) (begin, end, some time.Duration) {
	slices.SortFunc(intervals, func(a, b interval) int { return int(a.begin - b.begin) })
	for k, i := range intervals {
		if k == 0 {
			begin, end = i.begin, i.begin
		}
		some += max(0, i.end-max(i.begin, end))
		end = max(end, i.end)
	}
	return begin, end, some
}
