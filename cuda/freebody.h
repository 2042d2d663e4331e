// Kernels of free bodies: see bodystep.h.
#pragma once
#include "bodystep.h"
#include "sample.h"

KERNEL(free_bodies, FreeBodiesArgs)
{
	if (a.step < a.clock->limit)
		moveBody(a, i);
	clearForces(a, i);
}

// Takes free bodies to the state of even steps, in which they are between periods.
KERNEL(restore_bodies, FreeBodiesArgs)
{
	if ((a.clock->step - a.clock->first) % 2)
		a.states[i] = a.states[a.count + i];
	beginStep(a, 0, a.bodies[i], a.states[i]);
}

// Gives a sample the state of free bodies that its step begins with; i is a word of one.
KERNEL(record_bodies, RecordBodiesArgs)
{
	if (a.moment->due)
		a.out[i] = a.states[i / a.words * a.stride + i % a.words];
}

// The force and the moment on free bodies of the fluid of task i, about their pivots.
template <int VISCOSITY, int WALLS> FN void carryBodies(const CarryArgs &c, int i, OnBody &own)
{
	const ForcesArgs &a = c.forces;
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & (WALL | BETWEEN_ZONES))
		return;
	if (!(t.count & NO_LIST) && wallsOf(t.count) == 0)
		return;
	if (!nearMoving(a.euler, c.bodies, c.count, (int)t.particle))
		return;
	int moment = a.euler.half ? MIDDLE : BEGINNING;
	auto isOf = [&](int j) {
		int4 p = a.list.predictedPos[j];
		return isMovingWall(p) && c.index[bodyOf(p)] >= 0;
	};
	forceOnWalls<VISCOSITY, WALLS>(a, t, isOf, [&](int j, double fx, double fy, double fz) {
		int4 p = a.list.predictedPos[j];
		int body = bodyOf(p);
		const BodyMotion &m = a.euler.motions[body + 1];
		float4 r = referenceOf(a.euler.references, j);
		double coarse = coarsenessOf(p.w), area = inFlow(coarse, c.dimensions - 1);
		double x = coarse * (r.x + turned(m, moment, 0, r.x, r.y, r.z)),
			y = coarse * (r.y + turned(m, moment, 1, r.x, r.y, r.z)),
			z = coarse * (r.z + turned(m, moment, 2, r.x, r.y, r.z));
		fx *= area, fy *= area, fz *= area;
		add(c.sum, own, c.index[body],
			{roundToLong(fx * c.scale), roundToLong(fy * c.scale), roundToLong(fz * c.scale),
			roundToLong((y * fz - z * fy) * c.scale), roundToLong((z * fx - x * fz) * c.scale),
			roundToLong((x * fy - y * fx) * c.scale)});
	});
}

#define CARRY(name, Args, KIND, VISCOSITY, WALLS)           \
	KERNEL(name, Args)                                      \
	{                                                       \
		OnBody own = {-1, {}};                              \
		if (i < a.tasks)                                    \
			carryBodies<VISCOSITY, WALLS>(a, i, own);       \
		addOfWarp(a.sum, own);                              \
	}
MOVED(CARRY, carry, CarryArgs, ANY, LIMITED)
