package gridpage

import (
	"cmp"
	"encoding/json"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gpusph/grid"
	"gpusph/internal/input"
	"gpusph/internal/live"
	"gpusph/output"
	"gpusph/output/picture"
)

// Page is what is shown of a run, and its readers. A run reports to it and never waits for readers.
// Its methods may be called by several goroutines.
type Page struct {
	read func() (*Run, error) // the files of a run; nil for one that reports

	mutex   sync.Mutex
	status  Status
	sums    series
	rate    rate
	readAt  time.Time
	over    bool
	readers map[string]time.Time // when each has asked last, until it knows the end

	drawing sync.WaitGroup
	draws   bool      // a picture is being drawn
	drawAt  time.Time // the next is drawn then, or later
}

// Run is what is known of a run.
type Run struct {
	Status
	Columns []string    // of sums.csv
	Rows    [][]float64 // of the same
}

// How often things are done at most.
const (
	readEvery  = time.Second     // files are read
	drawEvery  = 3 * time.Second // a picture is drawn
	drawPart   = 20              // a picture takes one part of as many of the time
	mostAsking = 64              // readers that are counted
	gone       = 2 * time.Second // readers that have not asked for that long are not waited for
)

// New makes the page of a run that begins or goes on.
func New(r *Run) *Page {
	p := &Page{readers: map[string]time.Time{}}
	p.take(r)
	p.status.State = Running
	return p
}

// FromFiles makes the page of a run that read reads again and again.
func FromFiles(read func() (*Run, error)) (*Page, error) {
	r, err := read()
	if err != nil {
		return nil, err
	}
	p := &Page{readers: map[string]time.Time{}, read: read, readAt: time.Now()}
	p.take(r)
	return p, nil
}

func (p *Page) take(r *Run) {
	p.status = r.Status
	p.status.Head = statusHead
	p.sums.set(r.Columns, r.Rows)
}

// Progress takes what a batch of steps was like; done is the part of the run that is done, and left
// the wall time until its end [s], or not above 0 if that is not known.
func (p *Page) Progress(g *grid.Progress, done, left float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	s := &p.status
	s.Time, s.Step, s.Dt, s.Done, s.Left = g.Time, g.Step, g.Dt, done, nil
	if left > 0 && !math.IsInf(left, 0) {
		s.Left = &left
	}
	s.Divergence, s.Change = Number(g.Divergence), Number(g.Change)
	if g.Solves > 0 {
		s.PerSolve = float64(g.Iterations) / float64(g.Solves)
	}
	s.Mcups = p.rate.add(g.Wall, float64(g.Steps)*float64(s.Cells[0]*s.Cells[1]*s.Cells[2])/1e6)
	for i, d := range g.Devices {
		if i == len(s.Devices) {
			s.Devices = append(s.Devices, Device{Name: d.Name})
		}
		to := &s.Devices[i]
		to.First, to.Planes = d.First, d.Planes
		if g.Wall > 0 {
			to.Busy = d.Busy / g.Wall
		}
	}
}

// Sum takes a row of sums.csv.
func (p *Page) Sum(row []float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.sums.add(row)
}

// Draw draws a picture concurrently with the computation, unless one is being drawn or the last is
// of just now. It does not wait.
func (p *Page) Draw(draw func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.draws || time.Now().Before(p.drawAt) {
		return
	}
	p.draws = true
	p.drawing.Go(func() {
		begun := time.Now()
		draw()
		took := time.Since(begun)
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.draws, p.drawAt = false, begun.Add(max(drawEvery, drawPart*took))
	})
}

// Wait waits until no picture is being drawn.
func (p *Page) Wait() { p.drawing.Wait() }

// End takes how the run has ended, why, and what to do next.
func (p *Page) End(state, why, how string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	s := &p.status
	s.State, s.Why, s.How, s.Left = state, why, how, nil
	if state == output.Done { // a flow that is steady has reached its end before
		s.Done = 1
	}
}

// Close implements live.Content: what readers get from now on is the last.
func (p *Page) Close() {
	p.Wait()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.over = true
}

// Readers is how many readers have asked lately and do not know the last yet.
func (p *Page) Readers() (n int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, at := range p.readers {
		if time.Since(at) < gone {
			n++
		}
	}
	return n
}

// Status is how far the run is.
func (p *Page) Status() Status {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.renew()
	s := p.status
	s.Devices, s.Pictures = slices.Clone(s.Devices), Pictures(s.Dir)
	return s
}

// renew reads the files again, if it is time to. What cannot be read now stays as it was.
func (p *Page) renew() {
	if p.read == nil || time.Since(p.readAt) < readEvery {
		return
	}
	if r, err := p.read(); err == nil {
		p.take(r)
	}
	p.readAt = time.Now()
}

// isPicture reports whether a file of a run directory is a picture of its last state.
func isPicture(file string) bool {
	is, err := filepath.Match("last*.png", file)
	return is && err == nil
}

// Pictures are those of the last state in a run directory: last.png first.
func Pictures(dir string) []Picture {
	all := []Picture{}
	entries, _ := os.ReadDir(dir) // without a directory there are none
	for _, e := range entries {
		if !isPicture(e.Name()) {
			continue
		}
		if p, err := pictureOf(dir, e.Name()); err == nil {
			all = append(all, p)
		}
	}
	if i := slices.IndexFunc(all, func(p Picture) bool { return p.File == "last.png" }); i > 0 {
		first := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, first)
	}
	return all
}

// pictureOf is a picture with the title that it has, or the name of its file.
func pictureOf(dir, file string) (p Picture, err error) {
	f, info, err := input.Open(filepath.Join(dir, file))
	if err != nil {
		return p, err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return p, err
	}
	title := cmp.Or(picture.TitleOf(head[:n]), strings.TrimSuffix(file, ".png"))
	return Picture{File: file, Title: title, Written: info.ModTime().UnixMilli()}, nil
}

// Handler implements live.Content.
func (p *Page) Handler() http.Handler {
	all := http.NewServeMux()
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err)
	}
	all.Handle("GET /", http.FileServerFS(assets))
	all.Handle("GET /numbers.js", live.Shared())
	all.Handle("GET /icon.svg", live.Shared())
	all.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		write(w, p.Status())
	})
	all.HandleFunc("GET /run", func(w http.ResponseWriter, r *http.Request) {
		reader := r.FormValue("reader")
		u, last := p.answer(reader, r.FormValue("generation"), r.FormValue("from"))
		write(w, u)
		if last {
			p.leave(reader)
		}
	})
	all.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) {
		if file := r.PathValue("file"); isPicture(file) {
			p.servePicture(w, file)
		} else {
			http.FileServerFS(assets).ServeHTTP(w, r)
		}
	})
	return all
}

// write answers with JSON. All of it is sent when write returns.
func write(w http.ResponseWriter, value any) {
	data, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Write(data)
	http.NewResponseController(w).Flush()
}

// mostPicture is how long a picture may be [bytes].
const mostPicture = 64 << 20

// servePicture answers with a picture of the run directory.
func (p *Page) servePicture(w http.ResponseWriter, file string) {
	data, err := input.Read(filepath.Join(p.Status().Dir, file), mostPicture)
	if err != nil {
		http.Error(w, "there is no picture yet", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(data)
}

// update is what the page's script gets: the status, and rows of sums.csv that it does not have.
type update struct {
	Status     Status     `json:"status"`
	Columns    []string   `json:"columns"`
	Generation int        `json:"generation"`
	From       int        `json:"from"` // index of the first row
	Rows       [][]Number `json:"rows"`
}

// answer is the update of a reader that has the rows of a generation until from. After the last
// there is nothing new.
func (p *Page) answer(reader, generation, from string) (u update, last bool) {
	p.mutex.Lock()
	last = p.over // which does not change back, and the status not after it
	p.mutex.Unlock()
	u.Status = p.Status()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.readers) < mostAsking {
		p.readers[reader] = time.Now()
	} else {
		p.forget()
	}
	u.Columns, u.Generation = p.sums.columns, p.sums.generation
	if g, err := strconv.Atoi(generation); err == nil && g == u.Generation {
		n, _ := strconv.Atoi(from)
		u.From = max(0, min(n, len(p.sums.rows)))
	}
	u.Rows = append([][]Number{}, p.sums.rows[u.From:]...)
	return u, last
}

// leave takes that a reader has got the last.
func (p *Page) leave(reader string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.readers, reader)
}

// forget forgets readers that ask no more.
func (p *Page) forget() {
	for reader, at := range p.readers {
		if time.Since(at) >= gone {
			delete(p.readers, reader)
		}
	}
}

// rate is how fast a run is, over the last seconds.
type rate struct{ wall, work float64 }

const rateMemory = 5 // seconds

// add takes work, and the seconds that it took, and returns the work of a second.
func (r *rate) add(wall, work float64) float64 {
	keep := math.Exp(-wall / rateMemory)
	r.wall, r.work = keep*r.wall+wall, keep*r.work+work
	if r.wall <= 0 {
		return 0
	}
	return r.work / r.wall
}
