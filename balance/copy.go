package balance

import "slices"

// Copy is a balancer that knows as much, and learns on its own from now on.
func (p *Predictive) Copy() Policy {
	c := *p
	c.slowness, c.correction = slices.Clone(p.slowness), slices.Clone(p.correction)
	c.work, c.wrong = slices.Clone(p.work), slices.Clone(p.wrong)
	return &c
}

// Copy is a balancer that has observed as much, and goes on on its own.
func (p *Paper) Copy() Policy {
	c := *p
	c.loads = slices.Clone(p.loads)
	return &c
}
