package damping

import (
	"fmt"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// Table is a zone as case files have it.
type Table struct {
	Name string `key:"name" need:"yes"`

	Along string  `key:"along" words:"x y z" help:"axis along which it rises; default x"`
	From  float64 `key:"from" unit:"m" need:"yes" help:"coordinate where it begins"`
	To    float64 `key:"to" unit:"m" need:"yes" help:"where it has its full rate; may be below from"`

	Beyond float64       `key:"beyond" least:"0" unit:"m" help:"how far behind to it acts; default 0"`
	Box    *casefile.Box `key:"box" help:"where it acts; default from from to to and beyond"`
	Rate   float64       `key:"rate" above:"0" unit:"1/s" help:"β where it is full; default 10"`

	Components string `key:"components" words:"all horizontal vertical" help:"default all"`
}

// components are the words of a zone's components.
var components = []string{"all", "horizontal", "vertical"}

// checkTables refuses zones that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	zones := Tables(c)
	for i := range zones {
		z, path := &zones[i], fmt.Sprintf("damping.%d", i)
		if z.Along != "" {
			if err := c.Word(path+".along", z.Along, casefile.Axes); err != nil {
				return err
			}
		}
		if z.Components != "" {
			if err := c.Word(path+".components", z.Components, components); err != nil {
				return err
			}
		}
		switch {
		case c.Dimension == 2 && z.Along == "y":
			return c.Errorf(path+".along",
				"%s is y, along which a flow in two dimensions has no extent; use x or z",
				c.Label(path+".along"))
		case z.From == z.To:
			return c.Errorf(path+".to",
				"%s is %s m, and so is from; the damping rises between them, over one wavelength as a rule",
				c.Label(path+".to"), text.Exact(z.To))
		case z.Beyond < 0:
			return c.Errorf(path+".beyond", "%s is %s m, but must not be below 0", c.Label(path+".beyond"),
				text.Exact(z.Beyond))
		case z.Beyond > 0 && z.Box != nil:
			return c.Errorf(path+".beyond", "%s has both a box and beyond; the box says where it acts",
				c.Label(path))
		case z.Rate < 0 || c.Given(path+".rate") && z.Rate == 0:
			return c.Errorf(path+".rate", "%s is %s 1/s, but must be above 0; 10 is usual",
				c.Label(path+".rate"), text.Exact(z.Rate))
		}
		if z.Box == nil {
			continue
		}
		for a := range 3 {
			if c.Dimension == 2 && a == 1 {
				continue
			}
			err := c.Order(path+".box", "min", "max", z.Box.Min[a], z.Box.Max[a], casefile.Axes[a])
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// move moves zones.
func move(by casefile.Shift, c *casefile.Case) {
	zones := Tables(c)
	for i := range zones {
		z := &zones[i]
		axis := max(0, slices.Index(casefile.Axes, z.Along))
		by.Along(axis, &z.From)
		by.Along(axis, &z.To)
		if z.Box != nil {
			by.Point(&z.Box.Min)
			by.Point(&z.Box.Max)
		}
	}
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// Set gives a case file zones.
func Set(c *casefile.Case, zones []Table) { c.SetTables(key, zones) }
