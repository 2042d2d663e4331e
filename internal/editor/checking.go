package editor

import (
	"bytes"
	"context"
	"os/exec"
	"syscall"
	"time"
)

// mostSaid is how much of what a check prints the page gets [bytes].
const mostSaid = 1 << 20

// startCheck checks the file, as it is saved, in a process of its own, which can be stopped.
func (s *session) startCheck(ctx context.Context) {
	words := s.editor.check
	if len(words) == 0 {
		return
	}
	s.stopCheck()
	of, cancel := context.WithCancel(ctx)
	s.mutex.Lock()
	s.checking = cancel
	s.mutex.Unlock()
	c := exec.CommandContext(of, words[0], words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	s.send(map[string]any{"kind": "checking"})
	go func() {
		defer cancel()
		err := c.Run()
		if of.Err() != nil {
			s.send(map[string]any{"kind": "checked", "stopped": true})
			return
		}
		text := said.Bytes()
		if len(text) > mostSaid {
			text = text[:mostSaid]
		}
		if len(text) == 0 && err != nil {
			text = []byte(err.Error())
		}
		s.send(map[string]any{"kind": "checked", "good": err == nil, "text": string(text)})
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
