package output

import (
	"math"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Budget is where a quantity that the flow keeps has gone, from the first to the last row of its
// table of samples.
type Budget struct {
	Unit   string    `json:"unit"`
	Stored []Balance `json:"stored"` // by the fluid, and by solids
	Given  []Balance `json:"given"`  // by walls, sources and the air
	Off    float64   `json:"off"`    // what is stored more than was given
}

// budget is the table of samples that has one, and how.
func budget() (file string, of *sph.Budget) {
	for _, t := range sph.SampleTables() {
		if t.Budget != nil {
			return t.File, t.Budget
		}
	}
	return "", nil
}

// BudgetFile is the table of samples that a Budget is of.
func BudgetFile() string {
	file, _ := budget()
	return file
}

// NewBudget is that of columns of the file: name, unit, first and last value of each.
func NewBudget(columns []Balance) *Budget {
	_, of := budget()
	b := &Budget{}
	for _, c := range columns {
		name, given := strings.CutSuffix(c.Name, of.Given)
		switch by := of.Stored[c.Name]; {
		case by != "":
			c.Name = by
			b.Unit, b.Stored, b.Off = c.Unit, append(b.Stored, c), b.Off+c.Change
		case given:
			c.Name = name
			b.Given, b.Off = append(b.Given, c), b.Off-c.Change
		}
	}
	if b.Stored == nil {
		return nil
	}
	return b
}

// Title is the quantity.
func (b *Budget) Title() string {
	_, of := budget()
	return of.Title
}

// BudgetRows is a table of where the quantity has gone, with a row of names first; nil without one.
func (f *Flow) BudgetRows() [][]string {
	b := f.Budget
	if b == nil {
		return nil
	}
	rows := [][]string{{b.Title() + " [" + b.Unit + "]", "Start", "End", "Change"}}
	most := 0.0
	for _, s := range b.Stored {
		rows = append(rows, []string{"stored in the " + s.Name, text.Number(s.Start),
			text.Number(s.End), text.Number(s.Change)})
		most = max(most, math.Abs(s.Start), math.Abs(s.End))
	}
	for _, g := range b.Given {
		rows = append(rows, []string{"given by " + g.Name, "", "", text.Number(g.Change)})
	}
	what, off := "stored more than was given", b.Off
	if f.Mass.Lost > 0 { // they took theirs along
		what, off = "left the domain with particles", -off
	}
	last := text.Number(off)
	if most > 0 {
		last += ", " + text.Figure(100*math.Abs(off)/most) + " % of what was stored"
	}
	return append(rows, []string{what, "", "", last})
}
