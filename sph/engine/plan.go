package engine

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph/exchange"
)

// listPlan are what neighbour lists are made for. They are planned while the devices are
// at the steps of the lists before, so nothing that these steps come to enters: all
// that is planned is the same on any number of devices, and whether the host is early
// or late.
type listPlan struct {
	bounds  []int               // device d owns the slices [bounds[d], bounds[d+1])
	period  neighbor.Prediction // that they are for
	planned int                 // steps that they should last for
	shorten bool                // a step rather than put it off: they reach as far as can be
	timed   bool                // the first step
	plans   []plan              // by device
}

// movedFrom is the number of slices that have other owners than with the given bounds.
func (l *listPlan) movedFrom(bounds []int) (moved int) {
	for d := range bounds {
		moved += max(l.bounds[d]-bounds[d], bounds[d]-l.bounds[d])
	}
	return moved
}

// planLists plans the lists that follow those that have settled. The leading process decides.
func (s *Simulation) planLists() error {
	d, err := exchange.Told(s.group, func() (d decided) {
		d.Bounds, d.Shorten = s.bounds, s.listsFailedTwice()
		if s.policy != nil && s.started {
			d.Bounds = s.policy.Bounds(s.bounds, s.MinSlices())
		}
		d.Period, d.Planned = s.nextPeriod()
		d.Timed = s.timing.next(!slices.Equal(d.Bounds, s.bounds))
		return d
	})
	if err != nil {
		return err
	}
	s.next = &listPlan{bounds: d.Bounds, period: d.Period, planned: d.Planned, shorten: d.Shorten, timed: d.Timed, plans: s.plansFor(d.Bounds)}
	return nil
}

// decided is what of lists does not follow from other things.
type decided struct {
	Bounds         []int
	Period         neighbor.Prediction
	Planned        int
	Shorten, Timed bool
}

// observe gives the balancer the times of a period that has a timed step, which stands for all
// since the last, unless slices will have moved in the next: what is learned must be of the
// bounds that it will be asked about.
func (s *Simulation) observe(loads []balance.Load, steps int, timed bool) {
	s.timing.steps += steps
	if !timed {
		return
	}
	s.timing.observe(loads, steps)
	if s.policy != nil && steps > 0 && (s.next == nil || slices.Equal(s.next.bounds, s.bounds)) {
		s.policy.Observe(loads, s.timing.steps)
	}
	s.timing.steps = 0
}

// plan is what a domain does to build its lists: which slices will be its own,
// and which particles it sends to whom before.
type plan struct {
	window   neighbor.Window
	incoming int // particles that others send
	arrivals []exchange.Transfer
	outgoing []exchange.Transfer
}

// plansFor says how the domains come to the particles of new bounds. No particle
// has moved further than into the next cell since the last time. So those that a
// device will see were then in the slices that it will see, or a little beyond on
// each side. What it has not of these, their owners send.
func (s *Simulation) plansFor(bounds []int) []plan {
	plans := make([]plan, len(s.subdomains))
	for i := range plans {
		plans[i].window = s.grid.Window(bounds[i], bounds[i+1])
	}
	if !s.started {
		return plans
	}
	if s.Case.Params.DevicesInRing() {
		s.plansForRing(plans)
		return plans
	}
	for i := range s.subdomains {
		w, had := plans[i].window, s.subdomains[i].window
		for o := range s.subdomains {
			// The owner's slices that device i needs and has not: at most one run
			// before and one after those it has.
			from, to := max(w.From-s.grid.Drift(), s.bounds[o]), min(w.To+s.grid.Drift(), s.bounds[o+1])
			runs := []span{{from, min(to, had.From)}, {max(from, had.To), to}}
			for _, r := range runs {
				if r.from >= r.to || o == i {
					continue
				}
				s.transfer(plans, o, i, span{r.from, r.to})
			}
		}
	}
	return plans
}

// transfer plans that a device sends the particles of some slices to another.
func (s *Simulation) transfer(plans []plan, from, to int, slices span) {
	particles := s.subdomains[from].slices(slices.from, slices.to)
	t := exchange.Transfer{From: from, To: to, First: particles.from, Count: particles.len(), Offset: s.subdomains[to].count + plans[to].incoming}
	plans[from].outgoing = append(plans[from].outgoing, t)
	plans[to].arrivals = append(plans[to].arrivals, t)
	plans[to].incoming += t.Count
}

// listsFailedTwice reports whether two lists in a row have not lasted for a single step. One
// failure is no reason to shorten steps: the lists that follow are planned by how the particles
// moved then.
func (s *Simulation) listsFailedTwice() bool { return s.listFailures > 1 }

// nextPeriod is how far beyond the support the next lists reach, and for how many steps: what makes
// a step cheapest, if particles go on moving relative to those around them as fast as they did, and
// a little faster. Lists that reach further by s have (1 + s/support)³ times the entries, or its
// square in two dimensions; if they last for n steps, a step's share of building them is listCost/n
// evaluations of the forces. Passes that move particles, too, are allowed for by a part of the most
// that they may. All that enters is the same on any number of devices.
func (s *Simulation) nextPeriod() (period neighbor.Prediction, steps int) {
	p := &s.Case.Params
	dt := p.DtMax()
	period = neighbor.Prediction{SkinMax: p.Skin, DtMax: dt, Drift: s.drift, Bin: motionBin(p)}
	if s.listsFailedTwice() {
		period.Slack = p.Skin // as far as can be
		return period, 1
	}
	fluid := 0
	for _, n := range s.motion.Bins {
		fluid += n
	}
	least := math.Inf(1)
	for n := 1; n <= p.RebuildEvery; n++ {
		t := (float64(n) - 0.5) * dt // the last forces are of the middle of the last step
		next := period
		if s.started {
			next.Half = t / 2
		}
		next.SkinTime = t - next.Half
		next.Slack = s.gravity*t*t/2 + 0.01*p.H + driftPart*s.drift*next.SkinTime/dt
		displacement := func(speed float64) float64 { return speed*next.SkinTime + next.Slack }
		if n > 1 && (displacement(s.motion.Most) > p.Skin || displacement(s.motion.Across) > p.Skin ||
			displacement(float64(s.clock.Speed)) > neighbor.MaxDisplacement*s.grid.Edge) {
			break
		}
		cost := listCost / float64(n)
		for bin, particles := range s.motion.Bins {
			cost += 2 * p.Volume(1+displacement(float64(bin+1)*period.Bin)/p.Support()) * float64(particles) / float64(fluid)
		}
		if !(cost >= least) {
			period, steps, least = next, n, cost
		}
	}
	return period, steps
}

// driftPart is by experience: less, and many periods of a flow with shifting end by a rejected
// step; more, and lists are longer for nothing.
const driftPart = 0.25

// listCost is what building the lists costs, in evaluations of the forces.
const listCost = 4

// sparse is the part of the fluid in reach of a full block below which a block's skins are longer
// than its velocities ask for: by up to the longest skin where there is none. There are few entries
// in such lists, and most of the particles that are thrown off: spray, and films at walls.
const sparse = 0.25

// ListEnd is what ended the neighbour lists of a period, and how much of the skins was used then,
// on the device that had used most.
type ListEnd struct {
	Steps   int
	Rejects bool // the period ended by a step that was rejected, not as planned
	Layers  bool // by layers out of reach of each other that came too close
	neighbor.SkinUse
	// of the particle that SkinUse names, relative to the fluid in reach when the lists were built
	// [m/s]
	Speed        float64
	Acceleration float64 // of it, the mean since [m/s²]
}

// ExamineLists moves the flow by the steps of a number of lists, one after the other, and finds
// what ended each. It does not queue lists early, so that they can be looked at, which changes no
// bit.
func (s *Simulation) ExamineLists(lists int) (ends []ListEnd, err error) {
	if s.group.Processes != nil && lists > 0 {
		return nil, errors.New("what ends lists is known within one process only; use one process")
	}
	s.late = true
	defer func() { s.late = false }()
	for len(ends) < lists && err == nil {
		var end ListEnd
		if end, err = s.examineList(); err == nil {
			ends = append(ends, end)
		}
	}
	return ends, err
}

// examineList is ExamineLists of one list.
func (s *Simulation) examineList() (end ListEnd, err error) {
	if err = s.BuildNeibs(); err != nil {
		return end, err
	}
	velocities := make([][][4]float32, len(s.domains))
	if err = s.onLocalDomains(func(d *domain) (err error) {
		velocities[d.index], err = d.velocities()
		return err
	}); err != nil {
		return end, err
	}
	began := s.clock.Time
	p, err := s.Advance(s.Case.Params.RebuildEvery)
	end.Steps, end.Rejects = p.Steps, s.clock.Halt == cuda.SkinUsed
	if err != nil || !end.Rejects {
		return end, err
	}
	end.Layers = float64(s.clock.LayerApproach) > float64(s.clock.Used)*s.Case.Params.Skin
	half := s.Case.Params.DtMax() / 2
	if end.Steps == 0 {
		half = 0
	}
	ends := make([]ListEnd, len(s.domains))
	err = s.onLocalDomains(func(d *domain) error {
		e := &ends[d.index]
		*e = end
		use, err := d.list.SkinUse(d.main, d.now(), d.count, half)
		if e.SkinUse = use; err != nil || e.Particle < 0 {
			return err
		}
		after, err := d.velocities()
		e.compare(velocities[d.index], after, s.clock.Time-began)
		return err
	})
	for _, e := range ends {
		end.Blocks, end.Nearly = end.Blocks+e.Blocks, end.Nearly+e.Nearly
		if e.Used > end.Used {
			e.Blocks, e.Nearly = end.Blocks, end.Nearly
			end = e
		}
	}
	return end, err
}

// velocities downloads those of all particles.
func (d *domain) velocities() ([][4]float32, error) {
	b := make([]byte, neighbor.VelBytes*d.count)
	d.main.Download(b, d.now().Vel)
	err := d.main.Sync()
	v := make([][4]float32, d.count)
	binary.Decode(b, binary.NativeEndian, v)
	return v, err
}

// compare finds how the particle moves, from velocities when the lists were built and some time
// later [s].
func (e *ListEnd) compare(before, after [][4]float32, seconds float64) {
	i, relative, change := e.Particle, 0.0, 0.0
	for a := range 3 {
		mean := 0.0
		for _, j := range e.InReach {
			mean += float64(before[j][a]) / float64(len(e.InReach))
		}
		relative += math.Pow(float64(before[i][a])-mean, 2)
		change += math.Pow(float64(after[i][a]-before[i][a]), 2)
	}
	e.Speed = math.Sqrt(relative)
	if seconds > 0 {
		e.Acceleration = math.Sqrt(change) / seconds
	}
}
