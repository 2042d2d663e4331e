package sph

import (
	"fmt"
	"math"
)

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
