package stored

import (
	"math"
	"strings"

	"gpusph/internal/statistics"
	"gpusph/output"
)

// Endings of columns of boundaries.csv.
const (
	dischargeEnding = "_discharge"
	volumeEnding    = "_volume" // since the beginning
	levelEnding     = "_level"
)

// Means are the means of the columns of a table over the window of each; nil for columns that have
// none: times and steps, and volumes since the beginning. Components of a vector have one window.
func (r *Run) Means(t *Table) (all []*output.Mean) {
	for k := 0; k < len(t.Columns); {
		n := 1
		if k+3 <= len(t.Columns) {
			if _, ok := vectorName(t.Columns[k : k+3]); ok {
				n = 3
			}
		}
		some := t.Columns[k : k+n]
		_, parts := r.mean(t, some)
		if name := some[0].Name; name == "t" || name == "step" ||
			strings.HasSuffix(name, volumeEnding) && t.isOf("boundaries.csv") {
			parts = make([]*output.Mean, n)
		}
		all = append(all, parts...)
		k += n
	}
	return all
}

// vectorName is what three columns have before x, y and z: gate F of gate Fx, gate Fy and gate Fz.
func vectorName(three []Column) (name string, ok bool) {
	name, ok = strings.CutSuffix(three[0].Name, "x")
	return name, ok && len(name) > 1 && three[1].Name == name+"y" && three[2].Name == name+"z" &&
		three[0].Unit == three[1].Unit && three[1].Unit == three[2].Unit
}

// mean returns the means of columns over the window that they share; first is that of the first.
// One of less than two samples is nil.
func (r *Run) mean(t *Table, columns []Column) (first *output.Mean, all []*output.Mean) {
	w, how := r.windowOf(t, columns)
	for _, c := range columns {
		m, ok := statistics.Over(t.Time(), c.Of, w)
		if !ok || m.Samples < 2 {
			all = append(all, nil)
			continue
		}
		all = append(all, &output.Mean{Value: m.Mean, Deviation: m.Deviation, From: m.From,
			Until: m.Until, Window: how})
	}
	return all[0], all
}

// windowOf is the window that the user asks for, or that in which the columns are steady, or else
// the whole record but for a sample at 0 s, which is that of the state at the start.
func (r *Run) windowOf(t *Table, columns []Column) (w statistics.Window, how string) {
	if r.Window != nil {
		return *r.Window, output.GivenWindow
	}
	record := statistics.Record{Times: t.Time(), Absolute: !t.isOf("gauges.csv")}
	for _, c := range columns {
		record.Components = append(record.Components, c.Of)
		record.Absolute = record.Absolute && !strings.HasSuffix(c.Name, levelEnding)
	}
	if w, ok := record.Steady(); ok {
		return w, output.SteadyWindow
	}
	if record.IsShort() {
		return record.Whole(), output.ShortWindow
	}
	return record.Whole(), output.WholeWindow
}

// isOf reports whether a table has the columns of a run's file, as measure_gauges.csv those of
// gauges.csv.
func (t *Table) isOf(file string) bool { return strings.HasSuffix(t.Name, file) }

// vectorMean is the mean of a vector of three columns; nil without numbers in its window.
func (r *Run) vectorMean(t *Table, three []Column) *output.VectorMean {
	_, parts := r.mean(t, three)
	v := &output.VectorMean{}
	size2 := 0.0
	for _, m := range parts {
		if m == nil {
			return nil
		}
		v.Components, v.Deviations = append(v.Components, m.Value), append(v.Deviations, m.Deviation)
		size2 += m.Value * m.Value
	}
	v.Mean = *parts[0]
	v.Value = math.Sqrt(size2)
	along := make([]float64, t.Len()) // the mean's direction
	for k, c := range three {
		for i, x := range c.Of {
			along[i] += x * v.Components[k] / v.Value
		}
	}
	w := statistics.Window{From: v.From, Until: v.Until}
	if m, ok := statistics.Over(t.Time(), along, w); ok {
		v.Deviation = m.Deviation
		return v
	}
	v.Deviation = math.Hypot(math.Hypot(v.Deviations[0], v.Deviations[1]), v.Deviations[2])
	return v // whose mean has no direction
}
