package sph

import (
	"fmt"
	"math"
)

// CentralForce is a force towards a point, which gives what is at r from it the acceleration -Ω² r.
// It makes hydrostatic pressure, of which walls and density diffusion know as they do of gravity's.
type CentralForce struct {
	Omega  float64    // Ω [1/s]; 0 is no force
	Centre [3]float64 // [m]
}

// pull is the acceleration over the distance from the centre, Ω² [1/s²].
func (f *CentralForce) Pull() float64 { return f.Omega * f.Omega }

// checkCentral returns the first thing about the force that cannot be simulated.
func (p *Params) checkCentral() error {
	f := &p.Central
	if !(f.Omega >= 0) || math.IsInf(f.Omega, 0) {
		return fmt.Errorf("omega of the central force is %g 1/s, but must be zero or a positive number", f.Omega)
	}
	if f.Omega == 0 {
		return nil
	}
	if far := Norm(f.Centre); math.IsNaN(far) || math.IsInf(far, 0) {
		return fmt.Errorf("the central force pulls to the point %v m, but its coordinates must be numbers", f.Centre)
	}
	for a, is := range p.Periodic {
		if is {
			return fmt.Errorf("the flow is periodic along %v, but a central force is not the same at both ends; use omega 0", Axis(a))
		}
	}
	return nil
}
