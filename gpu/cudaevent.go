//go:build cuda

package gpu

import (
	"fmt"
	"time"

	"gorgonia.org/cu"
)

// cudaEvent is a moment in a cudaStream. One of a stream that had failed is not
// recorded and has always happened.
type cudaEvent struct {
	device   *cudaDevice
	event    cu.Event
	recorded bool
	unused   bool // it is in the device's pool
}

// newEvent takes an event from the pool or makes one. The device's context is
// current.
func (d *cudaDevice) newEvent() (*cudaEvent, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.unused); n > 0 {
		e := d.unused[n-1]
		d.unused = d.unused[:n-1]
		e.unused, e.recorded = false, false
		return e, nil
	}
	made, err := cu.MakeEvent(cu.DefaultEvent)
	if err != nil {
		return nil, err
	}
	e := &cudaEvent{device: d, event: made}
	d.events = append(d.events, e)
	return e, nil
}

// record makes the event happen after the work that is on the stream.
func (e *cudaEvent) record(s cu.Stream) error {
	err := e.event.Record(s)
	e.recorded = err == nil
	return err
}

func (e *cudaEvent) Free() {
	if e.device == nil {
		return // it is the one that is never recorded
	}
	e.device.mu.Lock()
	defer e.device.mu.Unlock()
	if !e.unused {
		e.unused = true
		e.device.unused = append(e.device.unused, e)
	}
}

func (e *cudaEvent) Since(earlier Event) (since time.Duration) {
	start := earlier.(*cudaEvent)
	if !e.recorded || !start.recorded {
		return 0
	}
	e.device.do(func() error {
		if err := e.event.Synchronize(); err != nil {
			return err
		}
		milliseconds, err := start.event.Elapsed(e.event)
		if err == nil {
			since = time.Duration(milliseconds * float64(time.Millisecond))
		}
		return err
	})
	return since
}

func (e *cudaEvent) wait() error {
	if !e.recorded {
		return nil
	}
	if err := e.device.do(e.event.Synchronize); err != nil {
		return fmt.Errorf("%s: waiting for its work: %w", e.device.name, err)
	}
	return nil
}
