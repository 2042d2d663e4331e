package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
)

// What of the pressure Forces leave out in flows with Params.Further.ReducedPressure, in h: how far
// below the lowest surface the ramp begins, how long it is, between which depths the surface may
// move before its beginning rises, and how far that rises in a step.
const (
	stillBelow = 2
	stillRamp  = 4
	stillBand  = 1
	stillRise  = 0.01
)

// leastSquares is how much of Σ w r² on a lattice a particle has that no surface is near.
const leastSquares = 0.85

// stillWater is the pressure of still water, as cuda/stillwater.h has it, and what
// cuda.MinimumScanArgs have of it. The zero value leaves nothing out.
type stillWater struct {
	cuda.StillWater
	top, below, band, rise int32
}

func stillWaterOf(c *sph.Case, g neighbor.Grid) (s stillWater) {
	p := &c.Params
	axis := c.StillAxis()
	if axis < 0 {
		return s
	}
	down, quanta := p.Gravity[axis], func(h float64) int32 { return int32(h * p.H / g.Quantum) }
	lightest := c.LightestFluid()
	// P0/ρ² over its length [m³/(kg s²)]
	slope := lightest / (p.Rho0 * p.Rho0) * down
	s.Slope[axis], s.PerQuantum = float32(slope*g.Unit), float32(math.Abs(slope)*g.Quantum)
	s.Accel[axis] = float32(lightest / p.Rho0 * down)
	s.Ramp = float32(math.Abs(slope) * stillRamp * p.H)
	s.PerRamp = 1 / s.Ramp
	s.Least = float32(leastSquares * p.FullSquares() / (g.Unit * g.Unit))
	s.Axis, s.Sign, s.Reach = int32(axis), 1, int32(p.Support()/g.Quantum)
	depth := func(x float64) int32 {
		if at := (x - g.Origin[axis]) / g.Quantum; down < 0 {
			s.Sign = -1
			return int32(-at)
		} else {
			return int32(at - 1<<31)
		}
	}
	s.top, s.Fixed = depth(c.TopOfFluid(axis)), depth(c.Fixed(axis))
	s.top -= quanta(stillRamp)
	s.Full, s.below, s.band = s.top, quanta(stillBelow), quanta(stillBand)
	s.rise = max(1, quanta(stillRise))
	return s
}
