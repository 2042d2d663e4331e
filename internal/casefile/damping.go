package casefile

import (
	"fmt"
	"slices"

	"gpusph/internal/text"
)

// Damping is a zone in which the fluid loses velocity, so that waves are absorbed: dv/dt = -β r² v,
// where r rises from 0 to 1 along an axis.
type Damping struct {
	Name       string  `key:"name" need:"yes"`
	Along      string  `key:"along" words:"x y z" help:"axis along which the damping rises: x, y or z; without it x"`
	From       float64 `key:"from" unit:"m" need:"yes" help:"coordinate along the axis where it begins"`
	To         float64 `key:"to" unit:"m" need:"yes" help:"coordinate where it has its full rate; may be below from. One wavelength from there is usual"`
	Beyond     float64 `key:"beyond" least:"0" unit:"m" help:"how far behind to it still acts, at its full rate; without it 0"`
	Box        *Box    `key:"box" help:"where it acts; in place of beyond; without it, between from and to, across the whole domain"`
	Rate       float64 `key:"rate" above:"0" unit:"1/s" help:"β, at which velocities fall where it is full; without it 10"`
	Components string  `key:"components" words:"all horizontal vertical" help:"of the velocity that it damps: all, horizontal or vertical; without it all"`
}

// Components are the words of a zone's components.
var Components = []string{"all", "horizontal", "vertical"}

// checkDamping refuses zones that say nothing that can be meant.
func (c *Case) checkDamping() error {
	for i := range c.Damping {
		z, path := &c.Damping[i], fmt.Sprintf("damping.%d", i)
		if z.Along != "" {
			if err := c.word(path+".along", z.Along, Axes); err != nil {
				return err
			}
		}
		if z.Components != "" {
			if err := c.word(path+".components", z.Components, Components); err != nil {
				return err
			}
		}
		switch {
		case c.Dimension == 2 && z.Along == "y":
			return c.Errorf(path+".along", "%s is y, along which a flow in two dimensions has no extent; "+
				"use x or z", c.Label(path+".along"))
		case z.From == z.To:
			return c.Errorf(path+".to", "%s is %s m, and so is from; the damping rises between them, over "+
				"one wavelength as a rule", c.Label(path+".to"), text.Exact(z.To))
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
			if err := c.order(path+".box", "min", "max", z.Box.Min[a], z.Box.Max[a], Axes[a]); err != nil {
				return err
			}
		}
	}
	return nil
}

// damping moves a zone.
func (by shift) damping(z *Damping) {
	axis := max(0, slices.Index(Axes, z.Along))
	by.along(axis, &z.From)
	by.along(axis, &z.To)
	if z.Box != nil {
		by.point(&z.Box.Min)
		by.point(&z.Box.Max)
	}
}
