package engine

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// stepStage is which stage of a step it is: the predictor works with the particles
// as they are now, the corrector as they are half a step later.
type stepStage = scheme.Stage

const predictor, corrector = scheme.Predictor, scheme.Corrector

// forces does the passes of half a step: it computes the forces on the active particles, moves
// these by them, and gives the neighbours those at the edges. Each stripe begins a stage when it
// and those next to it have done the one before. So a device is at several at once, and at the next
// forces before these are done.
func (d *domain) forces(h stepStage) {
	d.begin(sph.Forces)
	d.restStates()
	if d.times(h) && d.group.Count > 1 {
		defer d.manyStripes(d.oneStripe())
	}
	for groups := d.groups[h]; len(groups) > 0; {
		s, n := &groups[0], loopEnd(groups)
		d.known = d.evaluated && h == predictor && d.wasEvaluated(s)
		if allowed := d.allowed(s, h); s.loop > 0 {
			d.repeat(groups[:n], h, allowed)
		} else {
			d.launchGroup(s, h, allowed)
			d.exchangeHalo(s, h)
		}
		// the exchange of the group before is of another phase
		if groups = groups[n:]; len(groups) > 0 {
			d.begin(sph.Forces)
		}
	}
	d.known, d.evaluated = false, false
}

// wasEvaluated reports whether what was measured before the step has evaluated a group for it: no
// bodies move before that, and it is no loop.
func (d *domain) wasEvaluated(s *passGroup) bool {
	other := func(g int) bool { return g != sph.ClockGlobal }
	return s.loop == 0 && !slices.ContainsFunc(s.waits, other) &&
		slices.ContainsFunc(d.sampledFields(), s.writes)
}

// allowed is the event after which a group may begin: what it waits for is there. Nil is that it
// waits for nothing.
func (d *domain) allowed(s *passGroup, h stepStage) gpu.Event {
	var bodies gpu.Event
	if d.bodyMotion != nil && slices.Contains(s.waits, d.bodyMotion.global) {
		bodies = d.moveBodies(h)
	}
	if moved := d.moveStates(s.waits, h); moved != nil {
		return moved // on the stream that bodies have moved on
	}
	switch {
	case bodies != nil:
		return bodies
	case slices.Contains(s.waits, sph.ListsGlobal) && d.wallsMeasured != nil:
		// which is later: the next step may write over what the predictor has computed of walls
		return d.wallsMeasured
	case slices.Contains(s.waits, sph.ListsGlobal):
		return d.checked
	case slices.Contains(s.waits, sph.ClockGlobal):
		return d.scanned
	}
	return nil
}

// idles reports whether a pass has been done before the step, or is for samples only, in a step that
// has none.
func (d *domain) idles(p *readyPass) bool {
	if d.known && !p.Integrates {
		return true
	}
	return p.Sampled && !d.evaluates && !d.recorder.Reads(d.step)
}

// launchGroup does a group of passes, after an event.
func (d *domain) launchGroup(group *passGroup, h stepStage, allowed gpu.Event) {
	for _, i := range d.sequence {
		s := &d.stripes[i]
		d.awaitMoved(i)
		d.await(s.stream, allowed)
		begun := d.mark(h, s.stream)
		for k := range group.passes {
			if p := &group.passes[k]; p.launch != nil && !d.idles(p) {
				p.launch(d, p, h, s)
			}
		}
		d.copyImages(group, d.written(h), s)
		d.took(h, begun, s.stream)
	}
	for i := range d.stripes {
		s := &d.stripes[i]
		s.moved = d.keep(s.stream.Signal())
	}
}

// forcesArgs is what the forces on a part of the active particles are computed from, and
// where these go: at first from the beginning of the step to its half, and then with
// the forces there to its end.
func (d *domain) forcesArgs(h stepStage, part cuda.Part) cuda.ForcesArgs {
	now, at, to := d.states[d.step%2].state(), d.states[d.read(h)].state(), d.states[d.written(h)].state()
	_, _, edges := d.outgoing(d.written(h))
	var more [sph.ForceTerms]gpu.Ptr
	for k, place := range d.terms[h] {
		if place > 0 {
			more[k] = d.states[sph.StateMiddle][place]
		}
	}
	args := cuda.ForcesArgs{
		P: d.constants(), List: d.list.Args(), Packed: at.Packed, Vel: at.Vel, Walls: d.wallPlaces(h),
		More: more, Maxima: d.maximaOf(d.step), Clock: d.clock, Record: d.recordOf(d.step), Frame: d.frame,
		Part: part, WallVel: d.wallStates(h), Moving: d.wallVelocities(h), Central: d.central,
		Euler: cuda.EulerArgs{
			From: now, To: to, Edges: edges,
			PerQuantum: float32(1 / d.grid.Quantum), DisplacementLimit: float32((neighbor.MaxStepDisplacement*d.grid.Edge - d.drift) / d.grid.Quantum),
			Half: int32(h), Step: int32(d.step), Shift: int32(d.grid.Shift), Motions: d.motionsOf(d.step), References: d.motionReferences(),
		},
		Two: d.two, Still: d.still.StillWater, Zoned: number(len(d.Case.Zones) > 0),
	}
	args = d.toForces.to(args, d, h)
	if p := within(d.groups[h]); p != nil {
		args.Out, args.Constant = d.stores(p.Writes[0], d.written(h)), p.constants
	}
	return args
}

// wallStates is where kernels find the velocities of walls that Forces takes, and their densities
// where they have some.
func (d *domain) wallStates(h stepStage) gpu.Ptr {
	switch walls := d.Case.Params.Boundary.Model(); {
	case walls.Integrated:
		return d.states[d.read(h)][sph.VelocityField]
	case walls.Extrapolated:
		return d.states[sph.StateMiddle][sph.WallStateField]
	}
	return d.wallVelocities(h)
}

// wallVelocities is where kernels find the velocities of walls; 0 where all are at rest.
func (d *domain) wallVelocities(h stepStage) gpu.Ptr {
	switch {
	case d.walls.Move:
		return d.states[d.read(h)][sph.VelocityField]
	case d.wallsMove:
		return d.states[sph.StateEven][sph.VelocityField]
	}
	return 0
}

// wallPlaces is where kernels find where walls are: in the state that they read if some move, or
// else in that of even steps, which has all.
func (d *domain) wallPlaces(h stepStage) gpu.Ptr {
	if d.walls.Move {
		return d.states[d.read(h)][sph.PackedField]
	}
	return d.states[sph.StateEven][sph.PackedField]
}

// read is which state half a step takes the sums of.
func (d *domain) read(h stepStage) int {
	if h == predictor {
		return d.step % 2
	}
	return sph.StateMiddle
}

// written is which state half a step writes.
func (d *domain) written(h stepStage) int {
	if h == predictor {
		return sph.StateMiddle
	}
	return 1 - d.step%2
}

// outgoing is where the kernels of a step store a state of the particles at the edges
// beside.
func (d *domain) outgoing(state int) (left, right arrays, edges cuda.Edges) {
	edges.RightFrom = math.MaxInt32
	for _, side := range d.sides {
		there := side.outbox()
		if there == nil || side.shift != 0 {
			continue // see copyImages
		}
		edge := d.sendHalo(side.Left)
		to := there[state].at(-edge.from)
		if side.Left {
			left, edges.Left, edges.LeftTo = to, to.state(), int32(edge.to)
		} else {
			right, edges.Right, edges.RightFrom = to, to.state(), int32(edge.from)
		}
	}
	return left, right, edges
}

// evaluateFields does the passes of the predictor that write some fields, between periods or steps,
// of the particles as they are, from an event on and by a clock, for what the main stream measures.
// The next step does it again.
func (d *domain) evaluateFields(from gpu.Event, by gpu.Ptr, fields ...int) {
	writes := func(s passGroup) bool { return slices.ContainsFunc(fields, s.writes) }
	if !slices.ContainsFunc(d.groups[predictor], writes) {
		return
	}
	clock := d.clock
	d.clock, d.evaluates = by, true
	d.allWait(from)
	for groups := d.groups[predictor]; len(groups) > 0; {
		n := loopEnd(groups)
		if slices.ContainsFunc(groups[:n], writes) {
			d.begin(sph.PhaseCount) // the exchange of the group before is of another phase
			d.evaluateOnly(groups[:n])
		}
		groups = groups[n:]
	}
	d.clock, d.evaluates = clock, false
	d.awaitLoops(d.main)
	for i := range d.stripes {
		d.awaitMoved(i) // the neighbours' walls, too
		d.main.Wait(d.keep(d.stripes[i].stream.Signal()))
	}
	d.begin(sph.PhaseCount)
}

// evaluateOnly does a group of the predictor but for what takes particles on, or those of a loop.
func (d *domain) evaluateOnly(groups []passGroup) {
	if groups[0].loop > 0 {
		d.repeat(groups, predictor, nil)
		return
	}
	only := groups[0]
	only.passes = slices.DeleteFunc(slices.Clone(only.passes),
		func(p readyPass) bool { return p.Integrates })
	d.launchGroup(&only, predictor, nil)
	d.exchangeHalo(&only, predictor)
}
