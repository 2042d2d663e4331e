package output

import (
	"slices"

	"gpusph/sph"
)

// heatFile has what heat walls and sources give the fluid, with a row for each sample.
const heatFile = "heat.csv"

// heat is the heat flow of each heat wall, what it has given since the beginning, and its Nusselt
// number; the same of all sources; and what the fluid stores.
func heat(c *sph.Case, m *sph.Sample) (row []cell) {
	if c.Heat == nil {
		return nil
	}
	add := func(k int, name string) {
		flow, given := 0.0, 0.0
		if k < len(m.HeatFlow) {
			flow = m.HeatFlow[k]
		}
		if k < len(m.Heat) {
			given = m.Heat[k]
		}
		row = append(row, cell{name + " flow", perWidth(c, "W"), flow},
			cell{name + " heat", perWidth(c, "J"), given})
	}
	for k := range c.Heat.Walls {
		w := &c.Heat.Walls[k]
		add(k, w.Name)
		if c.Heat.Difference > 0 {
			row = append(row, cell{w.Name + " Nu", "", c.Nusselt(w, row[len(row)-2].value)})
		}
	}
	if len(c.Heat.Sources) > 0 {
		add(len(c.Heat.Walls), "sources")
	}
	return append(row, cell{"stored", perWidth(c, "J"), StoredHeat(c, m)})
}

// StoredHeat is that of the fluid, over the temperature 0 [J].
func StoredHeat(c *sph.Case, m *sph.Sample) float64 {
	k := slices.IndexFunc(c.Params.Energies(), func(e sph.Energy) bool { return e.Kernel == "HEAT" })
	if k < 0 || k >= len(m.Energy) {
		return 0
	}
	return m.Energy[k]
}
