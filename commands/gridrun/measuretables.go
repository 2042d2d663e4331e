package gridrun

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpusph/commands/kinds"
	"gpusph/grid"
	"gpusph/grid/gridmeasure"
)

// extremesTable has a row for each snapshot: of each field the least and the greatest value, and
// the centres of the cells that have them.
func extremesTable(first *gridmeasure.Sampler) *table {
	t := &table{file: "measure_extremes.csv", columns: []string{"t[s]", "step"}}
	axes := axesOf(first.Snapshot)
	for _, r := range gridmeasure.Ranges(first.Snapshot) {
		unit := ""
		if r.Unit != "" {
			unit = "[" + r.Unit + "]"
		}
		for _, end := range []string{"min", "max"} {
			t.columns = append(t.columns, r.Name+" "+end+unit)
			for _, a := range axes {
				t.columns = append(t.columns, fmt.Sprintf("%s %s %c[m]", r.Name, end, 'x'+a))
			}
		}
	}
	t.rows = func(m *gridmeasure.Sampler) error {
		t.row(m.Time, float64(m.Step))
		for _, r := range gridmeasure.Ranges(m.Snapshot) {
			for _, e := range []gridmeasure.Extreme{r.Least, r.Most} {
				t.row(e.Value)
				for _, a := range axes {
					t.row(e.At[a])
				}
			}
		}
		return nil
	}
	return t
}

// axesOf are the axes along which a flow has more than a cell.
func axesOf(s *grid.Snapshot) (all []int) {
	for a, n := range s.Cells {
		if n > 1 {
			all = append(all, a)
		}
	}
	return all
}

// averagesTable has a row for each plane of cells in each snapshot.
func averagesTable(first *gridmeasure.Sampler) *table {
	t := &table{file: "measure_averages.csv",
		columns: append([]string{"t[s]", "step", "z[m]"}, first.Columns()...)}
	t.rows = func(m *gridmeasure.Sampler) error {
		all := gridmeasure.Averages(m.Snapshot)
		for k, z := range all[0].At {
			t.row(m.Time, float64(m.Step), z)
			for _, p := range all {
				t.row(p.Values[k])
			}
		}
		return nil
	}
	return t
}

// level is a value of a field.
type level struct {
	field string
	value float64
}

// levels reads them.
func levels(list string) (all []level, err error) {
	for _, word := range kinds.Items(list) {
		field, value, ok := strings.Cut(word, "=")
		x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !ok || err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("--level has %q, but takes a field and its value; use temperature=0.5",
				word)
		}
		all = append(all, level{strings.ToLower(strings.TrimSpace(field)), x})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("--level has no value; temperature=0.5 is one")
	}
	return all, nil
}

// levelsTable has a row for each level on each line in each snapshot: how often it is crossed, and
// where first and last. Line 0 is that of the averages.
func levelsTable(first *gridmeasure.Sampler, o *kinds.MeasureOptions) (*table, error) {
	of, err := levels(o.Level)
	if err != nil {
		return nil, err
	}
	var lines [][2][3]float64
	for _, word := range kinds.Items(o.Lines) {
		x, err := kinds.Numbers("lines", word, 6, "0.5,0,0,0.5,0,1")
		if err != nil {
			return nil, err
		}
		lines = append(lines, [2][3]float64{[3]float64(x[:3]), [3]float64(x[3:])})
	}
	for _, l := range of { // are there such fields?
		if _, err := first.Crossings(l.field, l.value, first.Origin, first.Origin); err != nil {
			return nil, fmt.Errorf("--level: %w", err)
		}
	}
	t := &table{file: "measure_levels.csv", columns: []string{"t[s]", "step", "level", "line",
		"crossings"}}
	for _, which := range []string{"first", "last"} {
		t.columns = append(t.columns, which+" s[m]", which+" x[m]", which+" y[m]", which+" z[m]")
	}
	t.rows = func(m *gridmeasure.Sampler) error {
		for i, l := range of {
			begin := []float64{m.Time, float64(m.Step), float64(i + 1)}
			if o.Averages {
				p, err := m.Average(l.field)
				if err != nil {
					return err
				}
				t.row(averageRow(m, p.Crossings(l.value), begin)...)
			}
			for k, line := range lines {
				at, err := m.Crossings(l.field, l.value, line[0], line[1])
				if err != nil {
					return err
				}
				length := distance(line[0], line[1])
				t.row(crossingsRow(append(begin, float64(k+1)), at, func(s float64) (x [3]float64) {
					for a := range x {
						x[a] = line[0][a] + s/length*(line[1][a]-line[0][a])
					}
					return x
				})...)
			}
		}
		return nil
	}
	return t, nil
}

// averageRow is the row of a level that the averages cross at heights z: s is that above the lower
// end.
func averageRow(m *gridmeasure.Sampler, z, begin []float64) []float64 {
	for i := range z {
		z[i] -= m.Origin[2]
	}
	return crossingsRow(append(begin, 0), z, func(s float64) [3]float64 {
		return [3]float64{math.NaN(), math.NaN(), m.Origin[2] + s}
	})
}

// crossingsRow is a row with the first and the last of some crossings, which are at distances s;
// without any they are NaN.
func crossingsRow(begin, at []float64, place func(s float64) [3]float64) []float64 {
	row := append(begin, float64(len(at)))
	ends := []float64{math.NaN(), math.NaN()}
	if n := len(at); n > 0 {
		ends = []float64{at[0], at[n-1]}
	}
	for _, s := range ends {
		x := place(s)
		row = append(append(row, s), x[:]...)
	}
	return row
}
