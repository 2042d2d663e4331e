package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/zones"
	"gpusph/internal/cells"
	"gpusph/sph"
)

// besideWall is how far from particles of walls fluid begins at least [spacings]: at a flat wall
// they are one apart.
const besideWall = 0.8

// wallsAtBack reports of places at the back of a side's buffer whether walls take them.
func (f *flow) wallsAtBack(s *zones.Side) func(x [3]float64) bool {
	q, reach := &f.Particles, 2*s.Spacing
	near := cells.Empty(s.Spacing)
	for i, x := range q.Position {
		depth := s.Depth(x)
		if q.Type[i] == sph.Wall && s.Within(x) && math.Abs(depth-s.Thickness()) < reach {
			near.Add(i, x)
		}
	}
	return func(x [3]float64) (taken bool) {
		near.Around(x, func(i int) {
			y := q.Position[i]
			d := [3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}
			taken = taken || sph.Norm(d) < besideWall*s.Spacing
		})
		return taken
	}
}

// statesAtPoints are the weighted means of the case's fluid around points, with the density as
// gravity has it there.
func (f *flow) statesAtPoints() []cuda.ZonePointState {
	p, q := &f.Params, &f.Particles
	grid := cells.New(q.Len(), p.Support(), func(i int) [3]float64 { return q.Position[i] })
	far, c2 := p.Support(), p.C0*p.C0
	states := make([]cuda.ZonePointState, len(f.points))
	for i, x := range f.at {
		// per length where the other side is simulated
		_, fineness, _ := f.Actual(x)
		var wet, solid, rel float64
		var v [3]float64
		grid.Around(x, func(j int) {
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
