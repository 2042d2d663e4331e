package scene

import (
	"gpusph/internal/parallel"
	"gpusph/sph"
)

// column is particles of fluid above each other, one for each site of a lattice. They are added at
// their sites; settle moves them to where they rest.
type column struct {
	first, n   int     // its particles, upwards
	floor, top float64 // of the fluid [m]
	area       float64 // of a site seen from above [m²]
	level      float64 // of the surface of the fluid that it is a part of [m]
	material   int     // of Scene.Materials
	mean       float64 // of ρ/ρ0 - 1, once it has settled

	head func(x [3]float64) float64 // of a fluid with a wave: pressure over ρ0 g at a place [m]
}

// columns are all of a flow.
type columns []column

// add adds a particle of fluid at a site of a lattice, the k-th upwards, to the last column or to a
// new one, whose level, area, material and head are given.
func (all *columns) add(q *sph.Particles, l *lattice, x, velocity [3]float64, of column) {
	all.put(q, q.Grow(1), l, x, velocity, of)
}

// put does so with a particle whose index is given.
func (all *columns) put(q *sph.Particles, i int, l *lattice, x, velocity [3]float64, of column) {
	q.Set(i, x, single(velocity), sph.Fluid, 0)
	of.first, of.n, of.floor, of.top = i, 1, x[2]-l.step[2]/2, x[2]+l.step[2]/2
	all.join(q, l, columns{of})
}

// join adds columns, of which the first may continue the last.
func (all *columns) join(q *sph.Particles, l *lattice, more columns) {
	if n := len(*all); n > 0 && len(more) > 0 {
		last, of := &(*all)[n-1], &more[0]
		x := q.Position[of.first]
		if last.first+last.n == of.first && last.material == of.material {
			below := q.Position[of.first-1]
			if below[0] == x[0] && below[1] == x[1] && x[2] > below[2] &&
				x[2]-below[2] < 1.5*l.step[2] {
				last.n += of.n
				last.top = of.top
				more = more[1:]
			}
		}
	}
	*all = append(*all, more...)
}

// volume of some columns [m³].
func (all columns) volume() (v float64) {
	for _, c := range all {
		v += c.area * (c.top - c.floor)
	}
	return v
}

// settle spaces the particles of each column by their density, from its floor to its top, and gives
// them the pressure that they begin with. The layout gets how much each material is compressed.
func (s *Scene) settle(c *sph.Case, l *layout, all columns, h *headField) {
	p, q := &c.Params, &c.Particles
	relations := s.headRelations(p)
	parallel.Each(len(all), func(i int) error {
		all[i].mean = s.settleColumn(p, q, &all[i], h, relations[all[i].material])
		return nil
	})
	l.compressed = compressedOf(all, s.materials())
}

// compressed is the mean of ρ/ρ0 - 1 over the volume of settled columns.
func (all columns) compressed() float64 {
	var mass, volume float64
	for i := range all {
		v := all[i].area * (all[i].top - all[i].floor)
		mass, volume = mass+v*all[i].mean, volume+v
	}
	if !(volume > 0) {
		return 0
	}
	return mass / volume
}

// compressedOf is the same of the columns of each of n materials.
func compressedOf(all columns, n int) []float64 {
	means := make([]float64, n)
	for k := range means {
		var of columns
		for _, c := range all {
			if c.material == k {
				of = append(of, c)
			}
		}
		means[k] = of.compressed()
	}
	return means
}

// pressure is that at a place at first [Pa].
func (c *column) pressure(p *sph.Params, h *headField, x [3]float64) float64 {
	if c.head != nil {
		return max(0, p.Rho0*weight(p)*c.head(x))
	}
	return h.fluid(x, c.level)
}

// settleColumn does so with one column, and returns its mean of ρ/ρ0 - 1.
func (s *Scene) settleColumn(p *sph.Params, q *sph.Particles, c *column, h *headField,
	relAt func(head float64) float64) (mean float64) {
	part := (c.top - c.floor) / float64(c.n)
	at := func(i int, x [3]float64) float64 {
		if s.Swell != nil {
			by, more := s.Swell(x)
			for a := range 3 {
				q.Position[i][a] = x[a] + by[a]
			}
			return p.Rho0 * weight(p) * (c.level - x[2] + more)
		}
		x = s.offBodies(p, x)
		q.Position[i] = x
		return c.pressure(p, h, x)
	}
	rel := make([]float64, c.n) // in the middles of n equal parts
	for k := range rel {
		x := q.Position[c.first+k]
		x[2] = c.floor + (float64(k)+0.5)*part
		if s.Swell != nil {
			rel[k] = relAt(p.Rho0 * weight(p) * (c.level - x[2]))
		} else {
			rel[k] = relAt(c.pressure(p, h, x))
		}
		mean += rel[k] / float64(c.n)
	}
	below, k := 0.0, 0 // mass below the k-th part, in masses of a part at ρ0
	for i := range c.n {
		want := (float64(i) + 0.5) * (1 + mean)
		for k < c.n-1 && below+1+rel[k] < want {
			below += 1 + rel[k]
			k++
		}
		x := q.Position[c.first+i]
		x[2] = c.floor + (float64(k)+(want-below)/(1+rel[k]))*part
		q.RelDensity[c.first+i] = float32(relAt(at(c.first+i, x)))
	}
	return mean
}
