package lines

import "gpusph/sph"

// lineWords is how many numbers samples have of a line, besides where its nodes are.
const lineWords = 4

// Sample is what a line has at the time of a sample.
type Sample struct {
	From, To float64      // tension at its ends: the force that holds them [N]
	Greatest float64      // tension [N]
	Lying    float64      // length on the bed [m]
	At       [][3]float64 // nodes [m]
}

func readings(c *sph.Case) int {
	n, err := NetOf(c)
	if err != nil {
		return 0 // check says why
	}
	return lineWords*len(n.Rows) + 3*len(n.Nodes)
}

// Samples are those of the lines of a case, by a sample that has any; nil where it has none yet.
func Samples(c *sph.Case, m *sph.Sample) (all []Sample) {
	n, err := NetOf(c)
	if err != nil || len(m.Readings) == 0 {
		return nil
	}
	words := m.ReadingsOf(c, Name)
	nodes := words[lineWords*len(n.Rows):]
	for i := range n.Rows {
		of := words[lineWords*i:]
		s := Sample{From: of[0], To: of[1], Greatest: of[2], Lying: of[3]}
		for _, k := range n.NodesOf(i) {
			s.At = append(s.At, [3]float64(nodes[3*k:]))
		}
		all = append(all, s)
	}
	return all
}

// The endings of its columns.
const (
	fromEnding     = "_from"
	toEnding       = "_to"
	greatestEnding = "_greatest"
	lyingEnding    = "_lying"
)

// table is tension and length on the bed of each line, with a row for each sample.
var table = &sph.SampleTable{
	File: "lines.csv", Columns: columns,
	Measures: []sph.ColumnMeasures{
		{Ending: fromEnding, Reductions: []string{"mean", "max"}},
		{Ending: toEnding, Reductions: []string{"mean", "max"}},
		{Ending: greatestEnding, Reductions: []string{"max"}},
	},
	Charts: &sph.ColumnCharts{
		Name: "line", Title: "Lines", Note: "Tensions at an end are the force that holds it.",
		Of: []sph.ColumnChart{
			{Ending: fromEnding, Name: "tension at from", Axis: "tension"},
			{Ending: toEnding, Name: "tension at to", Axis: "tension"},
			{Ending: greatestEnding, Name: "greatest tension", Axis: "tension"},
			{Ending: lyingEnding, Name: "on the bed", Axis: "length"},
		},
	},
}

func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	f, samples := Of(c), Samples(c, m)
	for i := range f.Lines {
		var s Sample
		if i < len(samples) {
			s = samples[i]
		}
		name := f.Lines[i].Name
		row = append(row, sph.Column{Name: name + fromEnding, Unit: "N", Value: s.From},
			sph.Column{Name: name + toEnding, Unit: "N", Value: s.To},
			sph.Column{Name: name + greatestEnding, Unit: "N", Value: s.Greatest},
			sph.Column{Name: name + lyingEnding, Unit: "m", Value: s.Lying})
	}
	return row
}
