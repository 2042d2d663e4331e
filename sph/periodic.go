package sph

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// Along a periodic axis the flow goes on at its other end. What a particle near an end is seen as from the other one is
// an image of it, in the ring of cells around the domain: see cuda/periodic.h. Images across the layers are of the device of
// their particles. Along the split axis devices are neighbours in a ring, and a device that is alone is its own neighbour:
// what an end of the ring sees are copies of edges, shifted by a period.

// checkPeriodic returns the first thing about the periodic axes that is not sound.
func (c *Case) checkPeriodic() error {
	p := &c.Params
	for a, is := range p.Periodic {
		switch {
		case !is:
		case p.Dim == 2 && Axis(a) == PlaneAxis:
			return fmt.Errorf("problem %s has two dimensions, but is periodic along %v, across its plane; x or z would do", c.Name, PlaneAxis)
		case len(c.Turning.Angles) > 0:
			return fmt.Errorf("problem %s is periodic along %v, but its frame turns, so that its ends are not alike; a frame at rest would do", c.Name, Axis(a))
		}
	}
	return nil
}

// isPeriodic says whether any axis is.
func (p *Params) isPeriodic() bool { return p.Periodic != [3]bool{} }

// FallsAround says whether gravity acts along a periodic axis, where fluid falls for ever: that energy is in no potential.
func (p *Params) FallsAround() bool {
	for a, periodic := range p.Periodic {
		if periodic && p.Gravity[a] != 0 {
			return true
		}
	}
	return false
}

// ring says whether devices are neighbours in a ring.
func (p *Params) ring() bool { return p.Periodic[p.SplitAxis] }

// joinRing makes the last device and the first one neighbours.
func (s *Simulation) joinRing() {
	if !s.Case.Params.ring() {
		return
	}
	right, left := join(s.domains[len(s.domains)-1], s.domains[0])
	period := s.grid.Periods()[s.grid.Axis]
	right.shift, left.shift = -period, period // where the neighbour has them
}

// kept is what is left of the particles that were sorted the last time before they are sorted again: where devices are in a ring,
// their own. They are sent all others anew, and make their images.
func (d *domain) keptParticles() neighbor.Kept {
	if !d.Case.Params.ring() || d.offsets == nil {
		return neighbor.Kept{}
	}
	own := d.owned()
	return neighbor.Kept{From: own.from, To: own.to, Of: d.count}
}

// moreImages is how many images there should be room for, where there were so many: no lists have twice as many as those before.
func (d *domain) moreImages(images int) int {
	room := d.list.ImagesRoom()
	if !d.Case.Params.isPeriodic() || images+images/2+d.count/16 <= room {
		return room
	}
	return 2*images + d.count/8 + 1024
}

// settleImages takes the numbers of images from the lists.
func (d *domain) settleImages() error {
	d.images, d.ownImages = d.list.ImageCounts()
	if room := d.list.ImagesRoom(); d.images > room {
		return fmt.Errorf("there are %d images of particles along periodic axes, but room for %d; this is a bug", d.images, room)
	}
	return nil
}

// copyImages copies what passes have computed for a stripe, in a state, to the images of its particles, and to the ends of the ring.
func (d *domain) copyImages(passes stage, state int, s *stripe) {
	if !d.Case.Params.isPeriodic() {
		return
	}
	written := func(f flowField) bool { return passes.writes(f.place) && f.Sends>>f.stateOf(state)&1 > 0 }
	d.copyToImages(s.stream, written, state, s.particles, true)
	for _, side := range d.sides {
		if side.shift == 0 || d.exchange != Direct || d.stripeAt(side.left) != s {
			continue
		}
		edge := d.edge(side.left)
		args, fields := d.imageArgs(written, state)
		for k, f := range fields {
			state := f.stateOf(state)
			args.In[k], args.Out[k] = d.states[state].at(edge.from)[f.place], side.outbox[state][f.place]
		}
		args.Shift[d.grid.Axis] = side.shift
		gpu.Launch(s.stream, cuda.CopyImages, args, 0, edge.len())
	}
}

// copyToImages copies fields of some particles to their images, and of those at the edges to the neighbours.
func (d *domain) copyToImages(s gpu.Stream, fields func(flowField) bool, state int, of span, send bool) {
	if d.images == 0 {
		return
	}
	args, all := d.imageArgs(fields, state)
	args.Images, args.Count = d.list.Images()
	args.From, args.To = int32(of.from), int32(of.to)
	for k, f := range all {
		state := f.stateOf(state)
		args.In[k], args.Out[k] = d.states[state][f.place], d.states[state][f.place]
		if left, right, edges := d.outgoing(state); send {
			args.Left[k], args.Right[k], args.LeftTo, args.RightFrom = left[f.place], right[f.place], edges.LeftTo, edges.RightFrom
		}
	}
	gpu.Launch(s, cuda.CopyImages, args, 0, d.images)
}

// imageArgs is what copies of some fields have in common.
func (d *domain) imageArgs(which func(flowField) bool, state int) (args cuda.CopyImagesArgs, all []flowField) {
	args = cuda.CopyImagesArgs{Position: -1, Packed: -1, RightFrom: math.MaxInt32, Period: d.grid.Periods(), GridShift: int32(d.grid.Shift)}
	for _, f := range d.fields {
		if !f.in(f.stateOf(state)) || !which(f) {
			continue
		}
		switch k := len(all); f.place {
		case positionField:
			args.Position = int32(k)
		case packedField:
			args.Packed = int32(k)
		}
		args.Bytes[len(all)] = int32(f.Bytes)
		all = append(all, f)
	}
	args.Fields = int32(len(all))
	return args, all
}

// shiftedEdge is where a copy of what is sent over an end of the ring lies, with shifted positions. It is made in the side's stream.
func (d *domain) shiftedEdge(side *side, passes stage, state int) arrays {
	edge := d.edge(side.left)
	args, all := d.imageArgs(func(f flowField) bool {
		return (f.place == positionField || f.place == packedField) && passes.writes(f.place) && f.Sends>>f.stateOf(state)&1 > 0
	}, state)
	for k, f := range all {
		args.In[k], args.Out[k] = d.states[f.stateOf(state)].at(edge.from)[f.place], side.staging[f.place]
	}
	args.Shift[d.grid.Axis] = side.shift
	if len(all) > 0 {
		gpu.Launch(side.stream, cuda.CopyImages, args, 0, edge.len())
	}
	return side.staging
}

// reserveStaging makes room for such copies, of as many particles as there is room for.
func (d *domain) reserveStaging() error {
	var errs []error
	for _, side := range d.sides {
		if side.shift == 0 || d.exchange == Direct {
			continue
		}
		for _, place := range []int{positionField, packedField} {
			if side.staging[place] != 0 {
				d.device.Free(side.staging[place])
			}
			p, err := d.device.Alloc(d.room * fields[place].Bytes)
			side.staging[place] = p
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// restoreImages gives images what their particles have between periods.
func (d *domain) restoreImages() {
	d.copyToImages(d.main, func(f flowField) bool { return f.Levels&oddLevel > 0 && f.Keep }, even, span{0, d.count}, false)
}

// plansForRing is plansFor where devices are in a ring. They keep their own particles only: with what a device sees
// over the ends it might have a particle twice.
func (s *Simulation) plansForRing(plans []plan) {
	for i := range plans {
		w := plans[i].window
		for o, owner := range s.domains {
			if o == i {
				continue
			}
			needed := func(slice int) bool {
				return slices.ContainsFunc(s.grid.Around(slice), func(seen int) bool { return seen >= w.From-s.grid.Drift() && seen < w.To+s.grid.Drift() })
			}
			for from := s.bounds[o]; from < s.bounds[o+1]; {
				to := from
				for to < s.bounds[o+1] && needed(to) {
					to++
				}
				if to > from {
					particles := owner.slices(from, to)
					plans[o].outgoing = append(plans[o].outgoing, transfer{to: i, span: particles, offset: s.domains[i].count + plans[i].incoming})
					plans[i].incoming += particles.len()
					plans[i].senders = append(plans[i].senders, o)
				}
				from = to + 1
			}
		}
	}
}

// along is the quantum along axes that are not periodic [m].
func (d *domain) along() (quantum [3]float64) {
	for a, periodic := range d.Case.Params.Periodic {
		if !periodic {
			quantum[a] = d.grid.Quantum
		}
	}
	return quantum
}
