package sph

import (
	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/neighbor"
)

// Checkpoint is a flow between two list periods, from which its Simulation can go
// on again: with any bounds, the same bits follow.
type Checkpoint struct {
	Time   float64 // simulated [s]
	Step   int     // steps done
	Bounds []int   // device d owns the slices [Bounds[d], Bounds[d+1]) from the next lists on

	particles    part  // of all devices, slice by slice, as they were last sorted
	starts       []int // where each slice begins in them, and the end
	lists        lists // that come next
	clock        cuda.Clock
	motion       motion
	capacity     int
	listFailures int
	leftDomain   int
}

// Checkpoint copies the flow to the host.
func (s *Simulation) Checkpoint() (*Checkpoint, error) {
	c, err := s.Capture()
	if err != nil {
		return nil, err
	}
	next := &s.lists // where they are built already
	if !s.fresh {
		if s.next == nil {
			s.next = s.planLists()
		}
		next = s.next
	}
	k := &Checkpoint{
		Time: c.time, Step: c.step, Bounds: append([]int(nil), next.bounds...), starts: make([]int, s.grid.Slices()+1),
		lists: *next, clock: s.clock, motion: s.motion, capacity: s.capacity, listFailures: s.listFailures, leftDomain: s.leftDomain,
	}
	at := 0
	for i, d := range s.domains {
		p := &c.parts[i]
		for _, f := range s.kept {
			k.particles.of[f.place] = append(k.particles.of[f.place], p.of[f.place]...)
		}
		for slice := s.bounds[i]; slice < s.bounds[i+1]; slice++ {
			k.starts[slice] = at
			at += d.slices(slice, slice+1).len()
		}
	}
	for slice := s.bounds[len(s.domains)]; slice < len(k.starts); slice++ {
		k.starts[slice] = at // the ring
	}
	return k, nil
}

// Resume goes back to a checkpoint of this simulation, or on from it, with these
// bounds and this balancer, as if the devices had owned these slices when they last
// sorted the particles.
func (s *Simulation) Resume(c *Checkpoint, bounds []int, policy balance.Policy) error {
	// Queued lists are of no use here, but they must be finished: neighbours wait for each other.
	if err := s.BuildNeibs(); err != nil {
		return err
	}
	if err := s.each(func(d *domain) error {
		return d.resume(c, d.grid.Window(bounds[d.index], bounds[d.index+1]))
	}); err != nil {
		return err
	}
	s.domains[0].list.again += s.leftDomain - c.leftDomain
	s.bounds, s.options.Balance = append([]int(nil), bounds...), policy
	next := c.lists
	next.bounds, next.plans = s.bounds, s.plansFor(s.bounds)
	s.next = &next
	s.clock, s.motion, s.capacity, s.listFailures, s.leftDomain = c.clock, c.motion, c.capacity, c.listFailures, c.leftDomain
	s.fresh, s.moved, s.building = false, 0, 0
	s.timing = timing{}
	s.resumeSamples()
	s.resumeCaptures()
	return nil
}

// resume uploads the particles of the checkpoint that are in a window.
func (d *domain) resume(c *Checkpoint, w neighbor.Window) error {
	from, to := c.starts[w.From], c.starts[w.To]
	d.count = 0 // nothing is kept
	if err := d.reserve(to-from, d.list.ImagesRoom(), w, c.capacity); err != nil {
		return err
	}
	d.window, d.count, d.offsets = w, to-from, make([]int, w.Slices()+1)
	for i := range d.offsets {
		d.offsets[i] = c.starts[w.From+i] - from
	}
	d.setClock(c.clock)
	d.main.Fill(d.maxima, 0, 4*maximaBytes) // lists built at the end leave some
	for _, f := range d.kept {
		d.main.Upload(d.states[even][f.place], c.particles.of[f.place][from*f.Bytes:to*f.Bytes])
	}
	return d.main.Sync()
}

// deviceList is a device's lists. Devices go on counting the particles that leave
// the domain when the flow goes back; again is how many have left it once more.
type deviceList struct {
	*neighbor.List
	again int
}

// Offsets is List's, with each particle that has left the domain counted once.
func (l *deviceList) Offsets() (offsets []int, leftDomain int) {
	offsets, leftDomain = l.List.Offsets()
	return offsets, leftDomain - l.again
}
