// Damping zones: after Euler of the corrector the fluid in a zone loses velocity,
//   dv/dt = -β r² v,   r = (x - x0)/(x1 - x0), from 0 to 1           (Altomare et al. 2017).
// They multiply by 1 - s, s = Δt β r². That changes sign where s > 1. Here
//   v ← v/(1 + s + s²/2),
// which is e^-s but for s³/6, above 0, and falls with s, whatever the step. The energy that this
// takes is summed.
#pragma once
#include "euler.h"

// β r² of a zone at a position [1/s].
FN float dampingRate(const DampingZone &z, int4 p)
{
	if (p.x < z.low[0] || p.x > z.high[0] || p.y < z.low[1] || p.y > z.high[1]
		|| p.z < z.low[2] || p.z > z.high[2])
		return 0.0f;
	int at = z.axis == 0 ? p.x : z.axis == 1 ? p.y : p.z;
	float r = (float)((int64_t)at - z.from) * z.perLength;
	r = r < 0.0f ? 0.0f : r > 1.0f ? 1.0f : r;
	return z.rate * r * r;
}

// Damps particle of task i, and returns the energy that this takes [1/scale J].
FN int64_t dampTask(const DampArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & WALL)
		return 0;
	int n = (int)t.particle;
	int4 p = a.euler.to.pos[n];
	float dt = a.record->length, k[3] = {1.0f, 1.0f, 1.0f};
	bool any = false;
	for (int z = 0; z < a.zones; z++) {
		float s = dt * dampingRate(a.zone[z], p);
		if (s == 0.0f)
			continue;
		any = true;
		for (int axis = 0; axis < 3; axis++)
			if (a.zone[z].components >> axis & 1)
				k[axis] = k[axis] / (1.0f + s + 0.5f * s * s);
	}
	if (!any)
		return 0;
	float4 u = a.euler.to.vel[n], before = a.euler.from.vel[n];
	float4 v = {u.x * k[0], u.y * k[1], u.z * k[2], u.w};
	storeVelocity(a.euler, n, v);
	// The check of the lists allows for the greatest acceleration.
	float x = (v.x - before.x) / dt, y = (v.y - before.y) / dt, z = (v.z - before.z) / dt;
	atomicMaximum(&a.maxima->accel2, asBits(x * x + y * y + z * z) & 0x7fffffff);
	double lost = ((double)u.x * u.x - (double)v.x * v.x) + ((double)u.y * u.y - (double)v.y * v.y)
		+ ((double)u.z * u.z - (double)v.z * v.z);
	double mass = (double)a.p.mass * anyMassOf(a.p, a.list.predictedPos, n);
	return roundToLong(0.5 * mass * lost * a.scale);
}

KERNEL(damp, DampArgs) { addOfWarp(a.taken, i < a.tasks ? dampTask(a, i) : 0); }
