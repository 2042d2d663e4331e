package sph

import (
	"fmt"

	"gpusph/internal/text"
)

// forcing is what acts on all particles alike at one time.
type BodyForce struct {
	Gravity             [3]float64 // [m/s²]
	AngularVelocity     [3]float64 // of the frame [1/s]
	AngularAcceleration [3]float64 // [1/s²]
}

// forcings are at equal intervals from time 0 on, or one that lasts.
type BodyForces struct {
	Interval float64 // [s]
	At       []BodyForce
}

// forcings are those of the case.
func (c *Case) BodyForces() BodyForces {
	if len(c.RotatingFrame.Angles) > 0 {
		return c.RotatingFrame.forcings(c.Params.Gravity)
	}
	if len(c.Gravity.Values) > 0 {
		return c.Gravity.forcings()
	}
	return BodyForces{At: []BodyForce{{Gravity: c.Params.Gravity}}}
}

// Acceleration returns that of free matter at rest at a place [m] at first: gravity's, and what a
// frame that turns or a central force adds [m/s²].
func (c *Case) Acceleration() func(x [3]float64) [3]float64 {
	at, centre, pull := c.BodyForces().At[0], c.Centre(), c.Params.Central.Pull()
	return func(x [3]float64) (a [3]float64) {
		r := from(centre, x)
		centripetal := cross(at.AngularVelocity, cross(at.AngularVelocity, r))
		lagging := cross(at.AngularAcceleration, r)
		for i, g := range at.Gravity {
			a[i] = g - centripetal[i] - lagging[i] - pull*r[i]
		}
		return a
	}
}

// from is the vector from one point to another.
func from(a, b [3]float64) (r [3]float64) {
	for i := range r {
		r[i] = b[i] - a[i]
	}
	return r
}

// Potential is that of Params.Gravity and of the central force at a place [m²/s²]. Samples have the
// energy that it gives to the fluid: see bodyPotential in cuda/frame.h. Inertia has none.
func (p *Params) Potential(x [3]float64) float64 {
	r, g := from(p.Central.Centre, x), p.Gravity
	central := 0.5 * p.Central.Pull() * (r[0]*r[0] + r[1]*r[1] + r[2]*r[2])
	return central - g[0]*x[0] - g[1]*x[1] - g[2]*x[2]
}

// greatestAcceleration bounds that of free matter at rest in the domain at any time [m/s²].
func (c *Case) GreatestAcceleration(f *BodyForces) float64 {
	return f.greatest(c.radius()) + c.Params.Central.Pull()*c.radius()
}

// check returns an error if the table ends before a time.
func (f *BodyForces) Check(end float64) error {
	if last := float64(len(f.At)-1) * f.Interval; len(f.At) > 1 && last < end*(1-1e-12) {
		return fmt.Errorf("the table of gravity or of angles ends at %s s, before the flow does at %s s; use a longer table or a smaller tend", text.Number(last), text.Number(end))
	}
	return nil
}

// greatest is the greatest acceleration at any time [m/s²] of what is at rest, at a distance from
// the frame's point [m].
func (f *BodyForces) greatest(distance float64) (most float64) {
	for _, at := range f.At {
		omega := Norm(at.AngularVelocity)
		most = max(most, Norm(at.Gravity)+(omega*omega+Norm(at.AngularAcceleration))*distance)
	}
	return most
}
