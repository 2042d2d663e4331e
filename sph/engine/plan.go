package engine

import (
	"math"
	"slices"

	"gpusph/balance"
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
func (s *Simulation) observe(loads []balance.Load, steps int) {
	s.timing.steps += steps
	if !s.timed {
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
