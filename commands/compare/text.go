package compare

import (
	"fmt"
	"strings"

	"gpusph/internal/text"
)

// Text writes the comparison for people.
func (f *File) Text(b *strings.Builder) {
	fmt.Fprintf(b, "A is %s\nB is %s\n\n", f.A, f.B)
	if f.Same {
		b.WriteString("The flows are the same, number for number.\n")
	} else {
		fmt.Fprintf(b, "The flows differ, %s.\n", f.Differ())
	}
	for _, remark := range f.Remarks {
		fmt.Fprintf(b, "Remark: %s\n", remark)
	}
	for _, part := range []struct {
		title string
		all   []value
	}{{"Options that differ", f.Options}, {"Parameters of the flow that differ", f.Parameters},
		{"Results that differ", f.Results}, {"Speed and machine, which do not count", f.Speed}} {
		if len(part.all) == 0 {
			continue
		}
		rows := [][]string{{"", "A", "B"}}
		for _, v := range part.all {
			rows = append(rows, []string{v.Name, told(v.A), told(v.B)})
		}
		fmt.Fprintf(b, "\n%s\n", part.title)
		text.Align(b, rows, 3)
	}
	if len(f.Tables) > 0 {
		b.WriteString("\nTables\n")
		var rows [][]string
		for i := range f.Tables {
			rows = append(rows, []string{f.Tables[i].File, f.Tables[i].sentence()})
		}
		text.Align(b, rows, 2)
	}
	f.columns(b)
	f.states(b)
}

// columns tells by how much columns differ.
func (f *File) columns(b *strings.Builder) {
	rows := [][]string{{"Column", "Rows", "Greatest difference", "at t [s]", "Greatest value"}}
	for _, d := range f.Tables {
		for _, c := range d.Columns {
			name := c.Name
			if c.Unit != "" {
				name += "[" + c.Unit + "]"
			}
			rows = append(rows, []string{d.File + " " + name, text.Thousands(c.Rows),
				fmt.Sprintf("%.3g", c.Greatest), text.Number(c.Time), fmt.Sprintf("%.4g", c.Of)})
		}
		for _, name := range d.OnlyA {
			rows = append(rows, []string{d.File + " " + name, "", "A only", "", ""})
		}
		for _, name := range d.OnlyB {
			rows = append(rows, []string{d.File + " " + name, "", "B only", "", ""})
		}
	}
	if len(rows) > 1 {
		b.WriteString("\n")
		text.Align(b, rows, 1)
	}
}

// states tells of snapshots and checkpoints.
func (f *File) states(b *strings.Builder) {
	if s := f.Snapshots; s != nil {
		fmt.Fprintf(b, "\nSnapshots: %d pairs of a time, of %d and %d", s.Compared, s.A, s.B)
		switch {
		case s.First != nil:
			b.WriteString("\n")
			s.First.text(b, "The first that differs")
			if s.Last != nil {
				s.Last.text(b, "The last")
			}
		case s.Compared > 0:
			b.WriteString("; all are the same\n")
		default:
			b.WriteString("\n")
		}
	}
	if c := f.Checkpoints; c != nil {
		fmt.Fprintf(b, "\nCheckpoints: %d of the same steps, of %d and %d", c.Compared, c.A, c.B)
		switch {
		case c.First != nil:
			fmt.Fprintf(b, "\n%s differs, at %s s, step %d:", c.First.File, text.Number(c.First.Time),
				c.First.Step)
			for i, field := range c.First.Fields {
				if i > 0 {
					b.WriteString(",")
				}
				b.WriteString(" " + field.Name)
				if field.Particles >= 0 {
					fmt.Fprintf(b, " of %s", text.Count(field.Particles, "particle"))
				}
			}
			b.WriteString("\n")
		case c.Compared > 0:
			b.WriteString("; all are the same\n")
		default:
			b.WriteString("\n")
		}
	}
}

func (d *stateDiff) text(b *strings.Builder, which string) {
	when := fmt.Sprintf("%.9g s", d.Time)
	if d.TimeB != d.Time {
		when += fmt.Sprintf(" of A and %.9g s of B", d.TimeB)
	}
	fmt.Fprintf(b, "%s is of %s, step %s: %s and %s\n", which, when, text.Thousands(d.Step), d.FileA,
		d.FileB)
	if d.OnlyA+d.OnlyB > 0 {
		fmt.Fprintf(b, "A alone has %s, B alone %d\n", text.Count(d.OnlyA, "particle"), d.OnlyB)
	}
	if len(d.Fields) == 0 {
		return
	}
	rows := [][]string{{"Field", "Particles that differ", "Greatest difference", "of id"}}
	for _, f := range d.Fields {
		rows = append(rows, []string{f.Name,
			fmt.Sprintf("%s of %s", text.Thousands(f.Particles), text.Thousands(d.Both)),
			strings.TrimSpace(fmt.Sprintf("%.3g %s", f.Greatest, f.Unit)), fmt.Sprint(f.ID)})
	}
	text.Align(b, rows, 1)
}

// told is a value for people.
func told(v any) string {
	switch v := v.(type) {
	case nil:
		return "—"
	case float64:
		return fmt.Sprintf("%.6g", v)
	case []string:
		return strings.Join(v, ",")
	case string:
		if v == "" {
			return "—"
		}
		return v
	}
	return fmt.Sprint(v)
}
