package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// Request is which measures are asked for, as options have them.
type Request struct {
	Words       []string // of --measure; none are the default measures
	From, Until float64  // of measures that name no window [s]; NaN is the beginning, and the end
}

// Measures are those that are asked for, of a flow that has them all. Without a request they are
// those of what the case measures.
func (r *Request) Measures(flow *sph.Case) (all []Measure, err error) {
	tables := tablesOf(flow)
	return r.of(flow.End, tables, defaults(flow, tables))
}

// of are those of a flow with an end, with tables and with default measures.
func (r *Request) of(end float64, tables []tableColumns, usual []Measure) (all []Measure,
	err error) {
	if r.From >= r.Until {
		return nil, fmt.Errorf("--from is %s s, but --until is %s s; use an earlier --from",
			text.Exact(r.From), text.Exact(r.Until))
	}
	if r.From >= end {
		return nil, fmt.Errorf("--from is %s s, but the flow ends at %s s; use an earlier --from or a "+
			"later --tend", text.Exact(r.From), text.Number(end))
	}
	if len(r.Words) == 0 {
		all = usual
	}
	for _, word := range r.Words {
		m, err := ParseMeasure(word)
		if err != nil {
			return nil, err
		}
		some, err := m.in(tables)
		if err != nil {
			return nil, fmt.Errorf("--measure %s: %w", word, err)
		}
		all = append(all, some...)
	}
	for i := range all {
		if m := &all[i]; m.window() == "" {
			m.From, m.To = r.From, r.Until
		}
		if all[i].From >= end {
			return nil, fmt.Errorf("--measure begins at %s s, but the flow ends at %s s; use an earlier "+
				"time", text.Exact(all[i].From), text.Number(end))
		}
	}
	return all, nil
}

// tableColumns is a table of a run and its columns; without these they are not known before.
type tableColumns struct {
	name    string
	columns []string
}

// tablesOf are those that a run of a flow has.
func tablesOf(flow *sph.Case) (all []tableColumns) {
	for _, t := range output.SampleTables(flow) {
		of := tableColumns{name: strings.TrimSuffix(t.File, ".csv")}
		for _, heading := range t.Columns {
			if c := stored.ParseHeading(heading); c.Name != "t" && c.Name != "step" {
				of.columns = append(of.columns, c.Name)
			}
		}
		all = append(all, of)
	}
	if flow.BodiesMove() {
		all = append(all, tableColumns{name: "bodies"})
	}
	for _, t := range sph.SnapshotTables() {
		if t.Has(flow) {
			all = append(all, tableColumns{name: strings.TrimSuffix(t.File, ".csv")})
		}
	}
	return append(all, tableColumns{name: "throughput"})
}

// in is the measure of a flow with some tables; * is every column of a table.
func (m Measure) in(tables []tableColumns) ([]Measure, error) {
	if m.Reduction == "" {
		m.Reduction = Usual
	}
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	i := slices.Index(names, m.Table)
	if i < 0 {
		return nil, fmt.Errorf("the case has no table %s%s", m.Table, meantOr(m.Table, names))
	}
	columns := tables[i].columns
	switch {
	case columns == nil || slices.Contains(columns, m.Column):
		return []Measure{m}, nil
	case m.Column != "*":
		return nil, fmt.Errorf("%s.csv has no column %q%s", m.Table, m.Column,
			meantOr(m.Column, columns))
	}
	var all []Measure
	for _, c := range columns {
		each := m
		each.Column = c
		all = append(all, each)
	}
	return all, nil
}

// usual are the reductions of columns by default.
var usual = []struct {
	table, ending string // of the column; "" is any
	reductions    []string
}{
	{"forces", " Fx", []string{"peak", "mean"}},
	{"forces", " Fy", []string{"peak", "mean"}},
	{"forces", " Fz", []string{"peak", "mean"}},
	{"gauges", "", []string{"max", "mean"}},
	{"probes", "", []string{"max", "mean"}},
	{"energies", "kinetic", []string{"max", "mean"}},
	{"energies", "total", []string{"last"}},
}

// defaults are measures of what a case measures: of forces, gauges, probes, tables of features,
// bodies that the fluid moves, and energies.
func defaults(flow *sph.Case, tables []tableColumns) (all []Measure) {
	add := func(table, column string, reductions ...string) {
		for _, r := range reductions {
			all = append(all, Measure{table, column, r, math.NaN(), math.NaN()})
		}
	}
	names := []string{"forces", "bodies", "gauges", "probes"}
	for _, t := range sph.SampleTables() {
		names = append(names, strings.TrimSuffix(t.File, ".csv"))
	}
	for _, table := range append(names, "energies") {
		i := slices.IndexFunc(tables, func(t tableColumns) bool { return t.name == table })
		for _, b := range flow.Bodies {
			if table == "bodies" && b.Free != nil {
				add(table, b.Name+" x", "last")
				add(table, b.Name+" z", "mean", "range")
			}
		}
		if i < 0 {
			continue
		}
		for _, column := range tables[i].columns {
			add(table, column, usually(flow, table, column)...)
		}
	}
	return all
}

// usually are the reductions of a column by default.
func usually(flow *sph.Case, table, column string) (all []string) {
	switch {
	case flow.Params.Dim == 2 && strings.HasSuffix(column, " Fy"):
		return nil // rounding
	case table == "gauges" && column == flow.Front:
		return []string{"max"}
	}
	for _, t := range sph.SampleTables() {
		for _, m := range t.Measures {
			if t.File == table+".csv" && strings.HasSuffix(column, m.Ending) {
				all = append(all, m.Reductions...)
			}
		}
	}
	for _, u := range usual {
		if u.table == table && strings.HasSuffix(column, u.ending) {
			all = append(all, u.reductions...)
		}
	}
	return all
}
