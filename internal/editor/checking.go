package editor

import (
	"bytes"
	"context"
	"os/exec"
	"syscall"
	"time"

	"gpusph/internal/cli"
)

// Commands are the programs that the page starts, each with its words. Without one its button is
// hidden.
type Commands struct {
	Check []string // checks the file
	Run   []string // runs it
}

// mostSaid is how much of what a program prints is kept [bytes].
const mostSaid = 1 << 20

// tail keeps the end of what is written.
type tail struct{ bytes.Buffer }

func (t *tail) Write(data []byte) (int, error) {
	t.Buffer.Write(data)
	if n := t.Len(); n > 2*mostSaid {
		t.Next(n - mostSaid)
	}
	return len(data), nil
}

// process is a program with its words, which gets a SIGTERM when ctx ends, and some seconds.
func process(ctx context.Context, words []string, grace time.Duration) *exec.Cmd {
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = grace
	return c
}

// startCheck checks the file, as it is saved, in a process of its own, which can be stopped.
func (s *session) startCheck(ctx context.Context) {
	words := s.editor.commands.Check
	if len(words) == 0 {
		return
	}
	s.stopCheck()
	of, cancel := context.WithCancel(ctx)
	s.mutex.Lock()
	s.checking = cancel
	s.mutex.Unlock()
	c := process(of, words, 5*time.Second)
	var said, errors tail
	c.Stdout, c.Stderr = &said, &errors
	text, _ := s.editor.read()
	s.send(map[string]any{"kind": "checking"})
	go func() {
		defer cancel()
		err := c.Run()
		if of.Err() != nil {
			s.send(map[string]any{"kind": "checked", "stopped": true})
			return
		}
		if err != nil && said.Len()+errors.Len() == 0 {
			errors.WriteString(cli.OneLine(err))
		}
		r := reportOf(said.String(), errors.String(), err == nil, s.editor.file, text)
		s.send(map[string]any{"kind": "checked", "good": err == nil, "report": r})
		if r.rate > 0 {
			s.editor.learn(text, speed{r.rate, byCheck, checkSlack})
		}
	}()
}

// stopCheck stops a check that runs.
func (s *session) stopCheck() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.checking != nil {
		s.checking()
		s.checking = nil
	}
}
