package running

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync"
	"time"

	"gpusph/commands/cli"
	"gpusph/output"
)

// Watchdog ends a run in which no step is done any more. A driver that does not come back would
// hold it for ever.
//
// It counts ticks of its own instead of reading a clock: a process that is stopped (SIGSTOP,
// scontrol suspend, docker pause, a laptop that sleeps) has no ticks, so what it wakes to is at
// most one tick later than what it left.
type Watchdog struct {
	run     *Run
	timeout time.Duration // 0 is none
	waiting func() string // for which device
	exit    func(int)

	mutex   sync.Mutex
	busy    bool          // a period is being computed
	waited  time.Duration // in ticks since it began
	longest time.Duration // period so far
	begun   time.Time     // the period that is being computed
	stop    chan struct{}
}

// NewWatchdog is that of a run. waiting says for which device the host waits, "" for none.
func NewWatchdog(r *Run, waiting func() string) *Watchdog {
	w := &Watchdog{run: r, timeout: r.Asked.StallTimeout, waiting: waiting, exit: os.Exit,
		stop: make(chan struct{})}
	if w.timeout > 0 {
		go w.watch()
	}
	return w
}

// Close ends it.
func (w *Watchdog) Close() { close(w.stop) }

// Begin is told before a period.
func (w *Watchdog) Begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.busy, w.waited, w.begun = true, 0, time.Now()
}

// End is told behind it. The clock measures periods that are shorter than a tick, and no more than
// the ticks allow of others.
func (w *Watchdog) End() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.longest = max(w.longest, min(time.Since(w.begun), w.waited+w.tick()))
	w.busy = false
}

// tick is the time between two looks at the period.
func (w *Watchdog) tick() time.Duration { return max(w.timeout/20, 10*time.Millisecond) }

// stalled counts a tick. It returns for how long no step has been done, and whether that is too
// long. A period of a large flow on a processor may take minutes, so one may always take ten times
// as long as those before; the first may take any time.
func (w *Watchdog) stalled() (time.Duration, bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.busy {
		return 0, false
	}
	w.waited += w.tick()
	return w.waited, w.longest > 0 && w.waited > max(w.timeout, 10*w.longest)
}

// watch counts a tick whenever it has slept for one. A ticker would not do: it may have another
// ready for a process that wakes.
func (w *Watchdog) watch() {
	for {
		select {
		case <-w.stop:
			return
		case <-time.After(w.tick()):
		}
		if since, yes := w.stalled(); yes {
			w.bark(since)
			return
		}
	}
}

// bark tells what is waited for, writes what all goroutines are at, and ends the program. Files are
// as they are: nothing is known of what could still be written.
func (w *Watchdog) bark(since time.Duration) {
	r := w.run
	what := w.waiting()
	if what == "" {
		what = "the host"
	}
	path := filepath.Join(r.Folder.Path, "stacks.txt")
	text := fmt.Sprintf("no step has been done for %v; the run waits for %s; %s has the stacks of "+
		"the program", since.Round(time.Second/10), what, path)
	err := output.WriteFile(path, func(to io.Writer) error {
		return pprof.Lookup("goroutine").WriteTo(to, 2)
	})
	if err != nil {
		text += ", but " + err.Error()
	}
	r.Log.Error(text)
	r.Tell(r.Of.HowToGoOn(nil))
	fmt.Fprintln(os.Stderr, "gpusph:", cli.OneLine(fmt.Errorf("%s", text)))
	w.exit(1)
}
