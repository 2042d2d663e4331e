package output

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/sph"
)

var throughputHead = NewHead("throughput", 2)

// Record is a Progress as throughput.msgpack holds it, which is one MessagePack map after
// the other, and with the same numbers a row of throughput.csv.
type Record struct {
	Head
	Time      float64        `json:"t"` // simulated time reached [s]
	Step      int            `json:"step"`
	Steps     int            `json:"steps"` // of this period
	Dt        float64        `json:"dt"`    // last time step [s]
	Wall      float64        `json:"wall"`  // of this period [s]
	Mips      float64        `json:"mips"`  // million particles times steps a second
	Particles int            `json:"particles"`
	Lost      int            `json:"lost"`  // that have left the domain since the beginning
	Moved     int            `json:"moved"` // slices moved in this period
	Speed     float64        `json:"speed"` // greatest in the last step [m/s]
	Devices   []DeviceRecord `json:"devices"`
}

// DeviceRecord is one device's part of a Record.
type DeviceRecord struct {
	Name       string       `json:"name"`
	FirstSlice int          `json:"first_slice"`
	Slices     int          `json:"slices"`
	Particles  int          `json:"particles"`
	Seconds    PhaseSeconds `json:"seconds"` // of this period
}

// PhaseSeconds is the time spent in each of sph.Phases [s].
type PhaseSeconds struct {
	BuildNeibs, Forces, MinimumScan float64
}

func (p *PhaseSeconds) add(s [sph.PhaseCount]float64) {
	p.BuildNeibs += s[sph.BuildNeibs]
	p.Forces += s[sph.Forces]
	p.MinimumScan += s[sph.MinimumScan]
}

// list is in the order of sph.Phases.
func (p *PhaseSeconds) list() []float64 {
	return []float64{p.BuildNeibs, p.Forces, p.MinimumScan}
}

// throughputTable is throughput.csv.
type throughputTable struct{ *Table }

func newThroughputTable(r *Run) (Observer, error) {
	var none Record
	for _, name := range r.Devices {
		none.Devices = append(none.Devices, DeviceRecord{Name: name})
	}
	t, err := newCells(r, r.throughputName(headings(none.cells())), none.cells())
	return &throughputTable{t}, err
}

// throughputName is throughput.csv. A run that continues with other devices, or one of an older
// program, has other columns, so the rest of it is in throughput_2.csv and so on.
func (r *Run) throughputName(columns []string) string {
	if r.From == nil {
		return ThroughputFile(1)
	}
	for name := range r.From.Files {
		if strings.HasPrefix(name, "throughput") && strings.HasSuffix(name, ".csv") &&
			filepath.Base(name) == name && slices.Equal(r.Devices, r.From.Devices) &&
			hasColumns(filepath.Join(r.Dir, name), columns) {
			return name
		}
	}
	return FreeThroughput(r.Dir)
}

// ThroughputFile is the name of the n-th table of speeds of a run, from 1 on: one that continues
// with other devices begins another.
func ThroughputFile(n int) string {
	if n == 1 {
		return "throughput.csv"
	}
	return fmt.Sprintf("throughput_%d.csv", n)
}

// FreeThroughput is the name of the next table of speeds in a run directory.
func FreeThroughput(dir string) string {
	for n := 2; ; n++ {
		if _, err := os.Lstat(filepath.Join(dir, ThroughputFile(n))); err != nil {
			return ThroughputFile(n)
		}
	}
}

func (t *throughputTable) Progress(p *sph.Progress) error {
	r := newRecord(p)
	return t.cells(r.cells())
}

// cells are a row of throughput.csv.
func (r *Record) cells() []cell {
	row := []cell{
		{"t", "s", r.Time}, {"step", "", float64(r.Step)}, {"steps", "", float64(r.Steps)},
		{"dt", "s", r.Dt}, {"wall", "s", r.Wall},
		{"mips", "", r.Mips}, {"particles", "", float64(r.Particles)}, {"lost", "", float64(r.Lost)},
		{"moved", "", float64(r.Moved)},
		{"speed", "m/s", r.Speed},
	}
	for _, d := range r.Devices {
		for i, seconds := range d.Seconds.list() {
			row = append(row, cell{d.Name + " " + sph.Phases[i], "s", seconds})
		}
		row = append(row, cell{d.Name + " first slice", "", float64(d.FirstSlice)},
			cell{d.Name + " slices", "", float64(d.Slices)},
			cell{d.Name + " particles", "", float64(d.Particles)})
	}
	return row
}

// ThroughputRow is the row that a list period adds to throughput.csv, with the columns as they are
// named there.
func ThroughputRow(p *sph.Progress) (columns []string, row []float64) {
	r := newRecord(p)
	cells := r.cells()
	return headings(cells), rowValues(cells)
}

// throughputRecords is throughput.msgpack.
type throughputRecords struct {
	Base
	file *Growing
}

func newThroughputRecords(r *Run) (Observer, error) {
	f, _, err := r.grow("throughput.msgpack")
	return &throughputRecords{file: f}, err
}

func (t *throughputRecords) Progress(p *sph.Progress) error {
	var piece bytes.Buffer
	if err := WriteMsgpack(&piece, newRecord(p)); err != nil {
		return err
	}
	_, err := t.file.Write(piece.Bytes())
	return err
}

func (t *throughputRecords) End(error) error { return t.file.Close() }

func newRecord(p *sph.Progress) Record {
	r := Record{
		Head: throughputHead,
		Time: p.Time, Step: p.Step, Steps: p.Steps, Dt: p.Dt, Wall: p.Wall,
		Mips:      ratio(float64(p.Particles)*float64(p.Steps)/1e6, p.Wall),
		Particles: p.Particles, Lost: p.Escaped(), Moved: p.Moved, Speed: p.Speed,
	}
	for _, d := range p.Devices {
		own := DeviceRecord{Name: d.Name, FirstSlice: d.FirstSlice, Slices: d.Slices,
			Particles: d.Particles}
		own.Seconds.add(d.Seconds)
		r.Devices = append(r.Devices, own)
	}
	return r
}

// ratio is a/b, or 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
