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
