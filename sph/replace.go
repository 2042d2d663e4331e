package sph

// Replace takes particles of fluid out of a case, and adds others after those that stay: each like
// one that was taken out, elsewhere. The walls come last, as before. It returns the first of them.
func (c *Case) Replace(gone []bool,
	others func(add func(like int, x [3]float64, rel float32))) (first int) {
	q := &c.Particles
	var order []int // of the old particles
	fluids := 0
	for i, t := range q.Type {
		if t == Fluid {
			fluids = i + 1
		}
	}
	for i := range fluids {
		if !gone[i] {
			order = append(order, i)
		}
	}
	first = len(order)
	var x [][3]float64
	var rels []float32
	others(func(like int, at [3]float64, rel float32) {
		order = append(order, like)
		x, rels = append(x, at), append(rels, rel)
	})
	moved := len(order) - fluids // of the walls
	for i := fluids; i < q.Len(); i++ {
		order = append(order, i)
	}
	q.reorder(order)
	copy(q.Position[first:], x)
	copy(q.RelDensity[first:], rels)
	for k := range c.Loads {
		c.Loads[k].ID = uint32(int(c.Loads[k].ID) + moved)
	}
	return first
}

// reorder makes the particles those of some places, in that order.
func (p *Particles) reorder(order []int) {
	n := p.Len()
	for name, of := range p.Extra {
		p.Extra[name] = taken(of, order, len(of)/n)
	}
	p.Position = taken(p.Position, order, 1)
	p.Velocity = taken(p.Velocity, order, 1)
	p.RelDensity = taken(p.RelDensity, order, 1)
	p.Type = taken(p.Type, order, 1)
	p.Body = taken(p.Body, order, 1)
	p.Material = taken(p.Material, order, 1)
}

// taken are the values of some particles, of which each has several; of none there are none.
func taken[T any](all []T, order []int, each int) []T {
	if len(all) == 0 {
		return all
	}
	values := make([]T, 0, each*len(order))
	for _, i := range order {
		values = append(values, all[each*i:each*(i+1)]...)
	}
	return values
}
