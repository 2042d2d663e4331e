package heat

import "gpusph/sph"

// File has what heat walls and sources give the fluid, with a row for each sample.
const File = "heat.csv"

// The endings of its columns: of what was given to the flow since the beginning, and of what solids
// have given the fluid, which was in the flow before.
const (
	GivenEnding  = " heat"
	SolidEnding  = " to the fluid"
	StoredColumn = "stored"
	SolidsColumn = "stored in solids"
)

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
		ending := GivenEnding
		if w.Solid != nil {
			ending = SolidEnding
		}
		add(k, w.Name, ending)
		if g.Difference > 0 {
			row = append(row, sph.Column{Name: w.Name + " Nu", Value: Nusselt(c, w, flows[k])})
		}
	}
	if len(g.Sources) > 0 {
		add(len(g.Walls), "sources", GivenEnding)
	}
	if g.Surface != nil {
		add(len(g.Walls)+1, "air", GivenEnding)
	}
	row = append(row, sph.Column{Name: StoredColumn, Unit: "J", Value: Stored(c, m)})
	if solids(&c.Params) {
		row = append(row, sph.Column{Name: SolidsColumn, Unit: "J", Value: StoredInSolids(c, m)})
	}
	return row
}
