package live

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// The most frames a second, and making them takes at most this part of all processors, so that a
// run that computes on them goes on as fast as it did.
const (
	mostFrames = 30
	mostPart   = 0.005
)

// pace says when a frame may be made.
type pace struct {
	busy atomic.Bool
	next atomic.Int64 // not before [ns since begun]
	all  sync.WaitGroup
}

var begun = time.Now()

// due reports whether a frame may be made: the one before is, and not just now.
func (p *pace) due() bool {
	return !p.busy.Load() &&
		time.Since(begun).Nanoseconds() >= p.next.Load()
}

// run makes a frame beside what goes on.
func (p *pace) run(make func()) {
	p.busy.Store(true)
	start := time.Since(begun)
	p.all.Go(func() {
		from := time.Since(begun)
		make()
		took := time.Since(begun) - from
		pause := max(time.Second/mostFrames,
			time.Duration(float64(took)/mostPart/float64(runtime.NumCPU())))
		p.next.Store((start + pause).Nanoseconds())
		p.busy.Store(false)
	})
}

// wait waits until none is being made.
func (p *pace) wait() { p.all.Wait() }
