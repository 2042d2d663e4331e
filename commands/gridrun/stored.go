package gridrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/grid/gridfile"
	"gpusph/internal/input"
	"gpusph/internal/stored"
	"gpusph/internal/text"
)

// finished is what a run has left in its directory.
type finished struct {
	Dir     string
	Report  *Report
	sums    *stored.Table
	through []*stored.Table
}

// mostReport is how long a report may be [bytes].
const mostReport = 64 << 20

// readRun reads a run directory.
func readRun(dir string) (*finished, error) {
	if !gridfile.IsRun(dir) {
		return nil, fmt.Errorf("%s is no run of a flow on a grid; runs of particles and of grids do not "+
			"go together", dir)
	}
	path := filepath.Join(dir, gridfile.ReportFile)
	data, err := input.Read(path, mostReport)
	if err != nil {
		how := fmt.Sprintf("gpusph --resume %s continues it from its last checkpoint", dir)
		if all, _ := gridfile.Checkpoints.List(dir); len(all) == 0 {
			how = "it has no checkpoint to continue from; --checkpoint-interval 10m makes some"
		}
		return nil, fmt.Errorf("%s has no report, so the run is not at its end, or was killed: %w; %s",
			dir, err, how)
	}
	r := &finished{Dir: dir, Report: new(Report)}
	if err := json.Unmarshal(data, r.Report); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	if err := reportHead.Check(r.Report.Head); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	if r.sums, err = stored.ReadTable(dir, gridfile.SumsFile); err != nil {
		return nil, err
	}
	r.through, err = stored.ReadThroughput(dir)
	return r, err
}

// comparison is in what two runs differ. It implements kinds.Comparison.
type comparison struct {
	rows   [][]string
	differ []string
}

// compareRuns compares two runs. Times and devices do not count.
func compareRuns(_ context.Context, one, other string,
	o *kinds.CompareOptions) (kinds.Comparison, error) {
	if o.JSON != "" {
		return nil, cli.UsageError(errors.New("--json has no effect: runs of grids are compared as " +
			"text; leave it out"))
	}
	a, err := readRun(one)
	if err != nil {
		return nil, cli.UsageError(err)
	}
	b, err := readRun(other)
	if err != nil {
		return nil, cli.UsageError(err)
	}
	rows, differ := comparedRows(a, b)
	return &comparison{append([][]string{{"", one, other}}, rows...), differ}, nil
}

func (c *comparison) JSON() any { return nil }

func (c *comparison) Text(b *strings.Builder) {
	text.AlignRows(b, c.rows, "lll")
	for _, line := range c.differ {
		fmt.Fprintf(b, "\n%s", line)
	}
	if len(c.differ) == 0 {
		b.WriteString("\nThe runs are the same, number for number.")
	}
	b.WriteString("\n")
}

func (c *comparison) Differ() string {
	if len(c.differ) == 0 {
		return ""
	}
	return c.differ[0]
}

// ofComputer are options that change no number of a flow.
var ofComputer = []string{"dir", "devices", "gpus", "exchange", "transport", "no-peer", "no-graphs",
	"strict", "checkpoint-interval", "checkpoint-every", "log-level", "quiet", "force", "stop-after",
	"unfused"}

// comparedRows are rows of what the runs are like, and sentences on what differs.
func comparedRows(a, b *finished) (rows [][]string, differ []string) {
	for _, of := range []struct {
		name string
		get  func(*Report) string
	}{
		{"problem", func(r *Report) string { return r.Problem }},
		{"cells", func(r *Report) string { return shape(r.Cells) }},
		{"method", func(r *Report) string { return r.Method + ", " + r.Precision }},
		{"devices", func(r *Report) string { return text.Count(len(r.Devices), "device") }},
		{"status", (*Report).statusLine},
		{"reached", func(r *Report) string { return fmt.Sprintf("%.6g %s", r.Work.Time, r.unitOf()) }},
		{"steps", func(r *Report) string { return text.Thousands(r.Steps) }},
		{"MCUPS", func(r *Report) string { return text.Digits(r.Mcups) }},
		{"iterations per solve", func(r *Report) string { return one(r.PerSolve) }},
	} {
		rows = append(rows, []string{of.name, of.get(a.Report), of.get(b.Report)})
	}
	for k, n := range a.Report.Numbers {
		row := []string{n.Name, fmt.Sprintf("%.10g", float64(n.Value)), ""}
		if k < len(b.Report.Numbers) {
			row[2] = fmt.Sprintf("%.10g", float64(b.Report.Numbers[k].Value))
		}
		rows = append(rows, row)
	}
	for _, name := range kinds.Names(a.Report.Options, b.Report.Options) {
		x, y := a.Report.Options[name], b.Report.Options[name]
		if x != y && !slices.Contains(ofComputer, name) {
			rows = append(rows, []string{"--" + name, x, y})
		}
	}
	if a.Report.Problem != b.Report.Problem || a.Report.Cells != b.Report.Cells {
		return rows, []string{"They are different flows."}
	}
	if what := tableDifference(a.sums, b.sums); what != "" {
		differ = append(differ, what)
	}
	x, y := a.Report.StateSHA256, b.Report.StateSHA256
	if x != "" && y != "" && x != y {
		differ = append(differ, "The states at the last checkpoints differ.")
	}
	return rows, differ
}

// tableDifference tells where two tables differ first; "" if they do not.
func tableDifference(a, b *stored.Table) string {
	if a == nil || b == nil {
		return "One of the runs has no sums.csv."
	}
	if len(a.Columns) != len(b.Columns) {
		return "sums.csv has other columns in one of the runs."
	}
	for k, c := range a.Columns {
		d := b.Columns[k]
		if c.Name != d.Name {
			return "sums.csv has other columns in one of the runs."
		}
		for i := range min(len(c.Of), len(d.Of)) {
			if x, y := c.Of[i], d.Of[i]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
				return fmt.Sprintf("sums.csv differs first in %s of row %d: %g and %g.", c.Name, i+1, x, y)
			}
		}
		if len(c.Of) != len(d.Of) {
			return fmt.Sprintf("sums.csv has %d rows in one run and %d in the other; the first %d are "+
				"the same.", len(c.Of), len(d.Of), min(len(c.Of), len(d.Of)))
		}
	}
	return ""
}
