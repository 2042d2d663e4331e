package engine

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/launch"
	"gpusph/sph/measure"
)

// domain is one device's part of the flow: its internal particles between the
// external copies of its neighbours' edge slices, all in cell order. Its
// methods run on its goroutine.
type domain struct {
	*config
	*subdomain
	index  int
	device gpu.Device
	sides  []*neighbourSide // left and right, where there is a neighbour
	member *exchange.Member
	deviceStreams
	deviceParticles
	builtLists
	stepReductions
	stepEvents
	stepTimes
	recorder measure.Recorder
	building gpu.Event // the particles for the lists that were launched last are there
	clock    gpu.Ptr   // a cuda.Clock
	always   gpu.Ptr   // another, by which all steps are to be done
	records  gpu.Ptr   // a cuda.StepRecord of even and of odd steps
	tables
	models
	// what the host reads: the clock after the steps; Motion, Numbers and the slices' work of the
	// lists
	hostCopy gpu.Shared
	work     chan func(*domain) error
	outcomes chan<- outcome // of it
	order
}

// models are what acts on the particles beside these.
type models struct {
	motions motions
	bodies  deviceBodies
	repeats deviceLoops
	featureModels
}

// featureModels are what features have on a device, and what their functions are given, which a step
// must not allocate.
type featureModels struct {
	featureTables map[string]launch.Tables // by their names
	featureMemory []gpu.Ptr                // of these
	featureStates []featureState
	corrections   func(s gpu.Stream, moment, out gpu.Ptr) // of bodies; nil where there is none
	launching     stripeWork
	toForces      inputs[cuda.ForcesArgs]
	toPasses      inputs[cuda.PassArgs]
	toEnergies    inputs[cuda.EnergyArgs]
	energiesOf    func(cuda.EnergyArgs) cuda.EnergyArgs // by toEnergies, at the beginning of a step
}

// order is what the host tells a device together with its work: how things stand between two
// periods.
type order struct {
	listPlan           // that the particles are sorted for
	next     *listPlan // those that come next, once they are planned
	began    cuda.Clock
	capacity int // entries per particle of the lists that come next
	asked    measure.Asked
	patience time.Duration // with other devices
}

// order is that of now.
func (s *Simulation) order() order {
	return order{listPlan: s.listPlan, next: s.next, began: s.clock, capacity: s.capacity,
		asked: s.wanted(), patience: s.patience}
}

// tables are what a device has of the flow that does not change.
type tables struct {
	forcing   gpu.Ptr          // of cuda.Forcing, from time 0 on
	materials gpu.Ptr          // of cuda.Material; 0 where there is one
	two       [2]cuda.Material // the first of them
}

// deviceStreams are a domain's streams, but for those of its sides.
type deviceStreams struct {
	main gpu.Stream
	// of what can be done beside the forces: MinimumScan and the check of the skins
	control gpu.Stream
	streams []gpu.Stream // of the stripes
}

// deviceParticles are a domain's particles in the device's memory.
type deviceParticles struct {
	states [sph.States]arrays // between periods the particles are in that of even steps
	room   int                // particles that the arrays hold
}

// builtLists are a domain's neighbour lists, and how the active particles are cut into stripes.
type builtLists struct {
	list           deviceList
	committing     *plan     // of lists that are launched and have not settled
	sorted         gpu.Event // the particles are in their order, and it is known which are active
	listed         gpu.Event // and have lists
	listsPublished gpu.Event // the host can read their numbers

	stripes  []stripe  // of active particles
	sequence []int     // in which they are begun
	whole    [1]stripe // of all, while forces are timed
}

// stepReductions are the maxima over particles, and how often they have been exchanged.
type stepReductions struct {
	// cuda.Maxima of even and of odd steps, of the lists, and of those that are being built
	maxima      gpu.Ptr
	maximaOfAll *exchange.Combined
	lostFlag    gpu.Ptr // a kernel has given up waiting for another device
}

// stepEvents are where the steps of a period are.
type stepEvents struct {
	step  int // of the period, that is being launched
	steps int // of the period, in all
	batch
	evaluates bool      // passes are done for what is measured, not for a step
	evaluated bool      // and some of those of the next step have been
	known     bool      // these are of the group of passes that is launched
	ahead     bool      // the length of the step after this one is known, or will be
	scanned   gpu.Event // the length of the step is known
	checked   gpu.Event // the lists were good for the step before
	// and what passes have computed of walls in the first half of this step is measured; nil where
	// it is not measured
	wallsMeasured gpu.Event
	begun         gpu.Event   // the steps of the period can begin
	setting       gpu.Event   // the device has what the host has set; nil is nothing
	ended         gpu.Event   // the clock has been published after the last step
	events        []gpu.Event // to be freed after the period
	past          []gpu.Event // of the period before
}

// stepTimes are what is timed of a period.
type stepTimes struct {
	launched period     // the steps that are on their way
	pieces   []piece    // of the steps that are being launched
	clocked  bool       // the forces of this step are to be timed
	kernels  []timeSpan // that were timed last
	// seconds of the step that was timed last in which there was a kernel of Forces
	stepForces float64
	forcesPart float64 // of the seconds of that step, where there is one device
}

func newDomain(s *Simulation, index int, hostCopy gpu.Shared) *domain {
	d := &domain{
		config: s.config, outcomes: s.outcomes, subdomain: &s.subdomains[index], index: index, device: s.options.System.Devices[index-s.group.First], hostCopy: hostCopy,
		recorder: measure.Recorder{Plan: s.measures},
		work:     make(chan func(*domain) error, 1), // room for one, or who sends would sleep
	}
	d.subdomain.published = hostCopy.Bytes
	return d
}

// run is the domain's goroutine, which drives its device. The domain has its
// neighbours.
func (d *domain) run(offsets gpu.Shared) {
	err := d.open(offsets)
	for {
		f := exchange.Receive(d.work, d.group.Spin)
		if f == nil {
			return // the channel is closed
		}
		if err != nil {
			d.outcomes <- outcome{d.index, fmt.Errorf("%s: %w", d.name, err)}
			continue
		}
		d.outcomes <- outcome{d.index, d.do(f)}
	}
}

// do does work. A panic in it ends the flow as an error does, so that what there is can be written.
func (d *domain) do(f func(*domain) error) (err error) {
	defer text.Recover(d.name, &err)
	return f(d)
}

func (d *domain) open(offsets gpu.Shared) error {
	err := d.device.Bind()
	if err != nil {
		return err
	}
	if d.main, err = d.newStream("main", false); err != nil {
		return err
	}
	if d.control, err = d.newStream("control", true); err != nil {
		return err
	}
	if err = d.openExchange(); err != nil {
		return err
	}
	if err = d.ensureStreams(1); err != nil {
		return err
	}
	if d.list.List, err = neighbor.NewList(d.device, d.grid, offsets); err != nil {
		return err
	}
	d.list.WallAccel = d.walls.Accel
	d.list.Sparse = sparse * neighbor.InReach(d.grid.Edge/d.Case.Params.DeltaP,
		d.Case.Params.Dim)
	d.list.Materials = len(d.Case.Materials) > 1
	if d.maxima, err = d.device.Alloc(4 * maximaBytes); err != nil {
		return err
	}
	if d.lostFlag, err = d.device.Alloc(4); err != nil {
		return err
	}
	if d.clock, err = d.device.Alloc(clockBytes); err != nil {
		return err
	}
	if d.always, err = d.device.Alloc(clockBytes); err != nil {
		return err
	}
	every := cuda.Clock{Limit: math.MaxInt32}
	d.main.Upload(d.always, every.Bytes())
	if err = d.openForcing(); err != nil {
		return err
	}
	if err = d.openMotions(); err != nil {
		return err
	}
	if err = d.openBodies(); err != nil {
		return err
	}
	if err = errors.Join(d.openMaterials(), d.openFeatures(), d.openStates(),
		d.openRepeats()); err != nil {
		return err
	}
	return d.recorder.Open(d.list.List, func(name string) (gpu.Stream,
		error) {
		return d.newStream(name, false)
	})
}

// now is the particles between two periods.
func (d *domain) now() neighbor.Particles { return d.states[sph.StateEven].particles() }

func (d *domain) free() {
	d.forget()
	d.forget()
	if d.room > 0 {
		d.freeParticles()
	}
	d.recorder.Free()
	if d.list.List != nil {
		d.list.Free()
	}
	for _, p := range []gpu.Ptr{d.maxima, d.clock, d.always, d.records, d.forcing, d.motions.memory, d.bodies.memory, d.materials, d.lostFlag} {
		if p != 0 {
			d.device.Free(p)
		}
	}
	for _, p := range d.featureMemory {
		d.device.Free(p)
	}
	d.freeStates()
	d.freeLoops()
	for _, side := range d.sides {
		for _, p := range side.staging {
			if p != 0 {
				d.device.Free(p)
			}
		}
	}
	d.maximaOfAll.Free()
	d.bodies.all.Free()
	d.member.Free()
}

// keep remembers an event, to be freed when nothing can be waiting for it.
func (d *domain) keep(e gpu.Event) gpu.Event {
	d.events = append(d.events, e)
	return e
}

// begin begins a phase in the timeline, of what is put on any stream; PhaseCount is the
// end of the last.
func (d *domain) begin(p sph.Phase) {
	name := "" // none
	if p < sph.PhaseCount {
		name = p.String()
	}
	gpu.Mark(d.main, name)
}

// finish ends a period of steps: it waits for these, not for the lists behind them.
func (d *domain) finish(steps int) error {
	err := errors.Join(d.control.SyncTo(d.launched.ended), d.syncStripes())
	if d.readClock().Step == d.began.Step {
		d.launched.pieces = d.launched.pieces[:0] // of a step that was not done
	}
	d.takeSeconds(&d.launched, steps)
	return err
}

// forget frees the events that were there when it was called the last time, a period
// before: all devices have come to them.
func (d *domain) forget() {
	for _, e := range d.past {
		e.Free()
	}
	d.past, d.events = d.events, d.past[:0]
}

func (d *domain) setClock(c cuda.Clock) { d.main.Upload(d.clock, c.Bytes()) }
