package sph

import "slices"

// StoredHeat is that of the fluid in a sample, over the temperature 0 [J], in two dimensions of a
// metre of width.
func (c *Case) StoredHeat(m *Sample) float64 { return c.energyOf("HEAT", m) }

// HeatOfSolids is the same of the solids that conduct.
func (c *Case) HeatOfSolids(m *Sample) float64 { return c.energyOf("SOLIDS", m) }

// energyOf is an energy of a sample by its kernel; 0 where the flow has none.
func (c *Case) energyOf(kernel string, m *Sample) float64 {
	k := slices.IndexFunc(c.Params.Energies(), func(e Energy) bool { return e.Kernel == kernel })
	if k < 0 || k >= len(m.Energy) {
		return 0
	}
	return m.Energy[k]
}

// HeatBalance is where the heat of a flow has gone between two samples [J].
type HeatBalance struct {
	Before, After float64 // stored in fluid and solids
	// by walls with a temperature or a flux, by sources, and by the air, to fluid and solids
	Walls, Sources, Air float64
}

// Off is what is stored more than was given [J].
func (b *HeatBalance) Off() float64 { return b.After - b.Before - b.Walls - b.Sources - b.Air }

// BalanceOfHeat is that of a flow with heat between two of its samples.
func (c *Case) BalanceOfHeat(first, last *Sample) (b HeatBalance) {
	b.Before = c.StoredHeat(first) + c.HeatOfSolids(first)
	b.After = c.StoredHeat(last) + c.HeatOfSolids(last)
	for k, given := range last.Heat {
		if k < len(first.Heat) {
			given -= first.Heat[k]
		}
		switch {
		case k == len(c.Heat.Walls):
			b.Sources += given
		case k > len(c.Heat.Walls):
			b.Air += given
		case c.Heat.Walls[k].Solid == nil: // what solids give the fluid stays in the flow
			b.Walls += given
		}
	}
	return b
}
