package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/zones"
	"gpusph/sph"
)

// cells finds particles of fluid and of walls near a place.
type cells struct {
	edge float64
	of   map[[3]int32][]int32
}

func newCells(p *sph.Particles, edge float64, has func(i int) bool) *cells {
	c := &cells{edge, map[[3]int32][]int32{}}
	for i, x := range p.Position {
		if has(i) {
			k := c.at(x)
			c.of[k] = append(c.of[k], int32(i))
		}
	}
	return c
}

// besideWall is how far from particles of walls fluid begins at least [spacings]: at a flat wall
// they are one apart.
const besideWall = 0.8

// wallsAtBack reports of places at the back of a side's buffer whether walls take them.
func (f *flow) wallsAtBack(s *zones.Side) func(x [3]float64) bool {
	q, reach := &f.Particles, 2*s.Spacing
	near := newCells(q, s.Spacing, func(i int) bool {
		x := q.Position[i]
		for a := range 3 {
			if x[a] < s.From[a] || x[a] > s.To[a] {
				return false
			}
		}
		depth := s.Depth(x)
		return q.Type[i] == sph.Wall && depth > s.Thickness()-reach && depth < s.Thickness()+reach
	})
	return func(x [3]float64) (taken bool) {
		near.near(x, func(i int32) {
			y := q.Position[i]
			d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
			taken = taken || d < besideWall*s.Spacing
		})
		return taken
	}
}

func (c *cells) at(x [3]float64) (k [3]int32) {
	for a := range 3 {
		k[a] = int32(math.Floor(x[a] / c.edge))
	}
	return k
}

// near visits the particles within an edge of a place, and some that are further.
func (c *cells) near(x [3]float64, visit func(i int32)) {
	k := c.at(x)
	for u := int32(-1); u <= 1; u++ {
		for v := int32(-1); v <= 1; v++ {
			for w := int32(-1); w <= 1; w++ {
				for _, i := range c.of[[3]int32{k[0] + u, k[1] + v, k[2] + w}] {
					visit(i)
				}
			}
		}
	}
}

// statesAtPoints are the weighted means of the case's fluid around points, with the density as
// gravity has it there.
func (f *flow) statesAtPoints() []cuda.ZonePointState {
	p, q := &f.Params, &f.Particles
	grid := f.cells()
	far, c2 := p.Support(), p.C0*p.C0
	states := make([]cuda.ZonePointState, len(f.points))
	for i, x := range f.at {
		// per length where the other side is simulated
		_, fineness, _ := f.Actual(x)
		var wet, solid, rel float64
		var v [3]float64
		grid.near(x, func(j int32) {
			y := q.Position[j]
			d := [3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}
			r := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
			if r >= far {
				return
			}
			weight := p.Weight(r) / p.Weight(0)
			if q.Type[j] == sph.Wall {
				solid += weight
				return
			}
			wet += weight
			of := float64(q.RelDensity[j])
			for a, g := range p.Gravity {
				of += g / fineness * d[a] / c2
				v[a] += weight * float64(q.Velocity[j][a])
			}
			rel += weight * of
		})
		s := &states[i]
		s.Fluid, s.Fits = float32(wet/max(f.ball-solid, 0.1*f.ball)), float32(wet)
		if wet > 0 {
			s.Begin[3] = float32(rel / wet)
			for a := range 3 {
				s.Begin[a] = float32(v[a] / wet)
			}
			s.End = s.Begin
		}
	}
	return states
}

func (f *flow) cells() *cells {
	if f.near == nil {
		f.near = newCells(&f.Particles, f.Params.Support(), func(int) bool { return true })
	}
	return f.near
}
