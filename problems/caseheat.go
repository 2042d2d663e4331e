package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// readHeat takes the files of quantities in time.
func (f *caseProblem) readHeat() error {
	if f.file.Heat == nil {
		return nil
	}
	f.deepen()
	return f.file.SeriesOfHeat(func(path, key string, of *casefile.Series) error {
		if of.File == "" {
			return nil
		}
		data, err := f.from.read(of.File, path+"."+key)
		if err != nil {
			return err
		}
		return f.file.ReadSeries(&casefile.OpeningAt{Path: path}, key, of, string(data))
	})
}

// heat gives a case that has its particles their temperatures.
func (f *caseProblem) heat(s *scene.Scene, c *sph.Case) error {
	if f.file.Heat == nil {
		return nil
	}
	if err := f.setThermal(c); err != nil {
		return err
	}
	h := sph.Heat{Length: f.file.Heat.Length, Difference: f.file.Heat.Difference}
	if of := f.file.Heat.Surface; of != nil {
		h.Surface = &sph.HeatSurface{Emissivity: of.Emissivity, Convection: of.Convection, Air: of.Air}
	}
	for i := range f.file.HeatWalls {
		h.Walls = append(h.Walls, f.readHeatWall(&f.file.HeatWalls[i], s, c))
	}
	for i := range f.file.HeatSources {
		of := &f.file.HeatSources[i]
		box := f.wide(scene.Box{Min: of.Box.Min, Max: of.Box.Max})
		h.Sources = append(h.Sources, sph.HeatSource{Name: of.Name, Min: box.Min, Max: box.Max,
			Power: seriesOf(of.Power)})
	}
	f.setTemperatures(s, c)
	c.Warm(h)
	if err := s.FillHeatFaces(c, f.heatWall); err != nil {
		return err
	}
	f.setWallTemperatures(c)
	return f.checkHeat(c)
}

// readHeatWall is a heat wall of the file.
func (f *caseProblem) readHeatWall(w *casefile.HeatWall, s *scene.Scene, c *sph.Case) sph.HeatWall {
	wall := sph.HeatWall{Name: w.Name, Kind: sph.WithTemperature}
	switch {
	case w.Conductivity > 0:
		wall.Kind = sph.Conducts
		wall.Solid = &sph.HeatSolid{Conductivity: w.Conductivity, HeatCapacity: w.HeatCapacity,
			Density: w.Density, Temperature: w.Temperature.Value,
			Volume: s.SiteVolume(w.Of[0], &c.Params) / c.VolumeOf(0)}
	case w.Flux != nil:
		wall.Kind, wall.Value = sph.WithFlux, seriesOf(w.Flux)
	default:
		wall.Value = seriesOf(w.Temperature)
	}
	return wall
}

// deepen gives solids that conduct their particles: to their depth, or else walls and bodies all of
// them.
func (f *caseProblem) deepen() {
	for i := range f.file.HeatWalls {
		w := &f.file.HeatWalls[i]
		switch {
		case !(w.Conductivity > 0):
		case w.Depth > 0:
			f.scene.Depth, f.scene.SideDepth = max(f.scene.Depth, w.Depth), max(f.scene.SideDepth, w.Depth)
		case slices.ContainsFunc(w.Of,
			func(of string) bool { return !slices.Contains(casefile.Sides, of) }):
			for a := range 3 {
				f.scene.Depth = max(f.scene.Depth, f.scene.Tank.Size(a))
			}
		}
	}
}

// heatWall is the number of the heat wall of a side, a wall or a body, from 1 on; 0 is none.
func (f *caseProblem) heatWall(name string) int {
	return 1 + slices.IndexFunc(f.file.HeatWalls, func(w casefile.HeatWall) bool {
		return slices.Contains(w.Of, name)
	})
}

// seriesOf is a quantity in time.
func seriesOf(from *casefile.Series) *opening.Series {
	if from.Rows == nil {
		return opening.Constant(from.Value)
	}
	s := &opening.Series{}
	for _, row := range from.Rows {
		s.Times, s.Values = append(s.Times, row[0]), append(s.Values, row[1])
	}
	return s
}

// setThermal gives all materials the properties of [heat] that they lack. Flows of one fluid get a
// material.
func (f *caseProblem) setThermal(c *sph.Case) error {
	h := f.file.Heat
	if len(c.Materials) == 0 {
		name := "water"
		if len(f.file.Fluids) > 0 {
			name = f.file.Fluids[0].Name
		}
		c.Materials = []sph.Material{{Name: name, Mass: c.Params.Mass}}
	}
	for k := range c.Materials {
		m := &c.Materials[k]
		for _, of := range []struct {
			to   *float64
			from float64
			key  string
		}{
			{&m.Conductivity, h.Conductivity, "conductivity"},
			{&m.HeatCapacity, h.HeatCapacity, "heat-capacity"},
		} {
			if *of.to == 0 {
				*of.to = of.from
			}
			if !(*of.to > 0) {
				return f.file.Errorf("heat",
					"the fluid has a temperature, but no %s; use heat.%s, which "+
						"for water is %s", of.key, of.key,
					map[string]string{"conductivity": "0.6 W/(m K)",
						"heat-capacity": "4186 J/(kg K)"}[of.key])
			}
		}
		if m.Expansion == 0 {
			m.Expansion = h.Expansion
		}
		m.T0 = f.reference()
	}
	return nil
}

// reference is the temperature at which the density is rho0.
func (f *caseProblem) reference() float64 {
	switch h := f.file.Heat; {
	case h.Reference != nil:
		return *h.Reference
	case h.Temperature != nil:
		return *h.Temperature
	}
	return 0
}

// setTemperatures gives the particles of fluid their temperatures at the start.
func (f *caseProblem) setTemperatures(s *scene.Scene, c *sph.Case) {
	q := &c.Particles
	usual := f.reference()
	if t := f.file.Heat.Temperature; t != nil {
		usual = *t
	}
	values, layouts := make([]float32, q.Len()), c.OpeningLayouts()
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			continue
		}
		at := usual
		if k := s.FluidOf(i); k != "" {
			w := f.fluidOf(k)
			switch {
			case w.Temperature != nil:
				at = *w.Temperature
			case w.Gradient != nil:
				at = along(w.Gradient, x)
			}
		}
		if k := c.OpeningAt(layouts, x); k > 0 && c.Openings[k-1].Temperature != nil {
			at = c.Openings[k-1].Temperature.At(0)
		}
		values[i] = float32(at)
	}
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra[sph.Fields[sph.TemperatureField].Name] = values
}

// fluidOf is the fluid of a path.
func (f *caseProblem) fluidOf(path string) *casefile.Fluid {
	var k int
	fmt.Sscanf(path, "fluid.%d", &k)
	return &f.file.Fluids[k]
}

// along is the temperature at a place.
func along(g *casefile.TemperatureGradient, x [3]float64) float64 {
	var up, all float64
	for a := range x {
		way := g.To[a] - g.From[a]
		up, all = up+way*(x[a]-g.From[a]), all+way*way
	}
	part := min(1, max(0, up/all))
	return g.Temperatures[0] + part*(g.Temperatures[1]-g.Temperatures[0])
}

// setWallTemperatures gives walls with a temperature that at the start, and others the mean of the
// fluid, for pictures.
func (f *caseProblem) setWallTemperatures(c *sph.Case) {
	q := &c.Particles
	values := q.Extra[sph.Fields[sph.TemperatureField].Name]
	faces := q.Extra[sph.Fields[sph.HeatFaceField].Name]
	sum, n := 0.0, 0
	for i, t := range q.Type {
		if t == sph.Fluid {
			sum, n = sum+float64(values[i]), n+1
		}
	}
	for i, t := range q.Type {
		if t != sph.Wall {
			continue
		}
		values[i] = float32(sum / float64(max(1, n)))
		k := int(faces[4*i+3])
		if k == 0 {
			continue
		}
		switch w := &c.Heat.Walls[k-1]; w.Kind {
		case sph.WithTemperature:
			values[i] = float32(w.Value.At(0))
		case sph.Conducts:
			values[i] = float32(w.Solid.Temperature)
		}
	}
}

// checkHeat refuses heat that a case cannot have, at the line that is wrong, and warns where
// nothing would change.
func (f *caseProblem) checkHeat(c *sph.Case) error {
	least, greatest := c.Temperatures()
	flux := slices.ContainsFunc(c.Heat.Walls,
		func(w sph.HeatWall) bool { return w.Kind == sph.WithFlux })
	if c.Heat.Surface == nil && least == greatest && !flux && len(c.Heat.Sources) == 0 {
		c.Warnings = append(c.Warnings,
			fmt.Sprintf("all temperatures are %s, and nothing heats or cools: "+
				"they will not change", text.Number(least)))
	}
	for i := range f.file.HeatWalls {
		if c.Heat.Walls[i].Area == 0 {
			return f.file.Errorf(fmt.Sprintf("heat-wall.%d.of", i),
				"the heat wall %q has no particle at a "+
					"face; use a smaller spacing", f.file.HeatWalls[i].Name)
		}
	}
	for i := range c.Heat.Sources {
		s := &c.Heat.Sources[i]
		for _, a := range c.Params.Axes() {
			if !(min(s.Max[a], f.scene.Tank.Max[a]) > max(s.Min[a], f.scene.Tank.Min[a])) {
				return f.file.Errorf(fmt.Sprintf("heat-source.%d.box", i),
					"the heat source %q is not in the "+
						"domain along %v", s.Name, a)
			}
		}
	}
	for k := range c.Materials {
		m := &c.Materials[k]
		by := m.Expansion * max(greatest-m.T0, m.T0-least)
		if by > sph.MaxBuoyancy*(1+1e-6) {
			return f.file.Errorf(f.expansionKey(), "the density would change by %s of itself at "+
				"temperatures from %s to %s, with a reference of %s, but buoyancy is -β (T - T0) g, which is "+
				"right up to %g; use a smaller expansion, or temperatures nearer to heat.reference",
				text.Number(text.Three(by, math.Ceil)), text.Number(least), text.Number(greatest),
				text.Number(m.T0), sph.MaxBuoyancy)
		}
	}
	return nil
}

// expansionKey is where the file has the expansion.
func (f *caseProblem) expansionKey() string {
	if f.file.Given("heat.expansion") {
		return "heat.expansion"
	}
	return "heat"
}

// warm lets the parameters of a case with heat have what its fields and its time step follow from,
// before its particles are there.
func (f *caseProblem) warm(p *sph.Params) error {
	if h := f.file.Heat; h != nil {
		p.Further.Heat = 1e-9
		if h.Conductivity > 0 && h.HeatCapacity > 0 {
			p.Further.Heat = h.Conductivity / (p.Rho0 * h.HeatCapacity)
		}
		p.Further.HeatParts.Surface = h.Surface != nil
		for i := range f.file.HeatWalls {
			if w := &f.file.HeatWalls[i]; w.Conductivity > 0 {
				if !p.Boundary.TakesPart() {
					return f.file.Errorf(fmt.Sprintf("heat-wall.%d.conductivity", i),
						"the heat wall %q conducts heat, but walls of boundary %v have no temperature of "+
							"their own; use physics.boundary = \"mdbc\"", w.Name, p.Boundary)
				}
				p.Further.HeatParts.Solids = true
				p.Further.Heat = max(p.Further.Heat, w.Conductivity/(w.Density*w.HeatCapacity))
			}
		}
	}
	return nil
}
