// Rough walls: after Euler of the corrector, fluid near walls at rest loses velocity along them.
// The stress on a wall is that of the logarithmic law of fully rough turbulent flow (Nikuradse
// 1933),
//   τ = ρ (κ/ln(30 z/ks))² u²,   u = |v - (v·n) n| at the height z.
// It acts on fluid at all heights within the support, with a part of each that adds up to 1:
//   dv/dt = -2 |Σ V ∇W| τ/ρ,     ∫ |Σ V ∇W| dz = ½ over a flat wall,
// since Σ V W over wall particles is ½ at its face. n is the direction of that sum. The velocity
// along the wall becomes v/(1 + Δt k |v|), the exact solution of dv/dt = -k |v| v: it never turns
// round. The constants are 2κ²/ρ0, ln(30 z0/ks), 1/z0 and the least z [unit].
#pragma once
#include "euler.h"
#include "walls.h"

// 1 for wall particle j of a body without a motion, else 0; info are the words that say what
// particles are.
FN float atRest(const int4 *info, int j)
{
	return load(&info[j].w) & (int)MOVING_INFO ? 0.0f : 1.0f;
}
#ifdef LANES
FN Real atRest(const int4 *info, const Indices &j)
{
	Real one;
	for (int k = 0; k < LANES; k++)
		one[k] = atRest(info, (int)j.at[k]);
	return one;
}
#endif

// Sums over the wall particles around one of fluid: Σ w r, the nearest, and Σ w and Σ w v of
// those that move along their faces.
template <int KERNEL> FN WallSums roughSums(const ForcesArgs &a, const Task &t)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.packed, i);
	WallSums c = noWalls();
	forWalls(a.list, t, [&](auto j) {
		auto d = separation(self, packedPosition(a.walls, j));
		Real w = slopeAt<KERNEL>(a.p, d.r2);
		w = select(j != i, w, 0.0f * w);
		if (a.euler.motions)
			w *= atRest(a.list.predictedPos, j);
		addAlong(c, w, d);
		auto nearer = (w > 0.0f) & (d.r2 < c.near.r2);
		c.near = {select(nearer, d.x, c.near.x), select(nearer, d.y, c.near.y),
			select(nearer, d.z, c.near.z), select(nearer, d.r2, c.near.r2)};
		if (a.moving) {
			c.vr += w;
			c.vx += w * loadAt(&a.moving->x, 4, j);
			c.vy += w * loadAt(&a.moving->y, 4, j);
			c.vz += w * loadAt(&a.moving->z, 4, j);
		}
	});
	return c;
}

// ln q by the series of 2 artanh((q - 1)/(q + 1)), to 3e-4 for q between 1/3 and 3. There are no
// logarithms in kernels: GPU and processor would differ.
FN float logNearOne(float q)
{
	float y = (q - 1.0f) / (q + 1.0f), s = y * y;
	return 2.0f * y * (1.0f + s * (1.0f / 3.0f + s * (0.2f + s / 7.0f)));
}

// Slows particle n by what the walls around it make.
FN void slow(const ForcesArgs &a, int n, const WallSums &c)
{
	Vector s = {total(c.x), total(c.y), total(c.z)};
	float size = sqrtf(s.x * s.x + s.y * s.y + s.z * s.z);
	if (!(size > 0.0f))
		return;
	s = {s.x / size, s.y / size, s.z / size};
	Separation<float> near = nearest(c.near);
	float z = near.x * s.x + near.y * s.y + near.z * s.z - a.p.halfSpacing;
	float log = a.constant[1] + logNearOne(maximum(z, a.constant[3]) * a.constant[2]);
	log = maximum(log, ROUGH_LEAST_LOG);
	float k = a.constant[0] * a.p.accelScale * size / (log * log);
	float all = a.moving ? total(c.vr) : 0.0f;
	Vector wall = {};
	if (all > 0.0f)
		wall = {total(c.vx) / all, total(c.vy) / all, total(c.vz) / all};
	float4 u = a.euler.to.vel[n], before = a.euler.from.vel[n];
	Vector along = {u.x - wall.x, u.y - wall.y, u.z - wall.z};
	float away = along.x * s.x + along.y * s.y + along.z * s.z;
	along = {along.x - away * s.x, along.y - away * s.y, along.z - away * s.z};
	float speed = sqrtf(along.x * along.x + along.y * along.y + along.z * along.z);
	float dt = a.record->length, take = dt * k * speed;
	take = take / (1.0f + take);
	float4 v = {u.x - take * along.x, u.y - take * along.y, u.z - take * along.z, u.w};
	storeVelocity(a.euler, n, v);
	// The check of the lists allows for the greatest acceleration.
	float x = (v.x - before.x) / dt, y = (v.y - before.y) / dt, w = (v.z - before.z) / dt;
	atomicMaximum(&a.maxima->accel2, asBits(x * x + y * y + w * w) & 0x7fffffff);
}

WALK_KERNEL(rough, ForcesArgs)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & WALL)
		return;
	if (!(t.count & NO_LIST) && !wallsOf(t.count))
		return;
	slow(a, (int)t.particle,
		a.p.kernel == WENDLAND ? roughSums<WENDLAND>(a, t) : roughSums<ANY>(a, t));
}
