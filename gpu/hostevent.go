package gpu

import (
	"sync"
	"time"
)

// hostEvent is a moment in a hostStream. It is used again once it has happened
// and is freed; each time it is recorded it gets the next number, so that who
// waits for one of them does not wait for a later one.
type hostEvent struct {
	device *hostDevice
	unused bool // it is in the device's pool, whose mutex holds for this

	mu       sync.Mutex
	changed  sync.Cond // happened is greater
	recorded int       // how often it was put on a stream
	happened int       // the number of the last time that it came there
	at       time.Time // then
	err      error     // of the stream, then
}

// newEvent takes an event from the pool or makes one.
func (d *hostDevice) newEvent() *hostEvent {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.unused); n > 0 {
		e := d.unused[n-1]
		d.unused = d.unused[:n-1]
		e.unused = false
		return e
	}
	e := &hostEvent{device: d}
	e.changed.L = &e.mu
	return e
}

// record returns the number of the time that is about to be put on a stream.
func (e *hostEvent) record() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.recorded++
	return e.recorded
}

// happen tells those who wait for that number.
func (e *hostEvent) happen(number int, err error) {
	e.mu.Lock()
	e.happened, e.at, e.err = number, time.Now(), err
	e.mu.Unlock()
	e.changed.Broadcast()
}

// number is that of the last time that it was recorded.
func (e *hostEvent) number() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.recorded
}

// waitFor waits for that number and returns the error of the stream, then.
func (e *hostEvent) waitFor(number int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.happened < number {
		e.changed.Wait()
	}
	return e.err
}

func (e *hostEvent) wait() error {
	e.waitFor(e.number()) // an error is its stream's
	return nil
}

// Free leaves an event that has not happened to the garbage collector: a second
// recording could overtake the first.
func (e *hostEvent) Free() {
	e.device.mu.Lock()
	defer e.device.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.unused && e.happened == e.recorded {
		e.unused = true
		e.device.unused = append(e.device.unused, e)
	}
}

func (e *hostEvent) Since(earlier Event) time.Duration {
	e.wait()
	return e.at.Sub(earlier.(*hostEvent).at)
}
