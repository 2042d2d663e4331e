package heat

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// read takes the files of quantities in time, and gives solids that conduct their particles.
func read(f reading.File) error {
	file := f.File()
	if tableOf(file) == nil {
		return nil
	}
	deepen(f)
	return eachSeries(file, func(path, key string, of *casefile.Series) error {
		if of.File == "" {
			return nil
		}
		data, err := f.Content(of.File, path+"."+key)
		if err != nil {
			return err
		}
		if err := file.ReadSeries(path, key, of, string(data)); err != nil {
			return err
		}
		return file.CheckSeries(path, key, of, nil)
	})
}

// defaults are walls of mdbc: insulated dummy walls let fluid conduct less, and solids none.
func defaults(f reading.File, d *reading.Defaults) {
	if tableOf(f.File()) != nil {
		d.Boundary, d.Further.Correction = sph.MDBC, false
	}
}

// fill gives a case that has its particles their temperatures.
func fill(f reading.File, s *scene.Scene, c *sph.Case) error {
	file := f.File()
	if tableOf(file) == nil {
		return nil
	}
	fluids, err := fluidsOf(file, c)
	if err != nil {
		return err
	}
	h := &Given{Fluids: fluids, Length: tableOf(file).Length, Difference: tableOf(file).Difference}
	if of := tableOf(file).Surface; of != nil {
		h.Surface = &Surface{Emissivity: of.Emissivity, Convection: of.Convection, Air: of.Air}
	}
	for i := range wallsOf(file) {
		h.Walls = append(h.Walls, wallOf(&wallsOf(file)[i], s, c))
	}
	for i := range sourcesOf(file) {
		of := &sourcesOf(file)[i]
		box := of.Box
		if file.Dimension == 2 {
			box.Min[1], box.Max[1] = f.Scene().Tank.Min[1], f.Scene().Tank.Max[1]
		}
		h.Sources = append(h.Sources, Source{Name: of.Name, Min: box.Min, Max: box.Max,
			Power: seriesOf(of.Power)})
	}
	setTemperatures(f, s, c)
	faces, areas, err := s.Faces(c, func(name string) int { return wallNamed(file, name) },
		len(h.Walls))
	if err != nil {
		return err
	}
	for k := range h.Walls {
		h.Walls[k].Area = areas[k]
	}
	c.Particles.Extra[Face] = faces
	h.Fill(c)
	setWallTemperatures(c)
	return check(f, c)
}

// wallOf is a heat wall of the file.
func wallOf(w *WallTable, s *scene.Scene, c *sph.Case) Wall {
	wall := Wall{Name: w.Name, Kind: WithTemperature}
	switch {
	case w.Conductivity > 0:
		wall.Kind = Conducts
		wall.Solid = &Solid{Conductivity: w.Conductivity, HeatCapacity: w.HeatCapacity,
			Density: w.Density, Temperature: w.Temperature.Value,
			Volume: s.SiteVolume(w.Of[0], &c.Params) / c.VolumeOf(0)}
	case w.Flux != nil:
		wall.Kind, wall.Value = WithFlux, seriesOf(w.Flux)
	default:
		wall.Value = seriesOf(w.Temperature)
	}
	return wall
}

// deepen gives solids that conduct their particles: to their depth, or else walls and bodies all of
// them.
func deepen(f reading.File) {
	file, s := f.File(), f.Scene()
	for i := range wallsOf(file) {
		w := &wallsOf(file)[i]
		switch {
		case !(w.Conductivity > 0):
		case w.Depth > 0:
			s.Depth, s.SideDepth = max(s.Depth, w.Depth), max(s.SideDepth, w.Depth)
		case slices.ContainsFunc(w.Of,
			func(of string) bool { return !slices.Contains(casefile.Sides, of) }):
			for a := range 3 {
				s.Depth = max(s.Depth, s.Tank.Size(a))
			}
		}
	}
}

// wallNamed is the number of the heat wall of a side, a wall or a body, from 1 on; 0 is none.
func wallNamed(file *casefile.Case, name string) int {
	return 1 + slices.IndexFunc(wallsOf(file), func(w WallTable) bool {
		return slices.Contains(w.Of, name)
	})
}

// seriesOf is a quantity in time.
func seriesOf(from *casefile.Series) *timeseries.Series {
	return timeseries.Rows(from.Value, from.Rows, 1)
}

// fluidsOf are the properties of the materials of a case, those of [heat] where they have none.
// Flows of one fluid get a material.
func fluidsOf(file *casefile.Case, c *sph.Case) (all []Thermal, err error) {
	h := tableOf(file)
	if len(c.Materials) == 0 {
		name := "water"
		if len(file.Fluids) > 0 {
			name = file.Fluids[0].Name
		}
		c.Materials = []sph.Material{{Name: name, Mass: c.Params.Mass}}
	}
	for k := range c.Materials {
		m := Thermal{T0: reference(file)}
		for i := range file.Materials {
			if file.Materials[i].Name == c.Materials[k].Kind {
				of := casefile.KeysIn[ThermalKeys](file.Materials[i].Extra)
				m.Conductivity, m.HeatCapacity = of.Conductivity, of.HeatCapacity
				m.Expansion = of.Expansion
			}
		}
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
				return nil, file.Errorf("heat",
					"the fluid has a temperature, but no %s; use heat.%s, which "+
						"for water is %s", of.key, of.key,
					map[string]string{"conductivity": "0.6 W/(m K)",
						"heat-capacity": "4186 J/(kg K)"}[of.key])
			}
		}
		if m.Expansion == 0 {
			m.Expansion = h.Expansion
		}
		all = append(all, m)
	}
	return all, nil
}

// reference is the temperature at which the density is rho0.
func reference(file *casefile.Case) float64 {
	switch h := tableOf(file); {
	case h.Reference != nil:
		return *h.Reference
	case h.Temperature != nil:
		return *h.Temperature
	}
	return 0
}

// setTemperatures gives the particles of fluid their temperatures at the start.
func setTemperatures(f reading.File, s *scene.Scene, c *sph.Case) {
	file, q := f.File(), &c.Particles
	usual := reference(file)
	if t := tableOf(file).Temperature; t != nil {
		usual = *t
	}
	values, carries := make([]float32, q.Len()), carriedAt(c)
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			continue
		}
		at := usual
		if k := s.FluidOf(i); k != "" {
			w := fluidOf(file, k)
			switch {
			case w.Temperature != nil:
				at = *w.Temperature
			case w.Gradient != nil:
				at = along(w.Gradient, x)
			}
		}
		if own, ok := carries(x); ok {
			at = own
		}
		values[i] = float32(at)
	}
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra[Temperature] = values
}

// fluidOf are the keys of the fluid of a path.
func fluidOf(file *casefile.Case, path string) *FluidKeys {
	var k int
	fmt.Sscanf(path, "fluid.%d", &k)
	return keysOf(&file.Fluids[k])
}

// along is the temperature at a place.
func along(g *Gradient, x [3]float64) float64 {
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
func setWallTemperatures(c *sph.Case) {
	q := &c.Particles
	values := q.Extra[Temperature]
	faces := q.Extra[Face]
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
		switch w := &Of(c).Walls[k-1]; w.Kind {
		case WithTemperature:
			values[i] = float32(w.Value.At(0))
		case Conducts:
			values[i] = float32(w.Solid.Temperature)
		}
	}
}

// check refuses heat that a case cannot have, at the line that is wrong, and warns where
// nothing would change.
func check(f reading.File, c *sph.Case) error {
	file, h, tank := f.File(), Of(c), &f.Scene().Tank
	least, greatest := Temperatures(c)
	flux := slices.ContainsFunc(h.Walls,
		func(w Wall) bool { return w.Kind == WithFlux })
	if h.Surface == nil && least == greatest && !flux && len(h.Sources) == 0 {
		c.Warnings = append(c.Warnings,
			fmt.Sprintf("all temperatures are %s, and nothing heats or cools: "+
				"they will not change", text.Number(least)))
	}
	for i := range wallsOf(file) {
		if h.Walls[i].Area == 0 {
			return file.Errorf(fmt.Sprintf("heat-wall.%d.of", i),
				"the heat wall %q has no particle at a "+
					"face; use a smaller spacing", wallsOf(file)[i].Name)
		}
	}
	for i := range h.Sources {
		s := &h.Sources[i]
		for _, a := range c.Params.Axes() {
			if !(min(s.Max[a], tank.Max[a]) > max(s.Min[a], tank.Min[a])) {
				return file.Errorf(fmt.Sprintf("heat-source.%d.box", i),
					"the heat source %q is not in the "+
						"domain along %v", s.Name, a)
			}
		}
	}
	for k := range c.Materials {
		m := &h.Fluids[k]
		by := m.Expansion * max(greatest-m.T0, m.T0-least)
		if by > MaxBuoyancy*(1+1e-6) {
			return file.Errorf(expansionKey(file), "the density would change by %s of itself at "+
				"temperatures from %s to %s, with a reference of %s, but buoyancy is -β (T - T0) g, which is "+
				"right up to %g; use a smaller expansion, or temperatures nearer to heat.reference",
				text.Number(text.Three(by, math.Ceil)), text.Number(least), text.Number(greatest),
				text.Number(m.T0), MaxBuoyancy)
		}
	}
	return nil
}

// expansionKey is where the file has the expansion.
func expansionKey(file *casefile.Case) string {
	if file.Given("heat.expansion") {
		return "heat.expansion"
	}
	return "heat"
}

// give lets the parameters of a case with heat have what its fields and its time step follow from,
// before its particles are there.
func give(f reading.File, c *sph.Case) error {
	file, p := f.File(), &c.Params
	h := tableOf(file)
	if h == nil {
		return nil
	}
	p.Further.Features |= sph.FeaturesOf(Name)
	most := 1e-9
	if h.Conductivity > 0 && h.HeatCapacity > 0 {
		most = h.Conductivity / (p.Rho0 * h.HeatCapacity)
	}
	if h.Surface != nil {
		*p.Number(Surfaces) = 1
	}
	for i := range wallsOf(file) {
		w := &wallsOf(file)[i]
		if !(w.Conductivity > 0) {
			continue
		}
		if !p.Boundary.TakesPart() {
			return file.Errorf(fmt.Sprintf("heat-wall.%d.conductivity", i),
				"the heat wall %q conducts heat, but walls of boundary %v have no temperature of "+
					"their own; use physics.boundary = \"mdbc\"", w.Name, p.Boundary)
		}
		*p.Number(Solids) = 1
		most = max(most, w.Conductivity/(w.Density*w.HeatCapacity))
	}
	*p.Number(Diffusivity) = most
	return nil
}
