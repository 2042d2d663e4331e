package study

import (
	"fmt"
	"strings"

	"gpusph/internal/plot"
)

// Warned is a line, after a line break, about the warnings of a run; "" is none.
func Warned(name string, warnings []string) string {
	switch len(warnings) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("\n%s warns: %s", name, warnings[0])
	}
	return fmt.Sprintf("\n%s has %d warnings; the first is: %s", name, len(warnings), warnings[0])
}

// Series are charts of the columns of measures, each once, with a curve for each of the runs.
func (t *Tables) Series(measures []Measure, names []string,
	style func(k, n int) plot.Style) (all []plot.Chart, err error) {
	seen := map[[2]string]bool{}
	for i := range measures {
		m := &measures[i]
		key := [2]string{m.Table, m.Column}
		if seen[key] {
			continue
		}
		seen[key] = true
		c := plot.Chart{Name: "series", Title: m.Table + ": " + m.Column, X: "simulated time t [s]",
			Y: m.Column, Places: m.isPlace()}
		for k, r := range t.runs {
			time, column, err := t.Column(r, m)
			if err != nil {
				return nil, err
			}
			if column == nil {
				continue
			}
			if column.Unit != "" {
				c.Y = fmt.Sprintf("%s [%s]", m.Column, column.Unit)
			}
			c.Curves = append(c.Curves,
				plot.Curve{Name: names[k], Style: style(k, len(t.runs)), N: time, Y: column.Of})
		}
		if len(c.Curves) > 0 {
			all = append(all, c)
		}
	}
	return all, nil
}

// isPlace reports whether values are coordinates.
func (m *Measure) isPlace() bool {
	return m.Table == "gauges" || strings.HasSuffix(m.Column, "_level")
}

// Values are those of measures, of each run in its order, and their units.
func (t *Tables) Values(measures []Measure) (values [][]float64, units []string, err error) {
	for i := range measures {
		var row []float64
		unit := ""
		for _, r := range t.runs {
			x, u, err := t.Value(r, &measures[i])
			if err != nil {
				return nil, nil, err
			}
			if row = append(row, x); u != "" {
				unit = u
			}
		}
		values, units = append(values, row), append(units, unit)
	}
	return values, units, nil
}
