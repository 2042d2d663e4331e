package heat

import (
	"fmt"

	"gpusph/sph"
)

// The endings of its columns: of what was given to the flow since the beginning, and of what solids
// have given the fluid, which was in the flow before.
const (
	givenEnding  = " heat"
	solidEnding  = " to the fluid"
	storedColumn = "stored"
	solidsColumn = "stored in solids"
)

// samples is what heat walls and sources give the fluid, with a row for each sample.
var samples = &sph.SampleTable{
	File: "heat.csv", Columns: columns,
	Measures: []sph.ColumnMeasures{
		{Ending: " flow", Reductions: []string{"mean"}}, {Ending: " Nu", Reductions: []string{"mean"}},
	},
	Budget: &sph.Budget{Title: "Heat", Given: givenEnding,
		Stored: map[string]string{storedColumn: "fluid", solidsColumn: "solids"}},
}

// wrong is that some of the fluid is colder than anything can be; "" is that it is not.
func wrong(_ *sph.Case, m *sph.Sample) string {
	if !(m.BelowZero > 0) {
		return ""
	}
	return fmt.Sprintf("some of the fluid is at %.5g °C, below absolute zero; walls, sources or the "+
		"surface take more heat than it has: use a smaller heat flux or source, or a temperature in its "+
		"place", absoluteZero-m.BelowZero)
}

// columns are the heat flow of each heat wall, what it has given since the beginning, and its
// Nusselt number; the same of all sources, and of the air; and what fluid and solids store.
func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	g := Of(c)
	given, flows := Heats(c, m), Flows(c, m)
	add := func(k int, name, ending string) {
		row = append(row, sph.Column{Name: name + " flow", Unit: "W", Value: flows[k]},
			sph.Column{Name: name + ending, Unit: "J", Value: given[k]})
	}
	for k := range g.Walls {
		w := &g.Walls[k]
		ending := givenEnding
		if w.Solid != nil {
			ending = solidEnding
		}
		add(k, w.Name, ending)
		if g.Difference > 0 {
			row = append(row, sph.Column{Name: w.Name + " Nu", Value: Nusselt(c, w, flows[k])})
		}
	}
	if len(g.Sources) > 0 {
		add(len(g.Walls), "sources", givenEnding)
	}
	if g.Surface != nil {
		add(len(g.Walls)+1, "air", givenEnding)
	}
	row = append(row, sph.Column{Name: storedColumn, Unit: "J", Value: Stored(c, m)})
	if solids(&c.Params) {
		row = append(row, sph.Column{Name: solidsColumn, Unit: "J", Value: StoredInSolids(c, m)})
	}
	return row
}
