// Measurements between steps: energies, forces on bodies, values at points.
// Sums over particles are sums of integers, so that their order and the number
// of devices do not matter.
#pragma once
#include "hash.h"
#include "forces.h"

// Kinetic, potential and internal energy of the fluid, and how far its densities are from ρ0. Tait's
// internal energy per mass is ∫ P/ρ² dρ = B/ρ0 ((x⁶ - 1)/6 + 1/x - 1), x = ρ/ρ0.
KERNEL(energy, EnergyArgs)
{
	int4 p = a.pos[i];
	if (isWall(p))
		return;
	float4 v = a.vel[i];
	double mass = a.p.mass, x = 1.0 + v.w, x3 = x * x * x;
	double kinetic = 0.5 * mass * ((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z);
	double potential = -mass * (a.gravity[0] * (a.origin[0] + p.x * a.quantum)
		+ a.gravity[1] * (a.origin[1] + p.y * a.quantum) + a.gravity[2] * (a.origin[2] + p.z * a.quantum));
	double internal = mass * (a.p.bulk / (double)a.p.rho0) * ((x3 * x3 - 1.0) / 6.0 + 1.0 / x - 1.0);
	atomicSum(a.sum + 0, roundToLong(kinetic * a.scale));
	atomicSum(a.sum + 1, roundToLong(potential * a.scale));
	atomicSum(a.sum + 2, roundToLong(internal * a.scale));
	atomicMaximum(a.furthest + (v.w < 0.0f ? 0 : 1), asBits(v.w) & 0x7fffffff);
	if (exceeds(v.w, a.far))
		atomicSum(a.sum + 3, 1);
}

// What a particle of fluid does to the bodies near it: the reaction to what their wall
// particles do to it, which acts where these are.
template <int KERNEL, bool LAMINAR, int WALLS>
FN void forceOnBodies(const BodyArgs &b, int i)
{
	const ForcesArgs &a = b.forces;
	i = memberOf(a.part, i);
	if (i < 0)
		return;
	Task t = taskOf(a.list, i);
	if (t.count & WALL || (!(t.count & NO_LIST) && wallsOf(t.count) == 0))
		return;
	i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Image image = imageOf(a.p, self);
	Touch all = {};
	if (WALLS == DUMMY) {
		Contact c = {};
		Sums f = {};
		forNeighbours(a.list, t, [](auto) {},
			[&](int j) { dummyOnFluid<KERNEL, LAMINAR>(a.p, image, j != i, apart(self.at, place(a.walls, j)), f, c); });
		all = touchOf<LAMINAR>(a.p, self, c);
	}
	float drag = all.drag > 0.0f ? 4.0f * a.p.laminar / (1.0f + self.rel) : 0.0f; // of each pair
	forNeighbours(a.list, t, [](auto) {}, [&](int j) {
		int4 p = a.euler.from.pos[j];
		int body = bodyOf(p);
		if (j == i || body < 0)
			return;
		Sums f = {};
		if constexpr (WALLS == DYNAMIC) {
			dynamicOnFluid<KERNEL, LAMINAR>(a.p, self, particle(a.p, a.packed, a.vel, j), f);
		} else if constexpr (WALLS == DUMMY) {
			Contact c = {};
			dummyOnFluid<KERNEL, LAMINAR>(a.p, image, true, apart(self.at, place(a.walls, j)), f, c);
			f.x += all.push * c.x - drag * c.drag * self.vx;
			f.y += all.push * c.y - drag * c.drag * self.vy;
			f.z += all.push * c.z - drag * c.drag * self.vz;
		} else {
			lennardJonesOnFluid(a.p, true, apart(self.at, place(a.walls, j)), f);
		}
		double k = -(double)a.p.mass * a.p.accelScale;
		double fx = k * f.x, fy = k * f.y, fz = k * f.z;
		const double *c = b.centre + 3 * body;
		double x = p.x * b.quantum - c[0], y = p.y * b.quantum - c[1], z = p.z * b.quantum - c[2];
		int64_t *sum = b.sum + 6 * body;
		atomicSum(sum + 0, roundToLong(fx * b.scale));
		atomicSum(sum + 1, roundToLong(fy * b.scale));
		atomicSum(sum + 2, roundToLong(fz * b.scale));
		atomicSum(sum + 3, roundToLong((y * fz - z * fy) * b.scale));
		atomicSum(sum + 4, roundToLong((z * fx - x * fz) * b.scale));
		atomicSum(sum + 5, roundToLong((x * fy - y * fx) * b.scale));
	});
}

#define BODY(name, Args, KIND, LAMINAR, WALLS) \
	KERNEL(name, Args) { forceOnBodies<KIND, LAMINAR, WALLS>(a, i); }
VARIANTS(BODY, body, BodyArgs)

// Calls visit for the fluid in the cells in reach of a place: w is W over W(0), and the
// vector points from the particle to the place [quanta].
template <class Visit> FN void fluidAround(const ProbeArgs &a, int4 p, Visit visit)
{
	int cell = cellOf(a.grid, p);
	for (int du = -REACH; du <= REACH; du++) {
		for (int dv = -REACH; dv <= REACH; dv++) {
			int row = cell + du * a.grid.stride[a.grid.axis] + dv * a.grid.stride[a.grid.planeAxis] - REACH;
			int to = (int)a.start[row + ROWS];
			for (int j = (int)a.start[row]; j < to; j++) {
				int4 q = a.pos[j];
				if (isWall(q))
					continue;
				float x = (float)(p.x - q.x), y = (float)(p.y - q.y), z = (float)(p.z - q.z);
				visit(j, weight(a.p.kernel, sqrtf(x * x + y * y + z * z) * a.toSupport), x, y, z);
			}
		}
	}
}

// Sums of W and P W over the fluid around a point.
KERNEL(probe, ProbeArgs)
{
	int4 p = a.point[i];
	if (!inDomain(a.grid, p) || !owns(a.grid, sliceOf(a.grid, p)))
		return;
	float weights = 0.0f, pressures = 0.0f;
	fluidAround(a, p, [&](int j, float w, float, float, float) {
		float rel = a.vel[j].w;
		float rho = a.p.rho0 * (1.0f + rel);
		weights += w;
		pressures += w * rho * rho * pressureTerm(a.p, rel);
	});
	a.out[2 * i] = weights;
	a.out[2 * i + 1] = pressures;
}

// The pressure at particle i of a wall without a state, for output: that of the fluid around, continued,
//   p_i = Σ (p_j + ρ_j g·r) W / Σ W                                (Adami et al. 2012)
KERNEL(wallpressure, ProbeArgs)
{
	int4 p = a.pos[i];
	float weights = 0.0f, pressures = 0.0f, quantum = a.p.unit * a.toSupport / a.p.toSupport;
	if (isWall(p))
		fluidAround(a, p, [&](int j, float w, float x, float y, float z) {
			float rel = a.vel[j].w;
			float rho = a.p.rho0 * (1.0f + rel);
			weights += w;
			pressures += w * (rho * rho * pressureTerm(a.p, rel)
				+ rho * quantum * (a.p.gravity[0] * x + a.p.gravity[1] * y + a.p.gravity[2] * z));
		});
	a.out[i] = weights > 0.0f ? maximum(pressures / weights, 0.0f) : 0.0f;
}
