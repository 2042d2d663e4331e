// Forces: the sums over neighbours, for each particle, and the greatest
// acceleration, speed and density, from which MinimumScan takes the time step.
// One kernel for fluid and walls, compiled for each smoothing kernel, with and
// without laminar viscosity, and for each kind of boundary.
#pragma once
#include "physics.h"

// Calls pair(j) for n neighbours, by groups of four: fluid ones from the front
// of the list, walls from its back.
template <class Function> FN void forFluid(const uint4 *list, int n, Function pair)
{
	for (int k = 0; k < n; k += 4) {
		uint4 j = load(list + (k >> 2) * NEXT_FOUR);
		pair((int)j.x);
		pair((int)j.y);
		pair((int)j.z);
		pair((int)j.w);
	}
}

template <class Function> FN void forWalls(const uint4 *list, int capacity, int n, Function pair)
{
	for (int k = 0; k < n; k += 4) {
		uint4 j = load(list + ((capacity - 1 - k) >> 2) * NEXT_FOUR);
		pair((int)j.w);
		pair((int)j.z);
		pair((int)j.y);
		pair((int)j.x);
	}
}

template <int KERNEL, bool LAMINAR, int WALL>
FN void forcesOnFluid(const ForcesArgs &a, int i, const uint4 *list, uint32_t count)
{
	Particle self = particle(a.pos, a.vel, i);
	Sums f = {0.0f, 0.0f, 0.0f, 0.0f};
	forFluid(list, count & 0xffff, [&](int j) {
		fluidOnFluid<KERNEL, LAMINAR>(a.p, self, particle(a.pos, a.vel, j), f);
	});
	forWalls(list, a.capacity, count >> 16, [&](int j) {
		wallOnFluid<KERNEL, LAMINAR, WALL>(a.p, self, particle(a.pos, a.vel, j), f);
	});
	float4 out;
	out.x = a.p.accelScale * f.x + a.p.gravity[0];
	out.y = a.p.accelScale * f.y + a.p.gravity[1];
	out.z = a.p.accelScale * f.z + a.p.gravity[2];
	out.w = a.p.relScale * f.rel;
	a.force[i] = out;
	atomicMaximum(&a.maxima->accel2, asBits(out.x * out.x + out.y * out.y + out.z * out.z) & 0x7fffffff);
	atomicMaximum(&a.maxima->speed2, asBits(self.vx * self.vx + self.vy * self.vy + self.vz * self.vz) & 0x7fffffff);
	if (!(self.rel < 0.0f))
		atomicMaximum(&a.maxima->rel, asBits(self.rel) & 0x7fffffff);
}

template <int KERNEL, int WALL>
FN void forcesOnWall(const ForcesArgs &a, int i, const uint4 *list, uint32_t count)
{
	Particle self = particle(a.pos, a.vel, i);
	float4 out = {0.0f, 0.0f, 0.0f, 0.0f};
	if (WALL == DYNAMIC) {
		Sums f = {0.0f, 0.0f, 0.0f, 0.0f};
		forFluid(list, count & 0xffff, [&](int j) {
			fluidOnDynamic<KERNEL>(a.p, self, particle(a.pos, a.vel, j), f);
		});
		out.w = a.p.relScale * f.rel;
	} else if (WALL == DUMMY) {
		Extrapolation e = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
		forFluid(list, count & 0xffff, [&](int j) {
			if (j != i) // the list is filled up with i, which would count only here
				fluidOnDummy<KERNEL>(a.p, self, particle(a.pos, a.vel, j), e);
		});
		if (e.weight > 0.0f) {
			float share = 1.0f / e.weight;
			out.x = -e.vx * share;
			out.y = -e.vy * share;
			out.z = -e.vz * share;
			out.w = inverseTait7(maximum(e.pressure * share, 0.0f) / a.p.bulk);
		}
	}
	a.force[i] = out;
}

#define FORCES(name, KIND, LAMINAR, WALL)                                    \
	KERNEL(name, ForcesArgs)                                                 \
	{                                                                        \
		if (a.clock->halt)                                                   \
			return;                                                          \
		const uint4 *list = neighbours(a.list, i, a.capacity);               \
		uint32_t count = a.count[i];                                         \
		if (isWall(a.info[i]))                                               \
			forcesOnWall<KIND, WALL>(a, i, list, count);                     \
		else                                                                 \
			forcesOnFluid<KIND, LAMINAR, WALL>(a, i, list, count);           \
	}

FORCES(forces_wendland_lennard_jones, WENDLAND, false, LENNARD_JONES)
FORCES(forces_wendland_dynamic, WENDLAND, false, DYNAMIC)
FORCES(forces_wendland_dummy, WENDLAND, false, DUMMY)
FORCES(forces_wendland_laminar_lennard_jones, WENDLAND, true, LENNARD_JONES)
FORCES(forces_wendland_laminar_dynamic, WENDLAND, true, DYNAMIC)
FORCES(forces_wendland_laminar_dummy, WENDLAND, true, DUMMY)
FORCES(forces_cubic_lennard_jones, CUBIC, false, LENNARD_JONES)
FORCES(forces_cubic_dynamic, CUBIC, false, DYNAMIC)
FORCES(forces_cubic_dummy, CUBIC, false, DUMMY)
FORCES(forces_cubic_laminar_lennard_jones, CUBIC, true, LENNARD_JONES)
FORCES(forces_cubic_laminar_dynamic, CUBIC, true, DYNAMIC)
FORCES(forces_cubic_laminar_dummy, CUBIC, true, DUMMY)
