package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// ScaleBelow is the scale at which sums as large as the greatest stay below 2⁶¹.
func ScaleBelow(greatest float64) float64 { return math.Exp2(math.Floor(61 - math.Log2(greatest))) }

// faceForce is the force [N] of the pressure ρ0 c0² on a square as wide as the spacing: in a weakly
// compressible flow about a hundred times what fluid does to a wall particle.
func (p *Params) faceForce() float64 {
	return max(p.Rho0*p.C0*p.C0, p.Further.Blend.Stiffness) * math.Pow(p.DeltaP, float64(p.Dim-1))
}

// lever is how far from the body's centre [m] its particles are at most, and how many there are.
type lever struct {
	Far       float64
	particles int
}

// Levers are those of the bodies.
func (c *Case) Levers() []lever {
	all := make([]lever, len(c.Bodies))
	for i, body := range c.Particles.Body {
		if body == 0 || int(body) > len(all) || c.InZone(i) {
			continue
		}
		x, centre, of := c.Particles.Position[i], c.Bodies[body-1].Centre, &all[body-1]
		of.Far = max(of.Far, Norm([3]float64{x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]}))
		of.particles++
	}
	return all
}

// ForceScale is that of forces and moments. They are sums over the particles of a body, and moments
// are about its centre, so the scale follows the bodies and the spacing, and no coordinate.
func (p *Params) ForceScale(levers []lever) float64 {
	const room = 16 // blows are stronger than ρ0 c0²
	greatest := p.faceForce()
	for _, l := range levers {
		greatest = max(greatest, room*p.faceForce()*float64(l.particles)*max(1, l.Far))
	}
	return ScaleBelow(greatest)
}

// coarsestForce is the coarsest unit of the sums of forces, as a part of faceForce.
const coarsestForce = 1.0 / (1 << 16)

// checkForces refuses bodies whose forces would be lost in the rounding of the sums.
func (c *Case) checkForces() error {
	if len(c.Bodies) == 0 {
		return nil
	}
	p, levers := &c.Params, c.Levers()
	if 1/p.ForceScale(levers) <= coarsestForce*p.faceForce() {
		return nil
	}
	worst := 0
	for k, l := range levers {
		if w := levers[worst]; l.Far*float64(l.particles) > w.Far*float64(w.particles) {
			worst = k
		}
	}
	return fmt.Errorf("problem %s: the force on %s cannot be resolved: its particles are up to %s m "+
		"from the point that its moments are about; a centre in the body avoids that",
		c.Name, c.Bodies[worst].Name, text.Number(levers[worst].Far))
}
