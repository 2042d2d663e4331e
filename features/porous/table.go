package porous

import (
	"fmt"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Table is a layer of stones, which no particle resolves, with fluid in its pores: the armour, the
// filter or the core of a mound. Its drag follows from the stones, or is given.
type Table struct {
	Name string `key:"name" need:"yes" help:"in energies.csv"`
	casefile.Shape

	Porosity  float64  `key:"porosity" above:"0" need:"yes" help:"part of the volume that is pores: rubble has 0.4 to 0.5"`
	D50       *float64 `key:"d50" above:"0" unit:"m" group:"drag" help:"median diameter of the stones, from which the drag follows"`
	Alpha     *float64 `key:"alpha" least:"0" help:"coefficient of the linear drag of stones; default 1000"`
	Beta      *float64 `key:"beta" least:"0" help:"coefficient of the quadratic drag of stones; default 1.1"`
	KC        *float64 `key:"keulegan-carpenter" above:"0" help:"KC = u T/(n d50) of waves, which raises beta by 1 + 7.5/KC; default none"`
	Viscosity *float64 `key:"viscosity" above:"0" unit:"m²/s" help:"kinematic viscosity in the linear drag of stones; default nu of [physics], or 1e-6 where that is 0"`

	Darcy       *float64 `key:"darcy" least:"0" unit:"1/s" group:"drag" help:"instead of stones: linear drag a = g/K of a hydraulic conductivity K"`
	Forchheimer *float64 `key:"forchheimer" least:"0" unit:"1/m" help:"quadratic drag b with darcy; default 0"`

	AddedMass float64 `key:"added-mass" least:"0" help:"added mass of the stones over the mass of the fluid in the pores; default 0"`
}

// checkTables refuses layers that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	layers := Tables(c)
	for i := range layers {
		l, path := &layers[i], fmt.Sprintf("porous.%d", i)
		errs := []error{c.CheckShape(&l.Shape, path)}
		if !(l.Porosity > 0 && l.Porosity < 1) {
			errs = append(errs, c.Errorf(path+".porosity",
				"%s is %s, but pores are a part of the volume above 0 and below 1; rubble has 0.4 to 0.5, "+
					"and a body without pores is a [[wall]]",
				c.Label(path+".porosity"), text.Exact(l.Porosity)))
		}
		for _, of := range []struct {
			key, unit string
			value     *float64
			zero      bool // may be
		}{
			{"d50", "m", l.D50, false}, {"alpha", "", l.Alpha, true}, {"beta", "", l.Beta, true},
			{"keulegan-carpenter", "", l.KC, false}, {"viscosity", "m²/s", l.Viscosity, false},
			{"darcy", "1/s", l.Darcy, true}, {"forchheimer", "1/m", l.Forchheimer, true},
			{"added-mass", "", &l.AddedMass, true},
		} {
			switch {
			case of.value == nil:
			case of.zero:
				errs = append(errs, c.NotBelow(path+"."+of.key, *of.value, of.unit))
			default:
				errs = append(errs, c.Above(path+"."+of.key, *of.value, of.unit))
			}
		}
		errs = append(errs, checkDrag(c, l, path))
		if err := casefile.First(errs); err != nil {
			return err
		}
	}
	return nil
}

// move moves layers.
func move(by casefile.Shift, c *casefile.Case) {
	layers := Tables(c)
	for i := range layers {
		by.Shape(&layers[i].Shape)
	}
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// checkDrag refuses keys of a layer's drag that have no effect.
func checkDrag(c *casefile.Case, l *Table, path string) error {
	if l.D50 != nil {
		if l.Forchheimer == nil {
			return nil
		}
		return c.Errorf(path+".forchheimer", "%s has no effect: the drag follows from d50; use darcy in "+
			"its place", c.Label(path+".forchheimer"))
	}
	for _, key := range []string{"alpha", "beta", "keulegan-carpenter", "viscosity"} {
		if c.Given(path + "." + key) {
			return c.Errorf(path+"."+key, "%s has no effect: the drag is given by darcy and forchheimer; "+
				"use d50 in their place", c.Label(path+"."+key))
		}
	}
	return nil
}
