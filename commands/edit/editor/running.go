package editor

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/live"
)

// stopGrace is how long a run may take to end in order, with a checkpoint.
const stopGrace = time.Minute

// runner runs the file, once at a time, in a process of its own. Pages come and go meanwhile.
type runner struct {
	mutex sync.Mutex
	state runState
	stop  context.CancelFunc // nil where none runs
	done  chan struct{}      // closed when the last run has ended
	views map[string]string  // addresses of results, by their directories
}

// runState is what a page shows of the run.
type runState struct {
	Kind    string  `json:"kind"`  // run
	State   string  `json:"state"` // running, ending, good, stopped or failed; "" is none yet
	Line    string  `json:"line"`  // of progress
	Part    float64 `json:"part"`  // that is done
	Dir     string  `json:"dir"`   // with the files; "" is not known yet
	Said    string  `json:"said"`  // why it has failed, or the end of the report
	Seconds float64 `json:"seconds"`
}

// now is the state for a page.
func (r *runner) now() runState {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.state
}

// change changes the state and tells all pages.
func (e *Editor) change(with func(*runState)) {
	e.runner.mutex.Lock()
	with(&e.runner.state)
	state := e.runner.state
	e.runner.mutex.Unlock()
	for _, s := range e.all() {
		s.send(state)
	}
}

// startRun runs the file as it is saved, unless it runs already.
func (e *Editor) startRun() {
	words := e.commands.Run
	r := &e.runner
	r.mutex.Lock()
	if len(words) == 0 || r.stop != nil || e.ctx.Err() != nil {
		r.mutex.Unlock()
		return
	}
	of, cancel := context.WithCancel(e.ctx)
	r.stop, r.done = cancel, make(chan struct{})
	r.mutex.Unlock()
	e.change(func(s *runState) { *s = runState{Kind: "run", State: "running"} })
	text, _ := e.read()
	go func() {
		defer close(r.done)
		defer cancel()
		e.run(of, words, text)
	}()
}

// stopRun lets a run end in order.
func (e *Editor) stopRun() {
	e.runner.mutex.Lock()
	stop := e.runner.stop
	e.runner.mutex.Unlock()
	if stop != nil {
		e.change(func(s *runState) { s.State = "ending" })
		stop()
	}
}

// awaitRun waits until a run that has been stopped has ended.
func (e *Editor) awaitRun() {
	e.runner.mutex.Lock()
	done := e.runner.done
	e.runner.mutex.Unlock()
	if done != nil {
		<-done
	}
}

// run runs a text that is saved, and tells how it goes.
func (e *Editor) run(ctx context.Context, words []string, text []byte) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := time.Now()
	c := process(ctx, words, stopGrace)
	var said tail
	c.Stdout = &said
	lines, errs := "", error(nil)
	out, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err == nil {
		lines = e.follow(out)
		errs = c.Wait()
	}
	took := time.Since(begun).Seconds()
	stopped := ctx.Err() != nil
	e.runner.mutex.Lock()
	e.runner.stop = nil
	e.runner.mutex.Unlock()
	e.change(func(s *runState) {
		s.Seconds, s.State, s.Said = took, "good", ""
		switch err := errors.Join(err, errs); {
		case stopped:
			s.State = "stopped"
		case err != nil:
			s.State, s.Said = "failed", faultIn(lastError(lines, err), nil).Text
		default:
			s.Part = 1
		}
	})
	if !stopped && err == nil && errs == nil {
		e.learnRun(text, took)
	}
}

var (
	intoDir  = regexp.MustCompile(`, into (.+)$`)
	progress = regexp.MustCompile(`\s([0-9]+) %  (ETA .*)$`)
)

// follow reads what a run prints of itself until it ends, and returns the last of it.
func (e *Editor) follow(out io.Reader) (last string) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, mostSaid)
	for lines.Scan() {
		line := lines.Text()
		last = line
		if m := intoDir.FindStringSubmatch(line); m != nil {
			e.change(func(s *runState) { s.Dir, s.Line = m[1], "begins" })
		} else if m := progress.FindStringSubmatch(line); m != nil {
			part, _ := strconv.ParseFloat(m[1], 64)
			e.change(func(s *runState) { s.Part, s.Line = part/100, m[2] })
		}
	}
	io.Copy(io.Discard, out)
	return last
}

// lastError is what a program printed last, or the error of its end where it printed nothing.
func lastError(line string, err error) string {
	if line = strings.TrimPrefix(line, "gpusph: "); line != "" {
		return line
	}
	return cli.OneLine(err)
}

// view shows the results of the last run on a page of its own, which needs a token, too.
func (e *Editor) view() (url string, err error) {
	e.runner.mutex.Lock()
	defer e.runner.mutex.Unlock()
	dir := e.runner.state.Dir
	if dir == "" {
		return "", errors.New("there is no run yet whose results could be shown")
	}
	if url, ok := e.runner.views[dir]; ok {
		return url, nil
	}
	if _, err := os.Stat(dir); err != nil {
		return "", err
	}
	page, err := live.FromFiles(dir, cli.FullVersion())
	if err != nil {
		return "", err
	}
	server, err := live.OpenPrivate(live.Address{Host: "localhost"})
	if err != nil {
		return "", err
	}
	server.Serve(page)
	context.AfterFunc(e.ctx, server.Close)
	if e.runner.views == nil {
		e.runner.views = map[string]string{}
	}
	e.runner.views[dir] = server.URL()
	return server.URL(), nil
}
