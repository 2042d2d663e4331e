package heat

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// checkTables refuses keys of heat that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	if tableOf(c) == nil {
		return checkNoHeat(c)
	}
	if h := tableOf(c); (h.Length > 0) != (h.Difference > 0) {
		return c.Errorf("heat", "heat has one of length and difference, but Nusselt numbers need both; "+
			"use length = 1 and difference = 10, or leave both out")
	}
	for i := range c.Fluids {
		f, path := keysOf(&c.Fluids[i]), fmt.Sprintf("fluid.%d.temperature-gradient", i)
		switch g := f.Gradient; {
		case g == nil:
		case f.Temperature != nil:
			return c.Errorf(path, "%s is given, and a temperature, too; use one of them", c.Label(path))
		case g.From == g.To:
			return c.Errorf(path+".to", "%s is the point that from is; use two points, between which the "+
				"temperature changes", c.Label(path+".to"))
		}
	}
	checks := []func(c *casefile.Case) error{checkThermalKeys, checkSolidKeys, checkSurfaceTable,
		checkCold, checkCarried}
	for _, check := range checks {
		if err := check(c); err != nil {
			return err
		}
	}
	owner := map[string]string{}
	for i := range wallsOf(c) {
		w := &wallsOf(c)[i]
		for k, name := range w.Of {
			path := fmt.Sprintf("heat-wall.%d.of.%d", i, k)
			if err := checkWallOf(c, path, name); err != nil {
				return err
			}
			if other, twice := owner[name]; twice {
				return c.Errorf(path, "%s has %q, but the heat wall %q has it already; a wall has one "+
					"temperature or one flux", c.Label(fmt.Sprintf("heat-wall.%d.of", i)), name, other)
			}
			owner[name] = w.Name
		}
	}
	for i := range sourcesOf(c) {
		path, b := fmt.Sprintf("heat-source.%d.box", i), &sourcesOf(c)[i].Box
		for a := range 3 {
			if c.Dimension == 2 && a == 1 {
				continue
			}
			if err := c.Order(path, "min", "max", b.Min[a], b.Max[a], casefile.Axes[a]); err != nil {
				return err
			}
		}
	}
	return eachSeries(c, func(path, key string, of *casefile.Series) error {
		if of.File != "" {
			return nil // ReadSeries checks it
		}
		return c.CheckSeries(path, key, of, nil)
	})
}

// checkThermalKeys refuses properties that nothing conducts or stores heat with.
func checkThermalKeys(c *casefile.Case) error {
	check := func(path string, values map[string]float64) error {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if at := path + "." + key; c.Given(at) && !(values[key] > 0) {
				return c.Errorf(at, "%s is %s, but must be above 0", c.Label(at), text.Number(values[key]))
			}
		}
		return nil
	}
	err := check("heat", map[string]float64{"conductivity": tableOf(c).Conductivity,
		"heat-capacity": tableOf(c).HeatCapacity})
	for i := range c.Materials {
		m := casefile.KeysIn[ThermalKeys](c.Materials[i].Extra)
		err = cmp.Or(err, check(fmt.Sprintf("material.%d", i), map[string]float64{
			"conductivity": m.Conductivity, "heat-capacity": m.HeatCapacity}))
	}
	for i := range wallsOf(c) {
		w := &wallsOf(c)[i]
		err = cmp.Or(err, check(fmt.Sprintf("heat-wall.%d", i), map[string]float64{
			"conductivity": w.Conductivity, "heat-capacity": w.HeatCapacity, "density": w.Density,
			"depth": w.Depth}))
	}
	return err
}

// absoluteZero is the lowest temperature that there is [°C]. Whether a case is in K or in °C is not
// known, so this is the least of both.
const absoluteZero = -273.15

// tooCold is why a temperature is refused; "" is that it is not.
func tooCold(x float64) string {
	if x >= absoluteZero {
		return ""
	}
	return fmt.Sprintf("is %s, below absolute zero, -273.15 °C; use a temperature in °C or in K",
		text.Exact(x))
}

// checkCold refuses temperatures below absolute zero, but for those of series.
func checkCold(c *casefile.Case) error {
	check := func(path string, x *float64) error {
		if x != nil && tooCold(*x) != "" {
			return c.Errorf(path, "%s %s", c.Label(path), tooCold(*x))
		}
		return nil
	}
	err := cmp.Or(check("heat.reference", tableOf(c).Reference),
		check("heat.temperature", tableOf(c).Temperature))
	if s := tableOf(c).Surface; s != nil {
		err = cmp.Or(err, check("heat.surface.air", &s.Air))
	}
	for i := range c.Fluids {
		f, path := keysOf(&c.Fluids[i]), fmt.Sprintf("fluid.%d.temperature", i)
		err = cmp.Or(err, check(path, f.Temperature))
		if g := f.Gradient; g != nil {
			for k := range g.Temperatures {
				at := fmt.Sprintf("%s-gradient.temperatures.%d", path, k)
				err = cmp.Or(err, check(at, &g.Temperatures[k]))
			}
		}
	}
	for i := range wallsOf(c) {
		if w := &wallsOf(c)[i]; w.Conductivity > 0 && w.Temperature != nil {
			err = cmp.Or(err, check(fmt.Sprintf("heat-wall.%d.temperature", i), &w.Temperature.Value))
		}
	}
	return err
}

// checkSurfaceTable refuses surfaces that cannot give heat to the air.
func checkSurfaceTable(c *casefile.Case) error {
	s := tableOf(c).Surface
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

// checkSolidKeys refuses solids that lack what they conduct and store heat with.
func checkSolidKeys(c *casefile.Case) error {
	for i := range wallsOf(c) {
		w, path := &wallsOf(c)[i], fmt.Sprintf("heat-wall.%d", i)
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

// checkWallOf refuses what is no wall.
func checkWallOf(c *casefile.Case, path, name string) error {
	if slices.Contains(casefile.Sides, name) {
		if slices.Contains(c.Domain.Open, name) || slices.Contains(c.Domain.Periodic, name[:1]) ||
			c.Dimension == 2 && name[0] == 'y' {
			return c.Errorf(path, "%s is %q, but that side of the domain has no wall", c.Label(path), name)
		}
		return nil
	}
	all := slices.Clone(casefile.Sides)
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
func checkNoHeat(c *casefile.Case) error {
	path := ""
	for i := len(sourcesOf(c)) - 1; i >= 0; i-- {
		path = "heat-source." + strconv.Itoa(i)
	}
	for i := len(wallsOf(c)) - 1; i >= 0; i-- {
		path = "heat-wall." + strconv.Itoa(i)
	}
	for i := range c.Fluids {
		for _, key := range []string{"temperature", "temperature-gradient"} {
			if at := fmt.Sprintf("fluid.%d.%s", i, key); c.Given(at) {
				path = at
			}
		}
	}
	if err := checkNoCarried(c); err != nil {
		return err
	}
	if path == "" {
		return nil
	}
	return c.Errorf(path, "%s has no effect: the case has no [heat], without which the fluid has no "+
		"temperature; use [heat] with conductivity and heat-capacity", c.Label(path))
}
