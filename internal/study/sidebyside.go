package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"gpusph/commands/cli"
	"gpusph/internal/jobs"
)

// sideBySide does runs at the same time, each in a process of its own: a run whose driver hangs
// ends its process (--stall-timeout), and one whose kernel faults loses its device's context, which
// others must not share. Long runs come first.
func (s *Study) sideBySide(ctx context.Context) error {
	var mutex sync.Mutex // of runs, screen and what was said
	var errs error
	var tasks []*jobs.Task
	s.said = map[string]bool{}
	for i, r := range s.Runs {
		if r.State != New && r.State != Interrupted {
			continue
		}
		do := func(ctx context.Context, on []string) error {
			p := &process{study: s, devices: on, mutex: &mutex}
			mutex.Lock()
			s.announce(i, r)
			words, err := s.words(r)
			mutex.Unlock()
			if err == nil {
				err = p.run(ctx, r, words)
			}
			mutex.Lock()
			defer mutex.Unlock()
			errs = errors.Join(errs, s.settle(ctx, r, err))
			return nil
		}
		tasks = append(tasks, &jobs.Task{Needs: r.Needs, Do: do})
	}
	(&jobs.Queue{Jobs: s.Within, Free: cli.FreeMemory()}).Do(ctx, tasks)
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return errs
}

// process is one that does a run.
type process struct {
	study   *Study
	devices []string
	mutex   *sync.Mutex
	rest    []byte // of a line
	last    string // line
}

// run starts the program with the words of a run, and waits for its end. Where ctx ends it, it ends
// in order; it does so, too, where this process is killed.
func (p *process) run(ctx context.Context, r *Run, words []string) error {
	runtime.LockOSThread() // Pdeathsig is sent when the thread ends that has started the process
	defer runtime.UnlockOSThread()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	words = append([]string{"run"}, words...)
	words = append(words, "--devices="+strings.Join(p.devices, ","))
	c := &exec.Cmd{Path: self, Args: append([]string{os.Args[0]}, words...)}
	c.Stderr = writer(func(text []byte) { p.say(r, text) })
	if n := p.study.cores(p.devices); n > 0 {
		c.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", n))
	}
	// not in this process's group, or it would get a second Ctrl-C
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: cli.DeathSignal()}
	if err := c.Start(); err != nil {
		return fmt.Errorf("a process for the run cannot be started: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			c.Process.Signal(syscall.SIGTERM)
		case <-ended:
		}
	}()
	err = c.Wait()
	close(ended)
	if err != nil && p.last != "" {
		return errors.New(strings.TrimPrefix(p.last, "gpusph: "))
	}
	return err
}

// cores is how many of the processor's a run on devices may use, 0 being all: runs on the processor
// share them.
func (s *Study) cores(devices []string) int {
	onHost := 0
	for _, of := range s.Within {
		if slices.Contains(of, jobs.Host) {
			onHost++
		}
	}
	if !slices.Contains(devices, jobs.Host) || onHost < 2 {
		return 0
	}
	return max(1, runtime.GOMAXPROCS(0)/onHost)
}

// writer is a function that takes what is written.
type writer func([]byte)

func (w writer) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}

// say shows the lines of a process, after the name of its run, each once.
func (p *process) say(r *Run, text []byte) {
	p.rest = append(p.rest, text...)
	for {
		line, rest, whole := bytes.Cut(p.rest, []byte("\n"))
		if !whole {
			return
		}
		p.rest, p.last = rest, string(line)
		p.mutex.Lock()
		if said := p.study.said; !said[p.last] && !strings.HasPrefix(p.last, "gpusph: ") {
			said[p.last] = true
			p.study.Screen.Line(r.Name + "  " + p.last)
		}
		p.mutex.Unlock()
	}
}
