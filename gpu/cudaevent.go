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
	timed    bool
	unused   bool // it is in the device's pool
}

// newEvent takes an event from the pool or makes one. The device's context is
// current.
func (d *cudaDevice) newEvent(timed bool) (*cudaEvent, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	pool := d.pool(timed)
	if n := len(*pool); n > 0 {
		e := (*pool)[n-1]
		*pool = (*pool)[:n-1]
		e.unused, e.recorded = false, false
		return e, nil
	}
	flags := cu.DefaultEvent
	if !timed {
		flags = cu.DisableTiming
	}
	made, err := cu.MakeEvent(flags)
	if err != nil {
		return nil, err
	}
	e := &cudaEvent{device: d, event: made, timed: timed}
	d.events = append(d.events, e)
	return e, nil
}

// pool is the events that may be used again.
func (d *cudaDevice) pool(timed bool) *[]*cudaEvent {
	if timed {
		return &d.unused
	}
	return &d.unusedSignals
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
		pool := e.device.pool(e.timed)
		*pool = append(*pool, e)
	}
}

func (e *cudaEvent) Since(earlier Event) (since time.Duration) {
	start := earlier.(*cudaEvent)
	if !e.recorded || !start.recorded || !e.timed || !start.timed {
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
