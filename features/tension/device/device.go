// Package device has the surface tensions of materials for kernels.
package device

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/features/tension"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what surface tension gives devices.
var Feature = launch.Feature{
	Material: func(c *sph.Case, k int, of *cuda.Material) {
		of.Tension, of.WallTension = tensions(c, c.Materials[k].Kind)
	},
}

// tensions are those of a fluid with others, by their numbers in kernels, and with walls [N/m].
// Walls pull at the fluid of a pair that wets them less: σ cos(angle) is how much more they pull at
// it than at the other (Young 1805). Walls have no stress of their own, and half of ∫|∇C| across a
// face is behind it, so the fluid before it has twice of it.
func tensions(c *sph.Case, kind string) (with [cuda.MaxKinds]float32, walls float32) {
	for _, t := range tension.Of(c) {
		k := slices.Index(t.Between[:], kind)
		if k < 0 {
			continue
		}
		for other := range c.Materials {
			if c.Materials[other].Kind == t.Between[1-k] {
				with[launch.KindOf(c, other)] = float32(t.Sigma)
			}
		}
		of := 2 * t.Sigma * math.Cos(t.Angle*math.Pi/180)
		if k == 0 {
			of = -of
		}
		walls = max(walls, float32(of))
	}
	return with, walls
}
