package sweep

import (
	"fmt"
	"strings"

	"gpusph/internal/page"
	"gpusph/internal/study"
	"gpusph/internal/text"
	"gpusph/output"
)

// none stands in tables for what does not exist.
const none = "—"

// atATime is how many measures a table has on a terminal.
const atATime = 4

// title names what was run.
func (f *File) title() string {
	return fmt.Sprintf("%s with %s", f.Problem, text.Count(len(f.Runs), "choice")+" of "+
		text.And(f.Keys))
}

// measured is the table of some of the measures.
func (f *File) measured(from, to int) page.Table {
	head := append([]string{"Run"}, f.Keys...)
	for _, m := range f.Measures[from:to] {
		name := m.Name
		if m.Unit != "" {
			name += " [" + m.Unit + "]"
		}
		head = append(head, name)
	}
	t := page.Table{Title: "Measures", Left: 1, Rows: [][]string{head}}
	for _, r := range f.Runs {
		cells := r.head()
		for k := from; k < to; k++ {
			word := none
			if k < len(r.Values) && r.Values[k] != nil {
				word = text.Number(*r.Values[k])
			}
			cells = append(cells, word)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// head is the name of the run and its parameters; where it has the case file's there is none.
func (r *row) head() []string {
	cells := []string{r.Name}
	for _, word := range r.Parameters {
		if word == "" {
			word = none
		}
		cells = append(cells, word)
	}
	return cells
}

// runTable has the runs.
func (f *File) runTable() page.Table {
	t := page.Table{Title: "Runs", Left: 1, Rows: [][]string{append(append([]string{"Run"},
		f.Keys...), f.size.Count, "Steps", "Time [s]", f.size.Speed, "Status")}}
	for _, r := range f.Runs {
		cells := r.head()
		if r.Status == output.Done {
			cells = append(cells, text.Thousands(r.Particles), text.Thousands(r.Steps),
				text.Digits(r.Runtime), text.Mips(r.Mips))
		} else {
			cells = append(cells, none, none, none, none)
		}
		t.Rows = append(t.Rows, append(cells, r.Status))
		if r.Error != "" {
			t.Note += fmt.Sprintf("\n%s: %s", r.Name, r.Error)
		}
		t.Note += study.Warned(r.Name, r.Warnings)
	}
	t.Note = strings.TrimSpace(t.Note)
	return t
}

// text writes the results for a terminal.
func (f *File) text(b *strings.Builder) {
	b.WriteString(f.title() + "\n")
	var all []page.Table
	for from := 0; from < len(f.Measures); from += atATime {
		all = append(all, f.measured(from, min(from+atATime, len(f.Measures))))
	}
	for i, t := range append(all, f.runTable()) {
		b.WriteString("\n")
		if i == 0 || i == len(all) {
			b.WriteString(t.Title + "\n")
		}
		text.Align(b, t.Rows, t.Left)
		if t.Note != "" {
			b.WriteString(t.Note + "\n")
		}
	}
}
