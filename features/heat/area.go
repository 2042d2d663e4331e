package heat

import (
	"math"

	"gpusph/sph"
)

// surfaceBeginning is the part of the greatest |∇C| of a plane surface below which a particle is
// inside. The second layer of a lattice at rest has 0.06 to 0.18 of it.
const surfaceBeginning = 0.2

// surfaceArea are the constants of cuda/heat/area.h. Gradients are those of layers of a lattice
// below a plane surface, Σ z Slope(r) over all sites no higher than that.
func surfaceArea(p *sph.Params, unit float64) (c [4]float32) {
	first := surfaceGradient(p, 0)
	all := 0.0
	for layer := 0; float64(layer)*p.DeltaP < p.Support(); layer++ {
		all += max(surfaceGradient(p, layer)/first-surfaceBeginning, 0)
	}
	return [4]float32{float32(unit / first), surfaceBeginning, float32(1 / (p.DeltaP * all))}
}

// surfaceGradient is that of a layer below the surface, 0 being the first [m].
func surfaceGradient(p *sph.Params, layer int) (sum float64) {
	n := int(p.Support()/p.DeltaP) + 1
	across := n
	if p.Dim == 2 {
		across = 0
	}
	for z := layer + 1; z <= n; z++ { // what is missing above; the rest is symmetric
		for x := -n; x <= n; x++ {
			for y := -across; y <= across; y++ {
				sum += float64(z) * p.DeltaP * p.Slope(p.DeltaP*math.Sqrt(float64(x*x+y*y+z*z)))
			}
		}
	}
	return sum
}
