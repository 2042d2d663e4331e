package heat

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// MaxBuoyancy is the greatest β (T - T0) for which the density may be taken to be constant but in
// buoyancy (Boussinesq).
const MaxBuoyancy = 0.1

// checkCase returns the first thing about heat that cannot be simulated.
func checkCase(c *sph.Case) error {
	g := Of(c)
	if len(c.Materials) == 0 || len(c.Materials) != len(g.Fluids) {
		return fmt.Errorf("problem %s has heat, but no materials; this is a bug", c.Name)
	}
	if !c.Params.Boundary.Model().Layers && c.Particles.Count(sph.Wall) > 0 {
		return fmt.Errorf("problem %s has heat, but walls of boundary %v have no thickness to "+
			"conduct through; use boundary %v", c.Name, c.Params.Boundary, sph.MDBC)
	}
	if err := checkThermal(c); err != nil {
		return err
	}
	if err := checkSurface(c); err != nil {
		return err
	}
	if err := checkSolids(c); err != nil {
		return err
	}
	for k := range g.Walls {
		if g.Walls[k].Solid != nil {
			continue
		}
		if err := g.Walls[k].Value.Check(); err != nil {
			return fmt.Errorf("the heat wall %s of problem %s %w", g.Walls[k].Name, c.Name, err)
		}
	}
	for k := range g.Sources {
		s := &g.Sources[k]
		if err := s.Power.Check(); err != nil {
			return fmt.Errorf("the heat source %s of problem %s %w", s.Name, c.Name, err)
		}
		for a := range 3 {
			if !(min(s.Max[a], c.Params.Max[a]) > max(s.Min[a], c.Params.Min[a])) {
				return fmt.Errorf("the heat source %s of problem %s is not in the domain: along %v it "+
					"reaches from %s to %s m", s.Name, c.Name, sph.Axis(a),
					text.Number(c.Params.OnMap(a, s.Min[a])), text.Number(c.Params.OnMap(a, s.Max[a])))
			}
		}
	}
	return checkFaces(c)
}

// checkThermal refuses materials that cannot conduct, and those for which buoyancy is no small part
// of gravity.
func checkThermal(c *sph.Case) error {
	least, greatest := Temperatures(c)
	for k := range c.Materials {
		m, name := &Of(c).Fluids[k], c.Materials[k].Name
		if !(m.Conductivity > 0 && m.HeatCapacity > 0) || math.IsInf(m.Conductivity/m.HeatCapacity, 0) {
			return fmt.Errorf("problem %s has heat, but %s has a conductivity of %g W/(m K) and a heat "+
				"capacity of %g J/(kg K); both must be above 0", c.Name, name, m.Conductivity, m.HeatCapacity)
		}
		if by := m.Expansion * max(greatest-m.T0, m.T0-least); by > MaxBuoyancy*(1+1e-6) {
			return fmt.Errorf("the density of %s would change by %s of itself between %s and %s, the "+
				"reference temperature being %s, but buoyancy is -β (T - T0) g, which is right up to %g; use "+
				"smaller differences of temperature", name, text.Number(text.Three(by, math.Ceil)),
				text.Number(least), text.Number(greatest), text.Number(m.T0), MaxBuoyancy)
		}
	}
	return nil
}

// checkFaces refuses wall particles of heat walls that there are not.
func checkFaces(c *sph.Case) error {
	faces, walls := c.Particles.Extra[Face], Of(c).Walls
	for i := 3; i < len(faces); i += 4 {
		if n := float64(faces[i]); !(n >= 0 && n <= float64(len(walls)) && n == math.Trunc(n)) {
			return fmt.Errorf("particle %d of problem %s has the heat wall %g, but there are %d", i/4,
				c.Name, n, len(walls))
		}
		if b := c.Particles.Body[i/4]; faces[i] > 0 && walls[int(faces[i])-1].Solid == nil &&
			b > 0 && (c.Bodies[b-1].Turns() ||
			c.Bodies[b-1].Free != nil) {
			return fmt.Errorf("the body %s of problem %s may turn, and has a temperature or a heat flux, "+
				"but faces of heat walls do not turn; leave it insulated", c.Bodies[b-1].Name, c.Name)
		}
	}
	return nil
}

// leastKelvin is a temperature that no flow in K has: one below is taken to be in °C [K].
const leastKelvin = 100

// checkSurface refuses surfaces that cannot give heat to the air.
func checkSurface(c *sph.Case) error {
	s := Of(c).Surface
	if s == nil {
		return nil
	}
	least, _ := Temperatures(c)
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
func checkSolids(c *sph.Case) error {
	for k := range Of(c).Walls {
		w := &Of(c).Walls[k]
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
				"temperature of their own; use boundary %v", w.Name, c.Name, c.Params.Boundary, sph.MDBC)
		}
	}
	return nil
}
