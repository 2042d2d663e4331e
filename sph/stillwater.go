package sph

import "math"

// StillAxis is the axis of gravity in flows whose forces leave out the pressure of still water, and
// -1 in others: gravity must be constant along one axis, and walls must have a pressure.
func (c *Case) StillAxis() int {
	p := &c.Params
	if !p.Further.ReducedPressure || !p.Boundary.Model().Layers || p.Central.Omega != 0 ||
		len(c.RotatingFrame.Angles) > 0 || len(c.Gravity.Values) > 0 {
		return -1
	}
	axis := -1
	for a, g := range p.Gravity {
		switch {
		case g == 0:
		case axis >= 0 || p.Periodic[a]:
			return -1
		default:
			axis = a
		}
	}
	return axis
}

// LightestFluid is the least reference density of the case's fluids [kg/m³].
func (c *Case) LightestFluid() float64 {
	least := c.Params.Rho0
	for k := range c.Materials {
		if own := c.Materials[k].Rho0; own > 0 {
			least = min(least, own)
		}
	}
	return least
}

// TopOfFluid is how far up fluid reaches at first along the axis of gravity [m].
func (c *Case) TopOfFluid(axis int) float64 {
	p, up := &c.Params, -math.Copysign(1, c.Params.Gravity[axis])
	top := math.Inf(-1)
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == Fluid {
			x, _, _ := c.Actual(x)
			top = max(top, up*x[axis])
		}
	}
	if math.IsInf(top, -1) {
		return p.Max[axis]
	}
	return up * (top + p.DeltaP/2)
}
