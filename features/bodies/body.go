package bodies

import (
	"fmt"
	"slices"

	"gpusph/sph"
)

// Body is how a rigid body moves that the fluid carries: six degrees of freedom, of which some
// may be locked. Its centre of mass is Body.Centre at time 0. In flows of two dimensions masses,
// inertias, stiffnesses and forces are those of a metre of width.
type Body struct {
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

// Arm is from the pivot of a free body to its centre of mass [m].
func Arm(b *sph.Body) (arm [3]float64) {
	pivot := b.Pivot()
	for a := range 3 {
		arm[a] = b.Centre[a] - pivot[a]
	}
	return arm
}

// PivotInertia is the inertia about the pivot of a free body [kg m²].
func PivotInertia(b *sph.Body) (inertia [3][3]float64) {
	d, d2 := Arm(b), 0.0
	for a := range 3 {
		d2 += d[a] * d[a]
	}
	inertia = Of(b).Inertia
	for a := range 3 {
		if inertia[a][a] == 0 { // about axes that flows of two dimensions do not turn about
			inertia[a][a] = inertia[sph.PlaneAxis][sph.PlaneAxis]
		}
	}
	for a := range 3 { // Huygens and Steiner
		inertia[a][a] += Of(b).Mass * d2
		for k := range 3 {
			inertia[a][k] -= Of(b).Mass * d[a] * d[k]
		}
	}
	return inertia
}

// Of is how a body moves that is free; nil is that it is not.
func Of(b *sph.Body) *Body {
	f, _ := b.Free.(*Body)
	return f
}

// PivotAt implements sph.FreeMotion.
func (f *Body) PivotAt(centre [3]float64) [3]float64 {
	if len(f.Directions) == 0 && len(f.Axes) < 3 {
		return f.Pivot
	}
	return centre
}

// Begins implements sph.FreeMotion. A pivot that is not the centre does not move.
func (f *Body) Begins() sph.BodyPose {
	p := sph.BodyPose{Turn: [4]float64{1}, Velocity: f.Velocity, Spin: f.Spin}
	if len(f.Directions) == 0 && len(f.Axes) < 3 {
		p.Velocity = [3]float64{}
	}
	return p
}

// GiveTo implements sph.FreeMotion. Other ends of springs are found later.
func (f *Body) GiveTo(c *sph.Case, body int) {
	own := *f
	own.Springs = slices.Clone(own.Springs)
	c.Bodies[body].Free = &own
	Release(c)
}

// Held implements sph.FreeMotion.
func (f *Body) Held(c *sph.Case, body int) (why string) {
	switch {
	case len(f.Springs) > 0:
		why = "a spring holds it"
	case len(f.Moorings) > 0:
		why = "a mooring holds it"
	case len(f.Directions) == 0:
		why = "a hinge holds it"
	}
	for _, k := range c.Free() {
		for _, s := range Of(&c.Bodies[k]).Springs {
			if s.Body == body+1 {
				why = fmt.Sprintf("a spring of the body %s pulls it", c.Bodies[k].Name)
			}
		}
	}
	c.EachFeature(func(of *sph.Feature) {
		if of.Holds != nil && of.Holds(c, body) != "" {
			why = of.Holds(c, body)
		}
	})
	return why
}

// Smoothing is the part of a change of a free body's acceleration that walls continue pressures by
// in half a step. Fluid beside walls makes a force against that acceleration, as if the walls had
// the mass of a layer of fluid more. Where that is more than the body has, all of the change at
// once would make accelerations grow from step to step. layer is the mass of that layer [kg].
func (f *Body) Smoothing(layer float64) float64 { return 1 / (1 + 3*layer/f.Mass) }

// LayerMasses are, of each free body, the mass of as much fluid as the particles at its faces have
// room for [kg], and 0 of others: see Body.Smoothing. Where faces are not known, all particles
// count.
func LayerMasses(of *sph.Case) []float64 {
	c := flow{of}
	masses := make([]float64, len(c.Bodies))
	for _, i := range c.Free() {
		c.layer(i, func(_, _ [3]float64) { masses[i] += c.Params.Mass })
	}
	return masses
}
