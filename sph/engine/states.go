package engine

import (
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/launch"
)

// flowState is a state that a feature has in a flow: see launch.State.
type flowState struct {
	of     launch.FeatureState
	bytes  int            // of a step
	words  int            // that devices add up in a step
	births *launch.Births // nil is none
	counts int            // of these
	// among those of all states with births: the first of the counts and of the places, and which
	// state it is
	firstCount, firstPlace, number int
	global                         int             // that Forces sums for it; -1 is none
	sums                           exchange.Global // of all devices
}

func statesOf(c *sph.Case) (all []flowState) {
	for _, of := range launch.StatesOf(c) {
		f := flowState{of: of, bytes: of.Bytes(c), words: of.Sums(c), global: -1}
		if of.Move != nil {
			f.global = sph.GlobalPlace(of.Of.ForcesGive.Name)
		}
		if of.Births != nil {
			f.births = of.Births(c)
			f.counts = f.births.Counts
		}
		all = append(all, f)
	}
	return all
}

// kept is what checkpoints have of a state.
func (f *flowState) kept(state []byte) []byte {
	if f.of.Keep == nil {
		return state
	}
	return f.of.Keep(state)
}

// in is the state of a step that a checkpoint has, and the counts of births.
func (f *flowState) in(c *sph.Checkpoint) (state []byte, counts []cuda.CrossCounts, err error) {
	size := len(f.kept(make([]byte, f.bytes)))
	all, err := c.Global(f.of.Name, size+f.counts*countsBytes)
	if err != nil {
		return nil, nil, err
	}
	counts = make([]cuda.CrossCounts, f.counts)
	copy(sph.BytesOf(counts), all[size:])
	if state = all[:size]; f.of.Resume != nil {
		state = f.of.Resume(state)
	}
	return state, counts, nil
}

// featureState is what a device has of such a state. It is launch.Control for the feature.
type featureState struct {
	*domain
	*flowState
	memory  gpu.Ptr // of all of it
	tables  launch.Tables
	at      gpu.Ptr // the states of even and of odd steps
	moment  gpu.Ptr // that is always due, and the sums behind it
	crossed gpu.Ptr // counts of births
	all     *exchange.Combined
	moved   bool            // in this half of the step
	forces  cuda.ForcesArgs // that Forces is given, which a step must not allocate
}

func (f *featureState) Case() *sph.Case          { return f.domain.Case }
func (f *featureState) Grid() *neighbor.Grid     { return &f.grid }
func (f *featureState) Stream() gpu.Stream       { return f.control }
func (f *featureState) Step() int                { return f.step }
func (f *featureState) Clock() gpu.Ptr           { return f.clock }
func (f *featureState) Records() gpu.Ptr         { return f.records }
func (f *featureState) Motion() cuda.MotionTable { return f.motions.table }
func (f *featureState) Physics() cuda.Physics    { return f.constants() }
func (f *featureState) Tables() *launch.Tables   { return &f.tables }
func (f *featureState) State() gpu.Ptr           { return f.at }
func (f *featureState) Counts() gpu.Ptr          { return f.crossed }
func (f *featureState) Sums() gpu.Ptr            { return f.moment + gpu.Ptr(momentBytes) }

func (f *featureState) Begins(field int) gpu.Ptr { return f.fieldIn(field, f.step%2) }

func (f *featureState) Around() cuda.ProbeArgs {
	now := f.states[f.step%2]
	return f.list.Around(now[sph.PositionField], now[sph.VelocityField], f.constants())
}

func (f *featureState) Probe(kernel cuda.KernelOf[cuda.ProbeArgs], args cuda.ProbeArgs, n int) {
	now := f.states[f.step%2]
	args.Porosity = f.toForces.to(cuda.ForcesArgs{}, f.domain, predictor).Porosity
	args.Motions = f.motionsOf(f.step)
	f.list.Probe(kernel, f.control, now[sph.PositionField], now[sph.VelocityField], f.physics,
		args, n)
}

// joinStates lets the device combine its sums with those of others.
func (d *domain) joinStates() (err error) {
	d.featureStates = make([]featureState, len(d.flowStates))
	for k := range d.featureStates {
		f := &d.featureStates[k]
		f.domain, f.flowState = d, &d.flowStates[k]
		if f.all, err = f.sums.On(d.member); err != nil {
			return err
		}
	}
	return nil
}

// openStates gives the device the tables of states, and room for these.
func (d *domain) openStates() error {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		states := make([]byte, 2*f.bytes)
		f.tables = f.of.Tables(f)
		if f.of.Start != nil {
			copy(states, f.of.Start(f))
		}
		parts := append(f.tables.Bytes, states,
			dueSums(f.words),
			make([]byte, f.counts*countsBytes))
		memory, at, err := d.uploadTables(parts)
		if err != nil {
			return err
		}
		n := len(f.tables.Bytes)
		f.memory, f.tables.At, f.tables.Bytes = memory, at[:n], nil
		f.at, f.moment, f.crossed = at[n], at[n+1], at[n+2]
		if of := f.of.Corrections; of != nil {
			d.corrections = func(s gpu.Stream, moment, out gpu.Ptr) { of(f, s, moment, out) }
		}
	}
	return nil
}

// readings gives a moment those of samples that features have.
func (d *domain) readings(s gpu.Stream, moment, out gpu.Ptr) {
	at := func(of *sph.Feature) gpu.Ptr { return out + gpu.Ptr(8*d.Case.ReadingsAt(of)) }
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.of.Readings != nil {
			f.of.Readings(f, s, moment, at(f.of.Of))
		}
	}
	if f := d.bodyMotion; f != nil && f.Readings != nil {
		f.Readings(d.bodies.on(s, d.clock), moment, at(f.of))
	}
}

func (d *domain) freeStates() {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.memory != 0 {
			d.device.Free(f.memory)
		}
		f.all.Free()
	}
}

// beginStates lets the control stream sum over the fluid what states need, as the step begins.
func (d *domain) beginStates() {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.of.Begin != nil {
			f.of.Begin(f)
			d.sumOfAll(f.all, f.moment, f.words)
		}
	}
}

// nextStates lets the control stream take states to the step that a scan has recorded, or to the
// first two of a period.
func (d *domain) nextStates(begins bool) {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.of.Next != nil {
			f.of.Next(f, begins)
		}
	}
}

// sumForStates lets states sum what they need of Forces of a stripe in the middle of a step.
func (d *domain) sumForStates(s *stripe, args *cuda.ForcesArgs) {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.of.Forces != nil {
			f.forces = *args
			f.of.Forces(f, s.stream, &f.forces, s.Len())
		}
	}
}

// moveStates lets states move that a group of passes waits for, in half a step. The event is when
// they have; nil is that there are none.
func (d *domain) moveStates(waits []int, h stepStage) gpu.Event {
	waited := func(f flowState) bool { return f.global >= 0 && slices.Contains(waits, f.global) }
	if !slices.ContainsFunc(d.flowStates, waited) {
		return nil
	}
	d.moveAllStates(h)
	return d.keep(d.control.Signal())
}

// moveAllStates does that once in half a step. Bodies feel in it what moves then.
func (d *domain) moveAllStates(h stepStage) {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.global < 0 || f.moved {
			continue
		}
		f.moved = true
		if h == corrector {
			d.awaitEvaluated(d.control)
			d.sumOfAll(f.all, f.moment, f.words)
		}
		f.of.Move(f, h)
	}
}

// restStates lets states move again in the next half of a step.
func (d *domain) restStates() {
	for k := range d.featureStates {
		d.featureStates[k].moved = false
	}
}

// keepStates gives a checkpoint the states at the beginning of the next step.
func (s *Simulation) keepStates(k *sph.Checkpoint) error {
	for i := range s.flowStates {
		f := &s.flowStates[i]
		state := make([]byte, f.bytes)
		err := s.onLocalDomains(func(d *domain) error { // all have the same
			if d.index > s.group.First {
				return nil
			}
			at := d.featureStates[i].at + gpu.Ptr(int(s.clock.Step)%2*f.bytes)
			d.main.Download(state, at)
			return d.main.Sync()
		})
		if err = s.agree(err); err != nil {
			return err
		}
		data := f.kept(state)
		if f.counts > 0 {
			data = append(data, sph.BytesOf(s.crossed[f.firstCount:][:f.counts])...)
		}
		k.SetGlobal(f.of.Name, data)
	}
	return nil
}

// resumeStates makes the states those of a checkpoint of a step.
func (d *domain) resumeStates(c *sph.Checkpoint, step int) error {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		state, counts, err := f.in(c)
		if err != nil {
			return err
		}
		d.main.Upload(f.at+gpu.Ptr(step%2*f.bytes), state)
		if d.index > 0 { // births are known on each device, the others have no counts of their own
			for k := range counts {
				counts[k] = cuda.CrossCounts{Born: counts[k].Born}
			}
		}
		d.main.Upload(f.crossed, sph.BytesOf(counts))
	}
	return nil
}
