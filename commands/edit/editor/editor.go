package editor

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"gpusph/commands/cli"
	"gpusph/internal/live"
	"gpusph/internal/live/libraries"
)

// mostPages is how many pages may edit the file at once.
const mostPages = 8

// Editor is the page of a case file, the only one that it writes.
type Editor struct {
	file     string
	commands Commands
	schema   []byte
	rates    rates
	watch    watch
	runner   runner
	saving   sync.Mutex
	ctx      context.Context // ends with Close
	end      context.CancelFunc
	begin    sync.Once // the measuring

	mutex    sync.Mutex
	pages    map[*session]struct{}
	lastText string // the last without errors that was looked at
	lastFlow *Flow  // its flow
}

// New makes the page of a case file, which may be absent.
func New(file string, commands Commands) (*Editor, error) {
	schema, err := cli.Schema()
	if err != nil {
		return nil, err
	}
	e := &Editor{file: file, commands: commands, schema: schema,
		pages: map[*session]struct{}{}}
	e.ctx, e.end = context.WithCancel(context.Background())
	if _, err := e.read(); err != nil {
		return nil, fmt.Errorf("the case file cannot be edited: %w", err)
	}
	go e.watchFiles()
	return e, nil
}

// Close implements live.Content. A run that the page has started ends in order.
func (e *Editor) Close() {
	e.end()
	e.awaitRun()
}

// Readers implements live.Content: no page waits for a last message.
func (e *Editor) Readers() int { return 0 }

// Handler implements live.Content.
func (e *Editor) Handler() http.Handler {
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // they are embedded
	}
	all := http.NewServeMux()
	all.Handle("GET /", http.FileServerFS(assets))
	all.HandleFunc("GET /{$}", servePage)
	all.Handle("GET /icon.svg", live.Shared())
	all.Handle("GET /numbers.js", live.Shared())
	all.Handle("GET /space/", live.Shared())
	all.Handle("GET /libraries/", http.StripPrefix("/libraries", http.FileServerFS(libraries.Files)))
	all.HandleFunc("GET /schema.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(e.schema)
	})
	all.HandleFunc("GET /gallery.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(gallery())
	})
	all.HandleFunc("GET /edit", e.serveSocket)
	return all
}

// servePage sends the page. CodeMirror makes styles by its script, which the browser takes with the
// nonce of this page.
func servePage(w http.ResponseWriter, _ *http.Request) {
	page, err := files.ReadFile("assets/index.html")
	if err != nil {
		panic(err) // it is embedded
	}
	random := make([]byte, 18)
	rand.Read(random)
	nonce := base64.StdEncoding.EncodeToString(random)
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' "+
		"'nonce-"+nonce+"'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "+
		"base-uri 'none'; form-action 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.Write(bytes.ReplaceAll(page, []byte("{{nonce}}"), []byte(nonce)))
}

// serveSocket lets a page edit until it goes.
func (e *Editor) serveSocket(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil) // refuses pages of other origins
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(2 * mostText) // as JSON
	s := newSession(e, conn)
	e.mutex.Lock()
	full := len(e.pages) >= mostPages
	if !full {
		e.pages[s] = struct{}{}
	}
	e.mutex.Unlock()
	if full {
		conn.Close(websocket.StatusTryAgainLater, "too many pages edit this file already")
		return
	}
	defer func() {
		e.mutex.Lock()
		delete(e.pages, s)
		e.mutex.Unlock()
	}()
	s.run(r.Context())
}

// all are the pages that are open.
func (e *Editor) all() (all []*session) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	for s := range e.pages {
		all = append(all, s)
	}
	return all
}

// watchEvery is how often files are looked at.
const watchEvery = time.Second

// watchFiles tells pages of files that others have changed.
func (e *Editor) watchFiles() {
	last := stampOf(e.file)
	for {
		select {
		case <-time.After(watchEvery):
		case <-e.ctx.Done():
			return
		}
		if now := stampOf(e.file); now != last {
			last = now
			if text, err := e.read(); err == nil {
				for _, s := range e.all() {
					s.tellChanged(text)
				}
			}
		}
		if e.watch.changed() {
			for _, s := range e.all() {
				s.send(map[string]any{"kind": "again"})
			}
		}
	}
}

// measureOnce measures how fast the devices are, once something has been looked at.
func (e *Editor) measureOnce() {
	e.begin.Do(func() {
		go e.rates.measure(e.ctx, e.tellRates)
	})
}
