package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// link is how a device meets others. Nobody outside a link reads what another device has but its share. There are three: stores
// and copies within a process, and messages between processes. A device that has neighbours in its own process and in
// another has a link of both kinds, and each does what concerns its own sides and devices.
//
// What a link does it puts on streams, and the host waits for no device. Only publish and settle let goroutines of
// devices wait for each other.
type link interface {
	// publish tells the neighbours where a device has their particles, now that lists have settled; settle hears the same from them.
	publish() error
	settle()

	// outbox is where kernels store, state by state, the particles that a neighbour sees, as they compute them; nil where meet sends them.
	outbox(*side) *[sph.States]arrays

	// meet gives the neighbours what a stage of half a step has computed of the particles at the edges, once the stripes there have moved,
	// and sets the events of sides that theirs are here.
	meet(group *stage, h half)

	// give sends particles to devices that lack them for their next lists, behind those that these have. take lets the main stream wait
	// for those that others give.
	give([]transfer)
	take([]transfer)

	// reduce lets the control stream have the greatest of all devices' maxima, and returns a kernel's arguments that say where, of
	// how many, and which maxima the kernel clears.
	reduce(maxima gpu.Ptr, args cuda.MinimumScanArgs) cuda.MinimumScanArgs

	// combine lets a stream have the sums of all devices' words in place of this device's.
	combine(s gpu.Stream, args cuda.CombineArgs)
}

// neighbour is the device on one side of another.
func (s *Simulation) neighbour(device int, left bool) (number int, ok bool) {
	n, ring := len(s.shares), s.Case.Params.DevicesInRing()
	if left {
		return (device + n - 1) % n, ring || device > 0
	}
	return (device + 1) % n, ring || device < n-1
}

// here says whether a device is of this process.
func (s *Simulation) here(device int) bool {
	return device >= s.first && device < s.first+len(s.domains)
}

// join gives the domains their sides and links.
func (s *Simulation) join() {
	for _, d := range s.domains {
		near := nearLink{d, nil}
		far := messages{d: d}
		for _, left := range []bool{true, false} {
			k, ok := s.neighbour(d.index, left)
			if !ok {
				continue
			}
			side := &side{neighbour: k, left: left, shift: s.shift(d.index, left)}
			d.sides = append(d.sides, side)
			if s.here(k) {
				near.sides = append(near.sides, side)
			} else {
				far.sides = append(far.sides, side)
			}
		}
		var within link = &stores{near}
		if s.exchange != Direct {
			within = &sends{near}
		}
		if s.processes != nil {
			d.links = append(d.links, &far)
		}
		d.links = append(d.links, within)
		for _, side := range near.sides {
			side.link = within
			side.near.arrived = make(chan gpu.Event, 4)
			side.near.inboxes = make(chan [sph.States]arrays, 1)
		}
		for _, side := range far.sides {
			side.link = &far
		}
	}
	for _, d := range s.domains {
		for _, side := range d.sides {
			if s.here(side.neighbour) {
				e := s.domains[side.neighbour-s.first]
				side.near.device, side.near.opposite = e.device, e.side(!side.left)
			}
		}
	}
}

// far is the link to other processes, where there are some.
func (d *domain) far() *messages { return d.links[0].(*messages) }

// side is that on the left or on the right.
func (d *domain) side(left bool) *side {
	for _, side := range d.sides {
		if side.left == left {
			return side
		}
	}
	return nil
}
