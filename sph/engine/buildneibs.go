package engine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// BuildNeibs sorts the particles into cells and lists their neighbours, unless
// it has been done since they last moved. Before, the balancer may move slices,
// and particles that have left a device's slices move with them.
func (s *Simulation) BuildNeibs() error {
	if s.fresh {
		return nil
	}
	if err := s.broadcast(task{what: buildTask}); err != nil {
		return err
	}
	defer s.broadcastDone()
	begun := time.Now()
	// so that building counts all that it takes
	if err := s.withLists(func(d *domain) error { return d.main.Sync() }); err != nil {
		s.fresh = false
		return err
	}
	s.building = time.Since(begun).Seconds()
	return s.checkParticles()
}

// withLists runs f on the devices once the particles are sorted. Their lists may still be being
// built.
func (s *Simulation) withLists(f func(*domain) error) error {
	s.phase = sph.Phases[sph.BuildNeibs]
	if err := s.queueLists(); err != nil { // where they are not queued yet
		return err
	}
	s.takeLists()
	return s.onAllDomains(func(d *domain) error { return errors.Join(d.commitLists(), f(d)) })
}

// queueLists lets the devices build the lists that are planned, behind all that they
// have to do, and waits for nothing. It does nothing where lists are on their way or
// fresh.
func (s *Simulation) queueLists() error {
	if s.fresh || s.queued {
		return nil
	}
	if err := s.EndLists(); err != nil {
		return err
	}
	if s.noRoom != nil {
		return s.noRoom
	}
	if s.next == nil { // these are the first, or those before have failed
		if err := s.planLists(); err != nil {
			return err
		}
	}
	if err := s.makeRoom(); err != nil {
		return err
	}
	s.started, s.queued = true, true
	return s.onAllDomains(func(d *domain) error {
		d.launchLists(&s.next.plans[d.index])
		return nil
	})
}

// makeRoom lets the arrays grow that are too small for the next lists. Neighbours
// store into them, so all devices must be done with what they have.
func (s *Simulation) makeRoom() error {
	small := func(d *domain) bool {
		p := &s.next.plans[d.index]
		return d.count+p.incoming+d.bornAtOnce()+d.imagesRoom() > d.room || d.imagesRoom() > d.list.ImagesRoom() || !d.list.Holds(d.room, d.maxActive(d.room), p.window, s.capacity)
	}
	var err error
	if slices.ContainsFunc(s.domains, small) {
		if err = s.onLocalDomains((*domain).sync); err == nil {
			err = s.onLocalDomains(func(d *domain) error {
				p := &s.next.plans[d.index]
				return d.reserve(d.count+p.incoming+d.bornAtOnce(), d.imagesRoom(), p.window, s.capacity)
			})
			s.noRoom = err
		}
	}
	if s.group.Processes == nil {
		return err
	}
	for _, d := range s.domains {
		if err == nil {
			p := &s.next.plans[d.index]
			err = d.member.ReserveMissing(p.outgoing, p.arrivals)
		}
	}
	s.noRoom = s.agree(err)
	return s.noRoom
}

// takeLists makes the queued lists those of the steps that follow, once the devices
// settle.
func (s *Simulation) takeLists() {
	if s.queued {
		s.moved += s.next.movedFrom(s.bounds)
		s.listPlan, s.next = *s.next, nil
		s.queued, s.fresh = false, true
	}
}

// launchLists puts the building of the lists on the main stream. How many particles
// there will be, and where, is known on the device only, until settle.
func (d *domain) launchLists(p *plan) {
	d.begin(sph.BuildNeibs)
	d.member.SendMissing(p.outgoing)
	d.member.ReceiveMissing(p.arrivals)
	d.building = d.keep(d.main.Record())
	n := d.launchBirths(p, d.count+p.incoming)
	// Between periods nothing is in the state of odd steps: the sorted particles go there.
	to := &d.states[sph.StateOdd]
	sorted := to.particles()
	d.list.Sort(d.main, p.window, d.now(), sorted, to[sph.PackedField], n, d.keptParticles(), d.next.period)
	for _, f := range d.Extra {
		d.list.Reorder(d.main, d.states[sph.StateEven][f.Index], to[f.Index], f.Bytes)
	}
	d.await(d.main, d.ended)
	d.list.Activate(d.main, sorted, d.Case.Params.Boundary.TakesPart(), d.freshMaxima(), d.clock, d.firstVerifiedSteps())
	for _, side := range d.sides {
		d.await(d.main, side.Sent) // before a neighbour knows where it may store
	}
	d.sorted = d.keep(d.main.Signal())
	d.list.Build(d.main, d.Case.Params.Support(), d.maximaOf(0))
	d.main.Wait(d.beginPeriod())
	d.listed = d.keep(d.main.Record())
	d.begin(sph.PhaseCount) // what follows may be a measurement
	d.committing = p
}

// beginPeriod lets the clock begin a period and publishes the numbers of the lists, while these are
// built.
func (d *domain) beginPeriod() gpu.Event {
	d.control.Wait(d.sorted)
	d.scan(cuda.Begin, d.freshMaxima(), cuda.MinimumScanArgs{VerifiedSteps: int32(d.firstVerifiedSteps())}, false)
	d.nextStates(true)
	d.list.Publish(d.control, d.hostCopy.Ptr+publishedMotion, d.hostCopy.Ptr+publishedNumbers, d.hostCopy.Ptr+publishedWork)
	d.listsPublished = d.keep(d.control.Signal())
	return d.listsPublished
}

// commitLists waits until the particles are sorted and the numbers of their lists are published,
// not until the lists are built. From then on the domain has these particles and lists. If a stream
// has failed it does nothing more, but the neighbours still get what they wait for.
func (d *domain) commitLists() error {
	if d.committing == nil {
		return nil // it has been done
	}
	err := d.main.SyncTo(d.sorted)
	failed := err != nil
	d.window, d.committing = d.committing.window, nil
	d.offsets, d.left = d.list.Offsets()
	if failed {
		clear(d.offsets)
	}
	d.count = d.offsets[len(d.offsets)-1]
	err = errors.Join(err, d.commitImages())
	d.states[sph.StateEven], d.states[sph.StateOdd] = d.states[sph.StateOdd], d.states[sph.StateEven]
	d.step = 0
	err = errors.Join(err, d.cutStripes(failed))
	err = errors.Join(err, d.postAddresses(), d.awaitAddresses())
	if err == nil {
		err = d.receiveLists()
	}
	return err
}

// receiveLists takes what the device publishes of its lists while they are built.
func (d *domain) receiveLists() error {
	err := d.control.SyncTo(d.listsPublished)
	if err == nil {
		d.list.Receive(d.readNumbers())
		d.estimate = d.readWork()
	}
	return err
}

// checkParticles holds that every particle is internal on one device or has
// left the domain, and that neighbours agree on what they share.
func (s *Simulation) checkParticles() error {
	if err := s.countBirths(); err != nil {
		return err
	}
	n := 0
	s.ledger.Left = sph.LeftDomain{}
	for i := range s.subdomains {
		d := &s.subdomains[i]
		n += d.ownCount()
		s.ledger.Left.Add(&d.left)
		for _, left := range []bool{true, false} {
			k, ok := s.group.Neighbour(i, left)
			if !ok {
				continue
			}
			if e := &s.subdomains[k]; e.sendHalo(!left).len() != d.receiveHalo(left).len() {
				return fmt.Errorf("%s has %d copies of the %d particles at the edge of %s; this is a bug",
					d.name, d.receiveHalo(left).len(), e.sendHalo(!left).len(), e.name)
			}
		}
	}
	return s.ledger.Check(n)
}

// Neighbours counts the entries of all neighbour lists, which hold the pairs
// that Forces computes, each from both sides.
func (s *Simulation) Neighbours() (int, error) {
	if err := s.broadcast(task{what: neighboursTask}); err != nil {
		return 0, err
	}
	defer s.broadcastDone()
	if err := s.BuildNeibs(); err != nil {
		return 0, err
	}
	counts := make([]int, len(s.domains))
	err := s.onAllDomains(func(d *domain) error {
		n, err := d.list.Entries(d.main)
		counts[d.index-s.group.First] = n
		return err
	})
	total := 0
	for _, n := range counts {
		total += n
	}
	if s.group.Processes == nil || err != nil {
		return total, err
	}
	all, err := exchange.GatherOf(s.group, total)
	total = 0
	for _, n := range all {
		total += n
	}
	return total, err
}
