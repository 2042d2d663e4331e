package sph

import (
	"math"

	"gpusph/sph/motion"
)

// FreeMotion is how a body moves that no law moves: its motion follows from the forces on it.
type FreeMotion interface {
	PivotAt(centre [3]float64) [3]float64 // the point about which poses are [m]
	Begins() BodyPose                     // how the body moves at time 0, about that
	GiveTo(c *Case, body int)             // gives a body of a case the same; cases share nothing
	// Held is why the flow makes no sense without the body: what pulls others or holds it; "" is
	// nothing.
	Held(c *Case, body int) string
}

// Moves reports whether a body does, by its motion or freely, or its particles do.
func (b *Body) Moves() bool { return b.Motion.Moves() || b.Free != nil || b.Bends }

// Turns reports whether it may turn: kernels take bodies that are free to do so.
func (b *Body) Turns() bool { return b.Motion.Turns() || b.Free != nil }

// Pivot is the point about which poses of the body are [m].
func (b *Body) Pivot() [3]float64 {
	if b.Free == nil {
		return b.Motion.Pivot(b.Centre)
	}
	return b.Free.PivotAt(b.Centre)
}

// arm is that of a particle at x about the pivot.
func (b *Body) arm(pivot, x [3]float64) motion.Arm {
	if b.Free == nil {
		return b.Motion.Arm(pivot, x)
	}
	far := Norm([3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]})
	return motion.Arm{Rate: far / math.Sqrt2, Curve: far}
}

// beginsWith are the speed [m/s] and the acceleration [m/s²] of a body that is free at the
// beginning.
func (c *Case) beginsWith(body int) [2]float64 {
	b := &c.Bodies[body]
	pivot, far := b.Pivot(), 0.0
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == Wall && int(c.Particles.Body[i]) == body+1 && !c.InZone(i) {
			far = max(far, Norm([3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]}))
		}
	}
	begins := b.Free.Begins()
	spin := Norm(begins.Spin)
	return [2]float64{Norm(begins.Velocity) + spin*far, Norm(c.Params.Gravity) + spin*spin*far}
}

// Beginning is how a body moves at time 0, about its pivot.
func (b *Body) Beginning(pivot [3]float64) motion.Pose {
	if b.Free == nil {
		return b.Motion.Pose(0, pivot)
	}
	s := b.Free.Begins()
	return s.Pose(pivot)
}

// BodyPose is where a body that is free is at a time and how it moves, about its pivot.
type BodyPose struct {
	Shift    [3]float64 // of the pivot since time 0 [m]
	Velocity [3]float64 // of the pivot [m/s]
	Turn     [4]float64 // since time 0, a unit quaternion, the real part first
	Spin     [3]float64 // angular velocity [rad/s]
}

// Pose is the same as that of a motion, without accelerations.
func (s *BodyPose) Pose(pivot [3]float64) motion.Pose {
	w, x, y, z := s.Turn[0], s.Turn[1], s.Turn[2], s.Turn[3]
	p := motion.Pose{Pivot: pivot, Shift: s.Shift, Velocity: s.Velocity, Rotation: motion.Matrix{
		{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)},
	}}
	for a := range 3 {
		for k := range 3 {
			p.Rate[a][k] = s.Spin[(a+1)%3]*p.Rotation[(a+2)%3][k] - s.Spin[(a+2)%3]*p.Rotation[(a+1)%3][k]
		}
	}
	return p
}

// Between is the pose at a part of the way to a later one.
func (s *BodyPose) Between(later *BodyPose, part float64) (p BodyPose) {
	mean := func(a, b float64) float64 { return a + part*(b-a) }
	for a := range 3 {
		p.Shift[a] = mean(s.Shift[a], later.Shift[a])
		p.Velocity[a], p.Spin[a] = mean(s.Velocity[a], later.Velocity[a]), mean(s.Spin[a], later.Spin[a])
	}
	size := 0.0
	for k := range p.Turn {
		p.Turn[k] = mean(s.Turn[k], later.Turn[k])
		size += p.Turn[k] * p.Turn[k]
	}
	for k := range p.Turn {
		p.Turn[k] /= math.Sqrt(size)
	}
	return p
}

// PoseOf is where a body is at the time of a sample and how it moves: about a point near it, or
// about its pivot if it is free.
func (c *Case) PoseOf(body int, m *Sample, near [3]float64) motion.Pose {
	b := &c.Bodies[body]
	if b.Free == nil {
		return b.Pose(m.Time, near, m.Correction(c, body))
	}
	s := c.FreePose(body, m)
	return s.Pose(b.Pivot())
}

// FreePose is that of a body that is free in a sample; before the first, and without one, it is
// that at the beginning.
func (c *Case) FreePose(body int, m *Sample) BodyPose {
	place := 0
	for i := range body {
		if c.Bodies[i].Free != nil {
			place++
		}
	}
	if m != nil && place < len(m.Poses) {
		return m.Poses[place]
	}
	return c.Bodies[body].Free.Begins()
}

// Free are the indices of the bodies that no law moves.
func (c *Case) Free() (all []int) {
	for i := range c.Bodies {
		if c.Bodies[i].Free != nil {
			all = append(all, i)
		}
	}
	return all
}
