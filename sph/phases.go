package sph

import (
	"slices"
	"time"

	"gpusph/gpu"
)

// piece is a kernel of Forces of the step that is timed, on one of the device's streams.
type piece struct{ begin, end gpu.Event }

// period is when the lists of a period of steps began, when they were there, and when
// the steps were done.
type period struct {
	building, listed, ended gpu.Event
	pieces                  []piece // none where no step is timed
}

// timedStep is the first step of some periods, which tells what the forces take. Stripes
// overlap, and wait for the neighbours', so that of several devices all seem to be busy for as
// long as the slowest; where there are several, the forces are all in one stripe for once.
func (d *domain) timedStep() {
	d.timing = true
	if len(d.domains) > 1 {
		stripes, sequence := d.stripes, d.sequence
		d.stripes, d.sequence = []stripe{{Part: d.list.Active(), stream: stripes[0].stream}}, []int{0}
		d.timeStep()
		done := d.stripes[0].done()
		d.stripes, d.sequence = stripes, sequence
		for i := range d.stripes {
			d.stripes[i].moved = done
		}
	} else {
		d.timeStep()
	}
	d.timing = false
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
		d.pieces = append(d.pieces, piece{begun, d.keep(s.Record())})
	}
}

// takeSeconds says what the phases of a period of steps took. Forces is while there is a
// kernel of it in the step that was timed last, which stands for all; MinimumScan is the rest,
// which is waiting for it or for another device. How long the device is busy may be more
// than that, since stripes overlap in other steps.
func (d *domain) takeSeconds(p *period, steps int) {
	lists, whole := p.listed.Since(p.building).Seconds(), p.ended.Since(p.listed).Seconds()
	if len(p.pieces) > 0 {
		base := p.pieces[0].begin
		var kernels []interval
		for _, t := range p.pieces {
			kernels = append(kernels, interval{t.begin.Since(base), t.end.Since(base)})
		}
		begin, end, computing := union(kernels)
		d.stepForces, d.forcesPart = computing.Seconds(), 1
		if len(d.domains) == 1 && end > begin {
			d.forcesPart = computing.Seconds() / (end - begin).Seconds()
		}
	}
	forces := d.stepForces * float64(steps)
	d.busy = lists + forces
	if len(d.domains) == 1 {
		forces = whole * d.forcesPart
	}
	forces = min(forces, whole)
	d.seconds = [PhaseCount]float64{BuildNeibs: lists, Forces: forces, MinimumScan: whole - forces}
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
