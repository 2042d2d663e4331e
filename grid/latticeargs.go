package grid

import (
	"math"

	"gpusph/cuda"
	"gpusph/grid/lattice"
)

// latticeCollision is what kernels need of a collision with the relaxation time τ [steps] under an
// acceleration g along x and z [cells/steps²]. Their numbers are those of package lattice to the
// last bit, since only halves and the like are taken out of products.
func latticeCollision(tau float64, g [2]float64) cuda.LatticeCollision {
	m := lattice.D2Q37()
	c := cuda.LatticeCollision{PerTemperature: 1 / m.Temperature, Omega: 1 / tau,
		Weights: m.Weights}
	c.Kept = 1 - c.Omega
	c.Push[0], c.Push[1], c.Warming = lattice.Forced(0, 0, 0, g[0], g[1], tau)
	c.Half[0], c.Half[1], c.HalfWarming = lattice.Hydrodynamic(0, 0, 0, g[0], g[1])
	for s := range lattice.Shells {
		q := m.Squares[s] * c.PerTemperature
		c.Even[0][s], c.Even[1][s], c.Even[2][s] = (q-2)/2, (4-q)/4, (q*(q-8)+8)/8
		c.OfEven1[s], c.OfOdd[s] = (q-6)/4, (q-4)/2
	}
	return c
}

// latticeWalls are the arguments of walls with these temperatures at the lower and the upper end,
// besides the populations.
func latticeWalls(slab cuda.GridSlab, tau float64, g,
	temperature [2]float64) (a cuda.LatticeWallsArgs) {
	a.Slab, a.Collision, a.Excess = slab, latticeCollision(tau, g), lattice.WallExcess
	for end, up := range []float64{1, -1} {
		a.Rest[0], a.Rest[1], a.Warm[end] = lattice.Kinetic(0, 0, temperature[end], g[0], g[1])
		for k := range a.Pressure[end] {
			a.Pressure[end][k] = math.Exp(g[1] * float64(k) * up / temperature[end])
		}
	}
	return a
}
