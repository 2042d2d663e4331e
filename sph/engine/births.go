package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Particles that features let be born and removed: see launch.Births.

const countsBytes = int(unsafe.Sizeof(cuda.CrossCounts{}))

// findBirths finds the states of the features whose flows have births.
func (s *config) findBirths() {
	for k := range s.flowStates {
		f := &s.flowStates[k]
		if f.births == nil {
			continue
		}
		f.firstCount, f.firstPlace = s.birthCounts, s.birthPlaces
		s.birthCounts += f.counts
		s.birthPlaces += f.births.Places
		f.number = len(s.birthStates)
		s.birthStates = append(s.birthStates, f)
	}
}

// bornAtOnce is how many particles may be born when lists are built.
func (d *domain) bornAtOnce() (n int) {
	for _, f := range d.birthStates {
		n += f.births.Most
	}
	return n
}

// launchBirths lets the first n particles that are about to be sorted cross planes, and makes the
// newborn behind them. It returns how many places there are then.
func (d *domain) launchBirths(p *plan, n int) int {
	now, kept, born := d.now(), d.keptParticles(), d.bornAtOnce()
	if born == 0 && len(d.birthStates) == 0 {
		return n
	}
	for _, f := range d.Extra {
		d.main.Fill(d.states[sph.StateEven][f.Index]+gpu.Ptr(n*f.Bytes), 0, born*f.Bytes)
	}
	args := cuda.CrossArgs{
		Clock: d.clock, Pos: now.Pos, Vel: now.Vel, Id: now.ID,
		Had: int32(kept.Of), KeptFrom: int32(kept.From), KeptTo: int32(kept.To),
		P: d.constants(), C0: float32(d.Case.Params.C0), Places: int32(d.birthPlaces),
	}
	args.Grid, args.Prediction = d.list.Before(p.window, d.next.period)
	for a, g := range d.bodyForces.At[0].Gravity {
		args.Gravity[a] = float32(g)
	}
	if field := d.Case.Params.CarriedField(); field > 0 {
		args.Carried = d.states[sph.StateEven][field]
	}
	for k := range d.featureStates {
		f := &d.featureStates[k]
		if f.births == nil {
			continue
		}
		args.Particles, args.FirstPlace = int32(n), int32(f.firstPlace)
		f.births.Cross(f, d.main, args, d.hostCopy.Ptr+publishedCounts+f.publishedAt())
		n += f.births.Most
	}
	return n
}

// publishedAt is where devices publish the counts of a state, behind those of the states before,
// each with one more.
func (f *flowState) publishedAt() gpu.Ptr {
	return gpu.Ptr((f.firstCount + f.number) * countsBytes)
}

// publishedCrossings are the counts of a device, and behind them the most births of a place.
func (d *subdomain) publishedCrossings(f *flowState) []cuda.CrossCounts {
	at := &d.published[publishedCounts+f.publishedAt()]
	return unsafe.Slice((*cuda.CrossCounts)(unsafe.Pointer(at)), f.counts+1)
}

// countBirths adds up the counts of all devices. Births are known on each.
func (s *Simulation) countBirths() error {
	s.crossed = make([]cuda.CrossCounts, s.birthCounts)
	s.ledger.Born = 0
	for _, f := range s.birthStates {
		all := s.crossed[f.firstCount:][:f.counts]
		for i := range s.subdomains {
			for k, c := range s.subdomains[i].publishedCrossings(f)[:f.counts] {
				all[k].In += c.In
				all[k].Out += c.Out
				all[k].Removed += c.Removed
				all[k].Born = c.Born
			}
		}
		for k := range all {
			s.ledger.Born += int(all[k].Born)
		}
		if err := f.births.Used(s.mostBirths(f), s.clock.Step, s.birthPlaces); err != nil {
			return err
		}
	}
	return nil
}

// mostBirths are those of a place, when the lists were built.
func (s *Simulation) mostBirths(f *flowState) int64 {
	return s.subdomains[0].publishedCrossings(f)[f.counts].Born
}

// idsBelow is more than all ids that particles have when the next Advance begins, where particles
// are born; 0 where all are those of the case.
func (s *Simulation) idsBelow() (below int) {
	for _, f := range s.birthStates {
		most := int(s.mostBirths(f)) + 4*f.births.Layers
		below = max(below, s.ledger.Began+most*s.birthPlaces)
	}
	return below
}

// crossings are those of a Progress.
func (s *Simulation) crossings() (all []sph.Crossing) {
	for _, f := range s.birthStates {
		materials := max(1, len(s.Case.Materials))
		if f.births.OneMaterial {
			materials = 1
		}
		for k, c := range s.crossed[f.firstCount:][:f.counts] {
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
	}
	return all
}
