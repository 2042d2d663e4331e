package sph

import (
	"fmt"
	"math"
)

// GravityTable is gravity that changes in time: at equal intervals from time 0 on, and linear
// between. It is off from what it stands for by an eighth of the interval's square times the
// second derivative.
type GravityTable struct {
	Interval float64      // [s]
	Values   [][3]float64 // [m/s²]
}

// check returns the first thing about the table that cannot be simulated.
func (t *GravityTable) check() error {
	if len(t.Values) == 0 {
		return nil
	}
	if !(t.Interval > 0) || math.IsInf(t.Interval, 0) {
		return fmt.Errorf("the interval of the table of gravity is %g s, but must be a positive number", t.Interval)
	}
	for k, g := range t.Values {
		if size := Norm(g); math.IsNaN(size) || math.IsInf(size, 0) {
			return fmt.Errorf("gravity is %v m/s² at %g s, but must be numbers", g, float64(k)*t.Interval)
		}
	}
	return nil
}

// forcings is the table as devices have it.
func (t *GravityTable) forcings() BodyForces {
	f := BodyForces{Interval: t.Interval}
	for _, g := range t.Values {
		f.At = append(f.At, BodyForce{Gravity: g})
	}
	return f
}

// norm is a vector's length.
func Norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

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
