package editor

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/coder/websocket"

	"gpusph/commands/cli"
)

// session is a page that is open.
type session struct {
	editor *Editor
	conn   *websocket.Conn
	texts  chan request  // to be looked at: the last one
	out    chan outgoing // to the page
	done   chan struct{} // closed when the page has gone

	mutex    sync.Mutex
	told     []byte             // the file as the page was told of it last; nil is none
	obsolete context.CancelFunc // of the look at a text that is not the last
	checking context.CancelFunc // of a check that runs; nil is none
}

// request is what a page sends.
type request struct {
	Do     string `json:"do"` // text, save, check, stop, run, stopRun or view
	Number int    `json:"number"`
	Text   string `json:"text"`
	// Version of the file that the page has shown before it saves; "" is none.
	Version string `json:"version"`
}

// outgoing is a message to a page.
type outgoing struct {
	kind websocket.MessageType
	data []byte
}

// patience is how long a page may take for a message.
const patience = 20 * time.Second

func newSession(e *Editor, conn *websocket.Conn) *session {
	return &session{editor: e, conn: conn, texts: make(chan request, 1),
		out: make(chan outgoing, 64), done: make(chan struct{}), obsolete: func() {}}
}

// send queues a message of JSON. A page that takes none loses them.
func (s *session) send(value any) {
	data, err := json.Marshal(value)
	if err != nil {
		return
	}
	s.queue(outgoing{websocket.MessageText, data})
}

func (s *session) queue(m outgoing) {
	select {
	case s.out <- m:
	case <-s.done:
	case <-time.After(patience):
	}
}

// run serves the page until it goes.
func (s *session) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.editor.ctx, cancel)
	defer stop()
	defer cancel()
	text, err := s.editor.read()
	s.told = text
	hello := map[string]any{"kind": "hello", "file": s.editor.nameOf(), "path": s.editor.file,
		"given": s.editor.file, "exists": text != nil, "text": string(text), "version": versionOf(text),
		"check": len(s.editor.commands.Check) > 0,
		"runs":  len(s.editor.commands.Run) > 0, "run": s.editor.runner.now()}
	if err != nil {
		hello["wrong"] = cli.OneLine(err)
	}
	if dir, err := filepath.Abs(s.editor.file); err == nil {
		hello["path"] = dir
	}
	s.send(hello)
	go s.write(ctx)
	go s.lookAt(ctx)
	s.listen(ctx)
	close(s.done)
	s.stopCheck()
}

// write sends what is queued.
func (s *session) write(ctx context.Context) {
	for {
		select {
		case m := <-s.out:
			within, cancel := context.WithTimeout(ctx, patience)
			err := s.conn.Write(within, m.kind, m.data)
			cancel()
			if err != nil {
				s.conn.CloseNow()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// listen takes what the page asks for.
func (s *session) listen(ctx context.Context) {
	for {
		kind, data, err := s.conn.Read(ctx)
		if err != nil {
			return
		}
		var q request
		if kind != websocket.MessageText || json.Unmarshal(data, &q) != nil || len(q.Text) > mostText {
			s.conn.Close(websocket.StatusPolicyViolation, "this message means nothing here")
			return
		}
		switch q.Do {
		case "text":
			s.take(q)
		case "save":
			s.save(q)
		case "check":
			s.startCheck(ctx, []byte(q.Text))
		case "stop":
			s.stopCheck()
		case "run":
			s.editor.startRun()
		case "stopRun":
			s.editor.stopRun()
		case "view":
			s.view()
		}
	}
}

// view tells the page where the results of the last run are shown.
func (s *session) view() {
	url, err := s.editor.view()
	if err != nil {
		s.send(map[string]any{"kind": "viewed", "wrong": cli.OneLine(err)})
		return
	}
	s.send(map[string]any{"kind": "viewed", "url": url})
}

// take puts a text in the place of one that has not been looked at, and stops the look at the one
// before it.
func (s *session) take(q request) {
	s.mutex.Lock()
	s.obsolete()
	s.mutex.Unlock()
	select {
	case <-s.texts:
	default:
	}
	s.texts <- q // only this goroutine puts one there
}

// lookAt answers texts.
func (s *session) lookAt(ctx context.Context) {
	for {
		var q request
		select {
		case q = <-s.texts:
		case <-ctx.Done():
			return
		}
		of, cancel := context.WithCancel(ctx)
		s.mutex.Lock()
		s.obsolete = cancel
		s.mutex.Unlock()
		a, sight, err := s.editor.look(of, []byte(q.Text))
		cancel()
		if err != nil || len(s.texts) > 0 {
			continue
		}
		a.Number = q.Number
		if m, err := message(a, sight); err == nil {
			s.queue(outgoing{websocket.MessageBinary, m})
		}
		s.editor.measureOnce()
	}
}

// save writes the text, and tells the page what has become of it.
func (s *session) save(q request) {
	err := s.editor.save([]byte(q.Text), q.Version)
	var changed *changedError
	switch {
	case errors.As(err, &changed):
		s.send(map[string]any{"kind": "conflict", "number": q.Number, "exists": changed.text != nil,
			"text": string(changed.text), "version": versionOf(changed.text)})
	case err != nil:
		s.send(map[string]any{"kind": "unsaved", "number": q.Number, "text": cli.OneLine(err)})
	default:
		s.mutex.Lock()
		s.told = []byte(q.Text)
		s.mutex.Unlock()
		s.send(map[string]any{"kind": "saved", "number": q.Number,
			"version": versionOf([]byte(q.Text))})
	}
}

// tellChanged tells the page that the file has another text, or is no longer there (nil).
func (s *session) tellChanged(text []byte) {
	s.mutex.Lock()
	same := versionOf(s.told) == versionOf(text)
	s.told = text
	s.mutex.Unlock()
	if !same {
		s.send(map[string]any{"kind": "changed", "exists": text != nil, "text": string(text),
			"version": versionOf(text)})
	}
}
