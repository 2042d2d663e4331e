package engine

import (
	"errors"
	"fmt"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// stripe is some of a domain's active particles, in neighbouring slices. What a stripe's
// forces depend on is in it and in the stripes next to it, so it waits for these only,
// and a device always has something to do while one of them ends.
type stripe struct {
	cuda.Part
	particles span // in whose layers it is
	stream    gpu.Stream
	moved     gpu.Event // half a step; nil where they have not yet since the lists were built
	// and so have the neighbours' particles, after a whole step or where they are measured; nil
	// where the stripe does not wait for them
	met gpu.Event
}

// done is when all particles in reach have moved.
func (s *stripe) done() gpu.Event {
	if s.met != nil {
		return s.met
	}
	return s.moved
}

// The time of one walk over a list does not depend on the number of particles. A stripe begins anew
// when it and the one behind it have ended. So with few particles there must be more stripes, up to
// MostStripes. From FewParticles on UsualStripes suffice, since each stripe costs a little.
// LeastStripe is how many active particles each has at least.
const (
	MaxStripes, DefaultStripes = 8, 4
	FewParticles               = 3 << 17
	MinStripe                  = 1 << 15
)

// Stripes is how many stripes the active particles are cut into, if each has at least a given
// number.
func Stripes(particles, least int) int {
	most := MaxStripes
	if particles >= FewParticles {
		most = DefaultStripes
	}
	return max(min(most, particles/max(least, 1)), 1)
}

// stripesAfter is how many stripes there are if there were some before. Their number changes only
// where another is much better, since a device's graphs must be made anew for it.
func stripesAfter(before, particles, least int) int {
	if before > DefaultStripes {
		particles -= particles / 8 // they stay few for a while
	}
	n := Stripes(particles, least)
	if before < n && 4*before >= 3*n {
		return before
	}
	return n
}

// cutStripes cuts the active particles into stripes and sets the order in which they begin:
// from one side to the other, so that the first can begin anew when the last has begun.
// Neighbours go in opposite directions, so that at their edge the first stripes meet, or the
// last. After an error there is one stripe without particles.
func (d *domain) cutStripes(failed bool) error {
	before := len(d.stripes)
	d.stripes, d.sequence = d.stripes[:0], d.sequence[:0]
	var parts []cuda.Part
	var layers []int
	var err error
	if !failed {
		all := d.list.Active()
		parts, layers = d.list.Parts(stripesAfter(before, int(all.Fluids+all.Walls), d.options.Stripe))
		err = d.ensureStreams(len(parts))
	}
	if failed || err != nil {
		parts, layers = make([]cuda.Part, 1), make([]int, 2)
	}
	for i, part := range parts {
		d.stripes = append(d.stripes, stripe{Part: part, particles: d.layers(layers[i], layers[i+1]), stream: d.streams[i]})
		d.sequence = append(d.sequence, i)
	}
	if d.index%2 > 0 {
		slices.Reverse(d.sequence)
	}
	return err
}

// awaitLists lets all streams wait for the lists of a period that begins.
func (d *domain) awaitLists() { d.allWait(d.listed) }

// allWait lets all streams but the main one wait for an event, instead of what they waited for.
func (d *domain) allWait(e gpu.Event) {
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = nil, nil
		d.stripes[i].stream.Wait(e)
	}
	for _, side := range d.sides {
		side.Moved = nil
		side.Stream.Wait(e)
	}
	d.control.Wait(e)
}

// stripeAt is the stripe that has the edge on one side.
func (d *domain) stripeAt(left bool) *stripe {
	if left {
		return &d.stripes[0]
	}
	return &d.stripes[len(d.stripes)-1]
}

// awaitMoved lets stripe i wait until the stripes next to it have moved, and at an edge
// the neighbour's particles, unless it has done so (see setFlags).
func (d *domain) awaitMoved(i int) {
	stream := d.stripes[i].stream
	for k := max(i-1, 0); k <= min(i+1, len(d.stripes)-1); k++ {
		if k != i {
			d.await(stream, d.stripes[k].moved)
		}
	}
	for _, side := range d.sides {
		if d.stripeAt(side.Left) == &d.stripes[i] {
			d.await(stream, side.Moved)
		}
	}
}

// awaitAllMoved lets a stream wait until all particles have moved, the copies of neighbours'
// too, by whole steps or by half of one that measures them.
func (d *domain) awaitAllMoved(stream gpu.Stream) {
	for i := range d.stripes {
		d.await(stream, d.stripes[i].done())
	}
	for _, side := range d.sides {
		d.await(stream, side.Moved)
	}
}

// awaitEvaluated lets a stream wait until all stripes have done what was put on their streams last:
// all passes of half a step.
func (d *domain) awaitEvaluated(stream gpu.Stream) {
	for i := range d.stripes {
		d.await(stream, d.stripes[i].moved)
	}
}

// await lets a stream wait for an event if there is one.
func (d *domain) await(stream gpu.Stream, e gpu.Event) {
	if e != nil {
		stream.Wait(e)
	}
}

// ensureStreams makes streams of stripes until there are enough. Streams share the few queues of a
// GPU, so there are none that are not needed.
func (d *domain) ensureStreams(n int) error {
	for len(d.streams) < n {
		s, err := d.newStream(stripeName(len(d.streams)), false)
		if err != nil {
			return err
		}
		d.streams = append(d.streams, s)
	}
	return nil
}

// StreamNames are the names that a device's streams have in a Trace. Not all devices have all: one
// at the end has one side, and there are as many stripes as are of use.
func StreamNames() []string {
	names := []string{"main"}
	for i := range MaxStripes {
		names = append(names, stripeName(i))
	}
	return append(names, "control", "left", "right", "copies")
}

func stripeName(i int) string { return fmt.Sprintf("stripe %d", i+1) }

// newStream is a stream of the device, with a name for the timeline.
func (d *domain) newStream(name string, urgent bool) (gpu.Stream, error) {
	s, err := d.device.NewStream(urgent)
	if err != nil {
		return nil, err
	}
	return d.options.Trace.Stream(d.device, s, name), nil
}

// sync waits for all of the device's work.
func (d *domain) sync() error {
	if d.main == nil || d.control == nil {
		return nil
	}
	return errors.Join(d.main.Sync(), d.control.Sync(), d.syncStripes())
}

// syncStripes waits for the streams that no lists are built on: those of the stripes and of the
// edges.
func (d *domain) syncStripes() error {
	var errs []error
	for _, s := range d.streams {
		errs = append(errs, s.Sync())
	}
	for _, side := range d.sides {
		if side.Stream != nil {
			errs = append(errs, side.Stream.Sync())
		}
	}
	return errors.Join(errs...)
}
