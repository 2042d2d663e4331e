package scene

import (
	"math"

	"gpusph/sph"
)

// Pool is a box of water. Its top is the level of the water once its own weight has compressed it.
type Pool struct {
	Name string
	Path string // of its table in a case file, for errors
	Box
	Velocity [3]float64 // at first [m/s]
}

// weight is the part of gravity that points downwards, else 0 [m/s²].
func weight(p *sph.Params) float64 { return max(0, -p.Gravity[2]) }

// relAtHead is ρ/ρ0 - 1 of fluid under a head h [Pa]:
//
//	h = ρ0 ∫ dp/ρ from 0 to p,   (ρ/ρ0)^6 = 1 + 6 h/(ρ0 c0²),
//
// the latter with Tait's equation of state, p = ρ0 c0²/7 ((ρ/ρ0)^7 - 1). Fluid at rest has ∇h = ρ0
// g, however compressible it is: at the depth d of still water h is ρ0 g d. The pressure is p = h
// (1 + h/(2 ρ0 c0²) + ...).
func relAtHead(p *sph.Params, head float64) float64 {
	const power = sph.Gamma - 1
	return math.Expm1(math.Log1p(power*max(0, head)/(p.Rho0*p.C0*p.C0)) / power)
}
