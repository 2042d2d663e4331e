package sph

import "fmt"

// PlaneAxis is the axis across a flow in two dimensions. All of it lies in a plane, and nothing
// moves out of that: differences of positions along the axis are 0 in every sum. Masses, energies
// and forces are those of a metre of width.
const PlaneAxis Axis = 1

// Axes are those along which the flow has an extent.
func (p *Params) Axes() []Axis {
	if p.Dim == 2 {
		return []Axis{0, 2}
	}
	return []Axis{0, 1, 2}
}

// checkPlane returns the first thing about a case in two dimensions that would leave the plane.
func (c *Case) checkPlane() error {
	const a = PlaneAxis
	if c.Params.Dim != 2 {
		return nil
	}
	wrong := func(what string, is float64, want string) error {
		return fmt.Errorf("problem %s has two dimensions, but %s %g along %v; in a plane it must be %s", c.Name, what, is, a, want)
	}
	for _, g := range append([][3]float64{c.Params.Gravity}, c.Gravity.Values...) {
		if g[a] != 0 {
			return wrong("gravity is", g[a], "0 m/s²")
		}
	}
	for b, x := range c.RotatingFrame.Axis {
		if Axis(b) != a && x != 0 {
			return fmt.Errorf("problem %s has two dimensions, but its frame turns about the axis %v; in a plane the axis must be along %v", c.Name, c.RotatingFrame.Axis, a)
		}
	}
	plane := c.Particles.Position[0][a]
	at := func(what string, place float64) error {
		if place != plane {
			return wrong(what+" is at", place, fmt.Sprintf("%g m", plane))
		}
		return nil
	}
	for i, x := range c.Particles.Position {
		if x[a] != plane {
			return at(fmt.Sprintf("particle %d", i), x[a])
		}
		if v := c.Particles.Velocity[i][a]; v != 0 {
			return wrong(fmt.Sprintf("particle %d has the velocity", i), float64(v), "0 m/s")
		}
	}
	if f := c.Params.Central; f.Omega != 0 {
		if err := at("the centre of its central force", f.Centre[a]); err != nil {
			return err
		}
	}
	for _, p := range c.Probes {
		if err := at("probe "+p.Name, p.Position[a]); err != nil {
			return err
		}
	}
	for _, g := range c.Gauges {
		if err := at("gauge "+g.Name, g.Y); err != nil {
			return err
		}
	}
	for _, b := range c.Bodies {
		if err := at("the centre of "+b.Name, b.Centre[a]); err != nil {
			return err
		}
	}
	return nil
}

// checkPeriodic returns the first thing about the periodic axes that is not sound.
func (c *Case) checkPeriodic() error {
	p := &c.Params
	for a, is := range p.Periodic {
		switch {
		case !is:
		case p.Dim == 2 && Axis(a) == PlaneAxis:
			return fmt.Errorf("problem %s has two dimensions, but is periodic along %v, across its plane; use x or z", c.Name, PlaneAxis)
		case len(c.RotatingFrame.Angles) > 0:
			return fmt.Errorf("problem %s is periodic along %v, but its frame turns, so that its ends are not alike; use a frame at rest", c.Name, Axis(a))
		}
	}
	return nil
}

// isPeriodic reports whether any axis is.
func (p *Params) IsPeriodic() bool { return p.Periodic != [3]bool{} }

// FallsAround reports whether gravity acts along a periodic axis, where fluid falls for ever: that
// energy is in no potential.
func (p *Params) FallsAround() bool {
	for a, periodic := range p.Periodic {
		if periodic && p.Gravity[a] != 0 {
			return true
		}
	}
	return false
}

// ring reports whether devices are neighbours in a ring.
func (p *Params) DevicesInRing() bool { return p.Periodic[p.SplitAxis] }

// notPeriodic is a value along axes that are not periodic, and 0 along others. Gravity along these
// drives the flow. It makes no hydrostatic pressure and has no potential, since the flow is the
// same at both ends.
func (p *Params) NotPeriodic(value float64) (v [3]float64) {
	for a, periodic := range p.Periodic {
		if !periodic {
			v[a] = value
		}
	}
	return v
}
