package engine

import (
	"math"
	"slices"

	"gpusph/cuda"
	_ "gpusph/features/devices" // the kernels of features
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// forcesKernel is that of Forces in half a step.
func (s *config) forcesKernel(h stepStage) cuda.KernelOf[cuda.ForcesArgs] {
	p := &s.Case.Params
	fields := p.TermFields(h)
	var terms []string
	for k, field := range fields {
		if field > 0 {
			terms = append(terms, sph.ForceTerm(k+1).String())
		}
	}
	if k := slices.Index(terms, "stress"); k >= 0 && p.Strains(h) {
		terms[k] = "strain"
	}
	if own := launch.ForcesKernel(s.Case, s.boundary()); own != "" {
		return own
	}
	laminar := p.Nu > 0 || p.Further.Friction > 0 || s.Case.GreatestViscosity() > 0 ||
		s.boundary() == cuda.Moving || p.Boundary.Model().Extrapolated && (s.walls.Move || s.wallsMove)
	if !s.likeOneFluid() || launch.Mixture(s.Case) != "" {
		laminar = laminar || terms != nil || p.Further.Limiter > 0
		return cuda.ForcesOfMaterials(s.mixture(terms), laminar, s.boundary())
	}
	if p.Further.Residual || slices.Contains(terms, "fit") {
		limited := p.Nu > 0 || s.Case.GreatestViscosity() > 0 || p.Further.Limiter > 0
		return cuda.ForcesOnResidual(terms, p.Kernel.String(), limited, s.boundary())
	}
	if p.Further.Limiter > 0 {
		return cuda.ForcesLimited(terms, p.Kernel.String(), s.boundary())
	}
	if terms != nil {
		return cuda.ForcesWith(terms, p.Kernel.String(), laminar, s.boundary())
	}
	return cuda.Forces(p.Kernel.String(), laminar, s.boundary())
}

// readyPass is a pass of a flow whose options are known.
type readyPass struct {
	*sph.Pass
	kernel    cuda.KernelOf[cuda.PassArgs]
	launch    launcher // nil is that Forces does it
	constants [4]float32
	sent      bool // neighbours need what it stores
	loop      int  // as its group's
}

// passGroup is passes that a stripe does one after the other, without waiting for others: a group
// of package scheme.
type passGroup struct {
	passes []readyPass
	sends  []int // fields, by their places, that neighbours need afterwards
	waits  []int // globals
	loop   int   // that repeats it, by its number from 1 on; 0 is none
}

// loopEnd is how many of some groups are in the loop of the first of them, or 1.
func loopEnd(groups []passGroup) int {
	if groups[0].loop == 0 {
		return 1
	}
	n := slices.IndexFunc(groups, func(g passGroup) bool { return g.loop != groups[0].loop })
	if n < 0 {
		return len(groups)
	}
	return n
}

// weightPasses takes the kernels of passes that know volumes, where there is more than one
// material.
func (s *config) weightPasses() {
	if s.likeOneFluid() {
		return
	}
	for _, stages := range s.groups {
		for _, group := range stages {
			for k := range group.passes {
				if p := &group.passes[k]; p.Volumes {
					p.kernel = cuda.PassOfMaterials(p.Kernel)
				}
			}
		}
	}
}

// passGroups are the groups of a stage of a step.
func passGroups(p *sph.Params, h stepStage, unit float64) (all []passGroup) {
	schedule, err := p.StepSchedule()
	if err != nil {
		return nil // Check says why
	}
	rows := p.Rows()
	for _, g := range schedule.Groups[h] {
		next := passGroup{sends: g.Sends, waits: g.Waits, loop: g.Loop}
		for _, i := range g.Ops {
			s := readyPass{Pass: rows[i], kernel: cuda.KernelOf[cuda.PassArgs](rows[i].Kernel),
				launch: launcherOf(rows[i]), loop: g.Loop}
			if s.Constants != nil {
				s.constants = s.Constants(p, unit)
			}
			s.sent = slices.Contains(g.Sends, s.Writes[0])
			next.passes = append(next.passes, s)
		}
		all = append(all, next)
	}
	return all
}

// within is the pass that Forces does too; nil is none.
func within(stages []passGroup) *readyPass {
	for _, s := range stages {
		if k := slices.IndexFunc(s.passes, func(p readyPass) bool { return p.Fused }); k >= 0 {
			return &s.passes[k]
		}
	}
	return nil
}

// writes reports whether the stage writes a field.
func (s *passGroup) writes(place int) bool {
	return slices.ContainsFunc(s.passes,
		func(p readyPass) bool { return slices.Contains(p.Writes, place) })
}

// launchers are the passes whose kernels have arguments of their own, by Pass.Kernel.
var launchers = map[string]launcher{
	sph.ForcesKernel: (*domain).launchForces, "predict": (*domain).launchPrediction,
	"carry": (*domain).launchBodies,
}

// launcher launches a pass for a stripe in half a step.
type launcher func(d *domain, p *readyPass, h stepStage, s *stripe)

// launcherOf is that of a pass; nil is that the kernel of Forces does it.
func launcherOf(p *sph.Pass) launcher {
	if own := launchers[p.Kernel]; own != nil || p.Fused {
		return own
	}
	if own := launch.Of(p.Kernel); own != nil {
		return func(d *domain, p *readyPass, h stepStage, s *stripe) {
			d.launching = stripeWork{d, p, h, s}
			own(&d.launching)
		}
	}
	return func(d *domain, p *readyPass, h stepStage, s *stripe) {
		gpu.Launch(s.stream, p.kernel, d.passArgs(p, h, s.Part), 0, s.Len())
	}
}

// stripeWork is what the launcher of a feature has: launch.Work.
type stripeWork struct {
	d *domain
	p *readyPass
	h stepStage
	s *stripe
}

func (w *stripeWork) Case() *sph.Case         { return w.d.Case }
func (w *stripeWork) Grid() *neighbor.Grid    { return &w.d.grid }
func (w *stripeWork) Stream() gpu.Stream      { return w.s.stream }
func (w *stripeWork) Len() int                { return w.s.Len() }
func (w *stripeWork) Forces() cuda.ForcesArgs { return w.d.forcesArgs(w.h, w.s.Part) }
func (w *stripeWork) Pass() cuda.PassArgs     { return w.d.passArgs(w.p, w.h, w.s.Part) }
func (w *stripeWork) Constants() [4]float32   { return w.p.constants }
func (w *stripeWork) Reads(f int) gpu.Ptr     { return w.d.fieldIn(f, w.d.read(w.h)) }
func (w *stripeWork) Begins(f int) gpu.Ptr    { return w.d.fieldIn(f, w.d.step%2) }
func (w *stripeWork) Kernel() cuda.KernelOf[cuda.PassArgs] {
	return w.p.kernel
}
func (w *stripeWork) Tables(feature string) launch.Tables {
	return w.d.featureTables[feature]
}
func (w *stripeWork) State(feature string) launch.Control {
	for k := range w.d.featureStates {
		if f := &w.d.featureStates[k]; f.of.Of.Name == feature {
			return f
		}
	}
	return nil
}
func (w *stripeWork) Stores(f int) cuda.Stores { return w.d.stores(f, w.d.written(w.h)) }
func (w *stripeWork) Sums(feature string) (gpu.Ptr, float64) {
	return w.d.recorder.SumsOf(feature, w.d.step)
}

func (w *stripeWork) Count() gpu.Ptr { return w.d.repeats.countOf(w.p.loop) }

func (d *domain) launchPrediction(_ *readyPass, h stepStage, s *stripe) {
	args := d.forcesArgs(h, s.Part)
	gpu.Launch(s.stream, cuda.Predict, args, 0, s.Len())
	if d.bodyMotion == nil {
		d.turnWalls(s.stream, &args, s.Len())
	}
}

func (d *domain) launchForces(_ *readyPass, h stepStage, s *stripe) {
	args := d.forcesArgs(h, s.Part)
	gpu.Launch(s.stream, d.forcesKernels[h], args, 0, s.Len())
	if d.bodyMotion == nil {
		d.turnWalls(s.stream, &args, s.Len())
	} else { // a pass turns walls once it is known where bodies are
		d.bodies.forces = args
		d.bodyMotion.Forces(d.bodies.on(s.stream, d.clock), &d.bodies.forces, s.Len())
	}
	if h == corrector {
		d.sumForStates(s, &args)
		d.recorder.Work(s.stream, &args, &d.motions.table, s.Len())
		d.recorder.Turned(s.stream, &args, d.forcingTable(), s.Len())
	}
}

func (d *domain) launchBodies(_ *readyPass, h stepStage, s *stripe) {
	args := d.forcesArgs(h, s.Part)
	d.turnWalls(s.stream, &args, s.Len())
}

// passArgs is what a pass works with besides what Forces has.
func (d *domain) passArgs(p *readyPass, h stepStage, part cuda.Part) cuda.PassArgs {
	forces := d.forcesArgs(h, part)
	now, at, to := d.step%2, d.read(h), d.written(h)
	place := p.Writes[0]
	f := &sph.Fields[place]
	args := cuda.PassArgs{
		P: d.constants(), List: forces.List, Packed: forces.Packed, Vel: forces.Vel, Walls: forces.Walls,
		At: d.states[f.StateOf(at)][place], From: d.states[f.StateOf(now)][place],
		Out:   d.stores(place, to),
		Clock: d.clock, Record: forces.Record, Part: part, Euler: forces.Euler, Constant: p.constants,
		Frame: d.frame, Central: d.central,
		Own: d.own(p), WallVel: d.wallVelocities(h),
	}
	if !slices.Contains(p.Neighbours, place) {
		args.At = 0 // a kernel that reads what its row does not declare fails
	}
	if !p.sent {
		args.Euler.Edges = cuda.Edges{RightFrom: math.MaxInt32}
	}
	return d.toPasses.to(args, d, h)
}

// fieldIn is where kernels find a field of particles in a state.
func (d *domain) fieldIn(place, state int) gpu.Ptr {
	f := &sph.Fields[place]
	if f.Kind == scheme.Static {
		state = sph.StateEven
	}
	return d.states[f.StateOf(state)][place]
}

// inputs complete the arguments of kernels with what features add. They have room for what their
// functions are given, which a step must not allocate.
type inputs[A any] struct {
	add  []func(w launch.Work, args *A)
	work stripeWork
	args A
}

// to are the arguments for half a step of a device with what features add.
func (in *inputs[A]) to(args A, d *domain, h stepStage) A {
	if len(in.add) == 0 {
		return args
	}
	in.work, in.args = stripeWork{d: d, h: h}, args
	for _, add := range in.add {
		add(&in.work, &in.args)
	}
	return in.args
}

// complete completes arguments for half a step of a device; nil is that features add nothing.
func (in *inputs[A]) complete(d *domain, h stepStage) func(args A) A {
	if len(in.add) == 0 {
		return nil
	}
	return func(args A) A { return in.to(args, d, h) }
}

// with adds a function, if there is one.
func (in *inputs[A]) with(add func(w launch.Work, args *A)) {
	if add != nil {
		in.add = append(in.add, add)
	}
}

// openFeatures gives the device what features have.
func (d *domain) openFeatures() (err error) {
	d.featureTables = map[string]launch.Tables{}
	launch.Each(d.Case, func(name string, f *launch.Feature) {
		d.toForces.with(f.Forces)
		d.toPasses.with(f.Passes)
		d.toEnergies.with(f.Energies)
		if f.Tables == nil || err != nil {
			return
		}
		t := f.Tables(d.Case, &d.grid)
		var memory gpu.Ptr
		if memory, t.At, err = d.uploadTables(t.Bytes); err != nil {
			return
		}
		d.featureMemory = append(d.featureMemory, memory)
		t.Bytes = nil
		d.featureTables[name] = t
	})
	d.energiesOf = d.toEnergies.complete(d, predictor)
	return err
}

// own is where kernels find the first of the further fields of its own particle that a pass reads;
// 0 is none.
func (d *domain) own(p *readyPass) gpu.Ptr {
	if len(p.Own) == 0 {
		return 0
	}
	f := &sph.Fields[p.Own[0]]
	return d.states[f.StateOf(sph.StateEven)][p.Own[0]]
}

// stores is where a field of a state goes, here and at the neighbours.
func (d *domain) stores(place, state int) cuda.Stores {
	state = sph.Fields[place].StateOf(state)
	left, right, _ := d.outgoing(state)
	return cuda.Stores{To: d.states[state][place], Left: left[place], Right: right[place]}
}
