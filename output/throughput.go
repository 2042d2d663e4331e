package output

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"gpusph/sph"
)

// Throughput is the tables of how fast a run is and where its time goes, with a
// row per Progress: throughput.csv and, with the same numbers, throughput.msgpack,
// which is one MessagePack map (a Record) after the other.
type Throughput struct {
	table *Table
	file  *Growing
	piece bytes.Buffer
}

var throughputHead = NewHead("throughput", 1)

// Record is a Progress as throughput.msgpack holds it.
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

// NewThroughput makes the tables in the run directory dir, for devices of the
// given names.
func NewThroughput(dir string, devices []string) (*Throughput, error) {
	columns := []string{"t[s]", "step", "steps", "dt[s]", "wall[s]", "mips", "particles", "lost", "moved"}
	for _, d := range devices {
		for _, phase := range sph.Phases {
			columns = append(columns, fmt.Sprintf("%s %s[s]", d, phase))
		}
		columns = append(columns, d+" first slice", d+" slices", d+" particles")
	}
	table, err := NewTable(filepath.Join(dir, "throughput.csv"), columns...)
	if err != nil {
		return nil, err
	}
	f, err := Create(filepath.Join(dir, "throughput.msgpack"))
	if err != nil {
		return nil, errors.Join(err, table.Close())
	}
	return &Throughput{table: table, file: f}, nil
}

// Write adds what one period of the run was like.
func (t *Throughput) Write(p *sph.Progress) error {
	r := newRecord(p)
	row := []float64{r.Time, float64(r.Step), float64(r.Steps), r.Dt, r.Wall, r.Mips, float64(r.Particles), float64(r.Lost), float64(r.Moved)}
	for _, d := range r.Devices {
		row = append(row, d.Seconds.list()...)
		row = append(row, float64(d.FirstSlice), float64(d.Slices), float64(d.Particles))
	}
	if err := t.table.Row(row...); err != nil {
		return err
	}
	t.piece.Reset()
	if err := WriteMsgpack(&t.piece, &r); err != nil {
		return err
	}
	_, err := t.file.Write(t.piece.Bytes())
	return err
}

// Close closes the tables.
func (t *Throughput) Close() error { return errors.Join(t.table.Close(), t.file.Close()) }

func newRecord(p *sph.Progress) Record {
	r := Record{
		Head: throughputHead,
		Time: p.Time, Step: p.Step, Steps: p.Steps, Dt: p.Dt, Wall: p.Wall,
		Mips:      ratio(float64(p.Particles)*float64(p.Steps)/1e6, p.Wall),
		Particles: p.Particles, Lost: p.Lost, Moved: p.Moved,
	}
	for _, d := range p.Devices {
		own := DeviceRecord{Name: d.Name, FirstSlice: d.FirstSlice, Slices: d.Slices, Particles: d.Particles}
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
