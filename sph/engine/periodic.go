package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// Along a periodic axis the flow goes on at its other end. What a particle near an end is seen as
// from the other one is an image of it, in the ring of cells around the domain: see
// cuda/periodic.h. Images across the layers are of the device of their particles. Along the split
// axis devices are neighbours in a ring, and a device that is alone is its own neighbour: what an
// end of the ring sees are copies of edges, shifted by a period.

// shift is that of positions which the neighbour on one side has of a device's edge, along the
// split axis [quanta].
func (s *Simulation) shift(device int, left bool) int32 {
	switch period := s.grid.Periods()[s.grid.Axis]; {
	case !s.Case.Params.DevicesInRing():
	case left && device == 0:
		return period
	case !left && device == len(s.subdomains)-1:
		return -period
	}
	return 0
}

// keptParticles are those that stay of the particles that were sorted the last time: where devices
// are in a ring, their own. They are sent all others anew, and make their images.
func (d *domain) keptParticles() neighbor.Kept {
	if !d.Case.Params.DevicesInRing() || d.offsets == nil {
		return neighbor.Kept{}
	}
	own := d.owned()
	return neighbor.Kept{From: own.from, To: own.to, Of: d.count}
}

// roomForImages is how many images of a given number of particles there should be room for, where
// there are some. Lists are queued a period before it is known how many these have. In two periods
// a particle comes a cell further, and the ring is two cells deep.
func roomForImages(images, particles int) int { return 2*images + particles/8 + 1024 }

// imagesRoom is the room for the next lists. It grows before it is full.
func (d *domain) imagesRoom() int {
	room := d.list.ImagesRoom()
	if !d.Case.Params.IsPeriodic() || d.images+d.images/2+d.count/16 <= room {
		return room
	}
	return roomForImages(d.images, d.count)
}

// commitImages takes the numbers of images from the lists.
func (d *domain) commitImages() error {
	d.images, d.ownImages = d.list.ImageCounts()
	if room := d.list.ImagesRoom(); d.images > room {
		return fmt.Errorf("there are %d images of particles along periodic axes, but room for %d; this is a bug", d.images, room)
	}
	return nil
}

// sendsField reports whether neighbours need the field after the group.
func (s *passGroup) sendsField(f *sph.FlowField) bool { return slices.Contains(s.sends, f.Index) }

// copyImages copies what passes have computed for a stripe, in a state, to the images of its
// particles, and to the ends of the ring.
func (d *domain) copyImages(group *passGroup, state int, s *stripe) {
	if !d.Case.Params.IsPeriodic() {
		return
	}
	sent := func(f *sph.FlowField) bool { return group.sendsField(f) }
	d.copyToImages(s.stream, sent, state, s.particles, true)
	for _, side := range d.sides {
		if to := side.outbox(); to != nil && side.shift != 0 && d.stripeAt(side.Left) == s {
			d.copyEdge(s.stream, side, sent, state, to)
		}
	}
}

// copyEdge copies fields of the particles at an edge to where the neighbour over an end of the ring
// wants them, shifted.
func (d *domain) copyEdge(s gpu.Stream, side *neighbourSide, which func(*sph.FlowField) bool, state int, to *[sph.States]arrays) {
	edge := d.sendHalo(side.Left)
	args, places := d.imageArgs(which, state)
	for k, place := range places[:args.Fields] {
		state := sph.Fields[place].StateOf(state)
		args.In[k], args.Out[k] = d.states[state].at(edge.from)[place], to[state][place]
	}
	args.Shift[d.grid.Axis] = side.shift
	gpu.Launch(s, cuda.CopyImages, args, 0, edge.len())
}

// copyToImages copies fields of some particles to their images, and of those at the edges to the
// neighbours.
func (d *domain) copyToImages(s gpu.Stream, which func(*sph.FlowField) bool, state int, of span, send bool) {
	if d.images == 0 {
		return
	}
	args, places := d.imageArgs(which, state)
	args.Images, args.Count = d.list.Images()
	args.From, args.To = int32(of.from), int32(of.to)
	for k, place := range places[:args.Fields] {
		state := sph.Fields[place].StateOf(state)
		args.In[k], args.Out[k] = d.states[state][place], d.states[state][place]
		if left, right, edges := d.outgoing(state); send {
			args.Left[k], args.Right[k], args.LeftTo, args.RightFrom = left[place], right[place], edges.LeftTo, edges.RightFrom
		}
	}
	gpu.Launch(s, cuda.CopyImages, args, 0, d.images)
}

// imageArgs is what copies of some fields have in common, and the places of these fields.
func (d *domain) imageArgs(which func(*sph.FlowField) bool, state int) (args cuda.CopyImagesArgs, places [sph.MaxFields]int) {
	args = cuda.CopyImagesArgs{Position: -1, Packed: -1, RightFrom: math.MaxInt32, Period: d.grid.Periods(), GridShift: int32(d.grid.Shift)}
	for i := range d.Fields {
		f := &d.Fields[i]
		if !f.In(f.StateOf(state)) || !which(f) {
			continue
		}
		switch f.Index {
		case sph.PositionField:
			args.Position = args.Fields
		case sph.PackedField:
			args.Packed = args.Fields
		}
		args.Bytes[args.Fields], places[args.Fields] = int32(f.Bytes), f.Index
		args.Fields++
	}
	return args, places
}

// shiftedEdge is where a copy of what is sent over an end of the ring lies, with shifted positions.
// It is made in the side's stream.
func (d *domain) shiftedEdge(side *neighbourSide, group *passGroup, state int) arrays {
	to := [sph.States]arrays{sph.StateEven: side.staging, sph.StateOdd: side.staging, sph.StateMiddle: side.staging}
	d.copyEdge(side.Stream, side, func(f *sph.FlowField) bool {
		return (f.Index == sph.PositionField || f.Index == sph.PackedField) && group.sendsField(f)
	}, state, &to)
	return side.staging
}

// reserveStaging makes room for such copies, of as many particles as there is room for.
func (d *domain) reserveStaging() error {
	var errs []error
	for _, side := range d.sides {
		if side.shift == 0 || side.outbox() != nil {
			continue
		}
		for _, place := range []int{sph.PositionField, sph.PackedField} {
			if side.staging[place] != 0 {
				d.device.Free(side.staging[place])
			}
			p, err := d.device.Alloc(d.room * sph.Fields[place].Bytes)
			side.staging[place] = p
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// restoreImages gives images what their particles have between periods.
func (d *domain) restoreImages() {
	d.copyToImages(d.main, func(f *sph.FlowField) bool { return f.Changes() && f.Kind.Kept() }, sph.StateEven, span{0, d.count}, false)
}

// plansForRing is plansFor where devices are in a ring. They keep their own particles only: with
// what a device sees over the ends it might have a particle twice.
func (s *Simulation) plansForRing(plans []plan) {
	for i := range plans {
		w := plans[i].window
		for o := range s.subdomains {
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
					s.transfer(plans, o, i, span{from, to})
				}
				from = to + 1
			}
		}
	}
}
