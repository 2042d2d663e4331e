package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// launchSteps puts a batch of steps on the device's streams, and publishes the clock
// after them.
func (d *domain) launchSteps(g batch) {
	d.batch, d.steps = g, g.all
	d.recorder.Begin(&d.began, &d.asked, g.from, g.to, d.owned().len())
	all := d.list.Active()
	d.active = int(all.Fluids + all.Walls)
	lists := period{}
	if g.from == 0 {
		d.beginSteps()
		d.takePreview()
		lists.building, lists.listed = d.building, d.listed
	} else {
		d.goOn()
	}
	done := g.from
	if d.timed && done == 0 && g.to > 0 {
		d.timedStep()
		done = 1
	}
	d.timeSteps(done)
	if g.ends {
		d.endSteps()
	} else {
		d.pauseSteps()
	}
	d.begin(sph.PhaseCount)
	lists.begun, lists.ended, lists.pieces = d.begun, d.ended, d.pieces
	d.launched, d.pieces = lists, d.launched.pieces[:0]
	d.forget()
}

// timeStep is one time step on one device: the paper's phases, predictor then corrector.
// They wait for particles next to theirs and not for each other: see stripes.go.
func (d *domain) timeStep() {
	d.awaitAllMoved(d.control)          // by the step before
	d.forces(predictor)                 // and Euler
	scanned, checked := d.minimumScan() // beside, for the step that follows
	d.forces(corrector)
	d.scanned, d.checked = scanned, checked
	d.step++
}

// beginSteps begins a period. The length of its first step is known since the lists were
// built, unless the step must not be rejected: then it depends on how much of the skins is
// used.
func (d *domain) beginSteps() {
	d.begin(sph.MinimumScan)
	d.spreadWalls()
	d.awaitLists()
	d.awaitSettings()
	d.begun = d.keep(d.control.Record())
	d.scanned, d.checked = d.listed, d.listed
	if d.shorten {
		d.checkSkins()
		d.scan(cuda.Begin, d.listMaxima(), cuda.MinimumScanArgs{}, true)
		d.nextStates(true)
		d.scanned = d.keep(d.control.Signal())
	}
}

// mostSteps is how many steps a graph has at most. While the device works on one, the host prepares
// the next, which takes it 2 µs a kernel.
const mostSteps = 8

// nextGraph is the number of steps of the next graph where some are left: there are as few graphs
// as can be, about as long as each other. To make one takes milliseconds, so there are few sizes,
// which are used again and again.
func nextGraph(left int) int {
	graphs := (left + mostSteps - 1) / mostSteps
	return (left + graphs - 1) / graphs
}

// timeSteps launches all time steps of the batch but those that are done. A device that takes
// graphs and waits for no other by events gets many at once: the host has less to do, and stripes
// wait less for each other. Graphs are in the main stream, one after the other.
func (d *domain) timeSteps(done int) {
	if done >= d.to {
		return
	}
	if !gpu.TakesGraphs(d.main) || len(d.sides) > 0 && !d.group.WaitsInKernels() {
		for ; done < d.to; done++ {
			d.timeStep()
		}
		return
	}
	d.main.Wait(d.scanned)
	d.main.Wait(d.checked)
	d.awaitLoops(d.main)
	d.awaitAllMoved(d.main)
	streams := append(d.streams[:len(d.streams):len(d.streams)], d.control)
	for done < d.to {
		n := nextGraph(d.to - done)
		if done > 0 && done == d.from {
			n = 1 // the device waits for it
		}
		d.recorder.Within(done, done+n)
		done += n
		gpu.Graph(d.main, streams, func() {
			d.allHaveMoved(nil) // the graph begins after that
			for range n {
				d.timeStep()
			}
		})
	}
	d.allHaveMoved(d.keep(d.main.Signal()))
}

// allHaveMoved says when all that steps have put on any stream is done.
func (d *domain) allHaveMoved(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = e, nil
	}
	d.scanned, d.checked, d.repeats.ended = e, e, nil
}

// endSteps ends the last step of a period and publishes the clock. The main stream, which
// builds the next lists, waits until all particles are in the state of even steps.
func (d *domain) endSteps() {
	d.awaitAllMoved(d.control)
	d.scan(cuda.MinimumScan, d.maximaOf(d.step+1), cuda.MinimumScanArgs{Step: int32(d.step), Over: 1}, d.shorten)
	d.recorder.CommitTotals(d.control, d.clock, d.step-1)
	if d.samples {
		d.checkStep(true)
		d.measureAhead()
	}
	d.control.Fill(d.maxima, 0, 3*maximaBytes) // steps that were not done leave some
	d.publishSteps()
	d.main.Wait(d.checked)
	d.awaitLoops(d.main)
	d.awaitAllMoved(d.main)
	if d.samples {
		d.main.Wait(d.ended) // what comes writes over what is measured
	}
	d.restore()
}

// publishSteps publishes the clock and what was measured.
func (d *domain) publishSteps() {
	gpu.Launch(d.control, cuda.PublishClock, cuda.PublishClockArgs{Clock: d.clock,
		Out: d.hostCopy.Ptr + publishedClock}, 0, 1)
	if d.recorder.First() < d.to || d.samples {
		d.recorder.Publish(d.control, d.to+int(number(d.samples)))
	}
	d.ended = d.keep(d.control.Record())
}

// restore takes the particles to the state of even steps, in which they are between periods.
func (d *domain) restore() {
	d.restoreParticles()
	d.restoreBodies()
}

// restoreParticles does that with the particles alone.
func (d *domain) restoreParticles() {
	left, right, all := d.receiveHalo(true), d.receiveHalo(false), d.list.Active()
	n := left.len() + right.len() + all.Len()
	args := cuda.RestoreArgs{
		Clock: d.clock, From: d.states[sph.StateOdd].state(), To: d.states[sph.StateEven].state(), Column: d.list.Columns(), Part: all,
		Left: int32(left.len()), Right: int32(right.len()), RightFrom: int32(right.from),
	}
	walls := d.Case.Params.Boundary.HasState()
	args.Walls = 1 + number(walls)
	gpu.Launch(d.main, cuda.Restore, args, 0, n)
	for _, f := range d.Extra {
		if f.Changes() {
			args.Walls = 2 * number(walls && f.Walls)
			if d.Case.Params.ChangesSolids(f.Index) {
				args.Walls = 3
			}
			gpu.Launch(d.main, cuda.RestoreField, cuda.RestoreFieldArgs{Of: args, From: d.states[sph.StateOdd][f.Index], To: d.states[sph.StateEven][f.Index], Bytes: int32(f.Bytes)}, 0, n)
		}
	}
	d.restoreImages()
}
