package sph

import (
	"slices"
	"time"

	"gpusph/gpu"
)

// timed is a piece of a phase of the step that is timed, on one of the device's streams.
type timed struct {
	phase      Phase
	begin, end gpu.Event
}

// period is when the lists of a period of steps began, when they were there, and when
// the steps were done.
type period struct {
	building, listed, ended gpu.Event
	pieces                  []timed
}

// mark is an event before a piece of the step that is timed; took notes the piece when
// it has been launched. Other steps have no such events, since each costs a little.
func (d *domain) mark(s gpu.Stream) gpu.Event {
	if !d.timing {
		return nil
	}
	return d.keep(s.Record())
}

func (d *domain) took(p Phase, begun gpu.Event, s gpu.Stream) {
	if d.timing {
		d.pieces = append(d.pieces, timed{p, begun, d.keep(s.Record())})
	}
}

// takeSeconds says what the phases of a period of steps took. Pieces of a phase overlap
// with each other and with other phases: Forces is while there are forces, Euler while it
// runs alone, and MinimumScan while there is neither, which is waiting for it or for
// another device. The second step stands for all, and the first, which begins when the
// last device has its lists, for as much as they.
func (d *domain) takeSeconds(p *period, steps int) {
	d.seconds = [PhaseCount]float64{BuildNeibs: p.listed.Since(p.building).Seconds()}
	if len(p.pieces) == 0 {
		return
	}
	base := p.pieces[0].begin
	var forces, all []interval
	for _, t := range p.pieces {
		i := interval{t.begin.Since(base), t.end.Since(base)}
		all = append(all, i)
		if t.phase == Forces {
			forces = append(forces, i)
		}
	}
	whole := p.ended.Since(base).Seconds() * float64(steps) / float64(steps-min(1, steps-1))
	begin, end, busy := union(all)
	_, _, computing := union(forces)
	if end > begin {
		perSecond := whole / (end - begin).Seconds()
		d.seconds[Forces] = computing.Seconds() * perSecond
		d.seconds[Euler] = (busy - computing).Seconds() * perSecond
		d.seconds[MinimumScan] = whole - busy.Seconds()*perSecond
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
