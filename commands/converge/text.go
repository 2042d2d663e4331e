package converge

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gpusph/internal/page"
	"gpusph/internal/study"
	"gpusph/internal/text"
)

// none stands in tables for what does not exist.
const none = "—"

func number(x *float64) string {
	if x == nil {
		return none
	}
	return text.Number(*x)
}

func percent(x *float64) string {
	if x == nil {
		return none
	}
	return text.Figure(100**x) + " %"
}

// title names what was run.
func (f *File) title() string {
	var spacings []string
	for _, r := range f.Runs {
		spacings = append(spacings, text.Number(r.DeltaP))
	}
	return fmt.Sprintf("%s at %s m", f.Problem, text.And(spacings))
}

// tables are those of the results, for text and page.
func (f *File) tables() []page.Table {
	all := []page.Table{f.measureTable(), f.runTable()}
	if f.Wanted != nil {
		all = append(all, f.Wanted.table())
	}
	return all
}

// measureTable has the orders and indices.
func (f *File) measureTable() page.Table {
	head := []string{"Measure", "Unit"}
	for _, r := range f.Runs {
		head = append(head, text.Number(r.DeltaP)+" m")
	}
	t := page.Table{Title: "Convergence", Left: 2,
		Rows: [][]string{append(head, "Convergence", "Order", "Extrapolated", "GCI", "Uncertainty")}}
	for _, m := range f.Measures {
		cells := []string{m.Name, m.Unit}
		for _, x := range m.Values {
			cells = append(cells, number(x))
		}
		order := none
		if m.Order != nil {
			order = fmt.Sprintf("%.2f", *m.Order)
		}
		t.Rows = append(t.Rows, append(cells, m.Kind, order, number(m.Extrapolated), percent(m.GCI),
			percent(m.Uncertainty)))
	}
	t.Note = f.notes()
	return t
}

// notes are those of the measures, each with the measures that have it.
func (f *File) notes() string {
	var lines []string
	having := map[string][]string{}
	for _, m := range f.Measures {
		if m.Note != "" && having[m.Note] == nil {
			lines = append(lines, m.Note)
		}
		having[m.Note] = append(having[m.Note], m.Name)
	}
	for i, note := range lines {
		lines[i] = fmt.Sprintf("%s: %s.", text.And(having[note]), note)
	}
	return strings.Join(lines, "\n")
}

// runTable has the runs.
func (f *File) runTable() page.Table {
	t := page.Table{Title: "Runs", Left: 1, Rows: [][]string{{"Directory", "Δp [m]", f.size.Count,
		"Fluid", "Steps", "Time [s]", f.size.Speed}}}
	for _, r := range f.Runs {
		t.Rows = append(t.Rows, []string{r.Directory, text.Number(r.DeltaP), text.Thousands(r.Particles),
			text.Thousands(r.Fluid), text.Thousands(r.Steps), text.Digits(r.Runtime), text.Mips(r.Mips)})
	}
	t.Note = strings.Join(f.Remarks, "\n")
	for _, r := range f.Runs {
		t.Note += study.Warned(filepath.Base(r.Directory), r.Warnings)
	}
	t.Note = strings.TrimSpace(t.Note)
	return t
}

// table has the spacings that the wanted index takes.
func (w *wanted) table() page.Table {
	t := page.Table{Title: fmt.Sprintf("What an uncertainty of %s takes", percent(&w.Error)), Left: 1,
		Rows: [][]string{{"Measure", "Δp [m]", "Particles", "Memory", "Steps", "Time", ""}}}
	for _, k := range w.Costs {
		cells := []string{k.Measure, text.Number(k.DeltaP), none, none, none, none, k.Note}
		if k.Particles > 0 {
			var memory []string
			for _, n := range k.Memory {
				memory = append(memory, fmt.Sprintf("%s of %s", text.Bytes(n.Bytes), n.Name))
			}
			copy(cells[2:], []string{count(k.Particles), strings.Join(memory, ", "), count(k.Steps),
				text.Duration(k.Seconds)})
		}
		t.Rows = append(t.Rows, cells)
	}
	if len(w.Costs) == 0 {
		t.Note = "No measure converges steadily, so no spacing is known to have it."
		return t
	}
	t.Note = fmt.Sprintf("By the three runs on %s: Δp^%.2f steps, of %.3g s and %.3g s for a million "+
		"particles. Snapshots and other output are not in the time.", text.And(w.Devices), w.StepsE,
		w.Fixed, 1e6*w.Each)
	return t
}

// count is a number that may be beyond all reason.
func count(x float64) string {
	if x >= 1e12 {
		return fmt.Sprintf("%.2g", x)
	}
	return text.Thousands(int(math.Round(x)))
}

// text writes the results for a terminal.
func (f *File) text(b *strings.Builder) {
	b.WriteString(f.title() + "\n")
	for _, t := range f.tables() {
		b.WriteString("\n" + t.Title + "\n")
		if len(t.Rows) > 1 {
			text.Align(b, t.Rows, t.Left)
		}
		if t.Note != "" {
			b.WriteString(t.Note + "\n")
		}
	}
}
