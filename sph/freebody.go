package sph

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
	Stiff  float64    // force over strain, EA [N]; 0 is a line that does not stretch
}
