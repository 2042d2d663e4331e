package run

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync"
	"time"

	"gpusph/internal/cli"
	"gpusph/output"
)

// watchdog ends a run in which no step is done any more. A driver that does not come back would hold it for ever.
type watchdog struct {
	run     *run
	timeout time.Duration // 0 is none
	waiting func() string // for which device
	exit    func(int)

	mutex   sync.Mutex
	begun   time.Time     // the period that is being computed; zero between periods
	longest time.Duration // period so far
	stop    chan struct{}
}

func newWatchdog(r *run) *watchdog {
	w := &watchdog{run: r, timeout: r.StallTimeout, waiting: r.sim.Waiting, exit: os.Exit, stop: make(chan struct{})}
	if w.timeout > 0 {
		go w.watch()
	}
	return w
}

func (w *watchdog) close() { close(w.stop) }

// begin is told before a period.
func (w *watchdog) begin() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.begun = time.Now()
}

// end is told behind it.
func (w *watchdog) end() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.longest = max(w.longest, time.Since(w.begun))
	w.begun = time.Time{}
}

// stalled says for how long no step has been done, where that is too long. A period of a large flow on a processor may take minutes,
// so one may always take ten times as long as those before; the first may take any time.
func (w *watchdog) stalled() (time.Duration, bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.begun.IsZero() || w.longest == 0 {
		return 0, false
	}
	since := time.Since(w.begun)
	return since, since > max(w.timeout, 10*w.longest)
}

func (w *watchdog) watch() {
	ticker := time.NewTicker(max(w.timeout/20, 10*time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-ticker.C:
		}
		if since, yes := w.stalled(); yes {
			w.bark(since)
			return
		}
	}
}

// bark tells what is waited for, writes what all goroutines are at, and ends the program. Files are as they are: nothing is known of
// what could still be written.
func (w *watchdog) bark(since time.Duration) {
	r := w.run
	what := w.waiting()
	if what == "" {
		what = "the host"
	}
	path := filepath.Join(r.record.dir.Path, "stacks.txt")
	text := fmt.Sprintf("no step has been done for %v; what does not come back is %s; %s has what the program is at", since.Round(time.Second/10), what, path)
	err := output.WriteFile(path, func(to io.Writer) error { return pprof.Lookup("goroutine").WriteTo(to, 2) })
	if err != nil {
		text += ", but " + err.Error()
	}
	r.log.Error(text)
	r.tellHowToGoOn(nil)
	fmt.Fprintln(os.Stderr, "gpusph:", cli.OneLine(fmt.Errorf("%s", text)))
	w.exit(1)
}
