// What depends on the place: the inertia of a frame that turns, which particles in it feel besides gravity, and a force towards its centre.
#pragma once
#include "forcing.h"
#include "vec.h"

FN Vector cross(const float *a, Vector b)
{
	return {a[1] * b.z - a[2] * b.y, a[2] * b.x - a[0] * b.z, a[0] * b.y - a[1] * b.x};
}

// Gravity with the inertia of the frame, for a particle at r from its centre [m] and of velocity v in it,
//   g - 2 Ω × v - Ω × (Ω × r) - dΩ/dt × r
// The hydrostatic part stays gravity's: it must be the same for both particles of a pair.
FN Vector withInertia(const Forcing &f, Vector g, Vector r, Vector v)
{
	const float *omega = f.angularVelocity;
	Vector coriolis = cross(omega, v), centrifugal = cross(omega, cross(omega, r)), euler = cross(f.angularAcceleration, r);
	g.x -= 2.0f * coriolis.x + centrifugal.x + euler.x;
	g.y -= 2.0f * coriolis.y + centrifugal.y + euler.y;
	g.z -= 2.0f * coriolis.z + centrifugal.z + euler.z;
	return g;
}

// From the centre of the frame to position p [m].
FN Vector fromCentre(const Frame &f, int4 p)
{
	return {((float)p.x - f.centre[0]) * f.quantum, ((float)p.y - f.centre[1]) * f.quantum, ((float)p.z - f.centre[2]) * f.quantum};
}

// Gravity with a central force, -k r for a particle at r from the centre [m].
FN Vector withCentral(const Central &c, Vector g, Vector r)
{
	return {g.x - c.pull * r.x, g.y - c.pull * r.y, g.z - c.pull * r.z};
}
