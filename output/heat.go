package output

import (
	"math"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// heatFile has what heat walls and sources give the fluid, with a row for each sample.
const heatFile = "heat.csv"

// The endings of its columns: of what was given to the flow since the beginning, and of what solids
// have given the fluid, which was in the flow before.
const (
	givenHeat   = " heat"
	solidHeat   = " to the fluid"
	storedHeat  = "stored"
	solidStored = "stored in solids"
)

// heat is the heat flow of each heat wall, what it has given since the beginning, and its Nusselt
// number; the same of all sources, and of the air; and what the fluid and the solids store.
func heat(c *sph.Case, m *sph.Sample) (row []cell) {
	if c.Heat == nil {
		return nil
	}
	add := func(k int, name, ending string) {
		flow, given := 0.0, 0.0
		if k < len(m.HeatFlow) {
			flow = m.HeatFlow[k]
		}
		if k < len(m.Heat) {
			given = m.Heat[k]
		}
		row = append(row, cell{name + " flow", perWidth(c, "W"), flow},
			cell{name + ending, perWidth(c, "J"), given})
	}
	for k := range c.Heat.Walls {
		w := &c.Heat.Walls[k]
		ending := givenHeat
		if w.Solid != nil {
			ending = solidHeat
		}
		add(k, w.Name, ending)
		if c.Heat.Difference > 0 {
			row = append(row, cell{w.Name + " Nu", "", c.Nusselt(w, row[len(row)-2].value)})
		}
	}
	if len(c.Heat.Sources) > 0 {
		add(len(c.Heat.Walls), "sources", givenHeat)
	}
	if c.Heat.Surface != nil {
		add(len(c.Heat.Walls)+1, "air", givenHeat)
	}
	row = append(row, cell{storedHeat, perWidth(c, "J"), c.StoredHeat(m)})
	if c.Params.Further.HeatParts.Solids {
		row = append(row, cell{solidStored, perWidth(c, "J"), c.HeatOfSolids(m)})
	}
	return row
}

// HeatFlows is where the heat of a flow has gone, from the first to the last row of heat.csv.
type HeatFlows struct {
	Unit   string    `json:"unit"`
	Stored []Balance `json:"stored"` // by the fluid, and by solids
	Given  []Balance `json:"given"`  // by walls, sources and the air
	Off    float64   `json:"off"`    // what is stored more than was given
}

// NewHeatFlows is the balance of columns of heat.csv: name, unit, first and last value of each.
func NewHeatFlows(columns []Balance) *HeatFlows {
	h := &HeatFlows{}
	for _, c := range columns {
		name, given := strings.CutSuffix(c.Name, givenHeat)
		switch {
		case c.Name == storedHeat || c.Name == solidStored:
			c.Name = map[string]string{storedHeat: "fluid", solidStored: "solids"}[c.Name]
			h.Unit, h.Stored, h.Off = c.Unit, append(h.Stored, c), h.Off+c.Change
		case given:
			c.Name = name
			h.Given, h.Off = append(h.Given, c), h.Off-c.Change
		}
	}
	if h.Stored == nil {
		return nil
	}
	return h
}

// HeatRows is a table of where heat has gone, with a row of names first; nil without heat.
func (f *Flow) HeatRows() [][]string {
	h := f.Heat
	if h == nil {
		return nil
	}
	rows := [][]string{{"Heat [" + h.Unit + "]", "Start", "End", "Change"}}
	most := 0.0
	for _, s := range h.Stored {
		rows = append(rows, []string{"stored in the " + s.Name, text.Number(s.Start),
			text.Number(s.End), text.Number(s.Change)})
		most = max(most, math.Abs(s.Start), math.Abs(s.End))
	}
	for _, g := range h.Given {
		rows = append(rows, []string{"given by " + g.Name, "", "", text.Number(g.Change)})
	}
	off := text.Number(h.Off)
	if most > 0 {
		off += ", " + text.Figure(100*math.Abs(h.Off)/most) +
			" % of what was stored"
	}
	return append(rows, []string{"stored more than was given", "", "", off})
}
