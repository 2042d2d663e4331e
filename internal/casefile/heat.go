package casefile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gpusph/internal/text"
)

// Warmth is all that a case has of heat.
type Warmth struct {
	Heat        *Heat        `key:"heat"`
	HeatWalls   []HeatWall   `key:"heat-wall"`
	HeatSources []HeatSource `key:"heat-source"`
}

// Heat gives the fluid a temperature.
type Heat struct {
	Thermal

	Reference   *float64     `key:"reference" unit:"K or °C" help:"temperature at which the density is rho0; default temperature"`
	Temperature *float64     `key:"temperature" unit:"K or °C" help:"temperature at the start of fluids without their own; default reference"`
	Surface     *HeatSurface `key:"surface" help:"what free surfaces give to the air; default nothing"`
	Length      float64      `key:"length" above:"0" unit:"m" help:"length of the Nusselt numbers in heat.csv; default none"`
	Difference  float64      `key:"difference" above:"0" unit:"K" help:"temperature difference of the Nusselt numbers"`
}

// HeatSurface is what free surfaces give to the air.
type HeatSurface struct {
	Emissivity float64 `key:"emissivity" least:"0" help:"of a grey body; temperatures are in K then; default 0"`
	Convection float64 `key:"convection" least:"0" unit:"W/(m² K)" help:"heat transfer coefficient between surface and air; default 0"`
	Air        float64 `key:"air" need:"yes" unit:"K or °C" help:"temperature of the air"`
}

// TemperatureGradient is a temperature that is linear between two planes through points, across the
// line between them, and constant beyond.
type TemperatureGradient struct {
	From [3]float64 `key:"from" unit:"m" need:"yes" help:"where it begins"`
	To   [3]float64 `key:"to" unit:"m" need:"yes" help:"where it ends"`

	Temperatures [2]float64 `key:"temperatures" unit:"K or °C" need:"yes" help:"at from and at to"`
}

// HeatWall is sides of the domain, walls or bodies with a temperature or a heat flux, or solids
// that conduct. All others are insulated.
type HeatWall struct {
	Name string   `key:"name" need:"yes" help:"in heat.csv"`
	Of   []string `key:"of" need:"yes" items:"1" help:"sides of the domain (xmin, …), names of walls and bodies"`

	Temperature *Series `key:"temperature" group:"heat" unit:"K or °C" help:"of the faces; of a solid that conducts, at the start: a number"`
	Flux        *Series `key:"flux" group:"heat" unit:"W/m²" help:"instead of a temperature: heat into the fluid; below 0 the wall cools"`

	Conductivity float64 `key:"conductivity" above:"0" unit:"W/(m K)" help:"of a solid that conducts and stores heat, with heat-capacity and density"`
	HeatCapacity float64 `key:"heat-capacity" above:"0" unit:"J/(kg K)" help:"of the solid"`
	Density      float64 `key:"density" above:"0" unit:"kg/m³" help:"of the solid"`
	Depth        float64 `key:"depth" above:"0" unit:"m" help:"of a solid's particles below its faces; default the support"`
}

// HeatSource is a box in which the fluid is heated.
type HeatSource struct {
	Name  string  `key:"name" need:"yes"`
	Box   Box     `key:"box" need:"yes"`
	Power *Series `key:"power" need:"yes" unit:"W/m³" help:"heat per volume; below 0 it cools"`
}

// SeriesOfHeat are the quantities in time of heat walls and sources, by their paths and keys.
func (c *Case) SeriesOfHeat(each func(path, key string, of *Series) error) error {
	for i := range c.HeatWalls {
		w, path := &c.HeatWalls[i], fmt.Sprintf("heat-wall.%d", i)
		if w.Conductivity > 0 {
			continue
		}
		key, of := "temperature", w.Temperature
		if of == nil {
			key, of = "flux", w.Flux
		}
		if err := each(path, key, of); err != nil {
			return err
		}
	}
	for i := range c.HeatSources {
		of := c.HeatSources[i].Power
		if err := each(fmt.Sprintf("heat-source.%d", i), "power", of); err != nil {
			return err
		}
	}
	return nil
}

// checkHeat refuses keys of heat that say nothing that can be meant.
func (c *Case) checkHeat() error {
	if c.Heat == nil {
		return c.checkNoHeat()
	}
	if h := c.Heat; (h.Length > 0) != (h.Difference > 0) {
		return c.Errorf("heat", "heat has one of length and difference, but Nusselt numbers need both; "+
			"use length = 1 and difference = 10, or leave both out")
	}
	for i := range c.Fluids {
		f, path := &c.Fluids[i], fmt.Sprintf("fluid.%d.temperature-gradient", i)
		switch g := f.Gradient; {
		case g == nil:
		case f.Temperature != nil:
			return c.Errorf(path, "%s is given, and a temperature, too; use one of them", c.Label(path))
		case g.From == g.To:
			return c.Errorf(path+".to", "%s is the point that from is; use two points, between which the "+
				"temperature changes", c.Label(path+".to"))
		}
	}
	checks := []func() error{c.checkThermal, c.checkSolids, c.checkHeatSurface, c.checkCold}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	owner := map[string]string{}
	for i := range c.HeatWalls {
		w := &c.HeatWalls[i]
		for k, name := range w.Of {
			path := fmt.Sprintf("heat-wall.%d.of.%d", i, k)
			if err := c.checkHeatWall(path, name); err != nil {
				return err
			}
			if other, twice := owner[name]; twice {
				return c.Errorf(path, "%s has %q, but the heat wall %q has it already; a wall has one "+
					"temperature or one flux", c.Label(fmt.Sprintf("heat-wall.%d.of", i)), name, other)
			}
			owner[name] = w.Name
		}
	}
	for i := range c.HeatSources {
		path, b := fmt.Sprintf("heat-source.%d.box", i), &c.HeatSources[i].Box
		for a := range 3 {
			if c.Dimension == 2 && a == 1 {
				continue
			}
			if err := c.Order(path, "min", "max", b.Min[a], b.Max[a], Axes[a]); err != nil {
				return err
			}
		}
	}
	return c.SeriesOfHeat(func(path, key string, of *Series) error {
		if of.File != "" {
			return nil // ReadSeries checks it
		}
		return c.CheckSeries(&OpeningAt{Path: path}, key, of)
	})
}

// checkThermal refuses properties that nothing conducts or stores heat with.
func (c *Case) checkThermal() error {
	check := func(path string, values map[string]float64) error {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if at := path + "." + key; c.Given(at) && !(values[key] > 0) {
				return c.Errorf(at, "%s is %s, but must be above 0", c.Label(at), text.Number(values[key]))
			}
		}
		return nil
	}
	err := check("heat", map[string]float64{"conductivity": c.Heat.Conductivity,
		"heat-capacity": c.Heat.HeatCapacity})
	for i := range c.Materials {
		m := &c.Materials[i]
		err = cmp.Or(err, check(fmt.Sprintf("material.%d", i), map[string]float64{
			"conductivity": m.Conductivity, "heat-capacity": m.HeatCapacity}))
	}
	for i := range c.HeatWalls {
		w := &c.HeatWalls[i]
		err = cmp.Or(err, check(fmt.Sprintf("heat-wall.%d", i), map[string]float64{
			"conductivity": w.Conductivity, "heat-capacity": w.HeatCapacity, "density": w.Density,
			"depth": w.Depth}))
	}
	return err
}

// absoluteZero is the lowest temperature that there is [°C]. Whether a case is in K or in °C is not
// known, so this is the least of both.
const absoluteZero = -273.15

// belowZero is why a temperature is refused.
func belowZero(x float64) string {
	return fmt.Sprintf("is %s, below absolute zero, -273.15 °C; use a temperature in °C or in K",
		text.Exact(x))
}

// checkCold refuses temperatures below absolute zero, but for those of series.
func (c *Case) checkCold() error {
	check := func(path string, x *float64) error {
		if x != nil && *x < absoluteZero {
			return c.Errorf(path, "%s %s", c.Label(path), belowZero(*x))
		}
		return nil
	}
	err := cmp.Or(check("heat.reference", c.Heat.Reference),
		check("heat.temperature", c.Heat.Temperature))
	if s := c.Heat.Surface; s != nil {
		err = cmp.Or(err, check("heat.surface.air", &s.Air))
	}
	for i := range c.Fluids {
		f, path := &c.Fluids[i], fmt.Sprintf("fluid.%d.temperature", i)
		err = cmp.Or(err, check(path, f.Temperature))
		if g := f.Gradient; g != nil {
			for k := range g.Temperatures {
				at := fmt.Sprintf("%s-gradient.temperatures.%d", path, k)
				err = cmp.Or(err, check(at, &g.Temperatures[k]))
			}
		}
	}
	for i := range c.HeatWalls {
		if w := &c.HeatWalls[i]; w.Conductivity > 0 && w.Temperature != nil {
			err = cmp.Or(err, check(fmt.Sprintf("heat-wall.%d.temperature", i), &w.Temperature.Value))
		}
	}
	return err
}

// leastKelvin is a temperature that no flow in K has: one below is taken to be in °C [K].
const leastKelvin = 100

// checkHeatSurface refuses surfaces that cannot give heat to the air.
func (c *Case) checkHeatSurface() error {
	s := c.Heat.Surface
	if s == nil {
		return nil
	}
	const path = "heat.surface"
	switch {
	case !(s.Emissivity >= 0 && s.Emissivity <= 1):
		return c.Errorf(path+".emissivity", "%s is %s, but must be from 0 to 1",
			c.Label(path+".emissivity"), text.Number(s.Emissivity))
	case !(s.Convection >= 0):
		return c.Errorf(path+".convection", "%s is %s, but must be 0 or more",
			c.Label(path+".convection"), text.Number(s.Convection))
	case s.Emissivity == 0 && s.Convection == 0:
		return c.Errorf(path, "heat.surface has neither emissivity nor convection, so surfaces give no "+
			"heat to the air; use one of them, or leave it out")
	case s.Emissivity > 0 && s.Air < leastKelvin:
		return c.Errorf(path+".air", "%s is %s, but surfaces with an emissivity radiate, for which all "+
			"temperatures must be in K; use air = %s, and others in K, too", c.Label(path+".air"),
			text.Number(s.Air), text.Number(s.Air+273))
	}
	return nil
}

// checkSolids refuses solids that lack what they conduct and store heat with.
func (c *Case) checkSolids() error {
	for i := range c.HeatWalls {
		w, path := &c.HeatWalls[i], fmt.Sprintf("heat-wall.%d", i)
		for _, of := range []struct {
			key   string
			value float64
			usual string
		}{
			{"conductivity", w.Conductivity, "1.5 W/(m K), that of concrete"},
			{"heat-capacity", w.HeatCapacity, "880 J/(kg K), that of concrete"},
			{"density", w.Density, "2400 kg/m³, that of concrete"},
		} {
			if w.Conductivity > 0 && of.value == 0 {
				return c.Errorf(path, "the heat wall %q conducts heat, but has no %s; use %s = … (%s)",
					w.Name, of.key, of.key, of.usual)
			}
			if w.Conductivity == 0 && of.value > 0 {
				return c.Errorf(path+"."+of.key, "%s has no effect: the heat wall %q has no conductivity; "+
					"use conductivity, which makes it a solid that stores heat", c.Label(path+"."+of.key), w.Name)
			}
		}
		switch {
		case w.Conductivity == 0 && w.Depth > 0:
			return c.Errorf(path+".depth", "%s has no effect: the heat wall %q has no conductivity; use "+
				"conductivity, which makes it a solid that stores heat", c.Label(path+".depth"), w.Name)
		case w.Conductivity > 0 && (w.Temperature == nil || w.Temperature.File != "" ||
			w.Temperature.Rows != nil):
			return c.Errorf(path, "the heat wall %q conducts heat, so its temperature is that at the "+
				"start; use one number: temperature = 20", w.Name)
		}
	}
	return nil
}

// checkHeatWall refuses what is no wall.
func (c *Case) checkHeatWall(path, name string) error {
	if slices.Contains(Sides, name) {
		if slices.Contains(c.Domain.Open, name) || slices.Contains(c.Domain.Periodic, name[:1]) ||
			c.Dimension == 2 && name[0] == 'y' {
			return c.Errorf(path, "%s is %q, but that side of the domain has no wall", c.Label(path), name)
		}
		return nil
	}
	all := slices.Clone(Sides)
	for i := range c.Walls {
		all = append(all, c.Walls[i].Name)
	}
	for i := range c.Bodies {
		all = append(all, c.Bodies[i].Name)
	}
	if !slices.Contains(all, name) {
		return c.Errorf(path, "%s is %q, but sides, walls and bodies are %s%s", c.Label(path), name,
			text.And(all), text.Meant(name, all))
	}
	return nil
}

// checkNoHeat refuses keys of heat in a case without any.
func (c *Case) checkNoHeat() error {
	path := ""
	for i := len(c.HeatSources) - 1; i >= 0; i-- {
		path = "heat-source." + strconv.Itoa(i)
	}
	for i := len(c.HeatWalls) - 1; i >= 0; i-- {
		path = "heat-wall." + strconv.Itoa(i)
	}
	for i := range c.Fluids {
		for _, key := range []string{"temperature", "temperature-gradient"} {
			if at := fmt.Sprintf("fluid.%d.%s", i, key); c.Given(at) {
				path = at
			}
		}
	}
	if path == "" {
		return nil
	}
	return c.Errorf(path, "%s has no effect: the case has no [heat], without which the fluid has no "+
		"temperature; use [heat] with conductivity and heat-capacity", c.Label(path))
}

// heat moves what has places.
func (by Shift) heat(c *Case) {
	for i := range c.Fluids {
		if g := c.Fluids[i].Gradient; g != nil {
			by.Point(&g.From)
			by.Point(&g.To)
		}
	}
	for i := range c.HeatSources {
		by.Point(&c.HeatSources[i].Box.Min)
		by.Point(&c.HeatSources[i].Box.Max)
	}
}
