package engine

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/measure"
)

// Options say how a case is computed. They do not change its result.
type Options struct {
	System  *gpu.System
	Beside  int            // simulations that this process computes at the same time; 0 is none
	Balance balance.Policy // nil leaves the slices where they are
	// the slices at which all devices but the first begin, as in DeviceProgress; nil is equal work
	Bounds []int
	// simulated time that its last step reaches or passes [s]; 0 is the case's own
	End float64

	// Stripe is the least number of active particles in a stripe (see stripes.go); 0 is
	// LeastStripe.
	Stripe int

	Exchange  exchange.Mode      // of the particles at the edges, within a process
	Transport exchange.Transport // between processes

	SampleInterval float64 // simulated time between Samples of the steps of Advance [s]; 0 takes none
	CopyInterval   float64 // simulated time between StateCopies of these [s]; 0 takes none

	// Part lets each process keep what it has of the StateCopies of steps: these are not brought to
	// the first one, whose copies then have its own particles only, and the others are given
	// theirs. All processes have it or none.
	Part func(*measure.StateCopy) error

	Trace *gpu.Trace // of System, which records what the devices do; nil does not

	// that compute the flow together, each with a System of its own; nil is this one alone
	Processes exchange.Processes
}

// Simulation is a flow in motion, cut into slices over devices.
type Simulation struct {
	*config
	*watch
	*cluster
	listing
	measurements

	policy     balance.Policy // moves slices; nil leaves them where they are
	subdomains []subdomain    // of all devices
	domains    []*domain      // of the devices of this process
	outcomes   chan outcome   // of what each is at
	ledger     sph.Ledger
	known      []input            // of Inputs, once somebody has asked
	crossed    []cuda.CrossCounts // of all devices, when the lists were built
	clock      cuda.Clock         // after the last steps
	closed     bool
}

// listing is where the simulation is with neighbour lists.
type listing struct {
	listPlan           // that the particles are sorted for
	next     *listPlan // once they are planned
	queued   bool      // the devices are building the next
	// they do not before the next are needed; for tests, which look at what there is
	late  bool
	fresh bool // the lists are of the particles as they are
	// there is no memory for the next: some arrays have grown, and some have gone
	noRoom       error
	listFailures int        // periods in a row whose lists did not last for a single step
	timing       timing     // of a step
	motion       sph.Motion // when they were built
	capacity     int        // entries per particle of the lists that come next
	building     float64    // seconds that it took to build them before Advance
	open         bool       // steps of the lists are done, and others may follow
	done         int        // of these steps
	moved        int        // slices, since the last Advance
	started      bool       // with the first lists
}

// New cuts a case over the devices of o.System.
func New(c *sph.Case, o Options) (*Simulation, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if o.End == 0 {
		o.End = c.End
	}
	if o.Stripe == 0 {
		o.Stripe = MinStripe
	}
	config, err := newConfig(c, o)
	if err != nil {
		return nil, err
	}
	s := &Simulation{
		config: config, watch: newWatch(), cluster: &cluster{}, policy: o.Balance,
		ledger: sph.Ledger{Began: c.Particles.Len()}, listing: listing{capacity: c.Params.ListCapacity()},
	}
	if err := s.joinCluster(); err != nil {
		return nil, err
	}
	if err := s.cut(); err != nil {
		s.group.Processes = nil // the others may not have come to this
		s.Close()
		return nil, err
	}
	return s, nil
}

// Advance moves the flow by at most the given number of steps, and at most by as
// many as the neighbour lists are good for, or to the end of the simulated time.
// It may be by none, if the lists turn out to be too short. When it returns, the
// devices are at the lists of the next steps.
func (s *Simulation) Advance(steps int) (sph.Progress, error) {
	if err := s.broadcast(task{what: advanceTask, number: steps}); err != nil {
		return sph.Progress{}, err
	}
	defer s.broadcastDone()
	p, _, err := s.advance(request{steps: steps})
	return p, err
}

// advance moves the flow by a batch. It returns that, too.
func (s *Simulation) advance(r request) (sph.Progress, batch, error) {
	began, begun := s.clock, time.Now()
	before := began.Step
	if err := checkSteps(int(before) + r.steps); err != nil {
		return sph.Progress{}, batch{}, err
	}
	if err := s.prepareCopies(min(r.steps, s.Case.Params.RebuildEvery)); err != nil {
		return sph.Progress{}, batch{}, err
	}
	g, err := s.launchBatch(r)
	if err == nil {
		err = s.planNext(g)
	}
	if err == nil {
		s.phase = "Forces and MinimumScan"
		steps := g.to - g.from
		err = s.onLocalDomains(func(d *domain) error { return errors.Join(d.fetch(), d.finish(steps)) })
		if s.domains[0].recorder.First() < g.to || g.samples {
			s.moments = g.to + int(number(g.samples))
		}
		err = s.agree(err)
	}
	if err = s.takeResults(err, &began, g); err != nil {
		return sph.Progress{}, g, err
	}
	if s.clock.Halt == cuda.SkinUsed && s.clock.Step == s.clock.First {
		s.listFailures++
	} else {
		s.listFailures = 0
	}
	p := s.progress(int(s.clock.Step - before))
	p.Wall = s.building + time.Since(begun).Seconds()
	s.moved, s.building = 0, 0
	s.observe(loadsOf(&p), p.Steps, s.timed && g.from == 0)
	return p, g, nil
}

// takeResults takes what the devices have published after a batch that began at a clock, unless
// it has failed.
func (s *Simulation) takeResults(err error, began *cuda.Clock, g batch) error {
	if g.from == 0 {
		if wrong := s.previews.End(began.Time, int(began.Step), err != nil); err == nil {
			err = wrong // else the error stays that of the devices
		}
	}
	if err == nil {
		err = s.storeFetched()
	}
	if err != nil {
		return err
	}
	err = s.readClocks()
	if errors.Is(err, ErrBlewUp) { // it may be what a device that has failed has left
		if failed := s.onAllDomains((*domain).sync); failed != nil {
			err = failed
		}
	}
	if missed := s.takeMeasured(began, g); err == nil {
		err = missed
	}
	return err
}

// checkSteps refuses steps that cannot be counted.
func checkSteps(steps int) error {
	if steps > sph.MaxSteps {
		return fmt.Errorf("the flow would come to %d steps, but the maximum is %d; use a larger deltap, a smaller c0 or an earlier tend", steps, sph.MaxSteps)
	}
	return nil
}

// planNext plans the next lists while the devices are at their steps, and queues
// them behind these.
// The first batch of lists plans the next, and they are queued with the last.
func (s *Simulation) planNext(g batch) error {
	if g.from == 0 {
		if err := s.checkParticles(); err != nil {
			return err
		}
		s.readMotion()
		if err := s.planLists(); err != nil {
			return err
		}
	}
	if s.late || !g.ends {
		return nil
	}
	return s.queueLists()
}

// progress is the Progress of a period of a given number of steps, which is over.
func (s *Simulation) progress(steps int) sph.Progress {
	p := sph.Progress{
		Time: s.clock.Time, Step: int(s.clock.Step), Steps: steps, Dt: float64(s.clock.Dt), Unlisted: int(s.clock.Unlisted), Lost: s.ledger.Left.Total(), Left: s.ledger.Left, Moved: s.moved, PerLayer: s.grid.PerLayer,
		Limit: sph.StepLimit(s.clock.LimitedBy >> 16),
		Speed: float64(s.clock.Speed), Done: s.clock.Time >= s.options.End,
		Born: s.ledger.Born, Crossings: s.crossings(),
	}
	if len(s.Case.Zones) > 0 {
		p.Speed = float64(s.clock.FlowSpeed)
	}
	for i := range s.subdomains {
		d := &s.subdomains[i]
		p.Particles += d.ownCount()
		p.Active += d.active
		p.Devices = append(p.Devices, sph.DeviceProgress{
			Name: d.name, FirstSlice: s.bounds[i], Slices: s.bounds[i+1] - s.bounds[i],
			Particles: d.ownCount(), Seconds: d.seconds, Busy: d.busy, Work: d.estimate,
		})
	}
	if p.Limit == sph.ByDiffusion { // the kernel has one bound for what is constant
		_, p.Limit = s.Case.Params.ConstantStep()
	}
	return p
}

// ErrBlewUp is inside the error of a flow whose numbers have become meaningless.
var ErrBlewUp = errors.New("the flow blew up")

// ErrFixedStep is inside the error of a flow that is too fast for its fixed time step.
var ErrFixedStep = errors.New("the fixed time step")

// readClocks takes the devices' common clock, and says why it stands.
func (s *Simulation) readClocks() error {
	for i := range s.subdomains {
		d := &s.subdomains[i]
		clock := d.readClock()
		// what is not a number is not equal to itself
		if i > 0 && !bytes.Equal(clock.Bytes(), s.clock.Bytes()) {
			return fmt.Errorf("%s: its clock says %+v, but %s's %+v; this is a bug", d.name, clock, s.subdomains[0].name, s.clock)
		}
		s.clock = clock
	}
	p := &s.Case.Params
	switch s.clock.Halt {
	case cuda.NotANumber:
		what := s.failedBodies()
		if what == "" {
			what = "a force, a velocity or a density is not a number; " + p.Remedy()
		}
		return fmt.Errorf("%w in step %d at %s s: %s", ErrBlewUp, s.clock.Step, text.Number(s.clock.Time),
			what)
	case cuda.StepTooLong:
		displacement := float64(s.clock.Speed) * p.Dt
		if p.Dt > 0 && displacement > p.Skin {
			return fmt.Errorf("%w dt = %s s takes a particle %s m in one step, further than the neighbour lists' skin of %s m allows; use a smaller dt or a larger skin",
				ErrFixedStep, text.Exact(p.Dt), text.Number(displacement), text.Number(p.Skin))
		}
		return fmt.Errorf("%w in step %d at %s s: a force throws a particle further than %s m in one step; %s",
			ErrBlewUp, s.clock.Step, text.Number(s.clock.Time), text.Number(s.grid.Edge), p.Remedy())
	}
	if needed := int(s.clock.EntriesNeeded); needed > s.capacity {
		s.capacity = (needed*9/8 + 7) / 8 * 8 // for lists that are not queued yet; room changes no bit
	}
	return nil
}

// Close gives the devices' memory back. The System stays open. What is under way
// may still store into it, from any device. Where a device is lost nothing is given back before the
// process ends, and the System is abandoned: a driver might not come back.
func (s *Simulation) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.broadcast(task{what: endTask}) == nil {
		defer s.broadcastDone()
	}
	s.look.Stop()
	s.onAllDomains((*domain).sync)
	if s.lost != nil {
		s.options.System.Abandon()
		return nil
	}
	s.onAllDomains(func(d *domain) error { d.member.Leave(); return nil })
	s.group.Left()
	err := s.onAllDomains(func(d *domain) error { d.free(); return nil })
	for _, d := range s.domains {
		close(d.work)
	}
	s.domains = nil
	return err
}
