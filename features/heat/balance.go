package heat

import (
	"math"

	"gpusph/sph"
)

var energies = []sph.Energy{
	{Name: "heat", Unit: "J", Formula: "m c T", Kernel: "HEAT", Outside: true},
	{
		Name: "heat of solids", Unit: "J", Formula: "ρ c V T", Kernel: "SOLIDS", Outside: true,
		Needed: solids,
	},
}

// Stored is that of the fluid in a sample, over the temperature 0 [J], in two dimensions of a
// metre of width.
func Stored(c *sph.Case, m *sph.Sample) float64 { return c.EnergyOf("HEAT", m) }

// StoredInSolids is the same of the solids that conduct.
func StoredInSolids(c *sph.Case, m *sph.Sample) float64 { return c.EnergyOf("SOLIDS", m) }

// Heats are what walls, then all sources, and then the air, have given the fluid until a sample
// [J].
func Heats(c *sph.Case, m *sph.Sample) []float64 { return m.SumsOf(c, Name) }

// Flows are what they give at the sample [W]; 0 where that is not known.
func Flows(c *sph.Case, m *sph.Sample) []float64 { return m.RatesOf(c, Name) }

// Balance is where the heat of a flow has gone between two samples [J].
type Balance struct {
	Before, After float64 // stored in fluid and solids
	// by walls with a temperature or a flux, by sources, and by the air, to fluid and solids
	Walls, Sources, Air float64
}

// Off is what is stored more than was given [J].
func (b *Balance) Off() float64 { return b.After - b.Before - b.Walls - b.Sources - b.Air }

// BalanceOf is that of a flow with heat between two of its samples.
func BalanceOf(c *sph.Case, first, last *sph.Sample) (b Balance) {
	g := Of(c)
	b.Before = Stored(c, first) + StoredInSolids(c, first)
	b.After = Stored(c, last) + StoredInSolids(c, last)
	before := Heats(c, first)
	for k, given := range Heats(c, last) {
		given -= before[k]
		switch {
		case k == len(g.Walls):
			b.Sources += given
		case k > len(g.Walls):
			b.Air += given
		case g.Walls[k].Solid == nil: // what solids give the fluid stays in the flow
			b.Walls += given
		}
	}
	return b
}

// Nusselt is the heat flow of a wall [W] over what the fluid would conduct at rest, with the
// conductivity of the first material.
func Nusselt(c *sph.Case, w *Wall, flow float64) float64 {
	return flow * Of(c).Length / (w.Area * Of(c).Fluids[0].Conductivity * Of(c).Difference)
}

// energyBound bounds what the fluid stores and walls give it, over the temperature 0 [J].
func energyBound(c *sph.Case) (most float64) {
	g := Of(c)
	least, greatest := Temperatures(c)
	for k := range c.Materials {
		most = max(most, g.Fluids[k].HeatCapacity)
	}
	most *= c.Heaviest()
	for k := range g.Walls {
		if s := g.Walls[k].Solid; s != nil {
			most = max(most, s.PerVolume()*s.VolumeRatio()*c.VolumeOf(0))
		}
	}
	if s := g.Surface; s != nil {
		least, greatest = min(least, s.Air), max(greatest, s.Air)
	}
	most *= 1 + max(math.Abs(least), math.Abs(greatest))
	return float64(c.Particles.Len()) * most
}
