package gridcase

import (
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
)

// keysOfAll are the keys of every flow on a grid; what is below them is theirs, too.
var keysOfAll = []string{"name", "about", "engine", "dimension", "spacing", "end", "domain.min",
	"domain.max", "domain.periodic", "grid.equations", "physics.nu", "probe.name", "probe.at",
	"probe.line", "probe.plane", "run", "fluid.name", "fluid.box", "fluid.sphere",
	"fluid.temperature", "fluid.temperature-gradient", "heat.reference", "heat.temperature"}

// keysOf are the further keys of equations.
var keysOf = map[string][]string{
	"incompressible": {"grid.steady", "grid.x", "grid.y", "grid.z", "domain.slide", "physics.rho0",
		"physics.gravity", "heat.conductivity", "heat.heat-capacity", "heat.expansion",
		"heat-wall.name", "heat-wall.of", "heat-wall.temperature", "fluid.velocity", "wall.name",
		"wall.box"},
	"atmosphere": {},
	"lattice": {"physics.gravity", "heat-wall.name", "heat-wall.of", "heat-wall.temperature",
		"fluid.velocity"},
}

// because has reasons why keys have no effect on a grid.
var because = map[string]string{
	"split-axis":      "grids are divided along z",
	"front":           "there is no free surface",
	"gauge":           "there is no free surface",
	"domain.open":     "grids have walls or periods at their ends",
	"domain.force":    "no forces are measured",
	"body":            "nothing moves within a grid",
	"wall":            "walls within a grid are upright boxes in incompressible flows",
	"fluid":           "it gives a temperature or a velocity at the start within a box or a sphere",
	"material":        "there is one fluid",
	"turning":         "the frame does not turn",
	"physics":         "it has physics.nu, and but for the atmosphere gravity",
	"physics.gravity": "the atmosphere has 9.81 m/s² downwards",
	"heat.length":     "sums.csv has Nusselt numbers without it",
	"heat.difference": "sums.csv has Nusselt numbers without it",
	"heat":            "these equations have no property of this kind",
	"heat-wall":       "sides have one temperature, or are insulated",
	"heat-source":     "no boxes are heated",
	"probe":           "probes of grids are at points, and read all fields",
	"grid.x":          "cells of these equations are squares",
	"grid.y":          "cells of these equations are squares",
	"grid.z":          "cells of these equations are squares",
	"grid.steady":     "these equations run to their end",
	"domain.slide":    "only walls of incompressible flows slide",
	"fluid.velocity":  "the air is at rest at the start",
}

// checkKeys refuses the first key that has no effect on the equations of a case.
func checkKeys(c *casefile.Case) error {
	equations := equationsOf(c)
	known := slices.Concat(keysOfAll, keysOf[equations])
	for _, path := range c.Paths() {
		key := bare(path)
		if slices.ContainsFunc(known, func(k string) bool { return below(key, k) || below(k, key) }) {
			continue
		}
		return c.Errorf(path, "%s has no effect on a grid with %s equations%s; leave it out",
			c.Label(path), equations, reason(key))
	}
	return nil
}

// reason is why a key has no effect: that of the nearest key above it; "" is none.
func reason(key string) string {
	for key != "" {
		if why := because[key]; why != "" {
			return ": " + why
		}
		key = key[:max(0, strings.LastIndexByte(key, '.'))]
	}
	return ""
}

// below reports whether a key is another or below it.
func below(key, other string) bool { return key == other || strings.HasPrefix(key, other+".") }

// bare is a path without the numbers of tables and items.
func bare(path string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(path, "."), func(word string) bool {
		_, err := strconv.Atoi(word)
		return err == nil
	}), ".")
}
