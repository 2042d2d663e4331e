package engine

import (
	"bytes"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/scheme"
)

// loop is groups of passes that a stage of a step repeats: see sph.Loop.
type loop struct {
	scheme.Loop
	count exchange.Global // of particles that need another iteration
}

// loopsOf are those of a step with some options.
func loopsOf(p *sph.Params) (all []loop) {
	schedule, err := p.StepSchedule()
	if err != nil {
		return nil // Check says why
	}
	for _, of := range schedule.Loops {
		all = append(all, loop{of, summed(1)})
	}
	return all
}

// deviceLoops are what a device has of the loops of a flow.
type deviceLoops struct {
	memory gpu.Ptr              // of what follows
	clock  gpu.Ptr              // a cuda.Clock, by which all iterations but the first are done
	counts gpu.Ptr              // of each loop a cuda.Moment that is due, and the device's count
	ofAll  []*exchange.Combined // of each
	ended  gpu.Event            // the last loop: its count is clear again; nil where all wait for that
}

// countBytes is what a loop has in deviceLoops.counts.
const countBytes = momentBytes + int(unsafe.Sizeof(int64(0)))

// openLoops makes room for the counts of all devices.
func (s *Simulation) openLoops() error {
	for k := range s.loops {
		if err := s.loops[k].count.Open(s.group); err != nil {
			return err
		}
	}
	return nil
}

// joinLoops lets the device add its counts to those of others.
func (d *domain) joinLoops() error {
	for k := range d.config.loops {
		of, err := d.config.loops[k].count.On(d.member)
		if err != nil {
			return err
		}
		d.repeats.ofAll = append(d.repeats.ofAll, of)
	}
	return nil
}

// openRepeats gives the device room for counts.
func (d *domain) openRepeats() error {
	n := len(d.config.loops)
	if n == 0 {
		return nil
	}
	counts := bytes.Repeat(dueSums(1), n)
	memory, at, err := d.uploadTables([][]byte{make([]byte, clockBytes), counts})
	if err == nil {
		d.repeats.memory, d.repeats.clock, d.repeats.counts = memory, at[0], at[1]
	}
	return err
}

func (d *domain) freeLoops() {
	if d.repeats.memory != 0 {
		d.device.Free(d.repeats.memory)
	}
	for _, of := range d.repeats.ofAll {
		of.Free()
	}
}

// countOf is where the last pass of a loop adds to the count.
func (r *deviceLoops) countOf(loop int) gpu.Ptr {
	return r.counts + gpu.Ptr((loop-1)*countBytes+momentBytes)
}

// awaitLoops lets a stream that all others wait for before they go on wait for the last loop. Its
// event is freed after the period.
func (d *domain) awaitLoops(stream gpu.Stream) {
	d.await(stream, d.repeats.ended)
	d.repeats.ended = nil
}

// repeat does the groups of a loop again and again. All iterations are launched; kernels of those
// that are not needed return at once, since their clock says that the step is not to be done. So
// the host does not wait.
func (d *domain) repeat(groups []passGroup, h stepStage, allowed gpu.Event) {
	number := groups[0].loop
	of := &d.config.loops[number-1]
	clock, r := d.clock, &d.repeats
	for i := range d.stripes {
		d.await(d.stripes[i].stream, r.ended)
	}
	for n := range of.Most {
		for k := range groups {
			d.launchGroup(&groups[k], h, allowed)
			allowed = nil
			d.exchangeHalo(&groups[k], h)
			d.begin(sph.Forces)
		}
		d.clock = clock
		d.awaitEvaluated(d.control)
		count := r.countOf(number)
		d.sumOfAll(r.ofAll[number-1], count-gpu.Ptr(momentBytes), 1)
		gpu.Launch(d.control, cuda.EndLoop,
			cuda.LoopArgs{Clock: d.clock, Count: count, Out: r.clock}, 0, 1)
		r.ended = d.keep(d.control.Signal())
		if n+1 < of.Most {
			d.clock, allowed = r.clock, r.ended
		}
	}
}
