// Relaxation zones: after Euler of the corrector the velocity in a zone comes to that of a wave,
//   dv/dt = -β b(χ) (v - v_w(x, t)),   χ = (x - x0)/(x1 - x0), from 0 to 1,
// with a weight b such as (exp(χ^n) - 1)/(e - 1) (Jacobsen, Fuhrman and Fredsøe 2012, Int. J.
// Numer. Meth. Fluids 70; as a rate Perić and Abdel-Maksoud 2016, Ship Technology Research 63).
// Both b and v_w are tables of the host, linear between their points. As in damp.h,
//   v ← v_w + (v - v_w)/(1 + s + s²/2),   s = Δt β b.
// What this takes of the fluid's kinetic energy is summed; it is below 0 where waves are made.
#pragma once
#include "args.h"
#include "../euler.h"

// Where a coordinate is in a table: the cell before it, that after it, and the part between.
struct InCells {
	int32_t at, next;
	float part;
};

FN InCells inCells(double x, int32_t cells)
{
	if (!(x > 0.0) || cells == 1)
		return {0, 0, 0.0f};
	if (x >= (double)(cells - 1))
		return {cells - 1, cells - 1, 0.0f};
	int32_t at = (int32_t)x;
	return {at, at + 1, (float)(x - (double)at)};
}

// The same in a table that repeats.
FN InCells inTurn(double x, int32_t cells)
{
	x -= floor(x / (double)cells) * (double)cells;
	int32_t at = (int32_t)x;
	if (at >= cells)
		at = 0;
	return {at, at + 1 == cells ? 0 : at + 1, (float)(x - floor(x))};
}

// β b of a zone at a position [1/s].
FN float relaxationRate(const RelaxArgs &a, const RelaxationZone &z, int4 p)
{
	if (p.x < z.low[0] || p.x > z.high[0] || p.y < z.low[1] || p.y > z.high[1]
		|| p.z < z.low[2] || p.z > z.high[2])
		return 0.0f;
	int at = z.axis == 0 ? p.x : z.axis == 1 ? p.y : p.z;
	float r = (float)((int64_t)at - z.from) * z.perLength;
	r = r < 0.0f ? 0.0f : r > 1.0f ? 1.0f : r;
	InCells c = inCells((double)r * (RELAXATION_WEIGHTS - 1), RELAXATION_WEIGHTS);
	const float *w = a.weights + z.weights;
	return z.rate * (w[c.at] + c.part * (w[c.next] - w[c.at]));
}

// The velocity of a zone's waves at a position and a time [m/s].
FN Vector waveVelocity(const RelaxArgs &a, const RelaxationZone &z, int4 p, double time)
{
	double x = p.x * a.quantum, y = p.y * a.quantum;
	double along = x * z.way[0] + y * z.way[1] - z.origin[0];
	double across = y * z.way[0] - x * z.way[1] - z.origin[1];
	double t = (time - along * z.slowness - z.start) * z.perSecond;
	InCells c[4] = {z.repeats ? inTurn(t, z.cells[0]) : inCells(t, z.cells[0]),
		inCells(along * z.perMetre[0], z.cells[1]), inCells(across * z.perMetre[1], z.cells[2]),
		inCells((p.z * a.quantum - z.origin[2]) * z.perMetre[2], z.cells[3])};
	float v[3] = {0.0f, 0.0f, 0.0f};
	for (int corner = 0; corner < 16; corner++) {
		int64_t cell = 0;
		float k = 1.0f;
		for (int q = 0; q < 4; q++) {
			bool far = corner >> q & 1;
			cell = cell * z.cells[q] + (far ? c[q].next : c[q].at);
			k *= far ? c[q].part : 1.0f - c[q].part;
		}
		if (k == 0.0f)
			continue;
		const float *of = a.cells + z.first + cell * z.parts;
		for (int part = 0; part < z.parts; part++)
			v[part] += k * of[part];
	}
	float grown = 1.0f;
	double r = (time - z.rampFrom) * z.perRamp;
	if (z.perRamp > 0.0 && r < 1.0)
		grown = r > 0.0 ? (float)(r * r * (3.0 - 2.0 * r)) : 0.0f;
	float n = z.parts == 3 ? v[2] : 0.0f, wx = (float)z.way[0], wy = (float)z.way[1];
	return {grown * (v[0] * wx - n * wy), grown * (v[0] * wy + n * wx), grown * v[1]};
}

// Takes the velocity of the particle of task i to that of waves, and returns the energy that this
// takes [1/scale J].
FN int64_t relaxTask(const RelaxArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & WALL)
		return 0;
	int n = (int)t.particle;
	int4 p = a.euler.to.pos[n];
	float dt = a.record->length;
	double time = a.record->begin + (double)dt;
	bool any = false;
	float4 u = a.euler.to.vel[n], v = u;
	for (int z = 0; z < a.zones; z++) {
		float s = dt * relaxationRate(a, a.zone[z], p);
		if (s == 0.0f)
			continue;
		any = true;
		Vector w = waveVelocity(a, a.zone[z], p, time);
		float k = 1.0f / (1.0f + s + 0.5f * s * s);
		if (a.zone[z].components & 1)
			v.x = w.x + k * (v.x - w.x);
		if (a.zone[z].components & 2)
			v.y = w.y + k * (v.y - w.y);
		if (a.zone[z].components & 4)
			v.z = w.z + k * (v.z - w.z);
	}
	if (!any)
		return 0;
	float4 before = a.euler.from.vel[n];
	storeVelocity(a.euler, n, v);
	// The check of the lists allows for the greatest acceleration.
	float x = (v.x - before.x) / dt, y = (v.y - before.y) / dt, z = (v.z - before.z) / dt;
	atomicMaximum(&a.maxima->accel2, asBits(x * x + y * y + z * z) & 0x7fffffff);
	double lost = ((double)u.x * u.x - (double)v.x * v.x) + ((double)u.y * u.y - (double)v.y * v.y)
		+ ((double)u.z * u.z - (double)v.z * v.z);
	double mass = (double)a.p.mass * anyMassOf(a.p, a.list.predictedPos, n);
	return roundToLong(0.5 * mass * lost * a.scale);
}

KERNEL(relax, RelaxArgs) { addOfWarp(a.taken, i < a.tasks ? relaxTask(a, i) : 0); }
