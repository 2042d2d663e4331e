package live

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"gpusph/sph"
)

// What readers may do.
const (
	mostReaders = 16
	mostAsked   = 512             // bytes of a message of theirs
	patience    = 5 * time.Second // with one who takes nothing
	often       = 250 * time.Millisecond
)

// reader is one open page or script.
type reader struct {
	page   *Page
	conn   *websocket.Conn
	ready  atomic.Bool   // for the next frame
	news   chan struct{} // there may be one
	asked  chan int      // the number of a snapshot in files
	answer chan string
	seen   uint64 // the number of the last frame
	lineNo int    // of the log
	times  int    // how many snapshots the page knows
	places map[*table]place
}

// wake tells of a frame. It does not wait.
func (r *reader) wake() {
	select {
	case r.news <- struct{}{}:
	default:
	}
}

// request is what a page sends.
type request struct {
	Do     string `json:"do"`
	Number int    `json:"number"`
}

// serveSocket lets somebody look on until they go, or the page is closed.
func (p *Page) serveSocket(w http.ResponseWriter, req *http.Request) {
	conn, err := websocket.Accept(w, req, nil) // refuses pages of other origins
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(mostAsked)
	r := &reader{page: p, conn: conn, news: make(chan struct{}, 1), asked: make(chan int, 1),
		answer: make(chan string, 4), places: map[*table]place{}}
	p.mutex.Lock()
	full := len(p.readers) >= mostReaders
	if !full {
		p.readers[r] = struct{}{}
	}
	p.mutex.Unlock()
	if full {
		conn.Close(websocket.StatusTryAgainLater, "too many look on already")
		return
	}
	defer func() {
		p.mutex.Lock()
		delete(p.readers, r)
		p.mutex.Unlock()
	}()
	ctx, cancel := context.WithCancel(req.Context())
	go func() {
		defer cancel()
		r.listen(ctx)
	}()
	hello, times := p.hello()
	r.times = times
	if r.send(ctx, websocket.MessageText, hello) == nil &&
		r.send(ctx, websocket.MessageBinary, p.walls()) == nil {
		r.tell(ctx)
	}
}

// listen takes what the reader asks for.
func (r *reader) listen(ctx context.Context) {
	p := r.page
	for {
		kind, text, err := r.conn.Read(ctx)
		var q request
		if err != nil || kind != websocket.MessageText || json.Unmarshal(text, &q) != nil {
			r.conn.Close(websocket.StatusPolicyViolation, "this message means nothing here")
			return
		}
		switch task := Task(q.Do); {
		case q.Do == "ready":
			r.ready.Store(true)
			r.wake()
		case q.Do == "particles":
			p.mutex.Lock()
			p.most = min(max(q.Number, 100), mostParticles)
			p.mutex.Unlock()
		case q.Do == "frame":
			select {
			case <-r.asked: // one that is not wanted any more
			default:
			}
			r.asked <- q.Number
		case slices.Contains(tasks, task) && p.live:
			select {
			case p.tasks <- task:
			default:
				r.Answer("the run has not yet done the request before this one")
			}
		default:
			r.Answer("this cannot be done here")
		}
	}
}

// Answer tells the reader something in words, if there is time.
func (r *reader) Answer(what string) {
	select {
	case r.answer <- what:
	default:
	}
}

// Say tells all readers something in words.
func (p *Page) Say(what string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for r := range p.readers {
		r.Answer(what)
	}
}

// tell tells the reader all that there is, until they are gone.
func (r *reader) tell(ctx context.Context) {
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	err := r.report(ctx)
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-r.page.closed:
			if r.report(ctx) == nil {
				r.conn.Close(websocket.StatusGoingAway, "the run has ended")
			}
			return
		case <-ticker.C:
			err = r.report(ctx)
		case <-r.news:
			err = r.showLast(ctx)
		case k := <-r.asked:
			err = r.showOf(ctx, k)
		case what := <-r.answer:
			err = r.sendJSON(ctx, map[string]any{"type": "told", "text": what})
		}
	}
}

// showLast sends the last frame, if the reader is ready and has not got it.
func (r *reader) showLast(ctx context.Context) error {
	p := r.page
	p.mutex.Lock()
	f := p.last
	p.mutex.Unlock()
	if f == nil || f.number <= r.seen || !r.ready.Load() {
		return nil
	}
	r.ready.Store(false)
	r.seen = f.number
	return r.sendFrame(ctx, f)
}

// showOf sends a frame of a snapshot in files.
func (r *reader) showOf(ctx context.Context, k int) error {
	p := r.page
	p.mutex.Lock()
	most := p.most
	p.mutex.Unlock()
	f, err := p.storedFrame(k, most)
	if err != nil {
		return r.sendJSON(ctx, map[string]any{"type": "told", "text": err.Error()})
	}
	return r.sendFrame(ctx, f)
}

// sendFrame sends a frame after its curves.
func (r *reader) sendFrame(ctx context.Context, f *frame) error {
	if f.curves != nil {
		if err := r.send(ctx, websocket.MessageBinary, f.curves); err != nil {
			return err
		}
	}
	return r.send(ctx, websocket.MessageBinary, f.message)
}

// report sends what is new in words and numbers.
func (r *reader) report(ctx context.Context) error {
	p := r.page
	var messages [][]byte
	status := p.Status()
	p.mutex.Lock()
	for _, t := range p.tables {
		m, to := t.news(r.places[t])
		r.places[t] = to
		if m != nil {
			messages = append(messages, m)
		}
	}
	lines := slices.Clone(p.lines[len(p.lines)-min(len(p.lines), p.lineNo-r.lineNo):])
	r.lineNo = p.lineNo
	p.mutex.Unlock()
	if times := p.storedTimes(); len(times) != r.times {
		r.times = len(times)
		m, _ := json.Marshal(map[string]any{"type": "stored", "times": times})
		messages = append(messages, m)
	}
	if len(lines) > 0 {
		m, _ := json.Marshal(map[string]any{"type": "log", "lines": lines})
		messages = append(messages, m)
	}
	m, err := json.Marshal(struct {
		Type string `json:"type"`
		Status
	}{"status", status})
	if err != nil {
		return err
	}
	for _, m := range append(messages, m) {
		if err := r.send(ctx, websocket.MessageText, m); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) sendJSON(ctx context.Context, value any) error {
	m, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return r.send(ctx, websocket.MessageText, m)
}

// send sends a message, or gives the reader up.
func (r *reader) send(ctx context.Context, kind websocket.MessageType, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return r.conn.Write(ctx, kind, message)
}

// hello is what a page has to know first, and how many snapshots it names.
func (p *Page) hello() (message []byte, snapshots int) {
	c := p.about.Case
	params := &c.Params
	times := p.storedTimes()
	m, _ := json.Marshal(map[string]any{
		"type": "hello", "problem": c.Name, "dir": p.about.Dir, "live": p.live,
		"version": p.about.Version, "end": c.End,
		"dim": params.Dim, "origin": params.Origin, "min": params.Min, "max": params.Max,
		"deltap": params.DeltaP, "h": params.H, "rho0": params.Rho0, "c0": params.C0, "gamma": sph.Gamma,
		"axis": int(params.SplitAxis), "devices": p.about.Devices, "models": p.about.Models,
		"further": furtherNames(p.about.Further), "lacking": p.about.Lacking, "fronts": p.about.Fronts,
		"particles": c.Particles.Len(), "times": times, "most": mostParticles, "usual": usualParticles,
		"unit": unitOfEnergy(params),
	})
	return m, len(times)
}

// furtherNames is what the page knows of quantities.
func furtherNames(of []sph.Quantity) []map[string]any {
	all := []map[string]any{}
	for _, q := range of {
		all = append(all, map[string]any{"name": strings.ReplaceAll(q.Name, "_", " "), "unit": q.Unit,
			"solids": q.Solids})
	}
	return all
}

func unitOfEnergy(p *sph.Params) string {
	if p.Dim == 2 {
		return "J/m"
	}
	return "J"
}
