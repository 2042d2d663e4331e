package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/internal/page"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/validate"
)

// FileHead is what a File begins with.
var FileHead = output.NewHead("report", 6)

// File is the report as JSON.
type File struct {
	output.Head
	output.Origin
	Runs   []*runReport `json:"runs"`
	Series *series      `json:"series,omitempty"`
}

// runReport is what is told of a run.
type runReport struct {
	Directory string          `json:"directory"`
	Summary   json.RawMessage `json:"summary"` // summary.json as it is
	Changed   []cli.Change    `json:"changed"` // options that are not as without them
	Warnings  []string        `json:"log_warnings,omitempty"`
	Logged    int             `json:"log_warning_count"`
	Trouble   string          `json:"trouble,omitempty"`
	Flow      *output.Flow    `json:"flow"`
	Remarks   []string        `json:"remarks,omitempty"` // on what could not be told
	Tables    []tableReport   `json:"tables"`
	Compared  []compared      `json:"compared,omitempty"`

	of      *stored.Run
	again   bool // another run has measured the same
	charts  []page.Section
	physics int // how many of the charts are of the flow; the others are of the computation
}

// Was is the summary of the run.
func (r *runReport) Was() *output.Summary { return &r.of.Summary }

// tableReport is what a table has.
type tableReport struct {
	File    string         `json:"file"`
	Rows    int            `json:"rows"`
	Columns []columnReport `json:"columns"`
}

// columnReport is between which values a column is; what is no number is left out.
type columnReport struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit"`
	First   *float64 `json:"first,omitempty"`
	Last    *float64 `json:"last,omitempty"`
	Least   *float64 `json:"least,omitempty"`
	AtLeast *float64 `json:"t_of_least,omitempty"` // [s]
	Most    *float64 `json:"most,omitempty"`
	AtMost  *float64 `json:"t_of_most,omitempty"` // [s]
	// of what was measured
	Mean *output.Mean `json:"mean,omitempty"`
}

// compared is how a run is beside what gpusph validate compares its flow with.
type compared struct {
	Case   string `json:"case"`
	What   string `json:"what"`
	How    string `json:"how"`
	Source string `json:"source"`
	Early  bool   `json:"ends_early"` // before the run of validate does: norms are not those
	Norms  []norm `json:"norms"`

	ends   []string // this run, and that of validate
	rows   []validate.Row
	charts []plot.Chart
}

type norm struct {
	Name  string  `json:"norm"`
	Unit  string  `json:"unit,omitempty"`
	Value float64 `json:"value"`
}

// report is a File with what is drawn.
type report struct {
	*File
	of     []*stored.Run
	charts []page.Section // of the series
}

// Make implements kinds.Report.
func (r *report) Make(ctx context.Context) error {
	r.File = &File{Head: FileHead, Origin: cli.Origin(nil)}
	if len(r.of) > 1 {
		r.Series = newSeries(r.of)
		r.charts = r.Series.charts()
	}
	for i, of := range r.of {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		again := ""
		if i > 0 && r.Series.Bits && sameSamples(r.of[0], of) {
			again = r.of[0].Dir
		}
		r.Runs = append(r.Runs, newRunReport(of, again))
	}
	return nil
}

// JSON implements kinds.Report.
func (r *report) JSON() any { return r.File }

// sameSamples reports whether two runs have measured the same at the same times.
func sameSamples(a, b *stored.Run) bool {
	equal := func(a, b *stored.Table) bool {
		same := func(a, b stored.Column) bool {
			return a.Name == b.Name && slices.EqualFunc(a.Of, b.Of,
				func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
		}
		return (a == nil) == (b == nil) && (a == nil || slices.EqualFunc(a.Columns, b.Columns, same))
	}
	return equal(a.Energies, b.Energies) && equal(a.Probes, b.Probes) &&
		equal(a.Velocities, b.Velocities) && equal(a.Gauges, b.Gauges) &&
		equal(a.Forces, b.Forces) && equal(a.Boundaries, b.Boundaries)
}

// newRunReport tells of a run. again is the directory of one that has measured the same, and tells
// it; "" is none.
func newRunReport(of *stored.Run, again string) *runReport {
	r := &runReport{Directory: of.Dir, Summary: of.Raw, Warnings: of.Log, Logged: of.Logged,
		Trouble: of.Trouble, Flow: of.Flow(), of: of}
	flow, err := flowOf(of)
	if err != nil {
		r.Remarks = append(r.Remarks, fmt.Sprintf("Options of the flow are not compared with their "+
			"defaults: %v.", err))
	}
	r.Changed = cli.Changed(flow, of.Options)
	for _, t := range append([]*stored.Table{of.Energies, of.Probes, of.Velocities, of.Gauges,
		of.Forces, of.Boundaries}, of.Throughput...) {
		if t != nil {
			r.Tables = append(r.Tables, newTableReport(t))
			if t == of.Energies || slices.Contains(of.Throughput, t) {
				continue
			}
			columns := r.Tables[len(r.Tables)-1].Columns
			for k, m := range of.Means(t) {
				columns[k].Mean = m
			}
		}
	}
	if again != "" {
		r.again = true
		r.Remarks = append(r.Remarks, fmt.Sprintf("What was measured in the flow is, number for "+
			"number, that of %s; see there.", again))
	} else if flow != nil && of.Options["case"] == "" {
		r.compare()
	}
	r.charts = r.figures(again == "")
	return r
}

// flowOf is the problem of a run. The case file of one is in its directory, whatever the summary
// says.
func flowOf(of *stored.Run) (problems.Problem, error) {
	if of.Options["case"] != "" {
		f, err := problems.FromFile(filepath.Join(of.Dir, cli.CaseFile))
		if err != nil {
			return nil, err
		}
		return f, nil
	}
	return problems.Find(of.Problem)
}

func newTableReport(t *stored.Table) tableReport {
	all, time := tableReport{File: t.Name, Rows: t.Len()}, t.Time()
	for _, c := range t.Columns {
		column := columnReport{Name: c.Name, Unit: c.Unit}
		for i, x := range c.Of {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				continue
			}
			value, at := x, time[i]
			if i == 0 {
				column.First = &value
			}
			if i == len(c.Of)-1 {
				column.Last = &value
			}
			if column.Least == nil || x < *column.Least {
				column.Least, column.AtLeast = &value, &at
			}
			if column.Most == nil || x > *column.Most {
				column.Most, column.AtMost = &value, &at
			}
		}
		all.Columns = append(all.Columns, column)
	}
	return all
}

// compare compares the run with what validate knows of its flow.
func (r *runReport) compare() {
	for _, c := range validate.Cases {
		if !c.Fits(r.of.Problem, r.of.Options) {
			continue
		}
		run, err := c.Stored(r.of)
		var rows []validate.Row
		var figures []*validate.Figure
		if err == nil {
			rows, figures, err = c.Known(run)
		}
		if err != nil {
			r.Remarks = append(r.Remarks, fmt.Sprintf("It is not compared with %s: %v.", c.Name, err))
			continue
		}
		if len(rows)+len(figures) == 0 {
			continue
		}
		k := compared{Case: c.Name, What: c.What, How: c.How, Source: c.Source, rows: rows}
		if end := c.LeastEnd(); r.of.Time < end*(1-1e-6) {
			k.Early, k.ends = true, []string{text.Number(r.of.Time), text.Number(end)}
		}
		for _, row := range rows {
			k.Norms = append(k.Norms, norm{row.Norm, row.Unit, row.Value})
		}
		for _, f := range figures {
			k.charts = append(k.charts, page.Thinned(*f.Chart(c, []*validate.Run{run})))
		}
		r.Compared = append(r.Compared, k)
	}
}
