package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/grid"
	"gpusph/grid/gridcase"
	"gpusph/grid/gridfile"
	"gpusph/internal/input"
	"gpusph/internal/jobs"
	"gpusph/internal/stored"
	"gpusph/output"
)

// Begun is a run of a study that could begin.
type Begun struct {
	Hash     string                  // of what it computes
	Case     func(path string) error // writes its case file
	Measures []Measure               // that are asked for
	needs    func(names []string) (jobs.Needs, error)
}

// Needs is what the run takes on devices.
func (b *Begun) Needs(names []string) (jobs.Needs, error) { return b.needs(names) }

// FlowName is the name of the flow.
func (s *Study) FlowName() string {
	if g := s.OnGrid(); g != nil {
		return g.Problem.Name()
	}
	return s.Flow.Name()
}

// Begin reads the command line of a run, and checks that it could begin on devices.
func (s *Study) Begin(ctx context.Context, line cli.Line, names []string,
	q *Request) (*Begun, error) {
	if s.OnGrid() != nil {
		return beginOnGrid(line, q)
	}
	c, err := cli.Begin(line, cli.RunSyntax())
	if err != nil {
		return nil, err
	}
	if err := c.TooShort(names); err != nil {
		return nil, err
	}
	flow, err := cli.UnlessInterrupted(ctx, c.Setup)
	if err != nil {
		return nil, cli.SetupError(err)
	}
	b := &Begun{Case: c.WriteCase, needs: c.Estimate}
	if b.Hash, err = c.Hash(); err == nil {
		b.Measures, err = q.Measures(flow)
	}
	return b, err
}

// beginOnGrid is Begin of a flow on a grid.
func beginOnGrid(line cli.Line, q *Request) (*Begun, error) {
	g, err := cli.BeginGrid(line, cli.RunSyntax(), cli.GridRunOptions, nil)
	if err != nil {
		return nil, err
	}
	f, err := g.Flow()
	if err != nil {
		return nil, err
	}
	b := &Begun{Case: g.WriteCase, needs: func([]string) (jobs.Needs, error) {
		return needsOnGrid(f, g.Solver), nil
	}}
	if b.Hash, err = g.Hash(); err == nil {
		tables := gridTables(f)
		b.Measures, err = q.of(f.End, tables, gridDefaults(tables))
	}
	return b, err
}

// gridTables are the tables of a run on a grid: sums, and where there are probes, those.
func gridTables(f *grid.Flow) (all []tableColumns) {
	sums := tableColumns{name: "sums"}
	for _, q := range f.Quantities() {
		sums.columns = append(sums.columns, q.Name)
	}
	all = append(all, sums)
	if len(f.Probes) > 0 {
		probes := tableColumns{name: "probes"}
		if e, is := f.Equations.(*grid.Incompressible); is {
			probes.columns = columnsOf(f, e)
		}
		all = append(all, probes)
	}
	return append(all, tableColumns{name: "throughput"})
}

// columnsOf are the columns of probes.csv.
func columnsOf(f *grid.Flow, e *grid.Incompressible) (all []string) {
	fields := []string{"vx", "vy", "vz", "p"}
	if e.Heat != nil {
		fields = append(fields, "temperature")
	}
	for _, p := range f.Probes {
		for _, name := range fields {
			all = append(all, p.Name+" "+name)
		}
	}
	return all
}

// gridDefaults are the last values of sums and probes.
func gridDefaults(tables []tableColumns) (all []Measure) {
	for _, t := range tables {
		if t.name == "throughput" {
			continue
		}
		for _, c := range t.columns {
			all = append(all, Measure{t.name, c, "last", math.NaN(), math.NaN()})
		}
	}
	return all
}

// needsOnGrid is what a run takes: in a step the pressure takes some iterations, each about as long
// as a fifth of a step of as many particles.
func needsOnGrid(f *grid.Flow, s grid.Solver) jobs.Needs {
	cells := float64(f.Cells[0]) * float64(f.Cells[1]) * float64(f.Cells[2])
	steps := f.End / (0.5 * slices.Min(f.Spacing[:])) // at a speed of 1 m/s
	bytes := float64(f.Precision.Bytes())
	return jobs.Needs{Work: jobs.Work(steps, 4*cells), Device: 1.2 * f.Cost(s).Numbers * bytes * cells,
		Host: 16 * float64(f.Cost(s).Snapshot) * cells}
}

// readGrid is a run on a grid as one of particles, of which studies know the size and the times.
func readGrid(dir string) (*stored.Run, error) {
	var r struct {
		Status, Error string
		Cells         [3]int
		Spacing       [3]float64 `json:"spacing_m"`
		Steps         int
		Time          float64 `json:"t_s"`
		Wall          float64 `json:"wall_s"`
		Mcups         float64
		Devices       []struct{ Name string }
	}
	data, err := input.Read(filepath.Join(dir, gridfile.ReportFile), largest)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		return nil, fmt.Errorf("the report in %s cannot be read: %w", dir, err)
	}
	of := &stored.Run{Dir: dir}
	of.Status, of.Error, of.Steps, of.Runtime, of.Mips = r.Status, r.Error, r.Steps, r.Wall, r.Mcups
	of.Parameters.DeltaP = r.Spacing[0]
	of.Particles.Total = r.Cells[0] * r.Cells[1] * r.Cells[2]
	of.Devices = make([]output.DeviceSummary, len(r.Devices))
	return of, nil
}

// lookOnGrid finds out how far a run on a grid is.
func (s *Study) lookOnGrid(r *Run) error {
	dir := s.DirOf(r)
	r.State, r.Err = New, nil
	if !occupied(dir) {
		return nil
	}
	if all, err := gridfile.Checkpoints.List(dir); err == nil && len(all) > 0 {
		r.State = Interrupted
	}
	if _, err := os.Stat(filepath.Join(dir, gridfile.ReportFile)); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	of, err := readGrid(dir)
	switch {
	case err != nil:
		return err
	case of.Status == output.Done:
		r.State, r.Of = Done, of
	case of.Status == output.Failed:
		r.State, r.Err = Failed, errors.New(of.Error)
	}
	return nil
}

// RefuseNamed refuses a flow on a grid that is not of a case file.
func RefuseNamed(c *cli.Config) error {
	g := c.OnGrid()
	if g == nil {
		return nil
	}
	if _, is := g.Problem.(*gridcase.Problem); is {
		return nil
	}
	return fmt.Errorf("gpusph %s changes keys of case files, and %s has none; gpusph init "+
		"heated-room writes one of a flow on a grid", c.Command, g.Problem.Name())
}

// Words are the headings of tables for the size and the speed of runs.
type Words struct{ Count, Speed string }

// Words are those of the flow: particles, or cells.
func (s *Study) Words() Words {
	if s.OnGrid() != nil {
		return Words{"Cells", "MCUPS"}
	}
	return Words{"Particles", "mips"}
}
