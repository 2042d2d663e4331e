package heat

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// Given is what heats and cools the fluid of a case.
type Given struct {
	Fluids  []Thermal // properties of the case's materials, in their order
	Walls   []Wall
	Sources []Source
	Surface *Surface // nil is one that keeps its heat

	// Of Nusselt numbers, heat flow over conductivity times area times difference over length; 0 has
	// none.
	Length, Difference float64 // [m], [K]
}

// Thermal are the properties of a fluid with a temperature.
type Thermal struct {
	Conductivity float64 // [W/(m K)]
	HeatCapacity float64 // [J/(kg K)]
	Expansion    float64 // volumetric, β [1/K]; buoyancy is -β (T - T0) g
	T0           float64 // temperature at which its density is Rho0 [K or °C]
}

// StefanBoltzmann is σ of radiation [W/(m² K⁴)], exact by the units of 2019.
const StefanBoltzmann = 5.670374419e-8

// Surface is what free surfaces give to the air: ε σ (T⁴ - T_a⁴) + h (T - T_a) [W/m²].
type Surface struct {
	Emissivity float64 // ε; with it temperatures are in K
	Convection float64 // h [W/(m² K)]
	Air        float64 // T_a
}

// Kind is what is given at a wall. Other walls let no heat through.
type Kind uint8

const (
	WithTemperature Kind = iota + 1
	WithFlux
	Conducts
)

// Wall is walls with a temperature or a heat flux, or a solid that conducts. Particles of walls
// have its number, from 1 on, in the field Face.
type Wall struct {
	Name  string
	Kind  Kind
	Value *timeseries.Series // temperature [K or °C], or flux into the fluid [W/m²]; nil of solids
	Area  float64            // of its faces, in two dimensions for a metre of width [m²]
	Solid *Solid             // nil of others
}

// Solid is a solid that conducts heat and stores it. Its particles have temperatures of their
// own, in Particles.Extra[Temperature].
type Solid struct {
	Conductivity float64 // [W/(m K)]
	HeatCapacity float64 // [J/(kg K)]
	Density      float64 // [kg/m³]
	Temperature  float64 // at the start [K or °C]
	Volume       float64 // of one of its particles, over that of the first material; 0 is 1
}

// Diffusivity is k/(ρ c) [m²/s].
func (s *Solid) Diffusivity() float64 { return s.Conductivity / (s.Density * s.HeatCapacity) }

// PerVolume is the heat capacity ρ c of a particle over the volume of one of the first material
// [J/(m³ K)].
func (s *Solid) PerVolume() float64 { return s.Density * s.HeatCapacity }

// Source is a box in which the fluid is heated.
type Source struct {
	Name     string
	Min, Max [3]float64         // corners [m]
	Power    *timeseries.Series // [W/m³]; below 0 it cools
}

// Of is the heat of a case; nil is none.
func Of(c *sph.Case) *Given {
	g, _ := c.Part(Name).(*Given)
	return g
}

// Fill gives the fluid of a case a temperature: that of Particles.Extra[Temperature]. The case must
// have its materials before.
func (g *Given) Fill(c *sph.Case) {
	c.Give(Name, g)
	p := &c.Params
	most := 0.0
	for k := range c.Materials {
		m := g.Fluids[k]
		most = max(most, m.Conductivity/(c.PropertiesOf(k).Rho0*m.HeatCapacity))
	}
	*p.Number(Solids) = 0
	for k := range g.Walls {
		if s := g.Walls[k].Solid; s != nil {
			most = max(most, s.Diffusivity())
			*p.Number(Solids) = 1
		}
	}
	*p.Number(Diffusivity), *p.Number(Surfaces) = most, 0
	if g.Surface != nil {
		*p.Number(Surfaces) = 1
	}
}

// flows is how many flows of heat samples have: one for each wall, that of all sources, and that of
// the air where surfaces give heat to it.
func (g *Given) flows() int {
	n := len(g.Walls) + 1
	if g.Surface != nil {
		n++
	}
	return n
}

// VolumeRatio is Volume, which is 1 if it is not set.
func (s *Solid) VolumeRatio() float64 {
	if s.Volume > 0 {
		return s.Volume
	}
	return 1
}

// conducting reports whether a wall particle is of a solid that conducts heat.
func conducting(c *sph.Case, i int) bool {
	if !solids(&c.Params) {
		return false
	}
	wall := int(c.Particles.Extra[Face][4*i+3])
	return wall > 0 && Of(c).Walls[wall-1].Solid != nil
}

// Temperatures are the lowest and the highest that a case has at first and at its walls.
func Temperatures(c *sph.Case) (least, greatest float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	values := c.Particles.Extra[Temperature]
	for i, t := range c.Particles.Type {
		if t == sph.Fluid && i < len(values) {
			least, greatest = min(least, float64(values[i])), max(greatest, float64(values[i]))
		}
	}
	g := Of(c)
	for k := range g.Walls {
		switch w := &g.Walls[k]; w.Kind {
		case WithTemperature:
			least = min(least, slices.Min(w.Value.Values))
			greatest = max(greatest, slices.Max(w.Value.Values))
		case Conducts:
			least, greatest = min(least, w.Solid.Temperature), max(greatest, w.Solid.Temperature)
		}
	}
	for _, t := range carried(c) {
		least, greatest = min(least, slices.Min(t)), max(greatest, slices.Max(t))
	}
	return least, greatest
}

// hash adds what heats and cools the fluid. Series are printed with what they point to.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	g := Of(c)
	add("the heat of walls and sources", func(h io.Writer) {
		for k := range g.Walls {
			w := &g.Walls[k]
			if w.Solid != nil {
				fmt.Fprintf(h, "%q %v ", w.Name, *w.Solid)
				continue
			}
			fmt.Fprintf(h, "%q %d %v ", w.Name, w.Kind, *w.Value)
		}
		for k := range g.Sources {
			s := &g.Sources[k]
			fmt.Fprintf(h, "%q %v %v %v ", s.Name, s.Min, s.Max, *s.Power)
		}
		if g.Surface != nil {
			fmt.Fprintf(h, "%v ", *g.Surface)
		}
		for k := range c.Materials {
			fmt.Fprintf(h, "%v ", g.Fluids[k])
		}
	})
}
