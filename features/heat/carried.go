package heat

import (
	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/sph"
)

// The temperature of what comes in.

// keys are those of tables of others.
var keys = map[string]any{
	"material": ThermalKeys{}, "fluid": FluidKeys{}, "inlet": InletKeys{}, "outlet": OutletKeys{},
}

// InletKeys are those of inlets.
type InletKeys struct {
	Temperature *casefile.Series `key:"temperature" unit:"K or °C" help:"of what comes in; needed where the case has [heat]"`
}

// OutletKeys are those of outlets.
type OutletKeys struct {
	Temperature *casefile.Series `key:"temperature" unit:"K or °C" help:"of what comes in where the flow reverses; default that of the fluid before it"`
}

// checkCarried refuses inlets of which the temperature of what comes in is unknown.
func checkCarried(c *casefile.Case) error {
	for _, o := range openings.FromFile(c) {
		if _, _, temperature := o.Carried(); temperature == nil && o.Inlet {
			return c.Errorf(o.Path, "the inlet %q has no temperature, but the fluid has one; use "+
				"temperature = 20, or as many K or °C as come in", o.Name)
		}
	}
	return nil
}

// checkNoCarried refuses temperatures of what comes in where fluid has none.
func checkNoCarried(c *casefile.Case) error {
	for _, o := range openings.FromFile(c) {
		if _, _, temperature := o.Carried(); temperature != nil {
			return c.Errorf(o.Path+".temperature", "the %s %q has a temperature, but the fluid has none; "+
				"use [heat], or leave it out", o.Kind(), o.Name)
		}
	}
	return nil
}

// carried are the temperatures of what comes in, of each opening that gives one.
func carried(c *sph.Case) (all [][]float64) {
	for _, o := range openings.Of(c) {
		if o.Carried != nil && len(o.Carried.Values) > 0 {
			all = append(all, o.Carried.Values)
		}
	}
	return all
}

// carriedAt is the temperature at the start of fluid in a buffer that gives one.
func carriedAt(c *sph.Case) func(x [3]float64) (at float64, ok bool) {
	all, layouts := openings.Of(c), openings.Layouts(c)
	return func(x [3]float64) (float64, bool) {
		k := openings.At(c, layouts, x)
		if k == 0 || all[k-1].Carried == nil {
			return 0, false
		}
		return all[k-1].Carried.At(0), true
	}
}
