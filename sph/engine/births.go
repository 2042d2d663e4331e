package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Particles that a feature lets be born and removed: see launch.Births.

const countsBytes = int(unsafe.Sizeof(cuda.CrossCounts{}))

// birthsOf is the state of the feature whose flows have births; nil is none.
func (s *config) birthsOf() *flowState {
	for k := range s.flowStates {
		if s.flowStates[k].births != nil {
			return &s.flowStates[k]
		}
	}
	return nil
}

// bornAtOnce is how many particles may be born when lists are built.
func (d *domain) bornAtOnce() int {
	if d.birthState == nil {
		return 0
	}
	return d.birthState.births.Most
}

// launchBirths lets the first n particles that are about to be sorted cross planes, and makes the
// newborn behind them. It returns how many places there are then.
func (d *domain) launchBirths(p *plan, n int) int {
	f := d.births
	if f == nil {
		return n
	}
	now, kept, born := d.now(), d.keptParticles(), d.bornAtOnce()
	args := cuda.CrossArgs{
		Clock: d.clock, Pos: now.Pos, Vel: now.Vel, Id: now.ID, Particles: int32(n),
		Had: int32(kept.Of), KeptFrom: int32(kept.From), KeptTo: int32(kept.To),
		P: d.constants(), C0: float32(d.Case.Params.C0),
	}
	args.Grid, args.Prediction = d.list.Before(p.window, d.next.period)
	for a, g := range d.bodyForces.At[0].Gravity {
		args.Gravity[a] = float32(g)
	}
	if field := d.Case.Params.CarriedField(); field > 0 {
		args.Carried = d.states[sph.StateEven][field]
	}
	for _, f := range d.Extra {
		d.main.Fill(d.states[sph.StateEven][f.Index]+gpu.Ptr(n*f.Bytes), 0, born*f.Bytes)
	}
	f.births.Cross(f, d.main, args, d.hostCopy.Ptr+publishedCounts)
	return n + born
}

// publishedCrossings are the counts of a device.
func (d *subdomain) publishedCrossings(n int) []cuda.CrossCounts {
	return unsafe.Slice((*cuda.CrossCounts)(unsafe.Pointer(&d.published[publishedCounts])), n+1)
}

// countBirths adds up the counts of all devices. Births are known on each.
func (s *Simulation) countBirths() error {
	f := s.birthState
	if f == nil {
		return nil
	}
	n := f.counts
	s.crossed = make([]cuda.CrossCounts, n)
	s.ledger.Born = 0
	for i := range s.subdomains {
		for k, c := range s.subdomains[i].publishedCrossings(n)[:n] {
			s.crossed[k].In += c.In
			s.crossed[k].Out += c.Out
			s.crossed[k].Removed += c.Removed
			s.crossed[k].Born = c.Born
		}
	}
	for k := range s.crossed {
		s.ledger.Born += int(s.crossed[k].Born)
	}
	return f.births.Used(s.mostBirths(n), s.clock.Step)
}

// mostBirths are those of a place, when the lists were built.
func (s *Simulation) mostBirths(n int) int64 {
	return s.subdomains[0].publishedCrossings(n)[n].Born
}

// idsBelow is more than all ids that particles have when the next Advance begins, where particles
// are born; 0 where all are those of the case.
func (s *Simulation) idsBelow() int {
	f := s.birthState
	if f == nil {
		return 0
	}
	most := int(s.mostBirths(f.counts)) + 4*f.births.Layers
	return s.ledger.Began + most*f.births.Places
}

// crossings are those of a Progress.
func (s *Simulation) crossings() (all []sph.Crossing) {
	materials := max(1, len(s.Case.Materials))
	for k, c := range s.crossed {
		n := sph.Crossing{In: int(c.In), Out: int(c.Out), Born: int(c.Born), Removed: int(c.Removed)}
		if materials == 1 {
			all = append(all, n)
			continue
		}
		if k%materials == 0 {
			all = append(all, sph.Crossing{})
		}
		all[len(all)-1].Add(n)
	}
	return all
}
