package scene

import (
	"math"

	"gpusph/sph"
)

// extent is a box around the fluid. Of shaped fluids it is the tank, which is known at once.
func (s *Scene) extent() (low, high [3]float64) {
	if s.Shaped != nil && len(s.Shaped.Fluids) > 0 || len(s.Pools) == 0 {
		return s.Tank.Min, s.Tank.Max
	}
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
		for _, w := range s.Pools {
			low[a], high[a] = min(low[a], w.Min[a]), max(high[a], w.Max[a])
		}
	}
	return low, high
}

// begin gives the particles of fluid what they have of further fields at first. An image has what
// it is one of.
func (s *Scene) begin(c *sph.Case) {
	q := &c.Particles
	low, high := s.extent()
	for _, f := range c.Params.ExtraFields() {
		if f.Begin == nil {
			continue
		}
		values := make([]float32, q.Len())
		for i, x := range q.Position {
			if q.Type[i] == sph.Fluid {
				values[i] = f.Begin(s.fold(x), low, high)
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
