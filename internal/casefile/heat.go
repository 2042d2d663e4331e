package casefile

import (
	"fmt"
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

	Reference   *float64 `key:"reference" unit:"K or °C" help:"temperature at which the density is rho0; default that of temperature"`
	Temperature *float64 `key:"temperature" unit:"K or °C" help:"temperature at the start of fluids without one of their own; default that of reference"`
	Length      float64  `key:"length" above:"0" unit:"m" help:"length of the Nusselt numbers in heat.csv; default none"`
	Difference  float64  `key:"difference" above:"0" unit:"K" help:"temperature difference of the Nusselt numbers"`
}

// TemperatureGradient is a temperature that is linear between two planes through points, across the
// line between them, and constant beyond.
type TemperatureGradient struct {
	From [3]float64 `key:"from" unit:"m" need:"yes" help:"where it begins"`
	To   [3]float64 `key:"to" unit:"m" need:"yes" help:"where it ends"`

	Temperatures [2]float64 `key:"temperatures" unit:"K or °C" need:"yes" help:"at from and at to"`
}

// HeatWall is sides of the domain, walls or bodies with a temperature or a heat flux. All others
// are insulated.
type HeatWall struct {
	Name string   `key:"name" need:"yes" help:"in heat.csv"`
	Of   []string `key:"of" need:"yes" items:"1" help:"sides of the domain (xmin, xmax, ymin, ymax, zmin, zmax), names of walls and of bodies"`

	Temperature *Series `key:"temperature" group:"heat" unit:"K or °C" help:"of the faces: a number, [[t, temperature], …], or a CSV file"`
	Flux        *Series `key:"flux" group:"heat" unit:"W/m²" help:"instead of a temperature: heat into the fluid; below 0 the wall cools"`
}

// HeatSource is a box in which the fluid is heated.
type HeatSource struct {
	Name  string  `key:"name" need:"yes"`
	Box   Box     `key:"box" need:"yes"`
	Power *Series `key:"power" need:"yes" unit:"W/m³" help:"heat per volume: a number, [[t, power], …], or a CSV file; below 0 it cools"`
}

// SeriesOfHeat are the quantities in time of heat walls and sources, by their paths and keys.
func (c *Case) SeriesOfHeat(each func(path, key string, of *Series) error) error {
	for i := range c.HeatWalls {
		w, path := &c.HeatWalls[i], fmt.Sprintf("heat-wall.%d", i)
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
			if err := c.order(path, "min", "max", b.Min[a], b.Max[a], Axes[a]); err != nil {
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
func (by shift) heat(c *Case) {
	for i := range c.Fluids {
		if g := c.Fluids[i].Gradient; g != nil {
			by.point(&g.From)
			by.point(&g.To)
		}
	}
	for i := range c.HeatSources {
		by.point(&c.HeatSources[i].Box.Min)
		by.point(&c.HeatSources[i].Box.Max)
	}
}
