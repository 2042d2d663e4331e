package sph

import (
	"fmt"

	"gpusph/internal/text"
)

// lennardJones are particles that repel: Monaghan 1994. The kernels are in cuda/physics.h.
var lennardJones = WallModel{Name: "lennard-jones", Check: checkLennardJones}

// checkLennardJones refuses a force that is none, or that begins where lists end.
func checkLennardJones(p *Params) error {
	switch {
	case !(p.LJRadius > 0 && p.LJForce > 0):
		return fmt.Errorf("lennard-jones boundaries need a positive radius and force, not %g m and "+
			"%g m²/s²", p.LJRadius, p.LJForce)
	case p.LJRadius > p.Support():
		return fmt.Errorf("lennard-jones boundaries begin to repel at %s m, but neighbours are known "+
			"to %gh = %s m only; use a smaller radius or a larger h", text.Number(p.LJRadius),
			p.Kernel.Radius(), text.Number(p.Support()))
	}
	return nil
}
