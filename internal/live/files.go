package live

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/input"
	"gpusph/internal/stored"
	"gpusph/output"
	"gpusph/sph"
)

// FromFiles is the page of a run that is over, or of what a run has written so far, from its
// directory.
func FromFiles(dir, version string) (*Page, error) {
	summary, err := readSummary(dir)
	if err != nil {
		return nil, err
	}
	snapshots, err := output.Instants(dir)
	if err != nil {
		return nil, err
	}
	tables, err := readTables(dir)
	if err != nil {
		return nil, err
	}
	if summary == nil && len(snapshots) == 0 && len(tables) == 0 {
		return nil, fmt.Errorf("%s has no files of a run; use the directory of a run", dir)
	}
	c := &sph.Case{Name: filepath.Base(dir)}
	var first *sph.Snapshot
	if len(snapshots) > 0 {
		if first, err = output.ReadListed(dir, snapshots[0]); err != nil {
			return nil, err
		}
		c.Name, c.Params, c.End = first.Case.Name, first.Case.Params, snapshots[len(snapshots)-1].Time
	}
	p := newPage(About{Case: c, Dir: dir, Version: version})
	p.live = false
	if first != nil {
		p.about.Lacking = lacking(dir, snapshots[0])
	}
	if slices.Contains(p.about.Lacking, "Id") { // nothing tells particles from one another
		snapshots, first = nil, nil
	}
	p.tables = tables
	p.stored.list, p.stored.grows = snapshots, first != nil && summary == nil
	if err := p.readFronts(); err != nil {
		return nil, err
	}
	p.setStatus(c, summary, first)
	if err := p.readLog(); err != nil {
		return nil, err
	}
	if err := p.findMoving(first); err != nil {
		return nil, err
	}
	p.readWalls(first)
	return p, nil
}

// readFronts reads the fronts of the gauges, if the run has any.
func (p *Page) readFronts() (err error) {
	for _, t := range p.tables {
		if t.name != "gauges.csv" {
			continue
		}
		if p.about.Fronts, err = stored.FrontsOf(p.about.Dir, t.columns[min(2, len(t.columns)):]); err != nil {
			return err
		}
	}
	return nil
}

// setStatus sets what the page says of the run: what its summary has, if there is one, and what
// its first snapshot has, if that is not nil.
func (p *Page) setStatus(c *sph.Case, summary *output.Summary, first *sph.Snapshot) {
	s := &p.status
	s.State, s.Why, s.Snapshots = Files, "not at its end", len(p.stored.list)
	if summary != nil {
		p.takeSummary(summary)
	} else if c.Params.Dim == 0 {
		c.Params.Dim = 3
	}
	s.Problem, s.End = c.Name, c.End
	if first != nil {
		p.about.Further = furtherOf(first)
		p.nameDevices(first.Devices)
		if s.Particles == 0 {
			s.Particles = first.Len()
		}
	}
}

// drawn are the columns that the page draws with.
var drawn = []string{"Id", "Velocity", "Density", "Device"}

// lacking are those columns that the page draws with and a snapshot does not have.
func lacking(dir string, at output.Instant) (names []string) {
	lacks := func(needs ...string) bool {
		_, err := output.ReadListed(dir, at, needs...)
		return err != nil
	}
	if !lacks(drawn...) {
		return nil
	}
	for _, name := range drawn {
		if lacks(name) && !(name == "Density" && !lacks("Pressure")) { // one tells the other
			names = append(names, name)
		}
	}
	return names
}

// readSummary is summary.json, or nil where a run has not ended.
func readSummary(dir string) (*output.Summary, error) {
	path := filepath.Join(dir, "summary.json")
	data, err := input.Read(path, mostJSON)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var s output.Summary
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return nil, fmt.Errorf("the summary %s cannot be read: %w", path, err)
	}
	return &s, nil
}

// takeSummary takes what it tells of the flow and of the run.
func (p *Page) takeSummary(sum *output.Summary) {
	c, s := p.about.Case, &p.status
	c.Name, c.Params, c.End = sum.Problem, sum.Parameters.Local(), sum.Time
	if end, err := strconv.ParseFloat(sum.Options["tend"], 64); err == nil {
		c.End = end
	}
	c.Params.SplitAxis = sph.Axis(max(0, strings.Index("xyz", sum.Parameters.SplitAxis)))
	s.Why, s.Time, s.Step, s.Mips, s.Particles, s.Lost, s.Warnings = sum.Status, sum.Time, sum.Steps,
		sum.Mips, sum.Particles.Total, sum.Particles.Lost, sum.Warnings
	s.Done = min(sum.Time/c.End, 1)
	if sum.Steps > 0 {
		s.Dt = sum.Time / float64(sum.Steps)
	}
	n := float64(max(sum.Steps, 1))
	for _, d := range sum.Devices {
		p.about.Devices, p.about.Models = append(p.about.Devices, d.Name), append(p.about.Models, d.Model)
		s.Devices = append(s.Devices, DeviceStatus{Name: d.Name, Model: d.Model,
			Particles: d.After.Particles, Slices: d.After.Slices,
			Seconds: output.PhaseSeconds{BuildNeibs: d.Seconds.BuildNeibs / n, Forces: d.Seconds.Forces / n,
				MinimumScan: d.Seconds.MinimumScan / n}})
	}
}

// nameDevices names those that no summary has named.
func (p *Page) nameDevices(n int) {
	for k := len(p.about.Devices); k < n; k++ {
		p.about.Devices, p.about.Models = append(p.about.Devices, "device "+strconv.Itoa(k)),
			append(p.about.Models, "")
	}
}

// readTables reads those that charts are of.
func readTables(dir string) (all []*table, err error) {
	for _, name := range []string{"throughput.csv", "energies.csv", "probes.csv", "velocities.csv",
		"gauges.csv", "forces.csv", "ties.csv", "joints.csv", "boundaries.csv"} {
		t, err := readTable(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if t != nil {
			all = append(all, t)
		}
	}
	return all, nil
}

// The most that is read of a summary and of the log [bytes].
const mostJSON, mostLog = 64 << 20, 256 << 20

// readTable is a table, or nil where there is none. A last row that is being written is left out.
func readTable(path string) (*table, error) {
	f, _, err := input.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(input.Lines(bufio.NewReader(f)))
	columns, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("the table %s cannot be read: %w", path, err)
	}
	t := newTable(filepath.Base(path), columns)
	r.ReuseRecord = true
	for {
		words, err := r.Read()
		if err == io.EOF || errors.Is(err, csv.ErrFieldCount) && len(words) < len(columns) {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the table %s cannot be read: %w", path, err)
		}
		row := make([]float64, len(words))
		for i, word := range words {
			if row[i], err = strconv.ParseFloat(word, 64); err != nil {
				row[i] = math.NaN()
			}
		}
		t.add(row)
	}
}

// readLog takes the last lines of run.log.
func (p *Page) readLog() error {
	data, err := input.Read(filepath.Join(p.about.Dir, "run.log"), mostLog)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = p.Write(data)
	}
	return err
}

// findMoving finds the bodies whose walls are elsewhere in the last snapshot than in the first. No
// file tells.
func (p *Page) findMoving(first *sph.Snapshot) error {
	if first == nil || !slices.ContainsFunc(first.Body, func(b uint8) bool { return b > 0 }) {
		return nil
	}
	last, err := output.ReadListed(p.about.Dir, p.stored.list[len(p.stored.list)-1])
	if err != nil {
		return err
	}
	p.wallsMove = movedBodies(first, last)
	return nil
}

// readWalls takes walls.vtp or walls.msgpack, or the walls of the first snapshot. Without both
// there are none.
func (p *Page) readWalls(first *sph.Snapshot) {
	w := &wallParticles{}
	if walls, err := output.ReadWalls(p.about.Dir); err == nil && walls != nil {
		w = wallsOfSnapshot(walls, nil)
	} else if first != nil {
		w = wallsOfSnapshot(first, p.wallsMove)
	}
	message := w.message(p.about.Case.Params.DeltaP, mostWalls)
	p.walls = func() []byte { return message }
}
