package live

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// How much a page has at most.
const (
	usualParticles = 20_000
	mostParticles  = 200_000
	mostWalls      = 60_000
	mostLines      = 500 // of the log
)

// About is what is known of a flow before it begins.
type About struct {
	Case    *sph.Case
	Dir     string
	Devices []string
	Models  []string
	Further []sph.Quantity
	Lacking []string // columns that snapshots do not have
	Fronts  []string // columns of gauges.csv that are along x
	Version string
	Loads   Loads // nil: the page does not show them
}

// Load is how busy a device is. What is not known is NaN.
type Load struct {
	Busy   float64 // [%]
	Memory float64 // in use [bytes]
	Power  float64 // [W]
}

// Loads measures how busy devices are.
type Loads interface {
	Names() []string
	Read() []Load // in the order of Names
	Close()
}

// Page is what is shown of a flow, and its readers. A run reports to it and does not wait for
// readers: what readers do not take in time they do not get. Its methods may be called by several
// goroutines.
type Page struct {
	about   About
	walls   func() []byte // a message; it is made when somebody looks on first
	samples []output.SampleRows
	sliceAt func(int) float64 // [m]

	pace  pace
	tasks chan Task

	mutex   sync.Mutex
	status  Status
	tables  []*table
	lines   []string // of the log, the last
	lineNo  int      // of all
	last    *frame
	curves  []byte // a message, of the last sample
	frames  uint64
	readers map[*reader]struct{}
	most    int // particles that readers want
	rate    rate
	closed  chan struct{}
	once    sync.Once

	measuring sync.WaitGroup

	live      bool           // the run reports to the page
	stored    snapshotFiles  // the snapshots in files
	wallsMove map[uint8]bool // bodies whose walls move in these
}

// Task is what a reader wants a run to do.
type Task string

// The tasks.
const (
	Pause      Task = "pause"
	Resume     Task = "resume"
	Checkpoint Task = "checkpoint"
	Snapshot   Task = "snapshot"
	Stop       Task = "stop"
)

var tasks = []Task{Pause, Resume, Checkpoint, Snapshot, Stop}

// loadsTable is the name of the table of loads, which is in no file.
const loadsTable = "loads"

// New makes the page of a flow that begins. sliceAt is where a slice begins [m].
func New(about About, sliceAt func(int) float64) *Page {
	c := about.Case
	if c.Front != "" {
		about.Fronts = []string{c.Front}
	}
	p := newPage(about)
	p.sliceAt, p.wallsMove = sliceAt, movingBodies(c)
	p.walls = sync.OnceValue(func() []byte {
		return wallsOfCase(c).message(c.Params.DeltaP,
			mostWalls)
	})
	for _, t := range output.SampleTables(c) {
		p.samples = append(p.samples, t)
		p.tables = append(p.tables, newTable(t.File, t.Columns))
	}
	if about.Loads != nil {
		columns := []string{"wall[s]"}
		for _, name := range about.Loads.Names() {
			columns = append(columns, name+" load[%]", name+" memory[GiB]", name+" power[W]")
		}
		p.tables = append(p.tables, newTable(loadsTable, columns))
		p.measuring.Go(func() { p.measureLoads(time.Second) })
	}
	p.status.State = Running
	for i, name := range about.Devices {
		p.status.Devices = append(p.status.Devices, DeviceStatus{Name: name, Model: about.Models[i]})
	}
	return p
}

func newPage(about About) *Page {
	p := &Page{about: about, live: true,
		walls:   func() []byte { return (&wallParticles{}).message(0, 1) },
		readers: map[*reader]struct{}{}, most: usualParticles, tasks: make(chan Task, 16),
		closed: make(chan struct{})}
	p.status = Status{Head: statusHead, Problem: about.Case.Name, Dir: about.Dir, End: about.Case.End,
		Devices: []DeviceStatus{}}
	return p
}

// Tasks are what readers ask for.
func (p *Page) Tasks() <-chan Task { return p.tasks }

// Close ends the page, behind the last that readers get.
func (p *Page) Close() {
	p.once.Do(func() {
		close(p.closed)
		p.pace.wait()
		p.measuring.Wait()
		if p.about.Loads != nil {
			p.about.Loads.Close()
		}
	})
}

// Progress takes what a list period was like.
func (p *Page) Progress(g *sph.Progress) error {
	columns, row := output.ThroughputRow(g)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	t := p.table("throughput.csv", columns)
	t.add(row)
	s := &p.status
	s.Time, s.Step, s.Dt, s.Particles, s.Lost = g.Time, g.Step, g.Dt, g.Particles, g.Escaped()
	s.Done = min(g.Time/s.End, 1)
	p.rate.add(time.Now(), g.Wall, float64(g.Particles)*float64(g.Steps), s.Done)
	s.Mips, s.Left = p.rate.mips(), p.rate.left(s.Done)
	if g.Steps == 0 {
		return nil
	}
	for i, d := range g.Devices {
		to := &s.Devices[i]
		to.Particles, to.FirstSlice, to.Slices, to.Begins = d.Particles, d.FirstSlice, d.Slices,
			p.sliceAt(d.FirstSlice)
		n := float64(g.Steps)
		to.Seconds = output.PhaseSeconds{BuildNeibs: d.Seconds[sph.BuildNeibs] / n,
			Forces: d.Seconds[sph.Forces] / n, MinimumScan: d.Seconds[sph.MinimumScan] / n}
	}
	return nil
}

// table is that of a name, which is made where there is none.
func (p *Page) table(name string, columns []string) *table {
	for _, t := range p.tables {
		if t.name == name {
			return t
		}
	}
	t := newTable(name, columns)
	p.tables = append(p.tables, t)
	return t
}

// Sample takes what was measured.
func (p *Page) Sample(s *sph.Sample) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, t := range p.samples {
		p.table(t.File, t.Columns).add(t.Row(s))
	}
	if p.about.Case.HasCurves() {
		p.curves = curvesMessage(output.CurvePoints(p.about.Case, s))
	}
	return nil
}

// Snapshot takes that one has been written.
func (p *Page) Snapshot(*sph.Snapshot) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.status.Snapshots++
	return nil
}

// End takes that there will be no more.
func (p *Page) End(error) error { return nil }

// Write takes lines of the log.
func (p *Page) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for line := range strings.Lines(string(text)) {
		p.lines = append(p.lines, strings.TrimRight(line, "\n"))
		p.lineNo++
	}
	if extra := len(p.lines) - mostLines; extra > 0 {
		p.lines = slices.Delete(p.lines, 0, extra)
	}
	return len(text), nil
}

// In takes which directory the run writes into.
func (p *Page) In(dir string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.about.Dir, p.status.Dir = dir, dir
}

// Warn takes a warning.
func (p *Page) Warn(what string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.status.Warnings) < 20 {
		p.status.Warnings = append(p.status.Warnings, what)
	}
}

// Is takes what the run is at, and why.
func (p *Page) Is(state, why string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.status.State == Paused && state == Running {
		p.rate.pause()
	}
	p.status.State, p.status.Why = state, why
	if state != Running {
		p.status.Mips, p.status.Left = 0, nil
	}
}

// Wanted is how many particles somebody wants to see now; 0 is none. While it is 0 nothing is to be
// computed for the page.
func (p *Page) Wanted() int {
	if !p.pace.due() {
		return 0
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for r := range p.readers {
		if r.ready.Load() {
			return p.most
		}
	}
	return 0
}

// Show takes a preview, which must stay as it is until Wanted is not 0 again. Readers get it beside
// the computation.
func (p *Page) Show(v *measure.Preview) {
	params := &p.about.Case.Params
	p.pace.run(func() { p.publish(frameOf(params, v)) })
}

// publish gives a frame to readers who are ready.
func (p *Page) publish(f *frame) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.frames++
	f.number, f.curves = p.frames, p.curves
	p.last = f
	for r := range p.readers {
		r.wake()
	}
}

// measureLoads looks how busy the devices are, while anybody looks on.
func (p *Page) measureLoads(every time.Duration) {
	begun, ticker := time.Now(), time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.closed:
			return
		case <-ticker.C:
		}
		p.mutex.Lock()
		n := len(p.readers)
		p.mutex.Unlock()
		if n == 0 {
			continue
		}
		row := []float64{time.Since(begun).Seconds()}
		for _, l := range p.about.Loads.Read() {
			row = append(row, l.Busy, l.Memory/(1<<30), l.Power)
		}
		p.mutex.Lock()
		p.table(loadsTable, nil).add(row)
		p.mutex.Unlock()
	}
}

// Status is how far the run is.
func (p *Page) Status() Status {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	s := p.status
	s.Devices, s.Warnings, s.Readers = slices.Clone(s.Devices), slices.Clone(s.Warnings),
		len(p.readers)
	return s
}

// Readers is how many look on.
func (p *Page) Readers() int { return p.Status().Readers }

// rate is how fast a run is.
type rate struct {
	at            time.Time
	wall, work    float64 // in the last seconds or so, weighed
	done, perWall float64 // part of the run, and by the second
}

const rateMemory = 5 // seconds

func (r *rate) add(now time.Time, wall, work, done float64) {
	if r.at.IsZero() {
		r.at, r.done = now, done
	}
	keep := math.Exp(-wall / rateMemory)
	r.wall, r.work = keep*r.wall+wall, keep*r.work+work
	if since := now.Sub(r.at).Seconds(); since > 0.5 {
		speed, part := (done-r.done)/since, 1-math.Exp(-since/(2*rateMemory))
		if r.perWall == 0 {
			part = 1
		}
		r.perWall += part * (speed - r.perWall)
		r.at, r.done = now, done
	}
}

// pause forgets the time that is over, which nothing was done in.
func (r *rate) pause() { r.at = time.Time{} }

func (r *rate) mips() float64 {
	if r.wall <= 0 {
		return 0
	}
	return r.work / r.wall / 1e6
}

func (r *rate) left(done float64) *float64 {
	if r.perWall <= 0 {
		return nil
	}
	s := (1 - done) / r.perWall
	return &s
}
