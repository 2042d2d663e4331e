package engine

import (
	"errors"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// stateCopies is what has become of the times that captures are asked for: the multiples of an interval before the end. Each has the
// step that begins nearest to it. While a period is computed, devices copy the particles that such a step begins with. While
// the next is, the copies come to the host.
type stateCopies struct {
	copied   []pendingCopy // in the last period, and not on the host yet
	captures []*StateCopy  // on the host
}

// pendingCopy is a Capture that the devices have.
type pendingCopy struct {
	*StateCopy
	place int // of the copy
}

// copyBuffers are where a device copies its particles.
type copyBuffers struct {
	stream gpu.Stream // in which they come to the host
	memory arrays     // of the kept fields
	walls  gpu.Ptr    // pressures at walls
	room   int        // particles of a copy
	count  int        // that there are
	full   bool       // the host does not have them all
}

// prepareCopies makes room for copies of as many particles as the devices have room for. Where the next steps may make
// copies, those of the last period come to the host now, before any device begins a step in which others wait for it.
func (s *Simulation) prepareCopies(steps int) error {
	small := func(d *domain) bool { return d.copies.room < d.room }
	again := s.copied != nil && s.firstCopy(&s.clock, steps) < steps
	if s.places == 0 {
		return nil
	}
	var err error
	if again || slices.ContainsFunc(s.domains, small) {
		err = s.onLocalDomains(func(d *domain) error { return errors.Join(d.fetch(), d.reserveCopies()) })
	}
	return s.agree(err)
}

func (d *domain) reserveCopies() (err error) {
	if d.places == 0 || d.copies.room >= d.room {
		return nil
	}
	if d.copies.stream == nil {
		if d.copies.stream, err = d.newStream("copies", false); err != nil {
			return err
		}
	}
	d.freeCopies()
	alloc := func(bytes int) (p gpu.Ptr) {
		if err == nil {
			p, err = d.device.Alloc(d.places * d.room * bytes)
		}
		return p
	}
	for _, f := range d.Kept {
		d.copies.memory[f.Index] = alloc(f.Bytes)
	}
	d.copies.walls = alloc(4)
	if err != nil {
		return d.memoryError(d.room, err)
	}
	d.copies.room = d.room
	return nil
}

func (d *domain) freeCopies() {
	for _, p := range append(d.copies.memory[:], d.copies.walls) {
		if p != 0 {
			d.device.Free(p)
		}
	}
	d.copies.memory, d.copies.walls, d.copies.room = arrays{}, 0, 0
}

// mostCopied is how many fields a kernel copies.
const mostCopied = len(cuda.CopyArgs{}.To)

// copyStep lets the control stream copy the particles that the step begins with, if it is nearest to a time asked for.
func (d *domain) copyStep() {
	own, walls := d.owned(), d.Case.Params.Boundary.HasState()
	for from := 0; from < len(d.Kept); from += mostCopied {
		args := cuda.CopyArgs{Moment: d.stepSample(), Room: int32(d.copies.room)}
		for k, f := range d.Kept[from:min(from+mostCopied, len(d.Kept))] {
			args.Even[k], args.To[k], args.Bytes[k] = d.states[sph.StateEven][f.Index], d.copies.memory[f.Index], int32(f.Bytes)
			if d.step%2 == sph.StateOdd && f.Changes() {
				args.Odd[k] = d.states[sph.StateOdd][f.Index]
			}
			args.Walls |= number(f.Walls) << k
			args.Fields++
		}
		d.list.Copy(d.control, walls, args, own.from, own.to)
	}
	d.wallPressures(d.control, cuda.ProbeArgs{Moment: d.stepSample(), Room: int32(d.copies.room)}, d.copies.walls)
}

// fetch brings the copies to the host.
func (d *domain) fetch() error {
	if !d.copies.full {
		return nil
	}
	d.copies.full = false
	for _, c := range d.copied {
		at := c.place * d.copies.room
		c.parts[d.index].download(d, d.copies.stream, d.copies.memory.at(at), d.copies.walls+gpu.Ptr(4*at), d.copies.count)
	}
	return d.copies.stream.Sync()
}

// storeFetched makes captures of copies that are on the host, of all processes or in parts.
func (s *Simulation) storeFetched() (err error) {
	for _, c := range s.copied {
		switch c.part = s.options.Part != nil; {
		case err != nil:
		case !c.part:
			err = s.bring(c.StateCopy)
		case !s.group.Leads():
			err = s.options.Part(c.StateCopy)
		}
		if s.group.Leads() {
			s.captures = append(s.captures, c.StateCopy)
		}
	}
	s.copied = nil
	return err
}

// takeCopies finds out which steps of a period that is over have copied the particles. One that was
// rejected has done so in vain: where it begins, the next period does.
func (s *Simulation) takeCopies() {
	first := s.domains[0]
	if first.moments.firstCopy >= first.steps {
		return
	}
	for place := range first.steps {
		n := s.copyOf(place)
		if step, time := s.stepOfSample(place); n > 0 && step < int(s.clock.Step) {
			s.copied = append(s.copied, pendingCopy{s.newStateCopy(time, step), n - 1})
		}
	}
	for _, d := range s.domains {
		d.copies.full = s.copied != nil
	}
}

// StateCopies takes the captures at the times asked for that have come to the host, in their order. Those of a period come
// while the next is computed; all fetches them at once.
func (s *Simulation) StateCopies(all bool) ([]*StateCopy, error) {
	var err error
	if all && s.copied != nil {
		if err = s.broadcast(task{what: capturesTask}); err != nil {
			return nil, err
		}
		defer s.broadcastDone()
		if err = s.onAllDomains((*domain).fetch); err == nil {
			err = s.storeFetched()
		}
	}
	captures := s.captures
	s.captures = nil
	return captures, err
}

// resumeCopies goes on at another time.
func (s *Simulation) resumeCopies() {
	s.copied, s.captures = nil, nil
	for _, d := range s.domains {
		d.copies.full = false
	}
}
