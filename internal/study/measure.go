package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/internal/text"
)

// Measure is a number of a run: a reduction of a column of a table over a part of the time.
type Measure struct {
	Table     string // the file without .csv
	Column    string
	Reduction string
	From, To  float64 // [s]; NaN is the beginning, and the end
}

// Example is a measure as it is written.
const Example = "gauges:head:mean:2..6"

// MeasureOption is the option --measure.
func MeasureOption(to *[]string) option.Option {
	return option.List("measure", "`number` of a run, as "+Example+": a table, a column or *, a "+
		"reduction ("+text.Or(Reductions)+"; without it "+Usual+") and a time in seconds; may be given "+
		"several times (default by what the case measures)", to)
}

// Same reports whether two measures are the same.
func (m Measure) Same(other Measure) bool { return m.Name() == other.Name() }

// ParseMeasure reads table:column:reduction:from..to, of which the reduction and the window may be
// missing. Names of columns may have colons.
func ParseMeasure(word string) (m Measure, err error) {
	m = Measure{From: math.NaN(), To: math.NaN()}
	table, rest, ok := strings.Cut(word, ":")
	m.Table = strings.TrimSuffix(strings.TrimSpace(table), ".csv")
	parts := strings.Split(rest, ":")
	if last := len(parts) - 1; last > 0 && strings.Contains(parts[last], "..") {
		if m.From, m.To, err = parseWindow(parts[last]); err != nil {
			return m, fmt.Errorf("--measure %s: %w", word, err)
		}
		parts = parts[:last]
	}
	if last := len(parts) - 1; last > 0 {
		m.Reduction, parts = strings.TrimSpace(parts[last]), parts[:last]
		if _, known := reductions[m.Reduction]; !known {
			return m, fmt.Errorf("--measure %s: there is no reduction %q%s", word, m.Reduction,
				meantOr(m.Reduction, Reductions))
		}
	}
	m.Column = strings.TrimSpace(strings.Join(parts, ":"))
	if !ok || m.Table == "" || m.Column == "" {
		return m, fmt.Errorf("--measure is %q, but must be a table, a column and a reduction; use %s",
			word, Example)
	}
	return m, nil
}

// parseWindow reads from..to, of which either may be missing.
func parseWindow(word string) (from, to float64, err error) {
	a, b, _ := strings.Cut(word, "..")
	ends := [2]float64{math.NaN(), math.NaN()}
	for i, end := range []string{strings.TrimSpace(a), strings.TrimSpace(b)} {
		if end == "" {
			continue
		}
		if ends[i], err = strconv.ParseFloat(end, 64); err != nil || math.IsInf(ends[i], 0) ||
			math.IsNaN(ends[i]) {
			return 0, 0, fmt.Errorf("%q is no time in seconds; use 2..6, 2.. or ..6", end)
		}
	}
	if ends[0] >= ends[1] {
		return 0, 0, fmt.Errorf("%s ends before it begins; use %s..%s", word, text.Exact(ends[1]),
			text.Exact(ends[0]))
	}
	return ends[0], ends[1], nil
}

// meantOr is what to add about a word that there is not.
func meantOr(word string, words []string) string {
	if near := text.Meant(word, words); near != "" {
		return near
	}
	return "; there are " + text.And(words)
}

// Name is what people call the measure.
func (m *Measure) Name() string {
	name := fmt.Sprintf("%s %s %s", m.Table, m.Column, m.Reduction)
	if window := m.window(); window != "" {
		name += " " + window
	}
	return name
}

// window is the part of the time in words; "" is all.
func (m *Measure) window() string {
	from, to := text.Exact(m.From), text.Exact(m.To)
	switch {
	case math.IsNaN(m.From) && math.IsNaN(m.To):
		return ""
	case math.IsNaN(m.To):
		return "from " + from + " s"
	case math.IsNaN(m.From):
		return "until " + to + " s"
	}
	return from + " to " + to + " s"
}

// Unit is that of the value, of a column with a unit.
func (m *Measure) Unit(of string) string { return reductions[m.Reduction].unit(of) }

// Tables are those of runs, each read once.
type Tables struct {
	runs  []*stored.Run
	known map[string]*stored.Table // by directory and name
}

// NewTables are the tables of runs.
func NewTables(runs []*stored.Run) *Tables {
	return &Tables{runs: runs, known: map[string]*stored.Table{}}
}

// Of is a table of a run; nil where there is none.
func (t *Tables) Of(r *stored.Run, name string) (*stored.Table, error) {
	key := r.Dir + "\x00" + name
	if table, ok := t.known[key]; ok {
		return table, nil
	}
	table, err := stored.ReadTable(r.Dir, name+".csv")
	if err != nil {
		return nil, err
	}
	t.known[key] = table
	return table, nil
}

// Column is the one of a measure; nil where there is none.
func (t *Tables) Column(r *stored.Run, m *Measure) (time []float64, c *stored.Column, err error) {
	table, err := t.Of(r, m.Table)
	if err != nil {
		return nil, nil, err
	}
	if c = table.Column(m.Column); c == nil {
		return nil, nil, nil
	}
	return table.Time(), c, nil
}

// Value is the measure of a run, and its unit; NaN where the run has no such value.
func (t *Tables) Value(r *stored.Run, m *Measure) (value float64, unit string, err error) {
	time, c, err := t.Column(r, m)
	if err != nil || c == nil {
		return math.NaN(), "", err
	}
	return m.Of(time, c.Of), m.Unit(c.Unit), nil
}

// Of is the measure of a column over time.
func (m *Measure) Of(time, values []float64) float64 {
	x, y := cut(time, values, m.From, m.To)
	if len(x) == 0 {
		return math.NaN()
	}
	return reductions[m.Reduction].of(x, y)
}

// cut is the part of a curve between two times; values at these are interpolated. What is no number
// is left out.
func cut(time, values []float64, from, to float64) (x, y []float64) {
	for i, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			x, y = append(x, time[i]), append(y, v)
		}
	}
	if len(x) == 0 {
		return nil, nil
	}
	at := func(t float64, i int) float64 { // between i-1 and i
		part := (t - x[i-1]) / (x[i] - x[i-1])
		return y[i-1] + part*(y[i]-y[i-1])
	}
	first, last := 0, len(x)
	var head, tail []float64 // a time and a value
	if !math.IsNaN(from) {
		if first, _ = slices.BinarySearch(x, from); first > 0 && first < len(x) && x[first] > from {
			head = []float64{from, at(from, first)}
		}
	}
	if !math.IsNaN(to) {
		last, _ = slices.BinarySearch(x, to)
		for last < len(x) && x[last] == to {
			last++
		}
		if last > 0 && last < len(x) && x[last-1] < to {
			tail = []float64{to, at(to, last)}
		}
	}
	if first > last {
		first = last
	}
	x, y = slices.Clone(x[first:last]), slices.Clone(y[first:last])
	if head != nil {
		x, y = slices.Insert(x, 0, head[0]), slices.Insert(y, 0, head[1])
	}
	if tail != nil {
		x, y = append(x, tail[0]), append(y, tail[1])
	}
	return x, y
}
