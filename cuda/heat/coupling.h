// What the temperature of a particle does to the rest of its flow: buoyancy, and viscosity.
#pragma once
#include "../physics.h"

// The material of a particle that a thread is for, in flows with heat.
template <class I>
FN const Material &ownMaterial(const ForcesArgs &a, const I &) { return a.two[0]; }
FN const Material &ownMaterial(const ForcesArgs &, const Own &i) { return i.of; }

// 1 - β (T - T0) of particle i, of a material; 1 where there are no temperatures.
template <class Args> FN float buoyancyOf(const Args &a, const Material &m, int i)
{
	return a.temperature ? 1.0f - m.expansion * (a.temperature[i] - m.t0) : 1.0f;
}

// The acceleration of body forces of a particle with a temperature, by Boussinesq's approximation:
// g (1 - β (T - T0)).
template <class I>
FN Vector withBuoyancy(const ForcesArgs &a, const I &self, int i, const Vector &g)
{
	if (!a.temperature)
		return g;
	float k = buoyancyOf(a, ownMaterial(a, self), i);
	return {k * g.x, k * g.y, k * g.z};
}

// T - T0 of particle i; 0 where there are no temperatures.
template <class Args> FN float aboveT0(const Args &a, float t0, int i)
{
	return a.temperature ? load(a.temperature + i) - t0 : 0.0f;
}
