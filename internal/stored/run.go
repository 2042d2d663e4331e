// Package stored reads what a run has left in its directory: the summary, the tables, the log.
// Files may be damaged or made up: sizes and paths in them are not trusted, and errors are
// sentences.
package stored

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gpusph/internal/input"
	"gpusph/internal/statistics"
	"gpusph/output"
	"gpusph/sph"
)

// Run is what a run directory has.
type Run struct {
	Dir string
	output.Summary
	Raw json.RawMessage // summary.json as it is

	Energies, Probes, Gauges, Forces *Table   // nil where the run has none
	Velocities, Boundaries, Budget   *Table   // nil where the run has none
	Contents, Ties                   *Table   // nil where the run has none
	Others                           []*Table // of features, which nothing but charts knows
	Throughput                       []*Table
	Sensors                          []Sensor
	Window                           *statistics.Window // over which means are; nil finds it

	Trouble string   // what trouble.json says has gone wrong; "" without one
	Log     []string // the warnings and errors of run.log, the first of them
	Logged  int      // how many there are
}

// Names of files that are read.
const (
	summaryFile = "summary.json"
	troubleFile = "trouble.json"
	logFile     = "run.log"
)

// mostJSON is how long a JSON file may be [bytes].
const mostJSON = 64 << 20

// ReadSummary reads of a run directory the summary and the sensors.
func ReadSummary(dir string) (r *Run, err error) {
	r = &Run{Dir: dir}
	if err := r.readSummary(); err != nil {
		return nil, err
	}
	r.Sensors, err = readSensors(dir)
	return r, err
}

// Read reads a run directory, but for snapshots and checkpoints.
func Read(dir string) (*Run, error) {
	r, err := ReadSummary(dir)
	if err != nil {
		return nil, err
	}
	if err := r.readTables(); err != nil {
		return nil, err
	}
	if err := r.readTrouble(); err != nil {
		return nil, err
	}
	return r, r.readLog()
}

// FlowOf is the Flow of a run that has a summary, but not yet the file of it.
func FlowOf(dir string, s *output.Summary) (*output.Flow, error) {
	r := &Run{Dir: dir, Summary: *s}
	var err error
	if r.Sensors, err = readSensors(dir); err == nil {
		err = r.readTables()
	}
	return r.Flow(), err
}

// GaugeTable reads gauges.csv; a run without gauges has none.
func (r *Run) GaugeTable() (*Table, error) { return readTable(r.Dir, "gauges.csv") }

// SampleTable is that of a feature, by its file; nil is none.
func (r *Run) SampleTable(file string) *Table {
	for _, t := range slices.Concat(r.Others, []*Table{r.Boundaries, r.Budget, r.Contents}) {
		if t != nil && t.isOf(file) {
			return t
		}
	}
	return nil
}

// readTables reads the tables that grow in a run.
func (r *Run) readTables() (err error) {
	for _, table := range []struct {
		name string
		to   **Table
	}{{"energies.csv", &r.Energies}, {"probes.csv", &r.Probes}, {"velocities.csv", &r.Velocities},
		{"gauges.csv", &r.Gauges}, {"forces.csv", &r.Forces}, {"ties.csv", &r.Ties},
		{"boundaries.csv", &r.Boundaries}, {output.BudgetFile(), &r.Budget},
		{output.ContentsFile, &r.Contents}} {
		if *table.to, err = readTable(r.Dir, table.name); err != nil {
			return err
		}
	}
	for _, of := range sph.SampleTables() {
		if of.Charts == nil || r.SampleTable(of.File) != nil {
			continue
		}
		t, err := readTable(r.Dir, of.File)
		if err != nil {
			return err
		}
		if t != nil {
			r.Others = append(r.Others, t)
		}
	}
	r.Throughput, err = ReadThroughput(r.Dir)
	return err
}

// ReadThroughput reads the tables of speeds of a run directory.
func ReadThroughput(dir string) (all []*Table, err error) {
	for n := 1; ; n++ {
		t, err := readTable(dir, output.ThroughputFile(n))
		if t == nil || err != nil {
			return all, err
		}
		all = append(all, t)
	}
}

// readSummary reads summary.json, which makes a directory that of a run.
func (r *Run) readSummary() error {
	path := filepath.Join(r.Dir, summaryFile)
	if info, err := os.Stat(r.Dir); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no directory %s; use that of a run, as "+
			"runs/DamBreak3D_2026-11-21T15-04-05", r.Dir)
	}
	data, err := input.Read(path, mostJSON)
	if err == nil {
		r.Raw, err = data, decode(data, &r.Summary)
	}
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is not the directory of a finished run: it has no %s, which a run writes "+
			"at its end", r.Dir, summaryFile)
	}
	if err == nil {
		err = output.CheckSummary(&r.Summary)
	}
	if err != nil {
		return fmt.Errorf("the summary %s cannot be read: %w", path, err)
	}
	return nil
}

// readTrouble reads what a run says of where its flow went wrong.
func (r *Run) readTrouble() error {
	var trouble struct {
		What string `json:"what"`
	}
	path := filepath.Join(r.Dir, troubleFile)
	data, err := input.Read(path, mostJSON)
	if err == nil {
		err = decode(data, &trouble)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, err)
	}
	r.Trouble = trouble.What
	return nil
}

func decode(data []byte, to any) error {
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	return nil
}

// File is a file of the directory, where there is one of up to 64 MiB.
func (r *Run) File(name string) ([]byte, bool) {
	data, err := input.Read(filepath.Join(r.Dir, filepath.Base(name)), mostJSON)
	return data, err == nil
}

// Names are those of the devices.
func (r *Run) Names() (all []string) {
	for _, d := range r.Devices {
		all = append(all, d.Name)
	}
	return all
}

// Models are those of the devices, each once.
func (r *Run) Models() (all []string) {
	for _, d := range r.Devices {
		if !slices.Contains(all, d.Model) {
			all = append(all, d.Model)
		}
	}
	return all
}
