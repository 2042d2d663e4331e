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

// GoOn lets the flow have no end, for what counts its steps. One with motions or tables, which may
// end with it, keeps its own.
func (c *Case) GoOn() {
	if len(c.BodyForces().At) == 1 && !c.BodiesMove() {
		c.End = math.MaxFloat64
	}
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

// RotatingFrame is a frame that turns about an axis, such as that of a tank that rolls. Positions
// and velocities are those in the frame, where walls are at rest. Params.Gravity is what it is
// while the angle is 0. Angular velocity and acceleration are differences of the angles, which must
// be smooth.
type RotatingFrame struct {
	Point    [3]float64 // on the axis [m]
	Axis     [3]float64 // its direction
	Interval float64    // between the angles [s]
	Angles   []float64  // at equal intervals from time 0 on [rad]
}

// check returns the first thing about t that cannot be simulated.
func (t *RotatingFrame) check() error {
	if len(t.Angles) == 0 {
		return nil
	}
	if !(t.Interval > 0) || math.IsInf(t.Interval, 0) {
		return fmt.Errorf("the interval between the angles of the frame is %g s, but must be a positive number", t.Interval)
	}
	if len(t.Angles) < 3 {
		return fmt.Errorf("the frame has %d angles, but needs 3 at least", len(t.Angles))
	}
	if far := Norm(t.Point); math.IsNaN(far) || math.IsInf(far, 0) {
		return fmt.Errorf("the frame turns about the point %v m, but its coordinates must be numbers", t.Point)
	}
	if size := Norm(t.Axis); !(size > 0) || math.IsInf(size, 0) {
		return fmt.Errorf("the axis of the frame has the direction %v, which is none", t.Axis)
	}
	for k, angle := range t.Angles {
		if math.IsNaN(angle) || math.IsInf(angle, 0) {
			return fmt.Errorf("the angle of the frame is %g at %g s, but must be a number", angle, float64(k)*t.Interval)
		}
	}
	return nil
}

// forcings are gravity in the frame, and how the frame turns, by differences of second order. At
// both ends the acceleration is that beside.
func (t *RotatingFrame) forcings(gravity [3]float64) BodyForces {
	n, size := len(t.Angles), Norm(t.Axis)
	f := BodyForces{Interval: t.Interval}
	for k, angle := range t.Angles {
		m := min(max(k, 1), n-2)
		before, here, after := t.Angles[m-1], t.Angles[m], t.Angles[m+1]
		acceleration := (after - 2*here + before) / (t.Interval * t.Interval)
		velocity := (after-before)/(2*t.Interval) + float64(k-m)*t.Interval*acceleration
		at := BodyForce{Gravity: Turned(gravity, t.Axis, -angle)}
		for a := range 3 {
			at.AngularVelocity[a], at.AngularAcceleration[a] = velocity*t.Axis[a]/size, acceleration*t.Axis[a]/size
		}
		f.At = append(f.At, at)
	}
	return f
}

// turned is v turned by an angle about an axis, after Rodrigues.
func Turned(v, axis [3]float64, angle float64) (to [3]float64) {
	sin, cos := math.Sincos(angle)
	size := Norm(axis)
	along := 0.0
	for a := range 3 {
		along += v[a] * axis[a] / size
	}
	for a := range 3 {
		b, c := (a+1)%3, (a+2)%3
		across := (axis[b]*v[c] - axis[c]*v[b]) / size
		to[a] = v[a]*cos + across*sin + axis[a]/size*along*(1-cos)
	}
	return to
}

// centre is what the case's frame turns about, or what a central force pulls to.
func (c *Case) Centre() [3]float64 {
	if c.Params.Central.Omega != 0 {
		return c.Params.Central.Centre
	}
	return c.RotatingFrame.Point
}

// radius is how far from the centre the domain reaches [m].
func (c *Case) radius() float64 {
	var far [3]float64
	for a, x := range c.Centre() {
		far[a] = max(math.Abs(c.Params.Min[a]-x), math.Abs(c.Params.Max[a]-x))
	}
	return Norm(far)
}
