package sph

import "fmt"

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
