package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"gpusph/internal/cli"
)

// sideBySide does runs at the same time, each on devices of its own and in a process of its own: a
// run whose driver hangs ends its process (--stall-timeout), and one whose kernel faults loses its
// device's context, which others must not share.
func (s *Study) sideBySide(ctx context.Context) error {
	var mutex sync.Mutex // of runs, screen and what was said
	next := 0
	take := func() *Run {
		mutex.Lock()
		defer mutex.Unlock()
		for next < len(s.Runs) && ctx.Err() == nil {
			i := next
			next++
			if r := s.Runs[i]; r.State == New || r.State == Interrupted {
				s.announce(i, r)
				return r
			}
		}
		return nil
	}
	s.said = map[string]bool{}
	var all sync.WaitGroup
	errs := make([]error, len(s.Within))
	for k, devices := range s.Within {
		all.Go(func() {
			for r := take(); r != nil; r = take() {
				p := &process{study: s, devices: devices, mutex: &mutex}
				mutex.Lock()
				words, err := s.words(r)
				mutex.Unlock()
				if err == nil {
					err = p.run(ctx, r, words)
				}
				mutex.Lock()
				errs[k] = errors.Join(errs[k], s.settle(ctx, r, err))
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return errors.Join(errs...)
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
	// not in this process's group, or it would get a second Ctrl-C
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: onDeath()}
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

// onDeath is the signal that a process gets when this one dies. It comes once for each thread that
// dies, and of most signals the second ends a run at once; of SIGHUP it does not.
func onDeath() syscall.Signal {
	if signal.Ignored(syscall.SIGHUP) { // as nohup has it, and the process would, too
		return syscall.SIGTERM
	}
	return syscall.SIGHUP
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
