package sph

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph/opening"
)

// Heat is what heats and cools the fluid of a case. The fluid's own properties are those of its
// materials: Thermal.
type Heat struct {
	Walls   []HeatWall
	Sources []HeatSource
	Surface *HeatSurface // nil is one that keeps its heat

	// Of Nusselt numbers, heat flow over conductivity times area times difference over length; 0 has
	// none.
	Length, Difference float64 // [m], [K]
}

// HeatParts are the forms of heat that not every flow with heat has; Case.Warm sets them.
type HeatParts struct {
	Solids  bool // walls or bodies conduct
	Surface bool // free surfaces give heat to the air
}

// Flows is how many flows of heat samples have: one for each wall, that of all sources, and that of
// the air where surfaces give heat to it.
func (h *Heat) Flows() int {
	n := len(h.Walls) + 1
	if h.Surface != nil {
		n++
	}
	return n
}

// StefanBoltzmann is σ of radiation [W/(m² K⁴)], exact by the units of 2019.
const StefanBoltzmann = 5.670374419e-8

// HeatSurface is what free surfaces give to the air: ε σ (T⁴ - T_a⁴) + h (T - T_a) [W/m²].
type HeatSurface struct {
	Emissivity float64 // ε; with it temperatures are in K
	Convection float64 // h [W/(m² K)]
	Air        float64 // T_a
}

// HeatKind is what is given at a wall. Other walls let no heat through.
type HeatKind uint8

const (
	WithTemperature HeatKind = iota + 1
	WithFlux
	Conducts
)

// HeatWall is walls with a temperature or a heat flux, or a solid that conducts. Particles of walls
// have its number, from 1 on, in the field HeatFace.
type HeatWall struct {
	Name  string
	Kind  HeatKind
	Value *opening.Series // temperature [K or °C], or flux into the fluid [W/m²]; nil of solids
	Area  float64         // of its faces, in two dimensions for a metre of width [m²]
	Solid *HeatSolid      // nil of others
}

// HeatSolid is a solid that conducts heat and stores it. Its particles have temperatures of their
// own, in Particles.Extra["Temperature"].
type HeatSolid struct {
	Conductivity float64 // [W/(m K)]
	HeatCapacity float64 // [J/(kg K)]
	Density      float64 // [kg/m³]
	Temperature  float64 // at the start [K or °C]
	Volume       float64 // of one of its particles, over that of the first material; 0 is 1
}

// Diffusivity is k/(ρ c) [m²/s].
func (s *HeatSolid) Diffusivity() float64 { return s.Conductivity / (s.Density * s.HeatCapacity) }

// PerVolume is the heat capacity ρ c of a particle over the volume of one of the first material
// [J/(m³ K)].
func (s *HeatSolid) PerVolume() float64 { return s.Density * s.HeatCapacity }

// HeatSource is a box in which the fluid is heated.
type HeatSource struct {
	Name     string
	Min, Max [3]float64      // corners [m]
	Power    *opening.Series // [W/m³]; below 0 it cools
}

// Warm gives the fluid of a case a temperature: that of Particles.Extra["Temperature"]. Materials
// must have their properties before.
func (c *Case) Warm(h Heat) {
	c.Heat = &h
	c.Params.Further.Heat = 0
	for k := range c.Materials {
		m := c.PropertiesOf(k)
		c.Params.Further.Heat = max(c.Params.Further.Heat, m.Conductivity/(m.Rho0*m.HeatCapacity))
	}
	c.Params.Further.HeatParts = HeatParts{Surface: h.Surface != nil}
	for k := range h.Walls {
		if s := h.Walls[k].Solid; s != nil {
			c.Params.Further.Heat = max(c.Params.Further.Heat, s.Diffusivity())
			c.Params.Further.HeatParts.Solids = true
		}
	}
}

// VolumeRatio is Volume, which is 1 if it is not set.
func (s *HeatSolid) VolumeRatio() float64 {
	if s.Volume > 0 {
		return s.Volume
	}
	return 1
}

// ChangesSolids reports whether steps change a field at solids that conduct heat.
func (p *Params) ChangesSolids(field int) bool {
	return p.Further.HeatParts.Solids && (field == TemperatureField || field == HeatRemainderField)
}

// leastKelvin is a temperature that no flow in K has: one below is taken to be in °C [K].
const leastKelvin = 100

// checkSurface refuses surfaces that cannot give heat to the air.
func (c *Case) checkSurface() error {
	s := c.Heat.Surface
	if s == nil {
		return nil
	}
	least, _ := c.Temperatures()
	switch {
	case !(s.Emissivity >= 0 && s.Emissivity <= 1 && s.Convection >= 0) || math.IsInf(s.Convection, 0):
		return fmt.Errorf("the surface of problem %s has an emissivity of %g and a convection of %g "+
			"W/(m² K); use an emissivity from 0 to 1, and a convection of 0 or more", c.Name, s.Emissivity,
			s.Convection)
	case s.Emissivity > 0 && min(least, s.Air) < leastKelvin:
		return fmt.Errorf("the surface of problem %s radiates, for which temperatures are in K, but the "+
			"lowest is %s; give all temperatures in K", c.Name, text.Number(min(least, s.Air)))
	}
	return nil
}

// checkSolids refuses solids that cannot conduct.
func (c *Case) checkSolids() error {
	for k := range c.Heat.Walls {
		w := &c.Heat.Walls[k]
		s := w.Solid
		if s == nil {
			continue
		}
		for _, of := range []struct {
			name  string
			value float64
		}{{"conductivity", s.Conductivity}, {"heat capacity", s.HeatCapacity}, {"density", s.Density}} {
			if !(of.value > 0) || math.IsInf(of.value, 0) {
				return fmt.Errorf("the solid %s of problem %s has a %s of %g; it must be above 0", w.Name,
					c.Name, of.name, of.value)
			}
		}
		if !c.Params.Boundary.TakesPart() {
			return fmt.Errorf("the solid %s of problem %s conducts heat, but walls of boundary %v have no "+
				"temperature of their own; use boundary %v", w.Name, c.Name, c.Params.Boundary, MDBC)
		}
	}
	return nil
}

// Conducting reports whether a particle is of a solid that conducts heat.
func (c *Case) Conducting(i int) bool {
	if !c.Params.Further.HeatParts.Solids || c.Particles.Type[i] != Wall {
		return false
	}
	wall := int(c.Particles.Extra[Fields[HeatFaceField].Name][4*i+3])
	return wall > 0 && c.Heat.Walls[wall-1].Solid != nil
}

// Temperatures are the lowest and the highest that a case has at first and at its walls.
func (c *Case) Temperatures() (least, greatest float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	values := c.Particles.Extra[Fields[TemperatureField].Name]
	for i, t := range c.Particles.Type {
		if t == Fluid && i < len(values) {
			least, greatest = min(least, float64(values[i])), max(greatest, float64(values[i]))
		}
	}
	if c.Heat == nil {
		return least, greatest
	}
	for k := range c.Heat.Walls {
		switch w := &c.Heat.Walls[k]; w.Kind {
		case WithTemperature:
			least = min(least, slices.Min(w.Value.Values))
			greatest = max(greatest, slices.Max(w.Value.Values))
		case Conducts:
			least, greatest = min(least, w.Solid.Temperature), max(greatest, w.Solid.Temperature)
		}
	}
	for k := range c.Openings {
		if t := c.Openings[k].Temperature; t != nil {
			least = min(least, slices.Min(t.Values))
			greatest = max(greatest, slices.Max(t.Values))
		}
	}
	return least, greatest
}

// MaxBuoyancy is the greatest β (T - T0) for which the density may be taken to be constant but in
// buoyancy (Boussinesq).
const MaxBuoyancy = 0.1

// checkHeat returns the first thing about heat that cannot be simulated.
func (c *Case) checkHeat() error {
	if (c.Heat != nil) != (c.Params.Further.Heat > 0) {
		return fmt.Errorf("problem %s has heat, but its step has none, or the other way round; this "+
			"is a bug", c.Name)
	}
	if c.Heat == nil {
		return nil
	}
	if len(c.Materials) == 0 {
		return fmt.Errorf("problem %s has heat, but no materials; this is a bug", c.Name)
	}
	if !c.Params.Boundary.Model().Layers && c.Particles.Count(Wall) > 0 {
		return fmt.Errorf("problem %s has heat, but walls of boundary %v have no thickness to "+
			"conduct through; use boundary %v", c.Name, c.Params.Boundary, MDBC)
	}
	if err := c.checkThermal(); err != nil {
		return err
	}
	if err := c.checkSurface(); err != nil {
		return err
	}
	if err := c.checkSolids(); err != nil {
		return err
	}
	for k := range c.Heat.Walls {
		if c.Heat.Walls[k].Solid != nil {
			continue
		}
		if err := checkSeries(c.Heat.Walls[k].Value); err != nil {
			return fmt.Errorf("the heat wall %s of problem %s %w", c.Heat.Walls[k].Name, c.Name, err)
		}
	}
	for k := range c.Heat.Sources {
		s := &c.Heat.Sources[k]
		if err := checkSeries(s.Power); err != nil {
			return fmt.Errorf("the heat source %s of problem %s %w", s.Name, c.Name, err)
		}
		for a := range 3 {
			if !(min(s.Max[a], c.Params.Max[a]) > max(s.Min[a], c.Params.Min[a])) {
				return fmt.Errorf("the heat source %s of problem %s is not in the domain: along %v it "+
					"reaches from %s to %s m", s.Name, c.Name, Axis(a),
					text.Number(c.Params.OnMap(a, s.Min[a])), text.Number(c.Params.OnMap(a, s.Max[a])))
			}
		}
	}
	return c.checkHeatFaces()
}

// checkThermal refuses materials that cannot conduct, and those for which buoyancy is no small part
// of gravity.
func (c *Case) checkThermal() error {
	least, greatest := c.Temperatures()
	for k := range c.Materials {
		m := &c.Materials[k]
		if !(m.Conductivity > 0 && m.HeatCapacity > 0) || math.IsInf(m.Conductivity/m.HeatCapacity, 0) {
			return fmt.Errorf("problem %s has heat, but %s has a conductivity of %g W/(m K) and a heat "+
				"capacity of %g J/(kg K); both must be above 0", c.Name, m.Name, m.Conductivity, m.HeatCapacity)
		}
		if by := m.Expansion * max(greatest-m.T0, m.T0-least); by > MaxBuoyancy*(1+1e-6) {
			return fmt.Errorf("the density of %s would change by %s of itself between %s and %s, the "+
				"reference temperature being %s, but buoyancy is -β (T - T0) g, which is right up to %g; use "+
				"smaller differences of temperature", m.Name, text.Number(text.Three(by, math.Ceil)),
				text.Number(least), text.Number(greatest), text.Number(m.T0), MaxBuoyancy)
		}
	}
	return nil
}

// check refuses series that cannot be, as a clause about what has them.
func checkSeries(s *opening.Series) error {
	if s == nil || len(s.Values) == 0 || len(s.Times) != len(s.Values) {
		return fmt.Errorf("has no value; use one at least, each with a time")
	}
	for k, v := range s.Values {
		switch t := s.Times[k]; {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fmt.Errorf("has the value %g", v)
		case k > 0 && !(t > s.Times[k-1]):
			return fmt.Errorf("has the time %g s after %g s, but times must increase", t, s.Times[k-1])
		}
	}
	return nil
}

// checkHeatFaces refuses wall particles of heat walls that there are not.
func (c *Case) checkHeatFaces() error {
	faces := c.Particles.Extra[Fields[HeatFaceField].Name]
	for i := 3; i < len(faces); i += 4 {
		if n := float64(faces[i]); !(n >= 0 && n <= float64(len(c.Heat.Walls)) && n == math.Trunc(n)) {
			return fmt.Errorf("particle %d of problem %s has the heat wall %g, but there are %d", i/4,
				c.Name, n, len(c.Heat.Walls))
		}
		if b := c.Particles.Body[i/4]; faces[i] > 0 && c.Heat.Walls[int(faces[i])-1].Solid == nil &&
			b > 0 && (c.Bodies[b-1].Turns() ||
			c.Bodies[b-1].Free != nil) {
			return fmt.Errorf("the body %s of problem %s may turn, and has a temperature or a heat flux, "+
				"but faces of heat walls do not turn; leave it insulated", c.Bodies[b-1].Name, c.Name)
		}
	}
	return nil
}

// HeatEnergy bounds what the fluid stores and walls give it, over the temperature 0 [J].
func (c *Case) HeatEnergy() (most float64) {
	if c.Heat == nil {
		return 0
	}
	least, greatest := c.Temperatures()
	for k := range c.Materials {
		most = max(most, c.Materials[k].HeatCapacity)
	}
	most *= c.Heaviest()
	for k := range c.Heat.Walls {
		if s := c.Heat.Walls[k].Solid; s != nil {
			most = max(most, s.PerVolume()*s.VolumeRatio()*c.VolumeOf(0))
		}
	}
	if s := c.Heat.Surface; s != nil {
		least, greatest = min(least, s.Air), max(greatest, s.Air)
	}
	most *= 1 + max(math.Abs(least), math.Abs(greatest))
	return float64(c.Particles.Len()) * most
}

func ofHeat(p *Params) bool { return p.Further.Heat > 0 }

func ofHeatSurface(p *Params) bool { return p.Further.HeatParts.Surface }

// Nusselt is the heat flow of a wall [W] over what the fluid would conduct at rest, with the
// conductivity of the first material.
func (c *Case) Nusselt(w *HeatWall, flow float64) float64 {
	return flow * c.Heat.Length / (w.Area * c.Materials[0].Conductivity * c.Heat.Difference)
}

// hashHeat adds what heats and cools the fluid. Series are printed with what they point to.
func (c *Case) hashHeat(add func(of string, write func(h io.Writer))) {
	if c.Heat == nil {
		return
	}
	add("the heat of walls and sources", func(h io.Writer) {
		for k := range c.Heat.Walls {
			w := &c.Heat.Walls[k]
			if w.Solid != nil {
				fmt.Fprintf(h, "%q %v ", w.Name, *w.Solid)
				continue
			}
			fmt.Fprintf(h, "%q %d %v ", w.Name, w.Kind, *w.Value)
		}
		for k := range c.Heat.Sources {
			s := &c.Heat.Sources[k]
			fmt.Fprintf(h, "%q %v %v %v ", s.Name, s.Min, s.Max, *s.Power)
		}
		if c.Heat.Surface != nil {
			fmt.Fprintf(h, "%v ", *c.Heat.Surface)
		}
		for k := range c.Materials {
			fmt.Fprintf(h, "%v ", c.Materials[k].Thermal)
		}
	})
}
