package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/launch"
)

// flowState is a state that a feature has in a flow: see launch.State.
type flowState struct {
	of    *launch.State
	bytes int             // of a step
	words int             // that devices add up in a step
	sums  exchange.Global // of all devices
}

func statesOf(c *sph.Case) (all []flowState) {
	for _, of := range launch.StatesOf(c) {
		all = append(all, flowState{of: of, bytes: of.Bytes(c), words: of.Sums(c)})
	}
	return all
}

// in is the state of a step that a checkpoint has.
func (f *flowState) in(c *sph.Checkpoint) ([]byte, error) {
	kept := f.of.Keep(make([]byte, f.bytes))
	data, err := c.Global(f.of.Name, len(kept))
	if err != nil {
		return nil, err
	}
	return f.of.Resume(data), nil
}

// featureState is what a device has of such a state. It is launch.Control for the feature.
type featureState struct {
	*domain
	*flowState
	memory gpu.Ptr   // of all of it
	tables []gpu.Ptr // of the feature
	at     gpu.Ptr   // the states of even and of odd steps
	moment gpu.Ptr   // that is always due, and the sums behind it
	all    *exchange.Combined
}

func (f *featureState) Case() *sph.Case          { return f.domain.Case }
func (f *featureState) Grid() *neighbor.Grid     { return &f.grid }
func (f *featureState) Stream() gpu.Stream       { return f.control }
func (f *featureState) Step() int                { return f.step }
func (f *featureState) Clock() gpu.Ptr           { return f.clock }
func (f *featureState) Records() gpu.Ptr         { return f.records }
func (f *featureState) Motion() cuda.MotionTable { return f.motions.table }
func (f *featureState) Table(k int) gpu.Ptr      { return f.tables[k] }
func (f *featureState) State() gpu.Ptr           { return f.at }
func (f *featureState) Sums() gpu.Ptr            { return f.moment + gpu.Ptr(momentBytes) }

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
		due := cuda.Moment{Due: 1}
		parts := append(f.of.Tables(f), make([]byte, 2*f.bytes),
			append(sph.BytesOf([]cuda.Moment{due}), make([]byte, 8*f.words)...))
		memory, at, err := d.uploadTables(parts)
		if err != nil {
			return err
		}
		n := len(parts) - 2
		f.memory, f.tables, f.at, f.moment = memory, at[:n], at[n], at[n+1]
		if of := f.of.Corrections; of != nil {
			d.corrections = func(s gpu.Stream, moment, out gpu.Ptr) { of(f, s, moment, out) }
		}
	}
	return nil
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
		f.of.Begin(f)
		d.sumOfAll(f.all, f.moment, f.words)
	}
}

// nextStates lets the control stream take states to the step that a scan has recorded, or to the
// first two of a period.
func (d *domain) nextStates(begins bool) {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		f.of.Next(f, begins)
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
		k.SetGlobal(f.of.Name, f.of.Keep(state))
	}
	return nil
}

// resumeStates makes the states those of a checkpoint of a step.
func (d *domain) resumeStates(c *sph.Checkpoint, step int) error {
	for k := range d.featureStates {
		f := &d.featureStates[k]
		state, err := f.in(c)
		if err != nil {
			return err
		}
		d.main.Upload(f.at+gpu.Ptr(step%2*f.bytes), state)
	}
	return nil
}
