package running

import (
	"math"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpusph/commands/cli"
)

// Due is when checkpoints are due: after a wall time, at multiples of a simulated one, and when
// SIGUSR1 asks for one.
type Due struct {
	Asked    chan os.Signal
	every    float64       // [s] simulated; 0 is none
	interval time.Duration // 0 is none
	last     time.Time     // one was written
	next     float64       // [s] simulated
}

// NewDue is that of a run, from a simulated time on [s].
func NewDue(c *cli.Config, from float64) *Due {
	d := &Due{Asked: make(chan os.Signal, 1), every: c.CheckpointEvery,
		interval: c.CheckpointInterval, last: time.Now()}
	signal.Notify(d.Asked, syscall.SIGUSR1)
	d.next = d.after(from)
	return d
}

// Close lets signals be.
func (d *Due) Close() { signal.Stop(d.Asked) }

// Wanted reports whether options ask for checkpoints.
func (d *Due) Wanted() bool { return d.interval > 0 || d.every > 0 }

// At is the simulated time at which one is due [s], or infinity.
func (d *Due) At() float64 { return d.next }

// Written tells that one is being written now.
func (d *Due) Written() { d.last = time.Now() }

// Is reports whether one is due at a simulated time [s], for any reason, since this was last asked.
// A clock that is set makes none due, and puts none off: times since others are by the monotonic
// clock.
func (d *Due) Is(at float64) bool {
	due := d.interval > 0 && time.Since(d.last) >= d.interval
	if at >= d.next {
		d.next, due = d.after(at), true
	}
	select {
	case <-d.Asked:
		due = true
	default:
	}
	return due
}

// after is the next multiple of the simulated time.
func (d *Due) after(time float64) float64 {
	if d.every == 0 {
		return math.Inf(1)
	}
	return After(time, d.every)
}

// After is the first multiple of an interval after a time.
func After(time, interval float64) float64 {
	return (math.Floor(time/interval*(1+1e-12)) + 1) * interval
}
