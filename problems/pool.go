package problems

import (
	"math"

	"gpusph/sph"
)

// pool is a box of water at rest. The box is what the water would fill at the density ρ0. Its own weight compresses it: with
// Tait's equation of state water under a load ρ0 g D has the density
//
//	ρ(D) = ρ0 (1 + k D)^(1/7),   k = 7 g/c0²,
//
// D being the depth below the box's top. So a site of the box at the height z over the floor, D = H - z, is lowered to
//
//	z' = ∫ ρ0/ρ dD from D to H = ((1 + k H)^(6/7) - (1 + k D)^(6/7)) 7/(6 k),
//
// the surface by H²/2 g/c0², a half of a percent of H at c0 = 10 √(g H). Mass and pressure at the floor are those of the box.
// Water of the density of its depth on a lattice that is not compressed would be heavier than its particles.
type pool struct {
	name string
	path string // in a case file
	box
	velocity [3]float64 // at first [m/s]
}

// weight is what of gravity pulls downwards, which is what presses on fluid at first, else 0 [m/s²]. Where gravity is tilted, as along a
// channel, that is right across it.
func weight(p *sph.Params) float64 { return max(0, -p.Gravity[2]) }

func stiffness(p *sph.Params) float64 { return sph.Gamma * weight(p) / (p.C0 * p.C0) }

// lowered is where a point [m] of the box comes to lie under the weight of the water above it.
func (w *pool) lowered(p *sph.Params, z float64) float64 {
	return lowered(p, w.min[2], w.max[2], z)
}

// pressure at a height [m], below the floor as if the water went on there; 0 above the surface [Pa].
func (w *pool) pressure(p *sph.Params, z float64) float64 {
	k := stiffness(p)
	if k == 0 {
		return 0
	}
	depth := (math.Pow(max(1, 6./7*(compressed(k*w.size(2))-k*(z-w.min[2]))+1), 7./6) - 1) / k
	return p.Rho0 * weight(p) * depth
}

// lowered is that where fluid would reach from a floor to a surface [m].
func lowered(p *sph.Params, floor, surface, z float64) float64 {
	k := stiffness(p)
	if k == 0 {
		return z
	}
	return floor + (compressed(k*(surface-floor))-compressed(k*(surface-z)))/k
}

// compressed is the height of water of the mass x, both times k.
func compressed(x float64) float64 { return 7. / 6 * (math.Pow(1+x, 6./7) - 1) }
