package engine

import (
	"errors"
	"fmt"

	"gpusph/gpu"
)

// ensureStreams makes streams of stripes until there are so many. Streams share the few queues of a
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

// syncStripes waits for the streams that no lists are built on: those of the stripes and of the edges.
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
