package sweep

import (
	"math"

	"gpusph/commands/cli"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/study"
	"gpusph/output"
)

// FileHead is what a File begins with.
var FileHead = output.NewHead("sweep", 1)

// File is sweep.json.
type File struct {
	output.Head
	output.Origin
	Problem  string    `json:"problem"`
	Case     string    `json:"case"`
	Keys     []string  `json:"keys"` // that vary
	Measures []measure `json:"measures"`
	Runs     []*row    `json:"runs"`

	series []plot.Chart
	size   study.Words
}

// measure is what is measured of each run.
type measure struct {
	Name      string   `json:"name"`
	Table     string   `json:"table"`
	Column    string   `json:"column"`
	Reduction string   `json:"reduction"`
	From      *float64 `json:"from_s,omitempty"`
	Until     *float64 `json:"until_s,omitempty"`
	Unit      string   `json:"unit"`
}

// row is a run: its parameters in the order of the keys, "" where it has the case file's, and what
// it measures, null where that does not exist.
type row struct {
	Name       string     `json:"name"`
	Parameters []string   `json:"parameters"`
	Status     string     `json:"status"` // done, failed, interrupted, not begun
	Error      string     `json:"error,omitempty"`
	Particles  int        `json:"particles,omitempty"`
	Steps      int        `json:"steps,omitempty"`
	Runtime    float64    `json:"runtime_s,omitempty"`
	Mips       float64    `json:"mips,omitempty"`
	Values     []*float64 `json:"values,omitempty"`
	Warnings   []string   `json:"warnings,omitempty"`

	numbers []float64 // of the parameters; NaN is none
}

// known is a number that exists.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// results are what the runs have come to.
func (s *sweep) results() (*File, error) {
	f := &File{Head: FileHead, Origin: cli.Origin(nil), Problem: s.FlowName(), Case: s.CaseName(),
		Keys: s.keys, size: s.Words()}
	var runs []*stored.Run
	var names []string
	for i, r := range s.Runs {
		row := &row{Name: r.Name, Status: r.State.String()}
		for _, key := range s.keys {
			word, number := s.combined[i].word(key)
			row.Parameters, row.numbers = append(row.Parameters, word), append(row.numbers, number)
		}
		if r.Err != nil {
			row.Error, row.Status = cli.OneLine(r.Err), study.Failed.String()
		}
		if r.State == study.Done {
			row.Particles, row.Steps = r.Of.Particles.Total, r.Of.Steps
			row.Runtime, row.Mips, row.Warnings = r.Of.Runtime, r.Of.Mips, r.Of.Warnings
			runs, names = append(runs, r.Of), append(names, s.combined[i].label(r.Name))
		}
		f.Runs = append(f.Runs, row)
	}
	tables := study.NewTables(runs)
	values, units, err := tables.Values(s.measures)
	if err != nil {
		return nil, err
	}
	var kept []study.Measure
	for i := range s.measures {
		if m := &s.measures[i]; !s.automatic || len(runs) < 2 || differ(values[i]) {
			f.add(m, units[i], values[i])
			kept = append(kept, *m)
		}
	}
	some := study.NewTables(runs[:min(len(runs), mostCurves)])
	f.series, err = some.Series(kept, names, line)
	return f, err
}

// mostCurves is how many runs a figure of series has.
const mostCurves = 7

// line is the style of the k-th of n runs.
func line(k, _ int) plot.Style { return plot.Line(k) }

// differ reports whether any two values are different.
func differ(values []float64) bool {
	for _, x := range values {
		if x != values[0] && !math.IsNaN(x) {
			return true
		}
	}
	return false
}

// add adds a measure, with the values of the runs that are done.
func (f *File) add(m *study.Measure, unit string, values []float64) {
	f.Measures = append(f.Measures, measure{m.Name(), m.Table, m.Column, m.Reduction, known(m.From),
		known(m.To), unit})
	k := 0
	for _, r := range f.Runs {
		if r.Status == output.Done {
			r.Values = append(r.Values, known(values[k]))
			k++
		}
	}
}
