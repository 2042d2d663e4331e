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

	// Of Nusselt numbers, heat flow over conductivity times area times difference over length; 0 has
	// none.
	Length, Difference float64 // [m], [K]
}

// HeatKind is what is given at a wall. Other walls let no heat through.
type HeatKind uint8

const (
	WithTemperature HeatKind = iota + 1
	WithFlux
)

// HeatWall is walls with a temperature or a heat flux. Particles of walls have its number, from 1
// on, in the field HeatFace.
type HeatWall struct {
	Name  string
	Kind  HeatKind
	Value *opening.Series // temperature [K or °C], or flux into the fluid [W/m²]
	Area  float64         // of its faces, in two dimensions for a metre of width [m²]
}

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
		if w := &c.Heat.Walls[k]; w.Kind == WithTemperature {
			least = min(least, slices.Min(w.Value.Values))
			greatest = max(greatest, slices.Max(w.Value.Values))
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
	if c.Params.Boundary == LennardJones && c.Particles.Count(Wall) > 0 {
		return fmt.Errorf("problem %s has heat, but walls of boundary %v have no thickness to "+
			"conduct through; use boundary %v", c.Name, LennardJones, MDBC)
	}
	if err := c.checkThermal(); err != nil {
		return err
	}
	for k := range c.Heat.Walls {
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
		if b := c.Particles.Body[i/4]; faces[i] > 0 && b > 0 && (c.Bodies[b-1].Turns() ||
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
	most *= 1 + max(math.Abs(least), math.Abs(greatest))
	return c.Heaviest() * float64(c.Particles.Len()) * most
}

func ofHeat(p *Params) bool { return p.Further.Heat > 0 }

// Nusselt is the heat flow of a wall [W] over what the fluid would conduct at rest, with the
// conductivity of the first material.
func (c *Case) Nusselt(w *HeatWall, flow float64) float64 {
	return flow * c.Heat.Length / (w.Area * c.Materials[0].Conductivity * c.Heat.Difference)
}

// HeatPass is which kernel of heat a pass is.
type HeatPass int

const (
	noHeat HeatPass = iota
	KeepsHeat
	HeatsWalls
	Heats
)

// hashHeat adds what heats and cools the fluid. Series are printed with what they point to.
func (c *Case) hashHeat(add func(of string, write func(h io.Writer))) {
	if c.Heat == nil {
		return
	}
	add("the heat of walls and sources", func(h io.Writer) {
		for k := range c.Heat.Walls {
			w := &c.Heat.Walls[k]
			fmt.Fprintf(h, "%q %d %v ", w.Name, w.Kind, *w.Value)
		}
		for k := range c.Heat.Sources {
			s := &c.Heat.Sources[k]
			fmt.Fprintf(h, "%q %v %v %v ", s.Name, s.Min, s.Max, *s.Power)
		}
		for k := range c.Materials {
			fmt.Fprintf(h, "%v ", c.Materials[k].Thermal)
		}
	})
}
