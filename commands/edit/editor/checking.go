package editor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"gpusph/commands/cli"
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

// process is a program with its words, which gets a SIGTERM when ctx ends, and some seconds. It
// ends in order, too, where this process is killed. The goroutine that starts it must have locked
// its thread until the process has ended: the kernel takes the end of that thread for the death.
func process(ctx context.Context, words []string, grace time.Duration) *exec.Cmd {
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = grace
	// not in this process's group, or it would get a second Ctrl-C
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: cli.DeathSignal()}
	return c
}

// forCheck is a file with a text beside the case file, so that files which that names are found; it
// is the case file itself where this has the text. done removes it.
func (e *Editor) forCheck(text []byte) (name string, done func(), err error) {
	if saved, err := e.read(); err == nil && bytes.Equal(saved, text) {
		return e.file, func() {}, nil
	}
	f, err := os.CreateTemp(filepath.Dir(e.file), ".check-*.toml")
	if err != nil {
		return "", nil, fmt.Errorf("the text cannot be checked, since no file can be written beside the "+
			"case file: %w; save it in a folder that you may write to", err)
	}
	done = func() { os.Remove(f.Name()) }
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		done()
		return "", nil, fmt.Errorf("the text cannot be checked: %w", err)
	}
	return f.Name(), done, nil
}

// startCheck checks a text in a process of its own, which can be stopped. The case file stays as it
// is.
func (s *session) startCheck(ctx context.Context, text []byte) {
	if len(s.editor.commands.Check) == 0 {
		return
	}
	s.stopCheck()
	file, done, err := s.editor.forCheck(text)
	if err != nil {
		r := reportOf("", cli.OneLine(err), false, s.editor.file, text)
		s.send(map[string]any{"kind": "checked", "good": false, "report": r})
		return
	}
	var words []string
	for _, word := range s.editor.commands.Check {
		words = append(words, strings.ReplaceAll(word, s.editor.file, file))
	}
	of, cancel := context.WithCancel(ctx)
	s.mutex.Lock()
	s.checking = cancel
	s.mutex.Unlock()
	c := process(of, words, 5*time.Second)
	var said, wrong tail
	c.Stdout, c.Stderr = &said, &wrong
	s.send(map[string]any{"kind": "checking"})
	go func() {
		defer cancel()
		defer done()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := c.Run()
		if of.Err() != nil {
			s.send(map[string]any{"kind": "checked", "stopped": true})
			return
		}
		if err != nil && said.Len()+wrong.Len() == 0 {
			wrong.WriteString(cli.OneLine(err))
		}
		as := func(t *tail) string { return strings.ReplaceAll(t.String(), file, s.editor.file) }
		r := reportOf(as(&said), as(&wrong), err == nil, s.editor.file, text)
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
