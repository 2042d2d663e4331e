package balance

import "slices"

// Copy is a balancer that knows as much, and learns on its own from now on.
func (p *Predictive) Copy() Policy {
	c := *p
	// Observe changes these in place; work and wrong it replaces.
	c.slowness, c.correction = slices.Clone(p.slowness), slices.Clone(p.correction)
	return &c
}

// Copy is a balancer that has observed as much, and goes on on its own.
func (p *Paper) Copy() Policy {
	c := *p
	c.loads = slices.Clone(p.loads)
	return &c
}
