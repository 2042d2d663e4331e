package compare

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/stored"
	"gpusph/internal/text"
)

// tableDiff is in what the tables of a name differ.
type tableDiff struct {
	File    string       `json:"file"`
	Same    bool         `json:"same"` // in the rows that both have
	RowsA   int          `json:"rows_a"`
	RowsB   int          `json:"rows_b"`
	Common  int          `json:"rows_compared"` // of the same times
	OnlyA   []string     `json:"columns_only_a,omitempty"`
	OnlyB   []string     `json:"columns_only_b,omitempty"`
	First   *rowDiff     `json:"first,omitempty"`
	Columns []columnDiff `json:"columns,omitempty"` // that differ
}

// rowDiff is the first row that differs.
type rowDiff struct {
	Row    int     `json:"row"` // of A, 1 is the first below the heading
	Time   float64 `json:"t"`   // [s]
	Step   int     `json:"step"`
	Column string  `json:"column"`
	A      number  `json:"value_a"`
	B      number  `json:"value_b"`
	Off    number  `json:"difference"`
}

// columnDiff is by how much values of a column differ.
type columnDiff struct {
	Name     string  `json:"name"`
	Unit     string  `json:"unit,omitempty"`
	Rows     int     `json:"rows"` // that differ
	Greatest number  `json:"greatest_difference"`
	Time     float64 `json:"t_of_greatest"` // [s]
	Of       number  `json:"greatest_value"`
}

// compareTables compares what was measured in the flow.
func (f *File) compareTables(a, b *stored.Run) {
	for _, pair := range [][2]*stored.Table{{a.Energies, b.Energies}, {a.Probes, b.Probes},
		{a.Velocities, b.Velocities}, {a.Gauges, b.Gauges}, {a.Forces, b.Forces},
		{a.Boundaries, b.Boundaries}} {
		if pair[0] != nil || pair[1] != nil {
			f.addTable(diffTables(pair[0], pair[1], "t", nil))
		}
	}
}

// comparePeriods compares what list periods tell of the flow: time step and particles. Those of
// other devices are the same.
func (f *File) comparePeriods(a, b *stored.Run) {
	if len(a.Throughput) == 1 && len(b.Throughput) == 1 {
		f.addTable(diffTables(a.Throughput[0], b.Throughput[0], "step",
			[]string{"t", "dt", "particles", "lost"}))
	}
}

// addTable adds a comparison. Samples of other times do not make flows differ; that one goes on
// longer the results tell.
func (f *File) addTable(d tableDiff) {
	f.Tables = append(f.Tables, d)
	if d.First != nil {
		f.differs(place{d.First.Time, d.First.Step, d.File})
	}
	if !d.Same {
		f.Same = false
	}
}

// diffTables compares the rows of the same times, or of the same steps: key says which, and rises.
// columns are those that count; nil is what was measured.
func diffTables(a, b *stored.Table, key string, columns []string) tableDiff {
	d := tableDiff{RowsA: a.Len(), RowsB: b.Len(), Same: true}
	switch {
	case a == nil:
		d.File = b.Name
	default:
		d.File = a.Name
	}
	if a == nil || b == nil {
		d.Same = false
		return d
	}
	var pairs [][2]*stored.Column
	for i := range a.Columns {
		c := &a.Columns[i]
		if !counts(c.Name, columns) {
			continue
		}
		if other := b.Column(c.Name); other != nil && other.Unit == c.Unit {
			pairs = append(pairs, [2]*stored.Column{c, other})
		} else {
			d.OnlyA = append(d.OnlyA, c.Heading())
		}
	}
	for i := range b.Columns {
		c := &b.Columns[i]
		if other := a.Column(c.Name); columns == nil && counts(c.Name, nil) &&
			(other == nil || other.Unit != c.Unit) {
			d.OnlyB = append(d.OnlyB, c.Heading())
		}
	}
	diffs := make([]columnDiff, len(pairs))
	s, t := a.Of(key), b.Of(key)
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch {
		case s[i] < t[j]:
			i++
		case s[i] > t[j]:
			j++
		case s[i] != t[j]: // none is a number
			i, j = i+1, j+1
		default:
			d.row(a, pairs, diffs, i, j)
			i, j = i+1, j+1
		}
	}
	for i := range diffs {
		if diffs[i].Rows > 0 {
			diffs[i].Name, diffs[i].Unit = pairs[i][0].Name, pairs[i][0].Unit
			d.Columns = append(d.Columns, diffs[i])
		}
	}
	d.Same = d.First == nil && len(d.OnlyA)+len(d.OnlyB) == 0
	return d
}

// counts reports whether a column does: one of some, or of all that are measured.
func counts(name string, columns []string) bool {
	if columns == nil {
		return name != "t" && name != "step"
	}
	return slices.Contains(columns, name)
}

// row compares row i of one with row j of the other.
func (d *tableDiff) row(a *stored.Table, pairs [][2]*stored.Column, diffs []columnDiff, i, j int) {
	d.Common++
	for k, pair := range pairs {
		x, y := pair[0].Of[i], pair[1].Of[j]
		if same(x, y) {
			continue
		}
		time, by := a.Time()[i], off(x, y)
		if d.First == nil {
			step := -1
			if c := a.Column("step"); c != nil && math.Abs(c.Of[i]) < math.MaxInt32 {
				step = int(c.Of[i])
			}
			d.First = &rowDiff{i + 1, time, step, pair[0].Heading(), number(x), number(y), number(by)}
		}
		c := &diffs[k]
		if c.Rows++; by > float64(c.Greatest) || c.Rows == 1 {
			c.Greatest, c.Time = number(by), time
		}
		c.Of = max(c.Of, number(max(math.Abs(x), math.Abs(y))))
	}
}

// sentence says in what they differ.
func (d *tableDiff) sentence() string {
	switch {
	case d.RowsA == 0 || d.RowsB == 0:
		return fmt.Sprintf("has %d rows and %d", d.RowsA, d.RowsB)
	case d.Common == 0:
		return fmt.Sprintf("no row of both is of the same time, of %d and %d", d.RowsA, d.RowsB)
	case d.Same && d.Common == d.RowsA && d.Common == d.RowsB:
		return "the same, " + text.Count(d.RowsA, "row")
	case d.First == nil:
		return fmt.Sprintf("the same in %d rows of the same times, of %d and %d", d.Common, d.RowsA,
			d.RowsB)
	}
	r := d.First
	return fmt.Sprintf("row %d differs first, at %s s, step %d: %s is %.9g and %.9g, %.3g apart",
		r.Row, text.Number(r.Time), r.Step, r.Column, r.A, r.B, r.Off)
}
