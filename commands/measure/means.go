package measure

import (
	"fmt"
	"strings"

	"gpusph/internal/statistics"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// stored is the table as one of a run.
func (t *table) stored() *stored.Table {
	columns := t.headings()
	all := &stored.Table{Name: t.file}
	for k, heading := range columns {
		c := stored.ParseHeading(heading)
		for at := k; at < len(t.values); at += len(columns) {
			c.Of = append(c.Of, t.values[at])
		}
		all.Columns = append(all.Columns, c)
	}
	return all
}

// sayMeans writes the means of all columns of tables.
func sayMeans(b *strings.Builder, run *stored.Run, tables ...*stored.Table) {
	rows := [][]string{{"Mean", "", "Unit", "over t [s]"}}
	for _, t := range tables {
		for k, m := range run.Means(t) {
			if m != nil {
				rows = append(rows, []string{t.Columns[k].Name, m.Text(), t.Columns[k].Unit, m.Over()})
			}
		}
	}
	if len(rows) > 1 {
		text.AlignRows(b, rows, "l r l l")
	}
}

// sayFlux writes of each section the mean discharge, its window, the mean area that is wet then,
// and the volume that has gone through in all.
func (t *table) sayFlux(b *strings.Builder, run *stored.Run) {
	all := t.stored()
	time := all.Time()
	if len(time) == 0 {
		return
	}
	const first, each = 2, 3 // columns: time and step; mass, volume and wet of each section
	units := []string{all.Columns[first+1].Unit, all.Columns[first+2].Unit}
	rows := [][]string{{"Section", "Discharge [" + units[0] + "]", "over t [s]",
		"Wet [" + units[1] + "]", "Volume [" + strings.TrimSuffix(units[0], "/s") + "]",
		"over t [s]"}}
	means := run.Means(all)
	for k := first; k < len(all.Columns); k += each {
		volume, wet := &all.Columns[k+1], &all.Columns[k+2]
		name := strings.TrimSuffix(volume.Name, " volume")
		row := []string{name, "—", "few samples", "—"}
		if m := means[k+1]; m != nil {
			row[1], row[2] = m.Text(), m.Over()
			w := statistics.Window{From: m.From, Until: m.Until}
			if area, ok := statistics.Over(time, wet.Of, w); ok {
				row[3] = text.Mean(area.Mean, area.Deviation)
			}
		}
		rows = append(rows, append(row, text.Number(statistics.Integral(time, volume.Of)),
			fmt.Sprintf("%s to %s", text.Number(time[0]), text.Number(time[len(time)-1]))))
	}
	text.AlignRows(b, rows, "l r l r r l")
}

// meanTable is that of --means: a row for each column of the run's own tables.
func meanTable(run *stored.Run) (*waveTable, error) {
	t := &waveTable{file: "measure_means.csv", kind: kindOfMeans, columns: meanColumns}
	var b strings.Builder
	for _, of := range []*stored.Table{run.Forces, run.Gauges, run.Probes, run.Velocities,
		run.Boundaries} {
		if of == nil {
			continue
		}
		for k, m := range run.Means(of) {
			if m != nil {
				c := &of.Columns[k]
				t.rows = append(t.rows, []string{of.Name, c.Name, c.Unit, number(m.Value),
					number(m.Deviation), number(m.From), number(m.Until), m.Window})
			}
		}
		sayMeans(&b, run, of)
	}
	if t.rows == nil {
		return nil, fmt.Errorf("--means: %s has no forces, gauges, probes or %s of which "+
			"means could be; use force, [[gauge]] or [[probe]] in the case file", run.Dir, sph.PassagesAre())
	}
	t.said = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	return t, nil
}

var (
	meanColumns = []string{"table", "column", "unit", "mean", "deviation", "from[s]", "until[s]",
		"window"}
	kindOfMeans = output.KindOfTable(meanColumns[:3])
)
