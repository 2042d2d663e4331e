package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/page"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/validate"
)

// Text writes the report for a terminal.
func (r *report) Text(b *strings.Builder) {
	if s := r.Series; s != nil {
		fmt.Fprintf(b, "Series of %s\n", text.Count(len(r.Runs), "run"))
		b.WriteString("\n")
		text.Align(b, s.table(), 2)
		for _, sentence := range s.sentences() {
			b.WriteString(sentence + "\n")
		}
		b.WriteString("\n")
	}
	for i, run := range r.Runs {
		if i > 0 {
			b.WriteString("\n")
		}
		run.text(b)
	}
}

func (r *runReport) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %s\n", r.Directory, r.Was().Title())
	if how := r.Was().Ending(); how != "" {
		b.WriteString(how + "\n")
	}
	b.WriteString("\n")
	if !r.again {
		r.Flow.Write(b)
	}
	for _, w := range r.allWarnings() {
		b.WriteString("Warning: " + w + "\n\n")
	}
	for _, remark := range r.Remarks {
		b.WriteString("Remark: " + remark + "\n\n")
	}
	all := slices.Concat(r.about(), r.measured())
	for _, k := range r.Compared {
		all = append(all, k.table())
	}
	for i, t := range slices.Concat(all, r.devices()) {
		if i > 0 {
			b.WriteString("\n")
		}
		if t.Title != "" {
			b.WriteString(t.Title + "\n")
		}
		if t.Title == "" || len(t.Rows) > 1 {
			text.Align(b, t.Rows, t.Left)
		}
		if t.Note != "" {
			b.WriteString(t.Note + "\n")
		}
	}
	output.WriteNext(b, stored.Next(r.Directory, r.Was()))
}

// haveLeft is part of the warnings of particles that have left the domain, of which one is enough.
const haveLeft = "of the fluid have left the domain"

// allWarnings are those of the summary, and those of the log that it does not have.
func (r *runReport) allWarnings() []string {
	all := append([]string{}, r.Was().Warnings...)
	if r.Trouble != "" {
		all = append(all, "trouble.json: "+r.Trouble)
	}
	for _, w := range r.Warnings {
		known := false
		for _, other := range all {
			known = known || strings.Contains(w, other) || strings.Contains(other, w) ||
				strings.Contains(w, haveLeft) && strings.Contains(other, haveLeft) // the first is the last
		}
		if !known {
			all = append(all, w)
		}
	}
	if more := r.Logged - len(r.Warnings); more > 0 {
		all = append(all, fmt.Sprintf("run.log has %s more", text.Count(more, "warning")))
	}
	return all
}

// flow are the tables of the flow but for its main figures, for the page.
func (r *runReport) flow() []page.Table {
	if r.again {
		return nil
	}
	var all []page.Table
	if energies := r.Flow.EnergyRows(); energies != nil {
		all = append(all, page.Table{Title: "Energy", Left: 1, Rows: energies})
	}
	if rows := r.Flow.BudgetRows(); rows != nil {
		all = append(all, page.Table{Title: r.Flow.Budget.Title(), Left: 1, Rows: rows})
	}
	if rows := r.Flow.ContentRows(); rows != nil {
		all = append(all, page.Table{Title: output.ContentTitle, Left: 1, Rows: rows})
	}
	if materials := r.Was().MaterialRows(); materials != nil {
		all = append(all, page.Table{Title: "Materials", Left: 1, Rows: materials})
	}
	if rows := output.PassageRows(r.Flow.Passages); rows != nil {
		of := sph.PassagesAre()
		all = append(all, page.Table{Title: strings.ToUpper(of[:1]) + of[1:], Left: 1, Rows: rows,
			Note: r.Flow.Mass.Ledger.Note()})
	}
	return all
}

// about are the tables of what was run.
func (r *runReport) about() []page.Table {
	s := r.Was()
	all := []page.Table{{Left: 2, Rows: s.About()}, {Left: 2, Rows: [][]string{
		{"Status", s.Status}, {"Started", s.Started}, {"Ended", s.Ended}, {"Host", s.Host},
		{"Program", strings.TrimSpace(s.Program + " " + s.Version)},
		{"Spacing", text.Exact(s.Parameters.DeltaP) + " m"}, {"Last state", s.StateSHA256},
		{"Command line", strings.Join(s.CommandLine, " ")},
	}}}
	for _, from := range s.Resumed {
		all[1].Rows = append(all[1].Rows, []string{"Gone on from",
			fmt.Sprintf("step %s, at %s s", text.Thousands(from.Step), text.Number(from.Time))})
	}
	changed := page.Table{Title: "Options that are not as usual", Left: 3,
		Rows: [][]string{{"Option", "Value", "Usual", "What it is"}}}
	for _, c := range r.Changed {
		changed.Rows = append(changed.Rows, []string{c.Name, c.Value, c.Default, c.What})
	}
	if len(r.Changed) > 0 {
		changed.Left = 4
		all = append(all, changed)
	}
	return all
}

// devices are the tables of what computed.
func (r *runReport) devices() []page.Table {
	s := r.Was()
	all := []page.Table{{Title: "Devices", Left: 2, Rows: s.DeviceRows()},
		{Title: "Phases", Left: 1, Rows: s.PhaseTimes()}}
	if len(s.Links) > 0 {
		all = append(all, page.Table{Title: "Links", Left: 1, Rows: s.LinkTimes()})
	}
	if rows, note := s.Balance(); rows != nil {
		all = append(all, page.Table{Title: "Balance", Left: 1, Rows: rows,
			Note: strings.TrimSpace(note)})
	}
	return all
}

// measured is the table of the extremes of all that was measured; none where another run has
// measured the same.
func (r *runReport) measured() []page.Table {
	measured := page.Table{Title: "What was measured", Left: 2,
		Rows: [][]string{{"Table", "Column", "Unit", "Mean", "over t [s]", "Least", "at t [s]",
			"Greatest", "at t [s]", "Last"}}}
	for _, t := range r.Tables {
		if strings.HasPrefix(t.File, "throughput") {
			continue
		}
		for _, c := range t.Columns {
			if c.Name != "t" && c.Name != "step" && !(r.plane() && acrossPlane(c.Name)) {
				mean, over := "—", "—"
				if m := c.Mean; m != nil {
					mean, over = m.Text(), m.Over()
				}
				measured.Rows = append(measured.Rows, []string{t.File, c.Name, c.Unit, mean, over,
					knownOf(c.Least, &c), known(c.AtLeast), knownOf(c.Most, &c), known(c.AtMost),
					knownOf(c.Last, &c)})
			}
		}
	}
	if len(measured.Rows) == 1 || r.again {
		return nil
	}
	measured.Left = 3
	return []page.Table{measured}
}

// plane reports whether the run is of a flow in two dimensions.
func (r *runReport) plane() bool { return r.Was().Parameters.Dim == 2 }

// acrossPlane reports whether a column of forces.csv has a component that is 0 in two dimensions,
// apart from rounding: it is not shown then.
func acrossPlane(name string) bool {
	return strings.HasSuffix(name, " Fy") || strings.HasSuffix(name, " Mx") ||
		strings.HasSuffix(name, " Mz")
}

func (k *compared) table() page.Table {
	t := page.Table{Title: "Compared with " + k.Case + ": " + k.What, Left: 1,
		Rows: [][]string{{"Norm", "Value", "Gate of validate"}}, Note: k.How + "\nSource: " + k.Source}
	if k.Early {
		t.Note = fmt.Sprintf("The run ends at %s s, but validate goes to %s s at least: norms that are "+
			"of the end, or of all times, are not those that it has gates for.\n", k.ends[0], k.ends[1]) +
			t.Note
	}
	for i := range k.rows {
		row := &k.rows[i]
		t.Rows = append(t.Rows, []string{row.Norm, row.ValueText(), k.gate(row)})
	}
	if !slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return row[2] != "" }) {
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][:2]
		}
	}
	return t
}

// gate is what validate holds the norm to, and the verdict. An order of convergence takes several
// runs.
func (k *compared) gate(row *validate.Row) string {
	if k.Early {
		return ""
	}
	if row.Verdict == validate.Reported || row.Gate.Falls {
		return row.GateText()
	}
	return row.GateText() + " " + string(row.Verdict)
}

// knownOf is a value of a column. A place far from 0, for how much it changes, has four digits of
// that.
func knownOf(x *float64, of *columnReport) string {
	if x == nil || of.Unit != "m" || of.Least == nil || of.Most == nil {
		return known(x)
	}
	span := *of.Most - *of.Least
	if !(span > 0) || math.Abs(*x) < 10*span {
		return known(x)
	}
	unit := math.Pow(10, max(0, 3-math.Floor(math.Log10(span))))
	return text.Exact(math.Round(*x*unit) / unit)
}

func known(x *float64) string {
	if x == nil {
		return "—"
	}
	return text.Number(*x)
}
