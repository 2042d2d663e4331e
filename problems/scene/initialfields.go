package scene

import (
	"math"

	"gpusph/sph"
)

// beginnings are what further fields of the water are at first, by the field's name; 0 without. Each is of a
// place in a tank.
var beginnings = map[string]func(s *Scene, x [3]float64) float32{
	"Scalar": func(s *Scene, x [3]float64) float32 {
		from, to := math.Inf(1), math.Inf(-1)
		for _, w := range s.Pools {
			from, to = min(from, w.Min[0]), max(to, w.Max[0])
		}
		if s.Shaped != nil && len(s.Shaped.Fluids) > 0 { // half of the tank, which is known at once
			from, to = s.Tank.Min[0], s.Tank.Max[0]
		}
		if x[0] < (from+to)/2 {
			return 1
		}
		return 0
	},
}

// begin gives the particles of fluid what they have of further fields at first. An image has what it is one of.
func (s *Scene) begin(c *sph.Case) {
	q := &c.Particles
	for _, f := range c.Params.ExtraFields() {
		at := beginnings[f.Name]
		if at == nil {
			continue
		}
		values := make([]float32, q.Len())
		for i, x := range q.Position {
			if q.Type[i] == sph.Fluid {
				values[i] = at(s, s.fold(x))
			}
		}
		if q.Extra == nil {
			q.Extra = map[string][]float32{}
		}
		q.Extra[f.Name] = values
	}
}

// setFlows gives the particles of fluids whose velocity at first is a field that of the place
// where they have come to rest.
func (s *Scene) setFlows(q *sph.Particles, l *layout) {
	if s.Shaped == nil {
		return
	}
	from := 0
	for i, n := range l.fluids {
		if k := i - len(s.Pools); k >= 0 && s.Shaped.Fluids[k].Flow != nil {
			for j := from; j < from+n; j++ {
				q.Velocity[j] = single(s.Shaped.Fluids[k].Flow(q.Position[j]))
			}
		}
		from += n
	}
}
