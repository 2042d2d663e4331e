package casefile

import "gpusph/internal/text"

// NormalDepth is fluid in a channel that runs at the depth at which its weight along the slope and
// the friction of the bed, by Manning's formula, are in balance.
type NormalDepth struct {
	Discharge float64     `key:"discharge" above:"0" unit:"m³/s" need:"yes" help:"in two dimensions in m²/s"`
	Slope     float64     `key:"slope" above:"0" need:"yes" help:"fall of the bed over its length"`
	Manning   float64     `key:"manning" above:"0" unit:"s/m^⅓" need:"yes" help:"Manning's n of the bed"`
	At        [3]float64  `key:"at" unit:"m" need:"yes" help:"a point on the bed, above which the depth is"`
	Width     float64     `key:"width" above:"0" unit:"m" help:"of the channel, whose section is a rectangle; needed in three dimensions"`
	Direction *[2]float64 `key:"direction" help:"direction of the flow along x and y; default [1, 0]"`
}

// checkNormalDepth refuses channels that have none.
func (c *Case) checkNormalDepth(n *NormalDepth, path string) error {
	for _, v := range []struct {
		key, unit string
		x         float64
	}{{"discharge", c.DischargeUnit(), n.Discharge}, {"slope", "m/m", n.Slope},
		{"manning", "s/m^⅓", n.Manning}} {
		if err := c.Above(path+"."+v.key, v.x, v.unit); err != nil {
			return err
		}
	}
	switch given := c.Given(path + ".width"); {
	case c.Dimension == 2 && given:
		return c.Errorf(path+".width", "%s has no meaning in two dimensions, where the discharge is in "+
			"m²/s; leave it out", c.Label(path+".width"))
	case c.Dimension != 2 && !(n.Width > 0):
		return c.Errorf(path, "%s has the width %s m, but must be above 0; use width = 0.5, that of the "+
			"channel", c.Label(path), text.Exact(n.Width))
	case n.Slope > 1:
		return c.Errorf(path+".slope", "%s is %s, but must be at most 1, that of 45°; 0.01 falls by 1 m "+
			"in 100 m", c.Label(path+".slope"), text.Exact(n.Slope))
	}
	return c.waveDirection(path+".direction", n.Direction)
}

// DischargeUnit is that of discharges.
func (c *Case) DischargeUnit() string {
	if c.Dimension == 2 {
		return "m²/s"
	}
	return "m³/s"
}
