package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// FreeBody is how a rigid body moves that the fluid carries: six degrees of freedom, of which some
// may be locked. Its centre of mass is Body.Centre at time 0. In flows of two dimensions masses,
// inertias, stiffnesses and forces are those of a metre of width.
type FreeBody struct {
	Mass     float64       // [kg]
	Inertia  [3][3]float64 // about the centre of mass, along x, y and z at time 0 [kg m²]
	Velocity [3]float64    // of the centre of mass at time 0 [m/s]
	Spin     [3]float64    // angular velocity at time 0 [rad/s]

	// Directions are orthonormal directions in which the centre may shift, and Axes orthonormal
	// axes about which the body may turn: up to three each, and fixed in space. With fewer than
	// three Axes the body turns about Pivot, which does not move where there are no Directions;
	// otherwise Pivot is the centre.
	Directions [][3]float64
	Axes       [][3]float64
	Pivot      [3]float64 // [m]

	Springs  []Spring
	Torsions []Torsion
	Moorings []Mooring

	// Friction is Coulomb's coefficient in contacts, and Restitution the part of the speed of an
	// impact that is left after it, from 0 to 1.
	Friction, Restitution float64
}

// Spring pulls a point of the body towards a point that is fixed, or that is of another body.
type Spring struct {
	At      [3]float64 // point of the body at time 0 [m]
	To      [3]float64 // the other end at time 0 [m]
	Body    int        // that has the other end, from 1 on; 0 is none: it is fixed
	Length  float64    // without a force [m]
	Stiff   float64    // [N/m]
	Damping float64    // along the spring [N s/m]
	Slack   bool       // a rope: it does not push
}

// Torsion turns the body back about an axis.
type Torsion struct {
	Axis    [3]float64 // fixed in space, of length 1
	Stiff   float64    // [N m/rad]
	Damping float64    // [N m s/rad]
}

// Mooring is a heavy line from a point of the body to an anchor on level ground. Its shape is that
// of a line at rest (catenary), part of which may lie on the ground.
type Mooring struct {
	At     [3]float64 // point of the body at time 0 [m]
	Anchor [3]float64 // [m]
	Length float64    // without a force [m]
	Weight float64    // of a metre in water [N/m]
	Stiff  float64    // force over strain, EA [N]; 0 is a line that does hardly stretch
	// of the fluid's drag on the line, against the velocity of its upper end [N s/m]
	Damping float64
}

// Moves reports whether a body does, by its motion or freely.
func (b *Body) Moves() bool { return b.Motion.Moves() || b.Free != nil }

// Turns reports whether it may turn: kernels take free bodies to do so.
func (b *Body) Turns() bool { return b.Motion.Turns() || b.Free != nil }

// Pivot is the point about which poses of the body are [m].
func (b *Body) Pivot() [3]float64 {
	switch {
	case b.Free == nil:
		return b.Motion.Pivot(b.Centre)
	case len(b.Free.Directions) == 0 && len(b.Free.Axes) < 3:
		return b.Free.Pivot
	}
	return b.Centre
}

// arm is that of a particle at x about the pivot.
func (b *Body) arm(pivot, x [3]float64) motion.Arm {
	if b.Free == nil {
		return b.Motion.Arm(pivot, x)
	}
	far := Norm([3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]})
	return motion.Arm{Rate: far / math.Sqrt2, Curve: far}
}

// Arm is from the pivot of a free body to its centre of mass [m].
func (b *Body) Arm() (arm [3]float64) {
	pivot := b.Pivot()
	for a := range 3 {
		arm[a] = b.Centre[a] - pivot[a]
	}
	return arm
}

// PivotInertia is the inertia about the pivot of a free body [kg m²].
func (b *Body) PivotInertia() (inertia [3][3]float64) {
	d, d2 := b.Arm(), 0.0
	for a := range 3 {
		d2 += d[a] * d[a]
	}
	inertia = b.Free.Inertia
	for a := range 3 {
		if inertia[a][a] == 0 { // about axes that flows of two dimensions do not turn about
			inertia[a][a] = inertia[PlaneAxis][PlaneAxis]
		}
	}
	for a := range 3 { // Huygens and Steiner
		inertia[a][a] += b.Free.Mass * d2
		for k := range 3 {
			inertia[a][k] -= b.Free.Mass * d[a] * d[k]
		}
	}
	return inertia
}

// FreeBodies are the indices of the bodies that the fluid carries.
func (c *Case) FreeBodies() (all []int) {
	for i := range c.Bodies {
		if c.Bodies[i].Free != nil {
			all = append(all, i)
		}
	}
	return all
}

// Release tells the parameters how many bodies are free, and how fast they move by what ties them,
// which the step depends on. It is called when Bodies are set.
func (c *Case) Release() {
	c.Params.Further.FreeBodies = len(c.FreeBodies())
	c.Params.Further.TieRates = tieRates(c.Ties())
}

// beginsWith are the speed [m/s] and the acceleration [m/s²] of a free body at the beginning.
func (c *Case) beginsWith(body int) [2]float64 {
	b := &c.Bodies[body]
	pivot, far := b.Pivot(), 0.0
	for _, x := range c.particlesOf(c.isOf(body + 1)) {
		far = max(far, Norm([3]float64{x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]}))
	}
	spin := Norm(b.Free.Spin)
	return [2]float64{Norm(b.Free.Velocity) + spin*far, Norm(c.Params.Gravity) + spin*spin*far}
}

// Smoothing is the part of a change of a free body's acceleration that walls continue pressures by
// in half a step. Fluid beside walls makes a force against that acceleration, as if the walls had
// the mass of a layer of fluid more. Where that is more than the body has, all of the change at
// once would make accelerations grow from step to step. layer is the mass of that layer [kg].
func (f *FreeBody) Smoothing(layer float64) float64 { return 1 / (1 + 3*layer/f.Mass) }

// Beginning is how a body moves at time 0, about its pivot.
func (b *Body) Beginning(pivot [3]float64) motion.Pose {
	if b.Free == nil {
		return b.Motion.Pose(0, pivot)
	}
	s := BodyPose{Turn: [4]float64{1}, Velocity: b.Free.Velocity, Spin: b.Free.Spin}
	return s.Pose(pivot)
}

// BodyPose is where a free body is at a time and how it moves, about its pivot.
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

// LayerMasses are, of each free body, the mass of as much fluid as the particles at its faces have
// room for [kg], and 0 of others: see FreeBody.Smoothing. Where faces are not known, all particles
// count.
func (c *Case) LayerMasses() []float64 {
	masses := make([]float64, len(c.Bodies))
	for _, i := range c.FreeBodies() {
		c.layer(i, func(_, _ [3]float64) { masses[i] += c.Params.Mass })
	}
	return masses
}

// PoseOf is where a body is at the time of a sample and how it moves: about a point near it, or
// about its pivot if it is free.
func (c *Case) PoseOf(body int, m *Sample, near [3]float64) motion.Pose {
	b := &c.Bodies[body]
	if b.Free == nil {
		return b.Pose(m.Time, near, m.Correction(c, body))
	}
	place := 0
	for i := range body {
		if c.Bodies[i].Free != nil {
			place++
		}
	}
	if place < len(m.Poses) {
		return m.Poses[place].Pose(b.Pivot())
	}
	return b.Beginning(b.Pivot()) // before the first sample
}

// below is the scale at which sums as large as the greatest stay below 2⁶¹.
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

// levers are those of the bodies.
func (c *Case) Levers() []lever {
	all := make([]lever, len(c.Bodies))
	for i, body := range c.Particles.Body {
		if body == 0 || int(body) > len(all) {
			continue
		}
		x, centre, of := c.Particles.Position[i], c.Bodies[body-1].Centre, &all[body-1]
		of.Far = max(of.Far, Norm([3]float64{x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]}))
		of.particles++
	}
	return all
}

// forceScale is that of forces and moments. They are sums over the particles of a body, and moments
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
