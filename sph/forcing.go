package sph

import (
	"fmt"
	"math"

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
		return fmt.Errorf("the table of gravity or of angles ends at %s s, before the flow does at %s "+
			"s; use a longer table or a smaller tend", text.Number(last), text.Number(end))
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

// DampingZone is a box in which the fluid loses velocity, so that waves are absorbed:
//
//	dv/dt = -β r² v,   r = (x - From)/(To - From), from 0 to 1
//
// (Altomare et al. 2017, Coastal Engineering 127). See cuda/damp.h.
type DampingZone struct {
	Name       string
	Min, Max   [3]float64 // corners of the box [m]
	Axis       Axis       // along which the ramp r rises
	From, To   float64    // coordinates where the ramp is 0 and 1; To may be below From [m]
	Rate       float64    // β [1/s]
	Components [3]bool    // of the velocity that it damps
}

// MaxDampingZones is how many a case may have.
const MaxDampingZones = 8

// Length is that of the ramp [m].
func (z *DampingZone) Length() float64 { return math.Abs(z.To - z.From) }

// Overlaps reports whether two zones have a volume in common.
func (z *DampingZone) Overlaps(other *DampingZone) bool {
	for a := range 3 {
		if !(min(z.Max[a], other.Max[a]) > max(z.Min[a], other.Min[a])) {
			return false
		}
	}
	return true
}

// Damp gives a case its damping zones.
func (c *Case) Damp(zones []DampingZone) {
	c.Damping, c.Params.Further.DampingZones = zones, len(zones)
}

// checkDamping returns the first thing about damping zones that cannot be simulated.
func (c *Case) checkDamping() error {
	p := &c.Params
	if p.Further.DampingZones != len(c.Damping) {
		return fmt.Errorf("problem %s has %d damping zones, but its step is of %d; this is a bug",
			c.Name, len(c.Damping), p.Further.DampingZones)
	}
	if len(c.Damping) > MaxDampingZones {
		return fmt.Errorf("problem %s has %d damping zones, but may have %d", c.Name, len(c.Damping),
			MaxDampingZones)
	}
	for k := range c.Damping {
		z := &c.Damping[k]
		if err := z.Check(p); err != nil {
			return fmt.Errorf("the damping zone %s of problem %s %w", z.Name, c.Name, err)
		}
	}
	return nil
}

// Check returns the first thing about a zone that cannot be simulated, as a clause about the zone.
func (z *DampingZone) Check(p *Params) error {
	for a := range 3 {
		if !(min(z.Max[a], p.Max[a]) > max(z.Min[a], p.Min[a])) {
			return fmt.Errorf("is not in the domain: along %v it reaches from %s to %s m, the domain "+
				"from %s to %s m", Axis(a),
				text.Number(p.OnMap(a, z.Min[a])), text.Number(p.OnMap(a, z.Max[a])), text.Number(p.OnMap(a,
					p.Min[a])), text.Number(p.OnMap(a, p.Max[a])))
		}
	}
	switch most := 1 / p.DtMax(); {
	case !(z.Length() > 0) || math.IsInf(z.Length(), 0):
		return fmt.Errorf("has a ramp from %g to %g m, but it must have a length", z.From, z.To)
	case z.Axis < 0 || z.Axis > 2:
		return fmt.Errorf("has a ramp along axis %d, but axes are 0, 1 and 2", z.Axis)
	case !(z.From >= 2*p.Min[z.Axis]-p.Max[z.Axis] && z.From <= 2*p.Max[z.Axis]-p.Min[z.Axis]):
		return fmt.Errorf("has a ramp that begins at %s m along %v, far from the domain, which is "+
			"from %s to %s m",
			text.Number(p.OnMap(int(z.Axis), z.From)), z.Axis, text.Number(p.OnMap(int(z.Axis),
				p.Min[z.Axis])), text.Number(p.OnMap(int(z.Axis), p.Max[z.Axis])))
	case z.Components == [3]bool{}:
		return fmt.Errorf("damps no component of the velocity")
	case !(z.Rate > 0) || math.IsInf(z.Rate, 0):
		return fmt.Errorf("has a rate of %g/s, but it must be above 0", z.Rate)
	case z.Rate > most:
		return fmt.Errorf("has a rate of %s/s, which would stop the fluid within a step of %s s and "+
			"reflect waves as a wall does; use a rate below %s/s, 10 is usual",
			text.Number(z.Rate), text.Number(p.DtMax()), text.Number(text.Three(most, math.Floor)))
	}
	return nil
}
