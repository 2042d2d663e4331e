package problems

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// sensor is a probe on a face, which has the normal into the fluid. It reads half a spacing before the face.
func sensor(c *sph.Case, name string, at, normal [3]float64) sph.Probe {
	return sph.Probe{Name: name, Position: at, Normal: normal, Distance: sph.SensorDistance * c.Params.DeltaP}
}

// findGround says between which heights the gauges of a case have no walls: from the ground to what is over it, those next to the height
// that it looks from if it has one. A gauge that is in a wall from below to the top has none.
func (s *scene) findGround(c *sph.Case, walls geometry.Shape) {
	whole := s.whole()
	for i := range c.Gauges {
		g := &c.Gauges[i]
		from := [3]float64{g.X, g.Y}
		for a := range 2 { // a line along a side is in the tank
			inside := 1e-6 * whole.size(a)
			from[a] = max(whole.min[a]+inside, min(from[a], whole.max[a]-inside))
		}
		ground, ceiling := math.Inf(-1), math.Inf(1)
		for _, in := range walls.Along(from, [3]float64{0, 0, 1}, nil) {
			above := in.Low > ground+c.Params.DeltaP/2 // narrower gaps have no particle
			if ranged := g.From != 0 || g.To != 0; above && (!ranged || in.Low >= g.From) {
				ceiling = in.Low
				break
			}
			ground = in.High
		}
		if g.To != 0 || g.From != 0 {
			ceiling = min(ceiling, g.To)
		}
		if !math.IsInf(ground, 1) {
			g.Ground, g.Ceiling = ground, ceiling
		}
	}
}
