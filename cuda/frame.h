// Body forces: gravity, the inertia of a frame that turns, and a force towards its centre; what
// they make of fluid at rest; their potential. All kernels take them from here.
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

// The acceleration [m/s²] of free matter of velocity v in the frame, at r = position() from its centre,
//   g - 2 Ω × v - Ω × (Ω × r) - dΩ/dt × r - k r.
// Kernels compiled without CENTRAL are not launched where there is a central force. position is called
// only where something depends on it.
template <bool CENTRAL, class Place>
FN Vector bodyForce(const Forcing &f, const Frame &frame, const Central &c, const Vector &v, Place position)
{
	Vector g = gravityOf(f);
	if (!(frame.quantum > 0.0f))
		return g;
	Vector r = position();
	g = withInertia(f, g, r, v);
	return CENTRAL && c.pull > 0.0f ? withCentral(c, g, r) : g;
}

// What fluid at rest has because of a body force g: k g along the axes along which that makes a
// pressure. With 1/ρ for k it is the gradient of P over ρ² [1/unit]; with 1/c0² that of the
// relative density.
FN Vector hydrostaticGradient(const Physics &p, float k, const Vector &g)
{
	return {k * p.still[0] * g.x, k * p.still[1] * g.y, k * p.still[2] * g.z};
}

// The gradient of relative density of fluid at rest, as density diffusion leaves it out, at r from
// the centre [m]; its sign is the other.
FN Vector leftOut(const Forcing &f, const Central &c, const Vector &r)
{
	Vector h = hydroOf(f);
	return {h.x + c.hydro * r.x, h.y + c.hydro * r.y, h.z + c.hydro * r.z};
}

// The potential [m²/s²] of gravity and a central force, at x [m] and at r from the centre [m].
// Inertia has none.
FN double bodyPotential(const Central &c, const Vector &g, double x, double y, double z, const Vector &r)
{
	double central = 0.5 * c.pull * ((double)r.x * r.x + (double)r.y * r.y + (double)r.z * r.z);
	return central - (g.x * x + g.y * y + g.z * z);
}
